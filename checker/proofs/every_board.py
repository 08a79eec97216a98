"""Formulas about the points of an unknown board: who is adjacent to whom, and sets of points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import z3

from ...spec.algebra import Color, Coloring
from ...spec.algebra.board import Board, Condition
from ...spec.rules import Rules
from ..evidence.queries import QueryKind
from ..phase.past import LeftOpen
from .situation import LemmaSituation, with_fast_captures
from .solvers import Query, refuted, statements
from .unknown import made_once, refuse_points_by_number

POINT = z3.DeclareSort("Point")
ANY, OTHER, THIRD, _START = z3.Consts("any other third start", POINT)
adjacent = z3.Function("adjacent", POINT, POINT, z3.BoolSort())


@dataclass(frozen=True, slots=True, eq=False)
class AnyPoints:
    """A set of points: `member` is the formula that says whether the point `ANY` is one of them."""

    member: Any

    def at(self, point: Any) -> Any:
        """Whether a point is a member."""
        return z3.substitute(self.member, (ANY, point))

    def __and__(self, other: AnyPoints) -> AnyPoints:
        return AnyPoints(z3.And(self.member, _member(other)))

    def __or__(self, other: AnyPoints) -> AnyPoints:
        return AnyPoints(z3.Or(self.member, _member(other)))

    def __xor__(self, other: AnyPoints) -> AnyPoints:
        return AnyPoints(self.member != _member(other))

    def __invert__(self) -> AnyPoints:
        return AnyPoints(z3.Not(self.member))

    def __lshift__(self, other: object) -> AnyPoints:
        raise TypeError("The points of an unknown board have no order.")

    __rshift__ = __lshift__

    def __bool__(self) -> bool:
        raise LeftOpen("Whether a set of points of an unknown board is empty is left open.")

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        """Whether the two sets have the same members, anywhere on the board."""
        if not isinstance(other, AnyPoints):
            raise TypeError("Points of an unknown board are compared with points.")
        return z3.ForAll([ANY], self.member == other.member)


def _member(points: AnyPoints) -> Any:
    refuse_points_by_number(points)
    return points.member


def single(point: Any) -> AnyPoints:
    """The set of one point."""
    return AnyPoints(point == ANY)


def declared_in(*terms: Any) -> frozenset[int]:
    """The ids of what formulas speak of as z3 has declared it: sets of points, and points; each part is read once."""
    known = {term.get_id() for term in terms}
    for term in (parts := [*terms]):
        further = {part.get_id(): part for part in term.children()}
        parts += (part for number, part in further.items() if number not in known)
        known |= further.keys()
    return frozenset(part.decl().get_id() for part in parts if z3.is_app(part))


# Twenty times the work that the hardest step of a proof takes, in z3's own units; of work, so that slow machines prove
# what fast ones do.
WORK = 5_000_000
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

    points: AnyPoints
    depends_on: tuple[Any, ...]
    seed: AnyPoints | None = None
    within: AnyPoints | None = None


class AnyBoard(Board[AnyPoints]):
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
        self.nothing = AnyPoints(z3.BoolVal(False))
        self.everything = AnyPoints(z3.BoolVal(True))
        self.axioms = [
            z3.ForAll([ANY, OTHER], z3.Implies(adjacent(ANY, OTHER), adjacent(OTHER, ANY))),
            z3.ForAll([ANY], z3.Not(adjacent(ANY, ANY))),
        ]
        self.described: list[Described] = []
        self._known: dict[Any, tuple[AnyPoints, Any]] = {}
        self._named_axioms: list[tuple[Any, Any]] = []
        self._spoken_of: list[Any] = []
        self._names = 0

    def __repr__(self) -> str:
        return "AnyBoard()"

    def unknown(self, name: str) -> AnyPoints:
        """A set of points of which nothing is known."""
        return AnyPoints(z3.Function(name, POINT, z3.BoolSort())(ANY))

    def point(self, name: str) -> AnyPoints:
        """A set of one point."""
        return single(z3.Const(name, POINT))

    def complement(self, points: AnyPoints) -> AnyPoints:
        return ~points

    @property
    def halves(self) -> tuple[AnyPoints, AnyPoints]:
        """Two sets of points of which nothing is known."""
        return self.unknown("one half"), self.unknown("other half")

    def neighbours(self, points: AnyPoints) -> AnyPoints:
        return self._once(self._neighbours, points)

    def _neighbours(self, points: AnyPoints) -> AnyPoints:
        described = self._named("neighbours", points)
        beside = z3.Exists([OTHER], z3.And(adjacent(ANY, OTHER), points.at(OTHER)))
        self._is_true(described.points.member == beside, described, ANY)
        return described.points

    def closure(self, seed: AnyPoints, within: AnyPoints) -> AnyPoints:
        """An unknown set; what induction says of it is in `induction`."""
        return self._once(self._closure, seed, within)

    def _closure(self, seed: AnyPoints, within: AnyPoints) -> AnyPoints:
        described = self._named("closure", seed, within)
        closure = described.points
        self.described.append(replace(described, seed=seed, within=within))
        self._is_true(z3.Implies(z3.And(seed.member, within.member), closure.member), described, ANY)
        self._is_true(z3.Implies(closure.member, within.member), described, ANY)
        grown = z3.And(closure.member, adjacent(ANY, OTHER), within.at(OTHER))
        self._is_true(z3.Implies(grown, closure.at(OTHER)), described, ANY, OTHER)
        return closure

    def regions(self, points: AnyPoints, where: Callable[[AnyPoints], Condition]) -> AnyPoints:
        with self.speaking_of_another_point("member") as point:
            region = self._once(self._region, points).member
            holds = z3.And(points.at(point), where(AnyPoints(z3.substitute(region, (_START, point)))))
        return self._once(self._chosen, AnyPoints(z3.substitute(holds, (point, ANY))))

    def _chosen(self, points: AnyPoints) -> AnyPoints:
        chosen = self._named("regions", points)
        self.described.append(chosen)
        self._is_true(chosen.points.member == points.member, chosen, ANY)
        return chosen.points

    def _region(self, points: AnyPoints) -> AnyPoints:
        """The region of `_START`: being in the same one goes both ways, and on from one to the next; or it is alone."""
        self._spoken_of.append(_START)
        region = self.closure(single(_START), points)
        self._spoken_of.pop()
        described = Described(region, self._depending(points))

        def in_one(point: Any, other: Any) -> Any:
            return z3.substitute(region.at(other), (_START, point))

        self._is_true(z3.Implies(in_one(ANY, OTHER), in_one(OTHER, ANY)), described, ANY, OTHER)
        joined = z3.And(in_one(ANY, OTHER), in_one(OTHER, THIRD))
        self._is_true(z3.Implies(joined, in_one(ANY, THIRD)), described, ANY, OTHER, THIRD)
        beside = z3.Exists([THIRD], z3.And(adjacent(ANY, THIRD), points.at(THIRD)))
        self._is_true(z3.Or(beside, z3.Implies(in_one(ANY, OTHER), ANY == OTHER)), described, ANY, OTHER)
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

    def is_empty(self, points: AnyPoints) -> Any:
        return z3.ForAll([ANY], z3.Not(points.member))

    def meets(self, points: AnyPoints, others: AnyPoints) -> Any:
        return z3.Exists([ANY], z3.And(points.member, others.member))

    def is_single(self, points: AnyPoints) -> Any:
        alone = z3.ForAll([OTHER], z3.Implies(points.at(OTHER), OTHER == ANY))
        return z3.Exists([ANY], z3.And(points.member, alone))

    def no(self, condition: Condition) -> Any:
        return z3.Not(condition)

    def choose(self, condition: Condition, chosen: AnyPoints, otherwise: AnyPoints) -> AnyPoints:
        return AnyPoints(z3.If(condition, chosen.member, otherwise.member))

    def exists(self, points: AnyPoints, such_that: Callable[[AnyPoints], Condition]) -> Any:
        with self.speaking_of_another_point() as point:
            return z3.Exists([point], z3.And(points.at(point), such_that(single(point))))

    def size(self, points: AnyPoints) -> Any:
        """Refuses: sizes are not to be said of an unknown board."""
        raise TypeError("How many points a set has can't be said of an unknown board.")

    def number_of_regions(self, points: AnyPoints) -> Any:
        """Refuses: regions are not to be counted on an unknown board."""
        raise TypeError("How many regions a set has can't be said of an unknown board.")

    def fixpoint(self, step: Callable[[AnyPoints], AnyPoints], start: AnyPoints) -> AnyPoints:
        """Refuses: it is not known after how many steps nothing changes on an unknown board."""
        raise TypeError("How often a step must be repeated can't be said of an unknown board.")

    def proves(self, statement: Condition, *assumptions: Condition, step: str = "") -> bool:
        """Whether z3 proves that assumptions, `induction` among them, imply a statement; `False` says nothing."""
        return follows(statement, *self.axioms, *assumptions, step=step)

    def known_of(self, statement: Condition) -> list[Any]:
        """What is true of the board, and of those described sets that a statement names."""
        spoken_of = declared_in(statement)
        of_others = {axiom.get_id() for axiom, name in self._named_axioms if name.get_id() not in spoken_of}
        return [axiom for axiom in self.axioms if axiom.get_id() not in of_others]

    def _once(self, describe: Callable[..., AnyPoints], *sets: AnyPoints) -> AnyPoints:
        """What a set built from others is called: the same name for sets that are built alike."""
        members = (points.member for points in sets)
        return made_once(self._known, lambda: describe(*sets), *members, called=describe.__name__)

    def _named(self, kind: str, *sets: AnyPoints) -> Described:
        """A set with a name of its own, depending on those of the points spoken of that it is built with."""
        points = self._depending(*sets)
        self._names += 1
        name = z3.Function(f"{kind}!{self._names}", *[POINT] * (len(points) + 1), z3.BoolSort())
        return Described(AnyPoints(name(*points, ANY)), points)

    def _depending(self, *on: AnyPoints) -> tuple[Any, ...]:
        """The points spoken of that some sets depend on."""
        spoken_of = self._spoken_of and declared_in(*(points.member for points in on))
        return tuple(point for point in self._spoken_of if point.decl().get_id() in spoken_of)

    def _is_true(self, statement: Any, described: Described, *points: Any) -> None:
        axiom = z3.ForAll([*described.depends_on, *points], statement)
        self.axioms.append(axiom)
        self._named_axioms.append((axiom, described.points.member.decl()))


def follows(
    statement: Condition, *assumptions: Condition, step: str = "", kind: QueryKind = QueryKind.ANY_BOARD
) -> bool:
    """Whether z3 proves that the assumptions alone imply a statement; `False` says only that it does not, yet."""
    # Where one way to go through the quantifiers does not end, another one may.
    against = statements(*assumptions, z3.Not(statement))
    return refuted(Query(kind, against, step, work=WORK, tries=TRIES))


def situation_of_any_board(
    rules: Rules, player: Color, moves: int, by_lemma: bool = False
) -> tuple[AnyBoard, LemmaSituation[AnyPoints]]:
    """A situation of which nothing is known but who moves first, on a board of which nothing is known."""
    board = AnyBoard()
    black, white = board.unknown("black"), board.unknown("white")
    board.axioms.append(board.is_empty(black & white))
    points = tuple(board.point(f"move {number}") for number in range(moves))
    literal = rules.literally()
    made = with_fast_captures(literal) if by_lemma else literal
    return board, LemmaSituation(made, Coloring(board, black, white), player, points)


def inductions(board: AnyBoard, inside: AnyPoints | None = None) -> list[Any]:
    """Induction along each closure that a board was asked for, about all, or those that stay inside one very set."""
    closures = [described for described in board.described if described.seed is not None]
    spoken_of = [
        Described(~known.points, known.depends_on) if known.within is None else known
        for known in board.described
        if inside is None or (known.within is not None and known.within.member.eq(inside.member))
    ]
    return [induction(along, other) for along in closures for other in spoken_of if other is not along]


def induction(along: Described, other: Described) -> Any:
    """That a set holds a closure, if it holds its seed and is closed, whatever points either depends on."""
    assert along.seed is not None
    assert along.within is not None
    closure, within = along.points, along.within
    renamed = [(point, z3.Const(f"other {point}", POINT)) for point in other.depends_on]
    held = AnyPoints(z3.substitute(other.points.member, *renamed))
    holds_seed = z3.ForAll([ANY], z3.Implies(z3.And(along.seed.member, within.member), held.member))
    reached = z3.And(closure.member, held.member, adjacent(ANY, OTHER), within.at(OTHER))
    is_closed = z3.ForAll([ANY, OTHER], z3.Implies(reached, held.at(OTHER)))
    holds_closure = z3.ForAll([ANY], z3.Implies(closure.member, held.member))
    rule = z3.Implies(z3.And(holds_seed, is_closed), holds_closure)
    points = [*along.depends_on, *(point for _, point in renamed)]
    return z3.ForAll(points, rule) if points else rule
