"""A coloring of the grid: two disjoint sets of points, the black ones and the white ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from operator import is_
from typing import Any, Generic

from .board import Board, Condition, Number, P
from .color import BLACK, Color
from .frozen_values import quickly_made


@quickly_made
@dataclass(frozen=True, slots=True)
class Coloring(Generic[P]):
    """The color of every point, under any reading of the algebra: black, white, or else empty.

    >>> from superko.spec.algebra.integers import integer_board
    >>> c = Coloring(integer_board(2, 1), black=0b01, white=0b00)
    >>> c.empty, c.colored(0b10, Color.WHITE).empty
    (2, 0)
    """

    board: Board[P] = field(hash=False)
    black: P
    white: P
    empty: P = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "empty", self.board.complement(self.black | self.white))

    def of(self, color: Color) -> P:
        """The points of a color."""
        return self.black if color is BLACK else self.white

    def not_of(self, color: Color) -> P:
        """The points that do not have a color: those of the opponent, and the empty ones."""
        return self.board.complement(self.of(color))

    def colored(self, points: P, color: Color) -> Coloring[P]:
        """The coloring after giving empty points a color."""
        if color is BLACK:
            return Coloring(self.board, self.black | points, self.white)
        return Coloring(self.board, self.black, self.white | points)

    def emptied(self, points: P) -> Coloring[P]:
        """The coloring after emptying points."""
        if type(points) is int and not points:
            return self  # Nearly every move captures nothing, and sets of arrays and proofs can't be asked.
        return Coloring(self.board, self.black & ~points, self.white & ~points)

    def same_as(self, other: Coloring[P]) -> Condition:
        """Whether every point has the same color in both."""
        board = self.board
        return board.same(self.black, other.black) & board.same(self.white, other.white)

    def borders(self, points: P, color: Color) -> Condition:
        """Whether a set of points borders a color."""
        return self.board.meets(self.border(points), self.of(color))

    def border(self, points: P) -> P:
        """The points outside a set that are adjacent to a member of it."""
        return self.board.border(points)

    def is_empty(self, points: P) -> Condition:
        """Whether the set has no member."""
        return self.board.is_empty(points)

    def is_single(self, points: P) -> Condition:
        """Whether the set has exactly one member."""
        return self.board.is_single(points)

    def meets(self, points: P, others: P) -> Condition:
        """Whether the two sets have a member in common."""
        return self.board.meets(points, others)

    def no(self, condition: Condition) -> Condition:
        """Whether a condition does not hold; what `not` says of a bool."""
        return self.board.no(condition)

    def implies(self, condition: Condition, then: Condition) -> Condition:
        """Whether something holds wherever a condition does."""
        return self.board.implies(condition, then)

    def choose(self, condition: Condition, chosen: P, otherwise: P) -> P:
        """`chosen` where the condition holds, `otherwise` elsewhere."""
        return self.board.choose(condition, chosen, otherwise)

    def size(self, points: P) -> Number:
        """How many members the set has."""
        return self.board.size(points)

    def regions(self, points: P, where: Callable[[P], Condition]) -> P:
        """The union of those regions (maximal connected subsets) of `points` for which `where` holds."""
        return self.board.regions(points, where)

    def number_of_regions(self, points: P) -> Number:
        """How many regions (maximal connected subsets) the set has."""
        return self.board.number_of_regions(points)

    def exists(self, points: P, such_that: Callable[[P], Condition]) -> Condition:
        """Whether some member of `points`, as a set of one, is such that the condition holds."""
        return self.board.exists(points, such_that)


# Two colorings, such as one and the same with the colors swapped, for each player.
MOST_REMEMBERED = 4


def remembering_the_last(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a coloring, and maybe more, that is not worked out again while it is asked about the very same.

    Conditions on regions ask it for every region of a coloring, and with arrays that would take many times as long. So
    would scores, if life were looked for again whenever it is only the beginning of a phase that differs.

    >>> from superko.spec.algebra.integers import integer_board
    >>> asked = []
    >>> number_of_stones = remembering_the_last(lambda c: asked.append(c) or c.size(c.black | c.white))
    >>> c = Coloring(integer_board(2, 1), black=0b01, white=0b10)
    >>> number_of_stones(c), number_of_stones(c), len(asked)
    (2, 2, 1)
    >>> stones = remembering_the_last(lambda c, color: c.of(color))
    >>> stones(c, Color.BLACK), stones(c, Color.WHITE), stones(c, Color.BLACK)
    (1, 2, 1)
    """
    last: tuple[tuple[tuple[Any, ...], Any], ...] = ()

    @wraps(function)
    def remembered(*asked: Any) -> Any:
        nonlocal last
        if not all(c.board.values_stay for c in asked if isinstance(c, Coloring)):
            return function(*asked)
        for before, value in last:
            if all(map(is_, before, asked)):
                return value
        value = function(*asked)
        last = (asked, value), *last[: MOST_REMEMBERED - 1]
        return value

    return remembered
