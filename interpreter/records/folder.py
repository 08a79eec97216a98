"""The games of files and folders, each with what the rules make of it and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files import STANDARD_INPUT, contents
from .outcome import NoRules, RecordOutcome
from .sgf import GameTree, read_games
from .verdict import RecordVerdict, VerdictKind, verdict_of

RECORDS = ".sgf"


@dataclass(frozen=True)
class ReplayedGame:
    """A game of some file, with what the rules make of it.

    Attributes:
        file: the file.
        game: which of its games it is, counted from 1.
        games: how many games it has.
        variations: how many variations it has, the main line counted.
        outcome: how it comes out; None if it can't be read or replayed.
        verdict: the verdict on it.
    """

    file: str
    game: int
    games: int
    variations: int
    outcome: RecordOutcome | None
    verdict: RecordVerdict

    @property
    def name(self) -> str:
        """The file, and which of its games."""
        return f"{self.file}:{self.game}" if self.games > 1 else self.file


def files_in(paths: Iterable[str]) -> list[str]:
    """The files that are named, and the game records in the folders that are named, in their order.

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
    return files


def games_of(file: str) -> tuple[GameTree, ...]:
    """The games of a file, or of standard input.

    Raises:
        ValueError: it can't be read, or holds no game records.
    """
    return read_games(*contents(file))


def lines_of(
    file: str, games: Sequence[GameTree], outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[ReplayedGame]:
    """Every game of a file, with what the rules make of it."""
    for number, game in enumerate(games, start=1):
        settled: RecordOutcome | None = None
        try:
            settled = outcome(game)
            verdict = verdict_of(settled)
        except ValueError as error:
            kind = VerdictKind.NO_RULES if isinstance(error, NoRules) else VerdictKind.UNREADABLE
            verdict = RecordVerdict(kind, str(error))
        yield ReplayedGame(file, number, len(games), game.number_of_variations, settled, verdict)


def lines_of_files(files: Iterable[str], outcome: Callable[[GameTree], RecordOutcome]) -> Iterator[list[ReplayedGame]]:
    """The games of each file, with what the rules make of them; a file that can't be read is a line, too."""
    for file in files:
        try:
            yield list(lines_of(file, games_of(file), outcome))
        except ValueError as error:
            yield [ReplayedGame(file, 0, 0, 0, None, RecordVerdict(VerdictKind.UNREADABLE, str(error)))]
