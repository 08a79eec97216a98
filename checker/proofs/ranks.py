"""Ranks: what every turn lowers and nothing lowers forever, so that a phase ends.

A rank is two numbers, compared by the first and then by the second, neither of them negative. Each is what is left of
something that is counted along a phase and has a bound: there are finitely many states, and that is all that is said of
the size of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import z3

from ...interpreter.history import first_record, position_after
from ...spec.algebra import Color, Coloring
from ...spec.composition import move, state
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Position, Record, Unblock
from ..evidence.queries import QueryKind
from .cases import LONGEST_RUN, MOST_OCCURRENCES, Case, OneTurn
from .coverage import FoundOnce, clauses_lately, note
from .left_open import UNREADABLE, AskedRules, LeftOpen, OpenHistory, open_tally, opened, settle
from .one_point import PointwiseBoard
from .solvers import Query, refuted, statements


@dataclass(frozen=True)
class Amount:
    """How many there are of something.

    Attributes:
        known: how many of them are known.
        others: whether there may be others, among states of which nothing is known.
    """

    known: Any
    others: bool = False

    def __str__(self) -> str:
        return f"{self.known} and others" if self.others else str(self.known)


@dataclass(frozen=True)
class BoundedCount:
    """Something that is counted along a phase, and never exceeds its bound.

    Attributes:
        of: how much of it there is in a record.
        each: how much of it there may be for each state.
        single: how much of it there may be in what is known of a single state.
        once: how much of it there may be besides.
    """

    of: Callable[[Record], Amount]
    each: int = 0
    single: int = 0
    once: int = 0

    def left(self, states: Any, amount: Amount, unknown: Any = 0) -> Any:
        """How much is left of the bound, given how many states there are, and what the others amount to."""
        return self.each * states + self.once - amount.known - (unknown if amount.others else 0)


def events(history: History) -> Amount:
    """How many different events have happened."""
    if isinstance(history, OpenHistory):
        return Amount(len(history.happened), history.others)
    return Amount(sum(1 for _ in history))


def occurrences(record: Record) -> Amount:
    """How often states have stood since the most recent pass, all together."""
    return Amount(sum(times for _, times in known(record.since_pass)), others(record.since_pass))


def known(history: Any) -> Iterable[tuple[Any, Any]]:
    """The events that are known to have happened, with how often each has."""
    return history.happened if isinstance(history, OpenHistory) else history.counts()


def others(history: Any) -> bool:
    """Whether events may have happened of which nothing is known."""
    return isinstance(history, OpenHistory) and history.others


EARLIER = BoundedCount(lambda record: events(record.earlier), each=1, single=1)
PASSES_IN_A_ROW = BoundedCount(lambda record: Amount(record.pass_run), once=LONGEST_RUN)
PASSED_FROM = BoundedCount(lambda record: events(record.passed_from), each=len(Color), single=1)
OCCURRENCES = BoundedCount(occurrences, each=MOST_OCCURRENCES, single=MOST_OCCURRENCES)


@dataclass(frozen=True)
class Order:
    """A way to rank the records of a phase: by what is left of two counts.

    Attributes:
        name: what falls, in words.
        counts: the two counts.
    """

    name: str
    counts: tuple[BoundedCount, BoundedCount]

    @property
    def falling(self) -> str:
        """What falls first, in a few words."""
        return self.name.split(";")[0]

    def amounts(self, record: Record) -> tuple[Amount, ...]:
        """How much of each count there is in a record."""
        return tuple(count.of(record) for count in self.counts)

    def rank(self, record: Record, states: int) -> tuple[int, ...]:
        """The rank of a record of a real game, on a board with at most so many states."""
        amounts = self.amounts(record)
        return tuple(count.left(states, amount) for count, amount in zip(self.counts, amounts, strict=True))

    def reaches(self, amounts: tuple[Amount, ...]) -> bool:
        """Whether there can be so much of each count, as far as it is known."""
        return all(
            amount.known <= count.single + count.once for count, amount in zip(self.counts, amounts, strict=True)
        )


NEW_STATES = Order(
    "fewer states are new; or as many are, and fewer passes can follow in a row", (EARLIER, PASSES_IN_A_ROW)
)
NEW_PASSES = Order(
    "there are fewer states from which a player has not passed; or as many, and states can stand again less often",
    (PASSED_FROM, OCCURRENCES),
)
NEW_OCCURRENCES = Order(
    "states can stand again less often; or as often, and fewer passes can follow in a row",
    (OCCURRENCES, PASSES_IN_A_ROW),
)
ORDERS = (NEW_STATES, NEW_PASSES, NEW_OCCURRENCES)
# No document needs these two; amended rules do that end by a repeated pass, and forget nothing or end by nothing else.
FURTHER_ORDERS = (
    Order(
        "fewer states are new; or as many are, and there are fewer states from which a player has not passed",
        (EARLIER, PASSED_FROM),
    ),
    Order(
        "states can stand again less often; or as often, and there are fewer states from which a player has not passed",
        (OCCURRENCES, PASSED_FROM),
    ),
)


def is_rank(order: Order, amounts: tuple[Amount, ...]) -> bool:
    """Whether z3 proves that the rank is not negative, however many states there are, and whatever the others are."""
    return refuted(_negative(order, amounts))


def falls(order: Order, before: tuple[Amount, ...], later: tuple[Amount, ...]) -> bool:
    """Whether z3 proves that the rank falls to one that is not negative, for any number of states, and any others."""
    return refuted(_not_falling(order, before, later))


@lru_cache(1 << 12)
def _negative(order: Order, amounts: tuple[Amount, ...]) -> Query:
    states, unknown, bounds = _any_size(order)
    return _query(
        f"{order.falling}: after {_in_words(amounts)} no less than nothing is left",
        bounds,
        _not_negative(_left(order, amounts, states, unknown)),
    )


@lru_cache(1 << 12)
def _not_falling(order: Order, before: tuple[Amount, ...], later: tuple[Amount, ...]) -> Query:
    states, unknown, bounds = _any_size(order)
    was, now = (_left(order, amounts, states, unknown) for amounts in (before, later))
    lower = z3.Or(now[0] < was[0], z3.And(now[0] == was[0], now[1] < was[1]))
    step = f"{order.falling}: from {_in_words(before)} to {_in_words(later)}"
    return _query(step, bounds, z3.And(lower, _not_negative(now)))


def _in_words(amounts: tuple[Amount, ...]) -> str:
    return f"({', '.join(map(str, amounts))})"


def _left(order: Order, amounts: tuple[Amount, ...], states: Any, unknown: list[Any]) -> list[Any]:
    return [count.left(states, *known) for count, *known in zip(order.counts, amounts, unknown, strict=True)]


def _not_negative(rank: list[Any]) -> Any:
    return z3.And([number >= 0 for number in rank])


def _any_size(order: Order) -> tuple[Any, list[Any], list[Any]]:
    """An unknown number of states, what the others amount to in each count, and the bounds of these.

    The others leave out what is known of a single state. That they stay in their bounds is no assumption: a turn that
    took a single state over its bound would make the rank negative where there is no other state.
    """
    states = z3.Int("states")
    unknown = [z3.Int(f"others {number}") for number in range(len(order.counts))]
    bounds = [
        z3.And(others >= 0, others <= count.each * states - count.single)
        for count, others in zip(order.counts, unknown, strict=True)
    ]
    return states, unknown, [states >= 1, *bounds]


def _query(step: str, bounds: list[Any], statement: Any) -> Query:
    # Another order may do where this one does not, so no answer is needed.
    return Query(QueryKind.RANKS, statements(*bounds, z3.Not(statement)), step, expected=None)


ASSUMES = ("Clauses are functions: asked alike, they answer alike.",)
# What the other decisions make of a turn is left open, or only ends a phase the sooner, or comes after the end.
IN_TURNS = (
    Decision.STATE,
    Decision.TURN,
    Decision.MOVE,
    Decision.AFTER_MOVE,
    Decision.MARKS,
    Decision.LEGAL,
    Decision.PASS,
    Decision.FIRST_PASS,
    Decision.UNBLOCK_ACTION,
    Decision.AGREEMENT,
    Decision.MADE,
    Decision.COUNTS_AS_PASS,
    Decision.REMEMBERED,
    Decision.OCCURS,
    Decision.FORGETS,
    Decision.ENDINGS,
    Decision.PHASE_ENDS,
    Decision.NO_RESULT,
)


@dataclass(frozen=True)
class Ranking:
    """How a rank fares over the turns of a phase.

    Attributes:
        order: how the records are ranked.
        cases: in how many cases the phase goes on, up to the obstacle if there is one.
        obstacle: the case in which the rank does not fall, or "".
    """

    order: Order
    cases: int = 0
    obstacle: str = ""


def ranking(turns: OneTurn, order: Order) -> Ranking:
    """Try to prove that a rank falls in every case in which the phase goes on."""
    if not is_rank(order, order.amounts(turns.start())):
        return Ranking(order, obstacle="the start of the phase")
    going_on = 0
    fallen: set[tuple[object, ...]] = set()
    try:
        for step in _steps(turns, order):
            going_on += 1
            # What has been read only grows, so as much of it is the same, and nothing new would be noted of the query.
            asked = step.before, step.later, len(step.read)
            if asked not in fallen and not falls(order, step.before, step.later):
                return Ranking(order, going_on, str(step.case))
            fallen.add(asked)
    except LeftOpenInCase as error:
        return Ranking(order, going_on, str(error))
    return Ranking(order, going_on)


@dataclass(frozen=True)
class RankedStep:
    """A case in which the phase goes on.

    Attributes:
        case: the case.
        before: how much of each count there is before the turn.
        later: how much there is after it.
        read: the clauses that had been read by then.
    """

    case: Case
    before: tuple[Amount, ...]
    later: tuple[Amount, ...]
    read: tuple[Clause, ...]


class LeftOpenInCase(Exception):
    """How the record grows in a case depends on something that the case leaves open."""


_gone_through: dict[tuple[Rules, Phase, Order], list[RankedStep]] = {}


def _steps(turns: OneTurn, order: Order) -> Iterator[RankedStep]:
    """Every case in which the phase goes on; several proofs ask the same of a document's own clauses.

    Raises:
        LeftOpenInCase: how the record grows depends on something that a case leaves open.
    """
    asked = turns.asked, turns.phase, order
    if asked in _gone_through:
        for step in _gone_through[asked]:
            note(step.read)
            yield step
        return
    steps = []
    for case in turns.cases:
        before = turns.before(case)
        amounts = order.amounts(before)
        if not order.reaches(amounts) or turns.barring(case):
            continue
        try:
            later = turns.later(case, before)
        except LeftOpen as error:
            error.settle()
            raise LeftOpenInCase(f"{case}: {error}") from None
        if later is not None:
            steps.append(RankedStep(case, amounts, order.amounts(later), clauses_lately()))
            yield steps[-1]
    if steps and steps[-1].read and not turns.asked.amendments:
        _gone_through[asked] = steps


def unbounded(groups: Iterable[Sequence[Rules]], phase: Phase) -> list[str]:
    """Why there may be endlessly many states in a phase, under the first rules of each group for which there may be."""
    once = FoundOnce[str]()
    return [*filter(None, (once.of(phase, group[0], lambda rules: endless_states(rules, phase)) for group in groups))]


def endless_states(rules: Rules, phase: Phase) -> str:
    """Why there may be endlessly many states in a phase, or what can't be read; "" if they are finitely many."""
    try:
        for position in positions_after(rules, phase):
            if not is_finite(position):
                return f"a turn of {phase.value} makes a position of something other than sets of points"
            if not all(map(_is_of_finitely_many, state(rules, position))):
                return f"the state of {phase.value} holds something other than colorings, sets, players and conditions"
    except UNREADABLE as error:
        settle(error)
        return f"what a turn of {phase.value} leads to can't be read: {str(error).removesuffix('.')}"
    return ""


