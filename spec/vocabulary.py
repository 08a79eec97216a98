"""The values that game clauses speak of: turns, positions, plays, the record of a game, and an ended game.

All are frozen. They say nothing about the rules: what a state is, what ends a phase and what scores is for the clauses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias

from .algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from .algebra.board import P
from .algebra.frozen_values import quickly_made

if TYPE_CHECKING:
    from .rules import Rules


class Phase(StrEnum):
    """The phases of a game, by the names that programs know."""

    MAIN = "main"
    FIRST_CLEANUP = "cleanup1"
    SECOND_CLEANUP = "cleanup2"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn that cedes the turn."""


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that plays at a point (a set of one)."""

    point: int


@dataclass(frozen=True, slots=True)
class Unblock:
    """A turn that removes the mark of the stone at a point (a set of one)."""

    point: int


@dataclass(frozen=True, slots=True)
class Agree:
    """A turn of both players together: they agree that something ends here."""


Turn: TypeAlias = Pass | Move | Unblock | Agree
PASS = Pass()
AGREE = Agree()
State: TypeAlias = tuple[Any, ...]


@quickly_made
@dataclass(frozen=True, slots=True)
class Position(Generic[P]):
    """What stands at the start of a turn; under the array and symbolic readings, of many turns of one player at once.

    Attributes:
        coloring: the color of every point.
        player: who takes the turn.
        phase: the phase that the turn belongs to.
        marks: the points marked as ko-recapture-blocked.
        passed: whether any pass has occurred in the main phase.
    """

    coloring: Coloring[P]
    player: Color
    phase: Phase = Phase.MAIN
    marks: P | Any = 0
    passed: Condition = False

    def taken_on(self, coloring: Coloring[P], player: Color) -> Position[P]:
        """The same, but for the coloring and for who takes the next turn."""
        return Position(coloring, player, self.phase, self.marks, self.passed)


@quickly_made
@dataclass(frozen=True, slots=True)
class Play(Generic[P]):
    """What making a move did, whether or not it is legal.

    Attributes:
        player: who makes the move.
        point: the point played, as a set of one.
        before: the coloring before the move.
        after: the coloring after the move.
        captured: the opponent's points that it emptied.
        self_captured: the player's own points that it emptied.
    """

    player: Color
    point: P
    before: Coloring[P]
    after: Coloring[P]
    captured: P
    self_captured: P


@dataclass(frozen=True, slots=True)
class EarlierState:
    """A witness: the state that a move would repeat stood at the start of this turn, counted from 0.

    Attributes:
        turn: the turn.
        how: what the move does, if it is something else, with `{}` for the turn, counted from 1.
    """

    turn: int
    how: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """A witness: the points that a clause is about, such as the stones that would be emptied.

    Attributes:
        points: the points.
        how: what the turn does with them, with `{}` for their names; "" where only the clause says it.
    """

    points: int
    how: str = ""


Witness: TypeAlias = EarlierState | Points | None


Event: TypeAlias = Any


class History(Protocol):
    """A set of events, such as states that have stood, under some reading; the same event may have happened often.

    It is asked and extended through these few words only, so that each reading can keep it in its own way: as a
    persistent map to play with, as a set of numbers to search with, or as nothing but a note of what was asked.
    """

    def contains(self, event: Event) -> Condition:
        """Whether the event has happened."""
        ...

    def lacks(self, event: Event) -> Condition:
        """Whether the event has not happened."""
        ...

    def times(self, event: Event) -> Number:
        """How often the event has happened."""
        ...

    def __iter__(self) -> Iterator[Event]:
        """Each event that has happened, once. Clauses do better to ask of one event."""
        ...

    def counts(self) -> frozenset[tuple[Event, Any]]:
        """Each event that has happened, with how often it has."""
        ...

    def turn_of(self, event: Event) -> int | None:
        """The turn on which the event first happened, counted from 0; None if it has not. Witnesses ask it."""
        ...

    def extended(self, event: Hashable, turn: int) -> Self:
        """The same history, and the event once more, on a turn."""
        ...

    def emptied(self) -> Self:
        """A history of the same kind in which nothing has happened."""
        ...


class Remembered(Enum):
    """What a record remembers, by the name of the attribute that holds it; see `Record`."""

    STATES = "earlier"
    OCCURRENCES = "since_pass"
    PASSED_FROM = "passed_from"
    MADE = "made"
    RUN = "pass_run"
    PASSES = "passes"

    __hash__ = object.__hash__


class Moment(Enum):
    """When something that a record remembers may be forgotten."""

    PHASE = "a phase begins"
    PASS = "a turn counts as a pass"
    OTHER_TURN = "a turn does not count as a pass"

    __hash__ = object.__hash__


NOTHING: frozenset[Remembered] = frozenset()
THE_RUN = frozenset({Remembered.RUN})


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted in the course of a game.

    Attributes:
        captures: for each color, how many of its points have been emptied.
        moves: for each player and phase, how many moves that player made in it.
        first_passer: who passed first in the main phase, if anybody did.
        second_cleanup_start: the coloring at the start of the second cleanup phase, once there is one.
        placed: for each player, the stones that must have been played before a set-up position, captured ones included.
        handicap: the number of handicap stones.
        uneven: how many stones more Black has given than by taking turns with a stone each; a start counts as even.
    """

    captures: Mapping[Color, int]
    moves: Mapping[tuple[Color, Phase], int]
    first_passer: Color | None = None
    second_cleanup_start: Coloring[Any] | None = None
    placed: Mapping[Color, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})
    handicap: int = 0
    uneven: int = 0


