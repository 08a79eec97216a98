"""In cleanup a bent four is captured where it is in play, as long as no threat stays."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2 import bent_four as bent_four_surroundings
from superko.checker.claims.katago_v2.bent_four import (
    BLOCK,
    captured_by_force,
    cleanup_says_what_play_does,
    surroundings,
)
from superko.checker.claims.katago_v2.best_play import JAPANESE
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.shapes import BENT_FOUR, points
from superko.interpreter.notation import parse_board
from superko.spec.algebra import WHITE
from superko.spec.vocabulary import Phase

ALIVE = BENT_FOUR.coloring
# Where White has a single eye outside, she can capture the corner only by moving first.
ONE_EYE = parse_board("OOOX.X/XXOOOO/.XXXXO/OOO.XO")


def test_what_stands_around_the_corner_is_anything_legal() -> None:
    found = list(surroundings())
    assert len(found) == len(set(found)) == 87
    assert {ALIVE, ONE_EYE} <= set(found)
    corner = points(BENT_FOUR.grid, "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2")
    assert {(c.black & corner, c.white & corner) for c in found} == {(ALIVE.black & corner, ALIVE.white & corner)}


@pytest.mark.clauses("claim/bent-four-dies")
@pytest.mark.parametrize("phase", [Phase.MAIN, Phase.FIRST_CLEANUP])
def test_where_white_is_alive_the_corner_is_dead_and_where_she_has_one_eye_it_is_not(phase: Phase) -> None:
    assert captured_by_force(JAPANESE, ALIVE, phase) == (True, True)
    assert captured_by_force(JAPANESE, ONE_EYE, phase) == (False, True)


def test_if_white_took_no_ko_in_cleanup_it_would_say_otherwise_than_play(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = JAPANESE.replacing(BLOCK, lambda record, play: play.player is not WHITE, "White takes no ko.")
    monkeypatch.setattr(bent_four_surroundings, "surroundings", lambda most_empty: [ALIVE])
    assert cleanup_says_what_play_does(JAPANESE).outcome is Outcome.HOLDS
    verdict = cleanup_says_what_play_does(broken)
    assert (verdict.outcome, verdict.counts["differences"]) == (Outcome.REFUTED, 1)
    assert verdict.witness is not None


def test_where_the_budget_runs_out_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bent_four_surroundings, "surroundings", lambda most_empty: [ALIVE])
    monkeypatch.setattr(bent_four_surroundings, "captured_by_force", lambda *asked: (None, None))
    assert cleanup_says_what_play_does(JAPANESE).outcome is Outcome.UNKNOWN
