"""In what two games with the same turns differ."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...interpreter.game import Game
from ...interpreter.result import Result, Score


class PartingAspect(Enum):
    """In what two games with the same turns differ."""

    END = "when the game ends"
    PHASE = "the phase"
    BOARD = "what stands on the board"
    PLAYER = "who takes the next turn"
    RESULT = "the result"
    LEGAL = "which turns are legal"


_OUTCOMES = (
    PartingAspect.END,
    PartingAspect.PHASE,
    PartingAspect.BOARD,
    PartingAspect.PLAYER,
    PartingAspect.RESULT,
)


@dataclass(frozen=True)
class Leniency:
    """What is not taken for a difference.

    Attributes:
        scores: what each player scores, as long as the same player wins by as much.
        ends: that only one of the games is over, as long as the other, if both players only pass, ends as well and with
            the same result.
    """

    scores: bool = False
    ends: bool = False


STRICT = Leniency()


def difference(first: Game, second: Game, leniency: Leniency = STRICT) -> PartingAspect | None:
    """In what two games with the same turns differ first, but for which turns are legal; None if they don't.

    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import PASS
    >>> first, second = (Game(Rules(komi=komi), (2, 1)).play(PASS) for komi in (0, 1))
    >>> difference(first, second), difference(first.play(PASS), second.play(PASS))
    (None, <PartingAspect.RESULT: 'the result'>)
    """
    outcomes = zip(_OUTCOMES, _outcome(first, leniency), _outcome(second, leniency), strict=True)
    return next((aspect for aspect, in_first, in_second in outcomes if in_first != in_second), None)


def _outcome(game: Game, leniency: Leniency) -> tuple[object, ...]:
    position = game.position
    stands = (None, None) if leniency.ends and game.over else (position.coloring, position.player)
    return game.over, position.phase, *stands, _as_compared(game.result, leniency)


def _as_compared(result: Result | None, leniency: Leniency) -> object:
    """A result without the terms of its scores, which have other names in other documents."""
    if isinstance(result, Score):
        return result.winner, result.lead, None if leniency.scores else result.black
    return result
