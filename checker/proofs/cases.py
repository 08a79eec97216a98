"""One turn of a game of which almost nothing is known: the cases that the clauses about endings can tell apart.

A case says how many passes there have just been, who passed first, whether the player has passed from here before, and
whether and how often the state that the turn leads to has stood; where it matters, also whether a move captures. All
else is left open, the board too: a clause that looks at it is not relied on to end anything, or to forbid anything. So
what holds in every case holds in every game, on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

from ...interpreter.history import after, counts_as_pass, first_record
from ...spec.algebra import BLACK, Color
from ...spec.composition import move
from ...spec.history import Event
from ...spec.registry import Decision
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import AGREE, PASS, Agree, Move, Phase, Play, Position, Record, Turn, Unblock
from ..phase.dependence import amended_decisions, names_by_author
from .coverage import begin_queries
from .left_open import (
    UNREADABLE,
    AskedRules,
    AtLeast,
    LeftOpen,
    Open,
    OpenHistory,
    open_record,
    open_tally,
    opened,
    settle,
)
from .rule_sets import Values, alike, rule_sets

HISTORIES = ("earlier", "since_pass", "passed_from", "made")
POINT: Any = Open("the point")
COLORING: Any = Open("the coloring")
RESULT, RESULT_OF_NO_CAPTURE = (Open("the resulting coloring") for _ in range(2))
CAPTURED: Any = Open("what is captured")
MARKS: Any = Open("the marks")


def coloring_before(*, captures: bool) -> Any:
    """A coloring of which it is known only whether the move that is made on it captures."""
    c: Any = Open("the coloring")

    def is_empty(points: Any) -> Any:
        return not captures if points is CAPTURED else COLORING.is_empty(points)

    def no(condition: Any) -> Any:
        return not condition if isinstance(condition, bool) else COLORING.no(condition)

    def implies(condition: Any, then: Any) -> Any:
        if isinstance(condition, bool):
            return then if condition else True
        return COLORING.implies(condition, then)

    c.is_empty, c.no, c.implies = is_empty, no, implies
    return c


A_PASS, A_MOVE, A_CAPTURE, NO_CAPTURE = "a pass", "a move", "a move that captures", "a move that captures nothing"
# What stands before each kind of move.
MOVES: dict[str, Any] = {
    A_MOVE: COLORING,
    A_CAPTURE: coloring_before(captures=True),
    NO_CAPTURE: coloring_before(captures=False),
}
TURNS: dict[str, Turn] = {
    A_PASS: PASS,
    **dict.fromkeys(MOVES, Move(POINT)),
    "an unblock action": Unblock(POINT),
    "an agreement": AGREE,
}
LONGEST_RUN = 3
MOST_OCCURRENCES = 2
RUNS = (*range(LONGEST_RUN + 1), AtLeast(LONGEST_RUN + 1))
PASSES_BEFORE = (0, AtLeast(1))
OCCURRENCES = (*range(MOST_OCCURRENCES + 1), AtLeast(MOST_OCCURRENCES + 1))


@dataclass(frozen=True)
class Case:
    """What is known at the start of a turn, and of the turn.

    Attributes:
        kind: the kind of turn, as in `TURNS`.
        player: who takes it.
        pass_run: how many passes of this phase have just been taken in a row.
        passes_before: how many passes of this phase were taken before those.
        passed_from_here: whether this player has passed from the current state in this phase.
        occurrences: how often the state that the turn leads to has stood since the most recent pass.
        is_earlier: whether the state that the turn leads to is an earlier one.
        first_passer: who is told to have been the first to pass in the main phase.
        passed: whether the position tells that somebody has passed.
    """

    kind: str
    player: Color
    pass_run: Any
    passes_before: Any
    passed_from_here: bool
    occurrences: Any
    is_earlier: bool
    first_passer: Color | None
    passed: Any

    def __str__(self) -> str:
        passed = "having" if self.passed_from_here else "not having"
        resulting = "an earlier" if self.is_earlier else "a new"
        return (
            f"{self.kind} by {self.player.name.capitalize()} after {self.pass_run} passes in a row, {passed} passed "
            f"from there before, to {resulting} state that has stood {self.occurrences} times since the last pass,"
        )


Passing: TypeAlias = tuple[Color | None, Any]
IN_MAIN_PHASE: Any = Open("whether anybody passed in the main phase")
MAKE_POSITIONS = frozenset(
    {Decision.START, Decision.PASS, Decision.FIRST_PASS, Decision.AFTER_MOVE, Decision.UNBLOCK_ACTION}
)


def passings(rules: Rules, phase: Phase, somebody: bool | None = None) -> tuple[Passing, ...]:
    """Who may be told to have passed first, and whether the position tells that somebody has.

    By the documents nobody is told to have passed first until somebody has; and who has passed since is told, or no
    clause in force looks. Where a rules author's clause may look, or tells otherwise, both go through all values.

    Args:
        rules: the rules.
        phase: the phase.
        somebody: whether somebody has passed in this phase; either, if None.
    """
    who = (None, *Color)
    if phase is not Phase.MAIN:
        return tuple((first, IN_MAIN_PHASE) for first in who)
    if names_by_author(rules) & {"first_passer", "passed"} or amended_decisions(rules) & MAKE_POSITIONS:
        return tuple(product(who, (False, True)))
    return tuple((first, first is not None) for first in who if somebody in (None, first is not None))


def cases(rules: Rules, phase: Phase, kinds: Sequence[str]) -> Iterator[Case]:
    """Every case of a phase with these kinds of turns, the plainest ones first."""
    known = {somebody: passings(rules, phase, somebody) for somebody in (False, True)}
    every = (*known[False], *(passing for passing in known[True] if passing not in known[False]))
    rest = product(every, (False, True), OCCURRENCES, (False, True), PASSES_BEFORE, RUNS, Color, kinds)
    for passing, earlier, occurrences, passed_from, passes_before, pass_run, player, kind in rest:
        somebody = pass_run is not RUNS[0] or passes_before is not PASSES_BEFORE[0]
        if passing in known[somebody]:
            yield Case(kind, player, pass_run, passes_before, passed_from, occurrences, earlier, *passing)


class OneTurn:
    """The turns of a phase under rules, case by case.

    Of the board the rules say no more than this: a move leads to some coloring, with some marks.

    Args:
        rules: the rules.
        phase: the phase.
        by_captures: whether moves that capture and moves that capture nothing are told apart.
    """

    def __init__(self, rules: Rules, phase: Phase, *, by_captures: bool = False) -> None:
        begin_queries()
        self.asked = rules
        anywhere = replace(rules.sole(Decision.MOVE, phase), function=move_to_any_coloring)
        marked = [replace(clause, function=any_marks) for clause in rules.deciding(Decision.MARKS, phase)]
        instead = [Amendment(clause.name, clause) for clause in (anywhere, *marked)]
        self.rules = replace(rules, amendments=(*rules.amendments, *instead))
        self.phase = phase
        self.passings = passings(rules, phase)
        self._asked: Any = AskedRules(self.rules)
        self._bare: dict[tuple[Any, ...], tuple[Record, Event, Event]] = {}
        self._histories: dict[tuple[int, str], OpenHistory] = {}
        self.by_captures = by_captures
        left_out = (A_MOVE,) if by_captures else (A_CAPTURE, NO_CAPTURE)
        kinds = [kind for kind, turn in TURNS.items() if kind not in left_out and self._can_be_taken(turn)]
        self.cases = tuple(cases(rules, phase, kinds))
        every_move = product(MOVES.items(), Color)
        self._moves = {(kind, player): move(self.rules, c, player, POINT) for (kind, c), player in every_move}

    def later(self, case: Case, before: Record) -> Record | None:
        """The record after the turn of a case; None if it is surely not legal, or surely ends the phase.

        Raises:
            LeftOpen: how the record grows depends on something that the case leaves open.
        """
        turn, play = TURNS[case.kind], self._moves.get((case.kind, case.player))
        if play and self._surely(False, Decision.LEGAL, before, play):
            return None
        later = self._led_to(turn, before, play)
        return None if any(self._surely(True, decision, later) for decision in self._endings(later)) else later

    def forbidding(self, case: Case, before: Record) -> frozenset[str]:
        """The clauses each of which surely forbids the turn of a case."""
        play = self._moves.get((case.kind, case.player))
        return self._answering(False, Decision.LEGAL, before, play) if play else frozenset()

    def ending(self, case: Case, before: Record) -> tuple[frozenset[str], Record | None]:
        """The clauses each of which surely ends the phase with the turn of a case, and the record after the turn.

        The record is None where it depends on something that the case leaves open.
        """
        turn, play = TURNS[case.kind], self._moves.get((case.kind, case.player))
        try:
            later = self._led_to(turn, before, play)
        except LeftOpen as error:
            error.settle()
            return frozenset(), None
        return frozenset().union(*(self._answering(True, decision, later) for decision in self._endings(later))), later

    def barring(self, case: Case) -> frozenset[str]:
        """The clauses each of which keeps a case from arising: a player who passed before, led back there by a move."""
        return self._barring if case.passed_from_here and case.pass_run is RUNS[0] else frozenset()

    @cached_property
    def _barring(self) -> frozenset[str]:
        """The clauses each of which surely forbids to lead the opponent by a move to where they have passed.

        There are none where other turns than moves and passes are taken, or a pass does not count as one: then no pass
        in a row does not say that a move came before.
        """
        by_move_or_pass = {case.kind for case in self.cases} <= {A_PASS, *MOVES}
        if not by_move_or_pass or not surely(True, counts_as_pass, self._asked, self.phase, PASS):
            return frozenset()
        forbidding = (self._forbidding_to_lead_back(case) for case in self.cases if case.kind in MOVES)
        barring = next(forbidding, frozenset())
        while barring and (forbid := next(forbidding, None)) is not None:
            barring &= forbid
        return barring

    def _forbidding_to_lead_back(self, case: Case) -> frozenset[str]:
        """The clauses each of which surely forbids the move of a case if the opponent has passed where it leads."""
        before, play = self.before(case), self._moves[case.kind, case.player]
        try:
            later = self._led_to(TURNS[case.kind], before, play)
        except LeftOpen as error:
            error.settle()
            return frozenset()
        led_back = self.before(case, (later.position.player, later.state))
        return self._answering(False, Decision.LEGAL, led_back, play)

    def _led_to(self, turn: Turn, before: Record, play: Play[Any] | None) -> Record:
        later = after(before, turn, play)
        if later.position.phase is not self.phase:
            raise LeftOpen(f"The turn leads to {later.position.phase}.")
        return later

    def _endings(self, later: Record) -> frozenset[Decision]:
        """The decisions that are surely asked, in whatever order, to find whether a turn ends the phase."""
        try:
            asked = self.rules.sole(Decision.ENDINGS, self.phase).function(later)
        except LeftOpen as error:
            error.settle()
            return frozenset()
        except TypeError:
            return frozenset()
        return frozenset(asked) & {Decision.PHASE_ENDS, Decision.NO_RESULT}

    def _surely(self, answer: bool, decision: Decision, *arguments: object) -> bool:
        """Whether some clause gives this answer, without looking at what is left open."""
        return any(surely(answer, clause.function, *arguments) for clause in self.rules.deciding(decision, self.phase))

    def _can_be_taken(self, turn: Turn) -> bool:
        """Whether there may be turns of a kind: nothing is unblocked or agreed where no clause says when it can be."""
        if isinstance(turn, Agree):
            return bool(self.rules.deciding(Decision.AGREEMENT, self.phase))
        if isinstance(turn, Unblock) and not self.rules.deciding(Decision.UNBLOCK, self.phase):
            # What an action would do is read and does not matter, as nobody can take it.
            self.rules.deciding(Decision.UNBLOCK_ACTION, self.phase)
            return False
        return not self._surely(False, Decision.TURN, turn)

    def _answering(self, answer: bool, decision: Decision, *arguments: object) -> frozenset[str]:
        """The clauses that give this answer, each without looking at what is left open."""
        asked = self.rules.deciding(decision, self.phase)
        return frozenset(clause.name for clause in asked if surely(answer, clause.function, *arguments))

    def start(self) -> Record:
        """The record at the start of the phase."""
        return self._without_history(A_PASS, BLACK, self.passings[0])[0]

    def before(self, case: Case, *passed_from: Event) -> Record:
        """The record before the turn of a case, in which players have passed from certain states besides.

        It is not the first record of the phase; there is only one of those, so it can't keep the phase from ending.
        """
        bare, passing, resulting = self._without_history(case.kind, case.player, (case.first_passer, case.passed))
        known: dict[str, Any] = {
            "earlier": self._knowing(resulting, AtLeast(1) if case.is_earlier else 0),
            "since_pass": self._knowing(resulting, case.occurrences),
            "passed_from": self._knowing(passing, AtLeast(1) if case.passed_from_here else 0, *passed_from),
            "made": Open("which moves have been made"),
            "pass_run": case.pass_run,
            "passes": case.pass_run + case.passes_before,
        }
        return opened(bare, **known)

    def _knowing(self, event: Event, times: Any, *happened: Event) -> OpenHistory:
        """A history of which it is known only how often an event has happened, and that others have; kept if none."""
        if happened:
            return OpenHistory([(event, times), *((other, AtLeast(1)) for other in happened)])
        key = id(event), str(times)
        if key not in self._histories:
            self._histories[key] = OpenHistory([(event, times)])
        return self._histories[key]

    def _without_history(self, kind: str, player: Color, passing: Passing) -> tuple[Record, Event, Event]:
        """A record with no history yet, the event that its player passes, and the state that a turn leads to."""
        first_passer, passed = passing
        key = kind, player, first_passer, passed is True
        if key not in self._bare:
            position = Position(MOVES.get(kind, COLORING), player, self.phase, MARKS, passed)
            nothing = OpenHistory(others=False)
            bare = first_record(self._asked, position, open_tally(first_passer, self.phase), nothing_yet=nothing)
            past: Any = dict.fromkeys(HISTORIES, Open("what has happened"))
            self._bare[key] = bare, (player, bare.state), after(replace(bare, **past), TURNS[kind]).state
        return self._bare[key]

    def following(self) -> frozenset[Phase]:
        """The phases that can follow when this one ends.

        Raises:
            LeftOpen: which phase follows depends on something that is left open.
        """
        ended = product(Color, self.passings)
        records = (
            open_record(
                self._asked, Position(COLORING, player, self.phase, MARKS, passed), open_tally(first, self.phase)
            )
            for player, (first, passed) in ended
        )
        follows = self.rules.sole(Decision.NEXT_PHASE, self.phase).function
        without_result = [clause.function for clause in self.rules.deciding(Decision.AFTER_NO_RESULT, self.phase)]
        after_each = (_following_positions(record, follows, without_result) for record in records)
        return frozenset(position.phase for positions in after_each for position in positions)


def _following_positions(
    record: Record, follows: Callable[..., Position], without_result: list[Callable[..., Position]]
) -> Iterator[Position]:
    """What stands after the end of a phase, and after an end without result."""
    yield follows(record)
    over = replace(record.position, phase=Phase.OVER)
    yield from (function(record, over) for function in without_result)


def move_to_any_coloring(c: Any, player: Color, point: Any) -> Play[Any]:
    """A move leads to a coloring of which nothing is known but whether the move has captured, where that is known."""
    result: Any = RESULT_OF_NO_CAPTURE if c is MOVES[NO_CAPTURE] else RESULT
    return Play(player, point, c, result, CAPTURED, Open("what is captured of the player's own"))


def any_marks(record: Record, play: Play[Any], marks: Any) -> Any:
    """A move leaves marks of which nothing is known."""
    return Open("the marks after the move")


def surely(answer: bool, clause: Callable[..., Any], *arguments: object) -> bool:
    """Whether a clause gives an answer without looking at what is left open."""
    try:
        return bool(clause(*arguments)) is answer
    except LeftOpen as error:
        error.settle()
    except TypeError:
        pass
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
            except UNREADABLE as error:
                settle(error)
                return clause.name
    return ""


def leads_on(rules: Rules, phase: Phase, chosen: Values) -> bool:
    """Whether a later phase, or the end of the game, always follows on a phase.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    return all(PHASES.index(phase) < PHASES.index(follows) for follows in phases_after(rules, phase, chosen))


def phases_after(rules: Rules, phase: Phase, chosen: Values) -> frozenset[Phase]:
    """The phases that can follow on a phase, with its end or with an end without result.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    groups = alike(rule_sets(rules, IN_NEXT_PHASE, chosen, [phase]), IN_NEXT_PHASE, [phase])
    return frozenset[Phase]().union(*(OneTurn(group[0], phase).following() for group in groups))
