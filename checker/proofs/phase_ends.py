"""That a phase ends: with every turn by which it goes on something grows that can't grow forever.

One query for each kind of turn, player, and who passed first asks whether the turn can be legal, the phase go on, and
nothing grow. Further queries show that each bound on a number holds at the start of the phase and is kept by every
turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import z3

from ...interpreter.clauses_of_authors import names_mentioned
from ...spec.algebra import Color, Coloring
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move
from ..evidence.queries import QueryKind, attempted
from ..phase.past import LeftOpen
from .coverage import REPEATING, D, Decisions
from .left_open import UNREADABLE
from .one_point import PointwiseBoard, as_total
from .one_turn import CAPTURES_NOTHING, RESULT, OneTurn
from .orders import NOT_NEGATIVE, POINTS, STONES, STONES_ON_BOARD, Order, stones_on
from .solvers import Query, refuted, statements
from .unknown import terms_of

# No proof has needed a thousandth of it.
WORK = 5_000_000


@dataclass(frozen=True)
class TurnObligation:
    """What has to be shown of one turn.

    Attributes:
        after: of which turn, in words; "" of the start of the phase.
        case: all that is known of the turn, in words.
        given: what is known, each with what it says in words.
        goes_on: what the clauses say if the phase goes on, as a turn of `OneTurn` has it.
        then: what follows, in words and as a z3 formula.
    """

    after: str
    case: str
    given: tuple[tuple[str, Any], ...]
    goes_on: tuple[tuple[str, str, Any], ...]
    then: tuple[str, Any]

    def query(self) -> Query:
        """Whether all that is known can hold, and what follows not."""
        words, then = self.then
        when = f"after {self.after}" if self.after else "at the start of the phase"
        said = [
            *self.given,
            *((f"{name} {says}", formula) for name, says, formula in self.goes_on),
            (f"Of {self.case} it is not so that {words}", z3.Not(then)),
        ]
        labels, formulas = zip(*said, strict=True)
        step = f"{words[0].upper()}{words[1:]}, {when}"
        return Query(QueryKind.ONE_TURN, statements(*formulas), step, work=WORK, labels=labels)


def obligations(turns: OneTurn, order: Order) -> Iterator[TurnObligation]:
    """What has to be shown so that something grows with every turn of a phase.

    Raises:
        LeftOpen: how the record grows depends on something that a case leaves open.
    """
    for case in turns.cases[: len(Color) * (1 + len(Color))]:
        start = turns.start(case)
        for one in order.hypotheses:
            # What is kept from another phase was counted there.
            counted = (NOT_NEGATIVE.words, NOT_NEGATIVE.holds(turns.before(case)))
            yield TurnObligation("", "the start of the phase", (counted,), (), (one.words, one.holds(start)))
    for case in turns.cases:
        for step in turns.steps(case):
            given = tuple((one.words, one.holds(step.before)) for one in order.hypotheses)
            given += tuple(("The clauses go this way", condition) for condition in step.path)
            goes_on = step.goes_on
            if STONES_ON_BOARD in order.growing:
                before, later = stones_on(step.before), stones_on(step.later)
                bounds = (z3.And(number >= 0, number <= POINTS) for number in (before, later))
                given += (("Stones stand on points", z3.And(*bounds)),)
                if isinstance(case.turn, Move):
                    # That it adds one is proved by `adds_a_stone`.
                    (result,) = terms_of(RESULT)
                    adds = z3.Implies(CAPTURES_NOTHING, STONES(result) == before + 1)
                    goes_on += ((ADDS_A_STONE, "adds a stone", adds),)
            for one in order.hypotheses:
                yield TurnObligation(case.kind, str(case), given, goes_on, (one.words, one.holds(step.later)))
            falls = (order.name, order.falls(step.before, step.later))
            yield TurnObligation(case.kind, str(case), given, goes_on, falls)


@dataclass(frozen=True)
class Ranking:
    """How an order fares over the turns of a phase.

    Attributes:
        order: the order.
        cases: how many turns were asked about, up to the obstacle if there is one.
        obstacle: of which turn it is not shown that something grows, in a sentence; or "".
    """

    order: Order
    cases: int = 0
    obstacle: str = ""


def ranking(turns: OneTurn, order: Order) -> Ranking:
    """Try to prove that something grows with every turn by which the phase goes on."""
    if STONES_ON_BOARD in order.growing and not adds_a_stone(turns.asked_of):
        return Ranking(order, obstacle="A move that captures nothing may add no stone.")
    with attempted() as keep:
        number = 0
        try:
            for obligation in obligations(turns, order):
                number += 1
                if not refuted(obligation.query()):
                    return Ranking(order, number, f"Of {obligation.case} it is not shown that {obligation.then[0]}.")
        except LeftOpen as error:
            return Ranking(order, number, str(error))
        keep()
    return Ranking(order, number)


ADDS_A_STONE = "a move that captures nothing"
_Names = frozenset[str]


def needs(turns: OneTurn, order: Order) -> frozenset[_Names]:
    """The sets of clauses of each of which one must be in force, so that an order falls with every turn.

    They are the minimal correction sets of what has to be shown, as enumerated by M. H. Liffiton and K. A. Sakallah
    (Algorithms for computing minimal unsatisfiable subsets of constraints, 2008). An empty one is never met.
    """
    adding: _Names | None = frozenset()
    if STONES_ON_BOARD in order.growing:
        adding = adding_a_stone(turns.asked_of)
    if adding is None:
        return frozenset({frozenset()})
    one_of: set[_Names] = set()
    try:
        for obligation in obligations(turns, order):
            for corrected in _corrections(obligation):
                rest = corrected - {ADDS_A_STONE}
                one_of |= {rest} if rest == corrected else {rest | {name} for name in adding}
            if frozenset() in one_of:
                break
    except LeftOpen:
        return frozenset({frozenset()})
    return frozenset(names for names in one_of if not any(other < names for other in one_of))


# With each query, as z3 gives the ids of what is gone to others.
_known: dict[frozenset[tuple[str, int]], tuple[frozenset[_Names], Query]] = {}


def _corrections(obligation: TurnObligation) -> frozenset[_Names]:
    """The minimal sets of clauses without which what has to be shown does not follow; they are kept."""
    query = obligation.query()
    key = frozenset(zip(query.labels[:-1], (one.get_id() for one in query.statements), strict=False))
    key |= {("", query.statements[-1].get_id())}
    if key not in _known:
        _known[key] = frozenset(_minimal_corrections(obligation)), query
    return _known[key][0]


def _minimal_corrections(obligation: TurnObligation) -> Iterator[_Names]:
    solver = z3.Solver()
    solver.set("rlimit", WORK)
    solver.add(*(formula for _, formula in obligation.given), z3.Not(obligation.then[1]))
    in_force = {name: z3.Bool(f"in force: {name}") for name, _, _ in obligation.goes_on}
    for name, _, formula in obligation.goes_on:
        solver.add(z3.Implies(in_force[name], formula))
    # What z3 does not refute can be, for all that is known.
    while solver.check() != z3.unsat:
        together: list[Any] = []
        for flag in in_force.values():
            if solver.check(*together, flag) != z3.unsat:
                together.append(flag)
        lacking = {name: flag for name, flag in in_force.items() if not any(flag is other for other in together)}
        yield frozenset(lacking)
        if not lacking:
            return
        solver.add(z3.Or(*lacking.values()))


# What the other decisions make of a turn is left open, or only ends a phase the sooner, or comes after the end.
IN_TURNS: Decisions = (
    *(*REPEATING, D.TURN, D.MOVE, D.AFTER_MOVE, D.MARKS, D.LEGAL, D.PASS, D.FIRST_PASS, D.COUNTS_AS_PASS),
    *(D.UNBLOCK_ACTION, D.AGREEMENT, D.ENDINGS, D.PHASE_ENDS, D.NO_RESULT),
)


def bans_captures(bans: Iterable[Clause]) -> bool:
    """Whether one of the clauses that forbid moves may ask both what a move captures and what stood earlier."""
    return any(names_mentioned([ban.function]) >= {"captured", "earlier"} for ban in bans)


def adding_a_stone(rules: Rules) -> frozenset[str] | None:
    """The clauses on pseudolegal moves by which a move that captures nothing adds one stone to those on the board.

    None if it is not proved, on one unspecified point of a board of any size, that all of them together do.

    >>> from superko.spec.presets import PRESETS
    >>> [*adding_a_stone(PRESETS["ikeda"])]
    ['ikeda/presupposed#empty']
    """
    if not adds_a_stone(rules):
        return None
    needed = rules.deciding(Decision.PSEUDOLEGAL)
    for clause in needed:
        fewer = tuple(other for other in needed if other is not clause)
        if adds_a_stone(rules, fewer):
            needed = fewer
    return frozenset(clause.name for clause in needed)


def adds_a_stone(rules: Rules, conditions: tuple[Clause, ...] | None = None) -> bool:
    """Whether some clauses on pseudolegal moves, or all in force, make a move that captures nothing add one stone."""
    conditions = rules.deciding(Decision.PSEUDOLEGAL) if conditions is None else conditions
    return all(_adds_one_of(player, rules, conditions) for player in Color)


def _adds_one_of(player: Color, rules: Rules, conditions: tuple[Clause, ...]) -> bool:
    board = PointwiseBoard()
    c = Coloring(board, board.unknown("black"), board.unknown("white"))
    point = board.point("point")
    board.constraints.append(~(c.black & c.white))
    try:
        play = move(rules, c, player, point)
        given = [board.is_empty(play.captured), *(condition.function(play) for condition in conditions)]
        before, later = (board.size(coloring.black | coloring.white) for coloring in (c, play.after))
    except UNREADABLE:
        return False
    one_more = as_total(later).equals(before + board.size(point))
    return board.proves(one_more, *given, step=f"{player.name.capitalize()} adds a stone where nothing is captured")
