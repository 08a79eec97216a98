"""Scores: each term by example, for every formula and tax, with komi, button and handicap bonus."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.parameters import HandicapBonus, Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from .games import after, board, passed_out, scores, set_up, territory

NEUTRAL_POINT = ".X.O."
TWO_LIVES = ".XO./.XO."
ROOMY_LIVES = "..XO../..XO.."
ENCLOSED_EYES = ".X./XXX"
DEAD_STONE = ".X./XXX/O.."
LITERAL_LIFE = {"reading/ilr-own-stone": "literal"}
AS_THE_ENGINE = {"reading/engine-always-pass-alive": "engine"}


def area(**parameters: object) -> Rules:
    return Rules(**parameters)  # type: ignore[arg-type]


def scored(rules: Rules, position: str, **counts: object) -> tuple[float, float]:
    """What a position scores when both players pass until the end."""
    return scores(passed_out(set_up(rules, position, **counts)))  # type: ignore[arg-type]


def terms(game: Game, color: Color) -> Mapping[str, float]:
    """What the game scored for a color, by the name of each clause that scores anything."""
    assert isinstance(game.result, Score)
    return {name.removeprefix("katago-v2/"): value for name, value in game.result.terms[color].items() if value}


# Area


@pytest.mark.clauses("katago-v2/area/score-none", "katago-v2/params/tax-rule")
def test_area_counts_stones_and_the_empty_regions_that_border_one_color_only() -> None:
    assert scored(area(), NEUTRAL_POINT) == (2, 2)
    assert scored(area(), TWO_LIVES) == (4, 4)
    assert scored(area(), "X../...") == (6, 0)


def test_an_empty_board_belongs_to_nobody() -> None:
    for tax in Tax:
        assert scored(area(tax=tax), "../..") == (0, 0)


@pytest.mark.clauses("katago-v2/area/score-seki", "katago-v2/extra/dame-region", "katago-v2/extra/atari")
def test_with_tax_seki_empty_points_count_only_inside_independent_life() -> None:
    assert scored(area(tax=Tax.SEKI), TWO_LIVES) == (4, 4)
    assert scored(area(tax=Tax.SEKI), NEUTRAL_POINT) == (1, 1), "the lives contain a dame region"
    assert scored(area(tax=Tax.SEKI), ".XO.") == (1, 1), "the lives contain a region in atari"


@pytest.mark.clauses("katago-v2/area/score-all")
def test_with_tax_all_every_independent_life_costs_two() -> None:
    assert scored(area(tax=Tax.ALL), TWO_LIVES) == (2, 2)
    assert scored(area(tax=Tax.ALL), NEUTRAL_POINT) == (1, 1)


@pytest.mark.clauses("katago-v2/extra/independent-life-region")
def test_a_players_eyes_are_no_independent_life_of_the_opponent() -> None:
    assert scored(area(tax=Tax.SEKI), ENCLOSED_EYES) == (6, 0)


def test_read_literally_each_side_also_scores_the_others_eyes() -> None:
    literal = area(tax=Tax.SEKI).reading(LITERAL_LIFE)
    assert scored(literal, ENCLOSED_EYES) == (6, 2)
    assert scored(literal, "../..") == (4, 4), "on an empty board both sides own everything"


@pytest.mark.parametrize(
    ("komi", "expected", "winner"),
    [(0, (2, 2), None), (0.5, (2, 2.5), WHITE), (-1, (2, 1), BLACK), (7, (2, 9), WHITE)],
)
@pytest.mark.clauses("katago-v2/area/komi", "katago-v2/area/winner")
def test_white_adds_komi_and_the_higher_score_wins(
    komi: float, expected: tuple[float, float], winner: Color | None
) -> None:
    game = passed_out(set_up(area(komi=komi), NEUTRAL_POINT))
    assert isinstance(game.result, Score)
    assert (scores(game), game.result.winner) == (expected, winner)


@pytest.mark.clauses("katago-v2/area/button")
def test_the_first_player_to_pass_has_the_button() -> None:
    assert scored(area(button=True), NEUTRAL_POINT) == (2.5, 2)
    assert scored(area(button=True), NEUTRAL_POINT, player=WHITE) == (2, 2.5)
    assert scored(area(button=False), NEUTRAL_POINT) == (2, 2)


def test_the_button_is_had_once() -> None:
    passed_by_both = after(set_up(area(button=True), NEUTRAL_POINT), "pass, pass, A1, pass, pass")
    assert scores(passed_by_both) == (2.5, 2)


@pytest.mark.parametrize(
    ("bonus", "handicap", "white"),
    [
        (HandicapBonus.ZERO, 3, 2),
        (HandicapBonus.N_MINUS_ONE, 3, 4),
        (HandicapBonus.N, 3, 5),
        (HandicapBonus.N_MINUS_ONE, 0, 2),
        (HandicapBonus.N, 0, 2),
        (HandicapBonus.N_MINUS_ONE, 1, 2),
        (HandicapBonus.N, 1, 2),
        (HandicapBonus.N_MINUS_ONE, 2, 3),
        (HandicapBonus.N, 2, 4),
    ],
)
@pytest.mark.clauses("katago-v2/params/white-handicap-bonus")
def test_white_is_given_a_bonus_for_handicap_stones(bonus: HandicapBonus, handicap: int, white: float) -> None:
    assert scored(area(handicap_bonus=bonus), NEUTRAL_POINT, handicap=handicap) == (2, white)


@pytest.mark.clauses("katago-v2/area/remove-pass-dead", "katago-v2/extra/pass-alive-territory")
def test_with_self_play_options_pass_dead_stones_are_removed_before_scoring() -> None:
    assert scored(area(self_play_opts=True), DEAD_STONE) == (9, 0)
    assert scored(area(self_play_opts=False), DEAD_STONE) == (6, 1)


@pytest.mark.parametrize("scoring", Scoring)
def test_the_engine_removes_pass_dead_stones_without_self_play_options_too(scoring: Scoring) -> None:
    rules, with_options = Rules(scoring=scoring), Rules(scoring=scoring, self_play_opts=True)
    assert scored(rules.reading(AS_THE_ENGINE), DEAD_STONE) == scored(with_options, DEAD_STONE)
    assert scored(rules, DEAD_STONE) != scored(with_options, DEAD_STONE)


# Territory


@pytest.mark.clauses("katago-v2/territory/score-none")
def test_territory_counts_surrounded_points_and_captures_but_no_stones() -> None:
    assert scored(territory(), NEUTRAL_POINT) == (1, 1)
    assert scored(territory(), NEUTRAL_POINT, captures={BLACK: 3, WHITE: 5}) == (6, 4)


@pytest.mark.clauses("katago-v2/territory/score-seki")
def test_with_tax_seki_territory_counts_only_inside_independent_life() -> None:
    assert scored(territory(tax=Tax.SEKI), NEUTRAL_POINT) == (0, 0)
    assert scored(territory(tax=Tax.SEKI), TWO_LIVES) == (2, 2)


@pytest.mark.clauses("katago-v2/territory/score-all")
def test_with_tax_all_territory_costs_two_for_every_independent_life() -> None:
    assert scored(territory(tax=Tax.ALL), TWO_LIVES) == (0, 0)


@pytest.mark.parametrize("tax", Tax)
def test_each_move_of_the_second_cleanup_phase_scores_one_and_those_before_it_nothing(tax: Tax) -> None:
    inside_their_own_life = "A2, F2"
    second = set_up(territory(tax=tax), ROOMY_LIVES, phase=Phase.SECOND_CLEANUP)
    moved = passed_out(after(second, inside_their_own_life))
    assert scores(moved) == scores(passed_out(second)), "a point filled, a point for the move"
    first = set_up(territory(tax=tax), ROOMY_LIVES, phase=Phase.FIRST_CLEANUP)
    earlier = scores(passed_out(after(first, inside_their_own_life)))
    assert earlier == tuple(score - 1 for score in scores(passed_out(second)))


def test_a_stone_that_is_new_in_the_second_phase_and_lives_nowhere_costs_the_point_of_its_move() -> None:
    played = passed_out(after(set_up(territory(), NEUTRAL_POINT, phase=Phase.SECOND_CLEANUP), "C1"))
    assert terms(played, BLACK) == {
        "territory/score-none#surrounded": 1,
        "territory/score-none#moves": 1,
        "territory/score-none#new-stones": -1,
    }


@pytest.mark.clauses("claim/one-sided-dame")
def test_a_stone_that_stood_when_the_second_phase_began_costs_nothing() -> None:
    played = passed_out(after(set_up(territory(), NEUTRAL_POINT, phase=Phase.FIRST_CLEANUP), "C1"))
    assert terms(played, BLACK) == {"territory/score-none#surrounded": 1}


def test_capturing_a_dead_stone_in_the_second_phase_costs_nothing() -> None:
    """Given a dead stone, when it is captured, then its capture, its point and the move make up for the stones."""
    captured = passed_out(after(set_up(territory(), DEAD_STONE, phase=Phase.SECOND_CLEANUP), "B1"))
    assert board(captured) == ".X./XXX/.X."
    assert terms(captured, BLACK) == {
        "territory/score-none#surrounded": 4,
        "territory/score-none#captures": 1,
        "territory/score-none#moves": 1,
    }


@pytest.mark.clauses("katago-v2/territory/remove-pass-dead")
def test_pass_dead_stones_that_are_removed_count_as_captures() -> None:
    removed = passed_out(set_up(territory(self_play_opts=True), DEAD_STONE))
    assert terms(removed, BLACK) == {"territory/score-none#surrounded": 5, "territory/score-none#captures": 1}


@pytest.mark.clauses("katago-v2/territory/komi", "katago-v2/territory/button", "katago-v2/territory/winner")
def test_komi_button_and_winner_are_as_for_area() -> None:
    game = passed_out(set_up(territory(komi=0.5, button=True), NEUTRAL_POINT))
    assert isinstance(game.result, Score)
    assert (scores(game), game.result.winner) == ((1.5, 1.5), None)


def test_a_pass_in_cleanup_brings_no_button() -> None:
    game = set_up(territory(button=True), NEUTRAL_POINT, phase=Phase.FIRST_CLEANUP)
    assert scores(passed_out(game)) == (1, 1)


# The ownership formula


def ownership(game: Game) -> tuple[float, float]:
    """What Black and White score by the ownership formula."""
    score = game.score_by_ownership()
    return score.black, score.white


def margins(game: Game) -> tuple[float, float]:
    """White's score less Black's, by the territory score and by the ownership formula."""
    black, white = scores(game)
    black_by_ownership, white_by_ownership = ownership(game)
    return white - black, white_by_ownership - black_by_ownership


@pytest.mark.clauses(
    "katago-v2/ownership/score-none",
    "katago-v2/ownership/score-seki",
    "katago-v2/ownership/score-all",
    "katago-v2/ownership/komi",
    "katago-v2/ownership/button",
    "claim/ownership-difference",
)
@pytest.mark.parametrize("tax", Tax)
def test_by_ownership_the_players_are_as_far_apart_as_by_territory(tax: Tax) -> None:
    rules = territory(ko=Ko.SIMPLE, tax=tax, komi=6.5, button=True)
    game = passed_out(after(Game(rules, (3, 2)), "B2, C2, pass, pass, pass, B1, pass, pass, C1"))
    by_territory, by_ownership = margins(game)
    assert by_territory == by_ownership


@pytest.mark.clauses("claim/ownership-equivalent")
def test_by_ownership_each_score_is_less_by_all_captures_of_the_game() -> None:
    without_capture = passed_out(after(Game(territory(), 3), "B2"))
    assert scores(without_capture) == (8, 0) == ownership(without_capture)
    with_capture = passed_out(after(Game(territory(), (2, 1)), "A1, B1"))
    assert scores(with_capture) == (0, 2)
    assert ownership(with_capture) == (-1, 1)


@pytest.mark.parametrize(("reading", "agree"), [("as-moves", True), ("uncounted", False)])
@pytest.mark.clauses("reading/initial-stones")
def test_the_formulas_agree_on_a_set_up_position_only_if_its_stones_count_as_moves(reading: str, agree: bool) -> None:
    rules = territory().reading({"reading/initial-stones": reading})
    game = passed_out(set_up(rules, ".X./XX.", captures={BLACK: 1, WHITE: 2}))
    by_territory, by_ownership = margins(game)
    assert (by_territory == by_ownership) == agree
