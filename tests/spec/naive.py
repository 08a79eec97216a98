"""A naive twin of board clauses, most of them of KataGo v2: sets of (x, y) places, loops, and nothing clever.

It was written from the document, not from `spec`, and shares no code with it, so that the two can disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

Place = tuple[int, int]
Places = frozenset[Place]
BLACK, WHITE = "black", "white"
OTHER = {BLACK: WHITE, WHITE: BLACK}


@dataclass(frozen=True)
class Stones:
    """A grid coloring; a place is its column and its row, from the top left."""

    width: int
    height: int
    black: Places
    white: Places

    @property
    def everywhere(self) -> Places:
        return grid(self.width, self.height)

    def of(self, color: str) -> Places:
        return self.black if color == BLACK else self.white

    @cached_property
    def empty(self) -> Places:
        return self.everywhere - self.black - self.white

    def with_color(self, color: str, places: Places) -> Stones:
        if color == BLACK:
            return Stones(self.width, self.height, places, self.white)
        return Stones(self.width, self.height, self.black, places)


@lru_cache
def grid(width: int, height: int) -> Places:
    return frozenset((x, y) for x in range(width) for y in range(height))


def are_adjacent(place: Place, other: Place) -> bool:
    return abs(place[0] - other[0]) + abs(place[1] - other[1]) == 1


def around(place: Place) -> list[Place]:
    x, y = place
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


@lru_cache(100_000)
def regions(places: Places) -> list[Places]:
    """The maximal connected subsets."""
    subsets = []
    left = set(places)
    while left:
        region = set()
        to_visit = [min(left)]
        while to_visit:
            place = to_visit.pop()
            if place in left:
                left.remove(place)
                region.add(place)
                to_visit += around(place)
        subsets.append(frozenset(region))
    return subsets


def beside(stones: Stones, places: Places) -> Places:
    """The places outside a set that are adjacent to some member of it."""
    return frozenset(near for place in places for near in around(place)) & stones.everywhere - places


def liberties(stones: Stones, region: Places) -> Places:
    return beside(stones, region) & stones.empty


def resolve_captures(stones: Stones, color: str) -> tuple[Stones, Places]:
    """The coloring once the color's captures are resolved, and the places that this emptied."""
    emptied: Places = frozenset()
    for region in regions(stones.of(color)):
        if not liberties(stones, region):
            emptied |= region
    return stones.with_color(color, stones.of(color) - emptied), emptied


@lru_cache(1_000_000)
def make_move(stones: Stones, color: str, place: Place) -> tuple[Stones, Places, Places]:
    """The coloring after a move, the opponent's places that it emptied, and the player's own."""
    stones = stones.with_color(color, stones.of(color) | {place})
    stones, captured = resolve_captures(stones, OTHER[color])
    stones, suicide = resolve_captures(stones, color)
    return stones, captured, suicide


def is_pseudolegal(stones: Stones, color: str, place: Place, suicide_allowed: bool) -> bool:
    if place not in stones.empty:
        return False
    after, _, own = make_move(stones, color, place)
    if after == stones:
        return False
    return suicide_allowed or len(own) == 0


def is_ko_move(stones: Stones, color: str, place: Place, suicide_allowed: bool) -> bool:
    after, _, _ = make_move(stones, color, place)
    for reply in after.empty:
        if is_pseudolegal(after, OTHER[color], reply, suicide_allowed):
            restored, _, _ = make_move(after, OTHER[color], reply)
            if restored == stones:
                return True
    return False


def dame_regions(stones: Stones) -> list[Places]:
    dame = []
    for region in regions(stones.empty):
        border = beside(stones, region)
        if border & stones.black and border & stones.white:
            dame.append(region)
    return dame


def regions_in_atari(stones: Stones, color: str) -> list[Places]:
    return [region for region in regions(stones.of(color)) if len(liberties(stones, region)) == 1]


def independent_life_regions(stones: Stones, color: str, own_stone: bool) -> list[Places]:
    """The document's regions; or, with `own_stone`, only those that hold a place of their color."""
    unsettled = dame_regions(stones) + regions_in_atari(stones, BLACK) + regions_in_atari(stones, WHITE)
    living = []
    for region in regions(stones.everywhere - stones.of(OTHER[color])):
        contains_some = any(inner <= region for inner in unsettled)
        if not contains_some and (region & stones.of(color) or not own_stone):
            living.append(region)
    return living


@lru_cache(1_000_000)
def pass_alive_groups(stones: Stones, color: str, suicide_allowed: bool) -> list[Places]:
    """By trying every sequence of consecutive moves of the opponent."""
    alive = regions(stones.of(color))
    seen = {stones}
    to_try = [stones]
    while to_try and alive:
        now = to_try.pop()
        alive = [region for region in alive if region <= now.of(color)]
        for place in now.empty:
            if is_pseudolegal(now, OTHER[color], place, suicide_allowed):
                after, _, _ = make_move(now, OTHER[color], place)
                if after not in seen:
                    seen.add(after)
                    to_try.append(after)
    return alive


