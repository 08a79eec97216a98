"""The early end of the self-play options, once every point is settled: it scores as passing would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from ....interpreter.endings import early_end
from ....interpreter.game import Game
from ....spec.algebra import Color, Coloring, Grid
from ....spec.katago_v2.life import pass_alive, pass_alive_territory
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ....spec.vocabulary import PASS
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.fates import read_on_arrays
from ...sweeps.sweep import legal_chunks


def settled_positions(rules: Rules, grid: Grid) -> Iterator[Coloring[int]]:
    """The legal positions in which every point is pass-alive or pass-alive-territory of some color."""
    finding = read_on_arrays(rules)
    for c in legal_chunks(grid):
        groups = {color: pass_alive(finding, c, color) for color in Color}
        settled = c.board.nothing
        for color in Color:
            settled = settled | groups[color] | pass_alive_territory(c, color, groups[color])
        for index in np.flatnonzero(settled == c.board.everything):
            yield as_integers(c, int(index))


def early_end_scores_as_passing(rules: Rules, grid: Grid) -> Verdict:
    """Compare the score of the early end with that of passing on without it, for every settled position."""
    without = rules.dropping("katago-v2/main/end-all-pass-alive")
    positions = differences = 0
    for c, player in product(settled_positions(rules, grid), Color):
        positions += 1
        # The clause speaks of the end of a turn: take it that a move has just been made.
        early = early_end(replace(Game.set_up(rules, c, player).record, last=PASS))
        passing = Game.set_up(without, c, player).passed_out()
        differences += early is None or early.result != passing.result
    verdict = holds_unless(differences, f"settled positions of {grid}", "search", positions=positions)
    return if_it_acted(verdict, positions, "ended the game early")


for _scoring, _tax in product(Scoring, Tax):
    check_boards(
        "claim/self-play-end-score",
        early_end_scores_as_passing,
        boards=[(3, 2)],
        standard=[(3, 3), (5, 2), (4, 3)],
        rules=f"scoring={_scoring.value} tax={_tax.value}",
        cost=lambda grid: 1.0,
        under=(Rules(ko=Ko.SIMPLE, scoring=_scoring, tax=_tax, button=True, self_play_opts=True),),
    )
