"""The Japanese rules of 1989: what is counted beside area, whether games end, and what articles 8 and 12 can mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.result import Score
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.japanese_1989.ending import AGREEMENT, REPETITION
from ....spec.japanese_1989.life import SEKI, eye_points, in_seki
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Move
from ...evidence.checks import decides, read_otherwise
from ...evidence.verdict import EVERY_SIZE, Outcome, Seen, case, every_case, smallest_case
from ...play.comparison import smallest_parting
from ...sweeps.sweep import positions_of
from ..french import games_from
from ..katago_v2.termination import every_game_ends, phase_ends

_TEXT = PRESETS["japanese-1989"]
IN_ANY_CASE = _TEXT.reading({AGREEMENT: "in-any-case"})
_MOST_POINTS = 9


def area_lead(rules: Rules, c: Coloring[int]) -> int:
    """By how many stones and points that only one color surrounds Black leads."""
    black, white = (c.size(c.of(color) | rules.defined(eye_points)(c, 0, color)) for color in Color)
    return int(black - white)


@decides("claim/japanese-score-is-area-less", _TEXT, named="{games}", on="2x1:6 3x1:6 | 2x2:7 4x1:7")
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


@decides(SEKI, (_TEXT, _TEXT.reading({SEKI: "groups"})))
@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_seki_together(strings: Rules, groups: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that counts otherwise if strings round the same eye points are in seki together."""
    for c in positions_of(grid):
        ends = [Game(rules, rows=c).passed_out() for rules in (strings, groups)]
        leads = [end.result.lead for end in ends if isinstance(end.result, Score)]
        shows = f"Black's lead is {leads[0]:g}; if those strings are in seki together, {leads[1]:g}."
        yield case(leads[0] == leads[1], Story.play(Game(strings, rows=c), ends[0].turns_taken, shows), positions=1)


decides(
    "claim/japanese-1989-terminates",
    IN_ANY_CASE,
    named=f"{AGREEMENT}=in-any-case",
    on=EVERY_SIZE,
    chosen={AGREEMENT: ["in-any-case"]},
)(phase_ends)
decides("claim/japanese-1989-terminates", _TEXT, named=f"{AGREEMENT}=without-a-pass", on="3x1")(every_game_ends)
decides(
    "",
    read_otherwise(_TEXT, REPETITION, "board-and-player"),
    *(read_otherwise(_TEXT, AGREEMENT, value) for value in ("in-any-case", "as-a-turn", "never")),
    named="{readings}",
)(smallest_parting)
