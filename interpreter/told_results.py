"""What a game record says of its result, and whether that is how the game comes out by the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from ..spec.algebra import BLACK, WHITE, Color
from .result import NoResult, Result


class Kind(Enum):
    """What a record tells: a score, or an end of the game that no score tells of."""

    SCORE = "by score"
    RESIGNATION = "by resignation"
    TIME = "on time"
    FORFEIT = "by forfeit"
    VOID = "without result"
    UNKNOWN = "not known"
    NOTHING = "not told"
    UNREADABLE = "not readable"


@dataclass(frozen=True)
class ToldResult:
    """What a record says of the result.

    Attributes:
        kind: what it tells.
        winner: who won; None for a draw, or where it is not told.
        margin: by how many points; None where it is not told.
    """

    kind: Kind
    winner: Color | None = None
    margin: float | None = None


_WON = re.compile(r"(?P<winner>b|black|w|white)\s*\+\s*(?P<how>.*)", re.IGNORECASE)
_POINTS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_KINDS = {
    **dict.fromkeys(("r", "res", "resign", "resignation"), Kind.RESIGNATION),
    **dict.fromkeys(("t", "time"), Kind.TIME),
    **dict.fromkeys(("f", "forfeit"), Kind.FORFEIT),
}
_WHOLE = {
    "": ToldResult(Kind.NOTHING),
    "?": ToldResult(Kind.UNKNOWN),
    "void": ToldResult(Kind.VOID),
    **dict.fromkeys(("0", "draw", "jigo"), ToldResult(Kind.SCORE, None, 0.0)),
}


def told_result(text: str) -> ToldResult:
    """What the value of `RE` says, in any letter case.

    >>> told_result("B+8.5")
    ToldResult(kind=<Kind.SCORE: 'by score'>, winner=<Color.BLACK: 'B'>, margin=8.5)
    >>> told_result("W+Resign").kind, told_result("Jigo").margin, told_result("Black won").kind.value
    (<Kind.RESIGNATION: 'by resignation'>, 0.0, 'not readable')
    """
    text = text.strip().casefold()
    if text in _WHOLE:
        return _WHOLE[text]
    won = _WON.fullmatch(text)
    if won is None:
        return ToldResult(Kind.UNREADABLE)
    winner = BLACK if won["winner"].startswith("b") else WHITE
    how = won["how"].strip()
    if how in _KINDS:
        return ToldResult(_KINDS[how], winner)
    if how and not _POINTS.fullmatch(how):
        return ToldResult(Kind.UNREADABLE)
    margin = float(how) if how else None
    return ToldResult(Kind.SCORE, None if margin == 0 else winner, margin)


def agrees(told: ToldResult, result: Result) -> bool | None:
    """Whether a game comes out as it is told; None where what is told can't be compared with a score.

    >>> from superko.interpreter.result import Score
    >>> agrees(told_result("B+8.5"), Score(20.0, 11.5, BLACK, {})), agrees(told_result("B+R"), NoResult())
    (True, None)
    """
    if told.kind is Kind.VOID:
        return True if isinstance(result, NoResult) else None
    if told.kind is not Kind.SCORE:
        return None
    if isinstance(result, NoResult) or told.winner is not result.winner:
        return False
    return told.margin is None or told.margin == abs(result.lead)


def result_text(result: Result) -> str:
    """A result as SGF writes it.

    >>> result_text(NoResult())
    'Void'
    """
    if isinstance(result, NoResult):
        return "Void"
    if result.winner is None:
        return "0"
    return f"{result.winner.value}+{abs(result.lead):.1f}".removesuffix(".0")
