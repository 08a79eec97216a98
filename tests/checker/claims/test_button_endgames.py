"""With the button a move for nothing costs a point; without it, or given to another player, it does not."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2.button import BUTTON, SIMPLE, moves_for_nothing_cost
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.vocabulary import Ended


def second_to_pass_has_it(ended: Ended[P], color: Color) -> Number:
    """The player who did not pass first adds one half."""
    return 0.5 if ended.button is color.opponent else 0


@pytest.mark.clauses("claim/button-rewards-efficiency")
def test_a_move_for_nothing_costs_its_player_the_button() -> None:
    verdict = moves_for_nothing_cost(BUTTON, SIMPLE, Grid(2, 2))
    assert (verdict.outcome, verdict.counts["acted"]) == (Outcome.HOLDS, 48)


def test_without_the_button_it_costs_nothing() -> None:
    verdict = moves_for_nothing_cost(SIMPLE, SIMPLE, Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_if_the_second_to_pass_had_it_nobody_would_hurry() -> None:
    broken = BUTTON.replacing("katago-v2/area/button", second_to_pass_has_it)
    assert moves_for_nothing_cost(broken, SIMPLE, Grid(3, 1)).outcome is Outcome.REFUTED


def test_where_there_is_no_move_nothing_is_decided() -> None:
    assert moves_for_nothing_cost(BUTTON, SIMPLE, Grid(1, 1)).outcome is Outcome.UNKNOWN
