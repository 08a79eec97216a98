"""That a phase ends: with every turn by which it goes on something grows that can't grow forever.

States are finitely many, and each number has a bound: what is measured is a ranking function (R. W. Floyd, Assigning
meanings to programs, 1967). One query for each kind of turn, player, and who passed first asks whether the turn can be
legal, the phase go on, and nothing grow. Further queries show that each bound on a number holds at the start of the
phase and is kept by every turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any, cast

import z3

from ...interpreter.clauses_of_authors import names_mentioned
from ...spec.algebra import Color, Coloring
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Record
from ..evidence.queries import QueryKind, attempted, remembered
from ..phase.past import LeftOpen
from .coverage import REPEATING, D, Decisions
from .left_open import UNREADABLE, FoundOnce
from .one_point import PointwiseBoard, as_total
from .one_turn import CAPTURES_NOTHING, RESULT, OneTurn
from .solvers import Query, refuted, statements
from .unknown import PART, UnknownHistory, formula_of, term_of, terms_of

STONES, POINTS = z3.Function("stones", PART, z3.IntSort()), z3.Int("points")
LONGEST_RUN, MOST_OCCURRENCES = 3, 2


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


def _measured(history: UnknownHistory, often: bool, *event: Any) -> Any:
    return history.count(*event) if often else history.count(*event) >= 1


# The formulas about histories are built once, for all rule sets and cases.
@cache
def _same(was: UnknownHistory, now: UnknownHistory, often: bool) -> Any:
    return _of_each(was, lambda *event: _measured(now, often, *event) == _measured(was, often, *event))


@cache
def _more(was: UnknownHistory, now: UnknownHistory, often: bool) -> Any:
    def no_less(*event: Any) -> Any:
        before, after = _measured(was, often, *event), _measured(now, often, *event)
        return before <= after if often else z3.Implies(before, after)

    return z3.And(_of_each(was, no_less), z3.Not(_same(was, now, often)))


@cache
def _stands_seldom(history: UnknownHistory) -> Any:
    return _of_each(history, lambda *event: history.count(*event) <= MOST_OCCURRENCES)


def _growing(
    name: str,
    falling: str,
    equal: str = "as many",
    often: bool = False,
    bound: Hypothesis | None = None,
) -> Growing:
    """How many different events have happened, or how often they have, by a history of records."""

    def by(compare: Callable[..., Any]) -> Between:
        return lambda before, later: compare(getattr(before, name), getattr(later, name), often)

    return Growing(falling, equal, by(_more), by(_same), bound)


def _counted(falling: str, equal: str, number: Callable[[Record], Any], bound: Hypothesis | None = None) -> Growing:
    return Growing(
        falling,
        equal,
        lambda before, later: number(later) > number(before),
        lambda before, later: number(later) == number(before),
        bound,
    )


def stones_on(record: Record) -> Any:
    """How many stones stand before a turn, as a z3 term."""
    (coloring,) = terms_of(record.position.coloring)
    return STONES(coloring)


EARLIER = _growing("earlier", "fewer states are new", "as many are")
PASSED_FROM = _growing("passed_from", "there are fewer states from which a player has not passed")
_STOOD = _growing("since_pass", "fewer states have not stood since the last pass")
OCCURRENCES = _growing(
    "since_pass",
    "states can stand again less often",
    "as often",
    True,
    Hypothesis(
        f"no state has stood more than {MOST_OCCURRENCES} times since the last pass",
        lambda record: _stands_seldom(cast(UnknownHistory, record.since_pass)),
    ),
)
PASSES_IN_A_ROW = _counted(
    "fewer passes can follow in a row",
    "as many",
    lambda record: term_of(record.pass_run),
    Hypothesis(
        f"no more than {LONGEST_RUN} passes have followed each other",
        lambda record: term_of(record.pass_run) <= LONGEST_RUN,
    ),
)
# Where a run of passes goes on from another phase, nobody knows how many there were.
PASSES_STILL_TO_COME = replace(
    PASSES_IN_A_ROW,
    more=lambda before, later: z3.And(
        term_of(later.pass_run) > term_of(before.pass_run), term_of(later.pass_run) <= LONGEST_RUN
    ),
    bound=None,
)
STONES_ON_BOARD = _counted("fewer points are empty", "as many are", stones_on)


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
_PAIRS = permutations((EARLIER, PASSED_FROM, OCCURRENCES, _STOOD, PASSES_IN_A_ROW), 2)
FURTHER_ORDERS = (
    *(order for order in map(Order, _PAIRS) if order not in ORDERS),
    Order((EARLIER, PASSES_STILL_TO_COME)),
)
# For a ban on captures alone, where it matters besides which moves add a stone.
NEW_STATES_OR_STONES = Order((EARLIER, STONES_ON_BOARD, PASSES_IN_A_ROW))


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
    asked_of = turns.asked_of
    # Claims share phases, and each has the queries of its own.
    once: FoundOnce[tuple[Ranking, list[Query]]] = FoundOnce()
    if not asked_of.amendments:
        once = remembered(ranking, FoundOnce)
    with attempted() as keep:
        subject = order, turns.phase, asked_of.document
        ranked, queries = once.of(subject, asked_of, lambda _: _ranking(turns, order), turns.rules)
        if not ranked.obstacle and all(map(refuted, queries)):
            keep()
    return ranked


def _ranking(turns: OneTurn, order: Order) -> tuple[Ranking, list[Query]]:
    queries: list[Query] = []
    try:
        for obligation in obligations(turns, order):
            queries.append(obligation.query())
            if not refuted(queries[-1]):
                reason = f"Of {obligation.case} it is not shown that {obligation.then[0]}."
                return Ranking(order, len(queries), reason), queries
    except LeftOpen as error:
        return Ranking(order, len(queries), str(error)), queries
    return Ranking(order, len(queries)), queries


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
    for player in Color:
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
        if not board.proves(
            one_more, *given, step=f"{player.name.capitalize()} adds a stone where nothing is captured"
        ):
            return False
    return True
