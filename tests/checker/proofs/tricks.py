"""Tricks: clauses that look at what a proof leaves open in a way that Python does not tell, each with what shows it.

Under every one of them a proved claim is false. Some look by hash, text, type or container; others say what they look
at, and the proof must have gone through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from superko.checker.proofs import steps
from superko.checker.proofs.questions import is_true_of
from superko.checker.proofs.situation import BoardLemma, LemmaSituation
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.algebra.integers import integer_board
from superko.spec.composition import resulting_state
from superko.spec.guard import given
from superko.spec.parameters import Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import NoSoleClause, Rules
from superko.spec.vocabulary import PASS, Ended, Move, Pass, Phase, Play, Record, Unblock

from .wrong_version import Endless

ANY, TERRITORY, AGA = Rules(), Rules(scoring=Scoring.TERRITORY), PRESETS["aga"]
SUPERKO, TWO_PASSES = "katago-v2/main/legal-superko", "katago-v2/main/end-two-passes"


@dataclass(frozen=True)
class Trick:
    """Rules under which a proved claim is false.

    Attributes:
        check: the name of the check that must not be proved, nor hold.
        what: how the clause looks.
        rules: the rules.
        is_shown: whether a game, or a call of the clause, shows that the claim is false.
    """

    check: str
    what: str
    rules: Rules = field(repr=False)
    is_shown: Callable[[], bool] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.check}: {self.what}"


# Two passes end the phase, if ...: none of these is so in a game of passes alone.


def by_try(record: Record) -> Any:
    try:
        return bool(record.tally.captures[BLACK] > 0)
    except Exception:
        return True


ENDS: dict[str, Callable[..., Any]] = {
    "a hash": lambda record: hash(record.tally.captures[BLACK]) != 0,
    "a kind": lambda record: not isinstance(record.turn, int),
    "try": by_try,
    # What follows is said, and the proof has to look.
    "moves made": lambda record: record.tally.moves.get((BLACK, Phase.MAIN), 0) > 0,
    "stones captured": lambda record: record.tally.captures[WHITE] > 0,
    "stones placed": lambda record: record.tally.placed[BLACK] > 0,
    "a handicap": lambda record: record.tally.handicap > 0,
    "as many turns as passes": lambda record: record.turn > record.passes,
    "the turn that the phase began with": lambda record: record.phase_turn > 0,
    "who began": lambda record: record.began is not BLACK,
    "who began, as it was before": lambda record: record.previous.began is not BLACK if record.previous else True,
    "turns": lambda record: record.turn < 2,
    "one of some turns": lambda record: record.turn in (0, 1),
    "an even turn": lambda record: record.turn % 1 == 1,
    "the first passer": lambda record: record.tally.first_passer is WHITE,
    "somebody is told to have passed first": lambda record: record.tally.first_passer is not None,
    "nobody has passed": lambda record: not record.position.passed,
    "how the second phase began": lambda record: record.tally.second_cleanup_start is not None,
    "the last turn": lambda record: isinstance(record.last, Move),
    "the last turn is no pass": lambda record: record.last != PASS,
    "a kind of turn": lambda record: not isinstance(record.last, Pass),
    "no turn before": lambda record: record.previous is None,
    "stones": lambda record: not record.position.coloring.is_empty(record.position.coloring.black),
    "more points": lambda record: record.position.coloring.size(record.position.coloring.empty) > 1,
    "marks": lambda record: record.position.marks != 0,
    "komi": lambda record: record.rules.komi > 0,
    "a parameter": lambda record: record.rules.tax is Tax.ALL,
    "a move that was made": lambda record: record.made.contains((BLACK, 1, record.position.coloring)),
    "when it was": lambda record: record.earlier.turn_of(record.state) is None,
    "when a move was made": lambda record: record.made.turn_of((BLACK, 1, record.position.coloring)) is not None,
}
PASSES = Endless(1, "pass pass pass", "pass")


def ending(sly: Callable[..., Any]) -> Callable[..., Any]:
    """Two passes end the phase if something is so."""
    return lambda record: record.pass_run >= 2 and sly(record)


# A move may repeat a state, if ...: all of these are so while two players take one stone each on 2x1.


BANS: dict[str, Callable[..., Any]] = {
    "a kind": lambda record, play: isinstance(record.turn, int),
    "captures": lambda record, play: record.tally.captures[BLACK] + record.tally.captures[WHITE] > 0,
    "a turn": lambda record, play: record.turn > 1,
    "nobody has passed": lambda record, play: not record.position.passed,
    "no passes": lambda record, play: record.passes == 0,
    "no first passer": lambda record, play: record.tally.first_passer is None,
    "the last turn": lambda record, play: isinstance(record.last, Move),
    "a turn before": lambda record, play: record.previous is not None,
    "who began": lambda record, play: record.began is BLACK,
    "a suicide": lambda record, play: play.before.is_empty(play.self_captured),
    "no komi": lambda record, play: record.rules.komi == 0,
    "no tax": lambda record, play: record.rules.tax is Tax.NONE,
}
TAKING = Endless(2, "A1", "B1 A1")


def allowing(sly: Callable[..., Any]) -> Callable[..., Any]:
    """A move repeats no state, unless something is so."""
    return lambda record, play: sly(record, play) or record.earlier.lacks(resulting_state(record, play))


# Of a coloring it is asked ...: all of these are so of colorings in games.
TABLE = {1: True, 3: True, 7: True}


COLORINGS: dict[str, Callable[..., Any]] = {
    "a kind": lambda c: isinstance(c.empty, int),
    "a table": lambda c: TABLE.get(c.empty, False),
}
# These are so where there is no black stone.
BLANK: dict[str, Callable[..., Any]] = {
    "truth of a condition": lambda c: c.is_empty(c.black),
    "truth of points": lambda c: not c.black,
    "truth of an equation": lambda c: c.black == c.board.nothing,
    "truth of an inequality": lambda c: c.black == 0,
    "truth of a number": lambda c: c.size(c.black) < 1,
    "truth of an equal number": lambda c: c.size(c.black) == 0,
    "truth of a large number": lambda c: c.size(c.black) - 100 == -100,
    "truth of a coloring": lambda c: c.same_as(c.emptied(c.black)),
    "truth of what is bordered": lambda c: not c.meets(c.black, c.board.everything),
}
RESOLVED = Rules().sole(Decision.MOVE)
# So is this, where points are a number of as many bits as the board has points, or one of any length; and so on.
CALCULATED: dict[str, Callable[..., Any]] = {
    "a large number": lambda c: c.size(c.board.everything) * 1_000_000 * 1_000_000 * 1_000_000 * 1_000_000 > 0,
    "less than a half": lambda c: c.size(c.board.nothing) < 0.5,
    "conditions that are added up": lambda c: c.is_empty(c.board.nothing) + c.is_empty(c.black & c.white) > 1,
}


def choosing(sly: Callable[..., Any]) -> Callable[..., Any]:
    """A move captures nothing where something is so of the coloring."""

    def moved(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
        play: Play[Any] = RESOLVED.function(c, player, point)
        captured, own = (
            c.board.choose(sly(c), c.board.nothing, points) for points in (play.captured, play.self_captured)
        )
        return Play(player, point, c, c.colored(point, player).emptied(captured | own), captured, own)

    return moved


def leaving(sly: Callable[..., Any]) -> Callable[..., Any]:
    """A move captures nothing, if something is so of the coloring."""

    def moved(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
        if sly(c):
            return Play(player, point, c, c.colored(point, player), c.board.nothing, c.board.nothing)
        play: Play[Any] = RESOLVED.function(c, player, point)
        return play

    return moved


def counting(sly: Callable[..., Any]) -> Callable[..., Any]:
    """A move captures its own point for both players, and leaves it, if something is so of the coloring."""

    def moved(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
        if sly(c):
            return Play(player, point, c, c.colored(point, player), point, point)
        play: Play[Any] = RESOLVED.function(c, player, point)
        return play

    return moved


def permitting(sly: Callable[..., Any]) -> Callable[..., Any]:
    """A move changes the coloring, unless something is so of it."""
    return lambda play: sly(play.before) or play.before.no(play.after.same_as(play.before))


def changing_by_many(play: Play[Any]) -> Any:
    """A move captures fewer than a hundred of the player's own stones."""
    return play.before.size(play.self_captured) * 1000 <= 100_000


