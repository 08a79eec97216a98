"""Which stones must be dead for a record to come out as it says: a search over groups, the fewest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, combinations, islice
from math import inf

from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.algebra.grid import points_of
from ...spec.dead_stones.protocols import without
from ...spec.katago_v2.faster_forms import benson
from ...spec.katago_v2.life import dame_regions
from ..adjudication import has_cleanup
from ..result import Score, lead_of
from ..sitting import Sitting, agree_on
from ..wording import counted
from .game_record import OutcomeKind, ToldResult, agrees
from .replay import Replay
from .settling import stones_in_words

MOST_TRIED = 5_000
MOST_SETS = 5
MOST_ESTIMATED = 5_000
NEARLY = 2.0
MOST_ALIVE = 3
FILLED_FIRST = {
    True: "the players fill dame first, and ",
    False: "the players leave dame unfilled, and ",
    None: "",
}


@dataclass(frozen=True)
class DeadSets:
    """The sets of dead stones under which a game comes out as its record says; none holds another.

    Attributes:
        coloring: what stands where the players say which stones are dead.
        sets: the stones of each set, as points.
        complete: whether all were, but for those that hold one of these.
        filling: whether the players fill dame first for it, where the rules take them to do otherwise; else None.
        both_ways: whether it was tried both with dame filled first, and without.
        cut_off: whether no set was tried, as the record stops where the board is not divided yet.
    """

    coloring: Coloring[int]
    sets: tuple[int, ...]
    tried: int
    complete: bool
    filling: bool | None = None
    both_ways: bool = False
    cut_off: bool = False


def explain_result(
    replay: Replay,
    recorded_result: ToldResult,
    filling: bool | None = None,
    most: int = MOST_TRIED,
    report: Callable[[int], None] = lambda tried: None,
    dead: int | None = None,
    likely: bool = False,
) -> DeadSets:
    """The sets of dead stones that make what a record says of its result true, the smallest first.

    First stones die that are connected through empty points, all at once; then strings. Sets of few are tried first,
    and before all others those that change the score about as much as is wanted. What nobody can capture (Benson) never
    dies.

    Args:
        replay: the record, replayed under the rules.
        recorded_result: what it says of the result.
        filling: whether the players are taken to fill dame first; None to try it as the rules have it, and if no set
            is found the other way.
        most: how many sets to try at most, each way.
        report: is called after each set, with how many were tried.
        dead: the stones that are dead, if that is known; then only dame are tried.
        likely: whether sets that leave most stones alive, and change the score about as much as is wanted, are tried
            alone, where there are too many to try all.

    Raises:
        ValueError: the record says no score, or play does not stop where players say which stones are dead.
    """
    if recorded_result.kind is not OutcomeKind.SCORE:
        raise ValueError("Dead stones explain a score, and the record has none.")
    stop = replay.stop() if replay.followed else None
    if stop is None:
        raise ValueError("The record ends before the players say which stones are dead.")
    game, is_over = stop[0], replay.shows_stop or dead is not None
    c, usual = game.position.coloring, has_cleanup(game.rules)
    if not is_over and is_open(c):
        return DeadSets(c, (), 0, True, cut_off=True)
    # Groups, and then strings, that Benson's algorithm does not find to be safe.
    safe = benson(game.rules, c, BLACK) | benson(game.rules, c, WHITE)
    groups = [stones for color in Color for stones in connected(c, color, c.not_of(color.opponent))]
    strings = [stones for color in Color for stones in connected(c, color, c.of(color))]
    parts = tuple([part for part in kind if not part & safe] for kind in (groups, strings))
    only_likely = likely and max(map(len, parts)) > most.bit_length()

    def sets_if(filling: bool | None) -> DeadSets:
        sets, tried, agreed = list[int](), set[int](), cache(partial(agree_on, game, filling=filling))
        candidates = _candidates(agreed, parts, recorded_result, most, only_likely)
        for these in candidates if dead is None else (dead,):
            if these in tried or any(these & known == known for known in sets):
                continue
            if (only_likely or not is_over) and not is_likely(c, these):
                continue
            if not is_over and not is_divided(c.emptied(these)):
                continue
            if len(tried) == most or len(sets) == MOST_SETS:
                return DeadSets(c, _smallest_first(sets), len(tried), False)
            tried.add(these)
            report(len(tried))
            result = agreed(these).result
            if result is not None and agrees(recorded_result, result) is True:
                sets.append(these)
        return DeadSets(c, _smallest_first(sets), len(tried), not only_likely, cut_off=not is_over and not tried)

    usually = sets_if(filling)
    if usually.sets or usually.cut_off or filling is not None:
        return usually if dead is None else replace(usually, filling=filling if filling is not None else usual)
    other = sets_if(not usual)
    return replace(
        other,
        tried=usually.tried + other.tried,
        complete=usually.complete and other.complete,
        filling=not usual if other.sets else None,
        both_ways=True,
    )


def is_open(c: Coloring[int]) -> bool:
    """Whether there is more to divide, even if stones are dead, as long as most are alive.

    That is so where a region of empty points that is not divided is next to many stones of both colors.

    >>> from superko.interpreter.notation import parse_board
    >>> is_open(parse_board("X...O")), is_open(parse_board("X..O"))
    (True, False)
    """
    regions = (c.board.closure(point, c.empty) for point in points_of(undivided(c)))
    borders = (min((c.border(region) & c.of(color) for color in Color), key=int.bit_count) for region in regions)
    return any(not is_likely(c, border) for border in borders)


def is_divided(c: Coloring[int]) -> bool:
    """Whether the players have no more to divide: every empty point that both reach is next to a stone.

    >>> from superko.interpreter.notation import parse_board
    >>> is_divided(parse_board(".X.O.")), is_divided(parse_board("X..O.")), is_divided(parse_board("X...O"))
    (True, True, False)
    """
    return not undivided(c)


def undivided(c: Coloring[int]) -> int:
    """The empty points that no stone is next to in a region that both colors reach."""
    return dame_regions(c) & ~c.board.neighbours(c.black | c.white)


def is_likely(c: Coloring[int], dead: int) -> bool:
    """Whether most stones are alive; nearly any number could be explained by others that are dead.

    >>> from superko.interpreter.notation import parse_board
    >>> is_likely(parse_board("XXXO"), 0b1000), is_likely(parse_board("XXXO"), 0b0111)
    (True, False)
    """
    return dead.bit_count() * MOST_ALIVE <= (c.black | c.white).bit_count()


def _smallest_first(sets: list[int]) -> tuple[int, ...]:
    return tuple(sorted(sets, key=int.bit_count))


def comes_out_if(explained: DeadSets, dead: int) -> str:
    """What makes the record's result true: which stones are dead, after dame are filled or not."""
    stones = stones_in_words(explained.coloring, dead)
    return FILLED_FIRST[explained.filling] + (f"these are dead: {stones}" if stones else "no stone is dead")


