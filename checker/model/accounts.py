"""The record of a situation: the turn that led to it, and no account of the game before.

Whoever asks about more is told so. It is the same for one situation, by integers, and for many, by arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any, NoReturn, Self

from ...interpreter.history import position_after
from ...spec.algebra import Color, Coloring, Condition
from ...spec.algebra.board import P
from ...spec.composition import same_state, state
from ...spec.history import Event, History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Play, Position, Record, State, Turn


class NotKept(ValueError):
    """A clause asks about something of which situations keep no account."""


class Unknown:
    """What situations keep no account of, in the words of a Go player; to ask about it raises `NotKept`."""

    def __init__(self, what: str) -> None:
        self.what = what

    def _asked(self, *_: object) -> NoReturn:
        raise NotKept(self.what)

    def __getattr__(self, name: str) -> NoReturn:
        self._asked()

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        # So does `isinstance`.
        self._asked()

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __iter__ = __len__ = __contains__ = __bool__ = __hash__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __getitem__ = _asked


UNKNOWN: Mapping[str, Any] = MappingProxyType(
    {
        name: Unknown(what)
        for what, names in {
            "which states have stood": ("earlier", "since_pass"),
            "who has passed, where and how often": ("passed_from", "pass_run", "passes"),
            "whether anybody has passed": ("passed",),
            "how many turns were taken": ("turn", "phase_turn"),
            "what was captured and how many moves were made": ("tally",),
            "the turns before the last one": ("previous", "last"),
        }.items()
        for name in names
    }
)


@dataclass(frozen=True)
class MadeOnce:
    """A history of moves: one that a player has made at a point with a coloring, or none.

    >>> MadeOnce().contains("a move")
    False
    """

    move: tuple[Color, Any, Coloring[Any]] | None = None

    def contains(self, event: Event) -> Condition:
        """See `History.contains`."""
        if self.move is None or event[0] is not self.move[0]:
            return False
        _, point, coloring = self.move
        same: Condition = coloring.board.same(event[1], point) & coloring.same_as(event[2])
        return same

    def lacks(self, event: Event) -> Condition:
        """See `History.lacks`."""
        return True if self.move is None else self.move[2].no(self.contains(event))

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        return self.contains(event) * 1  # type: ignore[operator]

    def __iter__(self) -> Iterator[Event]:
        return iter(() if self.move is None else (self.move,))

    def counts(self) -> frozenset[tuple[Event, int]]:
        """See `History.counts`."""
        return frozenset((move, 1) for move in self)

    def turn_of(self, event: Event) -> NoReturn:
        """See `History.turn_of`; on which turn a move was made is not known."""
        raise NotKept("on which turn a move was made")

    def extended(self, event: Hashable, turn: int) -> NoReturn:
        """Records of situations are not played on."""
        raise NotImplementedError

    def emptied(self) -> Self:
        """See `History.emptied`."""
        return type(self)()


NOTHING_MADE = MadeOnce()


@dataclass(frozen=True)
class Stood:
    """A history in which one state has stood some times since the last pass, and no other is known about."""

    state: State
    number: int

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        return same_state(self.state, event) * self.number  # type: ignore[operator]

    def contains(self, event: Event) -> Condition:
        """See `History.contains`."""
        return same_state(self.state, event)

    def __getattr__(self, name: str) -> NoReturn:
        raise NotKept("which states have stood")

    def __iter__(self) -> NoReturn:
        raise NotKept("which states have stood")


def account(
    rules: Rules,
    position: Position[P],
    previous: Record[P] | None = UNKNOWN["previous"],
    last: Turn | None = UNKNOWN["last"],
    made: History = NOTHING_MADE,
    since_pass: History = UNKNOWN["since_pass"],
) -> Record[P]:
    """The record of situations.

    Args:
        rules: the rules in force.
        position: what stands.
        previous: the record at the start of the turn that led here; None where there is no such turn.
        last: that turn.
        made: the moves that have been made in the phase.
        since_pass: the states that have stood since the last pass.
    """
    return Record(
        rules=rules,
        position=position,
        state=state(rules, position),
        turn=UNKNOWN["turn"],
        last=last,
        previous=previous,
        phase_turn=UNKNOWN["phase_turn"],
        earlier=UNKNOWN["earlier"],
        since_pass=since_pass,
        passed_from=UNKNOWN["passed_from"],
        made=made,
        pass_run=UNKNOWN["pass_run"],
        passes=UNKNOWN["passes"],
        tally=UNKNOWN["tally"],
    )


def ask(clause: Clause, *about: Any) -> Any:
    """What a clause says of situations.

    Raises:
        ValueError: it asks about something of which situations keep no account.
    """
    try:
        return clause.function(*about)
    except NotKept as error:
        raise _refusal(error, clause) from None


def ends_without_result(rules: Rules, position: Position[P], times: int) -> Condition:
    """Whether the game ends without result if the state has stood so many times since the last pass, now included.

    Raises:
        ValueError: see `ask`.
    """
    clauses = rules.deciding(Decision.NO_RESULT, position.phase)
    record = account(rules, position, since_pass=Stood(state(rules, position), times))
    ends: Condition = reduce(or_, (ask(clause, record) for clause in clauses), False)
    return ends


def after_a_move(record: Record[P], play: Play[P]) -> Position[P]:
    """What stands after a move, with the marks that it leaves.

    Raises:
        ValueError: see `ask`.
    """
    try:
        return position_after(record, play)
    except NotKept as error:
        raise _refusal(error, *record.rules.deciding(Decision.MARKS, record.position.phase)) from None


def _refusal(error: NotKept, *clauses: Clause) -> ValueError:
    names = " or ".join(clause.name for clause in clauses)
    return ValueError(
        f"Situations keep no account of {error}, and {names} asks about that; choose rules that ask about the turn "
        "before and no earlier ones, as simple ko does."
    )
