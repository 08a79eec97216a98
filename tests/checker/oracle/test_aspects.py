"""Aspects: what the rules say of a game, and in what two observations differ."""

from __future__ import annotations

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.engine import (
    ASKED_AFTER_THE_END,
    EVERYTHING,
    Aspect,
    Observation,
    Setting,
    differing,
    observation,
    played,
)
from superko.interpreter.game import Game
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import Color
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase
from tests.checker.played_games import any_rules, random_games


@given(random_games(any_rules()))
def test_what_the_rules_say_is_what_the_referee_reports(games: list[Game]) -> None:
    for game in games:
        report, said = state_report(game), observation(game)
        assert said[Aspect.BOARD] == report["board"]
        assert said[Aspect.OVER] == (report["phase"] == "over")
        if not game.over:
            assert said[Aspect.PLAYER] == report["player"]
            assert said[Aspect.PHASE] == report["phase"]
            assert said[Aspect.PASS_ENDS_PHASE] == report["passEndsPhase"]
            for aspect in (Aspect.LEGAL, Aspect.UNBLOCK, Aspect.BLOCKED):
                points = report[aspect.value]
                assert isinstance(points, list)
                assert said[aspect] == frozenset(points)


def test_results_are_spoken_of_after_the_end_and_turns_before_it() -> None:
    start = Game(Rules(komi=0.5), (2, 1))
    over = start.play(PASS).play(PASS)
    assert not observation(start).keys() & ASKED_AFTER_THE_END
    assert observation(over)[Aspect.WINNER] == "W"
    assert observation(over)[Aspect.MARGIN] == -0.5
    assert observation(over)[Aspect.SCORES] == (0, 0.5)
    assert Aspect.LEGAL not in observation(over)


def test_only_what_is_asked_is_answered() -> None:
    game = Game(Rules(), 3)
    assert observation(game, {Aspect.BOARD, Aspect.WINNER}).keys() == {Aspect.BOARD}
    assert observation(game).keys() < EVERYTHING


def test_observations_differ_only_in_what_both_speak_of() -> None:
    assert differing({Aspect.BOARD: "X."}, {Aspect.PLAYER: "W"}) == ()
    assert differing({Aspect.BOARD: "X.", Aspect.PLAYER: "B"}, {Aspect.PLAYER: "W", Aspect.BOARD: "X."}) == (
        Aspect.PLAYER,
    )


def test_once_one_of_them_is_over_nothing_else_counts() -> None:
    said: Observation = {Aspect.OVER: True, Aspect.BOARD: ".."}
    assert differing(said, {Aspect.OVER: False, Aspect.BOARD: "X."}) == (Aspect.OVER,)


@given(random_games(st.sampled_from(list(PRESETS.values()))), st.integers(0, 50))
def test_a_game_is_its_setting_and_its_turns(games: list[Game], number: int) -> None:
    """Given a game under way, the setting made from it starts the same game."""
    game = games[min(number, len(games) - 1)]
    setting = Setting.from_start(Start.of(game), game.rules)
    turns = [later.record.last for later in games[1 : games.index(game) + 1]]
    again = reduce(Game.taking, [turn for turn in turns if turn is not None], setting.game())
    assert again.position == game.position


def test_a_setting_can_hold_a_position_in_any_phase() -> None:
    rules = parse_rules("japanese-like")
    setting = Setting(3, 1, board="X.O", player=Color.WHITE, phase=Phase.FIRST_CLEANUP, captures=(1, 2), rules=rules)
    game = setting.game()
    assert setting.is_set_up
    assert observation(game)[Aspect.CAPTURES] == (1, 2)
    assert Setting.from_start(Start.of(played(game, ("pass",))), rules) == setting
