"""What is scored where stones live by play alone: found by trying every move, not by the words of the definition.

Stones are in seki where the opponent can't capture them by moving first, their player can't make them live for good by
moving first, and the same is true of stones of the opponent beside them. A position is settled where every stone is in
that case or lives for good whoever moves first: then borders are finished, and no dame is left that matters.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....spec.algebra import Color, Grid
from ....spec.algebra.arrays import Flags
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import Tax
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted, without_a_clause
from ...sweeps.fates import Fates, fates
from .seki import TERRITORY, surrounded

NO_DAME = "katago-v2/extra/independent-life-region#no-dame"
WITHOUT_KO = (
    "Every move is tried without a ko rule, so that what could be captured by ko alone counts as not captured; stones "
    "given up to capture others are not counted."
)


def nothing_is_scored_in_seki(rules: Rules, grid: Grid) -> Verdict:
    """Look in every settled position for empty points that score and lie in seki, dame of one side included."""
    found = fates(replace(rules, self_play_opts=True), grid)
    c, settled = found.coloring, found.are_settled
    scored = one_sided = in_seki = c.board.nothing
    for color in Color:
        seki = found.in_seki(color)
        in_seki = in_seki | seki
        scored = scored | (seki & c.empty & independent_life_regions(rules, c, color))
        one_sided = one_sided | (seki & surrounded(c, color))
    counts = _counts(found) | {
        "with_seki": _number(settled & (in_seki != 0)),
        "with_dame_of_one_side": _number(settled & (one_sided != 0)),
    }
    verdict = holds_unless(_number(settled & (scored != 0)), f"legal positions of {grid}", "sweep", **counts)
    notes = f"{WITHOUT_KO} Where a move could still change what lives, nothing is asked."
    return if_it_acted(replace(verdict, notes=notes), counts["with_seki"], "held a stone in seki")


def life_is_what_is_not_in_seki(rules: Rules, grid: Grid) -> Verdict:
    """Compare in every settled position the stones that live for good with those in independent-life-regions.

    Stones that could neither be captured nor live for good, but beside which no stone of the opponent does likewise,
    are in no seki; they are counted, and nothing is asked of them.
    """
    found = fates(replace(rules, self_play_opts=True), grid)
    c, settled = found.coloring, found.are_settled
    alive_without, seki_within, alone = (c.board.nothing for _ in range(3))
    for color in Color:
        life, seki = independent_life_regions(rules, c, color), found.in_seki(color)
        alive_without = alive_without | (found.alive[color] & ~life)
        seki_within = seki_within | (seki & c.of(color) & life)
        alone = alone | (found.held[color] & ~seki)
    counts = _counts(found) | {
        "alive_outside": _number(settled & (alive_without != 0)),
        "seki_inside": _number(settled & (seki_within != 0)),
        "held_alone": _number(settled & (alone != 0)),
        "with_seki": _number(settled & ((found.in_seki(Color.BLACK) | found.in_seki(Color.WHITE)) != 0)),
    }
    differences = counts["alive_outside"] + counts["seki_inside"]
    verdict = holds_unless(differences, f"legal positions of {grid}", "sweep", **counts)
    return if_it_acted(replace(verdict, notes=WITHOUT_KO), counts["with_seki"], "held a stone in seki")


def _counts(found: Fates) -> dict[str, int]:
    return {"positions": len(found.coloring.black), "settled": _number(found.are_settled)}


def _number(condition: Flags) -> int:
    return int(np.count_nonzero(condition))


for _tax in (Tax.SEKI, Tax.ALL):
    check_boards(
        "claim/no-seki-territory",
        nothing_is_scored_in_seki,
        boards=[(5, 1), (3, 2), (4, 2), (3, 3)],
        standard=[(5, 2)],
        deep=[(4, 3)],
        rules=f"scoring=TERRITORY tax={_tax.value}",
        under=(replace(TERRITORY, tax=_tax),),
    )
check_boards(
    "claim/no-seki-territory",
    without_a_clause(nothing_is_scored_in_seki),
    boards=[(4, 2)],
    rules=f"scoring=TERRITORY tax=SEKI without={NO_DAME}",
    under=(replace(TERRITORY, tax=Tax.SEKI).dropping(NO_DAME),),
)
check_boards(
    "claim/ilr-means-not-seki",
    life_is_what_is_not_in_seki,
    boards=[(5, 1), (4, 2), (3, 3)],
    standard=[(5, 2)],
    deep=[(4, 3)],
    rules="by play",
    under=(replace(TERRITORY, tax=Tax.SEKI),),
)
