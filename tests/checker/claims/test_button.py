"""With the button, area is always half a point off territory, unless somebody passes before the end."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2.button import (
    AREA,
    BUTTON,
    POSITIONAL_BUTTON,
    SIMPLE,
    TERRITORY,
    WITH_BUTTON,
    half_a_point_apart,
    lead,
    moves_for_nothing_cost,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import smallest_parting
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Move


@pytest.mark.parametrize(
    "broken", [AREA, WITH_BUTTON.dropping("katago-v2/area/button")], ids=["no button", "worth nothing"]
)
def test_without_it_or_if_it_were_worth_nothing_they_would_be_a_whole_point_apart_or_none(broken: Rules) -> None:
    assert half_a_point_apart(AREA, broken, TERRITORY, 2, Grid(2, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/button-lifts-superko", "katago-v2/main/state")
def test_after_the_first_pass_what_stood_before_it_may_stand_again() -> None:
    verdict = smallest_parting(POSITIONAL_BUTTON, POSITIONAL_BUTTON.dropping("katago-v2/main/state#button"))
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "2x1")
    assert verdict.witness.turns[-1] == "pass"


def test_nobody_leads_in_a_game_without_result() -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=False).replacing(
        "katago-v2/main/no-result", lambda record: record.turn > 0, "The first turn ends the game without result."
    )
    with pytest.raises(ValueError, match="Without a score"):
        lead(Game(rules, (2, 1)).play(Move(1)))


def second_to_pass_has_it(ended: Ended[P], color: Color) -> Number:
    """The player who did not pass first adds one half."""
    return 0.5 if ended.button is color.opponent else 0


def test_without_the_button_it_costs_nothing() -> None:
    verdict = moves_for_nothing_cost(SIMPLE, SIMPLE, Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


@pytest.mark.clauses("claim/button-rewards-efficiency")
def test_if_the_second_to_pass_had_it_nobody_would_hurry() -> None:
    broken = BUTTON.replacing("katago-v2/area/button", second_to_pass_has_it)
    assert moves_for_nothing_cost(broken, SIMPLE, Grid(3, 1)).outcome is Outcome.REFUTED


def test_where_there_is_no_move_nothing_is_decided() -> None:
    assert moves_for_nothing_cost(BUTTON, SIMPLE, Grid(1, 1)).outcome is Outcome.UNKNOWN
