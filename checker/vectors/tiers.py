"""The vectors of each tier: shortest games that kill mutants or part presets, random games, and the hard shapes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...interpreter.rule_names import parse_rules
from ...interpreter.story import Start
from ...spec.algebra import WHITE, Grid
from ...spec.algebra.grid import points_of
from ...spec.documents import DOCUMENTS
from ...spec.parameters import READINGS
from ...spec.presets import PRESETS
from ...spec.registry import Clause, Decision, clauses
from ...spec.rules import Rules
from ...spec.vocabulary import AGREE, PASS, Move, Phase, Turn, Unblock
from ..phase.dependence import key_of
from ..phase.symmetry import Symmetry, symmetries_keeping, up_to_symmetry
from .mutants import REMEMBERS_START, Mutant, asked_by, mutants
from .shapes import BOARDS, GAMES_EACH, PAIRS, RULES, SHAPES, vector_of_chance, vector_of_pair, vector_of_shape
from .vector import ID, Tier, Vector


@dataclass(frozen=True)
class Pair:
    """A game under the right rules and under the mutated ones, and the symmetries that change none of its turns."""

    right: Game
    wrong: Game
    kept: tuple[Symmetry, ...]


def shortest_game(right: Game, wrong: Game, most_pairs: int) -> tuple[Turn, ...] | None:
    """The turns of a shortest game on which two rule sets part, where the second is the first with a mistake.

    Of pairs of games with the same future, one is searched. What the future depends on is read off the rules and the
    mistake.

    Args:
        right: the start of the game under the right rules.
        wrong: the same start under the mutated ones.
        most_pairs: how many pairs to carry on before the search is given up.
    """
    if seen(right) != seen(wrong):
        return ()
    mutated = [amendment.clause.function for amendment in wrong.rules.amendments if amendment.clause is not None]
    future = key_of(right.rules, mutated)
    pairs = [Pair(right, wrong, symmetries_keeping(right.position.coloring))]
    while pairs and most_pairs > 0:
        longer: dict[Hashable, Pair] = {}
        for pair in pairs[:most_pairs]:
            for turn, later in _carried_on(pair):
                if later is None:
                    return (*pair.right.turns_taken, turn)
                if not later.right.over:
                    longer.setdefault((future(later.right.record), future(later.wrong.record)), later)
        most_pairs -= len(pairs)
        pairs = list(longer.values())
    return None


def _carried_on(pair: Pair) -> Iterator[tuple[Turn, Pair | None]]:
    """What each turn that one of them allows makes of a pair of games: nothing if they part over it."""
    for turn, _, kept in up_to_symmetry(conceivable_turns(pair.right), pair.kept):
        right, wrong = played(pair.right, turn), played(pair.wrong, turn)
        if isinstance(right, Game) and isinstance(wrong, Game) and seen(right) == seen(wrong):
            yield turn, Pair(right, wrong, kept)
        elif right != wrong:
            yield turn, None


def conceivable_turns(game: Game) -> Iterator[Turn]:
    """Every turn that can be written down: a pass, a move and an unblock action at any point, and to agree."""
    yield PASS
    everywhere = game.position.coloring.board.everything
    for kind in (Move, Unblock):
        yield from (kind(point) for point in points_of(everywhere))
    yield AGREE


def played(game: Game, turn: Turn) -> Game | type[ValueError]:
    """The game after a turn, or why there is none: it is illegal, or mutated rules can't say what comes of it."""
    try:
        return game.play(turn)
    except ValueError as error:
        return type(error)


def seen(game: Game) -> Hashable:
    """What can be seen of a game between two turns, but for which turns are legal."""
    position, result = game.position, game.result
    scored = (result.black, result.white, result.winner) if isinstance(result, Score) else result
    captures = tuple(game.record.tally.captures.values())
    return position.coloring, position.player, position.phase, position.marks, captures, scored


