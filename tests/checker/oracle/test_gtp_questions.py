"""Reading replies of GTP engines: every text is either understood as something sound, or refused by a ValueError."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.engine import Aspect
from superko.checker.oracle.engines.answers import points_named
from superko.checker.oracle.engines.gtp import board_shown, empty_points, score_said
from superko.interpreter.notation import diagram, parse_board, vertices
from superko.spec.algebra import Grid

from .engines.katago import policy_in, result_in

GRID = Grid(3, 2)
POINTS = frozenset(vertices(GRID, GRID.everywhere))
BOARDS = st.text("XO.", min_size=GRID.size, max_size=GRID.size).map(
    lambda symbols: f"{symbols[: GRID.width]}/{symbols[GRID.width :]}"
)

GNU_GO_SHOWS = """
   A B C D E
 5 . . . . . 5
 4 . + . + . 4
 3 . X + . . 3
 2 X O(X)+ . 2     WHITE (O) has captured 0 stones
 1 O . O . . 1     BLACK (X) has captured 0 stones
   A B C D E
"""
KATAGO_SHOWS = """MoveNum: 3 HASH: 0123456789ABCDEF
   A B C
 2 X1O2.
 1 . X3O
Next player: White
Rules: {"ko":"POSITIONAL"}
B stones captured: 0
W stones captured: 0
"""
WORDS = f"{GNU_GO_SHOWS} {KATAGO_SHOWS} NAN NAN 0.5 0.5 RE[ ] W+1.5 Void A1 B2 J9 pass".split(" ")
REPLIES = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS)).map(" ".join))


def understood(read: Callable[[str], object], text: str) -> object | None:
    try:
        return read(text)
    except ValueError:
        return None


@given(REPLIES)
def test_what_is_read_as_points_are_points_of_the_board(text: str) -> None:
    points = understood(lambda text: points_named("points", text.split(), GRID), text)
    assert points is None or (isinstance(points, frozenset) and points <= POINTS)


@given(REPLIES)
def test_what_is_read_as_a_board_has_its_size(text: str) -> None:
    board = understood(lambda text: board_shown(GRID, text), text)
    assert board is None or parse_board(str(board)).board.grid == GRID


@given(REPLIES)
def test_what_is_read_as_a_policy_speaks_of_every_point(text: str) -> None:
    policy = understood(lambda text: policy_in(GRID, text), f"policy\n{text}")
    assert policy is None or (isinstance(policy, dict) and policy.keys() == POINTS)


@given(REPLIES)
def test_what_is_read_as_a_result_says_whether_the_game_is_over(text: str) -> None:
    result = understood(result_in, f"(;RE[{text}")
    assert result is None or (isinstance(result, dict) and isinstance(result[Aspect.OVER], bool))


@given(BOARDS)
def test_our_own_diagrams_are_read_back(board: str) -> None:
    c = parse_board(board)
    assert board_shown(GRID, diagram(c, marked=c.black, last=1)) == board
    assert len(empty_points(GRID, board)) == board.count(".")


def test_diagrams_of_other_engines_are_read() -> None:
    assert board_shown(Grid(5, 5), GNU_GO_SHOWS) == "...../...../.X.../XOX../O.O.."
    assert board_shown(Grid(3, 2), KATAGO_SHOWS) == "XO./.XO"


@pytest.mark.parametrize(
    ("text", "ending", "margin"),
    [("RE[W+0.5]", "score", -0.5), ("RE[B+12]", "score", 12), ("RE[0]", "score", 0), ("RE[Void]", "no-result", None)],
)
def test_a_result_is_read_from_a_game_record(text: str, ending: str, margin: float | None) -> None:
    said = result_in(f"(;FF[4]GM[1]{text};B[aa])")
    assert (said[Aspect.OVER], said[Aspect.ENDING], said.get(Aspect.MARGIN)) == (True, ending, margin)


@pytest.mark.parametrize("text", ["B+R", "B+T", "W+", "+3", "B+3 (upper bound: 4)", "?", ""])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no score"):
        score_said(text)
