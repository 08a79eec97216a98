"""The commands that load and save game records."""

from __future__ import annotations

from ...spec.rules import Rules
from ..game_records import GameRecord, record_of
from ..sgf_reading import read_sgf
from ..sgf_writing import write_sgf
from ..shorthands import note_on
from .commands import action, question
from .ruling import keeping_komi
from .session import Session
from .words import count

STANDARD_OUTPUT = "-"


@action("loadsgf FILE [MOVE]")
def loadsgf(session: Session, name: str, move: str = "") -> tuple[Session, str]:
    """Begin the game that a file records, and go to the end, or to before a move of it.

    The rules are those that the file names, or the present ones, where it names none or none that are known; the answer
    says so where it makes a difference.
    """
    before = count(move) if move else None
    if before == 0:
        raise ValueError("syntax error: moves are counted from 1.")
    try:
        record = read_sgf(session.outside.read(name))
        turns = record.turns if before is None else record.turns[: before - 1]
        rules, note = _told_by(record, session.game.rules)
        return session.starting(record.start(rules)).taking_all(turns), note
    except ValueError as error:
        raise ValueError(f"cannot load file: {error}") from None


def _told_by(record: GameRecord, present: Rules) -> tuple[Rules, str]:
    """The rules of a record, and what there is to tell about them."""
    if not record.rules:
        return present, ""
    try:
        return keeping_komi(record.rules, present), note_on(record.rules)
    except ValueError as error:
        return present, f"The present rules stay, as the file names rules that are not known: {error}"


@question("printsgf [FILE]")
def printsgf(session: Session, name: str = STANDARD_OUTPUT) -> str:
    """The game as SGF, or nothing if it is written to a file."""
    data = write_sgf(record_of(session.game))
    if name == STANDARD_OUTPUT:
        return data.decode().strip()
    try:
        session.outside.write(name, data)
    except ValueError as error:
        raise ValueError(f"cannot save file: {error}") from None
    return ""
