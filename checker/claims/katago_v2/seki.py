"""What is scored where life is shared: points beside dame or atari, dame of one side, and a double-ko seki."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import Score, as_set_up, ended_game, score_text, scored_by
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.board import P
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Phase
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted, without_a_clause
from ...phase.many import Numbers, some
from ...play.cycles import DOUBLE_KO_SEKI
from ...play.shapes import FILLED_DOUBLE_KO, REPETITIONS, SEKI_WITHOUT_DAME, Shape
from ...sweeps.sweep import as_floats, legal_chunks
from .early_end import settled_positions

NO_ATARI = "katago-v2/extra/independent-life-region#no-atari"
TERRITORY = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False)


def surrounded(c: Coloring[P], color: Color) -> P:
    """The points of the empty regions that border a color and not the other: territory or dame of one side."""
    return c.regions(
        c.empty,
        where=lambda region: c.borders(region, color) & c.is_empty(c.border(region) & c.of(color.opponent)),
    )


def dame_of_one_side_give_nothing(rules: Rules, grid: Grid) -> Verdict:
    """Fill a dame of one side in the second cleanup phase, in every legal position: does its player score more?"""
    fillings = gains = 0
    for c in legal_chunks(grid):
        life = {color: independent_life_regions(rules, c, color) for color in Color}
        for color in Color:
            before = score_of(rules, c, c, color, moves=0)
            dame = surrounded(c, color) & ~life[color]
            for point in points_of(grid.everywhere):
                chosen, after = filled(rules, c, color, np.flatnonzero(dame & np.uint64(point)), point)
                start = some(c, chosen)
                fillings += len(chosen)
                gains += int(np.count_nonzero(score_of(rules, start, after, color, moves=1) > before[chosen]))
    verdict = holds_unless(gains, f"legal positions of {grid}", "sweep", fillings=fillings)
    verdict = replace(
        verdict, notes="Each is one move that captures nothing, and its stone comes to no independent life."
    )
    return if_it_acted(verdict, fillings, "filled a dame of one side")


def filled(
    rules: Rules, c: Coloring[Words], color: Color, chosen: Numbers, point: int
) -> tuple[Numbers, Coloring[Words]]:
    """Those of the chosen positions where filling a point captures nothing and makes no life, and what they become."""
    play = move(rules, some(c, chosen), color, np.full(len(chosen), point, dtype=np.uint64))
    wanted = np.asarray(pseudolegal(rules, play)) & (play.captured | play.self_captured == 0)
    wanted &= independent_life_regions(rules, play.after, color) & np.uint64(point) == 0
    kept = np.flatnonzero(wanted)
    return chosen[kept], some(play.after, kept)


def score_of(
    rules: Rules, start: Coloring[Words], end: Coloring[Words], color: Color, moves: int
) -> np.typing.NDArray[np.float64]:
    """What a color scores in each position, if the second phase began with another and that color made some moves."""
    ended = as_set_up(rules, end, moves={color: moves, color.opponent: 0}, second_cleanup_start=start)
    return as_floats(scored_by(ended, color), end)


def settled_is_alive(rules: Rules, grid: Grid) -> Verdict:
    """Whether every point is in independent life once all is pass-alive and pass-dead stones are removed."""
    positions = differences = 0
    for settled in settled_positions(rules, grid):
        ended = ended_game(Game.set_up(rules, settled).record)
        for clause in rules.deciding(Decision.REMOVAL):
            ended = clause.function(ended)
        c = ended.coloring
        alive = independent_life_regions(rules, c, BLACK) | independent_life_regions(rules, c, WHITE)
        positions += 1
        differences += alive != c.board.everything
    verdict = holds_unless(differences, f"settled positions of {grid}", "search", positions=positions)
    verdict = replace(verdict, notes="Whether all independent life is alive under best play is not looked at.")
    return if_it_acted(verdict, positions, "settled every point")


def scored_if_left_alone(shape: Shape, rules: Rules) -> Verdict:
    """What is scored in a shape that nobody touches in the second cleanup phase: nothing, if it comes out as a seki."""
    start = shape.game(rules, Phase.SECOND_CLEANUP)
    end = start.play(PASS).play(PASS)
    if not isinstance(end.result, Score):
        notes = "Two passes do not end the second cleanup phase with a score."
        return Verdict(Outcome.UNKNOWN, str(shape.grid), "game", notes=notes)
    c = shape.coloring
    territory = sum(surrounded(c, color).bit_count() for color in Color)
    scored = end.result.black + end.result.white
    witness = Story.play(start, (PASS, PASS), f"Left alone, {score_text(end.result)}.")
    notes = "Whether a player could do better than to leave it alone is not looked at."
    outcome = Outcome.REFUTED if scored else Outcome.HOLDS
    counts = {"surrounded_points": territory, "scored_points": int(scored)}
    verdict = Verdict(outcome, str(shape.grid), "game", counts, witness, notes=notes)
    return if_it_acted(verdict, territory, "left a surrounded point unscored")


for _tax in (Tax.SEKI, Tax.ALL):
    _rules = replace(TERRITORY, tax=_tax)
    _seki = REPETITIONS[DOUBLE_KO_SEKI]
    check("claim/double-ko-seki", str(_seki.grid), f"left alone tax={_tax.value}", cost=0.1, under=(_rules,))(
        partial(scored_if_left_alone, _seki)
    )
    for _shape in (SEKI_WITHOUT_DAME, FILLED_DOUBLE_KO):
        check("claim/atari-settles-double-ko-seki", str(_shape.grid), f"tax={_tax.value}", cost=0.1, under=(_rules,))(
            partial(scored_if_left_alone, _shape)
        )
for _shape in (SEKI_WITHOUT_DAME, FILLED_DOUBLE_KO):
    check(
        "claim/atari-settles-double-ko-seki",
        str(_shape.grid),
        f"tax=SEKI without={NO_ATARI}",
        cost=0.1,
        under=(replace(TERRITORY, tax=Tax.SEKI).dropping(NO_ATARI),),
    )(partial(without_a_clause(scored_if_left_alone), _shape))
for _tax in Tax:
    check_boards(
        "claim/one-sided-dame",
        dame_of_one_side_give_nothing,
        boards=[(3, 2), (5, 1), (3, 3)],
        deep=[(4, 3)],
        rules=f"scoring=TERRITORY tax={_tax.value}",
        under=(replace(TERRITORY, tax=_tax),),
    )
check_boards(
    "claim/ilr-means-not-seki",
    settled_is_alive,
    boards=[(3, 1), (5, 1), (3, 3)],
    deep=[(5, 2)],
    rules="settled",
    under=(replace(TERRITORY, self_play_opts=True),),
)
