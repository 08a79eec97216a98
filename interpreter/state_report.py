"""What the referee says of a game: its state as a JSON object."""

from __future__ import annotations

from ..spec.algebra import Color, Coloring
from ..spec.algebra.grid import points_of
from ..spec.vocabulary import Move
from .boards import board_text
from .game import Game
from .result import NoResult, Result
from .vertices import vertex, vertices


def state_report(game: Game, explain: bool = False) -> dict[str, object]:
    """The state of a game as a JSON object; with `explain`, also why each empty point is not a legal move.

    >>> from superko.spec.rules import Rules
    >>> state_report(Game.start(Rules(), 1, 1), explain=True)["illegal"]
    {'A1': 'katago-v2/move/no-null-change'}
    """
    position = game.position
    grid = position.coloring.board.grid
    legal = sum(move.point for move in game.moves())
    report: dict[str, object] = {
        "board": board_text(position.coloring),
        "player": position.player.value,
        "phase": position.phase.value,
        "legal": vertices(grid, legal),
        "unblock": vertices(grid, sum(action.point for action in game.unblocks())),
        "blocked": vertices(grid, position.marks),
        "passEndsPhase": game.pass_ends_phase(),
        "captures": {color.value: game.record.tally.captures[color] for color in Color},
        "result": result_report(game.result),
    }
    if game.ended_by is not None:
        report["clause"] = game.ended_by.partition("#")[0]
    if explain:
        report["illegal"] = {} if game.over else _forbidding_clauses(game, position.coloring, legal)
    return report


def _forbidding_clauses(game: Game, c: Coloring[int], legal: int) -> dict[str, str]:
    clauses = {point: game.judge(Move(point)).clause for point in points_of(c.empty & ~legal)}
    return {vertex(c.board.grid, point): clause.id for point, clause in clauses.items() if clause}


def result_report(result: Result | None) -> dict[str, object] | None:
    """A result as a JSON object; None while the game goes on."""
    if result is None:
        return None
    if isinstance(result, NoResult):
        return {"kind": "no-result"}
    winner = result.winner.value if result.winner else "draw"
    return {"kind": "score", "B": result.black, "W": result.white, "winner": winner}
