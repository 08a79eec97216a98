"""What a game record comes to, beside what it says itself: replayed, settled, and compared with its `RE`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...interpreter.records.game_record import GameRecord, OutcomeKind, ToldResult, agrees, told_result
from ...interpreter.result import Result
from .replay import Replay, replay
from .replay_rules import rules_of_record
from .replay_settling import Settled, settle
from .replay_statements import Settling

IN_VAIN = (
    "Nobody was asked for dead stones: play has settled the game, or its turns can't be followed to where it stops."
)


class Status(IntEnum):
    """How a record stands to the rules; the number is what the command exits with."""

    AGREES = 0
    BREAKS_RULES = 1
    UNREADABLE = 2
    DIFFERS = 3
    OPEN = 4

    @property
    def word(self) -> str:
        """What is said of a record, in a word or two."""
        return _WORDS[self]

    @staticmethod
    def gravest(all_of: list[Status]) -> Status:
        """The one that tells most about what is wrong, of several.

        >>> Status.gravest([Status.AGREES, Status.DIFFERS, Status.BREAKS_RULES])
        <Status.BREAKS_RULES: 1>
        """
        order = (Status.UNREADABLE, Status.BREAKS_RULES, Status.DIFFERS, Status.OPEN)
        return next((status for status in order if status in all_of), Status.AGREES)


_WORDS = {
    Status.AGREES: "in order",
    Status.BREAKS_RULES: "illegal",
    Status.UNREADABLE: "unreadable",
    Status.DIFFERS: "otherwise",
    Status.OPEN: "not over",
}


@dataclass(frozen=True)
class RecordOutcome:
    """What a record comes to.

    Attributes:
        replay: its turns under the rules.
        notes: what is to be told of the rules that were chosen, each in one sentence.
        settled: how the game was settled, if its record stops with dead stones on the board.
        told: what the record says of the result.
    """

    replay: Replay
    notes: tuple[str, ...]
    settled: Settled | None
    told: ToldResult

    @property
    def result(self) -> Result | None:
        """How the game comes out: as it was settled or played; None where it is not over."""
        return self.replay.game.result if self.settled is None else self.settled.result

    @property
    def compared(self) -> Result | None:
        """What the record's own result is compared with; of a game that is not over, its end if both only pass."""
        if self.settled is not None or self.replay.game.over:
            return self.result
        passed = self.replay.passed_out() if self.told.kind is OutcomeKind.SCORE else None
        return passed.result if passed else None

    @property
    def lawful(self) -> bool:
        """Whether the record never departs from the rules; turns after dead stones were disputed are part of it."""
        if self.settled is None:
            return self.replay.lawful
        followed = self.replay.lawful_to_end if self.settled.further else self.replay.lawful
        return followed and not self.settled.illegal

    @property
    def agreed(self) -> bool | None:
        """Whether the record's own result is that of the rules; None where the two can't be compared."""
        return None if self.compared is None else agrees(self.told, self.compared)

    @property
    def status(self) -> Status:
        """How the record stands to the rules."""
        if not self.lawful:
            return Status.BREAKS_RULES
        if self.agreed is False:
            return Status.DIFFERS
        ends_otherwise = self.told.kind in (OutcomeKind.RESIGNATION, OutcomeKind.TIME, OutcomeKind.FORFEIT)
        return Status.OPEN if self.compared is None and not ends_otherwise else Status.AGREES


def outcome_of(
    record: GameRecord, rules: str | None = None, komi: float | None = None, wanted: Settling | None = None
) -> RecordOutcome:
    """What a record comes to under its own rules, or under others.

    Raises:
        ValueError: it can't be replayed or settled so.

    >>> from superko.interpreter.records.sgf import read_sgf
    >>> some = outcome_of(read_sgf(b"(;SZ[3]RU[Chinese]KM[7]RE[B+2];B[bb];W[];B[])"))
    >>> some.status, some.result.lead
    (<Status.AGREES: 0>, 2.0)
    """
    chosen = rules_of_record(record, rules, komi)
    replayed = replay(chosen.applied_to(record), chosen.rules)
    wanted = wanted or Settling()
    settled = settle(replayed, wanted)
    in_vain = settled is None and (wanted.dead, wanted.protocol) != (None, None)
    return RecordOutcome(
        replayed, (*chosen.notes, *([IN_VAIN] if in_vain else [])), settled, told_result(record.result)
    )
