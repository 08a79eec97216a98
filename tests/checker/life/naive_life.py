"""A naive twin of article 7: sets of places, every line of hypothetical play with all that stood in it, and no table.

It was written from the articles, not from `spec`. A position is the stones, the stones that took in a ko, and whose
turn it is. Play that comes to a position again is given up: whoever must force something has not done it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from tests.spec.naive import OTHER, Place, Places, Stones, liberties, make_move, regions


@dataclass(frozen=True)
class At:
    """A position of hypothetical play."""

    stones: Stones
    took: Places
    player: str


@dataclass(frozen=True)
class Taken:
    """What a turn places and captures, and what it leads to; no place is played by a pass."""

    place: Place | None
    captured: Places
    then: At


@dataclass(frozen=True)
class Way:
    """How the article is read: who is first, where a new stone counts, and whether kos can be passed for."""

    owner_first: bool = False
    new_stone: str = "captured-from"
    passes_for_kos: bool = True


@lru_cache(100_000)
def turns(at: At, way: Way) -> tuple[Taken, ...]:
    """Every turn: passes, passes for a ko, and moves that leave no own string without liberty."""
    other = OTHER[at.player]
    taken = [Taken(None, frozenset(), At(at.stones, at.took, other))]
    if way.passes_for_kos:
        for took in at.took & at.stones.of(other):
            taken.append(Taken(None, frozenset(), At(at.stones, at.took - {took}, other)))
    for place in at.stones.empty:
        after, captured, own = make_move(at.stones, at.player, place)
        string = next((region for region in regions(after.of(at.player)) if place in region), frozenset())
        in_ko = len(captured) == 1 and len(string) == 1 and liberties(after, string) == captured
        if own or (in_ko and captured & at.took):
            continue
        taking = at.took | {place} if in_ko else at.took
        alone = {
            stone for color in OTHER for region in regions(after.of(color)) if len(region) == 1 for stone in region
        }
        taken.append(Taken(place, captured, At(after, taking & alone, other)))
    return tuple(taken)


def forces(at: At, player: str, wanted: Callable[[Taken], bool], way: Way, stood: frozenset[At] = frozenset()) -> bool:
    """Whether a player can force it to take a turn that is wanted, whatever the opponent does."""
    if at in stood:
        return False
    after = (
        (at.player == player and wanted(taken)) or forces(taken.then, player, wanted, way, stood | {at})
        for taken in turns(at, way)
    )
    return any(after) if at.player == player else all(after)


@lru_cache(100_000)
def can_capture(at: At, place: Place, way: Way) -> bool:
    """Whether the opponent of the stone at a place can capture it."""
    owner = "black" if place in at.stones.black else "white"
    return forces(at, OTHER[owner], lambda taken: place in taken.captured, way)


def lasts(taken: Taken, where: Places, way: Way) -> bool:
    """Whether a turn is a move at one of some places whose stone can't be captured."""
    return taken.place is not None and taken.place in where and not can_capture(taken.then, taken.place, way)


@lru_cache(100_000)
def enables(at: At, owner: str, where: Places, way: Way) -> bool:
    """Whether the owner can force it to play such a stone."""
    return forces(at, owner, lambda taken: lasts(taken, where, way), way)


def is_alive(stones: Stones, string: Places, way: Way) -> bool:
    """Whether a string is alive by article 7."""
    owner = "black" if string <= stones.black else "white"
    start = At(stones, frozenset(), owner if way.owner_first else OTHER[owner])
    where = string
    if way.new_stone == "anywhere":
        where = stones.everywhere
    elif way.new_stone == "enabled":
        before = (taken for taken in turns(At(stones, frozenset(), owner), way) if taken.place is not None)
        where = stones.everywhere - {
            taken.place for taken in before if taken.place and lasts(taken, stones.everywhere, way)
        }
    stone = min(string)
    if not can_capture_from(start, stone, way):
        return True
    for_good = forces(
        start,
        OTHER[owner],
        lambda taken: stone in taken.captured and not enables(taken.then, owner, where, way),
        way,
    )
    return not for_good


def can_capture_from(start: At, stone: Place, way: Way) -> bool:
    """Whether a string can be captured at all, from where the play begins."""
    return can_capture(start, stone, way)


def strings(stones: Stones) -> Iterator[Places]:
    """Every string."""
    for color in OTHER:
        yield from regions(stones.of(color))
