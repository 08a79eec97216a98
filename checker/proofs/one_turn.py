"""One turn of a phase of which nothing is known: the clauses in force say of it, as formulas, what comes of it.

A turn is taken from a record whose histories are functions from events to numbers, whose counters are numbers, and
whose board is left open. A clause that looks at what is left open is not relied on to end or to forbid anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import z3

from ...interpreter.history import after, first_record, forgotten
from ...spec.algebra import Color
from ...spec.composition import move, state
from ...spec.registry import Decision
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import (
    AGREE,
    PASS,
    Agree,
    Moment,
    Move,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Turn,
    Unblock,
)
from ..phase.past import LeftOpen
from .left_open import UNREADABLE, open_record, open_tally, without_parameters
from .unknown import Open, UnknownHistory, UnknownValue, formula_of, is_condition, named_part, paths

POINT: Any = Open("the point")
MARKS = named_part("the marks")
_CAPTURED: Any = Open("what is captured")
RESULT = named_part("what stands after the move")
_TURNS: tuple[tuple[str, Turn], ...] = (
    ("a pass", PASS),
    ("a move", Move(POINT)),
    ("an unblock action", Unblock(POINT)),
    ("an agreement", AGREE),
)
CAPTURES_NOTHING = z3.Bool("the move captures nothing")


def _coloring_before() -> Any:
    """What stands before a turn: all that a clause can find out about it is whether the move captures."""
    c = named_part("what stands before the turn")
    plain: Any = Open("what stands before the turn")

    def is_empty(points: Any) -> Any:
        return UnknownValue(CAPTURES_NOTHING) if points is _CAPTURED else plain.is_empty(points)

    def no(condition: Any) -> Any:
        return UnknownValue(z3.Not(formula_of(condition))) if is_condition(condition) else plain.no(condition)

    def implies(condition: Any, then: Any) -> Any:
        if is_condition(condition) and is_condition(then):
            return UnknownValue(z3.Implies(formula_of(condition), formula_of(then)))
        return plain.implies(condition, then)

    c.is_empty, c.no, c.implies = is_empty, no, implies
    return c


COLORING = _coloring_before()


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
        goes_on: what each clause says by which the turn may be illegal, or end the phase: the name of the clause, what
            it says, and the z3 formula by which the phase goes on.
        path: the answers on which the clauses go this way, as z3 formulas.
    """

    before: Record
    later: Record
    goes_on: tuple[tuple[str, str, Any], ...]
    path: tuple[Any, ...]


