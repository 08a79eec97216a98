"""Stones that cannot live and stay for superko: beside plain search, and under rules that have none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.cleanup import smallest_kept_by_superko
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.plain_play import SUCCEEDS, is_worth
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Color, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from tests.checker.life.naive_life import Way, is_alive
from tests.spec.boards import places, twin

SUPERKO = PRESETS["tromp-taylor"]
MANY_TURNS = 2_000_000


@pytest.mark.thorough
@pytest.mark.clauses("claim/dead-stones-stay-for-superko")
def test_the_smallest_position_is_settled_and_all_its_stones_are_dead() -> None:
    verdict = smallest_kept_by_superko(SUPERKO, beside_living=False)
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "2x2")
    assert verdict.witness is not None
    assert verdict.witness.start.board == "XO/X."
    c = parse_board("XO/X.")
    assert not any(is_alive(twin(c), places(c.board, stones), Way()) for stones in (c.black, c.white))
    for player in Color:
        assert is_worth(Game(SUPERKO, rows=c, to_play=player), 1, no_result=False, most=MANY_TURNS).outcome == SUCCEEDS


@pytest.mark.thorough
def test_without_superko_there_is_none() -> None:
    simple = replace(SUPERKO, ko=Ko.SIMPLE)
    verdict = smallest_kept_by_superko(simple, beside_living=False, boards=[Grid(2, 2), Grid(3, 1)])
    assert (verdict.outcome, verdict.counts["positions"]) == (Outcome.UNKNOWN, 72)


def test_beside_living_stones_none_is_found_on_four_points_and_that_is_no_proof() -> None:
    verdict = smallest_kept_by_superko(SUPERKO, beside_living=True, boards=[Grid(3, 1), Grid(4, 1)])
    assert (verdict.outcome, verdict.counts["positions"]) == (Outcome.UNKNOWN, 56)
