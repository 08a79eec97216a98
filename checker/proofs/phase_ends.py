"""That a phase ends: with every turn by which it goes on something grows that can't grow forever.

A turn is taken from a record of which nothing is known: its histories are functions from events to numbers, its
counters are numbers, its board is left open. The clauses in force answer with formulas, and one query for each kind of
turn, player, and who passed first asks whether the turn can be legal, the phase go on, and nothing grow. A clause
that looks at what is left open is not relied on to end or to forbid anything. What grows is bounded: states are
finitely many, and each bound on a number is shown to hold at the start of the phase and to be kept by every turn. So
nothing can grow forever (a ranking function, as by R. W. Floyd, Assigning meanings to programs, 1967).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

import z3

from ...interpreter.history import after, first_record, forgotten, position_after
from ...interpreter.mentioned import names_mentioned
from ...spec.algebra import Color, Coloring
from ...spec.composition import move, state
from ...spec.registry import Clause, Decision
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import (
    AGREE,
    PASS,
    Agree,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Turn,
    Unblock,
)
from ..evidence.queries import QueryKind, attempted
from ..phase.past import LeftOpen
from .asked_rules import FoundOnce, begin_queries, without_parameters
from .left_open import UNREADABLE, open_record, open_tally
from .one_point import PointwiseBoard, as_total
from .rule_sets import Values, alike, rule_sets
from .solvers import Query, refuted, statements
from .unknown import Events, Open, UnknownCondition, UnknownHistory, UnknownNumber, formula_of, paths, term_of

POINT: Any = Open("the point")
MARKS: Any = Open("the marks")
CAPTURED: Any = Open("what is captured")
RESULT: Any = Open("what stands after the move")
TURNS: tuple[tuple[str, Turn], ...] = (
    ("a pass", PASS),
    ("a move", Move(POINT)),
    ("an unblock action", Unblock(POINT)),
    ("an agreement", AGREE),
)
CAPTURES_NOTHING = z3.Bool("the move captures nothing")
STONES, POINTS = z3.Function("stones", Events.PART, z3.IntSort()), z3.Int("points")
LONGEST_RUN, MOST_OCCURRENCES = 3, 2
# No proof has needed a thousandth of it.
WORK = 5_000_000


def _coloring_before() -> Any:
    """What stands before a turn: all that a clause can find out about it is whether the move captures."""
    c: Any = Open("what stands before the turn")
    plain: Any = Open("what stands before the turn")

    def is_empty(points: Any) -> Any:
        return UnknownCondition(CAPTURES_NOTHING) if points is CAPTURED else plain.is_empty(points)

    def no(condition: Any) -> Any:
        known = type(condition) in (bool, UnknownCondition)
        return UnknownCondition(z3.Not(formula_of(condition))) if known else plain.no(condition)

    def implies(condition: Any, then: Any) -> Any:
        if {type(condition), type(then)} <= {bool, UnknownCondition}:
            return UnknownCondition(z3.Implies(formula_of(condition), formula_of(then)))
        return plain.implies(condition, then)

    c.is_empty, c.no, c.implies = is_empty, no, implies
    return c


COLORING = _coloring_before()
EVENTS = Events([(COLORING, "before"), (RESULT, "after"), (MARKS, "marks")])


def _of_each(history: UnknownHistory, say: Callable[..., Any]) -> Any:
    """That something holds of the parts of every event."""
    every = [z3.Const(f"event {number}", sort) for number, sort in enumerate(history.sorts, start=1)]
    return z3.ForAll(every, say(*every)) if every else say()


Between = Callable[[Record, Record], Any]


@dataclass(frozen=True)
class Hypothesis:
    """What every record of a phase satisfies, as is shown: it holds at the start, and every turn keeps it.

    Attributes:
        words: what that is.
        holds: the same of a record, as a z3 formula.
    """

    words: str
    holds: Callable[[Record], Any]


@dataclass(frozen=True)
class Growing:
    """Something that is counted along a phase and has a bound.

    Attributes:
        falling: that less of it is left, in words.
        equal: that as much of it is left.
        more: that there is more of it after a turn than before, as a z3 formula.
        same: that there is as much of it.
        bound: that there is no more of it than there can be; None where it counts what there are finitely many of.
    """

    falling: str
    equal: str
    more: Between
    same: Between
    bound: Hypothesis | None = None


# The formulas about histories are built once, for all rule sets and cases.
@cache
def _still(was: UnknownHistory, now: UnknownHistory) -> Any:
    return _of_each(was, lambda *event: z3.Implies(was.count(*event) >= 1, now.count(*event) >= 1))


@cache
def _as_many(was: UnknownHistory, now: UnknownHistory) -> Any:
    return _of_each(was, lambda *event: (now.count(*event) >= 1) == (was.count(*event) >= 1))


@cache
def _more(was: UnknownHistory, now: UnknownHistory) -> Any:
    return z3.And(_still(was, now), z3.Not(_as_many(was, now)))


@cache
def _no_less_often(was: UnknownHistory, now: UnknownHistory) -> Any:
    return _of_each(was, lambda *event: was.count(*event) <= now.count(*event))


@cache
def _as_often(was: UnknownHistory, now: UnknownHistory) -> Any:
    return _of_each(was, lambda *event: was.count(*event) == now.count(*event))


@cache
def _more_often(was: UnknownHistory, now: UnknownHistory) -> Any:
    return z3.And(_no_less_often(was, now), z3.Not(_as_often(was, now)))


@cache
def _stands_seldom(history: UnknownHistory) -> Any:
    return _of_each(history, lambda *event: history.count(*event) <= MOST_OCCURRENCES)


def _events(name: str, falling: str, equal: str = "as many") -> Growing:
    """How many different events have happened."""

    def more(before: Record, later: Record) -> Any:
        return _more(getattr(before, name), getattr(later, name))

    def same(before: Record, later: Record) -> Any:
        return _as_many(getattr(before, name), getattr(later, name))

    return Growing(falling, equal, more, same)


def _since_pass(record: Record) -> Any:
    return record.since_pass


def _stones(record: Record) -> Any:
    (coloring,) = EVENTS.terms(record.position.coloring)
    return STONES(coloring)


EARLIER = _events("earlier", "fewer states are new", "as many are")
PASSED_FROM = _events("passed_from", "there are fewer states from which a player has not passed")
STOOD = _events("since_pass", "fewer states have not stood since the last pass")
OCCURRENCES = Growing(
    "states can stand again less often",
    "as often",
    lambda before, later: _more_often(_since_pass(before), _since_pass(later)),
    lambda before, later: _as_often(_since_pass(before), _since_pass(later)),
    Hypothesis(
        f"no state has stood more than {MOST_OCCURRENCES} times since the last pass",
        lambda record: _stands_seldom(_since_pass(record)),
    ),
)
PASSES_IN_A_ROW = Growing(
    "fewer passes can follow in a row",
    "as many",
    lambda before, later: term_of(later.pass_run) > term_of(before.pass_run),
    lambda before, later: term_of(later.pass_run) == term_of(before.pass_run),
    Hypothesis(
        f"no more than {LONGEST_RUN} passes have followed each other",
        lambda record: term_of(record.pass_run) <= LONGEST_RUN,
    ),
)
STONES_ON_BOARD = Growing(
    "fewer points are empty",
    "as many are",
    lambda before, later: _stones(later) > _stones(before),
    lambda before, later: _stones(later) == _stones(before),
)


def _not_led_back(record: Record) -> Any:
    passed = record.passed_from.contains((record.position.player, record.state))
    return z3.Implies(term_of(record.pass_run) == 0, z3.Not(formula_of(passed)))


NOT_NEGATIVE = Hypothesis(
    "no number of passes is negative", lambda record: z3.And(term_of(record.pass_run) >= 0, term_of(record.passes) >= 0)
)
NOT_LED_BACK = Hypothesis("no turn but a pass led a player to a state from which they have passed", _not_led_back)


@dataclass(frozen=True)
class Order:
    """What grows along a phase: the first of a few things, or as much of it and the next one.

    Attributes:
        growing: what may grow, in this order.
        supposing: what is shown of every record besides the bounds.

    >>> Order((EARLIER, PASSES_IN_A_ROW)).name
    'fewer states are new; or as many are, and fewer passes can follow in a row'
    """

    growing: tuple[Growing, ...]
    supposing: tuple[Hypothesis, ...] = (NOT_NEGATIVE,)

    @property
    def name(self) -> str:
        """What falls, in words."""
        *before, last = self.growing
        return "".join(f"{one.falling}; or {one.equal}, and " for one in before) + last.falling

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What is shown of every record of the phase."""
        return (*self.supposing, *(one.bound for one in self.growing if one.bound is not None))

    def falls(self, before: Record, later: Record) -> Any:
        """That less is left of the first after a turn; or as much of it, and less of the next, and so on."""
        falls: Any = z3.BoolVal(False)
        for one in reversed(self.growing):
            falls = z3.Or(one.more(before, later), z3.And(one.same(before, later), falls))
        return falls


