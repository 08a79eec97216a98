"""Shrinking: to fewer turns, to a smaller board, and to a game of which it is known that none shorter shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Breakage,
    EngineBroke,
    Introduction,
    Setting,
    TurnRefused,
    Value,
    observation,
)
from superko.checker.oracle.games import player_on
from superko.checker.oracle.plan import TrialBudget
from superko.checker.oracle.shrinking import shrunk
from superko.checker.oracle.trial import Disagreement, Harness, breakdown, disagreements, following, refusal, trial
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move

from .liars import LIARS

ANY_BOARD = Introduction("a liar", "", EVERYTHING)
SQUARE_BOARDS = Introduction("a liar", "", EVERYTHING, square=True, smallest=2)


def shown(harness: Harness, setting: Setting, turns: str) -> Disagreement:
    """What a game shows, played to the liar that it runs."""
    harness.introduction()
    return next(trial(harness, setting, setting.rules, following(turns.split(), setting)))


def met_by_chance(harness: Harness, setting: Setting) -> Disagreement:
    """What the first random game shows that shows anything."""
    harness.introduction()
    chance = Random(3)
    while True:
        player = player_on(chance, setting.grid, setting.rules)
        for met in trial(harness, setting, setting.rules, player):
            return met


@pytest.fixture
def harnessed() -> Callable[[str], Harness]:
    return lambda fault: Harness(LIARS[fault].engine)


def made_small(
    harness: Harness, disagreement: Disagreement, plays: Introduction = ANY_BOARD, seconds: float = 20
) -> tuple[Disagreement, int | None]:
    return shrunk(
        harness, disagreement, plays, TrialBudget(seconds), Random(1), lambda each: each.kind == disagreement.kind
    )


@pytest.mark.thorough
def test_turns_and_points_that_do_not_matter_are_left_out(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("forgets superko")
    setting = Setting(5, 4, rules=parse_rules("tromp-taylor"))
    disagreement = met_by_chance(harness, setting)
    assert len(disagreement.turns) > 10
    small, excluded = made_small(harness, disagreement, seconds=120)
    assert (small.setting.grid.size, len(small.turns)) == (2, 2)
    assert excluded == 1
    assert small.kind == disagreement.kind


def test_a_board_stays_square_where_the_engine_needs_it(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("counts captures for the wrong color")
    setting = Setting(4, 4, rules=parse_rules("tromp-taylor"))
    disagreement = shown(harness, setting, "B2 A1 C3 A2 B1 D4 A3")
    small, excluded = made_small(harness, disagreement, SQUARE_BOARDS)
    assert small.setting.grid == Grid(2, 2)
    assert excluded == len(small.turns) - 1


def test_without_time_it_stays_as_it_is(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("needs three passes")
    disagreement = shown(harness, Setting(3, 3, rules=parse_rules("tromp-taylor")), "A1 B2 pass")
    assert made_small(harness, disagreement, seconds=0) == (disagreement, None)


def test_a_position_that_was_set_up_is_kept(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("counts captures for the wrong color")
    setting = Setting(5, 1, board="..O..", rules=parse_rules("tromp-taylor"))
    small, excluded = made_small(harness, shown(harness, setting, "B1 pass D1"))
    assert small.setting == setting
    assert excluded is None


@pytest.mark.parametrize(
    ("grid", "plays", "expected"),
    [
        (Grid(3, 2), SQUARE_BOARDS, False),
        (Grid(1, 1), SQUARE_BOARDS, False),
        (Grid(3, 3), SQUARE_BOARDS, True),
        (Grid(25, 1), ANY_BOARD, True),
        (Grid(20, 20), Introduction("small", "", EVERYTHING, largest=19), False),
    ],
)
def test_boards_that_the_engine_does_not_play_on_are_left_out(grid: Grid, plays: Introduction, expected: bool) -> None:
    assert plays.plays_on(grid) is expected


# Where an engine and the rules differ: each way of differing once, and what follows from another left out.


RULES = PRESETS["tromp-taylor"]


def a_game(*turns: str, rules: Rules = RULES, width: int = 3, height: int = 2) -> Game:
    return Setting(width, height, rules=rules).game().play(*turns)


def disagreements_with(game: Game, instead: Mapping[Aspect, Value]) -> list[Disagreement]:
    expected = observation(game)
    return list(disagreements(game, {**expected, **instead}, expected, game.rules))


def test_who_says_the_same_does_not_differ() -> None:
    assert disagreements_with(a_game("A1", "pass"), {}) == []


def test_what_follows_from_a_wrong_board_is_not_told() -> None:
    listed = disagreements_with(a_game("A1"), {Aspect.BOARD: ".../...", Aspect.PLAYER: "B", Aspect.LEGAL: frozenset()})
    assert [disagreement.aspect for disagreement in listed] == [Aspect.BOARD]
    assert listed[0].breaks_off
    assert (listed[0].engine_said, listed[0].spec_says) == (".../...", ".../X..")


def test_once_the_game_is_over_for_one_only_that_is_told() -> None:
    listed = disagreements_with(a_game("pass", "pass"), {Aspect.OVER: False, Aspect.WINNER: "B"})
    assert [disagreement.aspect for disagreement in listed] == [Aspect.OVER]


def test_points_that_are_wrong_for_different_reasons_are_told_apart() -> None:
    # Black has taken B2 and B1, and White A1; C1 and A1 are what remains to be argued about.
    game = a_game("B2", "A2", "B1", "C1", "A1", "pass")
    legal = observation(game)[Aspect.LEGAL]
    assert isinstance(legal, frozenset)
    assert "C2" in legal
    listed = disagreements_with(game, {Aspect.LEGAL: legal - {"C2"} | {"B2"}})
    assert {(disagreement.kind[1], disagreement.about) for disagreement in listed} == {
        ("allowed", frozenset({"B2"})),
        ("forbidden", frozenset({"C2"})),
    }
    assert not any(disagreement.breaks_off for disagreement in listed)


def test_a_point_that_is_allowed_in_error_is_told_with_the_clause_that_forbids_it() -> None:
    game = a_game("A1", "pass", width=2, height=1)
    (disagreement,) = disagreements_with(game, {Aspect.LEGAL: frozenset({"B1"})})
    assert disagreement.kind == ("legal", "allowed", "katago-v2/main/legal-superko")
    assert disagreement.disputed == (Move(2),)


def test_the_two_cleanup_phases_are_one_where_their_clauses_are_one() -> None:
    kinds = set()
    for passes in (2, 4):
        game = a_game(*["pass"] * passes, "A1", "B1", rules=PRESETS["japanese-like"], width=2, height=1)
        (disagreement,) = disagreements_with(game, {Aspect.BLOCKED: frozenset()})
        kinds.add(disagreement.kind)
    assert len(kinds) == 1


def test_a_refused_turn_is_told_with_what_the_engine_said() -> None:
    game = a_game("A1")
    disagreement = refusal(game, TurnRefused("B1", "illegal move"), game.rules)
    assert disagreement.turns == ("A1",)
    assert disagreement.about == {"B1"}
    assert disagreement.engine_said == "B1 is refused: illegal move"
    assert disagreement.breaks_off


def test_a_breakdown_is_told_with_the_turn_and_the_exchange() -> None:
    broke = EngineBroke(Breakage.HUNG, "No answer for 5 s.", ["> play B1"])
    disagreement = breakdown(a_game("A1"), broke, RULES, "B1")
    assert disagreement.turns == ("A1", "B1")
    assert disagreement.kind == ("answer", "hung")
    assert disagreement.exchange == ("> play B1",)


def test_the_game_that_shows_it_can_be_played_again() -> None:
    game = a_game("A1", "B1", "pass")
    (disagreement,) = disagreements_with(game, {Aspect.PLAYER: "B"})
    assert disagreement.game().position == game.position
    assert disagreement.size == (6, 3)
