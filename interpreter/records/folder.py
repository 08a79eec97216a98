"""The games of files and folders, each with what the rules make of it and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..files import STANDARD_INPUT, contents
from ..rule_names import rules_text
from .game_record import result_text
from .outcome import NoRules, RecordOutcome
from .replay import IllegalTurnTaken
from .sgf import GameTree, exporter_of, read_games
from .verdict import RecordVerdict, VerdictKind, verdict_of

RECORDS = ".sgf"


@dataclass(frozen=True)
class ReplayedGame:
    """A game of some file, as it stands in a list: the verdict on it, and what it is.

    Attributes:
        file: the file.
        game: which of its games it is, counted from 1.
        games: how many games it has.
        variations: how many variations it has, the main line counted.
        verdict: the verdict on it.
        players: who played.
        board: the board.
        turns: how many turns the record has.
        recorded: what the record says of its result.
        result: how the game comes out by the rules; "" where it is not over.
        rules: the rules that it was replayed by.
        exporter: the program that wrote the record, as it says itself.
        date: when it was played, as the record says.
        clauses: the ids of the clauses that a turn broke.
        notes: what was assumed, and what else there is to say, each in one sentence.
    """

    file: str
    game: int
    games: int
    variations: int
    verdict: RecordVerdict
    players: str = ""
    board: str = ""
    turns: int = 0
    recorded: str = ""
    result: str = ""
    rules: str = ""
    exporter: str = ""
    date: str = ""
    clauses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The file, and which of its games."""
        return f"{self.file}:{self.game}" if self.games > 1 else self.file


def files_in(paths: Iterable[str]) -> list[str]:
    """The files that are named, and the game records in the folders that are named, each once, in their order.

    Raises:
        ValueError: there is no such file, or no record in a folder.
    """
    files: list[str] = []
    for path in paths:
        folder = Path(path)
        if path != STANDARD_INPUT and folder.is_dir():
            records = sorted(str(file) for file in folder.rglob("*") if file.suffix.casefold() == RECORDS)
            if not records:
                raise ValueError(f"{path} is a folder without game records: no file in it ends in {RECORDS}.")
            files += records
        else:
            files.append(path)
    return [*dict.fromkeys(files)]


def games_of(file: str) -> tuple[GameTree, ...]:
    """The games of a file, or of standard input.

    Raises:
        ValueError: it can't be read, or holds no game records.
    """
    return read_games(*contents(file))


def lines_of(
    file: str, games: Sequence[GameTree], outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[tuple[ReplayedGame, RecordOutcome | None]]:
    """Every game of a file as it stands in a list, with how it comes out, if it can be replayed."""
    for number, game in enumerate(games, start=1):
        line = (file, number, len(games), game.number_of_variations)
        try:
            settled = outcome(game)
            yield ReplayedGame(*line, verdict_of(settled), *_facts(settled)), settled
        except ValueError as error:
            kind = VerdictKind.NO_RULES if isinstance(error, NoRules) else VerdictKind.UNREADABLE
            exporter = exporter_of(game.line()[0])
            yield ReplayedGame(*line, RecordVerdict(kind, str(error)), exporter=exporter), None


def lines_of_file(
    file: str, outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[tuple[ReplayedGame, RecordOutcome | None]]:
    """The games of a file, as `lines_of` has them; a file that can't be read is a line, too."""
    try:
        yield from lines_of(file, games_of(file), outcome)
    except ValueError as error:
        yield ReplayedGame(file, 0, 0, 0, RecordVerdict(VerdictKind.UNREADABLE, str(error))), None


def _facts(outcome: RecordOutcome) -> tuple[Any, ...]:
    """What a list says of a game beside the verdict, in the order of the attributes."""
    replay, settled = outcome.replay, outcome.settled
    record = replay.record
    broken = (event.clause for event in replay.events if isinstance(event, IllegalTurnTaken))
    return (
        f"{record.black_name} - {record.white_name}".strip(" -"),
        str(record.start.grid),
        len(record.turns),
        record.result,
        "" if outcome.result is None else result_text(outcome.result),
        _named(replay.game.rules),
        record.exporter,
        record.date,
        tuple(dict.fromkeys(broken)),
        (*(settled.assumed[:1] if settled else ()), *outcome.notes),
    )


_named = lru_cache(64)(rules_text)
