"""Formulas about the points of an unknown board: who is adjacent to whom, and sets of points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

POINT = z3.DeclareSort("Point")
ANY, OTHER, THIRD, START = z3.Consts("any other third start", POINT)
adjacent = z3.Function("adjacent", POINT, POINT, z3.BoolSort())


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """A set of points.

    Attributes:
        member: the formula that says whether the point `ANY` is a member.
    """

    member: Any

    def at(self, point: Any) -> Any:
        """Whether a point is a member."""
        return z3.substitute(self.member, (ANY, point))

    def __and__(self, other: Points) -> Points:
        return Points(z3.And(self.member, other.member))

    def __or__(self, other: Points) -> Points:
        return Points(z3.Or(self.member, other.member))

    def __xor__(self, other: Points) -> Points:
        return Points(self.member != other.member)

    def __invert__(self) -> Points:
        return Points(z3.Not(self.member))

    def __lshift__(self, other: object) -> Points:
        raise TypeError("The points of an unknown board have no order.")

    __rshift__ = __lshift__

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        """Whether the two sets have the same members, anywhere on the board."""
        assert isinstance(other, Points)
        return z3.ForAll([ANY], self.member == other.member)


def single(point: Any) -> Points:
    """The set of one point."""
    return Points(point == ANY)


def mentions(term: Any, point: Any) -> bool:
    """Whether a formula speaks of a point."""
    return term.eq(point) or any(mentions(part, point) for part in term.children())


def names(term: Any, name: Any) -> bool:
    """Whether a formula speaks of a named set of points."""
    return (z3.is_app(term) and term.decl().eq(name)) or any(names(part, name) for part in term.children())
