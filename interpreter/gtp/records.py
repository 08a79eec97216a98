"""The commands that load and save game records."""

from __future__ import annotations

from ..game_records import record_of
from ..sgf_reading import read_sgf
from ..sgf_writing import write_sgf
from .commands import action, question
from .session import Session
from .words import count

STANDARD_OUTPUT = "-"


@action("loadsgf FILE [MOVE]")
def loadsgf(session: Session, name: str, move: str = "") -> tuple[Session, str]:
    """Begin the game that a file records, under the present rules, and go to the end, or to before a move of it."""
    before = count(move) if move else None
    if before == 0:
        raise ValueError("syntax error: moves are counted from 1.")
    try:
        record = read_sgf(session.outside.read(name))
        turns = record.turns if before is None else record.turns[: before - 1]
        return session.starting(record.start(session.game.rules)).taking_all(turns), ""
    except ValueError as error:
        raise ValueError(f"cannot load file: {error}") from None


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
