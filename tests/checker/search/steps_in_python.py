"""The turns of situations, run by Python itself: the text that numba compiles, without a compiler in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from superko.checker.graph.compiled_graph import CompiledSteps
from superko.checker.graph.kernel_text import text_of_graphs
from superko.checker.phase.codes import SituationCodes
from superko.checker.phase.text import StepPrograms, text_of_steps
from superko.checker.phase.turns import Turns

from ...interpreter.compiled.in_python import Word


class Array:
    """An array that numba would be given, which gives numbers of 64 bits."""

    def __init__(self, array: Any) -> None:
        self._array, self.shape = array, array.shape

    def __getitem__(self, place: Any) -> Word | int:
        value = self._array[place]
        return Word(value) if value.dtype.kind == "u" else int(value)

    def __setitem__(self, place: Any, value: int) -> None:
        self._array[place] = int(value)


def steps_in_python(turns: Turns) -> CompiledSteps:
    """The turns of situations by the text of the programs."""
    programs = StepPrograms(turns.rules, turns.codes.board.grid, turns.phase)
    text = text_of_steps(programs, turns.may_pass, turns.moves_at, turns.unblocks_at)
    text += text_of_graphs(turns.codes.board.grid.size)
    names: dict[str, Any] = {
        "word": Word,
        "number": int,
        "count": lambda points: int(points).bit_count(),
        "empty": lambda length, kind: [kind(0)] * length,
    }
    exec(text, names)
    functions = ("sizes_of_orbits", "put_in", "expand", "edges", "find_cycles")
    return CompiledSteps(turns.codes, turns.legality, {name: _on_arrays(names[name]) for name in functions})


def _on_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: function(*(Array(some) if hasattr(some, "dtype") else some for some in given))


def unlike(codes: SituationCodes, some: Iterable[int], others: Iterable[int]) -> list[str]:
    """The situations that are among some and not among others, or the other way round."""
    return [str(codes.situation(code)) for code in sorted({*some} ^ {*others})]
