"""The turns of situations, run by Python itself: the functions that numba compiles, without a compiler in between."""

from __future__ import annotations

from collections.abc import Iterable

from superko.checker.graph.compiled_graph import CompiledSteps, kernel_of
from superko.checker.phase.codes import SituationCodes
from superko.checker.phase.turns import Turns


def steps_in_python(turns: Turns) -> CompiledSteps:
    """The turns of situations by the functions as they are written."""
    return CompiledSteps(turns.codes, turns.legality, kernel_of(turns).in_python)


def unlike(codes: SituationCodes, first: Iterable[int], others: Iterable[int]) -> list[str]:
    """The situations that are among some and not among others, or the other way round."""
    return [str(codes.situation(code)) for code in sorted({*first} ^ {*others})]
