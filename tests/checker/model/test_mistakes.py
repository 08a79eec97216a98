"""Every mistake that the vectors know can be tried on a small board, where played games show it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from superko.checker.vectors.mutants import mutants
from superko.interpreter.game import Game

from ...sampling import one_in
from .mistakes import MOST_POINTS, RULE_SETS_EACH, Mistaken, every_mistake, has_agreement, sampled_mistakes
from .played import Said, all_games, continuations, said_of

FEW_TURNS = 2
# The smallest boards that show these have 8 and 14 points.
ON_LARGER_BOARDS = {
    "katago-v2/territory/remove-pass-dead#within-life/reaches-seki",
    "katago-v2/territory/remove-pass-dead#within-life/reaches-atari",
}


def course(game: Game, mistaken: Mistaken) -> list[Said | None]:
    """What is said before each turn of its game, and after the last; None from a turn on that can't be taken."""
    said: list[Said | None] = [said_of(game)]
    for turn in mistaken.turns:
        after = continuations(game).get(turn)
        if after is None:
            return [*said, None]
        game = after
        said.append(said_of(game))
    return said


class TestEveryMistake:
    def test_is_there(self) -> None:
        there = list(dict.fromkeys(mistaken.mutant for mistaken in every_mistake()))
        assert there == [mutant for mutant in mutants() if str(mutant) not in ON_LARGER_BOARDS]

    def test_has_a_few_rule_sets(self) -> None:
        """No mistake is tried twice under the same rules, and none under more of them than asked for."""
        tried = [(mistaken.mutant, mistaken.rules) for mistaken in every_mistake()]
        assert len(set(tried)) == len(tried)
        assert all(sum(mutant == other for other, _ in tried) <= RULE_SETS_EACH for mutant in mutants())

    def test_has_its_shortest_game_first_and_turns_of_both_players_last(self) -> None:
        for mistaken, other in pairwise(every_mistake()):
            first, second = (has_agreement(either.rules) for either in (mistaken, other))
            shorter = len(mistaken.turns) <= len(other.turns)
            assert mistaken.mutant != other.mutant or first < second or (first == second and shorter)

    @pytest.mark.parametrize("mistaken", sampled_mistakes(), ids=str)
    def test_is_shown_by_its_game(self, mistaken: Mistaken) -> None:
        """Given right and mistaken rules, when the game is played by both, then they part with its last turn."""
        assert mistaken.start.grid.size <= MOST_POINTS
        assert mistaken.mutant.can_be_made_in(mistaken.rules)
        right, wrong = course(mistaken.right, mistaken), course(mistaken.wrong, mistaken)
        assert right != wrong

    @pytest.mark.parametrize(
        "mistaken", one_in(4, (mistaken for mistaken in every_mistake(1) if len(mistaken.turns) <= FEW_TURNS)), ids=str
    )
    def test_changes_the_games_that_can_be_played(self, mistaken: Mistaken) -> None:
        turns = len(mistaken.turns)
        assert all_games(mistaken.right, turns) != all_games(mistaken.wrong, turns)