NEW_STATES = Order((EARLIER, PASSES_IN_A_ROW))
NEW_PASSES = Order((PASSED_FROM, OCCURRENCES))
NEW_OCCURRENCES = Order((OCCURRENCES, PASSES_IN_A_ROW))
NEW_PASSES_NOT_LED_BACK = Order((PASSED_FROM, OCCURRENCES), (NOT_NEGATIVE, NOT_LED_BACK))
ORDERS = (NEW_STATES, NEW_PASSES, NEW_OCCURRENCES, NEW_PASSES_NOT_LED_BACK)
# No document needs these; rules without one or two of its clauses do, such as that a pass lifts a ban.
PAIRS = permutations((EARLIER, PASSED_FROM, OCCURRENCES, STOOD, PASSES_IN_A_ROW), 2)
FURTHER_ORDERS = tuple(order for order in map(Order, PAIRS) if order not in ORDERS)
# For a ban on captures alone, where it matters besides which moves add a stone.
NEW_STATES_OR_STONES = Order((EARLIER, STONES_ON_BOARD, PASSES_IN_A_ROW))


@dataclass(frozen=True, eq=False)
class Case:
    """What is known of a turn before it is taken: what it is, whose it is, and who passed first."""

    kind: str
    turn: Turn
    player: Color
    first_passer: Color | None

    def __str__(self) -> str:
        first = "nobody" if self.first_passer is None else self.first_passer.name.capitalize()
        return f"{self.kind} by {self.player.name.capitalize()}, with {first} known to have passed first,"


