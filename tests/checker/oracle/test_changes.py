"""Declared deviations: what they make of rules, and which clauses they set aside."""

from __future__ import annotations

import pytest

from superko.checker.oracle.changes import DEVIATIONS, allowing_for, set_aside
from superko.checker.oracle.engine import Setting, played
from superko.checker.oracle.trial import Harness, following, trial
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play
from tests.checker.oracle.engines.reference import ReferenceEngine


def a_game(deviation: str, rules: str, board: str, turns: str) -> Game:
    width, height = map(int, board.split("x"))
    amended = allowing_for([deviation])(parse_rules(rules))
    return played(Setting(width, height, rules=parse_rules(rules)).game(amended), tuple(turns.split()))


def more_dies_than_the_stone_played(play: Play[int]) -> bool:
    """A move captures something, or more of its own than the stone just played."""
    return bool(play.captured) or play.self_captured != play.point


def legal(game: Game) -> set[str]:
    grid: Grid = game.grid
    return {turn_text(grid, turn) for turn in game.moves()}


@pytest.mark.parametrize("rules", ["tromp-taylor", "tromp-taylor-ten", "chinese-like", "aga"])
def test_without_suicide_no_move_empties_its_own_points(rules: str) -> None:
    assert "B1" not in legal(a_game("no-suicide", rules, "4x1", "A1 C1"))


def test_where_a_repetition_ends_the_game_it_is_allowed_and_ends_it() -> None:
    game = a_game("repeat-ends", "tromp-taylor", "2x1", "A1 B1 A1")
    assert game.over
    assert game.ended_by == "deviation/repeat-ends"


def test_with_simple_ko_only_longer_cycles_are_allowed() -> None:
    assert "A1" not in legal(a_game("simple-ko-only", "tromp-taylor", "2x1", "A1 B1"))
    assert "B1" in legal(a_game("simple-ko-only", "tromp-taylor", "2x1", "A1 pass"))


def test_without_ko_everything_is_allowed_that_repeats() -> None:
    assert "A1" in legal(a_game("no-ko", "tromp-taylor", "2x1", "A1 B1"))


def test_with_two_passes_only_nothing_else_ends_a_phase() -> None:
    assert a_game("no-ko", "chinese-like", "3x1", "B1 pass C1 A1 B1 pass").over
    assert not a_game("two-passes-only", "chinese-like", "3x1", "B1 pass C1 A1 B1 pass").over
    assert a_game("two-passes-only", "chinese-like", "2x1", "pass pass").over


@pytest.mark.parametrize(
    "rules", ["chinese-like", "tromp-taylor", "tromp-taylor-ten", "aga", "tromp-taylor,hasButton=yes"]
)
def test_with_two_passes_only_two_passes_end_the_game_whatever_their_clause_is_called(rules: str) -> None:
    assert a_game("two-passes-only", rules, "2x1", "pass B1 pass pass").over


@pytest.mark.parametrize(
    ("rules", "aside"),
    [("tromp-taylor", ("katago-v2/move/no-null-change",)), ("tromp-taylor-ten", ()), ("aga", ())],
)
def test_where_null_moves_are_allowed_other_suicide_stays_as_it_is(rules: str, aside: tuple[str, ...]) -> None:
    assert set_aside(PRESETS[rules], allowing_for(["null-moves"])(PRESETS[rules])) == aside


def test_a_clause_that_an_author_adds_against_null_moves_is_set_aside_too() -> None:
    """Given a rule against dying alone by another name, when null moves are allowed, then that clause goes."""
    nothing_dies_alone = make_clause(more_dies_than_the_stone_played, "author/alone", decides=Decision.PSEUDOLEGAL)
    rules = PRESETS["tromp-taylor"].dropping("katago-v2/move/no-null-change").adding(nothing_dies_alone)
    assert nothing_dies_alone not in allowing_for(["null-moves"])(rules).in_force


def test_without_no_result_games_go_on() -> None:
    rules = allowing_for(["never-no-result"])(PRESETS["chinese-like"])
    assert "katago-v2/main/no-result" in set_aside(PRESETS["chinese-like"], rules)


@pytest.mark.parametrize("name", DEVIATIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_deviation_leaves_rules_that_can_be_played(name: str, preset: str) -> None:
    rules = allowing_for([name])(PRESETS[preset])
    assert Game(rules, 2).turns()
    assert set_aside(PRESETS[preset], rules) or rules == PRESETS[preset]


def test_who_declares_nothing_has_nothing_set_aside() -> None:
    assert set_aside(PRESETS["aga"], allowing_for([])(PRESETS["aga"])) == ()


def test_several_deviations_are_allowed_for_together() -> None:
    rules = allowing_for(["no-suicide", "no-ko"])(PRESETS["tromp-taylor"])
    clauses = set_aside(PRESETS["tromp-taylor"], rules)
    assert {"katago-v2/move/suicide-ban", "katago-v2/main/legal-superko"} <= set(clauses)


def test_an_engine_that_is_allowed_to_deviate_but_does_not_disagrees() -> None:
    harness = Harness(ReferenceEngine)
    harness.introduction()
    unamended = PRESETS["tromp-taylor"]
    rules = allowing_for(["no-suicide"])(unamended)
    setting = Setting(4, 1, rules=unamended)
    assert next(trial(harness, setting, rules, following(["A1", "C1"], setting)), None) is not None


def test_an_unknown_deviation_is_told_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match='no deviation "wombat"; choose no-suicide, '):
        allowing_for(["wombat"])


class CutsOff(ReferenceEngine):
    """It cuts games off after four turns."""

    def rules_played(self, rules: Rules) -> Rules:
        """The rules with the cap."""
        return allowing_for(["length-cap=4"])(rules)


@pytest.mark.parametrize(("allowed", "differs"), [((), True), (("length-cap=4",), False), (("length-cap=5",), True)])
def test_a_cap_on_the_length_of_games_is_told_apart_from_a_violation(allowed: tuple[str, ...], differs: bool) -> None:
    harness = Harness(CutsOff)
    harness.introduction()
    unamended = PRESETS["tromp-taylor"]
    setting = Setting(3, 3, rules=unamended)
    turns = following(["A1", "B1", "C1", "A2", "B2"], setting)
    assert (next(trial(harness, setting, allowing_for(allowed)(unamended), turns), None) is not None) is differs


def test_a_cap_needs_a_number_of_turns() -> None:
    with pytest.raises(ValueError, match="length-cap=TURNS"):
        allowing_for(["length-cap=soon"])


def test_an_engine_may_declare_that_it_follows_another_reading() -> None:
    unamended = parse_rules("japanese-like")
    amended = allowing_for(["reading/engine-always-pass-alive=engine"])(unamended)
    assert amended.parameter("reading/engine-always-pass-alive") == "engine"
    assert "katago-v2/territory/remove-pass-dead" in set_aside(unamended, amended)


def test_a_reading_that_has_no_such_answer_is_no_deviation() -> None:
    with pytest.raises(ValueError, match="reading/ilr-own-stone is one of own-stone, literal"):
        allowing_for(["reading/ilr-own-stone=yes"])