def is_false_of(lemma: BoardLemma, rules: Rules) -> bool:
    """Whether a lemma is false of a move on the board of one point."""
    return not is_true_of(lemma, LemmaSituation(rules, Coloring(integer_board(1, 1), 0, 0), BLACK, (1,)))


def is_false_beside(rules: Rules) -> bool:
    """Whether a black stone amid three white ones stands on without a liberty, on 2x2."""
    c = Coloring(integer_board(2, 2), 0, 0b1110)
    return not is_true_of(steps.KEEPS_LEGAL, LemmaSituation(rules, c, BLACK, (1,)))


# Black is given a point, if ...: all of these are so at the end of games.


SCORES: dict[str, Callable[..., Any]] = {
    "a kind": lambda ended: isinstance(ended.captures[BLACK], int),
    "no handicap": lambda ended: ended.handicap == 0,
    "nothing placed": lambda ended: ended.placed[BLACK] == 0,
    "few moves": lambda ended: ended.earlier_moves[BLACK] < 9,
    "no komi": lambda ended: ended.rules.komi == 0,
    "no stones": lambda ended: not ended.coloring.black,
}
GAINS: tuple[tuple[str, Rules], ...] = (
    ("claim/ownership-difference every size scoring=TERRITORY", TERRITORY),
    ("claim/area-is-territory-but-for-moves every size scoring=TERRITORY", TERRITORY),
)