@dataclass(frozen=True)
class UnknownTurn:
    """A turn as the clauses have it on one path.

    Attributes:
        before: the record before the turn.
        later: the record after it.
        path: the answers on which the clauses go this way, as z3 formulas.
        goes_on: what each clause says by which the turn may be illegal, or end the phase: the name of the clause, what
            it says, and the z3 formula by which the phase goes on.
    """

    before: Record
    later: Record
    path: tuple[Any, ...]
    goes_on: tuple[tuple[str, str, Any], ...]


class OneTurn:
    """The turns of a phase under rules, of which nothing is known but what a case says.

    Of the board the rules say no more than this: a move leads to some coloring, with some marks.

    Args:
        rules: the rules.
        phase: the phase.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        begin_queries()
        self.phase = phase
        self.asked_of = rules
        anywhere = replace(rules.sole(Decision.MOVE, phase), function=move_to_any_coloring)
        marked = [replace(clause, function=any_marks) for clause in rules.deciding(Decision.MARKS, phase)]
        instead = [Amendment(clause.name, clause) for clause in (anywhere, *marked)]
        self._rules = replace(rules, amendments=(*rules.amendments, *instead))
        self._asked: Any = without_parameters(self._rules)
        turns = [(kind, turn) for kind, turn in TURNS if self._can_be_taken(turn)]
        every = product(turns, Color, (None, *Color))
        self.cases = tuple(Case(*turn, player, first) for turn, player, first in every)
        self._steps: dict[int, tuple[UnknownTurn, ...]] = {}

    def start(self, case: Case) -> Record:
        """The record at the start of the phase: only what is kept from another phase has happened, or may have."""
        gone = frozenset(Remembered) if self.phase is Phase.MAIN else forgotten(self._rules, self.phase, Moment.PHASE)
        unknown = self._unknown(case)
        kept = {past: _none_of(unknown[past.value]) if past in gone else unknown[past.value] for past in Remembered}
        position, tally = self._position(case), open_tally(case.first_passer, self.phase)
        begun = first_record(self._asked, position, tally, kept=kept)
        return open_record(
            self._asked, position, begun.tally, **{past.value: getattr(begun, past.value) for past in Remembered}
        )

    def before(self, case: Case) -> Record:
        """A record of which nothing is known but what the case tells; it may be the first of the phase."""
        tally = open_tally(case.first_passer, self.phase)
        return open_record(self._asked, self._position(case), tally, **self._unknown(case))

    def _position(self, case: Case) -> Position[Any]:
        passed: Any = UnknownCondition(z3.Bool("somebody has passed"))
        return Position(COLORING, case.player, self.phase, MARKS, passed)

    def _unknown(self, case: Case) -> dict[str, Any]:
        now = state(self._asked, self._position(case))
        return {
            "earlier": UnknownHistory.named("times it has stood", EVENTS, now),
            "since_pass": UnknownHistory.named("times it has stood since the last pass", EVENTS, now),
            "passed_from": UnknownHistory.named("times the player has passed from it", EVENTS, (case.player, now)),
            "made": Open("which moves have been made"),
            "pass_run": UnknownNumber(z3.Int("passes in a row")),
            "passes": UnknownNumber(z3.Int("passes")),
        }

    def steps(self, case: Case) -> tuple[UnknownTurn, ...]:
        """The turn of a case, on each path that the clauses can take.

        Raises:
            LeftOpen: how the record grows depends on something that the case leaves open.
        """
        if id(case) not in self._steps:
            self._steps[id(case)] = tuple(self._taken(case))
        return self._steps[id(case)]

    def _taken(self, case: Case) -> Iterator[UnknownTurn]:
        before = self.before(case)
        play = move(self._rules, COLORING, case.player, POINT) if isinstance(case.turn, Move) else None

        def taken() -> tuple[Record, tuple[tuple[str, str, Any], ...]]:
            legal = [*self._said(Decision.LEGAL, before, play)] if play else []
            later = after(before, case.turn, play)
            if later.position.phase is not self.phase:
                raise LeftOpen(f"The turn leads to {later.position.phase}.")
            ends = [said for decision in self._endings(later) for said in self._said(decision, later)]
            allowed = ((name, "allows the turn", formula) for name, formula in legal)
            ending = ((name, "does not end the phase", z3.Not(formula)) for name, formula in ends)
            return later, (*allowed, *ending)

        for path, (later, goes_on) in paths(taken):
            yield UnknownTurn(before, later, path, goes_on)

    def _endings(self, later: Record) -> Iterator[Decision]:
        """The decisions that are surely asked, in whatever order, to find whether a turn ends the phase."""
        try:
            asked = frozenset(self._rules.sole(Decision.ENDINGS, self.phase).function(later))
        except UNREADABLE:
            return
        yield from (decision for decision in (Decision.PHASE_ENDS, Decision.NO_RESULT) if decision in asked)

    def _said(self, decision: Decision, *about: object) -> Iterator[tuple[str, Any]]:
        """What each clause says, as a formula, but for those that look at what is left open."""
        for clause in self._rules.deciding(decision, self.phase):
            with suppress(*UNREADABLE):
                yield clause.name, formula_of(clause.function(*about))

    def _can_be_taken(self, turn: Turn) -> bool:
        """Whether there may be turns of a kind: nothing is unblocked or agreed where no clause says when it can be."""
        if isinstance(turn, Agree):
            return bool(self._rules.deciding(Decision.AGREEMENT, self.phase))
        if isinstance(turn, Unblock) and not self._rules.deciding(Decision.UNBLOCK, self.phase):
            # What an action would do is read and does not matter, as nobody can take it.
            self._rules.deciding(Decision.UNBLOCK_ACTION, self.phase)
            return False
        clauses = self._rules.deciding(Decision.TURN, self.phase)
        return not any(surely(False, clause.function, turn) for clause in clauses)


def _none_of(kept: Any) -> Any:
    """The same history or number before anything has happened."""
    if isinstance(kept, UnknownHistory):
        return kept.emptied()
    return 0 if isinstance(kept, UnknownNumber) else kept


def move_to_any_coloring(c: Any, player: Color, point: Any) -> Play[Any]:
    """A move leads to a coloring of which nothing is known."""
    return Play(player, point, c, RESULT, CAPTURED, Open("what is captured of the player's own"))


def any_marks(record: Record, play: Play[Any], marks: Any) -> Any:
    """A move leaves marks of which nothing is known."""
    return Open("the marks after the move")


@dataclass(frozen=True)
class TurnObligation:
    """What has to be shown of one turn.

    Attributes:
        after: of which turn, in words; "" of the start of the phase.
        case: all that is known of the turn, in words.
        given: what is known, each with what it says in words.
        goes_on: what the clauses say if the phase goes on; see `UnknownTurn`.
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
                given += _of_stones(step)
                goes_on += _adding(case, step)
            for one in order.hypotheses:
                yield TurnObligation(case.kind, str(case), given, goes_on, (one.words, one.holds(step.later)))
            falls = (order.name, order.falls(step.before, step.later))
            yield TurnObligation(case.kind, str(case), given, goes_on, falls)


