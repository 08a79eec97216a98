"""Which stones must be dead for a record to come out as it says: a search over groups, the fewest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations

from ...spec.algebra import Color, Coloring
from ...spec.algebra.grid import points_of
from ..game import Game
from ..sitting import agree_on, fills_by_default
from ..wording import counted
from .game_record import OutcomeKind, ToldResult, agrees
from .replay import Replay
from .settling import stones_in_words

MOST_TRIED = 5_000
MOST_SETS = 5
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
        tried: how many sets were tried.
        complete: whether all were, but for those that hold one of these.
        filling: whether the players fill dame first for it, where the rules take them to do otherwise; else None.
        both_ways: whether it was tried both with dame filled first, and without.
    """

    coloring: Coloring[int]
    sets: tuple[int, ...]
    tried: int
    complete: bool
    filling: bool | None = None
    both_ways: bool = False


def explain_result(
    replay: Replay,
    recorded_result: ToldResult,
    filling: bool | None = None,
    most: int = MOST_TRIED,
    report: Callable[[int], None] = lambda tried: None,
) -> DeadSets:
    """The sets of dead stones that make what a record says of its result true.

    First stones die that are connected through empty points, all at once; then strings. Sets of few are tried first.

    Args:
        replay: the record, replayed under the rules.
        recorded_result: what it says of the result.
        filling: whether the players are taken to fill dame first; None to try it as the rules have it, and if no set
            is found the other way.
        most: how many sets to try at most, each way.
        report: is told how many were tried.

    Raises:
        ValueError: the record tells no score, or play does not come to where players say which stones are dead.
    """
    if recorded_result.kind is not OutcomeKind.SCORE:
        raise ValueError("Dead stones explain a score, and the record tells none.")
    stop = replay.stop() if replay.followed else None
    if stop is None:
        raise ValueError("The record does not come to where the players say which stones are dead.")
    game, _ = stop
    usually = _sets(game, recorded_result, filling, most, report)
    usual = fills_by_default(game.rules)
    if usually.sets or filling is not None or usual is None:
        return usually
    other = _sets(game, recorded_result, not usual, most, report)
    return replace(
        other,
        tried=usually.tried + other.tried,
        complete=usually.complete and other.complete,
        filling=not usual if other.sets else None,
        both_ways=True,
    )


def _sets(
    game: Game, recorded_result: ToldResult, filling: bool | None, most: int, report: Callable[[int], None]
) -> DeadSets:
    sets: list[int] = []
    tried = set[int]()
    c = game.position.coloring
    for dead in _candidates(c):
        if dead in tried or any(dead & known == known for known in sets):
            continue
        if len(tried) == most or len(sets) == MOST_SETS:
            return DeadSets(c, tuple(sets), len(tried), False)
        tried.add(dead)
        report(len(tried))
        if _comes_out(game, dead, recorded_result, filling):
            sets.append(dead)
    return DeadSets(c, tuple(sets), len(tried), True)


def explanation_sentences(text: str, explained: DeadSets) -> Iterator[str]:
    """Which dead stones make what the record says of the result true."""
    for dead in explained.sets:
        stones = stones_in_words(explained.coloring, dead)
        whose = f"these are dead: {stones}" if stones else "no stone is dead"
        yield f"{text} comes out if {FILLED_FIRST[explained.filling]}{whose}."
    tried = counted(explained.tried, "set")
    if explained.complete and explained.sets:
        yield "There is no other, but for sets that hold one of these."
    elif explained.complete:
        filled = ", whether the players fill dame first or not" if explained.both_ways else ""
        yield f"Whatever is dead, it is not {text}{filled}."
    elif explained.sets:
        yield f"The search ended after {tried} of stones; there may be more."
    else:
        yield f"None of the {tried} of stones that were tried as dead makes it {text}."


def _comes_out(game: Game, dead: int, recorded_result: ToldResult, filling: bool | None) -> bool:
    result = agree_on(game, dead, filling).result
    return result is not None and agrees(recorded_result, result) is True


def _candidates(c: Coloring[int]) -> Iterator[int]:
    """Sets of stones that may be dead: of groups, and then of strings, the fewest first; some come twice."""
    groups = [stones for color in Color for stones in connected(c, color, c.not_of(color.opponent))]
    strings = [stones for color in Color for stones in connected(c, color, c.of(color))]
    return chain(_unions(groups), _unions(strings))


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


def _unions(parts: list[int]) -> Iterator[int]:
    """The unions of some of the parts, which have no point in common: none, each, every two, and so on."""
    return (sum(chosen) for number in range(len(parts) + 1) for chosen in combinations(parts, number))
