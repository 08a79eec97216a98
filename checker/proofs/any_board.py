"""The reading to prove with on boards of every size: points are those of a graph of which nothing is known.

A set of points is a z3 formula about one point, a condition a formula about the board, with quantifiers over points.
Adjacency is any relation that goes both ways and leads from no point to itself, so what is proved holds on every board,
and on every other graph. A closure is described as the least set that holds its seed and is closed: by what makes it
hold and be closed, and by induction, that whatever set holds the seed and is closed holds all of it. Of the sets that
induction could speak of it is stated for some; the fewer, the less can be proved, and never more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import z3

from ...spec.algebra.board import Board, Condition
from .asking import refuted
from .noted_rules import begin_queries
from .point_formulas import ANY, OTHER, POINT, START, THIRD, Points, adjacent, mentions, names, single
from .queries import Kind, Query, statements

PATIENCE = 3.0
TRIES = 6


@dataclass(frozen=True)
class Described:
    """A set that is named and described: a closure, or the union of some regions.

    Attributes:
        points: the set.
        depends_on: the points that it depends on, such as the one whose region it is.
        seed: what it is the closure of, if it is one.
        within: what that closure stays in.
    """

    points: Points
    depends_on: tuple[Any, ...]
    seed: Points | None = None
    within: Points | None = None


class AnyBoard(Board[Points]):
    """The point sets of a board of which not even the size is known.

    Attributes:
        axioms: what is true of the sets that have been spoken of.
        described: the closures and unions of regions that have been spoken of.

    >>> board = AnyBoard()
    >>> points, others = board.unknown("points"), board.unknown("others")
    >>> board.proves(board.is_empty(board.border(points) & points))
    True
    """

    def __init__(self) -> None:
        begin_queries()
        self.nothing = Points(z3.BoolVal(False))
        self.everything = Points(z3.BoolVal(True))
        self.axioms = [
            z3.ForAll([ANY, OTHER], z3.Implies(adjacent(ANY, OTHER), adjacent(OTHER, ANY))),
            z3.ForAll([ANY], z3.Not(adjacent(ANY, ANY))),
        ]
        self.described: list[Described] = []
        self._known: dict[tuple[Any, ...], tuple[Points, tuple[Any, ...]]] = {}
        self._told: list[tuple[Any, Any]] = []
        self._spoken_of: list[Any] = []
        self._names = 0

    def __repr__(self) -> str:
        return "AnyBoard()"

    def unknown(self, name: str) -> Points:
        """A set of points of which nothing is known."""
        return Points(z3.Function(name, POINT, z3.BoolSort())(ANY))

    def point(self, name: str) -> Points:
        """A set of one point."""
        return single(z3.Const(name, POINT))

    def complement(self, points: Points) -> Points:
        """See `Board.complement`."""
        return ~points

    def neighbours(self, points: Points) -> Points:
        """See `Board.neighbours`."""
        return self._once(self._neighbours, points)

    def _neighbours(self, points: Points) -> Points:
        found = self._named("neighbours", points)
        beside = z3.Exists([OTHER], z3.And(adjacent(ANY, OTHER), points.at(OTHER)))
        self._is_true(found.points.member == beside, found, ANY)
        return found.points

    def closure(self, seed: Points, within: Points) -> Points:
        """See `Board.closure`; what induction says of it is in `induction`."""
        return self._once(self._closure, seed, within)

    def _closure(self, seed: Points, within: Points) -> Points:
        found = self._named("closure", seed, within)
        closure = found.points
        self.described.append(replace(found, seed=seed, within=within))
        self._is_true(z3.Implies(z3.And(seed.member, within.member), closure.member), found, ANY)
        self._is_true(z3.Implies(closure.member, within.member), found, ANY)
        grown = z3.And(closure.member, adjacent(ANY, OTHER), within.at(OTHER))
        self._is_true(z3.Implies(grown, closure.at(OTHER)), found, ANY, OTHER)
        return closure

    def regions(self, points: Points, where: Callable[[Points], Condition]) -> Points:
        """See `Board.regions`."""
        with self.speaking_of_another_point("member") as point:
            region = self._once(self._region, points).member
            holds = z3.And(points.at(point), where(Points(z3.substitute(region, (START, point)))))
        return self._once(self._chosen, Points(z3.substitute(holds, (point, ANY))))

    def _chosen(self, points: Points) -> Points:
        chosen = self._named("regions", points)
        self.described.append(chosen)
        self._is_true(chosen.points.member == points.member, chosen, ANY)
        return chosen.points

    def _region(self, points: Points) -> Points:
        """The region of `START`: being in the same one goes both ways, and on from one to the next; or it is alone."""
        self._spoken_of.append(START)
        region = self.closure(single(START), points)
        self._spoken_of.pop()
        found = Described(region, self._depending(points))

        def in_one(some: Any, other: Any) -> Any:
            return z3.substitute(region.at(other), (START, some))

        self._is_true(z3.Implies(in_one(ANY, OTHER), in_one(OTHER, ANY)), found, ANY, OTHER)
        joined = z3.And(in_one(ANY, OTHER), in_one(OTHER, THIRD))
        self._is_true(z3.Implies(joined, in_one(ANY, THIRD)), found, ANY, OTHER, THIRD)
        beside = z3.Exists([THIRD], z3.And(adjacent(ANY, THIRD), points.at(THIRD)))
        self._is_true(z3.Or(beside, z3.Implies(in_one(ANY, OTHER), ANY == OTHER)), found, ANY, OTHER)
        return region

    @contextmanager
    def speaking_of_another_point(self, name: str = "point") -> Iterator[Any]:
        """A point that may be any; what is described meanwhile may depend on it."""
        number = sum(str(point).startswith(name) for point in self._spoken_of)
        point = z3.Const(f"{name} {number}", POINT)
        self._spoken_of.append(point)
        try:
            yield point
        finally:
            self._spoken_of.pop()

    def is_empty(self, points: Points) -> Any:
        """See `Board.is_empty`."""
        return z3.ForAll([ANY], z3.Not(points.member))

    def meets(self, points: Points, others: Points) -> Any:
        """See `Board.meets`."""
        return z3.Exists([ANY], z3.And(points.member, others.member))

    def is_single(self, points: Points) -> Any:
        """See `Board.is_single`."""
        alone = z3.ForAll([OTHER], z3.Implies(points.at(OTHER), OTHER == ANY))
        return z3.Exists([ANY], z3.And(points.member, alone))

    def no(self, condition: Condition) -> Any:
        """See `Board.no`."""
        return z3.Not(condition)

    def choose(self, condition: Condition, chosen: Points, otherwise: Points) -> Points:
        """See `Board.choose`."""
        return Points(z3.If(condition, chosen.member, otherwise.member))

    def exists(self, points: Points, such_that: Callable[[Points], Condition]) -> Any:
        """See `Board.exists`."""
        with self.speaking_of_another_point() as point:
            return z3.Exists([point], z3.And(points.at(point), such_that(single(point))))

    def size(self, points: Points) -> Any:
        """See `Board.size`; not to be said of an unknown board."""
        raise TypeError("How many points a set has can't be said of an unknown board.")

    def number_of_regions(self, points: Points) -> Any:
        """See `Board.number_of_regions`; not to be said of an unknown board."""
        raise TypeError("How many regions a set has can't be said of an unknown board.")

    def fixpoint(self, step: Callable[[Points], Points], start: Points) -> Points:
        """See `Board.fixpoint`; not to be said of an unknown board."""
        raise TypeError("How often a step must be repeated can't be said of an unknown board.")

    def proves(self, statement: Condition, *assumptions: Condition, step: str = "") -> bool:
        """Whether z3 proves that the assumptions imply a statement; `False` says only that it does not, yet.

        A proof that needs induction assumes the steps of it that `induction` gives.
        """
        return follows(statement, *self.axioms, *assumptions, step=step)

    def known_of(self, statement: Condition) -> list[Any]:
        """What is true of the board, and of those described sets that a statement names."""
        of_others = {axiom.get_id() for axiom, name in self._told if not names(statement, name)}
        return [axiom for axiom in self.axioms if axiom.get_id() not in of_others]

    def _once(self, describe: Callable[..., Points], *sets: Points) -> Points:
        """What a set built from others is called: the same name for sets that are built alike."""
        key = describe.__name__, *(some.member.get_id() for some in sets)
        if key not in self._known:
            # The sets are kept, so that z3 does not give their ids to others.
            self._known[key] = describe(*sets), sets
        return self._known[key][0]

    def _named(self, what: str, *of: Points) -> Described:
        """A set with a name of its own, depending on those of the points spoken of that it is built with."""
        points = self._depending(*of)
        self._names += 1
        name = z3.Function(f"{what}!{self._names}", *[POINT] * (len(points) + 1), z3.BoolSort())
        return Described(Points(name(*points, ANY)), points)

    def _depending(self, *on: Points) -> tuple[Any, ...]:
        """The points spoken of that some sets depend on."""
        return tuple(point for point in self._spoken_of if any(mentions(some.member, point) for some in on))

    def _is_true(self, statement: Any, of: Described, *points: Any) -> None:
        axiom = z3.ForAll([*of.depends_on, *points], statement)
        self.axioms.append(axiom)
        self._told.append((axiom, of.points.member.decl()))


def follows(statement: Condition, *assumptions: Condition, step: str = "", kind: Kind = Kind.ANY_BOARD) -> bool:
    """Whether z3 proves that the assumptions alone imply a statement; `False` says only that it does not, yet."""
    # Where one way to go through the quantifiers does not end, another one may.
    against = statements(*assumptions, z3.Not(statement))
    return refuted(Query(kind, against, step, seconds=PATIENCE, tries=TRIES))
