"""Every search through games changes with a mistake in a clause exactly as played games do, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from superko.checker.graph.graph import explore
from superko.checker.phase.many import as_integers
from superko.checker.phase.situations import Situations
from superko.checker.play.comparison import compare
from superko.checker.play.perft import perft
from superko.checker.sweeps.sweep import legal_chunks, score_of_position
from superko.interpreter.result import Score, as_set_up, score
from superko.spec.algebra import BLACK, Condition, Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase, Record

from ..model.mistakes import Mistaken, every_mistake
from ..model.played import Said, all_games, numbers_by_length

FEW_TURNS = 3
SCORING = (Decision.SCORE, Decision.REMOVAL, Decision.LIFE, Decision.PASS_ALIVE)


@pytest.mark.parametrize("mistaken", every_mistake(), ids=str)
def test_as_many_games_are_counted_as_are_played_with_the_mistake(mistaken: Mistaken) -> None:
    counted = [(depth.sequences, depth.ended) for depth in islice(perft(mistaken.wrong), FEW_TURNS + 1)]
    assert counted == numbers_by_length(mistaken.wrong, FEW_TURNS)


def differ(said: Said, other: Said) -> bool:
    """Whether two games with the same turns differ in what a comparison looks at."""
    return as_compared(said) != as_compared(other)


def as_compared(said: Said) -> tuple[object, ...]:
    result = said.result
    scores = (result.black, result.white, result.winner) if isinstance(result, Score) else result
    position = said.position
    return said.legal, position.phase, position.coloring, position.player, scores


def turns_that_show(mistaken: Mistaken) -> int | None:
    """In how few turns right and mistaken rules differ, counting one that is legal under one of them alone."""
    right, wrong = (all_games(game, FEW_TURNS) for game in (mistaken.right, mistaken.wrong))
    showing = [
        len(turns) + (as_compared(right[turns])[1:] == as_compared(wrong[turns])[1:])
        for turns in right.keys() & wrong.keys()
        if differ(right[turns], wrong[turns])
    ]
    return within_few_turns(min(showing, default=None))


def within_few_turns(turns: int | None) -> int | None:
    return None if turns is None or turns > FEW_TURNS else turns


@pytest.mark.parametrize(
    "mistaken", [mistaken for mistaken in every_mistake() if not mistaken.start.is_set_up], ids=str
)
def test_two_rule_sets_part_as_soon_as_played_games_do(mistaken: Mistaken) -> None:
    parting = compare(mistaken.rules, mistaken.mistaken_rules, mistaken.start.grid, depth=FEW_TURNS + 1).parting
    turns = len(parting.games[0].turns_taken) + (parting.turn is not None) if parting else None
    assert within_few_turns(turns) == turns_that_show(mistaken)


@pytest.mark.parametrize(
    "mistaken", [mistaken for mistaken in every_mistake() if mistaken.mutant.clause.decides in SCORING], ids=str
)
def test_a_sweep_scores_positions_as_games_that_end_there_are_scored_with_the_mistake(mistaken: Mistaken) -> None:
    rules, grid = mistaken.mistaken_rules, mistaken.start.grid
    for c in legal_chunks(grid):
        swept = score_of_position(rules, c)
        ended = (score(as_set_up(rules, as_integers(c, index))) for index in range(len(c.black)))
        assert swept.tolist() == [ended_score.lead for ended_score in ended]


# Situations of games that a rules author lets end otherwise than by passes: no game reaches what follows.


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
