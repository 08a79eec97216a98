"""Note 7: an unblock action at a ko-move location never coincides with a legal move there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.judgement import stones_to_unblock
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.katago_v2.moves import liberties
from ....spec.parameters import Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.sweep import legal_chunks


def positions_with_lone_marks(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every legal position at the start of a cleanup phase, once for each stone that may then be unblocked."""
    for c in legal_chunks(grid):
        for index in range(len(c.black)):
            coloring = as_integers(c, index)
            for player in Color:
                game = Game.set_up(rules, coloring, player, Phase.FIRST_CLEANUP)
                for stone in points_of(_every_stone_marked(game, coloring)):
                    position = replace(game.position, marks=stone)
                    yield replace(game, record=replace(game.record, position=position))


def _every_stone_marked(game: Game, coloring: Coloring[int]) -> int:
    position = replace(game.position, marks=coloring.black | coloring.white)
    return stones_to_unblock(replace(game.record, position=position))


def unblocking_excludes_moves(rules: Rules, grid: Grid) -> Verdict:
    """At the liberty of each stone that may be unblocked, a pseudolegal ko-move must be illegal."""
    actions = ko_moves = other_moves = coinciding = 0
    for game in positions_with_lone_marks(rules, grid):
        actions += 1
        c, player = game.position.coloring, game.position.player
        liberty = liberties(c, game.position.marks)
        play = move(rules, c, player, liberty)
        if pseudolegal(rules, play):
            if is_ko_move(rules, play):
                ko_moves += 1
                coinciding += game.judge(Move(liberty)).legal
            else:
                other_moves += 1
    counts = {"unblock_actions": actions, "ko_moves": ko_moves, "other_moves": other_moves}
    verdict = holds_unless(coinciding, f"legal positions of {grid} with one mark", "search", **counts)
    return if_it_acted(verdict, ko_moves, "forbade a ko-move where a stone can be unblocked")


for _suicide in (False, True):
    check_boards(
        "claim/unblock-exclusive",
        unblocking_excludes_moves,
        boards=[(2, 1), (4, 1), (3, 2)],
        standard=[(3, 3), (5, 2), (4, 3)],
        rules=f"suicide={'yes' if _suicide else 'no'}",
        under=(Rules(scoring=Scoring.TERRITORY, suicide=_suicide),),
    )