def positions_after(rules: Rules, phase: Phase) -> Iterator[Position[Any]]:
    """What stands after each kind of turn that there is, from a position of which nothing is known."""
    asked: Any = AskedRules(rules)
    for player, first_passer, passed in product(Color, (None, *Color), (False, True)):
        board = PointwiseBoard()
        c = Coloring(board, board.unknown("black"), board.unknown("white"))
        position = Position(c, player, phase, board.unknown("marks"), passed)
        point: Any = board.point("point")
        record = opened(first_record(asked, position, open_tally(first_passer, phase)))
        for turn in (Pass(), Move(point), Unblock(point)):
            if not all(clause.function(turn) for clause in rules.deciding(Decision.TURN, phase)):
                continue
            if isinstance(turn, Unblock) and not rules.deciding(Decision.UNBLOCK, phase):
                continue
            if isinstance(turn, Move):
                yield position_after(record, move(asked, c, player, point))
            elif isinstance(turn, Pass):
                yield rules.sole(Decision.PASS, phase).function(position)
            else:
                yield rules.sole(Decision.UNBLOCK_ACTION, phase).function(position, point)


def is_finite(position: Position[Any]) -> bool:
    """Whether a position is made of sets of points, a player, a phase and conditions."""
    parts = (position.coloring, position.player, position.marks, position.passed)
    return isinstance(position.phase, Phase) and all(map(_is_of_finitely_many, parts))


def _is_of_finitely_many(value: object) -> bool:
    if isinstance(value, Coloring):
        return all(isinstance(points, z3.BoolRef) for points in (value.black, value.white))
    return isinstance(value, z3.BoolRef | Color | bool)
