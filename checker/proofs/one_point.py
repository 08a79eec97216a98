"""What is said of a whole board of which one point is looked at: conditions, and numbers that are sums over points.

Why one point may stand for all. Take any board, any sets of its points, and any point of it. Union, intersection and
complement act point by point: whether the point is in the result depends only on whether it is in each operand. What
does not act so (neighbours, closures, regions, what is chosen) is given a name, the same for the same operands. On the
board that was taken, the name has some value at the point, and so has every condition on the whole board; the few
things that are assumed of them hold of every board and at every point. So all that was computed has the values that
the formulas have under some assignment. If the solver finds no assignment against a statement, the statement holds at
that point; and as the point was any, and the board too, at every point of every board. The size of a set is the sum,
over the points, of 1 where a point is in it and 0 where it is not. Sums, differences and multiples of sizes are such
sums of what the point adds, so that two of them are equal if they add the same at every point and are equal in what is
counted once. The converse is not so, and nothing is refuted here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import z3

from ...spec.algebra.board import Board, Condition
from ..evidence.queries import QueryKind, SolverAnswer
from ..phase.past import LeftOpen
from .solvers import Query, reply_to, statements
from .unknown import made_once, refuse_points_by_number


def _joined(join: Callable[..., Any], join_any: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Two formulas joined, without the questions that z3 asks of operands of any kind."""

    def joined(formula: Any, other: Any) -> Any:
        if isinstance(other, z3.BoolRef) and other.ctx is formula.ctx:
            parts = (z3.Ast * 2)(formula.as_ast(), other.as_ast())
            return formula._made(z3.BoolRef(join(formula.ctx.ref(), 2, parts), formula.ctx))
        refuse_points_by_number(other)
        return formula._made(join_any(formula, other))

    return joined


class Formula(z3.BoolRef):  # type: ignore[misc]
    """A condition on the whole board, which stays of its kind when it is joined with others, and is no bool."""

    def _made(self, formula: Any) -> Any:
        return type(self)(formula.as_ast(), self.ctx)

    __and__ = __rand__ = _joined(z3.Z3_mk_and, z3.And)
    __or__ = __ror__ = _joined(z3.Z3_mk_or, z3.Or)
    __xor__ = __rxor__ = _joined(lambda context, _, parts: z3.Z3_mk_xor(context, *parts), z3.Xor)

    def __invert__(self) -> Any:
        return self._made(z3.Not(self))

    def __eq__(self, other: object) -> Any:
        return self._made(z3.BoolRef.__eq__(self, other))

    def __ne__(self, other: object) -> Any:
        return self._made(z3.BoolRef.__ne__(self, other))

    __hash__ = z3.BoolRef.__hash__

    def __bool__(self) -> bool:
        raise LeftOpen("What holds on an unspecified board is left open.")


@dataclass(frozen=True, slots=True, eq=False)
class Total:
    """A number that is a sum over the points of the board, and something counted once.

    Attributes:
        per_point: what the one point adds to the sum.
        overall: what is counted once.
        least: how great it is at least; None where that is not known.
    """

    per_point: Any
    overall: Any
    least: int | None = None

    def __add__(self, other: Total | float) -> Total:
        other = as_total(other)
        return Total(_sum(self.per_point, other.per_point), _sum(self.overall, other.overall))

    __radd__ = __add__

    def __sub__(self, other: Total | float) -> Total:
        return self + as_total(other) * -1

    def __mul__(self, factor: int) -> Total:
        return Total(self.per_point * factor, self.overall * factor)

    def _compared(self, _: object) -> Any:
        # One point does not show how a sum compares: it is left open, and nothing is said of asking again.
        return condition_of(z3.FreshBool("compared"))

    def __ge__(self, other: object) -> Any:
        known = self.least is not None and isinstance(other, int) and other <= self.least
        return True if known else self._compared(other)

    __gt__ = __le__ = __lt__ = __eq__ = __ne__ = _compared

    def __hash__(self) -> int:
        raise LeftOpen("The value of a sum over the points of an unspecified board is left open.")

    def equals(self, other: Total | float) -> Any:
        """That the two are equal at the point, and in what is counted once."""
        other = as_total(other)
        return z3.And(self.per_point == other.per_point, self.overall == other.overall)

    def __bool__(self) -> bool:
        if self.least is None:
            raise TypeError("Whether a sum over the points of an unspecified board is zero can't be said.")
        return self.least > 0


def _sum(number: Any, other: Any) -> Any:
    """Two numbers together; nothing is made of a 0, as most parts of a total are that."""
    if type(other) is int and not other:
        return number
    return other if type(number) is int and not number else number + other


def condition_of(formula: Any) -> Formula:
    """A formula as a condition on the whole board."""
    return Formula(formula.as_ast(), formula.ctx)


def as_total(number: Total | float) -> Total:
    """A number as a total; what is no total is counted once."""
    return number if isinstance(number, Total) else Total(0, number)


