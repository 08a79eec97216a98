"""Boards for tests: read from diagrams, all of a size, or drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from hypothesis import strategies as st

from superko.spec.algebra import BLACK, WHITE, Board, Color, Coloring
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board

from . import naive

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SMALL = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (1, 2), (1, 3), (2, 2), (3, 2), (2, 3)]


def coloring(diagram: str) -> Coloring[int]:
    """Read rows from the top, parted by blanks or slashes: X black, O white, . empty."""
    rows = diagram.replace("/", " ").split()
    board = integer_board(len(rows[0]), len(rows))
    assert all(len(row) == len(rows[0]) for row in rows), "every row is as long as the first"
    marks = "".join(rows)
    black, white = (sum(1 << place for place, mark in enumerate(marks) if mark == color) for color in "XO")
    return Coloring(board, black, white)


def diagram(c: Coloring[int]) -> str:
    """Write a coloring as `coloring` reads it, with slashes."""
    grid = c.board.grid
    marks = ["X" if c.black & point else "O" if c.white & point else "." for point in points_of(grid.everywhere)]
    return "/".join("".join(marks[start : start + grid.width]) for start in range(0, grid.size, grid.width))


def points(board: Board[int], *vertices: str) -> int:
    """The set of the points with these names: the column's letter, and the row counted from the bottom."""
    grid = board.grid
    return sum(grid.point(COLUMNS.index(vertex[0]), grid.height - int(vertex[1:])) for vertex in vertices)


def vertices(board: Board[int], point_set: int) -> list[str]:
    """The names of the points of a set, from the top left."""
    places = (board.grid.place(point) for point in points_of(point_set))
    return [f"{COLUMNS[column]}{board.grid.height - row}" for column, row in places]


def all_colorings(width: int, height: int) -> Iterator[Coloring[int]]:
    """Every coloring of a grid, legal or not."""
    board = integer_board(width, height)
    for marks in product(".XO", repeat=board.grid.size):
        black, white = (sum(1 << place for place, mark in enumerate(marks) if mark == color) for color in "XO")
        yield Coloring(board, black, white)


@st.composite
def colorings(draw: st.DrawFn, longest_side: int = 9) -> Coloring[int]:
    """Any coloring of any grid with sides up to a length, legal or not; mostly full or mostly empty ones too."""
    width, height = draw(st.integers(1, longest_side)), draw(st.integers(1, longest_side))
    board = integer_board(width, height)
    likely = draw(st.sampled_from([".XO", "..XO", ".....XO", ".XXXXO", ".XOOOO", ".XXXOOO"]))
    marks = draw(st.lists(st.sampled_from(likely), min_size=width * height, max_size=width * height))
    black, white = (sum(1 << place for place, mark in enumerate(marks) if mark == color) for color in "XO")
    return Coloring(board, black, white)


@st.composite
def nearly_filled(draw: st.DrawFn, color: Color, longest_side: int = 4, others: int = 6) -> Coloring[int]:
    """A coloring of a grid with all but a few points of one color."""
    board = integer_board(draw(st.integers(1, longest_side)), draw(st.integers(1, longest_side)))
    places_left = st.integers(0, board.grid.size - 1)
    chosen = draw(st.dictionaries(places_left, st.booleans(), max_size=others))
    opponents = sum(1 << place for place, is_empty in chosen.items() if not is_empty)
    stones = board.everything & ~sum(1 << place for place in chosen)
    return Coloring(board, 0, 0).colored(stones, color).colored(opponents, color.opponent)


def twin_color(color: Color) -> str:
    return naive.BLACK if color is BLACK else naive.WHITE


@lru_cache(1 << 16)
def places(board: Board[int], point_set: int) -> naive.Places:
    """A set of points as the twin sees it."""
    return frozenset(board.grid.place(point) for point in points_of(point_set))


@lru_cache(1 << 16)
def twin(c: Coloring[int]) -> naive.Stones:
    """A coloring as the twin sees it."""
    grid = c.board.grid
    board = integer_board(grid.width, grid.height)
    return naive.Stones(grid.width, grid.height, places(board, c.of(BLACK)), places(board, c.of(WHITE)))
