"""What the AGA's text says in passing: the burden of resuming, and filling in. Broken rules are told apart."""

from __future__ import annotations

import pytest

from superko.checker.claims.aga.burden import burden_is_on_the_loser
from superko.checker.claims.aga.filling_in import filling_in_changes_nothing
from superko.checker.evidence.verdict import Outcome
from superko.interpreter import aga_procedure
from superko.spec.aga.counting import territory
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Ended, Record

AGA, BY_AREA = PRESETS["aga"], PRESETS["aga-area"]
PRISONERS = "aga/12-count-territory#prisoners"
THREE = Grid(3, 1)


def prisoners_are_paid_twice(ended: Ended[P], color: Color) -> Number:
    """A player loses two points for each prisoner that the opponent holds."""
    cost: Number = ended.captures[color] * -2
    return cost


def prisoners_are_a_gain(ended: Ended[P], color: Color) -> Number:
    """A player gains five points for each prisoner that the opponent holds."""
    gain: Number = ended.captures[color] * 5
    return gain


def territory_alone(ended: Ended[P], color: Color) -> Number:
    """A player counts their territory, and no stones."""
    return ended.coloring.size(territory(ended.coloring, color))


@pytest.mark.clauses("claim/aga-burden-of-resuming")
@pytest.mark.parametrize("name", ["aga", "aga-area"])
def test_who_loses_by_counting_stones_as_alive_has_a_turn_to_resume_play(name: str) -> None:
    verdict = burden_is_on_the_loser(PRESETS[name], THREE)
    assert (verdict.outcome, verdict.counts["acted"]) == (Outcome.HOLDS, 16)


def test_if_prisoners_were_a_gain_the_burden_would_be_on_the_owner() -> None:
    assert burden_is_on_the_loser(AGA.replacing(PRISONERS, prisoners_are_a_gain), THREE).outcome is Outcome.REFUTED


def test_if_a_single_pass_ended_a_dispute_some_player_would_have_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def after_three_passes(record: Record[int]) -> bool:
        return record.pass_run >= 3

    monkeypatch.setattr(aga_procedure, "both_passed_twice", after_three_passes)
    assert burden_is_on_the_loser(AGA, THREE).outcome is Outcome.REFUTED


def test_without_stones_nothing_is_decided() -> None:
    assert burden_is_on_the_loser(AGA, Grid(1, 1)).outcome is Outcome.UNKNOWN
    assert filling_in_changes_nothing(AGA, Grid(1, 1), prisoners=True).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/aga-filling-in-is-mechanical")
def test_filling_in_changes_no_score() -> None:
    assert filling_in_changes_nothing(AGA, Grid(3, 2), prisoners=True).outcome is Outcome.HOLDS
    assert filling_in_changes_nothing(BY_AREA, Grid(3, 2), prisoners=False).outcome is Outcome.HOLDS


def test_if_prisoners_cost_two_points_filling_them_in_would_gain_one() -> None:
    broken = AGA.replacing(PRISONERS, prisoners_are_paid_twice)
    assert filling_in_changes_nothing(broken, THREE, prisoners=True).outcome is Outcome.REFUTED


def test_if_stones_counted_for_nothing_filling_in_would_cost_points() -> None:
    broken = BY_AREA.replacing("aga/12-count-area", territory_alone)
    assert filling_in_changes_nothing(broken, THREE, prisoners=False).outcome is Outcome.REFUTED
