"""Turns alone bring every game to a result, and rules that leave games open are noticed."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2.no_adjudication import turns_come_to_a_result
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS

TROMP_TAYLOR = PRESETS["tromp-taylor"]


@pytest.mark.clauses("claim/no-adjudication")
@pytest.mark.parametrize("name", ["japanese-like", "chinese-like", "tromp-taylor"])
def test_two_players_who_only_pass_come_to_a_result_from_everywhere(name: str) -> None:
    verdict = turns_come_to_a_result(PRESETS[name], 6, Grid(2, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["games"] > 0


def test_where_passes_end_nothing_games_stay_open() -> None:
    verdict = turns_come_to_a_result(TROMP_TAYLOR.dropping("katago-v2/main/end-two-passes"), 2, Grid(1, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.turns == ()
