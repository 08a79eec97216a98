"""The verdict on a game record: whether its result is the one that the rules give, or why that can't be compared.

And the games of files and folders, each with its verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from ..files import STANDARD_INPUT, contents
from ..result import NoResult
from ..rule_names import rules_text
from ..wording import PLAYERS, counted, phase_name, shown
from .dead_sets import DeadSets, comes_out_if, explain_result, is_likely
from .game_record import OutcomeKind, agrees, result_text
from .outcome import BROKEN_OFF, NoRules, RecordOutcome
from .replay import IllegalTurnTaken, OutOfTurn, sentence
from .sgf import GameTree, exporter_of, read_games

_MOST_TRIED = 60


class VerdictKind(Enum):
    """What a verdict is: the first five are of a record that keeps the rules."""

    AGREES = "agrees"
    EXPLAINED = "explained"
    NOT_OVER = "not over"
    NO_NUMBER = "no number"
    DIFFERS = "differs"
    ILLEGAL = "illegal"
    NO_RULES = "no rules"
    UNREADABLE = "unreadable"

    @property
    def exit_status(self) -> int:
        """What a command exits with: 1 for a turn or a result that the rules forbid, 2 for what can't be read."""
        return {VerdictKind.DIFFERS: 1, VerdictKind.ILLEGAL: 1, VerdictKind.UNREADABLE: 2}.get(self, 0)


@dataclass(frozen=True)
class RecordVerdict:
    """What the rules say of a record.

    Attributes:
        sentence: the same in words, with what it rests on.
    """

    kind: VerdictKind
    sentence: str

    @staticmethod
    def exit_status(verdicts: Iterable[RecordVerdict]) -> int:
        """What a command exits with that gave these verdicts: 2 before 1 before 0."""
        return max((verdict.kind.exit_status for verdict in verdicts), default=0)


def verdict_of(outcome: RecordOutcome) -> RecordVerdict:
    """The verdict on a replayed and settled record.

    >>> from superko.interpreter.records.outcome import outcome_of
    >>> from superko.interpreter.records.sgf import read_sgf
    >>> record = read_sgf(b"(;SZ[3]RU[Chinese]KM[7]RE[B+2];B[bb];W[];B[])")
    >>> print(verdict_of(outcome_of(record)).sentence)
    The record says B+2, and so do the rules if no stone is dead, as nobody says which are.
    """
    if outcome.lawful:
        return _on_result(outcome, _MOST_TRIED)
    events = outcome.replay.events
    wrong = [event for event in events if isinstance(event, IllegalTurnTaken | OutOfTurn)]
    illegal = outcome.settled.illegal if outcome.settled else ""
    breach = illegal or sentence(wrong[0] if wrong else events[-1], outcome.replay.game.rules)
    return RecordVerdict(VerdictKind.ILLEGAL, f"{breach} {_on_result(outcome, 0).sentence}")


def _on_result(outcome: RecordOutcome, most: int) -> RecordVerdict:
    text, recorded = outcome.replay.record.result, outcome.recorded_result
    says = f"The record says {text}" if text else "The record says no result"
    if outcome.result is not None and agrees(recorded, outcome.result):
        return RecordVerdict(VerdictKind.AGREES, f"{says}, and so do the rules{_premise(outcome)}.")
    if recorded.kind is OutcomeKind.SCORE and recorded.margin is not None:
        return _on_score(outcome, says, most)
    if recorded.kind is OutcomeKind.NOTHING and outcome.result is None:
        return RecordVerdict(VerdictKind.NOT_OVER, f"{says}, and the game is not over: {_stands(outcome)}.")
    return RecordVerdict(VerdictKind.NO_NUMBER, _without_number(outcome, says))


def _without_number(outcome: RecordOutcome, says: str) -> str:
    """What a record says in place of a number."""
    recorded = outcome.recorded_result
    if recorded.kind is OutcomeKind.VOID:
        return f"{says}: the game was broken off without result."
    if recorded.kind is OutcomeKind.WORDS:
        return f"What the record says of its result is no number: {shown(outcome.replay.record.result)}."
    if recorded.kind in BROKEN_OFF and recorded.winner is not None:
        return f"{says}: {PLAYERS[recorded.winner]} won {recorded.kind.value}, whatever the score."
    rules_say = _rules_say(outcome)
    without = "" if recorded.kind is OutcomeKind.NOTHING else ", without a number"
    return f"{says}{without}; {rules_say or _stands(outcome)}."


def _premise(outcome: RecordOutcome) -> str:
    """On what a result rests, where nobody says which stones are dead; else ""."""
    return " if no stone is dead, as nobody says which are" if outcome.presumed else ""


def _rules_say(outcome: RecordOutcome) -> str:
    """How the game comes out by the rules, and what that rests on; "" where it is not over."""
    if outcome.result is None:
        return ""
    return f"by the rules it is {result_text(outcome.result)}{_premise(outcome)}"


