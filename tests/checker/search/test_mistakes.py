"""Every search through games changes with a mistake in a clause exactly as played games do, or is refused."""

from __future__ import annotations

from functools import reduce

import pytest

from superko.checker.search.comparison import compare
from superko.checker.search.lockstep import turns_of
from superko.checker.search.perft import perft_to
from superko.interpreter.game import Game

from ..model.mistakes import Mistaken, every_mistake
from ..model.played import numbers_by_length, said_of

MISTAKES = list(every_mistake())
FEW_TURNS = 3


@pytest.mark.parametrize("mistaken", MISTAKES, ids=str)
def test_as_many_games_are_counted_as_are_played_with_the_mistake(mistaken: Mistaken) -> None:
    counted = [(depth.sequences, depth.ended) for depth in perft_to(mistaken.wrong, FEW_TURNS)]
    assert counted == numbers_by_length(mistaken.wrong, FEW_TURNS)


@pytest.mark.parametrize(
    "mistaken", [some for some in MISTAKES if some.start.set_up is None and len(some.turns) <= FEW_TURNS], ids=str
)
def test_a_comparison_finds_a_game_no_longer_than_the_known_one_on_which_the_mistake_shows(mistaken: Mistaken) -> None:
    grid = mistaken.start.grid
    parting = compare(mistaken.rules, mistaken.mistaken_rules, grid, depth=FEW_TURNS + 1).parting
    assert parting is not None
    assert len(parting.turns) <= len(mistaken.turns) + 1
    common = turns_of(parting.games[0])
    played = [reduce(Game.play, common, mistaken.start.game(game.rules)) for game in parting.games]
    if parting.turn is None:
        assert said_of(played[0]) != said_of(played[1])
    else:
        assert played[0].judge(parting.turn).legal != played[1].judge(parting.turn).legal
