"""Under which rules a game record is replayed: those that it names, or others, with a note where they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...interpreter.records.game_record import GameRecord
from ...interpreter.rule_names import note_on, parse_rules
from ...interpreter.rules_files import named_rules
from ...interpreter.wording import shown
from ...spec.documents import parameters_of
from ...spec.rules import Rules

KOMI = "komi"


@dataclass(frozen=True)
class RulesOfRecord:
    """The rules that a record is replayed under.

    Attributes:
        rules: the rules, with the komi that holds.
        notes: what is to be told about the choice, each in one sentence.
    """

    rules: Rules
    notes: tuple[str, ...]

    def applied_to(self, record: GameRecord) -> GameRecord:
        """The record with the komi of these rules."""
        return replace(record, komi=self.rules.komi)


def rules_of_record(record: GameRecord, named: str | None = None, komi: float | None = None) -> RulesOfRecord:
    """The rules that a record is replayed under.

    Args:
        record: the record.
        named: the name of other rules than those that the record names.
        komi: another komi than it tells.

    Raises:
        ValueError: nothing names rules that are known, or the komi can't be one.

    >>> some = rules_of_record(GameRecord(9, 9, komi=6.5, rules="Japanese"), "chinese")
    >>> some.rules.komi, some.notes
    (6.5, ('The record names its rules "Japanese"; it is replayed by chinese all the same.',))
    """
    rules = _told_by(record) if named is None else named_rules(named)
    notes = (note_on(record.rules),) if named is None else _differing(record, named, rules)
    points, further = _komi(record, named or record.rules, rules, komi)
    return RulesOfRecord(
        replace(rules, komi=points), tuple(note for note in (*notes, *further, *_handicap(record)) if note)
    )


def _told_by(record: GameRecord) -> Rules:
    """The rules that a record names; it can name no file."""
    if not record.rules:
        raise ValueError("The record does not name its rules; name them by --rules, such as --rules chinese.")
    try:
        return parse_rules(record.rules)
    except ValueError as error:
        raise ValueError(f"The record names rules that are not known: {error} Name others by --rules.") from None


def _differing(record: GameRecord, named: str, rules: Rules) -> tuple[str, ...]:
    if not record.rules:
        return ()
    try:
        same = replace(parse_rules(record.rules), komi=rules.komi) == rules
    except ValueError:
        return (f"The record names rules that are not known, {shown(record.rules)}; it is replayed by {named}.",)
    return (
        () if same else (f"The record names its rules {shown(record.rules)}; it is replayed by {named} all the same.",)
    )


def _komi(record: GameRecord, text: str, rules: Rules, wanted: float | None) -> tuple[float, tuple[str, ...]]:
    """The komi that holds, and what is to be told of it; the record's goes before that of rules that it names."""
    if KOMI not in parameters_of(rules):
        told = record.komi or wanted
        return rules.komi, (f"These rules have no komi; {told:g} is not applied.",) if told else ()
    named = KOMI in text.casefold()
    own = named and text != record.rules
    komi = next(
        points for points in (wanted, rules.komi if own else None, record.komi, rules.komi) if points is not None
    )
    if record.komi is None:
        return komi, () if named or wanted is not None else (f"The record tells no komi; {komi:g} is taken.",)
    if record.komi != komi:
        return komi, (f"The record tells komi {record.komi:g}; {komi:g} is taken.",)
    if named and rules.komi != komi:
        return komi, (f"The rules that the record names have komi {rules.komi:g}; its own, {komi:g}, is taken.",)
    if abs(komi) > record.width * record.height:
        return komi, (f"Komi {komi:g} is more than the board has points; if it is meant otherwise, use --komi.",)
    return komi, ()


def _handicap(record: GameRecord) -> tuple[str, ...]:
    stones = record.black.bit_count()
    if not record.handicap or record.turns_before or stones == record.handicap:
        return ()
    return (f"The record tells of {record.handicap} handicap stones, and sets up {stones} black ones.",)
