"""Recorded games to try: from SGF files, and from the vectors of this project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ....interpreter.notation import board_text, turn_text
from ....interpreter.records.game_record import GameRecord
from ....interpreter.records.sgf import read_sgf
from ....spec.rules import Rules
from ...vectors.tiers import games
from ...vectors.vector import Tier
from ..plan import RecordedGame
from ..setting import Setting


def recorded_in(files: Iterable[Path], tier: str | None) -> tuple[RecordedGame, ...]:
    """The games of some SGF files, and of a tier of the vectors.

    Raises:
        OSError: a file can't be read.
        ValueError: a file is no SGF file of a game of go.
    """
    records = [(file.name, read_sgf(file.read_bytes())) for file in files]
    recorded = (*(game_of_record(record, name) for name, record in records), *(_vectors(tier) if tier else ()))
    return tuple(dict.fromkeys(recorded))


def game_of_record(record: GameRecord, source: str) -> RecordedGame:
    """A game to try, from a game record.

    >>> game_of_record(GameRecord(2, 1), "an empty game").setting.width
    2
    """
    c = record.coloring
    setting = Setting(
        record.width,
        record.height,
        board_text(c) if c.black | c.white else "",
        record.first_player,
        record.phase,
        (record.captured_black, record.captured_white),
        rules=Rules(),
    )
    return RecordedGame(setting, tuple(turn_text(setting.grid, turn) for _, turn in record.turns), source)


def _vectors(tier: str) -> Iterator[RecordedGame]:
    """The games of the vectors, but for those that begin with handicap stones, for which a setting has no place."""
    for _, start, turns in games(Tier(tier)):
        if not start.handicap:
            setting = Setting.from_start(start, Rules())
            yield RecordedGame(setting, tuple(turn_text(start.grid, turn) for turn in turns), f"the {tier} vectors")