def tenths(ended: Ended[Any], color: Color) -> Any:
    """Three times a tenth of what was captured, less three tenths of it: nothing, if it were counted exactly."""
    return (ended.captures[color] * 0.1 * 3 - ended.captures[color] * 0.3) * 1000000 * 1000000 * 1000000


def gaining(sly: Callable[..., Any]) -> Callable[..., Any]:
    """Black is given a point if something is so."""
    return lambda ended, color: 1 if color is BLACK and sly(ended) else 0


def gives(rules: Rules, before: Rules, turns: str = "") -> bool:
    """Whether a game of some turns and then of passes alone is scored otherwise than before."""
    games = [Game(rule_set, (2 if turns else 1, 1)) for rule_set in (rules, before)]
    for text in turns.split():
        games = [game.play(parse_turn(game.grid, text)) for game in games]
    result, other = (game.passed_out().result for game in games)
    return result != other


# A phase follows of which the documents know nothing, if ...
FOLLOWING: dict[str, tuple[Callable[..., Any], str]] = {
    "White has the turn": (lambda record: record.position.player is WHITE, "pass pass pass pass"),
    "White passed first": (lambda record: record.tally.first_passer is WHITE, "A1 pass pass pass pass"),
    "a move was made": (lambda record: record.turn > record.passes, "A1 pass pass pass pass"),
    "a kind": (lambda record: isinstance(record.turn, int), "pass pass pass pass"),
}


def leading(sly: Callable[..., Any]) -> Callable[..., Any]:
    """The game is over, or else a cleanup phase follows that has no clauses."""
    return lambda record: replace(record.position, phase=Phase.FIRST_CLEANUP if sly(record) else Phase.OVER)


def fails(rules: Rules, turns: str) -> bool:
    """Whether some turns lead where the rules say nothing."""
    game = Game(rules, (2, 1))
    try:
        for text in turns.split():
            game = game.play(parse_turn(game.position.coloring.board.grid, text))
    except NoSoleClause:
        return True
    return False


def under_komi(rules: Rules) -> Rules:
    """Two passes end the phase where there is no komi."""
    new = make_clause(
        lambda record: record.pass_run >= 2, "ours/end", when=given(komi=0), decides=Decision.PHASE_ENDS, text="Two."
    )
    return rules.dropping(TWO_PASSES).adding(new)


def untold() -> Rules:
    """Two passes end the phase once it is told that somebody has passed, and a pass does not tell."""
    rules = ANY.replacing(TWO_PASSES, ending(lambda record: record.position.passed), "Two, if it is told.")
    return rules.replacing(
        "katago-v2/main/pass", lambda position: replace(position, player=position.player.opponent), "It cedes the turn."
    )


