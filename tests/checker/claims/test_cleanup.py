"""Cleanup."""

from __future__ import annotations

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.cleanup import (
    AS_ENGINE,
    best_play_captures_the_dead,
    capture_that_another_rule_forbids,
    with_dead_stones,
)
from superko.checker.claims.shapes import REPETITIONS
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.spec.algebra import Grid
from superko.spec.katago_v2.cleanup import made_once_per_coloring
from superko.spec.presets import PRESETS

JAPANESE = PRESETS["japanese-like"]
SCORED_MOVES = "katago-v2/territory/score-none#scored-moves"
EIGHT = Grid(4, 2)


def test_where_a_player_comes_nearer_there_is_a_dead_stone() -> None:
    c, player, around = next(with_dead_stones(JAPANESE, EIGHT))
    assert around & c.of(player.opponent)
    assert not around & c.of(player)


def test_a_board_without_dead_stones_decides_nothing() -> None:
    assert best_play_captures_the_dead(JAPANESE, JAPANESE.reading(AS_ENGINE), Grid(2, 1)).outcome is Outcome.UNKNOWN


SEKI = REPETITIONS[DOUBLE_KO_SEKI]
SCORED_MOVES = "katago-v2/territory/score-seki#scored-moves"


def test_what_the_document_says_forbids_no_such_capture() -> None:
    verdict = capture_that_another_rule_forbids(TERRITORY, SEKI, made_once_per_coloring)
    assert verdict.outcome is Outcome.UNKNOWN
