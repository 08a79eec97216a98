"""The reading to prove with on boards of every size: a set of points is whether one unspecified point is a member.

Any board, with any sets of points on it and any one of its points, gives every symbol here a value for which all
constraints hold: of a set whether that point is a member, of a condition or a count what it is on that board.
Operations share a symbol only where they are the same operation on terms that are built alike, and so have the same
value on every board and at every point. Hence what z3 proves for all values holds at every point of every board, and
two totals that are equal at every point and in what is counted once are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from ...spec.algebra.board import Board, Condition
from .asking import told
from .noted_rules import begin_queries
from .queries import Answer, Kind, Query, statements
from .whole_board import Formula, Some, Total, condition_of, plain


class AtPoint(Formula):
    """A set of points: whether the one point is a member.

    Whether two sets have the same members is a condition on the whole board, which one point can't tell.
    """

    board: PointwiseBoard

    @staticmethod
    def of(board: PointwiseBoard, formula: Any) -> AtPoint:
        """The set of the points at which a formula holds."""
        points = AtPoint(formula.as_ast(), formula.ctx)
        points.board = board
        return points

    def _made(self, formula: Any) -> AtPoint:
        return AtPoint.of(self.board, formula)

    def __eq__(self, other: object) -> Any:
        return self.board.same(self, other)

    def __ne__(self, other: object) -> Any:
        return self.board.no(self.board.same(self, other))

    __hash__ = Formula.__hash__


class PointwiseBoard(Board[Any]):
    """The point sets of a board of any size, each as a z3 formula: whether one unspecified point is a member.

    What one point can't tell (borders, regions, whether a set is empty) is a symbol of which little is known. A
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
        begin_queries()
        self.nothing = self._set(z3.BoolVal(False))
        self.everything = self._set(z3.BoolVal(True))
        self.constraints: list[Any] = []
        self._symbols: dict[tuple[str | int, ...], tuple[Any, tuple[Any, ...]]] = {}
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
        return Some(0, number, least)

    def proves(self, statement: Any, *assumptions: Condition, step: str = "") -> bool:
        """Whether a statement holds at every point of every board on which the assumptions hold.

        `False` says only that this reading can't tell.

        Args:
            statement: the statement.
            assumptions: what is assumed.
            step: of which step of a proof it decides, in a few words.

        Raises:
            RuntimeError: z3 gives up.
        """
        against = statements(*map(plain, (*self.constraints, *assumptions)), z3.Not(plain(statement)))
        return told(Query(Kind.ONE_POINT, against, step)).answer is Answer.UNSAT

    def complement(self, points: Any) -> Any:
        """See `Board.complement`."""
        return ~points

    def neighbours(self, points: Any) -> Any:
        """See `Board.neighbours`."""
        return self._set(self._symbol(z3.BoolSort(), "neighbours", points))

    def closure(self, seed: Any, within: Any) -> Any:
        """See `Board.closure`."""
        return within & (seed | self._set(self._symbol(z3.BoolSort(), "closure", seed, within)))

    def is_empty(self, points: Any) -> Any:
        """See `Board.is_empty`."""
        condition = condition_of(self._symbol(z3.BoolSort(), "is_empty", points))
        self.constraints.append(z3.Implies(condition, ~points))
        return condition

    def meets(self, points: Any, others: Any) -> Any:
        """See `Board.meets`; a set of one that meets another lies inside it."""
        condition = condition_of(self._symbol(z3.BoolSort(), "meets", points, others))
        self.constraints.append(z3.Implies(points & others, condition))
        if any(points.eq(single) for single in self._sets_of_one):
            self.constraints.append(z3.Implies(condition & points, others))
        return condition

    def is_single(self, points: Any) -> Any:
        """See `Board.is_single`."""
        return condition_of(self._symbol(z3.BoolSort(), "is_single", points))

    def size(self, points: Any) -> Total:
        """See `Board.size`."""
        return Total(z3.If(points, 1, 0), 0)

    def no(self, condition: Condition) -> Any:
        """See `Board.no`."""
        return condition_of(z3.Not(condition))

    def choose(self, condition: Condition, chosen: Any, otherwise: Any) -> Any:
        """See `Board.choose`; the condition is that of the whole board, whatever one point makes of it."""
        return self._set(z3.If(self._symbol(z3.BoolSort(), "holds", condition), chosen, otherwise))

    def regions(self, points: Any, where: Callable[[Any], Condition]) -> Any:
        """See `Board.regions`."""
        return points & self._set(self._symbol(z3.BoolSort(), "regions", points, self._of_any(where)))

    def number_of_regions(self, points: Any) -> Total:
        """See `Board.number_of_regions`."""
        return Total(0, self._symbol(z3.IntSort(), "number_of_regions", points))

    def exists(self, points: Any, such_that: Callable[[Any], Condition]) -> Any:
        """See `Board.exists`."""
        return condition_of(self._symbol(z3.BoolSort(), "exists", points, self._of_any(such_that)))

    def fixpoint(self, step: Callable[[Any], Any], start: Any) -> Any:
        """See `Board.fixpoint`."""
        return start & self._set(self._symbol(z3.BoolSort(), "fixpoint", start, self._of_any(step)))

    def _set(self, formula: Any) -> AtPoint:
        return AtPoint.of(self, formula)

    def _symbol(self, sort: Any, operation: str, *terms: Any) -> Any:
        """The value of an operation on terms: the same symbol for terms that are built alike, at the same depth."""
        key = (operation, self._depth, *(term.get_id() for term in terms))
        if key not in self._symbols:
            # The terms are kept, so that z3 does not give their ids to others.
            self._symbols[key] = z3.Const(f"{operation}!{len(self._symbols)}", sort), terms
        return self._symbols[key][0]

    def _of_any(self, function: Callable[[Any], Any]) -> Any:
        """A function of sets as a term: what it makes of a set that stands for any, another one at each depth."""
        self._depth += 1
        try:
            return function(self._set(z3.Bool(f"any!{self._depth}")))
        finally:
            self._depth -= 1
