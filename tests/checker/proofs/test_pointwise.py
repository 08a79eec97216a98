"""What the pointwise reading proves holds on every board, and it proves nothing else."""

from __future__ import annotations

from collections.abc import Callable
from operator import and_, or_, xor
from typing import Any

import pytest
import z3

from superko.checker.phase.past import LeftOpen
from superko.checker.proofs.every_board import AnyPoints
from superko.checker.proofs.one_point import PointwiseBoard, Total, condition_of
from superko.checker.proofs.unknown import formula_of
from superko.spec.algebra import BLACK, WHITE, Coloring
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.katago_v2.life import dame_regions, independent_life_regions, regions_in_atari
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.parameters import Tax
from superko.spec.rules import Rules

from ...spec.boards import all_colorings

BOARDS = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)]
RULES = Rules(tax=Tax.ALL)

Equation = Callable[[Coloring[Any]], tuple[Any, Any]]


def groups_and_others(c: Coloring[Any], groups: Any) -> tuple[Any, Any]:
    return c.size(groups) + c.size(c.black & ~groups), c.size(c.black)


EQUATIONS: dict[str, Equation] = {
    "stones and empty points fill the board": lambda c: (
        c.size(c.black) + c.size(c.white) + c.size(c.empty),
        c.size(c.board.everything),
    ),
    "emptying a region of the black stones takes its size away": lambda c: (
        c.size(c.emptied(c.regions(c.black, c.is_single)).black) + c.size(c.regions(c.black, c.is_single)),
        c.size(c.black),
    ),
    "captured stones leave the board": lambda c: (
        c.size(c.emptied(resolve_captures(c, WHITE)).white) + c.size(resolve_captures(c, WHITE)),
        c.size(c.white),
    ),
    "a border has no point of the set": lambda c: (
        c.size(c.border(c.black) | c.black),
        c.size(c.border(c.black)) + c.size(c.black),
    ),
    "the same regions are found twice": lambda c: (
        c.size(independent_life_regions(RULES, c, BLACK)) * 2,
        c.size(independent_life_regions(RULES, c, BLACK)) + c.size(independent_life_regions(RULES, c, BLACK)),
    ),
    "what is connected to the seed holds it": lambda c: (
        c.size(c.board.closure(c.black, c.black | c.empty) | c.black),
        c.size(c.board.closure(c.black, c.black | c.empty)),
    ),
    "pass-alive and other stones are all the stones": lambda c: groups_and_others(c, benson(RULES, c, BLACK)),
    "a set has as many neighbours as points": lambda c: (c.size(c.border(c.black)), c.size(c.black)),
    "both colors have the same borders": lambda c: (c.size(c.border(c.black)), c.size(c.border(c.white))),
    "all regions are in atari": lambda c: (c.size(regions_in_atari(c, BLACK)), c.size(c.black)),
    "no region is dame": lambda c: (c.size(dame_regions(c)), c.size(c.board.nothing)),
    "different regions are the same": lambda c: (
        c.size(c.regions(c.black, c.is_single)),
        c.size(c.regions(c.black, lambda region: c.borders(region, WHITE))),
    ),
    "everything is one region": lambda c: (c.number_of_regions(c.black), c.number_of_regions(c.white)),
    "one point decides for the board": lambda c: (
        c.size(c.board.choose(c.same_as(c.emptied(c.black)), c.white, c.empty)),
        c.size((c.white & ~c.black) | (c.empty & c.black)),
    ),
}


def unknown_coloring() -> tuple[PointwiseBoard, Coloring[Any]]:
    board = PointwiseBoard()
    c = Coloring(board, board.unknown("black"), board.unknown("white"))
    board.constraints.append(~(c.black & c.white))
    return board, c


def is_proved(equation: Equation) -> bool:
    board, c = unknown_coloring()
    left, right = equation(c)
    return board.proves(left.equals(right))


def holds_on_small_boards(equation: Equation) -> bool:
    return all(left == right for sides in BOARDS for c in all_colorings(*sides) for left, right in [equation(c)])


@pytest.mark.parametrize("name", EQUATIONS)
def test_an_equation_is_proved_for_every_size_only_if_it_holds_on_each_small_board(name: str) -> None:
    assert is_proved(EQUATIONS[name]) == holds_on_small_boards(EQUATIONS[name])


def test_sets_that_agree_at_one_point_may_have_different_borders() -> None:
    board, c = unknown_coloring()
    assert not board.proves(z3.Implies(c.black == c.white, board.border(c.black) == board.border(c.white)))


def test_equality_at_one_point_does_not_choose_for_the_whole_board() -> None:
    board, c = unknown_coloring()
    chosen = board.choose(c.black == c.white, board.everything, board.nothing)
    assert not board.proves(z3.Implies(c.black == c.white, chosen))
    assert not board.proves(z3.Implies(chosen, c.black == c.white))


def test_a_condition_on_the_outer_region_is_not_taken_for_one_on_the_inner_region() -> None:
    board, c = unknown_coloring()
    inner = board.regions(c.black, lambda region: board.is_empty(region & c.white))
    by_outer = board.regions(
        c.empty,
        lambda outer: board.meets(board.regions(c.black, lambda _: board.is_empty(outer & c.white)), c.white),
    )
    by_inner = board.regions(c.empty, lambda _: board.meets(inner, c.white))
    assert not board.proves(by_outer == by_inner)


def test_a_set_of_one_that_meets_another_set_lies_inside_it() -> None:
    board, c = unknown_coloring()
    point = board.point("point")
    assert board.proves(z3.Implies(point, c.black), board.meets(point, c.black))
    assert not board.proves(z3.Implies(c.white, c.black), board.meets(c.white, c.black))


def test_what_is_assumed_empty_has_no_point() -> None:
    board, c = unknown_coloring()
    assert board.proves(~c.black, board.is_empty(c.black))
    assert not board.proves(~c.white, board.is_empty(c.black))


def test_something_exists_if_the_same_is_assumed_to_exist() -> None:
    board, c = unknown_coloring()

    def some_stone_at_the_border() -> Any:
        return board.exists(c.black, lambda point: board.meets(point, board.border(c.white)))

    assert board.proves(some_stone_at_the_border(), some_stone_at_the_border())
    assert not board.proves(some_stone_at_the_border(), board.exists(c.white, c.is_single))


def test_totals_add_subtract_and_multiply_their_parts() -> None:
    board, c = unknown_coloring()
    moves = board.counter("moves")
    total = (c.size(c.black) + moves) * 2 - 1
    assert board.proves(total.equals(c.size(c.black) + c.size(c.black) + moves + moves - 0.5 - 0.5))
    assert not board.proves(total.equals(c.size(c.black) * 2 + moves * 2))


def test_a_total_is_not_zero_because_it_is_zero_at_one_point() -> None:
    board, c = unknown_coloring()
    assert not board.proves((c.size(c.black) - 1).equals(0), c.black)
    with pytest.raises(TypeError, match="can't be said"):
        bool(Total(0, 0))


def test_how_totals_compare_is_left_open_every_time() -> None:
    board, c = unknown_coloring()
    assert not board.proves(c.size(c.black) >= 0)
    assert not board.proves((c.size(c.black) >= 2) == (c.size(c.black) >= 2))


# What proofs leave open of points and sums on a board of no known size, each told in a sentence.


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
