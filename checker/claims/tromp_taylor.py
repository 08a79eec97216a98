"""The ten Tromp-Taylor rules and the preset of that name: the same games, the same moves, the same scores.

The games show it on the smallest boards. On larger ones single steps do: where every move leads to the same coloring
under both, is possible under both or neither, and every coloring scores the same, two games that start alike, and
remember the same colorings, stay alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import z3

from ...interpreter.result import as_set_up, scored_by
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.composition import move, pseudolegal
from ...spec.rules import Rules
from ..evidence.verdict import GAMES, Seen, answer, cases, count, every_case, one_case
from ..play.comparison import compare
from ..proofs.left_open import unknown_if_unreadable
from ..proofs.questions import can_be_on_board, proved_on_board
from ..sweeps.sweep import chunks
from .katago_v2.kos import unknown_coloring


@one_case(GAMES, acts="ended a game")
def same_games(first: Rules, second: Rules, depth: int | None, grid: Grid) -> Seen:
    """Play all games of a board under both rule sets side by side, or all of up to a number of turns."""
    comparison = compare(first, second, grid, depth)
    counts = {"games": comparison.covered.games, "ended": comparison.covered.ended}
    if comparison.parting is None:
        return answer(True, counts, acted=comparison.covered.ended)
    return answer(False, counts, comparison.parting.story, is_minimal=True)


def _score(rules: Rules, c: Coloring[Any], color: Color) -> Any:
    """What a player scores if the game ends with a coloring."""
    return scored_by(as_set_up(rules, c), color)


@every_case("every coloring of {grid}", "sweep", acts="made a move or gave a point")
def same_steps(ten_rules: Rules, preset: Rules, grid: Grid) -> Iterator[Seen]:
    """Make every move on every coloring, and score every coloring, under both.

    The ten rules forbid a move that changes nothing because it repeats the coloring that stands; the preset forbids it
    whatever stood before.
    """
    for c in chunks(grid):
        yield count(positions=len(c.black))
        for color in Color:
            scores = _score(preset, c, color)
            differing = int(np.sum(_score(ten_rules, c, color) != scores))
            yield cases(differing, acted=int(np.count_nonzero(scores)))
            for point in c.board.points:  # type: ignore[attr-defined]
                unlike, possible = (int(flags.sum()) for flags in _compared_moves(ten_rules, preset, c, color, point))
                yield cases(unlike, acted=possible, moves=possible)


def _compared_moves(
    ten_rules: Rules, preset: Rules, c: Coloring[Words], player: Color, point: Words
) -> tuple[Flags, Flags]:
    """On which of many colorings a move differs under the two, and on which the preset has it."""
    by_ten_rules, by_preset = (move(rules, c, player, point) for rules in (ten_rules, preset))
    changes = ~np.asarray(by_ten_rules.after.same_as(c))
    possible = np.asarray(pseudolegal(preset, by_preset))
    elsewhere = ~np.asarray(by_ten_rules.after.same_as(by_preset.after)) & ((c.empty & point) != 0)
    return elsewhere | ((np.asarray(pseudolegal(ten_rules, by_ten_rules)) & changes) != possible), possible


@unknown_if_unreadable
@one_case("every coloring of {grid}", "z3", acts="captured a stone")
def same_steps_proved(ten_rules: Rules, preset: Rules, grid: Grid) -> Seen:
    """Prove of an unknown coloring and an unknown point that a move and the scores are the same under both."""
    proved, certificates, moves = True, 0, 0
    ten_rules, preset = ten_rules.literally(), preset.literally()
    for color in Color:
        board, c = unknown_coloring(grid)
        point = board.unknown("point")
        by_ten_rules, by_preset = (move(rules, c, color, point) for rules in (ten_rules, preset))
        possible = z3.And(pseudolegal(ten_rules, by_ten_rules), z3.Not(by_ten_rules.after.same_as(c)))
        on_empty_point = (board.is_single(point), board.meets(point, c.empty))
        same, player = by_ten_rules.after.same_as(by_preset.after), color.name.capitalize()
        proved &= proved_on_board(board, same, *on_empty_point, step=f"what a move by {player} leads to")
        same = possible == pseudolegal(preset, by_preset)
        proved &= proved_on_board(board, same, board.is_single(point), step=f"whether a move by {player} is possible")
        certificates += len(board.constraints)
        captures = c.meets(by_ten_rules.captured, c.of(color.opponent))
        moves += can_be_on_board(board, z3.And(possible, captures), *on_empty_point, step=f"{player} captures")
        board, c = unknown_coloring(grid)
        same = _score(ten_rules, c, color) == _score(preset, c, color)
        proved &= proved_on_board(board, same, step=f"the score of {player}")
        certificates += len(board.constraints)
    return answer(proved, {"certificates": certificates}, acted=moves)
