"""A double ko ends the phase by a repeated pass, and never ends the game without result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_summary import (
    SHORT_NAMES,
    SIMPLE,
    STONE_SCORING,
    ended_by_repeated_pass,
    is_seki,
    names_are_parameters,
    no_combination_is_the_text,
    positional_bans_more,
    shortest_cycle,
    situational_bans_are_positional,
    situations_hold_positions,
    smallest_game_told_apart,
)
from superko.checker.claims.katago_v2.termination import ends_without_result
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Condition, Grid
from superko.spec.guard import given
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Position

TINY = [Grid(1, 1), Grid(2, 1)]


def whether_passed(position: Position) -> Condition:
    """The positional state also holds whether anybody has passed."""
    return position.passed


FINER_POSITIONS = Rules(suicide=False).adding(
    make_clause(whether_passed, "our/state", when=given(ko=Ko.POSITIONAL), decides=Decision.STATE)
)


@pytest.mark.thorough
def test_if_positions_told_more_than_situations_some_situational_ban_would_not_be_positional() -> None:
    assert situational_bans_are_positional(FINER_POSITIONS, 6, Grid(3, 1)).outcome is Outcome.REFUTED
    assert situations_hold_positions(FINER_POSITIONS).outcome is Outcome.UNKNOWN


BOTH_SUPERKOS = replace(SIMPLE, ko=Ko.POSITIONAL), replace(SIMPLE, ko=Ko.SITUATIONAL)


@pytest.mark.thorough
def test_situations_without_the_player_forbid_the_same() -> None:
    positional, situational = (rules.dropping("katago-v2/main/state#player") for rules in BOTH_SUPERKOS)
    verdict = positional_bans_more(positional, situational, boards=[*TINY, Grid(3, 1)])
    assert (verdict.outcome, verdict.witness) == (Outcome.UNKNOWN, None)


@pytest.mark.parametrize("is_sought", [ends_without_result, ended_by_repeated_pass])
def test_on_boards_without_cycles_none_is_found(is_sought: Callable[[Game], bool]) -> None:
    assert shortest_cycle(SIMPLE, is_sought, "", boards=TINY).outcome is Outcome.UNKNOWN


def test_with_suicide_two_points_do_for_a_cycle_but_not_under_superko() -> None:
    with_suicide = replace(SIMPLE, suicide=True)
    assert shortest_cycle(with_suicide, ended_by_repeated_pass, "", boards=TINY).outcome is Outcome.WITNESSED
    superko = replace(with_suicide, ko=Ko.SITUATIONAL)
    assert shortest_cycle(superko, ended_by_repeated_pass, "", boards=TINY).outcome is Outcome.UNKNOWN


def test_scoring_rules_that_are_the_same_are_not_told_apart() -> None:
    assert smallest_game_told_apart(STONE_SCORING, STONE_SCORING, boards=TINY).outcome is Outcome.HOLDS


@pytest.mark.parametrize(
    ("board", "expected"), [(".X.O.", True), ("X.O..", False), ("X.X.O", False), (".X...", False), (".X..O.", False)]
)
def test_what_is_a_seki(board: str, expected: bool) -> None:
    assert is_seki(TERRITORY, parse_board(board)) is expected


@pytest.mark.clauses("claim/summary-shorthands")
def test_short_names_stand_for_combinations_of_the_parameters() -> None:
    presets = [PRESETS[preset] for preset in SHORT_NAMES.values()]
    assert names_are_parameters(*presets).outcome is Outcome.HOLDS
    assert names_are_parameters(*reversed(presets)).outcome is Outcome.REFUTED


def test_a_text_that_is_one_of_them_is_noticed() -> None:
    assert no_combination_is_the_text(PRESETS["aga-like"], PRESETS["chinese-like"]).outcome is Outcome.UNKNOWN
