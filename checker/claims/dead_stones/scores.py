"""What protocols do to scores, and when stones without hope pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import partial
from itertools import product

from ....interpreter.adjudication import Adjudication, Stage
from ....interpreter.game import Game
from ....interpreter.result import Result, Score, ended_game, score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.dead_stones.protocols import PROTOCOLS, Protocol, without
from ....spec.parameters import Scoring
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended
from ...evidence.checks import Scope, check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...play.adjudications import AdjudicationStep, Answer, earlier_states, explore, sets_of_groups
from ..katago_summary.scores import REMOVED, smallest_board_with_dead_stones

TROMP_TAYLOR = PRESETS["tromp-taylor"]


def smallest_that_pay(rules: Rules, removing: Rules) -> Verdict:
    """Find the smallest position with pass-dead stones that score otherwise than if both players agreed to remove them.

    Raises:
        ValueError: no board that was looked at has any.
    """
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    start = Game.set_up(rules, coloring)
    left = start.passed_out()
    lone = coloring.white if coloring.white.bit_count() < coloring.black.bit_count() else coloring.black
    asked = Adjudication.of(start, PROTOCOLS["agreement"]).play(PASS).play(PASS)
    removed = asked.state(BLACK, lone).state(WHITE, lone)
    outcome = Outcome.WITNESSED if removed.stage is Stage.OVER and left.result != removed.result else Outcome.UNKNOWN
    shows = f"Left there, {score_text(left.result)}; if both agree that they are dead, {score_text(removed.result)}."
    witness = Story.play(start, left.turns_taken, shows)
    return Verdict(outcome, str(coloring.board.grid), "sweep", {"positions": positions}, witness, minimal=True)


check(
    "claim/hopeless-stones-pay",
    "smallest",
    cost=0.2,
    under=(TROMP_TAYLOR, TROMP_TAYLOR.reading(REMOVED)),
)(smallest_that_pay)


TEN_RULES = PRESETS["tromp-taylor-ten"]
EMPTY_LIST_IS_NONE = TEN_RULES.reading({"reading/empty-list-of-dead-stones": "no-list"})
EVERY_LIST_JUDGED = TEN_RULES.reading({"reading/empty-list-of-dead-stones": "all-are-alive"})
TERRITORY = Rules(scoring=Scoring.TERRITORY)
MOST_STEPS = {Grid(2, 2): 6}


class Silence(Enum):
    """Who names no dead stones, and how."""

    BOTH = "none-from-both"
    NO_LIST = "none-from-one"
    EMPTY_LIST = "empty-from-one"


def silent_answers(c: Coloring[int], silence: Silence) -> Iterator[tuple[Answer, Answer]]:
    """The answers in which both players, or one of them, name no stones, and the other any set of groups."""
    if silence is Silence.BOTH:
        yield from ((black, white) for black in (None, 0) for white in (None, 0))
        return
    nothing = None if silence is Silence.NO_LIST else 0
    for stones in sets_of_groups(c, c.black | c.white):
        yield stones, nothing
        yield nothing, stones


def all_answers(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """Every pair of lists that are made of whole groups."""
    lists = list(sets_of_groups(c, c.black | c.white))
    return ((black, white) for black in lists for white in lists)


def falls_back(rules: Rules, grid: Grid, protocols: Iterable[Protocol], silence: Silence) -> Verdict:
    """Whether games with silent players come out as if nothing could be removed, whatever is played and said.

    The witness, if there is one, is the shortest on the board.
    """
    counts = Counter(steps=0, ended=0)
    answers_to_stones = 0
    answers = partial(silent_answers, silence=silence)
    for protocol in protocols:
        start = Adjudication.of(Game.start(rules, grid.width, grid.height), protocol)
        for step in explore(start, answers, earlier_states, MOST_STEPS.get(grid)):
            some = step.after
            counts.update(steps=1, ended=some.stage is Stage.OVER)
            c = step.before.game.position.coloring
            answers_to_stones += step.before.stage is Stage.AWAITING_STATEMENTS and bool(c.black | c.white)
            if some.removed or (some.stage is Stage.OVER and some.result != some.game.result):
                return Verdict(Outcome.REFUTED, str(grid), "search", dict(counts), _removal(step), minimal=True)
    return if_it_acted(
        holds_unless(0, _scope(grid), "search", **counts), answers_to_stones, "asked whether a stone is dead"
    )


def falls_back_on_smallest(rules: Rules, protocol: Protocol, silence: Silence) -> Verdict:
    """The same for the smallest of the boards up to three points on which a game comes out otherwise."""
    found = [falls_back(rules, Grid(width, 1), [protocol], silence) for width in (1, 2, 3)]
    return next((verdict for verdict in found if verdict.outcome is Outcome.REFUTED), found[-1])


def answers_beside(c: Coloring[int], silent: Color) -> Iterator[tuple[Answer, Answer]]:
    """The answers in which one player gives no list, and the other any set of groups."""
    for stones in sets_of_groups(c, c.black | c.white):
        yield (None, stones) if silent is BLACK else (stones, None)


def silence_costs_nothing(rules: Rules, protocol: Protocol, grids: Iterable[Grid]) -> Verdict:
    """Whether a player who never gives a list does as well as if the game had ended when play first stopped.

    The witness, if there is one, is the shortest on the first of the boards that has any.
    """
    counts = Counter(steps=0, ended=0)
    for grid, silent in product(grids, Color):
        start = Game.start(rules, grid.width, grid.height)
        answers = partial(answers_beside, silent=silent)
        for step in explore(Adjudication.of(start, protocol), answers, earlier_states, MOST_STEPS.get(grid)):
            counts.update(steps=1)
            if step.after.stage is Stage.OVER:
                counts.update(ended=1)
                stopped = first_stop(start, step.after.game)
                if lead_for(silent, step.after.result) < lead_for(silent, stopped.result):
                    return Verdict(Outcome.REFUTED, str(grid), "search", dict(counts), _resumption(step, stopped), True)
    verdict = holds_unless(0, f"every game on {' and '.join(map(str, grids))}", "search", **counts)
    return if_it_acted(verdict, counts["ended"], "ended with one player silent")


def lead_for(player: Color, result: Result | None) -> float:
    """By how much a player leads; nothing, without a score."""
    black = result.lead if isinstance(result, Score) else 0.0
    return black if player is BLACK else -black


def first_stop(start: Game, later: Game) -> Game:
    """The game when play first stopped, if it is over once it does: with no protocol at all."""
    game = start
    for turn in later.turns_taken:
        if game.over:
            break
        game = game.play(turn)
    return game


def _resumption(step: AdjudicationStep, stopped: Game) -> Story:
    """The game up to where play first stopped, and in words what was said and played after it."""
    further = "; ".join(step.story[len(stopped.turns_taken) :])
    ended, plain = score_text(step.after.result), score_text(stopped.result)
    shows = f"Then {further}. So {ended}; without a protocol {plain}."
    return Story.of(stopped, shows)


def _removal(step: AdjudicationStep) -> Story:
    """The game up to the stop at which stones were found dead, and in words what was said and played after it."""
    game = step.after.game
    said, *further = step.story[len(game.turns_taken) :]
    then = f"{said}; on the copy {', '.join(further)}" if step.after.copy else "; ".join((said, *further))
    removed, plain = score_text(step.after.result), score_text(game.result)
    shows = f"Then {then}. Without the dead stones {removed}, by the ten rules alone {plain}."
    return Story.of(game, shows)


def keeps_score(rules: Rules, by_territory: Rules, grid: Grid, protocol: Protocol) -> Verdict:
    """Whether the territory score after a dispute is that of the board on which play stopped, less the stones removed.

    The stones removed must be among those that some player named. It is also counted how often the board on which the
    dispute was played out would itself score otherwise.
    """
    counts = Counter(steps=0, played_out=0, board_of_the_dispute_scores_otherwise=0)
    differences = 0
    start = Adjudication.of(Game.start(rules, grid.width, grid.height), protocol)
    for step in explore(start, all_answers, earlier_states, MOST_STEPS.get(grid)):
        counts.update(steps=1)
        some = step.after
        if some.stage is Stage.OVER and some.resumed_at is not None:
            stopped = ended_game(when_resumed(some.game, some.resumed_at).record)
            differs = territory(by_territory, ended_game(some.playing.record)) != territory(by_territory, stopped)
            counts.update(played_out=1, board_of_the_dispute_scores_otherwise=differs)
            named = some.said[BLACK].stones | some.said[WHITE].stones
            kept = territory(by_territory, some.ended) == territory(by_territory, without(stopped, some.removed))
            differences += not kept or bool(some.removed & ~named)
    verdict = holds_unless(differences, _scope(grid), "search", **counts)
    return if_it_acted(verdict, counts["played_out"], "played a dispute out")


def when_resumed(game: Game, turn: int) -> Game:
    """A game as it stood after so many turns."""
    return game.course[turn]


def territory(rules: Rules, ended: Ended[int]) -> tuple[float, float]:
    """What both players score by territory: the empty points they surround, and the stones captured from the other."""
    counted = score(replace(ended, rules=rules, second_cleanup_start=ended.coloring))
    return counted.black, counted.white


def _scope(grid: Grid) -> str:
    if grid in MOST_STEPS:
        return f"the first {MOST_STEPS[grid]} steps of every game on {grid}"
    return f"every game on {grid}"


NONE = "reading/empty-list-of-dead-stones=no-list"
SMALL = [(2, 1), (2, 2)]

for _silence in Silence:
    check_boards(
        "claim/protocols-fall-back",
        partial(falls_back, protocols=list(PROTOCOLS.values()), silence=_silence),
        [(2, 1)],
        standard=[(2, 2), (3, 1)],
        rules=f"lists={_silence.value}" + (f" {NONE}" if _silence is Silence.EMPTY_LIST else ""),
        under=(EMPTY_LIST_IS_NONE if _silence is Silence.EMPTY_LIST else TEN_RULES,),
        cost=lambda grid: {Grid(3, 1): 3.0, Grid(2, 2): 1.0}.get(grid, 0.1),
    )
for _name in ("mediation", "japanese"):
    check(
        "claim/protocols-fall-back",
        "smallest",
        f"protocol={_name} lists={Silence.EMPTY_LIST.value} reading/empty-list-of-dead-stones=all-are-alive",
        cost=0.1,
        under=(EVERY_LIST_JUDGED,),
    )(partial(falls_back_on_smallest, protocol=PROTOCOLS[_name], silence=Silence.EMPTY_LIST))
for _name, _protocol in PROTOCOLS.items():
    for _grid, _needed in ((Grid(2, 1), Scope.QUICK), (Grid(3, 1), Scope.STANDARD)):
        check(
            "claim/protocols-fall-back",
            str(_grid),
            f"protocol={_name} lists=none-from-one compared=where-play-first-stopped",
            cost=4,
            scope=_needed,
            under=(TEN_RULES,),
        )(partial(silence_costs_nothing, protocol=_protocol, grids=(_grid,)))
check_boards(
    "claim/japanese-protocol-keeps-score",
    partial(keeps_score, protocol=PROTOCOLS["japanese"]),
    SMALL,
    standard=[(3, 1)],
    rules="document=tromp-taylor reading/empty-list-of-dead-stones=all-are-alive",
    under=(EVERY_LIST_JUDGED, TERRITORY),
)
