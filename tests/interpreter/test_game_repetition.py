"""Repetition: which moves of the main phase the ko rules forbid, and with which earlier state as witness."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.spec.algebra import WHITE
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

from .games import after, board, objection, set_up

SIMPLE, POSITIONAL, SITUATIONAL = (Rules(ko=ko, suicide=True) for ko in Ko)
SIMPLE_KO, SUPERKO = "katago-v2/main/legal-simple-ko", "katago-v2/main/legal-superko"

KO = ".XO./X.XO/.XO."


def from_empty_grid(rules: Rules, width: int, height: int, turns: str) -> Game:
    return after(Game(rules, (width, height)), turns)


@pytest.mark.parametrize(
    ("rules", "clause"), [(SIMPLE, SIMPLE_KO), (POSITIONAL, SUPERKO), (SITUATIONAL, SUPERKO)], ids=list(Ko.__members__)
)
def test_a_ko_cannot_be_retaken_at_once(rules: Rules, clause: str) -> None:
    game = from_empty_grid(rules, 2, 1, "A1, B1")
    assert board(game) == ".O"
    assert objection(game, "A1") == (clause, 1)


@pytest.mark.parametrize("rules", [SIMPLE, POSITIONAL, SITUATIONAL], ids=list(Ko.__members__))
def test_a_ko_can_be_retaken_after_an_exchange_elsewhere(rules: Rules) -> None:
    white_takes = after(set_up(rules, KO, WHITE), "B2")
    assert objection(white_takes, "C2") is not None
    assert objection(after(white_takes, "A3, D3"), "C2") is None


def test_simple_ko_allows_what_stood_before_the_opponents_previous_turn() -> None:
    """Given simple ko, when a cycle of four moves closes, then its last move is legal; superko forbids it."""
    cycle, last = "B1, D1, A1, C1", "B1"
    assert objection(from_empty_grid(SIMPLE, 4, 1, cycle), last) is None
    assert objection(from_empty_grid(SITUATIONAL, 4, 1, cycle), last) == (SUPERKO, 1)
    assert objection(from_empty_grid(POSITIONAL, 4, 1, cycle), last) == (SUPERKO, 1)


@pytest.mark.clauses("katago-v2/main/state")
def test_positional_superko_does_not_ask_whose_turn_it_is_and_situational_does() -> None:
    """Given an empty grid with Black to move, when Black's suicide empties it with White to move, then both differ."""
    assert objection(from_empty_grid(POSITIONAL, 2, 1, "A1, pass"), "B1") == (SUPERKO, 0)
    assert objection(from_empty_grid(SITUATIONAL, 2, 1, "A1, pass"), "B1") is None


@pytest.mark.clauses("katago-v2/main/state")
def test_with_the_button_a_state_before_any_pass_is_not_one_after_it() -> None:
    with_button = Rules(ko=Ko.POSITIONAL, suicide=True, button=True)
    assert objection(from_empty_grid(with_button, 2, 1, "A1, pass"), "B1") is None


@pytest.mark.parametrize("rules", [POSITIONAL, SITUATIONAL], ids=["positional", "situational"])
def test_a_pass_is_legal_although_it_repeats(rules: Rules) -> None:
    assert objection(from_empty_grid(rules, 2, 1, "A1"), "pass") is None


EMPTIED_AFTER_A_FIRST_PASS = "pass, A1, B1, pass"


def test_a_state_that_a_pass_led_to_counts_as_an_earlier_state() -> None:
    """Given that only a pass led to the empty grid with White to move, then a suicide may not lead there again."""
    game = from_empty_grid(SITUATIONAL, 2, 1, EMPTIED_AFTER_A_FIRST_PASS)
    assert objection(game, "A1") == (SUPERKO, 1)


def test_a_state_that_a_pass_led_to_counts_for_nothing_under_the_other_reading() -> None:
    rules = SITUATIONAL.reading({"reading/history-includes-passes": "excluded"})
    assert objection(from_empty_grid(rules, 2, 1, EMPTIED_AFTER_A_FIRST_PASS), "A1") is None


def test_the_state_at_the_start_counts_as_an_earlier_state() -> None:
    for reading in ("included", "excluded"):
        rules = POSITIONAL.reading({"reading/history-includes-passes": reading})
        assert objection(from_empty_grid(rules, 2, 1, "A1, pass"), "B1") == (SUPERKO, 0)


def test_a_set_up_board_counts_as_an_earlier_state() -> None:
    assert objection(after(set_up(POSITIONAL, KO), "pass, B2"), "C2") == (SUPERKO, 0)
