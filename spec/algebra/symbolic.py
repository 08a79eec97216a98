"""The reading to prove with: a set of points is a z3 bit-vector, and conditions are z3 formulas.

Whatever is connected is described by a certificate, not by unrolling: a closure is the one set that holds its seed,
leaves out nothing adjacent to it, and whose every member off the seed has a neighbour of lower rank in it. The
certificates gather in `constraints`, and a proof must assume them; they never exclude a coloring, since every closure
has a certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul
from typing import Any

import z3

from .board import Board, Condition
from .grid import Grid
from .integers import integer_board


def _is_known_to_be_true(formula: z3.AstRef) -> bool:
    """Whether a formula is true, where that is known.

    By itself z3 takes an equation for false in Python if its sides are written otherwise, so that a clause that asks
    for one would be read in one of two cases only.
    """
    if z3.is_true(formula):
        return True
    if z3.is_false(formula):
        return False
    raise z3.Z3Exception("Whether a formula holds depends on what is unknown.")


z3.AstRef.__bool__ = _is_known_to_be_true


OF_A_PROOF = 1 << 32


class NumberOfPoints(z3.BitVecRef):  # type: ignore[misc]
    """A number of points, or what is calculated with one: a bit-vector with its sign, wide enough for what it may be.

    Attributes:
        most: the number is at most so far from 0. What a proof calculates with it is taken to be at most `OF_A_PROOF`.

    Raises:
        Z3Exception: it may become too large for its bits, or is calculated or compared with what is not whole.

    >>> SymbolicBoard(Grid(2, 2)).size(z3.BitVecVal(3, 5)).most
    4
    """

    def __init__(self, number: z3.BitVecRef, most: int) -> None:
        super().__init__(number.ast, number.ctx)
        self.most = most

    def _with(self, operator: str, other: Any, calculated: Callable[[int, int], int] | None = None) -> Any:
        if isinstance(other, float):
            if not other.is_integer():
                raise z3.Z3Exception("A number of points is calculated or compared with one that is not whole.")
            other = int(other)
        number = getattr(z3.BitVecRef, operator)(self, other)
        if calculated is None:
            return number
        most = calculated(self.most, getattr(other, "most", abs(other) if isinstance(other, int) else OF_A_PROOF))
        if most >> (self.size() - 1):
            raise z3.Z3Exception("A number of points is multiplied until it has too many digits.")
        return NumberOfPoints(number, most)

    def __neg__(self) -> NumberOfPoints:
        return NumberOfPoints(super().__neg__(), self.most)

    __hash__ = z3.BitVecRef.__hash__


def _calculated(operator: str, calculated: Callable[[int, int], int] | None) -> Callable[[NumberOfPoints, Any], Any]:
    return lambda self, other: self._with(operator, other, calculated)


for _name in ("add", "radd", "sub", "rsub"):
    setattr(NumberOfPoints, f"__{_name}__", _calculated(f"__{_name}__", add))
for _name in ("mul", "rmul"):
    setattr(NumberOfPoints, f"__{_name}__", _calculated(f"__{_name}__", mul))
for _name in ("mod", "rmod"):
    setattr(NumberOfPoints, f"__{_name}__", _calculated(f"__{_name}__", max))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(NumberOfPoints, f"__{_name}__", _calculated(f"__{_name}__", None))


class SymbolicBoard(Board[Any]):
    """The point sets of one grid as bit-vectors with a spare top bit, so that shifting right brings in zeros.

    Attributes:
        constraints: the certificates of every closure that has been spoken of.

    >>> board = SymbolicBoard(Grid(2, 2))
    >>> points = board.unknown("points")
    >>> z3.solve(*board.against(board.is_empty(board.border(points) & points)))
    no solution
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.nothing = self.constant(0)
        self.everything = self.constant(grid.everywhere)
        self.constraints: list[z3.BoolRef] = []
        self._regions: dict[int, tuple[Any, list[Any]]] = {}
        self._unknowns = 0

    def constant(self, points: int) -> z3.BitVecRef:
        """A known set of points."""
        return z3.BitVecVal(points, self.grid.size + 1)

    def unknown(self, name: str) -> z3.BitVecRef:
        """A set of points of which nothing is known but that it lies on the board."""
        points = z3.BitVec(name, self.grid.size + 1)
        self.constraints.append(points & self.complement(self.nothing) == points)
        return points

    def against(self, statement: Condition, *assumptions: Condition) -> tuple[Any, ...]:
        """What holds together where the assumptions hold and the statement does not; if it can't, they imply it."""
        return (*self.constraints, *assumptions, z3.Not(statement))

    def closure(self, seed: Any, within: Any) -> Any:
        """Every point that the seed reaches within the other set, described by a certificate."""
        size = self.grid.size
        self._unknowns += 1
        reached = z3.BitVec(f"reached!{self._unknowns}", size + 1)
        rank_bits = max(1, (size - 1).bit_length())
        ranks = [z3.BitVec(f"rank!{self._unknowns}!{index}", rank_bits) for index in range(size)]
        self.constraints += [
            reached & within == reached,
            seed & within & ~reached == 0,
            self.neighbours(reached) & within & ~reached == 0,
        ]
        for index in range(size):
            beside = integer_board(self.grid.width, self.grid.height).neighbours(1 << index)
            nearer = [
                z3.And(self._holds(reached, other), z3.ULT(ranks[other], ranks[index]))
                for other in range(size)
                if beside >> other & 1
            ]
            self.constraints.append(z3.Implies(self._holds(reached, index), z3.Or(self._holds(seed, index), *nearer)))
        return reached

    def _holds(self, points: Any, index: int) -> z3.BoolRef:
        return z3.Extract(index, index, points) == 1

    def _region_of_each_point(self, points: Any) -> list[Any]:
        known = self._regions.get(points.get_id())
        if known is None:
            regions = [self.closure(points & (1 << index), points) for index in range(self.grid.size)]
            # The expression is kept, so that z3 does not give its id to another one.
            self._regions[points.get_id()] = known = points, regions
        return known[1]

    def is_empty(self, points: Any) -> Any:
        return points == 0

    def meets(self, points: Any, others: Any) -> Any:
        return points & others != 0

    def is_single(self, points: Any) -> Any:
        return z3.And(points != 0, points & (points - 1) == 0)

    def no(self, condition: Condition) -> Any:
        return z3.Not(condition)

    def size(self, points: Any) -> Any:
        """How many points, as a bit-vector wide enough for whatever a clause makes of sizes, with its sign."""
        width = self.grid.size.bit_length() + 60
        number = sum(
            (z3.ZeroExt(width - 1, z3.Extract(index, index, points)) for index in range(self.grid.size)),
            start=z3.BitVecVal(0, width),
        )
        return NumberOfPoints(number, self.grid.size)

    def choose(self, condition: Condition, chosen: Any, otherwise: Any) -> Any:
        return z3.If(condition, chosen, otherwise)

    def regions(self, points: Any, where: Callable[[Any], Condition]) -> Any:
        chosen = self.nothing
        for index, region in enumerate(self._region_of_each_point(points)):
            member = z3.And(self._holds(points, index), where(region))
            chosen = chosen | z3.If(member, self.constant(1 << index), self.nothing)
        return chosen

    def number_of_regions(self, points: Any) -> Any:
        """How many points are the first of their region."""
        first = self.nothing
        for index, region in enumerate(self._region_of_each_point(points)):
            is_first = z3.And(self._holds(points, index), region & ((1 << index) - 1) == 0)
            first = first | z3.If(is_first, self.constant(1 << index), self.nothing)
        return self.size(first)

    def exists(self, points: Any, such_that: Callable[[Any], Condition]) -> Any:
        return z3.Or(
            [
                z3.And(self._holds(points, index), such_that(self.constant(1 << index)))
                for index in range(self.grid.size)
            ]
        )

    def fixpoint(self, step: Callable[[Any], Any], start: Any) -> Any:
        """Each step but the last removes a point, so there are no more steps than points."""
        for _ in range(self.grid.size):
            start = start & step(start)
        return start
