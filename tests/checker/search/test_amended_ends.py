"""Situations of games that a rules author lets end otherwise than by passes: no game comes to what follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from superko.checker.graph.graph import explore
from superko.checker.phase.situations import Situations
from superko.spec.algebra import BLACK, Condition, Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase, Record

SIMPLE = PRESETS["chinese-like"]
TWO_PASSES = "katago-v2/main/end-two-passes"
GRID = Grid(2, 2)


def after_a_capture(record: Record) -> Condition:
    """The game ends once a black stone has been captured."""
    return record.tally.captures[BLACK] > 0


def after_four_turns(record: Record) -> Condition:
    """The game ends after four turns."""
    return record.turn >= 4


def on_a_full_board(record: Record) -> Condition:
    """The game ends once the board has one empty point."""
    c = record.position.coloring
    return c.is_single(c.empty)


def after_one_pass(record: Record) -> Condition:
    """One pass ends the game."""
    return record.pass_run >= 1


def after_three_passes(record: Record) -> Condition:
    """Three passes in a row end the game."""
    return record.pass_run >= 3


def after_two_passes_on_a_full_board(record: Record) -> Condition:
    """Two passes in a row end the game, where the board has one empty point."""
    return record.pass_run >= 2 and on_a_full_board(record)


def after_many_passes(record: Record) -> Condition:
    """Ten passes end the game, in a row or not."""
    return record.passes >= 10


def once_the_board_stood_before(record: Record) -> Condition:
    """The game ends without result when the board stands again."""
    again: Condition = record.since_pass.times(record.state) >= 2
    return again


def ending(end: Callable[[Record], Condition], decides: Decision = Decision.GAME_ENDS) -> Rules:
    return SIMPLE.adding(make_clause(end, "house/end", decides=decides))


@pytest.mark.parametrize("decides", [Decision.GAME_ENDS, Decision.PHASE_ENDS])
@pytest.mark.parametrize("end", [after_a_capture, after_four_turns, on_a_full_board, after_one_pass, after_many_passes])
@pytest.mark.parametrize("asked", [Situations, explore])
def test_an_end_without_two_passes_is_refused(
    end: Callable[[Record], Condition], decides: Decision, asked: Callable[[Rules, Grid], object]
) -> None:
    with pytest.raises(Refusal, match="for all that is read of house/end one may end without two passes"):
        asked(ending(end, decides), GRID)


def test_an_end_without_result_at_a_state_that_is_new_is_refused() -> None:
    with pytest.raises(Refusal, match="house/end one may end without two passes"):
        explore(ending(on_a_full_board, Decision.NO_RESULT), GRID)


@pytest.mark.parametrize("end", [after_three_passes, after_two_passes_on_a_full_board])
def test_an_end_after_two_passes_and_more_takes_no_situation_away(end: Callable[[Record], Condition]) -> None:
    assert explore(SIMPLE.replacing(TWO_PASSES, end), GRID).number_of_situations == 114


def test_nor_does_an_end_without_result_at_a_state_that_stood_before() -> None:
    rules = ending(once_the_board_stood_before, Decision.NO_RESULT)
    assert explore(rules, GRID).number_of_situations == 114


def test_an_end_of_another_phase_is_none_of_this_one() -> None:
    in_cleanup = make_clause(on_a_full_board, "house/end", decides=Decision.PHASE_ENDS, during=(Phase.FIRST_CLEANUP,))
    assert explore(SIMPLE.adding(in_cleanup), GRID).number_of_situations == 114
