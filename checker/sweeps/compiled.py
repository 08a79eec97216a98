"""Sweeps by compiled programs, where numba is installed: legality, and the leads of all scorings in one go.

The programs come from the same clauses as everything else; what can't be compiled is asked of arrays instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ...interpreter.program.clauses import SETS, NotCompiled, in_cases, program
from ...interpreter.program.ir import NameKind, Program
from ...interpreter.program.machine_code import cache_folder, is_available, on_arrays
from ...interpreter.result import as_set_up, lead_of
from ...spec.algebra import BLACK, WHITE, Coloring, Condition, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.board import P
from ...spec.katago_v2.faster_forms import stones_without_liberty
from ...spec.rules import Rules

POINTS_WORTH_COMPILING = 13


def is_worth_compiling(grid: Grid) -> bool:
    """Whether going through all colorings of a board takes longer than compiling what is asked of them."""
    return grid.size >= POINTS_WORTH_COMPILING and is_available()


@lru_cache(64)
def legality_program(grid: Grid) -> Program:
    """Whether every stone of a coloring has a liberty."""

    def does(rules: Rules, black: Any, white: Any) -> Mapping[str, Any]:
        return {"legal": is_legal(Coloring(black.board, black, white))}

    return program("is_legal", grid, Rules(), "Whether every stone has a liberty.", SETS, does)


@lru_cache(64)
def leads_program(grid: Grid, scorings: tuple[Rules, ...]) -> Program:
    """By how much Black leads by each scoring, if a game that was set up ends at once.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """

    def does(rules: Rules, black: Any, white: Any) -> Mapping[str, Any]:
        c = Coloring(black.board, black, white)

        def lead(rules: Rules) -> Any:
            return in_cases(black.board, lambda: lead_of(as_set_up(rules, c)), NameKind.REAL)

        return {f"lead{place}": lead(rules) for place, rules in enumerate(scorings)}

    return program("leads", grid, scorings[0], "By how much Black leads, by each scoring.", SETS, does)


def compiled_leads(grid: Grid, scorings: tuple[Rules, ...]) -> Program | None:
    """The program for some scorings; None where there are none, a clause can't be compiled, or it is not worth it."""
    if not is_worth_compiling(grid) or not scorings:
        return None
    try:
        return leads_program(grid, scorings)
    except NotCompiled:
        return None


def legal_flags(c: Coloring[Words]) -> Flags:
    """Which of many colorings are legal; by the compiled program, where there can be one."""
    if not is_worth_compiling(c.board.grid):
        return np.asarray(is_legal(c))
    found = np.empty(len(c.black), dtype=np.bool_)
    on_arrays(legality_program(c.board.grid))(c.black, c.white, found)
    return found


def prepare(grid: Grid, scorings: tuple[Rules, ...]) -> None:
    """Compile what a sweep needs, so that its workers find it in the cache folder, and can be interrupted."""
    if is_worth_compiling(grid) and cache_folder() is not None:
        none = np.empty(0, dtype=np.uint64)
        nothing = Coloring(ArrayBoard(grid), none, none)
        legal_flags(nothing)
        by_program = compiled_leads(grid, scorings)
        if by_program is not None:
            leads(by_program, nothing)


def leads(some: Program, c: Coloring[Words]) -> list[npt.NDArray[np.float64]]:
    """What a program says of many colorings: an array for each of its outputs."""
    found = [np.empty(len(c.black), dtype=np.float64) for _ in some.found]
    on_arrays(some)(c.black, c.white, *found)
    return found


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring has a liberty, so that it can stand between turns."""
    return c.is_empty(stones_without_liberty(c, BLACK) | stones_without_liberty(c, WHITE))
