"""The symmetries of superko games: where rotations, reflections and the swap of colors take each state."""

from __future__ import annotations

from itertools import product
from typing import Any, TypeAlias

from ...spec.algebra import Color, Coloring
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.vocabulary import State
from ..model.codes import board_symmetries
from .steps import StepTable

Permutation: TypeAlias = tuple[int, ...]


def symmetries(table: StepTable) -> list[Permutation]:
    """For each symmetry, the number of the state that each state is taken to; the first one takes each to itself.

    Those that take a step to none, as they may under amended clauses, or the start elsewhere, are left out.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.steps import step_table
    >>> [len(symmetries(step_table(Rules(), Grid(*sides)))) for sides in ((1, 1), (2, 1), (2, 2))]
    [1, 4, 16]
    """
    numbers = {state: number for number, state in enumerate(table.states)}
    found = []
    for points, swap in product(board_symmetries(table.grid), (False, True)):
        images = [numbers.get(_image(state, points, swap)) for state in table.states]
        permutation = tuple(image for image in images if image is not None)
        if len(permutation) == len(images) and permutation not in found and _keeps_steps(table, permutation):
            found.append(permutation)
    return found


def _keeps_steps(table: StepTable, permutation: Permutation) -> bool:
    def steps(number: int, images: Permutation) -> list[tuple[int, int]]:
        return sorted((images[step.target], images[step.passed]) for step in table.steps[number])

    itself = tuple(range(len(permutation)))
    return permutation[0] == 0 and all(
        steps(number, permutation) == steps(image, itself) for number, image in enumerate(permutation)
    )


def _image(state: State, points: Permutation, swap: bool) -> State:
    return tuple(_part_image(part, points, swap) for part in state)


def _part_image(part: Any, points: Permutation, swap: bool) -> Any:
    match part:
        case Color():
            return part.opponent if swap else part
        case Coloring(black=black, white=white):
            black, white = (white, black) if swap else (black, white)
            grid = part.board.grid
            return Coloring(integer_board(grid.width, grid.height), _moved(black, points), _moved(white, points))
        case _:
            return part


def _moved(points: int, images: Permutation) -> int:
    return sum(1 << images[point.bit_length() - 1] for point in points_of(points))