def unblocks_one(turn: Any) -> Any:
    """A turn is not the unblock action of the first point."""
    return turn != Unblock(1)


def tricks() -> Iterator[Trick]:
    """Every trick."""
    ends, main = "claim/game-terminates every size", "ko=POSITIONAL phase=main"
    for form, sly in ENDS.items():
        rules = ANY.replacing(TWO_PASSES, ending(sly), "Two, if.")
        yield Trick(f"{ends} {main}", f"passes, {form}", rules, partial(PASSES.goes_on, rules))
    for form, sly in BANS.items():
        rules = ANY.replacing(SUPERKO, allowing(sly), "None again, but.")
        yield Trick(f"{ends} {main}", f"moves, {form}", rules, partial(TAKING.goes_on, rules))
    for form, sly in COLORINGS.items():
        rules = ANY.replacing(RESOLVED.name, leaving(sly), "Nothing.")
        yield Trick("lemma/play-keeps-legal every size", form, rules, partial(is_false_of, steps.KEEPS_LEGAL, rules))
        rules = ANY.replacing(RESOLVED.name, counting(sly), "Itself.")
        yield Trick("lemma/stones-balance every size", form, rules, partial(is_false_of, steps.BALANCE, rules))
        lemma = steps.CAPTURES_EXCLUDE_SUICIDE
        yield Trick(f"{lemma.claim} every size", form, rules, partial(is_false_of, lemma, rules))
        rules = ANY.replacing("katago-v2/move/no-null-change", permitting(sly), "A change, but.")
        lemma = steps.SINGLE_SUICIDE
        for board in ("every size", "1x1"):
            yield Trick(f"{lemma.claim} {board} suicide=yes", form, rules, partial(is_false_of, lemma, rules))
    for form, sly in SCORES.items():
        for check, rules in GAINS:
            more = make_clause(gaining(sly), "ours/more", decides=Decision.SCORE, text="One more.")
            yield Trick(check, form, rules.adding(more), partial(gives, rules.adding(more), rules))
    more = make_clause(tenths, "ours/more", decides=Decision.SCORE, text="Tenths that are no more than tenths.")
    rules = TERRITORY.adding(more)
    yield Trick(GAINS[0][0], "tenths", rules, lambda: gives(rules, TERRITORY, "A1 B1"))
    for form, (sly, turns) in FOLLOWING.items():
        rules = ANY.replacing("katago-v2/main/then-score", leading(sly), "It may go on.")
        yield Trick(
            "lemma/sole-clause every size document=katago-v2",
            form,
            rules,
            partial(fails, replace(rules, button=True), turns),
        )
    for form, sly in CALCULATED.items():
        rules = ANY.replacing(RESOLVED.name, choosing(sly), "Nothing.")
        for board in ("2x2", "every size"):
            shown = partial(is_false_of, steps.KEEPS_LEGAL, rules)
            yield Trick(f"lemma/play-keeps-legal {board}", form, rules, shown)
    for form, blank in BLANK.items():
        rules = ANY.replacing(RESOLVED.name, leaving(blank), "Nothing.")
        for board in ("2x2", "every size"):
            yield Trick(f"lemma/play-keeps-legal {board}", form, rules, partial(is_false_beside, rules))
    rules = ANY.replacing("katago-v2/move/no-null-change", changing_by_many, "A change.")
    for board in ("2x2", "every size"):
        shown = partial(is_false_of, steps.SINGLE_SUICIDE, rules)
        yield Trick(f"claim/single-suicide-null {board} suicide=yes", "numbers that are too large", rules, shown)
    rules = replace(under_komi(ANY), komi=7.5)
    yield Trick(f"{ends} {main}", "a guard on komi", rules, partial(PASSES.goes_on, rules))
    rules = untold()
    yield Trick(f"{ends} {main}", "a pass that is not told", rules, partial(PASSES.goes_on, rules))
    rules = ANY.replacing("katago-v2/main/start#turn", unblocks_one, "Any but one.")
    yield Trick(
        "lemma/sole-clause every size document=katago-v2",
        "unblocking one point",
        rules,
        lambda: unblocks_one(Unblock(2)),
    )


TRICKS = tuple(tricks())
