"""The symmetries of superko games: where rotations, reflections and the swap of colors take each state.

They are checked on the steps, so that whatever the clauses in force tell apart is told apart: if Black may play at the
left end of a row only, say, then `X..` is no image of `..X`, and games with them are counted apart.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ....spec.algebra import Color, Coloring
from ....spec.algebra.grid import points_of
from ....spec.vocabulary import State
from ...model.symmetry import Permutation, Symmetry, image_of
from ...model.symmetry import symmetries as symmetries_of_grid
from .superko_steps import StepTable


def symmetries(table: StepTable) -> list[Permutation]:
    """For each symmetry, the number of the state that each state is taken to; the first one takes each to itself.

    Those that take a step to none, as they may under amended clauses, or the start elsewhere, are left out.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.search.counting.superko_steps import step_table
    >>> [len(symmetries(step_table(Rules(), Grid(*sides)))) for sides in ((1, 1), (2, 1), (2, 2))]
    [1, 4, 16]
    """
    numbers = {state: number for number, state in enumerate(table.states)}
    itself = {point: point for point in points_of(table.grid.everywhere)}
    found = []
    for points, swap in product((itself, *symmetries_of_grid(table.grid)), (False, True)):
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


def _image(state: State, points: Symmetry, swap: bool) -> State:
    return tuple(_part_image(part, points, swap) for part in state)


def _part_image(part: Any, points: Symmetry, swap: bool) -> Any:
    match part:
        case Color():
            return part.opponent if swap else part
        case Coloring(black=black, white=white):
            black, white = (white, black) if swap else (black, white)
            return Coloring(part.board, image_of(black, points), image_of(white, points))
        case _:
            return part
