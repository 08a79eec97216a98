"""What an engine can be asked about a game at the start of a turn, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import board_text, vertices
from ...interpreter.result import Score
from ...spec.algebra import Color
from ...spec.vocabulary import Move, Turn, Unblock

Value: TypeAlias = "str | bool | float | tuple[float, ...] | frozenset[str] | None"


class Aspect(Enum):
    """One thing that an engine may know about a game. Two observations are compared in this order."""

    ANSWER = "answer"
    OVER = "over"
    PHASE = "phase"
    BOARD = "board"
    CAPTURES = "captures"
    PLAYER = "player"
    BLOCKED = "blocked"
    LEGAL = "legal"
    UNBLOCK = "unblock"
    PASS_ENDS_PHASE = "passEndsPhase"
    ENDING = "ending"
    SCORES = "scores"
    MARGIN = "margin"
    WINNER = "winner"

    @property
    def wording(self) -> str:
        """What the engine is asked, in words."""
        return _WORDING[self]


_WORDING = {
    Aspect.ANSWER: "whether it answers",
    Aspect.OVER: "whether the game is over",
    Aspect.PHASE: "the phase",
    Aspect.BOARD: "what stands on the board",
    Aspect.CAPTURES: "how many points of each color have been emptied",
    Aspect.PLAYER: "who takes the next turn",
    Aspect.BLOCKED: "which points are marked as blocked",
    Aspect.LEGAL: "which moves are legal",
    Aspect.UNBLOCK: "which stones may be unblocked",
    Aspect.PASS_ENDS_PHASE: "whether a pass would end the phase",
    Aspect.ENDING: "whether the game ended with a score or without result",
    Aspect.WINNER: "who won",
    Aspect.MARGIN: "by how much Black won",
    Aspect.SCORES: "what each player scored",
}

Observation: TypeAlias = Mapping[Aspect, Value]
"""What is said of a game, in the terms of the referee's protocol; an aspect that is missing was not said.

    OVER, PASS_ENDS_PHASE: bool.
    PHASE: "main", "cleanup1" or "cleanup2".
    BOARD: rows from the top joined by "/", as in "X./.O".
    CAPTURES, SCORES: a pair of numbers, Black's first.
    PLAYER: "B" or "W".
    BLOCKED, LEGAL, UNBLOCK: a frozenset of vertices; passing is not listed.
    ENDING: "score" or "no-result".
    WINNER: "B", "W" or "draw".
    MARGIN: Black's score less White's.
"""

ASKED_OF_EVERY_GAME = frozenset({Aspect.OVER, Aspect.BOARD, Aspect.CAPTURES})
ASKED_AFTER_THE_END = frozenset({Aspect.ENDING, Aspect.WINNER, Aspect.MARGIN, Aspect.SCORES})
EVERYTHING = frozenset(Aspect) - {Aspect.ANSWER}


def observation(
    game: Game, aspects: Collection[Aspect] = EVERYTHING, turns: Sequence[Turn] | None = None
) -> Observation:
    """What the rules say of a game. The phase, the player and legal turns are not spoken of after the end.

    Args:
        game: the game.
        aspects: what is to be said.
        turns: its legal turns, where they are known already.

    >>> from superko.spec.rules import Rules
    >>> said = observation(Game.start(Rules(), 2, 1))
    >>> said[Aspect.PLAYER], sorted(said[Aspect.LEGAL]), Aspect.SCORES in said
    ('B', ['A1', 'B1'], False)
    """
    asked = ASKED_OF_EVERY_GAME | ASKED_AFTER_THE_END if game.over else EVERYTHING - ASKED_AFTER_THE_END
    wanted = [aspect for aspect in Aspect if aspect in asked and aspect in aspects]
    if turns is None and (Aspect.LEGAL in wanted or Aspect.UNBLOCK in wanted):
        turns = game.turns()
    return {aspect: _SAYS[aspect](game, turns or ()) for aspect in wanted}


def _sides(game: Game) -> tuple[float, ...]:
    return tuple(game.record.tally.captures[color] for color in Color)


def _set(points: int, game: Game) -> frozenset[str]:
    return frozenset(vertices(game.position.coloring.board.grid, points))


def _where(game: Game, turns: Sequence[Turn], kind: type[Move | Unblock]) -> frozenset[str]:
    return _set(sum(turn.point for turn in turns if isinstance(turn, kind)), game)


def _winner(score: Score) -> str:
    return score.winner.value if score.winner else "draw"


_SAYS: Mapping[Aspect, Callable[[Game, Sequence[Turn]], Value]] = {
    Aspect.OVER: lambda game, _: game.over,
    Aspect.PHASE: lambda game, _: game.position.phase.value,
    Aspect.BOARD: lambda game, _: board_text(game.position.coloring),
    Aspect.CAPTURES: lambda game, _: _sides(game),
    Aspect.PLAYER: lambda game, _: game.position.player.value,
    Aspect.BLOCKED: lambda game, _: _set(game.position.marks, game),
    Aspect.LEGAL: lambda game, turns: _where(game, turns, Move),
    Aspect.UNBLOCK: lambda game, turns: _where(game, turns, Unblock),
    Aspect.PASS_ENDS_PHASE: lambda game, _: game.pass_ends_phase(),
    Aspect.ENDING: lambda game, _: "score" if isinstance(game.result, Score) else "no-result",
    Aspect.WINNER: lambda game, _: _winner(game.result) if isinstance(game.result, Score) else None,
    Aspect.MARGIN: lambda game, _: game.result.lead if isinstance(game.result, Score) else None,
    Aspect.SCORES: lambda game, _: (game.result.black, game.result.white) if isinstance(game.result, Score) else None,
}


def differing(said: Observation, expected: Observation) -> tuple[Aspect, ...]:
    """The aspects that both speak of and in which they differ; once one says that the game is over, only that.

    >>> differing({Aspect.PLAYER: "B"}, {Aspect.PLAYER: "W", Aspect.OVER: False})
    (<Aspect.PLAYER: 'player'>,)
    """
    found = tuple(
        aspect for aspect in Aspect if aspect in said and aspect in expected and said[aspect] != expected[aspect]
    )
    return (Aspect.OVER,) if Aspect.OVER in found else found


def winner_by(margin: float) -> str:
    """Who won, from by how much Black did.

    >>> winner_by(-0.5), winner_by(0)
    ('W', 'draw')
    """
    return "draw" if margin == 0 else "B" if margin > 0 else "W"
