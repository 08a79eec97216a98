"""What the summary says in passing: suicide, seki, compensation and short names. Rules broken on purpose differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_summary.compensation import every_move_is_compensated, smallest_without_compensation
from superko.checker.claims.katago_summary.seki import is_seki, seki_scores_nothing, smallest_points_in_seki
from superko.checker.claims.katago_summary.short_names import (
    SHORT_NAMES,
    names_are_parameters,
    no_combination_is_the_text,
)
from superko.checker.claims.katago_summary.suicides import allowed_as_long_as_it_clears_or_the_rules_allow_it
from superko.checker.claims.katago_v2.seki import TERRITORY
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Condition, Grid
from superko.spec.parameters import Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play

JAPANESE = PRESETS["japanese-like"]
SCORED_MOVES = "katago-v2/territory/score-none#scored-moves"


def made_in_cleanup(phase: Phase) -> bool:
    """It is the moves of both cleanup phases that a score counts."""
    return phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def spares_several_stones(play: Play[int]) -> Condition:
    """A move does not empty several stones of its player."""
    return play.before.no(play.self_captured & ~play.point)


@pytest.mark.clauses("claim/summary-suicide-clears")
def test_a_suicide_of_two_stones_is_allowed_by_the_rules_and_clears_nothing_of_the_opponent() -> None:
    verdict = allowed_as_long_as_it_clears_or_the_rules_allow_it(Rules(suicide=True), Grid(2, 1))
    assert (verdict.outcome, verdict.counts["suicides"], verdict.counts["that_clear"]) == (Outcome.HOLDS, 4, 0)


def test_rules_that_allow_suicide_and_forbid_one_refute_it() -> None:
    forbidding = make_clause(spares_several_stones, "test/move/no-suicide", decides=Decision.PSEUDOLEGAL)
    verdict = allowed_as_long_as_it_clears_or_the_rules_allow_it(Rules(suicide=True).adding(forbidding), Grid(2, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_where_suicide_is_not_allowed_nothing_is_tested() -> None:
    verdict = allowed_as_long_as_it_clears_or_the_rules_allow_it(Rules(suicide=False), Grid(2, 1))
    assert verdict.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("board", "expected"), [(".X.O.", True), ("X.O..", False), ("X.X.O", False), (".X...", False), (".X..O.", False)]
)
def test_what_is_a_seki(board: str, expected: bool) -> None:
    assert is_seki(TERRITORY, parse_board(board)) is expected


@pytest.mark.clauses("claim/summary-no-seki-by-territory")
def test_territory_scoring_alone_gives_points_in_seki() -> None:
    verdict = smallest_points_in_seki(TERRITORY)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.witness.start.board) == (Outcome.REFUTED, ".O.X.")


@pytest.mark.clauses("claim/summary-no-seki-by-territory")
@pytest.mark.parametrize("tax", [Tax.SEKI, Tax.ALL])
def test_a_tax_takes_them(tax: Tax) -> None:
    verdict = seki_scores_nothing(replace(TERRITORY, tax=tax), Grid(5, 1))
    assert (verdict.outcome, verdict.counts["surrounded_points"]) == (Outcome.HOLDS, 4)


def test_without_a_tax_the_same_search_notices() -> None:
    assert seki_scores_nothing(TERRITORY, Grid(5, 1)).outcome is Outcome.REFUTED


def test_boards_without_seki_decide_nothing() -> None:
    assert seki_scores_nothing(TERRITORY, Grid(3, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/summary-cleanup-moves-compensated")
def test_every_move_of_the_second_phase_is_compensated() -> None:
    assert every_move_is_compensated(JAPANESE, Phase.SECOND_CLEANUP, Grid(3, 1)).outcome is Outcome.HOLDS


@pytest.mark.clauses("claim/summary-cleanup-moves-compensated")
def test_no_move_of_the_first_phase_is() -> None:
    verdict = smallest_without_compensation(JAPANESE, Phase.FIRST_CLEANUP)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "2x1")


def test_if_moves_of_both_phases_were_scored_all_would_be() -> None:
    broken = JAPANESE.replacing(SCORED_MOVES, made_in_cleanup)
    assert smallest_without_compensation(broken, Phase.FIRST_CLEANUP).outcome is Outcome.HOLDS


def test_if_no_moves_were_scored_none_would_be() -> None:
    broken = JAPANESE.dropping(SCORED_MOVES)
    assert every_move_is_compensated(broken, Phase.SECOND_CLEANUP, Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/summary-shorthands")
def test_short_names_stand_for_combinations_of_the_parameters() -> None:
    presets = [PRESETS[preset] for preset in SHORT_NAMES.values()]
    assert names_are_parameters(*presets).outcome is Outcome.HOLDS
    assert names_are_parameters(*reversed(presets)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/summary-shorthands")
def test_the_agas_own_text_is_no_combination_of_the_parameters() -> None:
    verdict = no_combination_is_the_text(PRESETS["aga-like"], PRESETS["aga"])
    assert (verdict.outcome, verdict.counts["part"]) == (Outcome.REFUTED, verdict.counts["combinations"])


def test_a_text_that_is_one_of_them_is_noticed() -> None:
    assert no_combination_is_the_text(PRESETS["aga-like"], PRESETS["chinese-like"]).outcome is Outcome.UNKNOWN
