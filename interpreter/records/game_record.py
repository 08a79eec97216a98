"""A game record: who played, by which rules, which turns, and how it says that it came out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum

from ...spec.algebra import BLACK, WHITE, Color
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from ..game import Game
from ..result import NoResult, Result
from ..rule_names import rules_text
from ..story import Start


class OutcomeKind(Enum):
    """What a record says: a score, an end of the game without one, or words that are no result."""

    SCORE = "by score"
    RESIGNATION = "by resignation"
    TIME = "on time"
    FORFEIT = "by forfeit"
    VOID = "without result"
    NOTHING = "not told"
    WORDS = "in words"


@dataclass(frozen=True)
class ToldResult:
    """What a record says of the result.

    Attributes:
        winner: who won; None for a draw, or where it is not told.
        margin: by how many points; None where it is not told.
    """

    kind: OutcomeKind
    winner: Color | None = None
    margin: float | None = None


_WON = re.compile(r"(?P<winner>b|black|w|white)\s*\+\s*(?P<how>.*)", re.IGNORECASE)
_POINTS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_KINDS = {
    **dict.fromkeys(("r", "res", "resign", "resignation"), OutcomeKind.RESIGNATION),
    **dict.fromkeys(("t", "time"), OutcomeKind.TIME),
    **dict.fromkeys(("f", "forfeit"), OutcomeKind.FORFEIT),
}
_WHOLE = {
    "": ToldResult(OutcomeKind.NOTHING),
    "void": ToldResult(OutcomeKind.VOID),
    **dict.fromkeys(("0", "draw", "jigo"), ToldResult(OutcomeKind.SCORE, None, 0.0)),
}


def told_result(text: str) -> ToldResult:
    """What the value of `RE` says, in any letter case.

    >>> told_result("B+8.5")
    ToldResult(kind=<OutcomeKind.SCORE: 'by score'>, winner=<Color.BLACK: 'B'>, margin=8.5)
    >>> told_result("W+Resign").kind, told_result("Jigo").margin, told_result("Black won").kind.value
    (<OutcomeKind.RESIGNATION: 'by resignation'>, 0.0, 'in words')
    """
    text = text.strip().casefold()
    if text in _WHOLE:
        return _WHOLE[text]
    won = _WON.fullmatch(text)
    if won is None:
        return ToldResult(OutcomeKind.WORDS)
    winner = BLACK if won["winner"].startswith("b") else WHITE
    how = won["how"].strip()
    if how in _KINDS:
        return ToldResult(_KINDS[how], winner)
    if how and not _POINTS.fullmatch(how):
        return ToldResult(OutcomeKind.WORDS)
    margin = float(how) if how else None
    return ToldResult(OutcomeKind.WORDS) if margin == 0 else ToldResult(OutcomeKind.SCORE, winner, margin)


def agrees(recorded_result: ToldResult, result: Result) -> bool | None:
    """Whether a game comes out as its record says; None where that can't be compared with a score.

    >>> from superko.interpreter.result import Score
    >>> agrees(told_result("B+8.5"), Score(20.0, 11.5, BLACK, {})), agrees(told_result("B+R"), NoResult())
    (True, None)
    """
    if recorded_result.kind is OutcomeKind.VOID:
        return isinstance(result, NoResult)
    if recorded_result.kind is not OutcomeKind.SCORE:
        return None
    if isinstance(result, NoResult) or recorded_result.winner is not result.winner:
        return False
    return recorded_result.margin is None or recorded_result.margin == abs(result.lead)


def result_text(result: Result) -> str:
    """A result as SGF writes it.

    >>> result_text(NoResult())
    'Void'
    """
    if isinstance(result, NoResult):
        return "Void"
    if result.winner is None:
        return "0"
    by = f"{abs(result.lead):.1f}".removesuffix(".0") if result.lead else ""
    return f"{result.winner.value}+{by}"


@dataclass(frozen=True)
class RecordedStatement:
    """What somebody said of dead stones, as a record has it.

    Attributes:
        turn: after how many turns of the record.
        speaker: a player; None for a third party who rules on a dispute.
        points: points of the strings that are dead; None where a player gives no list.
    """

    turn: int
    speaker: Color | None
    points: int | None


@dataclass(frozen=True)
class GameRecord:
    """How a game went: the position it started from, and its turns; texts are "" where the record says nothing.

    Attributes:
        turns: the turns, each with the player who took it.
        komi: the komi, or None where the record does not tell.
        turns_before: how many turns were left out, because the record set up another position after them.
        black_territory: the points that it marks as Black's when the turns are over, dead stones of White among them.
        white_territory: the points that it marks as White's then.
        marked_only_before: whether it marks territory before its last turns, and none when they are over.
        cleared: the stones that it clears off the board after both players have passed for the last time.
        said: what players and a third party said of dead stones, in their order.
        assumed_charset: the charset in which it was taken to be written, if it names none that is known; else "".
        exporter: the program that wrote it, as it says itself, or "".
        notes: what was read otherwise than it is written, each in one sentence.
        before: the turns before a position was set up, from each position that was before it.
    """

    start: Start
    turns: tuple[tuple[Color, Turn], ...] = ()
    komi: float | None = None
    black_name: str = ""
    white_name: str = ""
    turns_before: int = 0
    date: str = ""
    rules: str = ""
    result: str = ""
    black_territory: int = 0
    white_territory: int = 0
    marked_only_before: bool = False
    cleared: int = 0
    said: tuple[RecordedStatement, ...] = ()
    assumed_charset: str = ""
    exporter: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    before: tuple[GameRecord, ...] = field(default=(), compare=False)

    def game(self, rules: Rules) -> Game:
        """The game before its first turn, under rules with the record's komi, if it has one."""
        return self.start.game(rules if self.komi in (None, rules.komi) else replace(rules, komi=self.komi))

    @property
    def handicap_was_played(self) -> bool:
        """Whether the turns that were left out are moves of Black that placed the handicap stones."""
        c = self.start.coloring
        return 0 < self.turns_before == self.start.handicap == c.black.bit_count() and not c.white


def record_of(game: Game) -> GameRecord:
    """The record of a game, from its start to now."""
    players = [before.position.player for before in game.course]
    turns = tuple(zip(players, game.turns_taken, strict=False))
    return GameRecord(Start.of(game), turns, komi=game.rules.komi, rules=rules_text(game.rules))
