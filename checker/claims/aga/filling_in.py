"""Filling in: prisoners put into the territory of their color, and stones into one's own, change no score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from ....interpreter.result import as_set_up, scored_by
from ....spec.aga.counting import territory
from ....spec.aga.presets import PRESETS
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.rules import Rules
from ....spec.vocabulary import Ended
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...phase.many import some
from ...sweeps.sweep import as_floats, legal_chunks

NOTES = (
    "Stones are filled in one after the other, in the order of the points, until a player has no territory left. "
    "Where there are more prisoners than territory, not all of them can be filled in."
)


def filled_in(c: Coloring[Words], color: Color) -> Iterator[tuple[Coloring[Words], Coloring[Words]]]:
    """Positions before and after a stone of a color was put into its own territory, until there is none left."""
    for point in points_of(c.board.grid.everywhere):
        chosen = np.flatnonzero(territory(c, color) & np.uint64(point))
        before = some(c, chosen)
        after = before.colored(np.full(len(chosen), point, dtype=np.uint64), color)
        yield before, after
        black, white = c.black.copy(), c.white.copy()
        black[chosen], white[chosen] = after.black, after.white
        c = Coloring(c.board, black, white)


def filling_in_changes_nothing(rules: Rules, grid: Grid, prisoners: bool) -> Verdict:
    """Fill in stone after stone, in every legal position: does the lead ever change?

    Args:
        rules: the rules.
        grid: the board.
        prisoners: whether the stones come from the prisoners that the opponent holds; if not, from the bowl.
    """
    positions = filled = differences = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        for color in Color:
            for before, after in filled_in(c, color):
                held = _holding(rules, before, color, 1 if prisoners else 0)
                later = _holding(rules, after, color, 0)
                filled += len(before.black)
                differences += sum(
                    int(np.count_nonzero(_score(held, player) != _score(later, player))) for player in Color
                )
    verdict = holds_unless(differences, f"legal positions of {grid}", "sweep", positions=positions, filled_in=filled)
    return if_it_acted(replace(verdict, notes=NOTES), filled, "could be filled in")


def _holding(rules: Rules, c: Coloring[Words], color: Color, prisoners: int) -> Ended[Words]:
    """A position to be counted, with so many prisoners of a color."""
    return as_set_up(rules, c, captures={color: prisoners, color.opponent: 0})


def _score(ended: Ended[Words], player: Color) -> np.typing.NDArray[np.float64]:
    return as_floats(scored_by(ended, player), ended.coloring)


for _rules, _prisoners, _label in (
    (PRESETS["aga"], True, "scoring=TERRITORY, prisoners"),
    (PRESETS["aga-area"], False, "scoring=AREA, own stones"),
):
    check_boards(
        "claim/aga-filling-in-is-mechanical",
        partial(filling_in_changes_nothing, prisoners=_prisoners),
        boards=[(2, 1), (3, 1), (2, 2), (3, 2), (3, 3)],
        standard=[(5, 2), (4, 3)],
        rules=_label,
        under=(_rules,),
    )
