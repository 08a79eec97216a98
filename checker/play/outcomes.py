"""In what two games with the same turns differ."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...interpreter.game import Game
from ...interpreter.result import Result, Score
from ...spec.algebra import BLACK, Color


def lead_for(player: Color, result: Result | None) -> float:
    """By how much a player leads; nothing, without a score."""
    black = result.lead if isinstance(result, Score) else 0.0
    return black if player is BLACK else -black


class PartingAspect(Enum):
    """In what two games with the same turns differ."""

    END = "when the game ends"
    PHASE = "the phase"
    BOARD = "what stands on the board"
    PLAYER = "who takes the next turn"
    RESULT = "the result"
    LEGAL = "which turns are legal"


@dataclass(frozen=True)
class Leniency:
    """What is not taken for a difference.

    That is what each player scores, as long as the same player wins by as much; and where a game ends, as long as the
    other one, if both players only pass, ends as well and with the same result.
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
    in_first, in_second = _outcome(first, leniency), _outcome(second, leniency)
    return next((aspect for aspect, is_so in in_first.items() if is_so != in_second[aspect]), None)


def _outcome(game: Game, leniency: Leniency) -> dict[PartingAspect, object]:
    """Where a game is; a result without the terms of its scores, which other documents name otherwise."""
    position, result = game.position, game.result
    is_seen = not (leniency.ends and game.over)
    return {
        PartingAspect.END: game.over,
        PartingAspect.PHASE: position.phase,
        PartingAspect.BOARD: position.coloring if is_seen else None,
        PartingAspect.PLAYER: position.player if is_seen else None,
        PartingAspect.RESULT: (result.winner, result.lead, None if leniency.scores else result.black)
        if isinstance(result, Score)
        else result,
    }
