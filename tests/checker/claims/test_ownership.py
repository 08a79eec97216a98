"""The ownership formula and the territory score: what is proved, what is refuted, and that real games agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2 import ownership
from superko.checker.claims.katago_v2.ownership import (
    is_a_sum_over_points,
    moves_that_keep_life_change_nothing,
    smallest_move_that_changes,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs import stones_kept
from superko.interpreter.game import Game
from superko.interpreter.result import Score, ended_game
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Story
from superko.spec.algebra import BLACK, WHITE, Color, Grid, Number
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play

from ...interpreter.games import after, scores, set_up
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


def forgets_own_captures(play: Play[Any]) -> dict[Color, Any]:
    """The captures of the player's own color are forgotten."""
    return {play.player: 0, play.player.opponent: play.before.size(play.captured)}


def captures_twice(ended: Any, color: Color) -> Any:
    """A player scores twice the captures of the other color."""
    return ended.captures[color.opponent] * 2


def uncounted_removal(ended: Any) -> Any:
    """The black stones are removed, and not counted."""
    return replace(ended, coloring=ended.coloring.emptied(ended.coloring.black))


def not_proved(statements: Iterable[stones_kept.ProvedStatement]) -> set[str]:
    return {statement.text for statement in statements if not statement.proved}


@pytest.mark.thorough
def test_a_clause_that_forgets_captures_is_not_proved() -> None:
    rules = replace(WITHOUT_SUICIDE, suicide=True).replacing("katago-v2/move/capture-total", forgets_own_captures)
    verdict = ownership.leads_are_equal(rules)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "move by B in main" in verdict.notes
    assert "pass" not in verdict.notes


def test_moves_that_need_no_empty_point_lose_the_balance() -> None:
    rules = WITHOUT_SUICIDE.dropping("katago-v2/move/pseudolegal#empty")
    assert not_proved(stones_kept.turns_keep_balance(rules)) == {
        f"move by {color} in {phase}" for color in "BW" for phase in ("main", "cleanup1", "cleanup2")
    }


@pytest.mark.parametrize(
    "rules",
    [
        WITHOUT_SUICIDE.dropping("katago-v2/territory/score-none#moves"),
        WITHOUT_SUICIDE.dropping("katago-v2/ownership/score-none#owned-stones"),
        WITHOUT_SUICIDE.dropping("katago-v2/ownership/komi"),
        WITHOUT_SUICIDE.replacing("katago-v2/territory/score-none#captures", captures_twice),
    ],
)
def test_a_score_with_a_term_changed_is_not_proved(rules: Rules) -> None:
    assert not_proved(ownership.scores_agree(WITHOUT_SUICIDE)) == set()
    assert not_proved(ownership.scores_agree(rules)) == {"the two scores under tax NONE"}


def test_a_removal_that_is_not_counted_is_not_proved() -> None:
    rules = replace(WITHOUT_SUICIDE, self_play_opts=True)
    uncounted = rules.replacing("katago-v2/territory/remove-pass-dead", uncounted_removal)
    assert not_proved(ownership.scores_agree(rules)) == set()
    assert not_proved(ownership.scores_agree(uncounted)) == {"the removal of pass-dead stones"}


def test_an_unblock_action_that_counts_as_a_move_loses_the_balance() -> None:
    assert not_proved(stones_kept.turns_keep_balance(WITHOUT_SUICIDE.reading({UNBLOCK: "move"}))) == {
        f"unblock by {color} in {phase}" for color in "BW" for phase in ("cleanup1", "cleanup2")
    }


def replayed(witness: Story) -> Game:
    """The end of a witness game, played by the interpreter from what the witness says."""
    rules = rules_from_json(witness.rules)
    board = witness.start.board or "/".join(["." * witness.start.width] * witness.start.height)
    start = set_up(rules, board, witness.start.player, witness.start.phase)
    return after(start, ", ".join(witness.turns))


