"""Recorded games to try: from SGF files, and from the vectors of this project."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path

from ....interpreter.notation import board_text, turn_text
from ....interpreter.records.game_record import GameRecord
from ....interpreter.records.sgf import read_sgf
from ....interpreter.story import Start, Story
from ...vectors.tiers import games
from ...vectors.vector import Tier


def recorded_in(files: Iterable[Path], tier: str | None) -> tuple[Story, ...]:
    """The games of some SGF files, and of a tier of the vectors, each once; what they show is where they come from.

    Raises:
        OSError: a file can't be read.
        ValueError: a file is no SGF file of a game of go.
    """
    stories = [story_of_record(read_sgf(file.read_bytes()), file.name) for file in files]
    distinct: dict[Hashable, Story] = {}
    for story in (*stories, *(_vectors(Tier(tier)) if tier else ())):
        distinct.setdefault((story.start, story.turns), story)
    return tuple(distinct.values())


def story_of_record(record: GameRecord, source: str) -> Story:
    """A game to try, from a game record, under whatever rules.

    >>> story_of_record(GameRecord(2, 1), "an empty game").start.width
    2
    """
    c = record.coloring
    start = Start(
        record.width,
        record.height,
        board_text(c) if c.black | c.white else "",
        record.first_player,
        record.phase,
        (record.captured_black, record.captured_white),
    )
    return Story(start, tuple(turn_text(start.grid, turn) for _, turn in record.turns), shows=source)


def _vectors(tier: Tier) -> Iterator[Story]:
    for _, start, turns in games(tier):
        yield Story(start, tuple(turn_text(start.grid, turn) for turn in turns), shows=f"the {tier.value} vectors")