def explanation_sentences(text: str, explained: DeadSets) -> Iterator[str]:
    """Which dead stones make what the record says of the result true."""
    for dead in explained.sets:
        yield f"{text} comes out if {comes_out_if(explained, dead)}."
    tried = counted(explained.tried, "set")
    if explained.cut_off and not explained.sets:
        yield f"The game is not over where the record stops, so no dead stones explain {text}."
    elif explained.complete and explained.sets:
        yield "No other set does, except those that contain one of these."
    elif explained.complete:
        filled = ", whether the players fill dame first or not" if explained.both_ways else ""
        yield f"No stones that can be captured make it {text} by being dead{filled}."
    elif explained.sets:
        yield f"The search ended after {tried} of stones; there may be more."
    else:
        yield f"None of the {tried} of stones that were tried as dead makes it {text}."


def _candidates(
    agreed: Callable[[int], Sitting],
    kinds: tuple[list[int], ...],
    recorded_result: ToldResult,
    most: int,
    only_near: bool,
) -> Iterator[int]:
    """Sets of stones that may be dead: of groups, and then of strings, the fewest first; some come twice.

    With `only_near` they are those alone that would change the score about as much as is wanted.
    """
    wanted = (recorded_result.margin or 0) * (-1 if recorded_result.winner is WHITE else 1)
    usual = agreed(0)
    lead = usual.result.lead - wanted if isinstance(usual.result, Score) else inf
    ended = usual.ended

    def change(dead: int) -> float:
        """By how much Black leads more if these stones are dead, once dame are filled."""
        return float(lead_of(without(ended, dead)) - lead_of(ended))

    for parts in kinds:
        few = len(parts) <= most
        if few or not only_near:
            yield from _unions(parts, [change(part) if few else 0.0 for part in parts], lead, only_near)


def connected(c: Coloring[int], color: Color, within: int) -> list[int]:
    """The stones of a color, those together that are connected within some points.

    >>> from superko.interpreter.notation import parse_board
    >>> c = parse_board("X.X/OO./XX.")
    >>> [stones.bit_count() for stones in connected(c, Color.BLACK, c.not_of(Color.WHITE))]
    [4]
    >>> [stones.bit_count() for stones in connected(c, Color.BLACK, c.black)]
    [1, 1, 2]
    """
    stones = (c.board.closure(stone, within) & c.of(color) for stone in points_of(c.of(color)))
    return list(dict.fromkeys(stones))


def _unions(parts: list[int], changes: list[float], lead: float, only_near: bool) -> Iterator[int]:
    """The unions of some of the parts, which have no point in common: none, each, every two, and so on.

    Of the first of them, those come before the rest, or alone, by which the lead would be nearly none, if every part
    changed it by itself.
    """
    every = chain.from_iterable(combinations(range(len(parts)), number) for number in range(len(parts) + 1))
    first = [(abs(lead + sum(changes[n] for n in chosen)) > NEARLY, chosen) for chosen in islice(every, MOST_ESTIMATED)]
    near = (chosen for is_far, chosen in first if not is_far)
    rest = chain((chosen for is_far, chosen in first if is_far), every)
    return (sum(parts[n] for n in chosen) for chosen in (near if only_near else chain(near, rest)))