class OneTurn:
    """The turns of a phase under rules, of which nothing is known but what a case says.

    Of the board the rules say no more than this: a move leads to some coloring, with some marks.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        self.phase = phase
        self.asked_of = rules
        anywhere = replace(rules.sole(Decision.MOVE, phase), function=move_to_any_coloring)
        marked = [replace(clause, function=any_marks) for clause in rules.deciding(Decision.MARKS, phase)]
        instead = [Amendment(clause.name, clause) for clause in (anywhere, *marked)]
        self.rules: Any = without_parameters(replace(rules, amendments=(*rules.amendments, *instead)))
        turns = [(kind, turn) for kind, turn in _TURNS if self._can_be_taken(turn)]
        every = product(turns, Color, (None, *Color))
        self.cases = tuple(Case(*turn, player, first) for turn, player, first in every)
        self._steps: dict[Case, tuple[UnknownTurn, ...]] = {}

    def start(self, case: Case) -> Record:
        """The record at the start of the phase: only what is kept from another phase has happened, or may have."""
        gone = frozenset(Remembered) if self.phase is Phase.MAIN else forgotten(self.rules, self.phase, Moment.PHASE)
        unknown = self._unknown(case)
        kept = {past: _none_of(unknown[past.value]) if past in gone else unknown[past.value] for past in Remembered}
        position, tally = self._position(case), open_tally(case.first_passer, self.phase)
        begun = first_record(self.rules, position, tally, kept=kept)
        return open_record(
            self.rules, position, begun.tally, **{past.value: getattr(begun, past.value) for past in Remembered}
        )

    def before(self, case: Case) -> Record:
        """A record of which nothing is known but what the case says; it may be the first of the phase."""
        tally = open_tally(case.first_passer, self.phase)
        return open_record(self.rules, self._position(case), tally, **self._unknown(case))

    def _position(self, case: Case) -> Position[Any]:
        passed: Any = UnknownValue(z3.Bool("somebody has passed"))
        return Position(COLORING, case.player, self.phase, MARKS, passed)

    def _unknown(self, case: Case) -> dict[str, Any]:
        now = state(self.rules, self._position(case))
        return {
            "earlier": UnknownHistory.named("times it has stood", now),
            "since_pass": UnknownHistory.named("times it has stood since the last pass", now),
            "passed_from": UnknownHistory.named("times the player has passed from it", (case.player, now)),
            "made": Open("which moves have been made"),
            "pass_run": UnknownValue(z3.Int("passes in a row")),
            "passes": UnknownValue(z3.Int("passes")),
        }

    def steps(self, case: Case) -> tuple[UnknownTurn, ...]:
        """The turn of a case, on each path that the clauses can take.

        Raises:
            LeftOpen: how the record grows depends on something that the case leaves open.
        """
        if case not in self._steps:
            before = self.before(case)
            play = move(self.rules, COLORING, case.player, POINT) if isinstance(case.turn, Move) else None

            def taken() -> tuple[Record, tuple[tuple[str, str, Any], ...]]:
                legal = self._said(Decision.LEGAL, before, play) if play else ()
                goes_on = [(name, "allows the turn", formula) for name, formula in legal]
                later = after(before, case.turn, play)
                if later.position.phase is not self.phase:
                    raise LeftOpen(f"The turn leads to {later.position.phase}.")
                for decision in self._endings(later):
                    ends = self._said(decision, later)
                    goes_on += [(name, "does not end the phase", z3.Not(formula)) for name, formula in ends]
                return later, tuple(goes_on)

            self._steps[case] = tuple(UnknownTurn(before, *came, path) for path, came in paths(taken))
        return self._steps[case]

    def _endings(self, later: Record) -> Iterator[Decision]:
        """The decisions that are surely asked, in whatever order, to find whether a turn ends the phase."""
        try:
            asked = frozenset(self.rules.sole(Decision.ENDINGS, self.phase).function(later))
        except UNREADABLE:
            return
        yield from (decision for decision in (Decision.PHASE_ENDS, Decision.NO_RESULT) if decision in asked)

    def _said(self, decision: Decision, *about: object) -> Iterator[tuple[str, Any]]:
        """What each clause says, as a formula, but for those that look at what is left open."""
        for clause in self.rules.deciding(decision, self.phase):
            with suppress(*UNREADABLE):
                yield clause.name, formula_of(clause.function(*about))

    def _can_be_taken(self, turn: Turn) -> bool:
        """Whether there may be turns of a kind: nothing is unblocked or agreed where no clause says when it can be."""
        if isinstance(turn, Agree):
            return bool(self.rules.deciding(Decision.AGREEMENT, self.phase))
        if isinstance(turn, Unblock) and not self.rules.deciding(Decision.UNBLOCK, self.phase):
            # What an action would do is read and does not matter, as nobody can take it.
            self.rules.deciding(Decision.UNBLOCK_ACTION, self.phase)
            return False
        clauses = self.rules.deciding(Decision.TURN, self.phase)
        return not any(surely(False, clause.function, turn) for clause in clauses)


def _none_of(kept: Any) -> Any:
    """The same history or number before anything has happened."""
    # `isinstance` asks a class of a protocol for all that the protocol has, each time.
    if type(kept) is UnknownHistory:
        return kept.emptied()
    return 0 if isinstance(kept, UnknownValue) else kept


def move_to_any_coloring(c: Any, player: Color, point: Any) -> Play[Any]:
    """A move leads to a coloring of which nothing is known."""
    return Play(player, point, c, RESULT, _CAPTURED, Open("what is captured of the player's own"))


def any_marks(record: Record, play: Play[Any], marks: Any) -> Any:
    """A move leaves marks of which nothing is known."""
    return Open("the marks after the move")


def surely(answer: bool, clause: Callable[..., Any], *arguments: object) -> bool:
    """Whether a clause gives an answer without looking at what is left open."""
    with suppress(LeftOpen, TypeError):
        return bool(clause(*arguments)) is answer
    return False
