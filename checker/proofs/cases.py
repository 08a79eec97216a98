"""One turn of a game of which almost nothing is known: the cases that the clauses about endings can tell apart.

A case says how many passes there have just been, whether the player has passed from here before, and whether and how
often the state that the turn leads to has stood. All else is left open, the board too: a clause that looks at it is not
relied on to end anything, or to forbid anything. So what holds in every case holds in every game, on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from ...interpreter.history import after, first_record
from ...spec.algebra import BLACK, Color
from ...spec.composition import move
from ...spec.registry import Decision
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record, State, Tally, Turn, Unblock
from .open_values import AtLeast, LeftOpen, Open, OpenHistory
from .ranks import LONGEST_RUN, MOST_OCCURRENCES

POINT: Any = Open("the point")
COLORING: Any = Open("the coloring")
RESULT: Any = Open("the resulting coloring")
MARKS: Any = Open("the marks")
TURNS: dict[str, Turn] = {"a pass": PASS, "a move": Move(POINT), "an unblock action": Unblock(POINT)}
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
    """

    kind: str
    player: Color
    pass_run: Any
    passes_before: Any
    passed_from_here: bool
    occurrences: Any
    is_earlier: bool

    def __str__(self) -> str:
        passed = "having" if self.passed_from_here else "not having"
        resulting = "an earlier" if self.is_earlier else "a new"
        return (
            f"{self.kind} by {self.player.name.capitalize()} after {self.pass_run} passes in a row, {passed} passed "
            f"from there before, to {resulting} state that has stood {self.occurrences} times since the last pass,"
        )


def cases() -> Iterator[Case]:
    """Every case, the plainest ones first."""
    for values in product((False, True), OCCURRENCES, (False, True), PASSES_BEFORE, RUNS, Color, TURNS):
        yield Case(*reversed(values))


class OneTurn:
    """The turns of a phase under rules, case by case.

    Of the board the rules say no more than this: a move leads to some coloring, with some marks.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        anywhere = replace(rules.sole(Decision.MOVE, phase), function=move_to_any_coloring)
        unmarked = [Amendment(clause.name, None) for clause in rules.deciding(Decision.MARKS, phase)]
        amendments = (*rules.amendments, *unmarked, Amendment(anywhere.name, anywhere))
        self.rules = replace(rules, amendments=amendments)
        self.phase = phase
        self._bare: dict[tuple[str, Color, Any], tuple[Record, State]] = {}

    def records(self, case: Case) -> tuple[Record, Record] | None:
        """The records before and after the turn of a case; None if there is no such turn, or it surely ends the phase.

        Raises:
            LeftOpen: how the record grows depends on something that the case leaves open.
        """
        turn = TURNS[case.kind]
        if self._surely(False, Decision.TURN, turn):
            return None
        before = self.before(case)
        if isinstance(turn, Move):
            play = move(self.rules, COLORING, case.player, turn.point)
            if self._surely(False, Decision.LEGAL, before, play):
                return None
        later = after(before, turn)
        if self._surely(True, Decision.PHASE_ENDS, later) or self._surely(True, Decision.NO_RESULT, later):
            return None
        return before, later

    def _surely(self, answer: bool, decision: Decision, *arguments: object) -> bool:
        """Whether some clause gives this answer, without looking at what is left open."""
        return any(surely(answer, clause.function, *arguments) for clause in self.rules.deciding(decision, self.phase))

    def start(self) -> Record:
        """The record at the start of the phase."""
        return self._without_history("a pass", BLACK, False)[0]

    def before(self, case: Case) -> Record:
        """The record before the turn of a case.

        It is not the first record of the phase; there is only one of those, so it can't keep the phase from ending.
        """
        passes = case.pass_run + case.passes_before
        bare, resulting = self._without_history(case.kind, case.player, passes > 0)
        known: dict[str, Any] = {
            "turn": Open("the number of turns"),
            "last": Open("the last turn"),
            "previous": Open("the record before the last turn"),
            "phase_turn": Open("the turn that the phase began with"),
            "earlier": OpenHistory({resulting: AtLeast(1) if case.is_earlier else 0}),
            "since_pass": OpenHistory({resulting: case.occurrences}),
            "passed_from": OpenHistory({(case.player, bare.state): AtLeast(1) if case.passed_from_here else 0}),
            "made": Open("which moves have been made"),
            "pass_run": case.pass_run,
            "passes": passes,
        }
        return replace(bare, **known)

    def _without_history(self, kind: str, player: Color, passed: bool) -> tuple[Record, State]:
        """A record with no history yet, and the state that a turn leads to from there."""
        key = kind, player, passed
        if key not in self._bare:
            ever: Any = passed if self.phase is Phase.MAIN else Open("whether anybody passed in the main phase")
            position = Position(COLORING, player, self.phase, MARKS, ever)
            bare = first_record(self.rules, position, open_tally(ever))
            self._bare[key] = bare, after(bare, TURNS[kind]).state
        return self._bare[key]

    def follows(self) -> Phase:
        """The phase that follows when this one ends."""
        position: Position = self.rules.sole(Decision.NEXT_PHASE, self.phase).function(self.start())
        return position.phase


def open_tally(passed: Any) -> Tally:
    """A tally of which nothing is known, but that nobody was the first to pass before there was a pass."""
    count, coloring, somebody = (Open(text) for text in ("a count", "a coloring", "who passed first"))
    known: dict[str, Any] = {
        "captures": dict.fromkeys(Color, count),
        "moves": dict.fromkeys(product(Color, Phase), count),
        "first_passer": None if passed is False else somebody,
        "second_cleanup_start": coloring,
        "placed": dict.fromkeys(Color, count),
        "handicap": count,
    }
    return Tally(**known)


def move_to_any_coloring(c: Any, player: Color, point: Any) -> Play[Any]:
    """A move leads to a coloring of which nothing is known."""
    return Play(player, point, c, RESULT, Open("what is captured"), Open("what is captured of the player's own"))


def surely(answer: bool, clause: Callable[..., Any], *arguments: object) -> bool:
    """Whether a clause gives an answer without looking at what is left open."""
    try:
        return bool(clause(*arguments)) is answer
    except LeftOpen:
        return False