def _of_stones(step: UnknownTurn) -> tuple[tuple[str, Any], ...]:
    """What is known of the stones on the board; see `adds_a_stone` for those that a move adds."""
    before, later = _stones(step.before), _stones(step.later)
    bounds = ("Stones stand on points", z3.And(*(z3.And(number >= 0, number <= POINTS) for number in (before, later))))
    return (bounds,)


def _adding(case: Case, step: UnknownTurn) -> tuple[tuple[str, str, Any], ...]:
    if not isinstance(case.turn, Move):
        return ()
    (result,) = EVENTS.terms(RESULT)
    adds = z3.Implies(CAPTURES_NOTHING, STONES(result) == _stones(step.before) + 1)
    return ((ADDS_A_STONE, "adds a stone", adds),)


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
    with attempted() as attempt:
        number = 0
        try:
            for obligation in obligations(turns, order):
                number += 1
                if not refuted(obligation.query()):
                    return Ranking(order, number, f"Of {obligation.case} it is not shown that {obligation.then[0]}.")
        except LeftOpen as error:
            return Ranking(order, number, str(error))
        attempt.keep()
    return Ranking(order, number)


ADDS_A_STONE = "a move that captures nothing"
Names = frozenset[str]


def needs(turns: OneTurn, order: Order) -> frozenset[Names]:
    """The sets of clauses of each of which one must be in force, so that an order falls with every turn.

    They are the minimal correction sets of what has to be shown, as enumerated by M. H. Liffiton and K. A. Sakallah
    (Algorithms for computing minimal unsatisfiable subsets of constraints, 2008). An empty one is never met.
    """
    adding: Names | None = frozenset()
    if STONES_ON_BOARD in order.growing:
        adding = adding_a_stone(turns.asked_of)
    if adding is None:
        return frozenset({frozenset()})
    one_of: set[Names] = set()
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
_known: dict[frozenset[tuple[str, int]], tuple[frozenset[Names], Query]] = {}


