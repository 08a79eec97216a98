"""Which rules an engine is judged by, and which clauses had a say in what it agreed in."""

from __future__ import annotations

import json
from functools import reduce
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.coverage import (
    KEYS_OF_EVERY_GAME,
    Judged,
    acting,
    clauses_counted,
    covering,
    field_of,
    not_tried,
    rules_offered,
    values_of,
)
from superko.checker.oracle.engine import (
    ASKED_AFTER_THE_END,
    EVERYTHING,
    Aspect,
    Introduction,
    Observation,
    Setting,
    differing,
    observation,
)
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules, rules_to_json
from superko.interpreter.story import Start
from superko.spec.algebra import Color
from superko.spec.documents import DOCUMENTS
from superko.spec.guard import word
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase
from superko.spec.written import written_rules
from tests.checker.played_games import random_games

from .engines.reference import EVERYTHING_TOLD

KATAGO_V2 = DOCUMENTS["katago-v2"].presets

SILENT = Introduction("says nothing", "", EVERYTHING)


def choices(rules: Rules, keys: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(key, word(rules.parameter(field_of(key)))) for key in keys]


def pairs_met(rule_sets: list[Rules], keys: tuple[str, ...]) -> set[frozenset[tuple[str, str]]]:
    return {frozenset(pair) for rules in rule_sets for pair in combinations(choices(rules, keys), 2)}


def every_pair(keys: tuple[str, ...]) -> set[frozenset[tuple[str, str]]]:
    return {
        frozenset({(key, value), (other, others)})
        for key, other in combinations(keys, 2)
        for value, others in product(values_of(key), values_of(other))
    }


def test_every_two_choices_are_met_together() -> None:
    for keys in (KEYS_OF_EVERY_GAME, EVERYTHING_TOLD):
        rule_sets = [
            *KATAGO_V2.values(),
            *map(parse_rules, covering(list(KATAGO_V2.values()), keys)),
        ]
        assert pairs_met(rule_sets, keys) == every_pair(keys)


def test_presets_alone_leave_the_button_out() -> None:
    missing = every_pair(KEYS_OF_EVERY_GAME) - pairs_met(list(KATAGO_V2.values()), KEYS_OF_EVERY_GAME)
    assert any(("hasButton", "yes") in pair for pair in missing)
    assert len(covering(list(KATAGO_V2.values()))) < 10


def test_an_engine_that_says_nothing_is_offered_every_rule_set() -> None:
    offered = rules_offered(SILENT)
    assert offered[: len(PRESETS)] == tuple(PRESETS)
    assert any("hasButton=yes" in name for name in offered)


def test_an_engine_that_names_its_rules_is_offered_no_others() -> None:
    assert rules_offered(Introduction("some", "", EVERYTHING, ("tromp-taylor",))) == ("tromp-taylor",)


def test_an_engine_that_can_be_told_parameters_is_offered_the_button_too() -> None:
    offered = rules_offered(Introduction("some", "", EVERYTHING, ("tromp-taylor",), parameters=("ko", "hasButton")))
    assert offered[0] == "tromp-taylor"
    assert {parse_rules(name).button for name in offered} == {True, False}


def test_an_engine_that_can_be_told_any_komi_is_offered_some() -> None:
    offered = rules_offered(Introduction("some", "", EVERYTHING, ("tromp-taylor",), parameters=("komi", "ko")))
    assert {parse_rules(name).komi for name in offered} == {0, 6.5}


def test_an_engine_that_hears_no_rules_is_taken_to_play_by_one_rule_set() -> None:
    assert rules_offered(Introduction("some", "", EVERYTHING, hears_rules=False)) == ("tromp-taylor",)


def test_rules_are_written_as_the_nearest_preset_with_what_is_changed() -> None:
    assert written_rules(parse_rules("japanese-like,komi=6.5")) == "japanese-like,komi=6.5"
    for text in (*PRESETS, "aga,komi=7.5", "tromp-taylor,reading/ilr-own-stone=literal,hasButton=yes"):
        assert parse_rules(written_rules(parse_rules(text))) == parse_rules(text)


def test_it_is_said_what_was_not_tried() -> None:
    introduction = Introduction("some", "", EVERYTHING, ("tromp-taylor", "japanese-like"))
    rule_sets = (PRESETS["tromp-taylor"], PRESETS["aga"])
    tried = [Judged("", rules, rules, turns=turns) for rules, turns in zip(rule_sets, (9, 0), strict=True)]
    assert not_tried(introduction, tried)[0] == "japanese-like"
    assert {"hasButton=yes", "tax=ALL", "scoring=TERRITORY"} < set(not_tried(introduction, tried))


def test_rules_in_other_words_were_tried_and_what_was_not_is_named_shortly() -> None:
    spelled_out = [json.dumps(rules_to_json(PRESETS[name])) for name in ("new-zealand-like", "aga-like")]
    tried = [Judged("new-zealand-like", PRESETS["new-zealand-like"], PRESETS["new-zealand-like"], turns=9)]
    names = not_tried(Introduction("some", "", EVERYTHING, tuple(spelled_out)), tried)
    assert (names[0], "new-zealand-like" in names) == ("aga-like", False)


def acting_after(rules: str, board: str, turns: str) -> set[str]:
    width, height = map(int, board.split("x"))
    rule_set = parse_rules(rules)
    game = Setting(width, height, rules=rule_set).game().play(*turns.split())
    return {name.partition("/")[2] for name in acting(game, game.turns(), EVERYTHING)}


def test_a_clause_that_forbids_to_play_on_stones_has_a_say_as_soon_as_there_are_any() -> None:
    assert "move/pseudolegal#empty" not in acting_after("tromp-taylor", "3x1", "")
    assert "move/pseudolegal#empty" in acting_after("tromp-taylor", "3x1", "A1")


def test_komi_has_a_say_where_there_is_any_and_is_not_counted_where_there_is_none() -> None:
    assert "area/komi" in acting_after("tromp-taylor,komi=7.5", "1x1", "pass pass")
    for name, komi in (("tromp-taylor", "katago-v2/area/komi"), ("aga", "aga/12-count-territory#compensation")):
        without, with_some = (clauses_counted(parse_rules(f"{name},komi={komi}")) for komi in (0, 7.5))
        assert {*with_some} - {*without} == {komi}


def test_a_clause_on_marks_has_a_say_on_the_turn_that_it_changes_some() -> None:
    taken = "pass pass A1 B1"
    assert {"cleanup/mark", "cleanup/unmark"} & acting_after("japanese-like", "2x1", taken) == {"cleanup/mark"}
    assert not {"cleanup/mark", "cleanup/unmark"} & acting_after("japanese-like", "2x1", f"{taken} pass")


# Aspects: what the rules say of a game, and in what two observations differ.


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
    assert Setting.from_start(Start.of(game.play("pass")), rules) == setting
