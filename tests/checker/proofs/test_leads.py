"""Between which leads a game is counted is read off the clauses, and every game that is counted bears it out."""

from __future__ import annotations

from math import isfinite
from random import Random

import pytest

from superko.checker.proofs.leads import leads_that_are_counted
from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

BY_POINTS = sorted(name for name, rules in PRESETS.items() if isfinite(leads_that_are_counted(Game(rules, 1))[0]))
SIDES = [(1, 1), (3, 1), (2, 2), (3, 2)]


def ended_games(rules: Rules, many: int) -> list[Game]:
    """Games of random turns in which nobody plays on after two passes."""
    games = []
    for seed in range(many):
        chance = Random(seed)
        game = Game(rules, chance.choice(SIDES))
        for _ in range(chance.randrange(14)):
            game = game if game.over else game.play(chance.choice(game.turns()))
        games.append(game if game.over else game.passed_out())
    return games


def test_most_rules_that_count_points_of_the_board_have_bounds() -> None:
    assert {"tromp-taylor", "aga-area", "new-zealand", "wmsg", "chinese-2002", "french", "ikeda"} <= {*BY_POINTS}
    assert {"japanese-like", "aga", "japanese-1989", "spight-territory"}.isdisjoint(BY_POINTS)


@pytest.mark.parametrize("name", BY_POINTS)
def test_every_game_is_counted_within_them(name: str) -> None:
    rules = PRESETS[name]
    counted = [(game, game.result.lead) for game in ended_games(rules, 40) if isinstance(game.result, Score)]
    assert len({lead for _, lead in counted}) > 3
    for game, lead in counted:
        least, most = leads_that_are_counted(game)
        assert least <= lead <= most


@pytest.mark.parametrize("komi", [0, 6.5])
def test_by_area_they_are_the_points_of_the_board_and_komi(komi: float) -> None:
    for width, height in SIDES:
        game = Game(Rules(komi=komi), (width, height))
        assert leads_that_are_counted(game) == (-width * height - komi, width * height - komi)


def test_they_take_in_the_button_and_the_bonus_for_handicap_stones() -> None:
    assert leads_that_are_counted(Game(Rules(button=True), 2)) == (-4.5, 4.5)
    bonus = parse_rules("chinese-like,whiteHandicapBonus=N")
    handicap = Game(bonus, rows="X.X/...", handicap=2)
    assert leads_that_are_counted(handicap) == (-8, 4)


def test_clauses_of_a_rules_author_give_none() -> None:
    without_komi = Rules().dropping("katago-v2/area/komi")
    assert not isfinite(leads_that_are_counted(Game(without_komi, 2))[0])
