"""The outcome of a game record: under which rules it is replayed, how it is settled, and whether it says the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ...spec.algebra import WHITE
from ...spec.documents import parameters_of
from ...spec.rules import Refusal, Rules
from ..adjudication import has_cleanup
from ..result import Result, Score, as_set_up, terms_of
from ..rule_names import note_on, parse_rules
from ..rules_files import named_rules
from ..wording import counted, shown
from .game_record import GameRecord, OutcomeKind, ToldResult, told_result
from .replay import Replay, replay
from .settling import Settled, Settling, has_lists, seki_in_words, settle

KOMI = "komi"
MOST_KOMI = 100
SET_UP_AT_END = (
    "No turn follows the position that the record sets up at its end; stones that it clears off the board (AE) are "
    "read as dead only if both have passed, nothing else is changed, and no part of a string is left."
)


class NoRules(ValueError):
    """That a record names no rules that are known, where nobody names others."""


def rules_of_record(
    record: GameRecord, named: str | None = None, komi: float | None = None, default: str | None = None
) -> tuple[Rules, tuple[str, ...]]:
    """The rules that a record is replayed under, with the komi that holds; and notes on the choice, each a sentence.

    Args:
        record: the record.
        named: the name of other rules than those that the record names.
        komi: another komi than it tells.
        default: the name of the rules for a record that names none.

    Raises:
        NoRules: nothing names rules that are known.
        ValueError: the komi can't be one.

    >>> from superko.interpreter.story import Start
    >>> rules, notes = rules_of_record(GameRecord(Start(9, 9), komi=6.5, rules="Japanese"), "chinese")
    >>> rules.komi, notes
    (6.5, ('The record names its rules "Japanese"; it is replayed by chinese all the same.',))
    """
    named = named or (default if not record.rules else None)
    rules = _told_by(record) if named is None else named_rules(named)
    notes = (note_on(record.rules),) if named is None else _differing(record, named, rules)
    points, further = _komi(record, named or record.rules, rules, komi)
    rules = _with_komi(rules, points)
    set_up_at_end = not record.turns and record.turns_before and not record.handicap_was_played
    charset = record.assumed_charset
    further = (
        *further,
        *_handicap(record),
        *_komi_not_counted(record, rules),
        SET_UP_AT_END if set_up_at_end else "",
        charset and f"The record names no charset that it fits, and is read as {charset}; names may come out wrong.",
    )
    return rules, tuple(note for note in (*notes, *record.notes, *further) if note)


@lru_cache(64)
def _with_komi(rules: Rules, komi: float) -> Rules:
    """Rules with a komi: the same value for all games that have it, so that they share what is worked out for it."""
    return replace(rules, komi=komi)


def _told_by(record: GameRecord) -> Rules:
    """The rules that a record names; it can name no file."""
    if not record.rules:
        raise NoRules(
            "The record does not name its rules; name them by --default-rules, as in --default-rules chinese."
        )
    try:
        return parse_rules(record.rules)
    except ValueError as error:
        raise NoRules(f"The record names rules that are not known: {error} Name others by --rules.") from None


def _differing(record: GameRecord, named: str, rules: Rules) -> tuple[str, ...]:
    if not record.rules:
        return (f"The record does not name its rules; it is replayed by {named}.",)
    try:
        same = replace(parse_rules(record.rules), komi=rules.komi) == rules
    except ValueError:
        return (f"The record names rules that are not known, {shown(record.rules)}; it is replayed by {named}.",)
    return (
        () if same else (f"The record names its rules {shown(record.rules)}; it is replayed by {named} all the same.",)
    )


def _komi(record: GameRecord, text: str, rules: Rules, wanted: float | None) -> tuple[float, tuple[str, ...]]:
    """The komi that holds, and a note on it; the record's goes before that of rules that it names."""
    if KOMI not in parameters_of(rules):
        unapplied_komi = record.komi or wanted
        return rules.komi, (f"These rules have no komi; {unapplied_komi:g} is not applied.",) if unapplied_komi else ()
    named = KOMI in text.casefold()
    own = named and text != record.rules
    komi = next(
        points for points in (wanted, rules.komi if own else None, record.komi, rules.komi) if points is not None
    )
    if record.komi is None:
        return komi, () if named or wanted is not None else (f"The record names no komi; {komi:g} is taken.",)
    if komi == record.komi and komi % 0.5:
        raise Refusal(f"The record has komi {komi:g}, and komi is an integer or half-integer; --komi names another.")
    if record.komi != komi:
        return komi, (f"The record has komi {record.komi:g}; {komi:g} is taken.",)
    if named and rules.komi != komi:
        return komi, (f"The rules that the record names have komi {rules.komi:g}; its own, {komi:g}, is taken.",)
    grid = record.start.grid
    if abs(komi) > min(MOST_KOMI, grid.size):
        return komi, (f"Komi {komi:g} is a lot on a board of {grid}; if it is meant otherwise, use --komi.",)
    return komi, ()


