"""Every game of a few turns, played one after the other by the interpreter, until one ends without result.

It knows nothing of graphs, marks or returns, so that it confirms what graphs say from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from ....interpreter.game import Game
from ....interpreter.result import NoResult
from ....spec.algebra import Color, Coloring, Grid
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...phase.symmetry import Symmetry, symmetries, up_to_symmetry

PHASES = list(Phase)


@dataclass(frozen=True)
class NoResultSearch:
    """What a search found: a shortest game without result, if there is one, and how many games it looked at."""

    found: Game | None
    games: int


def search(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN, longest: int | None = None) -> NoResultSearch:
    """Play games under simple ko from the empty board, all those of n turns before those of n + 1.

    Of games that are alike from then on, or images of each other in a symmetry of the board, the shortest is played on.

    Args:
        rules: the rules in force.
        grid: the board.
        phase: the phase in which a game is to end without result; games that come past it are left.
        longest: the most turns that a game may have; None to go on until one is found or every game is left.
    """
    asked = what_clauses_ask(rules)
    games: list[tuple[Game, tuple[Symmetry, ...]]] = [(Game.start(rules, grid.width, grid.height), symmetries(grid))]
    seen = {asked(games[0][0])}
    number = turns = 0
    while games and turns != longest:
        turns += 1
        longer = []
        for before, symmetric in games:
            for turn, _, kept in up_to_symmetry(before.turns(), symmetric):
                game = before.taking(turn)
                number += 1
                if isinstance(game.result, NoResult) and before.position.phase is phase:
                    return NoResultSearch(game, number)
                future = asked(game)
                if not game.over and PHASES.index(game.position.phase) <= PHASES.index(phase) and future not in seen:
                    seen.add(future)
                    longer.append((game, kept))
        games = longer
    return NoResultSearch(None, number)


def what_clauses_ask(rules: Rules) -> Callable[[Game], Hashable]:
    """All that clauses on turns and endings ask about a game under simple ko: games with equal answers go on alike.

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
