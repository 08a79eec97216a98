"""Game records in files and folders: which games they hold, and what each of them comes to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .outcome import RecordOutcome, Status
from .replay import IllegalTurnTaken, OutOfTurn, sentence
from .sgf import GameTree, read_games

STANDARD_INPUT = "-"
RECORDS = ".sgf"


@dataclass(frozen=True)
class ReplayedGame:
    """A game of some file, and what it comes to.

    Attributes:
        file: the file.
        game: which of its games it is, counted from 1.
        games: how many games it has.
        variations: how many variations it has, the main line counted.
        outcome: what it comes to; None if it can't be read or replayed.
        reason: why not, in one sentence.
    """

    file: str
    game: int
    games: int
    variations: int
    outcome: RecordOutcome | None
    reason: str = ""

    @property
    def status(self) -> Status:
        """How the record stands to the rules."""
        return Status.UNREADABLE if self.outcome is None else self.outcome.status

    @property
    def name(self) -> str:
        """The file, and which of its games."""
        return f"{self.file}:{self.game}" if self.games > 1 else self.file


def files_in(paths: Iterable[str]) -> list[str]:
    """The files that are named, and the game records in the folders that are named, in their order.

    Raises:
        ValueError: there is no such file, or no record in a folder.
    """
    found: list[str] = []
    for path in paths:
        folder = Path(path)
        if path != STANDARD_INPUT and folder.is_dir():
            records = sorted(str(file) for file in folder.rglob("*") if file.suffix.casefold() == RECORDS)
            if not records:
                raise ValueError(f"There is no game record in {path}; their names end in {RECORDS}.")
            found += records
        else:
            found.append(path)
    return found


def games_of(file: str) -> tuple[GameTree, ...]:
    """The games of a file, or of standard input.

    Raises:
        ValueError: it can't be read, or holds no game records.
    """
    if file == STANDARD_INPUT:
        return read_games(sys.stdin.buffer.read())
    try:
        return read_games(Path(file).read_bytes())
    except OSError as error:
        raise ValueError(f"{file} can't be read: {error.strerror}.") from None


def lines_of(
    file: str, games: Sequence[GameTree], outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[ReplayedGame]:
    """What every game of a file comes to."""
    for number, game in enumerate(games, start=1):
        try:
            yield ReplayedGame(file, number, len(games), game.number_of_variations, outcome(game))
        except ValueError as error:
            yield ReplayedGame(file, number, len(games), game.number_of_variations, None, str(error))


def lines_of_files(files: Iterable[str], outcome: Callable[[GameTree], RecordOutcome]) -> Iterator[list[ReplayedGame]]:
    """What the games of each file come to; a file that can't be read is a line, too."""
    for file in files:
        try:
            yield list(lines_of(file, games_of(file), outcome))
        except ValueError as error:
            yield [ReplayedGame(file, 0, 0, 0, None, str(error))]


def why(line: ReplayedGame) -> str:
    """How a record breaks the rules, or why it can't be read, in one sentence."""
    if line.outcome is None:
        return line.reason
    outcome = line.outcome
    wrong = [event for event in outcome.replay.events if isinstance(event, IllegalTurnTaken | OutOfTurn)]
    illegal = outcome.settled.illegal if outcome.settled else ""
    return illegal or sentence(wrong[0] if wrong else outcome.replay.events[-1])
