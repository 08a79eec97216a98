"""Programs run by Python itself, without a compiler in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from superko.interpreter.program.ir import WORD_BITS, NameKind, Program, words_of
from superko.interpreter.program.machine_code import Kernel
from superko.interpreter.program.text import PythonText
from superko.spec.algebra import Coloring, Grid
from superko.spec.algebra.integers import integer_board

COLORS = 3


def in_python(program: Program) -> Callable[..., dict[str, Any]]:
    """A program as a function of sets of points and numbers; it gives what is found, by name, sets as whole numbers."""
    function = Kernel(program.name, emitted=PythonText().program(program)).in_python[program.name]

    def run(*given: int) -> dict[str, Any]:
        words: list[int] = []
        for field, value in zip(program.inputs, given, strict=True):
            words += words_of(value, len(field.atoms)) if field.kind is NameKind.WORD else [value]
        answer = function(*words)
        return by_name(program, answer if isinstance(answer, tuple) else (answer,))

    return run


def by_name(program: Program, answer: tuple[Any, ...]) -> dict[str, Any]:
    """What a program gives back, by name; the words of a set as one whole number."""
    left = list(answer)
    named = {}
    for field in program.outputs:
        parts, left = left[: len(field.atoms)], left[len(field.atoms) :]
        is_set = field.kind.name == "WORD"
        named[field.name] = (
            sum(int(part) << WORD_BITS * place for place, part in enumerate(parts)) if is_set else parts[0]
        )
    return named


def joined(words: Iterable[int]) -> int:
    """The words of a set as one whole number."""
    return sum(int(word) << WORD_BITS * place for place, word in enumerate(words))


def every_coloring(grid: Grid) -> Iterator[Coloring[int]]:
    """Every coloring of a grid, legal or not."""
    board = integer_board(grid.width, grid.height)
    for index in range(COLORS**grid.size):
        digits = [index // COLORS**place % COLORS for place in range(grid.size)]
        black, white = (sum(1 << place for place, digit in enumerate(digits) if digit == color) for color in (1, 2))
        yield Coloring(board, black, white)


def some_coloring(grid: Grid, chance: Random) -> Coloring[int]:
    """A coloring in which each point has a color with some chance, the same for all points."""
    board, crowded = integer_board(grid.width, grid.height), chance.random()
    black = white = 0
    for place in range(grid.size):
        if chance.random() < crowded:
            if chance.random() < 1 / 2:
                black |= 1 << place
            else:
                white |= 1 << place
    return Coloring(board, black, white)
