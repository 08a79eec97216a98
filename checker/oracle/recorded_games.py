"""Recorded games to try: from SGF files, and from the vectors of this project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ...interpreter.boards import board_text
from ...interpreter.game_records import GameRecord
from ...interpreter.sgf_reading import read_sgf
from ...interpreter.vertices import turn_text
from ...spec.rules import Rules
from .plan import Recorded
from .setting import Setting


def recorded_in(files: Iterable[Path], tier: str | None) -> tuple[Recorded, ...]:
    """The games of some SGF files, and of a tier of the vectors.

    Raises:
        OSError: a file can't be read.
        ValueError: a file is no SGF file of a game of go.
    """
    records = [(file.name, read_sgf(file.read_bytes())) for file in files]
    return (*(game_of_record(record, name) for name, record in records), *(_vectors(tier) if tier else ()))


def game_of_record(record: GameRecord, source: str) -> Recorded:
    """A game to try, from a game record.

    >>> game_of_record(GameRecord(2, 1), "an empty game").setting.width
    2
    """
    c = record.coloring
    setting = Setting(
        Rules(),
        record.width,
        record.height,
        board=board_text(c) if c.black | c.white else "",
        player=record.first_player.value,
        phase=record.phase.value,
        captures=(record.captured_black, record.captured_white),
    )
    return Recorded(setting, tuple(turn_text(setting.grid, turn) for _, turn in record.turns), source)


def _vectors(tier: str) -> Iterator[Recorded]:
    return iter(())
