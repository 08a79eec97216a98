"""What it costs to finish a direct ko instead of leaving it open when the main phase ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import boards_of, points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.katago_v2.life import regions_in_atari
from ....spec.parameters import Tax
from ....spec.rules import Rules
from ....spec.vocabulary import Move
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers, some
from ...sweeps.sweep import legal_chunks
from .seki import TERRITORY, score_of

MOST_POINTS = 9


class Finishings(NamedTuple):
    """Moves that finish a ko: the player, the point, and what they make of positions."""

    player: Color
    point: int
    before: Coloring[Words]
    after: Coloring[Words]


def finishings(rules: Rules, grid: Grid) -> Iterator[Finishings]:
    """Every move where the opponent could take a stone by a ko-move, that captures nothing and is not then in atari."""
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                before = some(c, np.flatnonzero(c.empty & np.uint64(point)))
                before = _where_one_is_taken(rules, before, player.opponent, point)
                points = np.full(len(before.black), point, dtype=np.uint64)
                play = move(rules, before, player, points)
                wanted = np.asarray(pseudolegal(rules, play)) & (play.captured == 0)
                wanted &= (regions_in_atari(play.after, player) & points) == 0
                wanted &= np.asarray(is_ko_move(rules, move(rules, before, player.opponent, points)))
                chosen = np.flatnonzero(wanted)
                yield Finishings(player, point, some(before, chosen), some(play.after, chosen))


def _where_one_is_taken(rules: Rules, c: Coloring[Words], player: Color, point: int) -> Coloring[Words]:
    """The positions in which a player's move at a point takes exactly one stone."""
    play = move(rules, c, player, np.full(len(c.black), point, dtype=np.uint64))
    taken = np.asarray(pseudolegal(rules, play)) & (np.bitwise_count(play.captured) == 1)
    return some(c, np.flatnonzero(taken))


def changes(rules: Rules, made: Finishings) -> np.typing.NDArray[np.float64]:
    """By how much more the player leads if both players only pass after the move, than if they do so at once."""
    leads = [
        score_of(rules, c, c, made.player, moves=0) - score_of(rules, c, c, made.player.opponent, moves=0)
        for c in (made.before, made.after)
    ]
    return leads[1] - leads[0]


def finishing_costs_nothing(rules: Rules, grid: Grid) -> Verdict:
    """Finish every ko that can be finished in a legal position: does the player ever lead by less for it?"""
    counts = dict.fromkeys(("finishings", "gains"), 0)
    costs = 0
    for made in finishings(rules, grid):
        change = changes(rules, made)
        counts["finishings"] += len(change)
        counts["gains"] += int(np.count_nonzero(change > 0))
        costs += int(np.count_nonzero(change < 0))
    verdict = holds_unless(costs, f"legal positions of {grid}", "sweep", **counts)
    notes = "Both players only pass after it. What else they could do, threats elsewhere included, is not looked at."
    return if_it_acted(replace(verdict, notes=notes), counts["finishings"], "finished a ko")


def smallest_cost(rules: Rules) -> Verdict:
    """Find the smallest position in which a player leads by less for having finished a ko."""
    number = 0
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        for made in finishings(rules, grid):
            number += len(made.before.black)
            costly = np.flatnonzero(changes(rules, made) < 0)
            if len(costly):
                start = Game.set_up(rules, as_integers(made.before, int(costly[0])), made.player)
                finished, left = start.play(Move(made.point)).passed_out(), start.passed_out()
                shows = f"Finished, {score_text(finished.result)}; left open, {score_text(left.result)}."
                witness = Story.play(start, finished.turns_taken, shows)
                return Verdict(Outcome.REFUTED, str(grid), "sweep", {"finishings": number}, witness, minimal=True)
    return Verdict(Outcome.HOLDS, f"boards of up to {MOST_POINTS} points", "sweep", {"finishings": number})


for _tax in (Tax.SEKI, Tax.ALL):
    for _grid, _cost, _scope in (
        (Grid(3, 3), 1, Scope.QUICK),
        (Grid(5, 2), 3, Scope.STANDARD),
        (Grid(4, 3), 40, Scope.STANDARD),
    ):
        _rules, _label = replace(TERRITORY, tax=_tax), f"scoring=TERRITORY tax={_tax.value}"
        check("claim/finish-direct-ko", str(_grid), _label, _cost, _scope, under=(_rules,))(
            partial(finishing_costs_nothing, grid=_grid)
        )
check("claim/finish-direct-ko", "smallest", "scoring=TERRITORY tax=NONE", cost=1, under=(TERRITORY,))(smallest_cost)