def pass_alive_territory(stones: Stones, color: str, suicide_allowed: bool) -> list[Places]:
    alive = pass_alive_groups(stones, color, suicide_allowed)
    territory = []
    for region in regions(stones.everywhere - stones.of(color)):
        bordering = [group for group in regions(stones.of(color)) if group & beside(stones, region)]
        interior = [
            place for place in region if not any(are_adjacent(place, stone) for group in alive for stone in group)
        ]
        if all(group in alive for group in bordering) and len(interior) <= 1:
            territory.append(region)
    return territory


def together(sets: Iterable[Places]) -> Places:
    return frozenset(place for places in sets for place in places)


def pass_dead(stones: Stones, color: str, suicide_allowed: bool) -> Places:
    return stones.of(color) & together(pass_alive_territory(stones, OTHER[color], suicide_allowed))


def pass_dead_within_life(stones: Stones, color: str, suicide_allowed: bool) -> Places:
    """The pass-dead places that the engine empties with a tax on territory."""
    dead = {owner: pass_dead(stones, owner, suicide_allowed) for owner in (BLACK, WHITE)}
    cleared = Stones(stones.width, stones.height, stones.black - dead[BLACK], stones.white - dead[WHITE])
    within_life: Places = frozenset()
    for region in regions(cleared.everywhere - cleared.of(color)):
        touches_dame = any(dame <= region for dame in dame_regions(cleared))
        if not touches_dame and not any(group <= region for group in regions_in_atari(stones, OTHER[color])):
            within_life |= region & dead[color]
    return within_life


def surrounded(stones: Stones, color: str) -> Places:
    """The places of empty regions that border the color and not the other."""
    places: Places = frozenset()
    for region in regions(stones.empty):
        border = beside(stones, region)
        if border & stones.of(color) and not border & stones.of(OTHER[color]):
            places |= region
    return places


def surrounded_or_alive(stones: Stones, color: str, tax: str, own_stone: bool) -> int:
    """What empty places bring, less the tax on groups: the part that all scores share."""
    if tax == "NONE":
        return len(surrounded(stones, color))
    life = independent_life_regions(stones, color, own_stone)
    points = len(stones.empty & together(life))
    return points - 2 * len(life) if tax == "ALL" else points


def area_score(stones: Stones, color: str, tax: str, own_stone: bool) -> int:
    return len(stones.of(color)) + surrounded_or_alive(stones, color, tax, own_stone)


def territory_score(
    stones: Stones,
    color: str,
    tax: str,
    own_stone: bool,
    captures: Mapping[str, int],
    moves: Mapping[str, int],
    second_phase_start: Stones,
) -> int:
    score = surrounded_or_alive(stones, color, tax, own_stone) + captures[OTHER[color]] + moves[color]
    life = together(independent_life_regions(stones, color, own_stone))
    for place in stones.of(color):
        if place not in life and place not in second_phase_start.of(color):
            score -= 1
    return score


def ownership_score(
    stones: Stones,
    color: str,
    tax: str,
    own_stone: bool,
    earlier_moves: Mapping[str, int],
    second_phase_start: Stones,
) -> int:
    score = surrounded_or_alive(stones, color, tax, own_stone) - earlier_moves[color]
    life = together(independent_life_regions(stones, color, own_stone))
    for place in stones.of(color):
        if place in life or place in second_phase_start.of(color):
            score += 1
    return score


def naive_territory(stones: Stones, dead: Places, color: str, together: bool) -> Places:
    """Article 8 of the Japanese rules by loops: free regions, which of them one color surrounds, who is in seki."""
    live = {player: stones.of(player) - dead for player in OTHER}
    free = regions(stones.everywhere - live["black"] - live["white"])
    eyes = {
        player: [
            region
            for region in free
            if beside(stones, region) & live[player] and not beside(stones, region) & live[other]
        ]
        for player, other in OTHER.items()
    }
    of_none = [region for region in free if not any(region in of_one for of_one in eyes.values())]
    touched = [string for string in regions(live[color]) if any(beside(stones, region) & string for region in of_none)]
    while together:
        beside_same_eyes = [
            string
            for string in regions(live[color])
            for eye in eyes[color]
            if beside(stones, eye) & string and any(beside(stones, eye) & seki for seki in touched)
        ]
        new = [string for string in beside_same_eyes if string not in touched]
        if not new:
            break
        touched += new
    seki = frozenset(place for string in touched for place in string)
    return frozenset(place for eye in eyes[color] if not beside(stones, eye) & seki for place in eye)
