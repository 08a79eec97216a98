"""Sending two and returning one ends without result in its own order never, in any order only on a board of one row."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.repetitions import SIMPLE, TERRITORY
from superko.checker.claims.katago_v2.sending import beginnings, ends_without_result, in_any_order, in_its_own_order
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.capture import shortest_game, times_stood
from superko.checker.play.cycles import SENDING_TWO_RETURNING_ONE, stopped
from superko.checker.play.shapes import REPETITIONS
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Record

NO_RESULT = "katago-v2/main/no-result"
REPEATED_PASS = "katago-v2/main/end-repeated-pass"


def where_passes_reset_nothing() -> Rules:
    def stood_twice_before(record: Record) -> bool:
        """The game ends when a state stands for the third time, whoever has passed."""
        return times_stood(record)[record.state] > 2

    return SIMPLE.replacing(NO_RESULT, stood_twice_before)


@pytest.mark.clauses(NO_RESULT, REPEATED_PASS)
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(5, 1), Grid(5, 2)], ids=str)
@pytest.mark.parametrize("phase", [Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
def test_in_its_own_order_it_ends_by_the_repeated_pass(grid: Grid, phase: Phase) -> None:
    verdict = in_its_own_order(SIMPLE if phase is Phase.MAIN else TERRITORY, phase, grid)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["games"] == 4 * verdict.counts["cycles"]
    assert "end-repeated-pass" in verdict.notes


def test_in_its_own_order_the_repeated_pass_would_do_even_if_passes_reset_nothing() -> None:
    assert in_its_own_order(where_passes_reset_nothing(), Phase.MAIN, Grid(5, 2)).outcome is Outcome.HOLDS


def test_if_passes_reset_nothing_and_a_repeated_pass_ended_nothing_there_would_be_no_result() -> None:
    rules = where_passes_reset_nothing().dropping(REPEATED_PASS)
    verdict = in_its_own_order(rules, Phase.MAIN, Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert NO_RESULT in verdict.notes


@pytest.mark.clauses(NO_RESULT)
def test_on_a_board_of_two_rows_no_order_of_moves_ends_without_result() -> None:
    verdict = in_any_order(SIMPLE, Grid(5, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["cycles"] == 4


def test_there_some_order_would_end_without_result_if_passes_reset_nothing() -> None:
    verdict = in_any_order(where_passes_reset_nothing(), Grid(5, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counts["turns"] == 9


def test_on_three_points_in_a_row_another_order_ends_without_result() -> None:
    verdict = in_any_order(SIMPLE, Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.minimal
    assert verdict.witness is not None
    assert ends_without_result(verdict.witness.game())
    assert "pass" not in verdict.witness.turns


def test_a_cycle_begun_with_any_of_its_turns_is_the_same_cycle() -> None:
    shape = REPETITIONS[SENDING_TWO_RETURNING_ONE]
    begun = list(beginnings(shape, SIMPLE))
    assert begun[0] == shape
    assert [some.cycle[0] for some in begun] == list(shape.cycle)
    assert all(stopped(some.game(SIMPLE), some.turns) for some in begun)


def test_without_moves_the_shortest_game_is_two_passes() -> None:
    start = REPETITIONS[SENDING_TWO_RETURNING_ONE].game(SIMPLE)
    played = shortest_game(start, 0, lambda game: game.over)
    assert played.found is not None
    assert played.found.record.turn == 2
    assert shortest_game(start, 0, ends_without_result).found is None