SMALLEST_BOARDS = tuple(Start.on(Grid(*sides)) for sides in ((1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (5, 1), (3, 2)))
USUAL_PAIRS = 150
SOME_KOMI = 0.5
FURTHER_PAIRS = 4000


@dataclass(frozen=True)
class Attempt:
    """Where a search starts, and how many pairs of games it may carry on."""

    rules: Rules
    start: Start
    most_pairs: int = USUAL_PAIRS


@dataclass(frozen=True)
class Hint:
    """Where to look first: under rules that the clause alone does not lead to, or from a start near the game.

    Attributes:
        rules: the rules, as command lines name them.
        starts: the boards to start from, the smaller ones first.
    """

    rules: str
    starts: tuple[Start, ...] = SMALLEST_BOARDS


def _cleanup(board: str, phase: Phase = Phase.FIRST_CLEANUP) -> tuple[Start]:
    return (Start.at(board, phase=phase),)


FROM_A_KO = Start.at(".OX.")
_ETERNAL_LIFE = (Start.at("O.X."),)
IN_A_LINE = (Start.at("O.X."), Start.on(Grid(3, 1)))
HANDICAP = (Start.at("X.X", WHITE, handicap=2),)
BY_ARTICLE_20 = "chinese-2002,reading/chinese-2002-repetition=article-20"
BY_THE_FORUM = "chinese-2002,reading/chinese-2002-repetition=forum"
AGREEING_TO_NO_RESULT = "japanese-1989,reading/japanese-1989-no-result=as-a-turn"
WITH_PLAYER_TO_MOVE = (
    "japanese-1989,reading/japanese-1989-no-result=in-any-case,reading/japanese-1989-repetition=board-and-player"
)
_AS_THE_ENGINE = "japanese-like,reading/engine-always-pass-alive=engine"
HINTS: Mapping[str, Hint] = {
    "katago-v2/params/white-handicap-bonus#n": Hint("chinese-like", HANDICAP),
    "katago-v2/params/white-handicap-bonus#n-1": Hint("aga-like", HANDICAP),
    "aga/12-count-area#handicap-n": Hint("aga-area,whiteHandicapBonus=N", HANDICAP),
    "aga/12-count-area#handicap-n-1": Hint("aga-area", HANDICAP),
    "aga/12-count-area#compensation": Hint("aga-area,komi=0.5"),
    "aga/12-count-territory#compensation": Hint("aga,komi=0.5"),
    "chinese-2002/20-rare#occurrences": Hint(BY_ARTICLE_20, _ETERNAL_LIFE),
    "chinese-2002/20-rare#cycle": Hint(BY_ARTICLE_20, _ETERNAL_LIFE),
    "chinese-2002/20-rare#over": Hint(BY_ARTICLE_20, _ETERNAL_LIFE),
    "chinese-2002/20-rare#draw": Hint(f"{BY_ARTICLE_20},reading/chinese-2002-rare=draw", _ETERNAL_LIFE),
    "chinese-2002/20-rare#replay": Hint(f"{BY_ARTICLE_20},reading/chinese-2002-rare=replay", _ETERNAL_LIFE),
    "chinese-2002/forum": Hint(BY_THE_FORUM, _ETERNAL_LIFE),
    "chinese-2002/forum#replay": Hint(f"{BY_THE_FORUM},reading/chinese-2002-forum=replay", _ETERNAL_LIFE),
    **{
        clause.name: Hint("japanese-1989", (*_cleanup(".."), *_cleanup("...."), *_cleanup(".XO./X.XO")))
        for clause in clauses("japanese-1989")
        if clause.during == {Phase.FIRST_CLEANUP}
    },
    "japanese-1989/12-no-result": Hint("japanese-1989", IN_A_LINE),
    "japanese-1989/12-no-result#board": Hint("japanese-1989", IN_A_LINE),
    "japanese-1989/12-no-result#made": Hint("japanese-1989", IN_A_LINE),
    "japanese-1989/12-no-result#over": Hint("japanese-1989", IN_A_LINE),
    "japanese-1989/12-no-result#whose": Hint(WITH_PLAYER_TO_MOVE),
    "japanese-1989/12-no-result#left": Hint(WITH_PLAYER_TO_MOVE),
    "japanese-1989/12-no-result#as-a-turn": Hint(AGREEING_TO_NO_RESULT, IN_A_LINE),
    "japanese-1989/12-no-result#agreed": Hint(AGREEING_TO_NO_RESULT, IN_A_LINE),
    "new-zealand/end#agreement": Hint("new-zealand,reading/new-zealand-end=agreement"),
    "new-zealand/end#agreed": Hint("new-zealand,reading/new-zealand-end=agreement"),
    "spight/no-repeat#previous/leaves-out": Hint("spight,reading/spight-board-at-the-pass=stood"),
    "new-zealand/komi/in-handicap-games": Hint("new-zealand", HANDICAP),
    "french/handicap": Hint("french", HANDICAP),
    "katago-v2/area/komi": Hint("tromp-taylor,komi=0.5"),
    "katago-v2/territory/komi": Hint("japanese-like,komi=0.5"),
    "katago-v2/main/state#occurrences/leaves-out": Hint("aga-like,reading/history-includes-passes=excluded"),
    "katago-v2/main/no-result#occurrences": Hint("chinese-like", _ETERNAL_LIFE),
    "katago-v2/main/no-result#occurrences/leaves-out": Hint(
        "chinese-like,reading/state-after-pass=excluded", (Start.at(".X.."),)
    ),
    "katago-v2/main/no-result#occurrences-after-passes": Hint("chinese-like", (Start.at(".X.."),)),
    "katago-v2/territory/score-none#scored-moves": Hint("japanese-like,tax=NONE", SMALLEST_BOARDS),
    "katago-v2/territory/score-none#counted-moves": Hint("japanese-like,tax=NONE", SMALLEST_BOARDS),
    "katago-v2/territory/score-seki#scored-moves/leaves-out": Hint("japanese-like", SMALLEST_BOARDS),
    "katago-v2/territory/score-all#scored-moves": Hint("japanese-like,tax=ALL", SMALLEST_BOARDS),
    "katago-v2/territory/score-all#counted-moves": Hint("japanese-like,tax=ALL", SMALLEST_BOARDS),
    "katago-v2/main/no-result#since-pass": Hint("chinese-like", (Start.at("O.X."), Start.on(Grid(3, 1)))),
    "katago-v2/main/no-result#whole-game": Hint("chinese-like", (Start.on(Grid(3, 1)),)),
    "katago-v2/cleanup/no-result#whole-game": Hint("japanese-like", _cleanup("....")),
    "katago-v2/cleanup/no-result#occurrences/counts": Hint("japanese-like", _cleanup("....")),
    "katago-v2/cleanup/no-result#occurrences/leaves-out": Hint(
        "japanese-like,reading/state-after-pass=excluded", _cleanup("O.X.")
    ),
    "katago-v2/cleanup/no-result#occurrences-after-passes": Hint("japanese-like", _cleanup("O.X.")),
    "katago-v2/cleanup/no-result#since-pass": Hint("japanese-like", _cleanup("....")),
    "katago-v2/main/no-result#draw": Hint("chinese-like,reading/long-cycle=draw", _ETERNAL_LIFE),
    "katago-v2/cleanup/no-result#draw": Hint("japanese-like,reading/long-cycle=draw", _cleanup("....")),
    "katago-v2/main/no-result#captures": Hint(
        "chinese-like,reading/long-cycle=captures", (replace(_ETERNAL_LIFE[0], captures=(1, 0)),)
    ),
    "katago-v2/cleanup/no-result#captures": Hint(
        "japanese-like,reading/long-cycle=captures", (replace(_cleanup("....")[0], captures=(1, 0)),)
    ),
    "katago-v2/main/legal-simple-ko#sending-two": Hint(
        "chinese-like,reading/sending-two=forbidden", (Start.on(Grid(3, 1)),)
    ),
    "katago-v2/main/no-result#second-time": Hint(
        "chinese-like,reading/no-result=second", (Start.at("O.X."), Start.on(Grid(3, 1)))
    ),
    "katago-v2/cleanup/no-result#second-time": Hint("japanese-like,reading/no-result=second", _cleanup("....")),
    "katago-v2/cleanup/legal-once#coloring-before": Hint("japanese-like", _cleanup("..")),
    "katago-v2/cleanup/legal-once#coloring-after": Hint("japanese-like,reading/legal-once=after", _cleanup("....")),
    "katago-v2/cleanup/legal-once#in-phase": Hint(
        "japanese-like", (Start.at(".XO.", WHITE, phase=Phase.FIRST_CLEANUP),)
    ),
    "katago-v2/cleanup/end-repeated-pass#in-phase": Hint("japanese-like", _cleanup("..")),
    "katago-v2/cleanup/second-phase#coloring": Hint("japanese-like", _cleanup("....")),
    "katago-v2/main/end-all-pass-alive#button": Hint("tromp-taylor,selfPlayOpts=yes,hasButton=yes"),
    "katago-v2/area/remove-pass-dead": Hint("tromp-taylor,selfPlayOpts=yes", (Start.on(Grid(3, 2)),)),
    "katago-v2/territory/remove-pass-dead": Hint("japanese-like,selfPlayOpts=yes", (Start.on(Grid(3, 2)),)),
    "katago-v2/territory/remove-pass-dead#within-life": Hint(_AS_THE_ENGINE, (Start.at("OX./.X."),)),
    "katago-v2/territory/remove-pass-dead#within-life/reaches-seki": Hint(_AS_THE_ENGINE, (Start.at(".X.O/OX.O"),)),
    "katago-v2/territory/remove-pass-dead#within-life/reaches-atari": Hint(
        _AS_THE_ENGINE, (Start.at("OX.X.XO/.XXXXO."),)
    ),
    "katago-v2/main/no-result/ends": Hint("chinese-like", (Start.on(Grid(3, 1)),)),
    "katago-v2/cleanup/state#marks": Hint("japanese-like", _cleanup(".OX..")),
    "katago-v2/cleanup/state#player": Hint("japanese-like", _cleanup("...")),
    "katago-v2/cleanup/unmark": Hint("japanese-like", _cleanup("....")),
    "katago-v2/cleanup/end-repeated-pass": Hint("japanese-like", _cleanup("..")),
    "katago-v2/cleanup/no-result/ends": Hint("japanese-like", _cleanup("....")),
    "katago-v2/cleanup/no-result/goes-on-once": Hint("japanese-like", _cleanup("...")),
    "katago-v2/cleanup/legal-once/allows-other-moves": Hint("japanese-like", _cleanup("...")),
    "katago-v2/cleanup/legal-unblocked/allows-other-moves": Hint("japanese-like", _cleanup("....")),
    "katago-v2/territory/score-none#surrounded/leaves-out-dame": Hint(
        "japanese-like,tax=NONE", _cleanup("X.O", Phase.SECOND_CLEANUP)
    ),
    "katago-v2/territory/score-seki#independent-life/leaves-out-seki": Hint(
        "japanese-like", _cleanup("....", Phase.SECOND_CLEANUP)
    ),
    "katago-v2/territory/score-all#independent-life/leaves-out-seki": Hint(
        "japanese-like,tax=ALL", _cleanup("....", Phase.SECOND_CLEANUP)
    ),
    "katago-v2/territory/score-all#tax/taxes-regions": Hint(
        "japanese-like,tax=ALL", _cleanup("../..", Phase.SECOND_CLEANUP)
    ),
}


def vector_of(mutant: Mutant) -> Vector:
    """The vector that kills a mutant, by the first attempt that finds a game which does.

    Raises:
        LookupError: no such game was found.

    >>> from .mutants import mutants
    >>> vector = vector_of(list(mutants("tromp-taylor"))[2])
    >>> vector.id, vector.sentence
    ('superko/vector/tromp-taylor/turn/allows', 'A turn that it allows: A turn is a pass or a move.')
    """
    mutation = mutant.mutation
    for attempt in attempts(mutant):
        right, wrong = (attempt.start.game(rules) for rules in (attempt.rules, mutant.made_in(attempt.rules)))
        turns = shortest_game(right, wrong, attempt.most_pairs)
        if turns is not None:
            sentence = f"{mutation.shows[0].upper()}{mutation.shows[1:]}: {mutant.clause.text}"
            return Vector(f"{ID}/{mutant}", Tier.TINY, sentence, attempt.start, turns, (attempt.rules,))
    raise LookupError(f"No game was found that shows {mutant}: {mutation.mistake}.")


def attempts(mutant: Mutant) -> Iterator[Attempt]:
    """Every search to make, in order: those of a hint, or all the rules that have the clause, board by board."""
    hint = HINTS.get(str(mutant)) or HINTS.get(mutant.clause.name)
    if hint is not None:
        yield from (Attempt(parse_rules(hint.rules), start, FURTHER_PAIRS) for start in hint.starts)
        return
    rule_sets = rules_with(mutant.clause)
    if (mutant.clause.decides, mutant.mutation.name) == (Decision.WINNER, "draws"):
        rule_sets = [replace(rules, komi=0) for rules in rule_sets]
    elif "komi" in asked_by(mutant.clause):
        rule_sets = [replace(rules, komi=rules.komi or SOME_KOMI) for rules in rule_sets]
    # Without suicide nobody comes back to an empty board.
    further = (FROM_A_KO,) if mutant.mutation is REMEMBERS_START else ()
    for start, rules in product((*SMALLEST_BOARDS, *further), rule_sets):
        yield Attempt(rules, start)


def rules_with(clause: Clause) -> list[Rules]:
    """The presets that have a clause; if there are none, the usual rules of its document, changed so as to have it."""
    presets = [rules for rules in PRESETS.values() if rules.document == clause.document and clause.guard.holds(rules)]
    return presets or [
        _changed(DOCUMENTS[clause.document].usual, dict(alternative)) for alternative in clause.guard.alternatives
    ]


def _changed(rules: Rules, values: Mapping[str, frozenset[object]]) -> Rules:
    chosen = {name: min(allowed, key=str) for name, allowed in values.items()}
    parameters = {name: value for name, value in chosen.items() if name not in READINGS}
    readings = {name: str(value) for name, value in chosen.items() if name in READINGS}
    changed: Rules = replace(rules, **parameters)  # type: ignore[arg-type]
    return changed.reading(readings) if readings else changed


Recipe: TypeAlias = Callable[[], Vector | None]


class VectorGame(NamedTuple):
    """A game of a vector: the rules, where it starts, and the turns, of which the last may be one that they forbid."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]


def recipes(tier: Tier) -> list[Recipe]:
    """How the vectors of a tier are made, each by a call; a call may also give none."""
    by_tier: dict[Tier, list[Recipe]] = {
        Tier.TINY: [partial(vector_of, mutant) for mutant in mutants()],
        Tier.SMALL: [
            *(partial(vector_of_shape, name) for name in SHAPES),
            *(partial(vector_of_pair, *pair) for pair in PAIRS),
        ],
        Tier.STANDARD: [
            partial(vector_of_chance, rules, grid, number)
            for rules, grid, number in product(RULES, BOARDS, range(1, GAMES_EACH + 1))
        ],
    }
    return [recipe for other, made in by_tier.items() if tier.takes_in(other) for recipe in made]


def vectors(tier: Tier) -> tuple[Vector, ...]:
    """The vectors of a tier."""
    return merged(vector for recipe in recipes(tier) if (vector := recipe()) is not None)


def merged(unmerged: Iterable[Vector]) -> tuple[Vector, ...]:
    """Vectors of which those that are the same game have become one, which answers to the ids of all of them."""
    by_game: dict[Hashable, Vector] = {}
    for vector in unmerged:
        game = (vector.start, vector.turns, vector.rule_sets)
        known = by_game.get(game)
        by_game[game] = vector if known is None else replace(known, also=(*known.also, vector.id))
    return tuple(by_game.values())


def games(tier: Tier) -> Iterator[VectorGame]:
    """Every game of a tier under every rule set that it is told under, each once, made as it is asked for.

    >>> rules, start, turns = next(games(Tier.TINY))
    >>> rules.document, str(start.grid), turns
    ('katago-v2', '3x1', (Pass(), Pass()))
    """
    known: set[VectorGame] = set()
    for recipe in recipes(tier):
        vector = recipe()
        if vector is None:
            continue
        for played in (VectorGame(rules, vector.start, vector.turns) for rules in vector.rule_sets):
            if played not in known:
                known.add(played)
                yield played
