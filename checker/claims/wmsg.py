"""Simplified WMSG: what its superko forbids, and where it parts from area scoring with the button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from ...interpreter.result import as_set_up, lead_of
from ...spec.algebra import Color, Grid
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from ..evidence.verdict import Seen, Verdict, answer, cases, every_case, one_case
from ..play.comparison import compare
from ..sweeps.sweep import chunks
from .katago_summary.short_names import combinations
from .tromp_taylor import same_games

WMSG = PRESETS["wmsg"]
PLAYED_ON = WMSG.reading({"reading/wmsg-first-stop": "disagreed"})
_BOARDS = (Grid(1, 1), Grid(2, 1))
JUST_AFTER_PLAYS = "wmsg/superko#just-after-plays"


def whenever_it_stood(turn: Turn | None) -> bool:
    """Every position counts as an earlier one, whatever led to it."""
    return True


def forbids_as_much(rules: Rules, depth: int | None, grid: Grid) -> Verdict:
    """Play all games beside rules by which every position that has stood counts as an earlier one."""
    return same_games(rules, rules.replacing(JUST_AFTER_PLAYS, whenever_it_stood), depth, grid)


@every_case("every coloring of {grid}", "sweep", acts="charged for the first pass")
def same_margins(rules: Rules, button: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every coloring under both, whoever passed first."""
    for c, first in product(chunks(grid), Color):
        margin, other, unpassed = (
            lead_of(as_set_up(rule_set, c, button=passer))
            for rule_set, passer in ((rules, first), (button, first), (rules, None))
        )
        charged = int(np.count_nonzero(margin != unpassed))
        yield cases(int(np.count_nonzero(margin != other)), acted=charged, boards=len(c.black))


@one_case(f"boards up to {_BOARDS[-1]}", acts="parted from the text")
def no_combination_is_the_text(button: Rules, text: Rules) -> Seen:
    """Compare every combination of the parameters, with the text's komi and with the button's, with the text."""
    tried = [replace(rule_set, komi=komi) for rule_set in combinations(button) for komi in (text.komi, button.komi)]
    left = [rule_set for rule_set in tried if all(compare(rule_set, text, grid).parting is None for grid in _BOARDS)]
    parting = compare(button, text, _BOARDS[0]).parting
    counts = {"combinations": len(tried)}
    if left or parting is None:
        return answer(None, counts, notes="Some combination plays as the text does.")
    return answer(True, counts, parting.story, acted=len(tried), is_minimal=True)
