"""The ownership formula, point by point: whether it is +1, 0 or -1 a point, and what moves in living regions change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Flags, Words
from ....spec.algebra.grid import boards_of, points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Phase, Play
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import Numbers, as_integers, some
from ...sweeps.sweep import legal_chunks
from .seki import surrounded

TERRITORY = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False)
SEED = 12
MOST_POINTS = 6


def owned(rules: Rules, start: Coloring[Words], c: Coloring[Words], color: Color) -> Words:
    """The points that a color owns: its lasting stones, and the empty points that it scores."""
    life = independent_life_regions(rules, c, color)
    empty = surrounded(c, color) if rules.tax is Tax.NONE else life & c.empty
    points: Words = c.of(color) & (life | start.of(color)) | empty
    return points


def on_board(rules: Rules, start: Coloring[Words], c: Coloring[Words]) -> npt.NDArray[np.float64]:
    """By how much Black leads by the terms of the ownership formula that no count of moves goes into."""
    nothing = np.zeros(len(c.black), dtype=np.int64)
    none = dict.fromkeys(Color, nothing)
    ended = Ended(rules, c, none, none, none, none, second_cleanup_start=start)
    lead = nothing.astype(np.float64)
    for clause in rules.deciding(Decision.OWNERSHIP_SCORE):
        lead = lead + clause.function(ended, BLACK) - clause.function(ended, WHITE)
    return lead


def is_a_sum_over_points(rules: Rules, grid: Grid) -> Verdict:
    """Whether the formula is the points that Black owns less those that White owns, and no point is owned by both."""
    pairs = differences = with_points = 0
    for start, c in pairs_of_positions(grid):
        black, white = (owned(rules, start, c, color) for color in (BLACK, WHITE))
        pairs += len(c.black)
        with_points += int(np.count_nonzero(black | white))
        summed = c.size(black) - c.size(white)
        differences += int(np.count_nonzero((on_board(rules, start, c) != summed) | (black & white != 0)))
    notes = "The second cleanup phase began with the same position, an empty board, or another one drawn at random."
    verdict = holds_unless(differences, f"legal positions of {grid}", "sweep", pairs=pairs)
    return if_it_acted(replace(verdict, notes=notes), with_points, "gave a point to somebody")


def pairs_of_positions(grid: Grid) -> Iterator[tuple[Coloring[Words], Coloring[Words]]]:
    """Every legal position, with positions that the second cleanup phase may have begun with."""
    draw = np.random.default_rng(SEED)
    for c in legal_chunks(grid):
        others = draw.permutation(len(c.black))
        for start in (c, c.emptied(c.board.everything), some(c, others)):
            yield start, c


class MovesInLife(NamedTuple):
    """Moves of a player in independent life of their own: the player, the point, and what they do to positions."""

    player: Color
    point: int
    before: Coloring[Words]
    after: Coloring[Words]


def moves_in_life(rules: Rules, grid: Grid, kept_alive: bool) -> Iterator[MovesInLife]:
    """Every move in independent life in the legal positions of a board; or those only that keep all of it alive."""
    for c in legal_chunks(grid):
        for color in Color:
            life = independent_life_regions(rules, c, color)
            for point in points_of(grid.everywhere):
                chosen = np.flatnonzero(life & c.empty & np.uint64(point))
                play = move(rules, some(c, chosen), color, np.full(len(chosen), point, dtype=np.uint64))
                wanted = np.asarray(pseudolegal(rules, play))
                if kept_alive:
                    wanted &= keeps_life(rules, play, life[chosen])
                made = np.flatnonzero(wanted)
                yield MovesInLife(color, point, some(play.before, made), some(play.after, made))


def keeps_life(rules: Rules, play: Play[Words], life: Words) -> Flags:
    """Whether all that was in independent life of the player's color still is after a move."""
    lost: Words = life & ~independent_life_regions(rules, play.after, play.player)
    return np.equal(lost, 0)


def changing(rules: Rules, moves: MovesInLife) -> Numbers:
    """Which of the moves change the terms of the formula that no count of moves goes into."""
    leads = (on_board(rules, moves.before, c) for c in (moves.before, moves.after))
    return np.flatnonzero(np.not_equal(*leads))


def moves_that_keep_life_change_nothing(rules: Rules, grid: Grid) -> Verdict:
    """Make every move in independent life that keeps it alive: does the formula change, but for the moves it counts?"""
    number = changes = 0
    for moves in moves_in_life(rules, grid, kept_alive=True):
        number += len(moves.before.black)
        changes += len(changing(rules, moves))
    verdict = holds_unless(changes, f"legal positions of {grid}", "sweep", moves=number)
    return if_it_acted(verdict, number, "made a move in independent life")


def smallest_move_that_changes(rules: Rules, most_points: int = MOST_POINTS) -> Verdict:
    """Find the smallest position in which some move in independent life of one's own changes the formula."""
    number = 0
    for grid in (grid for size in range(1, most_points + 1) for grid in boards_of(size)):
        for moves in moves_in_life(rules, grid, kept_alive=False):
            number += len(moves.before.black)
            found = changing(rules, moves)
            if len(found):
                c = as_integers(moves.before, int(found[0]))
                start = Game.set_up(rules, c, moves.player, Phase.SECOND_CLEANUP)
                end = start.play(Move(moves.point)).play(PASS).play(PASS)
                alone = score_text(start.play(PASS).play(PASS).score_by_ownership())
                shows = f"By ownership {score_text(end.score_by_ownership())}; without the move {alone}."
                witness = Story.play(start, end.turns_taken, shows)
                return Verdict(Outcome.REFUTED, str(grid), "sweep", {"moves": number}, witness, minimal=True)
    return Verdict(Outcome.HOLDS, f"boards of up to {most_points} points", "sweep", {"moves": number})


for _tax in Tax:
    _rules, _label = replace(TERRITORY, tax=_tax), f"scoring=TERRITORY tax={_tax.value}"
    check_boards(
        "claim/ownership-on-board",
        is_a_sum_over_points,
        boards=[(2, 1), (3, 1), (3, 2), (3, 3)],
        rules=f"{_label} a sum over points",
        under=(_rules,),
    )
    check_boards(
        "claim/ownership-on-board",
        moves_that_keep_life_change_nothing,
        boards=[(3, 2), (3, 3)],
        rules=f"{_label} moves that keep life",
        under=(_rules,),
    )
    check("claim/ownership-on-board", "smallest", f"{_label} any moves in life", cost=1, under=(_rules,))(
        smallest_move_that_changes
    )