def _corrections(obligation: TurnObligation) -> frozenset[Names]:
    """The minimal sets of clauses without which what has to be shown does not follow; they are kept."""
    query = obligation.query()
    key = frozenset(zip(query.labels[:-1], (one.get_id() for one in query.statements), strict=False))
    key |= {("", query.statements[-1].get_id())}
    if key not in _known:
        _known[key] = frozenset(_minimal_corrections(obligation)), query
    return _known[key][0]


def _minimal_corrections(obligation: TurnObligation) -> Iterator[Names]:
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


def surely(answer: bool, clause: Callable[..., Any], *arguments: object) -> bool:
    """Whether a clause gives an answer without looking at what is left open."""
    with suppress(LeftOpen, TypeError):
        return bool(clause(*arguments)) is answer
    return False


def unable_to_pass(rules: Rules, phase: Phase) -> str:
    """Why a player may be unable to pass in a phase, so that the game may stand still and is never over; or ""."""
    clauses = (clause for clause in rules.deciding(Decision.TURN, phase) if not surely(True, clause.function, PASS))
    clause = next(clauses, None)
    if clause is None:
        return ""
    return f"By {clause.name} a player may be unable to pass, and where no other turn is legal the game is never over."


IN_NEXT_PHASE = (Decision.NEXT_PHASE, Decision.AFTER_NO_RESULT)
PHASES = list(Phase)
PASSED: Any = Open("whether anybody has passed")


