"""What proofs leave open of points and sums on a board of no known size, each told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from operator import and_, or_, xor
from typing import Any

import pytest
import z3

from superko.checker.phase.past import LeftOpen
from superko.checker.proofs.every_board import AnyPoints
from superko.checker.proofs.one_point import Total, condition_of
from superko.checker.proofs.unknown import formula_of

POINTS = {"any points": AnyPoints(z3.Bool("member")), "one point": condition_of(z3.Bool("member"))}


@pytest.mark.parametrize("kind", POINTS)
@pytest.mark.parametrize("join", [and_, or_, xor])
def test_which_points_a_number_names_is_left_open(join: Callable[[Any, Any], object], kind: str) -> None:
    with pytest.raises(LeftOpen, match="Which points of an unspecified board the number 512 names is left open"):
        join(POINTS[kind], 512)


def test_what_a_sum_comes_to_is_left_open() -> None:
    with pytest.raises(LeftOpen, match="The value of a sum over the points of an unspecified board is left open"):
        hash(Total(1, 0))


def test_a_condition_on_the_board_is_told_as_one_where_the_board_is_not_looked_at() -> None:
    with pytest.raises(
        LeftOpen, match="A condition on the points of the board, or on how many there are, is left open"
    ):
        formula_of(z3.Bool("holds"))
    with pytest.raises(LeftOpen, match="A condition is asked for, and this is none"):
        formula_of(1)
