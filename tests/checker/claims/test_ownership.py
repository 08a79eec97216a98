"""The ownership formula and the territory score: what is proved, what is refuted, and that real games agree."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.katago_v2 import ownership
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.game import Game
from superko.interpreter.result import Score, ended_game
from superko.spec.algebra import BLACK, WHITE, Color, Number
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from ...spec.boards import coloring
from ..played_games import any_rules, random_game, random_games

UNBLOCK, PLACED = "reading/unblock-is-not-a-move", "reading/initial-stones"
WITHOUT_SUICIDE = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False)
BALANCED = st.sampled_from(["neither", "pass"]).flatmap(
    lambda unblock: any_rules(scoring=Scoring.TERRITORY, **{UNBLOCK: unblock, PLACED: "as-moves"})
)


def balances(game: Game) -> dict[Color, Number]:
    """For each color, the stones on the board and captured, less those placed and those moved."""
    ended = ended_game(game.record)
    return {
        color: ended.coloring.size(ended.coloring.of(color))
        + ended.captures[color]
        - ended.placed[color]
        - ended.earlier_moves[color]
        - ended.moves[color]
        for color in Color
    }


def captures_when_scored(game: Game) -> int:
    """The captures of both colors, those that the removal of pass-dead stones adds among them."""
    ended = ended_game(game.record)
    for clause in game.rules.deciding(Decision.REMOVAL):
        ended = clause.function(ended)
    captures: int = ended.captures[BLACK] + ended.captures[WHITE]
    return captures


def differs_by_all_captures(game: Game) -> bool:
    """Whether each player scores less by ownership than by territory, by the captures of both colors."""
    by_ownership, captures = game.score_by_ownership(), captures_when_scored(game)
    assert isinstance(game.result, Score)
    return (game.result.black, game.result.white) == (by_ownership.black + captures, by_ownership.white + captures)


@given(random_games(BALANCED))
def test_in_random_games_stones_balance_moves_at_every_turn(games: list[Game]) -> None:
    assert all(balances(game) == {BLACK: 0, WHITE: 0} for game in games)


@given(random_games(BALANCED))
def test_random_games_score_less_by_ownership_by_all_captures(games: list[Game]) -> None:
    assert not isinstance(games[-1].result, Score) or differs_by_all_captures(games[-1])


@given(BALANCED, st.integers(0, 9), st.integers(0, 9), st.integers(0, 1_000_000), st.sampled_from(Phase))
def test_so_do_random_games_from_a_position(rules: Rules, black: int, white: int, seed: int, phase: Phase) -> None:
    if phase is Phase.OVER:
        return
    start = Game(rules, rows=coloring(".XO/.XO/OX."), to_play=WHITE, phase=phase, captures={BLACK: black, WHITE: white})
    games = random_game(start, random.Random(seed), likely_pass=0.3)
    assert all(balances(game) == {BLACK: 0, WHITE: 0} for game in games)
    assert not isinstance(games[-1].result, Score) or differs_by_all_captures(games[-1])


def test_no_smaller_game_tells_the_scores_apart() -> None:
    verdict = ownership.smallest_game(WITHOUT_SUICIDE, ownership.scores_differ)
    one_point, games = Game(WITHOUT_SUICIDE, 1), [Game(WITHOUT_SUICIDE, (2, 1))]
    shorter = [*games]
    for _ in range(verdict.counts["turns"] - 1):
        games = [game.play(turn) for game in games for turn in game.turns()]
        shorter += games
    assert verdict.minimal
    assert ownership.shortest_game(one_point, ownership.scores_differ) is None
    assert not any(ownership.is_told_apart(game, ownership.scores_differ) for game in shorter)


@pytest.mark.parametrize("differ", [ownership.leads_differ, ownership.scores_differ])
def test_set_up_positions_that_are_counted_are_not_told_apart(differ: Callable[[Score, Score], bool]) -> None:
    assert ownership.smallest_set_up(WITHOUT_SUICIDE, differ).outcome is Outcome.UNKNOWN