class AtPoint(Formula):
    """A set of points: whether the one point is a member. Of conditions on the whole board it knows nothing."""

    def __init__(self, board: PointwiseBoard, formula: Any) -> None:
        super().__init__(formula.as_ast(), formula.ctx)
        self.board = board

    def _made(self, formula: Any) -> AtPoint:
        return AtPoint(self.board, formula)

    def __eq__(self, other: object) -> Any:
        return self.board.same(self, other)

    def __ne__(self, other: object) -> Any:
        return self.board.no(self.board.same(self, other))

    __hash__ = Formula.__hash__


class PointwiseBoard(Board[Any]):
    """The point sets of a board of any size, each as a z3 formula: whether one unspecified point is a member.

    What one point does not decide (borders, regions, whether a set is empty) is a symbol of which little is known. A
    condition speaks of the whole board: it is made of such symbols, and may be assumed in a proof.

    Attributes:
        constraints: what is known of the symbols.

    >>> board = PointwiseBoard()
    >>> black, white = board.unknown("black"), board.unknown("white")
    >>> stones = board.size(black | white)
    >>> board.proves(stones.equals(board.size(black) + board.size(white)))
    False
    >>> board.proves(stones.equals(board.size(black) + board.size(white) - board.size(black & white)))
    True
    """

    def __init__(self) -> None:
        self.nothing = self._set(z3.BoolVal(False))
        self.everything = self._set(z3.BoolVal(True))
        self.constraints: list[Any] = []
        self._symbols: dict[Any, tuple[Any, Any]] = {}
        self._sets_of_one: list[Any] = []
        self._depth = 0

    def __repr__(self) -> str:
        return "PointwiseBoard()"

    def unknown(self, name: str) -> Any:
        """A set of points of which nothing is known."""
        return self._set(z3.Bool(name))

    def point(self, name: str) -> Any:
        """A set of one point."""
        point = self._set(z3.Bool(name))
        self._sets_of_one.append(point)
        return point

    def counter(self, name: str) -> Total:
        """A whole number of which nothing is known."""
        return Total(0, z3.Int(name))

    def at_least(self, least: int, name: str) -> Total:
        """A whole number of which nothing is known but that it is at least so great."""
        number = z3.Int(name)
        self.constraints.append(number >= least)
        return Total(0, number, least)

    def proves(self, statement: Any, *assumptions: Condition, step: str = "") -> bool:
        """Whether a statement holds at every point of every board on which the assumptions hold; `False` says nothing.

        Raises:
            RuntimeError: z3 gives up.
        """
        against = statements(*self.constraints, *assumptions, z3.Not(statement))
        return reply_to(Query(QueryKind.ONE_POINT, against, step)).answer is SolverAnswer.UNSAT

    def complement(self, points: Any) -> Any:
        return ~points

    def neighbours(self, points: Any) -> Any:
        return self._set(self._symbol("neighbours", points))

    def closure(self, seed: Any, within: Any) -> Any:
        return within & (seed | self._set(self._symbol("closure", seed, within)))

    def is_empty(self, points: Any) -> Any:
        condition = condition_of(self._symbol("is_empty", points))
        self.constraints.append(z3.Implies(condition, ~points))
        return condition

    def meets(self, points: Any, others: Any) -> Any:
        """Whether two sets have a point in common: a set of one that meets another lies inside it."""
        condition = condition_of(self._symbol("meets", points, others))
        self.constraints.append(z3.Implies(points & others, condition))
        if any(points.eq(single) for single in self._sets_of_one):
            self.constraints.append(z3.Implies(condition & points, others))
        return condition

    def is_single(self, points: Any) -> Any:
        return condition_of(self._symbol("is_single", points))

    def size(self, points: Any) -> Total:
        return Total(z3.If(points, 1, 0), 0)

    def no(self, condition: Condition) -> Any:
        return condition_of(z3.Not(condition))

    def choose(self, condition: Condition, chosen: Any, otherwise: Any) -> Any:
        """One set or the other, by a condition that is that of the whole board, whatever one point makes of it."""
        return self._set(z3.If(self._symbol("holds", condition), chosen, otherwise))

    def regions(self, points: Any, where: Callable[[Any], Condition]) -> Any:
        return points & self._set(self._symbol("regions", points, self._of_any(where)))

    def number_of_regions(self, points: Any) -> Total:
        """How many members stand for their region: one of each does."""
        return self.size(points & self._set(self._symbol("number_of_regions", points)))

    def exists(self, points: Any, such_that: Callable[[Any], Condition]) -> Any:
        return condition_of(self._symbol("exists", points, self._of_any(such_that)))

    def fixpoint(self, step: Callable[[Any], Any], start: Any) -> Any:
        return start & self._set(self._symbol("fixpoint", start, self._of_any(step)))

    def _set(self, formula: Any) -> AtPoint:
        return AtPoint(self, formula)

    def _symbol(self, operation: str, *terms: Any) -> Any:
        """The value of an operation on terms: the same symbol for terms that are built alike, at the same depth."""
        symbol = partial(z3.Const, f"{operation}!{len(self._symbols)}", z3.BoolSort())
        return made_once(self._symbols, symbol, *terms, called=(operation, self._depth))

    def _of_any(self, function: Callable[[Any], Any]) -> Any:
        """A function of sets as a term: what it makes of a set that stands for any, another one at each depth."""
        self._depth += 1
        try:
            return function(self._set(z3.Bool(f"any!{self._depth}")))
        finally:
            self._depth -= 1
