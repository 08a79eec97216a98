"""Two rule sets along the turns of a game record: where they part, or what they come to."""

from __future__ import annotations

from collections.abc import Iterable

from ...interpreter.game import Game
from ...interpreter.game_records import handed_to, intended_turn
from ...interpreter.vertices import turn_text
from ...spec.algebra import Color
from ...spec.vocabulary import Turn
from .comparison import STRICT, Aspect, Leniency, Parting, parting_in_outcome
from .lockstep import Line


def along(
    starts: tuple[Game, Game], turns: Iterable[tuple[Color, Turn]], leniency: Leniency = STRICT
) -> Line | Parting:
    """Two games with the same recorded turns: where they part, or what they come to if they don't.

    Raises:
        ValueError: a turn is illegal under both.
    """
    line = Line(starts)
    for number, (player, recorded) in enumerate(turns, start=1):
        parting = parting_in_outcome(line, leniency)
        if parting is not None or line.over:
            return parting or line
        first, second = (game if game.position.player is player else handed_to(game, player) for game in line.games)
        turn = intended_turn(first, recorded)
        legal = first.judge(turn).legal, second.judge(turn).legal
        if legal == (False, False):
            text = turn_text(first.position.coloring.board.grid, turn)
            raise ValueError(f"Turn {number} of the record, {text}, is illegal under both.")
        if not all(legal):
            return Parting(Aspect.LEGAL, (first, second), turn)
        line = Line((first.play(turn), second.play(turn)))
    return parting_in_outcome(line, leniency) or line