def _stands(outcome: RecordOutcome) -> str:
    """Where the replay of a game stands that is not over."""
    replay = outcome.replay
    if not replay.followed:
        return f"the replay stops at turn {len(replay.games)}"
    if replay.game.over:
        return "the players do not settle which stones are dead"
    return f"the record ends in {phase_name(replay.game.rules, replay.game.position.phase)}"


def _on_score(outcome: RecordOutcome, says: str, most: int) -> RecordVerdict:
    """The verdict on a number that the rules do not give as the game stands."""
    over = outcome.result is not None and outcome.replay.shows_stop
    rules_say, explained = _rules_say(outcome), _explained(outcome, most)
    if explained is not None and explained.sets and is_likely(explained.coloring, explained.sets[0]):
        passing = "" if over else "both players pass, and "
        how = f"{says}, and so do the rules if {passing}{comes_out_if(explained, explained.sets[0])}"
        return RecordVerdict(VerdictKind.EXPLAINED, f"{how}{f'; as it stands, {rules_say}' if rules_say else ''}.")
    if over and not outcome.presumed:
        return RecordVerdict(VerdictKind.DIFFERS, f"{says}; {rules_say}.")
    if over and explained is not None and explained.complete and not explained.sets:
        return RecordVerdict(VerdictKind.DIFFERS, f"{says}, which no set of dead stones gives: {rules_say}.")
    why = rules_say or f"the game is not over, as {_stands(outcome)}"
    tried = f"; {counted(explained.tried, 'set')} of dead stones were tried" if explained and explained.tried else ""
    return RecordVerdict(VerdictKind.NOT_OVER, f"{says}, which is not checked: {why}{tried}.")


def _explained(outcome: RecordOutcome, most: int) -> DeadSets | None:
    """The dead stones, or dame, by which the record's number comes out; None where they are known, or play goes on.

    Where the record says which stones are dead, only dame are tried.
    """
    settled, stop = outcome.settled, outcome.replay.stop() if outcome.replay.followed else None
    if not most or stop is None or isinstance(stop[0].result, NoResult):
        return None
    if outcome.result is None or outcome.presumed:
        return explain_result(outcome.replay, outcome.recorded_result, most=most, likely=True)
    if settled is None or not settled.by_agreement:
        return None
    return explain_result(outcome.replay, outcome.recorded_result, most=most, dead=settled.sitting.dead)


RECORDS = ".sgf"


@dataclass(frozen=True)
class ReplayedGame:
    """A game of some file, as it stands in a list: the verdict on it, and what it is.

    Attributes:
        game: which of its games it is, counted from 1.
        games: how many games it has.
        variations: how many variations it has, the main line counted.
        turns: how many turns the record has.
        result: how the game comes out by the rules; "" where it is not over.
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
    """The files that are named, and the game records in the folders that are named, each once, in their order."""
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
    """The games of a file, or of standard input."""
    return read_games(*contents(file))


def lines_of(
    file: str, games: Sequence[GameTree], outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[tuple[ReplayedGame, RecordOutcome | None]]:
    """Every game of a file as it stands in a list, with how it comes out, if it can be replayed."""
    for number, game in enumerate(games, start=1):
        line = (file, number, len(games), game.number_of_variations)
        try:
            settled = outcome(game)
            yield _line(line, settled), settled
        except ValueError as error:
            kind = VerdictKind.NO_RULES if isinstance(error, NoRules) else VerdictKind.UNREADABLE
            exporter = exporter_of(game.line()[0])
            yield ReplayedGame(*line, RecordVerdict(kind, str(error)), exporter=exporter), None


def _line(line: tuple[str, int, int, int], outcome: RecordOutcome) -> ReplayedGame:
    replay, record = outcome.replay, outcome.replay.record
    broken = (event.clause for event in replay.events if isinstance(event, IllegalTurnTaken))
    return ReplayedGame(
        *line,
        verdict_of(outcome),
        players=f"{record.black_name} - {record.white_name}".strip(" -"),
        board=str(record.start.grid),
        turns=len(record.turns),
        recorded=record.result,
        result="" if outcome.result is None else result_text(outcome.result),
        rules=_named(replay.game.rules),
        exporter=record.exporter,
        date=record.date,
        clauses=tuple(dict.fromkeys(broken)),
        notes=(*(outcome.settled.assumed[:1] if outcome.settled else ()), *outcome.notes),
    )


def lines_of_file(
    file: str, outcome: Callable[[GameTree], RecordOutcome]
) -> Iterator[tuple[ReplayedGame, RecordOutcome | None]]:
    """The games of a file, as `lines_of` has them; a file that can't be read is a line, too."""
    try:
        yield from lines_of(file, games_of(file), outcome)
    except ValueError as error:
        yield ReplayedGame(file, 0, 0, 0, RecordVerdict(VerdictKind.UNREADABLE, str(error))), None


_named = lru_cache(64)(rules_text)
