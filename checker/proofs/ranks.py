"""Ranks: what every turn lowers and nothing lowers forever, so that a phase ends.

A rank is a few numbers, none of them negative, compared by the first in which they differ. Each is what is left of
something that is counted along a phase and has a bound: there are finitely many states, more than there are points, and
that is all that is said of the size of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import z3

from ...interpreter.history import first_record, position_after
from ...interpreter.mentioned import names_mentioned
from ...spec.algebra import Color, Coloring
from ...spec.composition import move, state
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Position, Record, Unblock
from ..evidence.queries import QueryKind
from .cases import LONGEST_RUN, MOST_OCCURRENCES, MOVES, NO_CAPTURE, RESULT_OF_NO_CAPTURE, Case, OneTurn
from .coverage import FoundOnce, clauses_lately, note
from .left_open import UNREADABLE, AskedRules, LeftOpen, OpenHistory, is_left_open, open_tally, opened, settle
from .one_point import PointwiseBoard, as_total
from .solvers import Query, refuted, statements


@dataclass(frozen=True)
class Amount:
    """How many there are of something.

    Attributes:
        known: how many of them are known.
        others: whether there may be others, of which nothing is known but that they are as many before a turn as after.
        anew: whether those that there may be after a turn need not be as many as before.
    """

    known: Any
    others: bool = False
    anew: bool = False

    def __str__(self) -> str:
        if self.anew:
            return "any number"
        return f"{self.known} and others" if self.others else str(self.known)


@dataclass(frozen=True)
class BoundedCount:
    """Something that is counted along a phase, and never exceeds its bound.

    Attributes:
        of: how much of it there is in a record.
        falling: that less of it is left, in words.
        equal: that as much of it is left.
        each: how much of it there may be for each state.
        single: how much of it there may be in what is known of a single state.
        once: how much of it there may be besides.
    """

    of: Callable[[Record], Amount]
    falling: str
    equal: str = "as many"
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


def stones(record: Record) -> Amount:
    """How many stones are on the board; one more after a move that captures nothing, which `adds_a_stone` proves."""
    c: Any = record.position.coloring
    if not is_left_open(c):
        return Amount(c.size(c.black | c.white))
    stood = any(c is before for before in MOVES.values())
    return Amount(1 if c is RESULT_OF_NO_CAPTURE else 0, others=True, anew=not stood and c is not RESULT_OF_NO_CAPTURE)


def known(history: Any) -> Iterable[tuple[Any, Any]]:
    """The events that are known to have happened, with how often each has."""
    return history.happened if isinstance(history, OpenHistory) else history.counts()


def others(history: Any) -> bool:
    """Whether events may have happened of which nothing is known."""
    return isinstance(history, OpenHistory) and history.others


EARLIER = BoundedCount(lambda record: events(record.earlier), "fewer states are new", "as many are", each=1, single=1)
PASSES_IN_A_ROW = BoundedCount(
    lambda record: Amount(record.pass_run), "fewer passes can follow in a row", once=LONGEST_RUN
)
PASSED_FROM = BoundedCount(
    lambda record: events(record.passed_from),
    "there are fewer states from which a player has not passed",
    each=len(Color),
    single=1,
)
OCCURRENCES = BoundedCount(
    occurrences, "states can stand again less often", "as often", each=MOST_OCCURRENCES, single=MOST_OCCURRENCES
)
STOOD = BoundedCount(
    lambda record: events(record.since_pass), "fewer states have not stood since the last pass", each=1, single=1
)
STONES = BoundedCount(stones, "fewer points are empty", "as many are", each=1, single=1)


@dataclass(frozen=True)
class Order:
    """A way to rank the records of a phase: by what is left of a few counts.

    >>> Order((EARLIER, PASSES_IN_A_ROW)).name
    'fewer states are new; or as many are, and fewer passes can follow in a row'
    """

    counts: tuple[BoundedCount, ...]

    @property
    def name(self) -> str:
        """What falls, in words."""
        *before, last = self.counts
        return "".join(f"{count.falling}; or {count.equal}, and " for count in before) + last.falling

    @property
    def falling(self) -> str:
        """What falls first, in a few words."""
        return self.counts[0].falling

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


NEW_STATES = Order((EARLIER, PASSES_IN_A_ROW))
NEW_PASSES = Order((PASSED_FROM, OCCURRENCES))
NEW_OCCURRENCES = Order((OCCURRENCES, PASSES_IN_A_ROW))
ORDERS = (NEW_STATES, NEW_PASSES, NEW_OCCURRENCES)
# No document needs these; rules without one or two of its clauses do, such as that a pass lifts a ban.
EVERY_PAIR = (Order(counts) for counts in permutations((EARLIER, PASSED_FROM, OCCURRENCES, STOOD, PASSES_IN_A_ROW), 2))
FURTHER_ORDERS = tuple(order for order in EVERY_PAIR if order not in ORDERS)
# For a ban on captures alone, where it matters besides which moves add a stone.
NEW_STATES_OR_STONES = Order((EARLIER, STONES, PASSES_IN_A_ROW))


def is_rank(order: Order, amounts: tuple[Amount, ...]) -> bool:
    """Whether z3 proves that the rank is not negative, however many states there are, and whatever the others are."""
    return refuted(_negative(order, amounts))


def falls(order: Order, before: tuple[Amount, ...], later: tuple[Amount, ...]) -> bool:
    """Whether z3 proves that the rank falls to one that is not negative, for any number of states, and any others."""
    return refuted(_not_falling(order, before, later))


@lru_cache(1 << 12)
def _negative(order: Order, amounts: tuple[Amount, ...]) -> Query:
    size = _any_size(order)
    return _query(
        f"{order.falling}: after {_in_words(amounts)} no less than nothing is left",
        size.bounds,
        _not_negative(_left(order, amounts, size)),
    )


@lru_cache(1 << 12)
def _not_falling(order: Order, before: tuple[Amount, ...], later: tuple[Amount, ...]) -> Query:
    size = _any_size(order)
    was, now = (_left(order, amounts, size) for amounts in (before, later))
    step = f"{order.falling}: from {_in_words(before)} to {_in_words(later)}"
    return _query(step, size.bounds, z3.And(_lower(now, was), _not_negative(now)))


def _in_words(amounts: tuple[Amount, ...]) -> str:
    return f"({', '.join(map(str, amounts))})"


def _left(order: Order, amounts: tuple[Amount, ...], size: AnySize) -> list[Any]:
    unknown = (size.anew if amount.anew else size.others for amount in amounts)
    numbered = enumerate(zip(order.counts, amounts, unknown, strict=True))
    return [count.left(size.states, amount, others[number]) for number, (count, amount, others) in numbered]


def _lower(now: list[Any], was: list[Any]) -> Any:
    """Whether a rank is lower than another one, by the first number in which they differ."""
    first = now[0] < was[0]
    return z3.Or(first, z3.And(now[0] == was[0], _lower(now[1:], was[1:]))) if now[1:] else first


def _not_negative(rank: list[Any]) -> Any:
    return z3.And([number >= 0 for number in rank])


@dataclass(frozen=True)
class AnySize:
    """What is not known of a board and of a record on it.

    Attributes:
        states: a number that is no less than that of the states, and greater than that of the points.
        others: what the others amount to in each count.
        anew: what they amount to where they need not be as many as before.
        bounds: the bounds of these.
    """

    states: Any
    others: list[Any]
    anew: list[Any]
    bounds: list[Any]


def _any_size(order: Order) -> AnySize:
    """A board of which nothing is known.

    The others leave out what is known of a single state. That they stay in their bounds is no assumption: a turn that
    took a single state over its bound would make the rank negative where there is no other state. Stones are no more
    than points, and these are fewer than what is called the number of states.
    """
    states = z3.Int("states")
    numbers = range(len(order.counts))
    others = [z3.Int(f"others {number}") for number in numbers]
    anew = [z3.Int(f"others anew {number}") if order.counts[number] is STONES else 0 for number in numbers]
    bounds = [
        z3.And(number >= 0, number <= count.each * states - count.single)
        for numbered in (others, anew)
        for count, number in zip(order.counts, numbered, strict=True)
        if z3.is_expr(number)
    ]
    return AnySize(states, others, anew, [states >= 1, *bounds])


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
    if STONES in order.counts and not adds_a_stone(turns.asked):
        return Ranking(order, obstacle=f"{NO_CAPTURE}, which may add no stone,")
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
    except UNREADABLE as error:
        settle(error)
        return False
    one_more = as_total(later).equals(before + board.size(point))
    return board.proves(one_more, *given, step=f"{player.name.capitalize()} adds a stone where nothing is captured")


_gone_through: dict[tuple[Rules, Phase, bool, Order], list[RankedStep]] = {}


def _steps(turns: OneTurn, order: Order) -> Iterator[RankedStep]:
    """Every case in which the phase goes on; several proofs ask the same of a document's own clauses.

    Raises:
        LeftOpenInCase: how the record grows depends on something that a case leaves open.
    """
    asked = turns.asked, turns.phase, turns.by_captures, order
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
