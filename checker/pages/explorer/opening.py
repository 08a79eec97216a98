"""Opening a game record in the explorer: the address that shows it, and what is to be told of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from ....interpreter.notation import turn_text
from ....interpreter.records.game_record import GameRecord, OutcomeKind, told_result
from ....interpreter.records.outcome import KOMI, rules_of_record
from ....interpreter.records.replay import OutOfTurn, Replay, Resumed, TakenAsUnblock, TurnsAfterEnd, replay
from ....interpreter.records.sgf import A_FILE, read_games
from ....interpreter.rules_files import as_named, names_a_file
from ....interpreter.story import Start
from ....interpreter.wording import PLAYERS, counted
from ....spec.documents import parameters_of
from ....spec.rules import Rules
from .addresses import MOST_TURNS, Address, with_change
from .counting import dead_in_record

USUAL_RULES = "tromp-taylor"
_MOST_LINES = 30


@dataclass(frozen=True)
class OpenedLine:
    """A variation of a game record, as the explorer shows it.

    Attributes:
        address: the address that shows it.
        note: what is to be told of how it was read.
        leaves: the turn with which it leaves the main line, less than 1 if that is before the start that is shown; 0
            for the main line itself.
        comments: the comments of the record, by after how many turns they stand.
    """

    address: Address
    note: str
    leaves: int
    comments: Mapping[int, str]


def opened(data: bytes, named: str | None = None, file: str = A_FILE) -> tuple[Address, str]:
    """The address of the first game of an SGF file, and what is to be told of how it was read.

    Args:
        data: what is in the file.
        named: the text that names the rules; those that the record names, if it is left out.
        file: what an error calls the file.

    Raises:
        ValueError: the bytes hold no game, or no game under these rules starts as it does.

    >>> opened(b"(;SZ[3]RU[Japanese]KM[0.5];B[bb];W[aa];W[ca])")[0].turns
    ('B2', 'A3')
    """
    first = next(opened_lines(data, named, file))
    return first.address, first.note


def opened_lines(data: bytes, named: str | None = None, file: str = A_FILE) -> Iterator[OpenedLine]:
    """The variations of the first game of an SGF file, the main line first; see `opened`.

    >>> [line.leaves for line in opened_lines(b"(;SZ[3];B[bb](;W[aa])(;W[cc]C[No!]))")]
    [0, 2]
    """
    game, *others = read_games(data, file)
    variations = game.number_of_variations
    notes = {
        f"The file has {len(others) + 1} games; this is the first.": bool(others),
        f"The record has {variations} variations; this is the main line.": variations > 1,
    }
    for number in range(1, min(variations, _MOST_LINES) + 1):
        # That a variation can't be read is no reason not to show the main line.
        with suppress(*([ValueError] if number > 1 else [])):
            address, further_notes = _opened(game.record(number), named)
            note = " ".join([*(note for note, holds in notes.items() if holds and number == 1), *further_notes])
            yield OpenedLine(address, note, game.parts_at(number) if number > 1 else 0, game.comments(number))


def _opened(record: GameRecord, named: str | None) -> tuple[Address, list[str]]:
    asked = named or (None if record.rules else USUAL_RULES)
    chosen = rules_of_record(record, asked)
    followed = replay(chosen.applied_to(record), chosen.rules)
    turns, stop = _turns(followed)
    result = record.result.strip() if told_result(record.result).kind is OutcomeKind.SCORE else ""
    dead = dead_in_record(followed.game, record) if followed.lawful_to_end else None
    address = Address(_text(named, chosen.rules), Start.of(followed.games[0]), turns, result=result, dead=dead)
    return address, [*chosen.notes, *stop]


def _text(named: str | None, rules: Rules) -> str:
    """The text for the rules that a record is shown under, its komi included."""
    if named is None or not names_a_file(named):
        komi = int(rules.komi) if rules.komi == int(rules.komi) else rules.komi
        return as_named(replace(rules, komi=komi), *([named, with_change(named, KOMI, str(komi))] if named else []))
    return with_change(named, KOMI, f"{rules.komi:g}") if KOMI in parameters_of(rules) else named.strip()


def _turns(followed: Replay) -> tuple[tuple[str, ...], list[str]]:
    """The turns that can be shown, and why not the others."""
    record = followed.record
    grid = record.start.grid
    texts = [turn_text(grid, turn) for _, turn in record.turns]
    for event in followed.events:
        if isinstance(event, TakenAsUnblock):
            texts[event.turn - 1] = event.text
    most, stop = min(((number, [why]) for number, why in _stops(followed)), default=(len(texts), []))
    return tuple(texts[:most]), stop


def _stops(followed: Replay) -> Iterator[tuple[int, str]]:
    """After how many turns a record can't be shown further, and why."""
    record: GameRecord = followed.record
    if len(record.turns) > MOST_TURNS:
        yield MOST_TURNS, f"The record has {len(record.turns)} turns; the first {MOST_TURNS} are shown."
    for event in followed.events:
        if isinstance(event, OutOfTurn) and not event.before_set_up:
            yield (
                event.turn - 1,
                f"Turn {event.turn} is not {PLAYERS[event.player]}'s; the record is shown up to there.",
            )
        if isinstance(event, Resumed):
            yield (
                event.turn - 1,
                f"Turn {event.turn} resumes the game, which had stopped; the record is shown up to there.",
            )
        if isinstance(event, TurnsAfterEnd):
            left = counted(event.number, "turn")
            yield event.turn - 1, f"What the record shows after the end of the game ({left}) is left out."
