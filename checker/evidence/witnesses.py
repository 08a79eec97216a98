"""Witness games: made from set-up positions, and replayed through the interpreter before they are shown."""

from __future__ import annotations

from ...interpreter.game import Game
from ...interpreter.notation import board_text, turn_text
from ...interpreter.result import NoResult, Result, Score
from ...interpreter.rule_names import rules_to_json
from ...spec.algebra import Coloring
from ...spec.algebra.arrays import Words
from ...spec.algebra.integers import integer_board
from ...spec.vocabulary import Turn
from ..play.comparison import Parting, PartingAspect
from ..play.lockstep import turns_of
from .verdict import GameWitness


def as_integers(c: Coloring[Words], index: int) -> Coloring[int]:
    """One of the colorings of an array, under the integer reading."""
    grid = c.board.grid
    return Coloring(integer_board(grid.width, grid.height), int(c.black[index]), int(c.white[index]))


def game_witness(start: Game, turns: tuple[Turn, ...], shows: str) -> GameWitness:
    """The witness that a start position and turns make; every turn is played, so an illegal one is noticed.

    Raises:
        IllegalTurn: a turn is illegal.
        GameOver: a turn comes after the end.
    """
    game = start
    texts = []
    grid = start.position.coloring.board.grid
    for turn in turns:
        texts.append(turn_text(grid, turn))
        game = game.play(turn)
    position = start.position
    stones = position.coloring.black | position.coloring.white
    return GameWitness(
        rules=rules_to_json(start.rules),
        width=grid.width,
        height=grid.height,
        turns=tuple(texts),
        board=board_text(position.coloring) if stones else "",
        player=position.player.value,
        phase=position.phase.value,
        shows=shows,
    )


def parting_witness(parting: Parting) -> GameWitness:
    """The witness that two rule sets part: the game under the first of them, and how the second one differs then."""
    start = game = parting.games[0]
    while start.undo is not None:
        start = start.undo
    shows = f"Then the two rule sets differ in {parting.aspect.value}"
    if parting.turn is not None:
        legal = "only the first" if game.judge(parting.turn).legal else "only the second"
        shows += f": {legal} allows {turn_text(start.position.coloring.board.grid, parting.turn)}"
    elif parting.aspect is PartingAspect.RESULT:
        shows += f": {', or '.join(score_text(some.result) for some in parting.games)}"
    return game_witness(start, turns_of(game), f"{shows}.")


def score_text(result: Result | None) -> str:
    """A result in a few words.

    >>> from superko.spec.algebra import BLACK
    >>> score_text(Score(7.0, 6.5, BLACK, {}))
    'Black scores 7 and White 6.5'
    """
    if isinstance(result, Score):
        return f"Black scores {result.black:g} and White {result.white:g}"
    return "there is no result" if isinstance(result, NoResult) else "the game goes on"