@quickly_made
@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """All that a clause may ask about a game, at the start of a turn. Later records share their past with earlier ones.

    Attributes:
        rules: the rules in force.
        position: what stands on the board, and whose turn it is.
        state: the state, as the rules in force define it.
        turn: how many turns have been taken.
        last: the turn that led here, or None at the start of the game.
        previous: the record at the start of that turn, or None.
        phase_turn: how many turns had been taken when the phase began.
        began: who had the first turn of the phase.
        earlier: the states of this phase that count as earlier ones.
        since_pass: the states that have stood since the most recent pass in this phase, this turn included.
        passed_from: each player with a state from which, by a `PASSED` clause, that player has passed in this phase.
        made: a history of the document's own: of each move what its `MADE` clause has remembered; empty without one.
        pass_run: how many passes of this phase have just been taken in a row.
        passes: how many passes have been taken in this phase; 1 for those before a set-up position, if there were any.
        tally: what is counted in the course of the game.
    """

    rules: Rules
    position: Position[P]
    state: State
    turn: int
    last: Turn | None
    previous: Record[P] | None = field(repr=False, compare=False)
    phase_turn: int
    began: Color
    earlier: History = field(repr=False)
    since_pass: History = field(repr=False)
    passed_from: History = field(repr=False)
    made: History = field(repr=False)
    pass_run: int
    passes: int
    tally: Tally


@quickly_made
@dataclass(frozen=True, slots=True)
class Ended(Generic[P]):
    """A game that is to be scored; under the array and symbolic readings, many at once.

    Attributes:
        rules: the rules in force.
        coloring: the final coloring.
        captures: for each color, how many of its points have been emptied.
        moves: for each player, the moves made in the second cleanup phase.
        earlier_moves: for each player, the moves made before it.
        placed: for each player, the stones that must have been played before a set-up position, captured ones included.
        second_cleanup_start: the coloring at the start of the second cleanup phase.
        button: who was the first to pass in the main phase.
        handicap: the number of handicap stones.
    """

    rules: Rules
    coloring: Coloring[P]
    captures: Mapping[Color, Number]
    moves: Mapping[Color, Number]
    earlier_moves: Mapping[Color, Number]
    placed: Mapping[Color, Number]
    second_cleanup_start: Coloring[P]
    button: Color | None = None
    handicap: int = 0

    def with_captures(self, coloring: Coloring[P], further: Mapping[Color, Number]) -> Ended[P]:
        """The same, after further points of each color have been emptied."""
        return replace(
            self,
            coloring=coloring,
            captures={color: self.captures[color] + further[color] for color in self.captures},
        )
