"""Why a turn is illegal, in one sentence."""

from __future__ import annotations

from ..spec.algebra import Grid
from ..spec.registry import Clause, Decision
from ..spec.vocabulary import EarlierState, Points, Witness
from .judgement import Judgement
from .notation import turn_text, vertices


def explain(judgement: Judgement, grid: Grid) -> str:
    """The clause that forbids a turn and how the turn goes against it, in one sentence; turns are counted from 1.

    >>> from superko.interpreter import Game
    >>> from superko.interpreter.notation import parse_turn
    >>> from superko.spec.rules import Rules
    >>> game = Game.start(Rules(), 2, 1)
    >>> game = game.play(parse_turn(Grid(2, 1), "A1")).play(parse_turn(Grid(2, 1), "B1"))
    >>> explain(game.judge(parse_turn(Grid(2, 1), "A1")), Grid(2, 1))
    'A legal move does not result in any earlier state, but A1 would repeat the state at the start of turn 2.'
    """
    turn = turn_text(grid, judgement.turn)
    if judgement.clause is None:
        return f"{turn} is legal."
    return f"{judgement.clause.text.rstrip('.')}, {_finding(turn, judgement.clause, judgement.witness, grid)}."


def _finding(turn: str, clause: Clause, witness: Witness, grid: Grid) -> str:
    match clause.name, witness:
        case "katago-v2/move/pseudolegal#empty", _:
            finding = f"but {turn} is not"
        case "katago-v2/cleanup/legal-once", EarlierState(earlier):
            finding = f"but {turn} was made on turn {earlier + 1}"
        case "katago-v2/cleanup/legal-unblocked", Points(points):
            finding = f"but {turn} would capture the marked {_listed(points, grid)}"
        case "katago-v2/cleanup/unblock", Points(points):
            finding = f"but {turn} does not: {_listed(points, grid) or 'nothing'} is marked"
        case _, EarlierState(earlier):
            finding = f"but {turn} would repeat the state at the start of turn {earlier + 1}"
        case _, Points(points) if clause.decides is Decision.PSEUDOLEGAL:
            finding = f"but {turn} would empty {_listed(points, grid)}"
        case _, Points(points):
            finding = f"which forbids {turn} because of {_listed(points, grid)}"
        case _:
            finding = f"which forbids {turn}"
    return finding


def _listed(points: int, grid: Grid) -> str:
    return ", ".join(vertices(grid, points))
