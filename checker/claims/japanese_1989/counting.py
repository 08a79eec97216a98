"""The Japanese rules of 1989: what is counted beside area, whether games end, and what articles 8 and 12 can mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.result import Score
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.japanese_1989.life import eye_points, in_seki
from ....spec.rules import Rules
from ....spec.vocabulary import Move
from ...evidence.verdict import Outcome, Seen, case, every_case, smallest_case
from ...sweeps.sweep import positions_of
from ..french import games_from

_MOST_POINTS = 9


def area_lead(rules: Rules, c: Coloring[int]) -> int:
    """By how many stones and points that only one color surrounds Black leads."""
    black, white = (c.size(c.of(color) | rules.defined(eye_points)(c, 0, color)) for color in Color)
    return int(black - white)


@every_case("games of up to {depth} turns on {grid}", acts="ended without seki")
def count_is_area_less_moves(rules: Rules, grid: Grid, depth: int) -> Iterator[Seen]:
    """Play all games that end without seki, kos or not: area is the count, and the moves that Black has made more.

    Games are left out in which a player has made two moves more than the other; no stones are taken for dead.
    """
    for game in games_from(Game(replace(rules, komi=0), grid), depth):
        c = game.position.coloring
        if isinstance(game.result, Score) and not any(in_seki(rules, c, 0, color) for color in Color):
            stones = [isinstance(turn, Move) for turn in game.turns_taken]
            uneven = sum(stones[::2]) - sum(stones[1::2])
            if abs(uneven) <= 1:
                apart = area_lead(rules, c) - game.result.lead
                yield case(
                    apart == uneven, Story.of(game, "Count and area are not as far apart as the moves."), games=1
                )


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_seki_together(strings: Rules, groups: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that counts otherwise if strings round the same eye points are in seki together."""
    for c in positions_of(grid):
        ends = [Game(rules, rows=c).passed_out() for rules in (strings, groups)]
        leads = [end.result.lead for end in ends if isinstance(end.result, Score)]
        shows = f"Black's lead is {leads[0]:g}; if those strings are in seki together, {leads[1]:g}."
        yield case(leads[0] == leads[1], Story.play(Game(strings, rows=c), ends[0].turns_taken, shows), positions=1)
