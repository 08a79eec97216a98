"""Every search through games changes with a mistake in a clause exactly as played games do, or is refused."""

from __future__ import annotations

from itertools import islice

import pytest

from superko.checker.phase.many import as_integers
from superko.checker.play.comparison import compare
from superko.checker.play.perft import perft
from superko.checker.sweeps.sweep import legal_chunks, score_of_position
from superko.interpreter.result import Score, as_set_up, score
from superko.spec.registry import Decision

from ..model.mistakes import Mistaken, sampled_mistakes
from ..model.played import Said, all_games, numbers_by_length

FEW_TURNS = 3
SCORING = (Decision.SCORE, Decision.REMOVAL, Decision.LIFE, Decision.PASS_ALIVE)


@pytest.mark.parametrize("mistaken", sampled_mistakes(), ids=str)
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


@pytest.mark.parametrize("mistaken", sampled_mistakes(lambda mistaken: not mistaken.start.is_set_up), ids=str)
def test_two_rule_sets_part_as_soon_as_played_games_do(mistaken: Mistaken) -> None:
    parting = compare(mistaken.rules, mistaken.mistaken_rules, mistaken.start.grid, depth=FEW_TURNS + 1).parting
    turns = len(parting.games[0].turns_taken) + (parting.turn is not None) if parting else None
    assert within_few_turns(turns) == turns_that_show(mistaken)


@pytest.mark.parametrize(
    "mistaken", sampled_mistakes(lambda mistaken: mistaken.mutant.clause.decides in SCORING), ids=str
)
def test_a_sweep_scores_positions_as_games_that_end_there_are_scored_with_the_mistake(mistaken: Mistaken) -> None:
    rules, grid = mistaken.mistaken_rules, mistaken.start.grid
    for c in legal_chunks(grid):
        swept = score_of_position(rules, c)
        ended = (score(as_set_up(rules, as_integers(c, index))) for index in range(len(c.black)))
        assert swept.tolist() == [ended_score.lead for ended_score in ended]
