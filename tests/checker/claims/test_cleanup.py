"""Cleanup."""

from __future__ import annotations

from dataclasses import replace

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.cleanup import (
    AS_ENGINE,
    approaches_cost_nothing,
    best_play_captures_the_dead,
    capture_that_another_rule_forbids,
    captures_cost_nothing,
    leads,
    with_dead_stones,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.katago_v2.cleanup import made_once_per_coloring
from superko.spec.parameters import Tax
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Ended, Phase

JAPANESE = PRESETS["japanese-like"]
UNTAXED = replace(JAPANESE, tax=Tax.NONE)
SCORED_MOVES = "katago-v2/territory/score-none#scored-moves"
FOUR, EIGHT = Grid(4, 1), Grid(4, 2)


def captures_are_paid(ended: Ended[P], color: Color) -> Number:
    """A player pays 3 for each capture of the other color."""
    cost: Number = ended.captures[color.opponent] * -3
    return cost


def test_if_captures_were_paid_for_some_would_cost_points() -> None:
    broken = UNTAXED.replacing("katago-v2/territory/score-none#captures", captures_are_paid)
    assert captures_cost_nothing(broken, FOUR).outcome is Outcome.REFUTED


def test_without_points_for_moves_it_would_cost_some() -> None:
    verdict = approaches_cost_nothing(JAPANESE.dropping("katago-v2/territory/score-seki#moves"), EIGHT)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert "With that move," in verdict.witness.shows


def test_where_a_player_comes_nearer_there_is_a_dead_stone() -> None:
    c, player, around = next(with_dead_stones(JAPANESE, EIGHT))
    assert around & c.of(player.opponent)
    assert not around & c.of(player)


def test_without_points_for_moves_it_would_not() -> None:
    rules = replace(JAPANESE, komi=0).dropping("katago-v2/territory/score-seki#moves")
    assert best_play_captures_the_dead(rules, rules.reading(AS_ENGINE), FOUR).outcome is Outcome.REFUTED


def test_a_board_without_dead_stones_decides_nothing() -> None:
    assert best_play_captures_the_dead(JAPANESE, JAPANESE.reading(AS_ENGINE), Grid(2, 1)).outcome is Outcome.UNKNOWN


SEKI = REPETITIONS[DOUBLE_KO_SEKI]
SCORED_MOVES = "katago-v2/territory/score-seki#scored-moves"


def test_without_points_for_moves_a_single_phase_would_do() -> None:
    """Given three empty points, when no moves are scored, then the center gains no more in cleanup than before."""
    for rules, are_fought_for in ((JAPANESE, True), (JAPANESE.dropping(SCORED_MOVES), False)):
        leads_and_move = leads(Game(rules, (3, 1)), Phase.SECOND_CLEANUP)
        assert leads_and_move is not None
        assert leads_and_move[0].are_fought_for is are_fought_for


def test_what_the_document_says_forbids_no_such_capture() -> None:
    verdict = capture_that_another_rule_forbids(TERRITORY, SEKI, made_once_per_coloring)
    assert verdict.outcome is Outcome.UNKNOWN
