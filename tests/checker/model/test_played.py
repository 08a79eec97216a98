"""The plain search through played games finds what is published of small boards."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.story import Start
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move

from .played import (
    all_games,
    continuations,
    games_by_length,
    longest_game,
    numbers_by_length,
    positions,
    shortest_without_result,
)

LONGER_THAN_ANY = 40


def superko(ko: Ko, width: int, suicide: bool = False) -> Game:
    return Game(Rules(ko=ko, suicide=suicide), (width, 1))


class TestGamesUnderSuperko:
    @pytest.mark.parametrize(
        ("ko", "width", "games"),
        [
            (Ko.POSITIONAL, 1, 1),
            (Ko.POSITIONAL, 2, 9),
            (Ko.POSITIONAL, 3, 907),
            (Ko.SITUATIONAL, 2, 9),
            pytest.param(Ko.SITUATIONAL, 3, 959, marks=pytest.mark.thorough),
        ],
    )
    def test_are_as_many_as_published(self, ko: Ko, width: int, games: int) -> None:
        """Given no suicide, when all games are played to two passes, then there are as many as others counted."""
        assert sum(ended for _, ended in numbers_by_length(superko(ko, width), LONGER_THAN_ANY)) == games

    @pytest.mark.thorough
    def test_have_fourteen_moves_at_the_most_on_three_points(self) -> None:
        played = games_by_length(superko(Ko.POSITIONAL, 3), LONGER_THAN_ANY)
        assert max(sum(isinstance(turn, Move) for turn in turns) for games in played for turns in games) == 14

    def test_come_to_every_legal_coloring_of_three_points(self) -> None:
        reached = positions(superko(Ko.POSITIONAL, 3), LONGER_THAN_ANY)
        assert len({position.coloring for position in reached}) == 15

    def test_last_five_turns_at_the_most_on_two_points(self) -> None:
        """Black at A1, White takes it from B1, and then both pass; a pass in between is the fifth turn."""
        longest = longest_game(superko(Ko.POSITIONAL, 2), 5)
        assert longest is not None
        assert len(longest) == 5
        assert longest_game(superko(Ko.POSITIONAL, 2), 4) is None


class TestGamesWithoutResult:
    @pytest.mark.thorough
    @pytest.mark.parametrize(("width", "turns"), [(4, 9), (3, 13)])
    def test_are_as_short_as_published(self, width: int, turns: int) -> None:
        shortest = shortest_without_result(superko(Ko.SIMPLE, width), turns)
        assert shortest is not None
        assert len(shortest) == turns

    @pytest.mark.thorough
    def test_are_none_on_two_points(self) -> None:
        assert longest_game(superko(Ko.SIMPLE, 2, suicide=True), LONGER_THAN_ANY) is not None
        assert shortest_without_result(superko(Ko.SIMPLE, 2, suicide=True), LONGER_THAN_ANY) is None

    @pytest.mark.thorough
    def test_are_ten_turns_long_on_two_points_in_cleanup(self) -> None:
        """Two passes lead to the first cleanup phase, and eight turns later a state stands there for the third time."""
        rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=True)
        shortest = shortest_without_result(Game(rules, (2, 1)), 10)
        assert shortest is not None
        assert len(shortest) == 10
        assert shortest[:2] == (PASS, PASS)


class TestAmendedRules:
    def test_part_from_the_document_where_a_clause_forbids_a_move(self) -> None:
        """Given `.OX.` without the ko rule, when Black takes at A1, then White may take back at B1 at once."""
        start = Start.at(".OX.")
        rules = Rules(ko=Ko.SIMPLE)
        free = rules.dropping("katago-v2/main/legal-simple-ko")
        take, retake = start.turns(["A1", "B1"])
        right, wrong = (all_games(start.game(rule_set), 2) for rule_set in (rules, free))
        assert retake not in right[take,].legal
        assert retake in wrong[take,].legal
        assert right.keys() < wrong.keys()

    def test_end_their_games_by_their_own_clauses(self) -> None:
        endless = Rules().dropping("katago-v2/main/end-two-passes")
        start = Game(endless, 1)
        assert longest_game(start, 6) is None
        assert all_games(start, 6)[PASS, PASS].result is None

    def test_tell_a_turn_of_which_they_can_say_nothing(self) -> None:
        """Given that no kind of turn is forbidden, no clause says what it means to unblock or to agree."""
        start = Game(Rules().replacing("katago-v2/main/start#turn", lambda turn: True, "Any turn will do."), 1)
        assert [type(turn).__name__ for turn, after in continuations(start).items() if after is None] == [
            "Unblock",
            "Agree",
        ]
