"""Every game of a few turns, through all phases, until one ends without result in a cleanup phase.

It plays turn by turn by the interpreter, and knows nothing of graphs, marks or returns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ....interpreter.game import Game
from ....interpreter.result import NoResult
from ....spec.algebra import Color, Coloring, Grid
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.rules import Rules
from ....spec.vocabulary import Pass, Phase, Turn
from .no_result import Search, Symmetry, symmetries

PHASES = list(Phase)


def search(rules: Rules, grid: Grid, phase: Phase, longest: int | None = None) -> Search:
    """Play games from the empty board, all those of n turns before those of n + 1.

    Of games that are alike from then on, or images of each other in a symmetry of the board, the shortest is played on.

    Args:
        rules: the rules in force.
        grid: the board.
        phase: the cleanup phase in which a game is to end without result; games that come past it are left.
        longest: the most turns that a game may have; None to go on until one is found or every game is left.
    """
    asked = what_clauses_ask(rules)
    games = [(Game.start(rules, grid.width, grid.height), list(symmetries(grid)))]
    seen = {asked(games[0][0])}
    number = turns = 0
    while games and turns != longest:
        turns += 1
        longer: list[tuple[Game, list[Symmetry]]] = []
        for before, symmetric in games:
            for turn in before.turns():
                point = _point(turn)
                if any(symmetry[point] < point for symmetry in symmetric):
                    continue
                game = before.taking(turn)
                number += 1
                if isinstance(game.result, NoResult) and before.position.phase is phase:
                    return Search(game, number)
                future = asked(game)
                if PHASES.index(game.position.phase) <= PHASES.index(phase) and future not in seen:
                    seen.add(future)
                    longer.append((game, [symmetry for symmetry in symmetric if symmetry[point] == point]))
        games = longer
    return Search(None, number)


def _point(turn: Turn) -> int:
    return 0 if isinstance(turn, Pass) else turn.point


def what_clauses_ask(rules: Rules) -> Callable[[Game], Hashable]:
    """All that clauses on turns and endings ask about a game: games with equal answers go on alike.

    Of the moves that were made in a cleanup phase, clauses ask about ko-moves only; which those are is remembered.
    """
    known: dict[tuple[Color, int, Coloring[int]], bool] = {}

    def made_a_ko_move(made: tuple[Color, int, Coloring[int]]) -> bool:
        if made not in known:
            player, point, before = made
            known[made] = bool(is_ko_move(rules, move(rules, before, player, point)))
        return known[made]

    def asked(game: Game) -> Hashable:
        record = game.record
        stood, passed_from = record.since_pass.counts(), frozenset(record.passed_from)
        alike = record.position.phase, record.state, record.pass_run, stood, passed_from
        if record.position.phase is Phase.MAIN:
            return alike, record.previous.state if record.previous else None
        return alike, frozenset(filter(made_a_ko_move, record.made))

    return asked
