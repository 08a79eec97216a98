"""The claims about Spight's rules, and rules broken on purpose of which they are not so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.facts.values import value_of_empty_board
from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.claims.spight import FIRST, SECOND, worth_as_posted
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.one_turn import OneTurn
from superko.checker.proofs.phase_ends import NEW_PASSES_NOT_LED_BACK, needs
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Record

from ...mistakes.catalogue import Mistake, wrong_versions
from ..played_games import random_games, short_games

END_OF_GAME_KO = "spight-two/end-of-game-ko"
WRONG_WAYS_BACK = ("own passes", "the position before", "for Black alone", "at first")
PASSES_COUNT = "spight-two/presupposed#counts-as-pass"


@pytest.mark.clauses("claim/spight-two-ends")
def test_it_is_proved_on_every_board_as_no_move_leads_the_opponent_back_to_where_they_passed() -> None:
    verdict = phase_ends(SECOND, Phase.MAIN, {})
    assert (verdict.outcome, verdict.scope) == (Outcome.PROVED, "every size")
    assert NEW_PASSES_NOT_LED_BACK.name in verdict.notes
    assert barring(SECOND) == {END_OF_GAME_KO}


def barring(rules: Rules) -> frozenset[str]:
    """The clauses that keep a player who has passed from being led back there by a move."""
    one_of = needs(OneTurn(rules, Phase.MAIN), NEW_PASSES_NOT_LED_BACK)
    return frozenset() if frozenset() in one_of else frozenset({END_OF_GAME_KO}) & frozenset().union(*one_of)


@pytest.mark.parametrize("wrong", [wrong for wrong in wrong_versions() if wrong.name in WRONG_WAYS_BACK], ids=str)
@pytest.mark.clauses("spight-two/end-of-game-ko")
def test_a_ban_that_bars_no_way_back_is_not_taken_for_one(wrong: Mistake) -> None:
    assert barring(wrong.rules) == frozenset()
    assert phase_ends(wrong.rules, Phase.MAIN, {}).outcome in (Outcome.REFUTED, Outcome.UNKNOWN)


@pytest.mark.clauses("spight-two/end-of-game-ko")
def test_without_the_ban_or_if_passes_do_not_count_a_game_can_go_on_forever() -> None:
    for clause in (END_OF_GAME_KO, PASSES_COUNT):
        assert barring(SECOND.dropping(clause)) == frozenset()
        assert phase_ends(SECOND.dropping(clause), Phase.MAIN, {}).outcome is Outcome.REFUTED


def test_no_move_of_any_short_game_leads_the_opponent_back_to_where_they_passed() -> None:
    later = [game.record for _, game in short_games(Game(SECOND, (3, 1)), 6)]
    assert sum(record.pass_run == 0 for record in later) > 100
    assert not any(map(led_back, later))
    without = [game.record for _, game in short_games(Game(SECOND.dropping(END_OF_GAME_KO), (3, 1)), 6)]
    assert any(map(led_back, without))


@given(random_games(st.just(SECOND)))
def test_nor_does_one_of_a_random_game(games: list[Game]) -> None:
    assert not any(led_back(game.record) for game in games[1:])


def led_back(record: Record) -> bool:
    """Whether a player is where they have passed before, and a move led there."""
    return record.pass_run == 0 and (record.position.player, record.state) in record.passed_from


@pytest.mark.thorough
@pytest.mark.clauses("claim/spight-value")
def test_the_board_that_was_posted_is_worth_three_and_smaller_ones_are_not() -> None:
    assert [value_of_empty_board(FIRST, Grid(width, 1)).worst for width in range(1, 7)] == [0, 0, 3, 4, 0, 1]
    assert worth_as_posted(FIRST, Grid(3, 1)).outcome is Outcome.HOLDS
    assert worth_as_posted(FIRST, Grid(4, 1)).outcome is Outcome.REFUTED