def _handicap(record: GameRecord) -> tuple[str, ...]:
    start, c = record.start, record.start.coloring
    stones = c.black.bit_count()
    if record.turns_before or stones == start.handicap:
        return ()
    if not start.handicap:
        alone = stones > 1 and not c.white and start.player is WHITE
        return (f"The record sets up {stones} black stones and names no handicap; none is counted.",) if alone else ()
    return (f"The record names {start.handicap} handicap stones, and sets up {stones} black ones.",)


def _komi_not_counted(record: GameRecord, rules: Rules) -> tuple[str, ...]:
    """Which clause does not count the komi, though it would in a game without handicap."""
    handicap = record.start.handicap
    if not handicap or not rules.komi:
        return ()
    counting_it, counting_it_if_even = (_counting_komi(record, rules, stones) for stones in (handicap, 0))
    stones = counted(handicap, "handicap stone")
    return tuple(
        f"Komi {rules.komi:g} is not counted in a game with {stones}, by {clause}."
        for clause in counting_it_if_even
        if clause not in counting_it
    )


def _counting_komi(record: GameRecord, rules: Rules, handicap: int) -> list[str]:
    """The clauses that give White another score for having the komi, in a game with a number of handicap stones."""
    with_komi, without_komi = (
        terms_of(as_set_up(each, record.start.coloring, handicap=handicap), WHITE)
        for each in (rules, replace(rules, komi=0))
    )
    return [clause for clause, points in with_komi.items() if points != without_komi[clause]]


MARKED_BEFORE = (
    "The record marks territory while the game goes on, and none at its end; such marks are not taken to say which "
    "stones are dead."
)
IN_VAIN = (
    "Nobody was asked for dead stones: play has settled the game, or its turns can't be followed to where it stops."
)
FILLED_IN_VAIN = "--fill changes nothing: dame are filled first only where the players agree on dead stones."


# What a record says of a game that was broken off.
BROKEN_OFF = (OutcomeKind.RESIGNATION, OutcomeKind.TIME, OutcomeKind.FORFEIT, OutcomeKind.VOID)


@dataclass(frozen=True)
class RecordOutcome:
    """The outcome of a record.

    Attributes:
        notes: what there is to say of the rules that were chosen, each in one sentence.
        settled: how the game was settled, if its record stops with dead stones on the board.
    """

    replay: Replay
    notes: tuple[str, ...]
    settled: Settled | None
    recorded_result: ToldResult

    @property
    def result(self) -> Result | None:
        """How the game comes out: as it was settled or played; None where it is not over."""
        return self.replay.game.result if self.settled is None else self.settled.sitting.result

    @property
    def presumed(self) -> bool:
        """Whether the result rests on this alone, that nobody says of any stone that it is dead."""
        if self.settled is not None:
            return self.settled.presumed
        return isinstance(self.result, Score) and self.result.counted and not has_cleanup(self.replay.game.rules)

    @property
    def lawful(self) -> bool:
        """Whether the record never departs from the rules; turns after dead stones were disputed are part of it."""
        if self.settled is None:
            return self.replay.lawful
        followed = self.replay.lawful_to_end if self.settled.further else self.replay.lawful
        return followed and not self.settled.illegal


def outcome_of(
    record: GameRecord,
    rules: str | None = None,
    komi: float | None = None,
    wanted: Settling | None = None,
    default_rules: str | None = None,
) -> RecordOutcome:
    """The result of a record under its own rules, or under others; see `rules_of_record`, and `settle`.

    >>> from superko.interpreter.records.sgf import read_sgf
    >>> outcome = outcome_of(read_sgf(b"(;SZ[3]RU[Chinese]KM[7]RE[B+2];B[bb];W[];B[])"))
    >>> outcome.lawful, outcome.result.lead
    (True, 2.0)
    """
    chosen, rules_notes = rules_of_record(record, rules, komi, default_rules)
    replayed = replay(replace(record, komi=chosen.komi), chosen)
    wanted = wanted or Settling()
    settled = settle(replayed, wanted)
    recorded_result = told_result(record.result)
    says_no_other_way = record.marked_only_before and not record.cleared and not has_lists(record)
    further_notes = {
        FILLED_IN_VAIN: wanted.filling is True and not (settled and settled.by_agreement),
        IN_VAIN: settled is None and (wanted.dead, wanted.protocol) != (None, None),
        MARKED_BEFORE: wanted.dead is None and recorded_result.kind not in BROKEN_OFF and says_no_other_way,
    }
    notes = (*rules_notes, *(note for note, holds in further_notes.items() if holds))
    if settled is None and isinstance(replayed.game.result, Score):
        notes = (*notes, *seki_in_words(chosen, replayed.game.position.coloring))
    return RecordOutcome(replayed.following(settled.further if settled else 0), notes, settled, recorded_result)
