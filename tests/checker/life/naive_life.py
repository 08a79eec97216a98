"""A naive twin of article 7: sets of places, and every position to which any final position of a board leads.

It was written from the articles, not from `spec`. A position is the stones, the stones that took in a ko, and whose
turn it is; after a capture also which stones are new. What a player can force is found by going through all positions
again and again, until no more are found from which it is forced: going round forces nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeVar

from tests.spec.naive import OTHER, Place, Places, Stones, grid, liberties, make_move, regions


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


Node = TypeVar("Node", bound=Hashable)


def forced(turns: Mapping[Node, list[Node]], chooses: Callable[[Node], bool], there: set[Node]) -> set[Node]:
    """From where a player forces play to come to one of some nodes, if the player chooses at some of the others."""
    won, more = set(there), True
    while more:
        more = False
        for node, after in turns.items():
            if node not in won and (any if chooses(node) else all)(then in won for then in after):
                won.add(node)
                more = True
    return won


def legal_boards(width: int, height: int) -> Iterator[Stones]:
    """Every board on which each string has a liberty."""
    places = sorted(grid(width, height))
    for colors in product((None, *OTHER), repeat=len(places)):
        black, white = (
            frozenset(place for place, its in zip(places, colors, strict=True) if its == color) for color in OTHER
        )
        stones = Stones(width, height, black, white)
        if all(liberties(stones, string) for string in strings(stones)):
            yield stones


@lru_cache(16)
def every_position(width: int, height: int, way: Way) -> dict[At, tuple[Taken, ...]]:
    """All positions of hypothetical play on a board, each with its turns."""
    regions: dict[At, tuple[Taken, ...]] = {}
    waiting = [At(stones, frozenset(), player) for stones in legal_boards(width, height) for player in OTHER]
    while waiting:
        at = waiting.pop()
        if at not in regions:
            regions[at] = turns(at, way)
            waiting += [taken.then for taken in regions[at]]
    return regions


@lru_cache(500)
def capturable(width: int, height: int, way: Way, place: Place, owner: str) -> frozenset[At]:
    """Where a stone of the owner stands at a place and the opponent can capture it.

    Once it is captured the play is over; there the position after it is left out, and the one before it is forced.
    """
    positions = every_position(width, height, way)
    captures = {
        at for at, after in positions.items() if at.player != owner and any(place in taken.captured for taken in after)
    }
    standing = {at: [taken.then for taken in after] for at, after in positions.items() if place in at.stones.of(owner)}
    return frozenset(forced(standing, lambda at: at.player != owner, captures & standing.keys()))


@lru_cache(500)
def has_new_stone(width: int, height: int, way: Way, owner: str, where: Places) -> frozenset[At]:
    """Where the owner can force it to have, some time from there, a new stone that can't be captured.

    Nothing that stands there is new; after it, what the owner plays at some of those places is, as long as it stands.
    """
    positions = every_position(width, height, way)
    nodes: dict[tuple[At, Places], list[tuple[At, Places]]] = {}
    there = set()
    waiting = [
        (taken.then, Places())
        for at, after in positions.items()
        for taken in after
        if at.player != owner and taken.captured
    ]
    while waiting:
        node = at, new = waiting.pop()
        if node in nodes:
            continue
        if any(at not in capturable(width, height, way, place, owner) for place in new):
            there.add(node)
        nodes[node] = []
        for taken in positions[at]:
            placed = {taken.place} & where if at.player == owner and taken.place else frozenset()
            nodes[node].append((taken.then, (new | placed) & taken.then.stones.of(owner)))
        waiting += nodes[node]
    won = forced(nodes, lambda node: node[0].player == owner, there)
    return frozenset(at for at, new in won if not new)


def is_alive(stones: Stones, string: Places, way: Way) -> bool:
    """Whether a string is alive by article 7."""
    width, height = stones.width, stones.height
    owner = "black" if string <= stones.black else "white"
    start = At(stones, frozenset(), owner if way.owner_first else OTHER[owner])
    stone, where = min(string), string
    if start not in capturable(width, height, way, stone, owner):
        return True
    if way.new_stone == "anywhere":
        where = stones.everywhere
    elif way.new_stone == "enabled":
        lasting = (
            taken.place
            for taken in turns(At(stones, frozenset(), owner), way)
            if taken.place and taken.then not in capturable(width, height, way, taken.place, owner)
        )
        where = stones.everywhere - frozenset(lasting)
    enabling = has_new_stone(width, height, way, owner, where)
    positions = every_position(width, height, way)
    standing = {at: after for at, after in positions.items() if string <= at.stones.of(owner)}
    for_good = {
        at for at in standing for taken in standing[at] if stone in taken.captured and taken.then not in enabling
    }
    before = {at: [taken.then for taken in after] for at, after in standing.items()}
    return start not in forced(before, lambda at: at.player != owner, for_good)


def strings(stones: Stones) -> Iterator[Places]:
    """Every string."""
    for color in OTHER:
        yield from regions(stones.of(color))
