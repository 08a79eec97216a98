"""Opening a game record in the explorer: the address that shows it, and what is to be told of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....interpreter.notation import turn_text
from ....interpreter.records.game_record import GameRecord, OutcomeKind, told_result
from ....interpreter.records.outcome import KOMI, rules_of_record
from ....interpreter.records.replay import OutOfTurn, Replay, TakenAsUnblock, TurnsAfterEnd, replay
from ....interpreter.records.sgf import read_games
from ....interpreter.rule_names import written_rules
from ....interpreter.rules_files import names_a_file
from ....interpreter.story import Start
from ....interpreter.wording import PLAYERS, counted
from ....spec.documents import parameters_of
from ....spec.rules import Rules
from .addresses import MOST_TURNS, Address, with_change
from .counting import dead_in_record

USUAL_RULES = "tromp-taylor"


def opened(data: bytes, named: str | None = None) -> tuple[Address, str]:
    """The address of the first game of an SGF file, and what is to be told of how it was read.

    Args:
        data: what is in the file.
        named: the text that names the rules; those that the record names, if it is left out.

    Raises:
        ValueError: the bytes hold no game, or no game under these rules starts as it does.

    >>> opened(b"(;SZ[3]RU[Japanese]KM[0.5];B[bb];W[aa];W[ca])")[0].turns
    ('B2', 'A3')
    """
    game, *others = read_games(data)
    record = game.record()
    asked = named or (None if record.rules else USUAL_RULES)
    chosen = rules_of_record(record, asked)
    variations = game.number_of_variations
    notes = {
        f"The record does not name its rules; {USUAL_RULES} is taken.": asked != named,
        f"The file has {len(others) + 1} games; this is the first.": bool(others),
        f"The record has {variations} variations; this is the main line.": variations > 1,
    }
    followed = replay(chosen.applied_to(record), chosen.rules)
    turns, stop = _turns(followed)
    result = record.result.strip() if told_result(record.result).kind is OutcomeKind.SCORE else ""
    dead = dead_in_record(followed.game, record) if followed.lawful_to_end else None
    address = Address(_text(named, chosen.rules), Start.of(followed.games[0]), turns, result=result, dead=dead)
    return address, " ".join([*(note for note, holds in notes.items() if holds), *chosen.notes, *stop])


def _text(named: str | None, rules: Rules) -> str:
    """The text for the rules that a record is shown under, its komi included."""
    if named is None or not names_a_file(named):
        komi = int(rules.komi) if rules.komi == int(rules.komi) else rules.komi
        return written_rules(replace(rules, komi=komi))
    return with_change(named, KOMI, f"{rules.komi:g}") if KOMI in parameters_of(rules) else named.strip()


def _turns(followed: Replay) -> tuple[tuple[str, ...], list[str]]:
    """The turns that can be shown, and why not the others."""
    record = followed.record
    grid = record.coloring.board.grid
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
        if isinstance(event, OutOfTurn):
            yield (
                event.turn - 1,
                f"Turn {event.turn} is not {PLAYERS[event.player]}'s; the record is shown up to there.",
            )
        if isinstance(event, TurnsAfterEnd):
            left = counted(event.number, "turn")
            yield event.turn - 1, f"What the record shows after the end of the game ({left}) is left out."
