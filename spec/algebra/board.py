"""What every reading of the algebra of point sets offers.

The clauses are written once, over a `Board`. A reading says what a set of points, a condition and a number are: Python
integers to play, arrays of integers to sweep a million boards at a time, z3 terms to prove. Conditions are joined with
`&` and `|` only, so that every reading understands them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self

from .grid import Grid

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar

ADDS_POINTS = "The step of a fixpoint adds points; it may only remove some, or it could go to and fro forever."


class PointSet(Protocol):
    """A set of points: an integer, an array of integers, or a z3 bit-vector."""

    def __and__(self, other: Any, /) -> Self: ...
    def __or__(self, other: Any, /) -> Self: ...
    def __xor__(self, other: Any, /) -> Self: ...
    def __invert__(self) -> Self: ...
    def __lshift__(self, other: Any, /) -> Self: ...
    def __rshift__(self, other: Any, /) -> Self: ...


class Condition(Protocol):
    """Whether something holds: a bool, an array of bools, or a z3 formula."""

    def __and__(self, other: Any, /) -> Condition: ...
    def __or__(self, other: Any, /) -> Condition: ...


class Number(Protocol):
    """How many: an int, an array of ints, or a z3 integer."""

    def __add__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __ge__(self, other: Any, /) -> Condition: ...
    def __gt__(self, other: Any, /) -> Condition: ...
    def __le__(self, other: Any, /) -> Condition: ...
    def __lt__(self, other: Any, /) -> Condition: ...


if TYPE_CHECKING:
    # Where no reading is named, sets of points are integers, to play with.
    P = TypeVar("P", bound=PointSet, default=int)
else:
    P = TypeVar("P", bound=PointSet)


class Board(ABC, Generic[P]):
    """The algebra of the point sets of one grid, under one reading."""

    nothing: P
    everything: P
    # Whether what was found may be used again anywhere; a program that is being written has a value only where it is.
    values_stay = False

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.grid})"

    @property
    def halves(self) -> tuple[Any, Any]:
        """Two sets of points; see `Grid.halves`."""
        return self.grid.halves

    def neighbours(self, points: P) -> P:
        """The points adjacent to a member of `points`: one step up, down, left or right."""
        grid = self.grid
        vertical = points << grid.width | points >> grid.width
        horizontal = (points & grid.not_last_column) << 1 | (points & grid.not_first_column) >> 1
        return (vertical | horizontal) & self.everything

    def border(self, points: P) -> P:
        """The points outside a set that are adjacent to a member of it."""
        return self.neighbours(points) & ~points

    def complement(self, points: P) -> P:
        """The points of the grid that are not in the set."""
        return self.everything & ~points

    @abstractmethod
    def closure(self, seed: P, within: P) -> P:
        """The members of `within` that are connected, within it, to a member of `seed` in it."""

    @abstractmethod
    def is_empty(self, points: P) -> Condition:
        """Whether the set has no member."""

    @abstractmethod
    def meets(self, points: P, others: P) -> Condition:
        """Whether the two sets have a member in common."""

    @abstractmethod
    def is_single(self, points: P) -> Condition:
        """Whether the set has exactly one member."""

    def same(self, points: P, others: P) -> Condition:
        """Whether the two sets have the same members."""
        return self.is_empty(points ^ others)

    @abstractmethod
    def no(self, condition: Condition) -> Condition:
        """Whether a condition does not hold; what `not` says of a bool."""

    def implies(self, condition: Condition, then: Condition) -> Condition:
        """Whether something holds wherever a condition does."""
        return self.no(condition) | then

    @abstractmethod
    def size(self, points: P) -> Number:
        """How many members the set has."""

    @abstractmethod
    def choose(self, condition: Condition, chosen: P, otherwise: P) -> P:
        """`chosen` where the condition holds, `otherwise` elsewhere."""

    @abstractmethod
    def regions(self, points: P, where: Callable[[P], Condition]) -> P:
        """The union of those regions (maximal connected subsets) of `points` for which `where` holds.

        A member of `points` is in the result exactly if `where` holds of `closure` of that member within `points`.
        """

    @abstractmethod
    def number_of_regions(self, points: P) -> Number:
        """How many regions (maximal connected subsets) the set has."""

    @abstractmethod
    def exists(self, points: P, such_that: Callable[[P], Condition]) -> Condition:
        """Whether some member of `points`, as a set of one, is such that the condition holds."""

    @abstractmethod
    def fixpoint(self, step: Callable[[P], P], start: P) -> P:
        """What repeating a step that only removes points leads to, once it changes nothing any more.

        Raises:
            ValueError: the step adds a point, so that it could go to and fro; where points are symbols or the variables
                of a program, what it adds is taken away again.
        """