def stands_otherwise(rules: Rules) -> str:
    """The clause by which after some move another coloring stands than the move makes, or that can't be read; or ""."""
    for phase, player in product(PHASES, Color):
        position = Position(COLORING, player, phase, MARKS, PASSED)
        play = move_to_any_coloring(COLORING, player, POINT)
        for clause in rules.deciding(Decision.AFTER_MOVE, phase):
            try:
                if clause.function(position, play).coloring is not RESULT:
                    return clause.name
            except UNREADABLE:
                return clause.name
    return ""


def leads_on(rules: Rules, phase: Phase, chosen: Values) -> bool:
    """Whether a later phase, or the end of the game, always follows on a phase.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    return all(PHASES.index(phase) < PHASES.index(follows) for follows in phases_after(rules, phase, chosen))


def phases_after(rules: Rules, phase: Phase, chosen: Values) -> frozenset[Phase]:
    """The phases that can follow on a phase, with its end or with an end without result, under any of some rule sets.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    groups = alike(rule_sets(rules, IN_NEXT_PHASE, chosen, [phase]), IN_NEXT_PHASE, [phase])
    return frozenset[Phase]().union(*(phases_led_to(group[0], phase) for group in groups))


def phases_led_to(rules: Rules, phase: Phase) -> frozenset[Phase]:
    """The phases that the clauses lead to from a phase, whoever takes the turn and whoever has passed.

    Raises:
        LeftOpen: which phase follows depends on something else.
    """
    asked = without_parameters(rules)
    leading = [clause.function for clause in rules.deciding(Decision.NEXT_PHASE, phase)]
    without_result = [clause.function for clause in rules.deciding(Decision.AFTER_NO_RESULT, phase)]
    phases: set[Phase] = set()
    for player, first_passer, passed in product(Color, (None, *Color), (False, True)):
        position = Position(COLORING, player, phase, MARKS, passed)
        record = open_record(asked, position, open_tally(first_passer, phase))
        phases.update(follows(record).phase for follows in leading)
        phases.update(follows(record, replace(position, phase=Phase.OVER)).phase for follows in without_result)
    return frozenset(phases)


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
        return f"what a turn of {phase.value} leads to can't be read: {str(error).removesuffix('.')}"
    return ""


def positions_after(rules: Rules, phase: Phase) -> Iterator[Position[Any]]:
    """What stands after each kind of turn that there is, from a position of which nothing is known."""
    asked: Any = without_parameters(rules)
    for player, first_passer, passed in product(Color, (None, *Color), (False, True)):
        board = PointwiseBoard()
        c = Coloring(board, board.unknown("black"), board.unknown("white"))
        position = Position(c, player, phase, board.unknown("marks"), passed)
        point: Any = board.point("point")
        record = open_record(asked, position, open_tally(first_passer, phase))
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