@pytest.mark.parametrize("tax", Tax)
def test_equal_scores_are_refuted_by_a_captured_stone_on_two_points(tax: Tax) -> None:
    verdict = ownership.smallest_game(replace(WITHOUT_SUICIDE, tax=tax), ownership.scores_differ)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.turns == ("A1", "B1", "pass", "pass", "pass", "pass", "pass", "pass")
    end = replayed(verdict.witness)
    assert captures_when_scored(end) == verdict.counts["captures"] == 1
    assert differs_by_all_captures(end)


def test_the_note_says_by_how_much_the_scores_differ() -> None:
    verdict = ownership.smallest_game(WITHOUT_SUICIDE, ownership.scores_differ)
    assert verdict.notes == "From territory to ownership, Black's score changes by -1 and White's by -1."


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


def test_equal_leads_are_refuted_where_unblock_actions_count_as_moves() -> None:
    rules = WITHOUT_SUICIDE.reading({UNBLOCK: "move"})
    verdict = ownership.smallest_game(rules, ownership.leads_differ)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert "unblock B1" in verdict.witness.turns
    end = replayed(verdict.witness)
    assert scores(end)[0] - scores(end)[1] == -2
    assert end.score_by_ownership().black - end.score_by_ownership().white == -3


def test_equal_leads_are_refuted_where_stones_set_up_are_not_counted() -> None:
    verdict = ownership.smallest_set_up(WITHOUT_SUICIDE.reading({PLACED: "uncounted"}), ownership.leads_differ)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert (verdict.witness.start.board, verdict.witness.turns) == ("X.", ("pass", "pass"))


@pytest.mark.parametrize("differ", [ownership.leads_differ, ownership.scores_differ])
def test_set_up_positions_that_are_counted_are_not_told_apart(differ: Callable[[Score, Score], bool]) -> None:
    assert ownership.smallest_set_up(WITHOUT_SUICIDE, differ).outcome is Outcome.UNKNOWN


def test_a_sweep_notices_a_term_that_is_missing() -> None:
    rules = replace(WITHOUT_SUICIDE, tax=Tax.SEKI).dropping("katago-v2/ownership/score-seki#owned-stones")
    assert ownership.differs_by_all_captures(rules, Grid(3, 2)).outcome is Outcome.REFUTED


SEKI_TAXED, ALL_TAXED = replace(TERRITORY, tax=Tax.SEKI), replace(TERRITORY, tax=Tax.ALL)


@pytest.mark.clauses("katago-v2/ownership/score-all")
def test_a_tax_on_groups_is_on_no_point() -> None:
    assert is_a_sum_over_points(ALL_TAXED, Grid(3, 1)).outcome is Outcome.REFUTED
    without = ALL_TAXED.dropping("katago-v2/ownership/score-all#tax")
    assert is_a_sum_over_points(without, Grid(3, 1)).outcome is Outcome.HOLDS


def test_by_the_literal_reading_a_point_can_be_owned_by_both() -> None:
    literal = SEKI_TAXED.reading({"reading/ilr-own-stone": "literal"})
    assert is_a_sum_over_points(literal, Grid(3, 2)).outcome is Outcome.REFUTED


def test_it_would_if_stones_in_life_had_to_stand_when_the_phase_began() -> None:
    rules = SEKI_TAXED.dropping("katago-v2/ownership/score-seki#owned-stones")
    assert moves_that_keep_life_change_nothing(rules, Grid(3, 2)).outcome is Outcome.REFUTED


@pytest.mark.parametrize("rules", [TERRITORY, SEKI_TAXED], ids=["NONE", "SEKI"])
def test_a_player_can_put_their_own_life_in_atari_on_three_points(rules: Rules) -> None:
    verdict = smallest_move_that_changes(rules)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "3x1")
    assert verdict.witness is not None
    assert isinstance(verdict.witness.game().result, Score)
