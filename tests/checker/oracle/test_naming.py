"""Naming: the clause that a reader of the rules would name, and few and short changes that would explain it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.oracle.changes import DEVIATIONS, allowing_for, set_aside
from superko.checker.oracle.engine import Aspect, Introduction, Setting, TurnRefused, Value, observation
from superko.checker.oracle.naming import can_be_played, makes_mistake, naming
from superko.checker.oracle.trial import Disagreement, Harness, disagreements, following, refusal, trial, why
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn, turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.vocabulary import Play
from tests.checker.oracle.engines.reference import ReferenceEngine


def found_where(rules: str, board: str, turns: str, aspect: Aspect, said: Value) -> Disagreement:
    width, height = map(int, board.split("x"))
    setting = Setting(width, height, rules=parse_rules(rules))
    game = setting.game().play(*(turn for turn in turns.split(", ") if turn))
    expected = observation(game)
    (disagreement,) = disagreements(game, {**expected, aspect: said}, expected, setting.rules)
    return disagreement


@pytest.mark.parametrize(
    ("rules", "board", "turns", "aspect", "said", "clause", "as_if"),
    [
        (
            "tromp-taylor",
            "2x1",
            "A1, B1",
            Aspect.LEGAL,
            frozenset({"A1"}),
            "katago-v2/main/legal-superko",
            ("without katago-v2/main/legal-superko",),
        ),
        (
            "tromp-taylor",
            "4x1",
            "A1, C1",
            Aspect.LEGAL,
            frozenset(),
            "katago-v2/move/suicide-ban",
            ("suicide=no",),
        ),
        (
            "chinese-ogs-kgs",
            "4x1",
            "A1, C1",
            Aspect.LEGAL,
            frozenset({"B1"}),
            "katago-v2/move/suicide-ban",
            ("without katago-v2/move/suicide-ban", "suicide=yes"),
        ),
        (
            "tromp-taylor",
            "1x1",
            "pass, pass",
            Aspect.OVER,
            False,
            "katago-v2/main/end-two-passes",
            ("without katago-v2/main/end-two-passes", "hasButton=yes", "scoring=TERRITORY"),
        ),
        ("tromp-taylor", "2x1", "A1", Aspect.BOARD, "XX", "katago-v2/move/pseudolegal", ()),
        ("tromp-taylor", "2x1", "", Aspect.PLAYER, "W", "katago-v2/main/start", ()),
        ("tromp-taylor", "2x1", "pass", Aspect.PLAYER, "B", "katago-v2/main/pass", ()),
        ("tromp-taylor", "1x1", "pass, pass", Aspect.WINNER, "W", "katago-v2/area/winner", ()),
        (
            "tromp-taylor,komi=7.5",
            "1x1",
            "pass, pass",
            Aspect.SCORES,
            (7.5, 0.0),
            "katago-v2/area/komi",
            ("with katago-v2/area/komi given to the other player",),
        ),
        (
            "tromp-taylor,komi=7.5",
            "1x1",
            "pass, pass",
            Aspect.SCORES,
            (0.0, 0.0),
            "katago-v2/area/komi",
            ("without katago-v2/area/komi",),
        ),
        ("chinese-ogs-kgs", "1x1", "pass, pass", Aspect.SCORES, (1.0, 2.0), "katago-v2/area/score-none", ()),
        ("japanese-like", "1x1", "pass, pass", Aspect.PLAYER, "W", "katago-v2/main/then-cleanup", ()),
        ("japanese-like", "1x1", "pass, pass", Aspect.PHASE, "main", "katago-v2/main/end-two-passes", None),
        (
            "japanese-like",
            "2x1",
            "pass, pass, A1, B1",
            Aspect.BLOCKED,
            frozenset(),
            "katago-v2/cleanup/mark",
            ("without katago-v2/cleanup/mark",),
        ),
        (
            "japanese-like",
            "2x1",
            "pass, pass, A1, B1, unblock B1",
            Aspect.BLOCKED,
            frozenset({"B1"}),
            "katago-v2/cleanup/unblock",
            (),
        ),
        ("aga", "1x1", "pass", Aspect.CAPTURES, (0, 0), "aga/7-pass", ("without aga/7-pass#stone",)),
    ],
)
def test_the_clause_and_the_changes_are_those_that_a_reader_would_name(
    rules: str, board: str, turns: str, aspect: Aspect, said: Value, clause: str, as_if: tuple[str, ...] | None
) -> None:
    clauses, explaining = naming(found_where(rules, board, turns, aspect, said))
    assert clauses[0] == clause
    if as_if is not None:
        assert set(explaining) == set(as_if)


def test_a_change_that_alters_what_was_agreed_on_explains_nothing() -> None:
    # With the button the first pass would not have counted, but the engine said that it did.
    disagreement = found_where("tromp-taylor", "2x1", "A1, pass", Aspect.LEGAL, frozenset({"B1"}))
    assert "hasButton=yes" not in naming(disagreement)[1]
    assert "ko=SITUATIONAL" in naming(disagreement)[1]


FIXED = Introduction("gnugo", "", frozenset({Aspect.LEGAL}), hears_rules=False)


@pytest.mark.parametrize(
    ("words", "plays", "can_be"),
    [
        ("hasButton=yes", FIXED, False),
        ("hasButton=yes", replace(FIXED, rules=("tromp-taylor",), hears_rules=True), False),
        ("hasButton=yes", replace(FIXED, rules=("tromp-taylor", "tromp-taylor,hasButton=yes")), True),
        ("hasButton=yes", replace(FIXED, parameters=("hasButton",)), True),
        ("hasButton=yes", replace(FIXED, hears_rules=True), True),
        ("ko=SIMPLE", FIXED, True),
        ("ko=SITUATIONAL", FIXED, True),
        ("without katago-v2/main/legal-superko", FIXED, True),
    ],
)
def test_no_value_explains_an_engine_that_can_not_be_told_it_and_that_would_show_it_only_by_the_way(
    words: str, plays: Introduction, can_be: bool
) -> None:
    """GNU Go's superko does not see suicide; with a button, what stands after a pass is no state that stood before."""
    disagreement = found_where("tromp-taylor", "2x2", "A2, pass, B2, pass, A1, pass", Aspect.LEGAL, frozenset({"B1"}))
    disagreement = replace(disagreement, compared=frozenset({Aspect.BOARD, Aspect.LEGAL}))
    assert "hasButton=yes" in naming(disagreement)[1]
    assert can_be_played(words, disagreement, plays) is can_be


def test_a_mistake_in_a_term_shows_where_it_changes_the_scores() -> None:
    game = Setting(2, 1, rules=parse_rules("komi=6.5")).game().play("pass", "pass")
    twice, other = "with katago-v2/area/komi counted twice", "with katago-v2/area/score-none#stones counted twice"
    assert [makes_mistake(words, game, Aspect.MARGIN) for words in (twice, other)] == [True, False]
    assert not makes_mistake(twice, Setting(2, 1, rules=parse_rules("komi=6.5")).game(), Aspect.SCORES)


def test_a_refused_move_that_only_adds_a_stone_goes_against_the_clause_on_repetition() -> None:
    setting = Setting(3, 1, rules=parse_rules("ko=SITUATIONAL,suicide=no"))
    game = setting.game().play("A1", "C1", "B1", "C1")
    assert naming(refusal(game, TurnRefused("A1", "superko"), setting.rules))[0][0] in (
        "katago-v2/main/legal-superko",
        "katago-v2/main/state",
    )
    assert why(game, parse_turn(game.grid, "A1")) == (
        "A1 is legal: it makes the board after turn 2 stand again, where it was Black's turn and not White's."
    )


def test_a_move_that_is_refused_though_the_coloring_stood_before_goes_against_the_clause_on_repetition() -> None:
    setting = Setting(3, 1, rules=parse_rules("chinese-like"))
    game = setting.game().play("C1", "B1", "pass", "A1")
    disagreement = refusal(game, TurnRefused("C1", "ko"), setting.rules)
    assert naming(disagreement)[0] == ("katago-v2/main/legal-simple-ko",)


def test_rules_by_which_the_game_was_over_before_explain_no_early_end() -> None:
    # By the clause on pass-alive groups, which is not in force here, it would have been over after the first turn.
    disagreement = found_where("tromp-taylor", "3x1", "A1, B1, pass, A1, C1, A1, pass", Aspect.OVER, True)
    assert naming(disagreement)[0] == ("katago-v2/main/end-two-passes",)


def test_a_clause_is_not_named_for_a_change_that_is_left_out() -> None:
    disagreement = found_where("chinese-ogs-kgs", "1x1", "pass, pass", Aspect.OVER, False)
    first = next(iter(naming(disagreement)[1]))
    assert first not in naming(disagreement, lambda words: words == first)[1]


def test_other_rules_explain_no_end_if_by_them_it_would_be_another_phase() -> None:
    game = Setting(1, 1, rules=parse_rules("tromp-taylor")).game().play("pass", "pass")
    expected = observation(game)
    said = {**expected, Aspect.OVER: False, Aspect.PHASE: "main"}
    (disagreement,) = disagreements(game, said, expected, game.rules)
    assert naming(disagreement)[0] == ("katago-v2/main/end-two-passes",)
    assert not any("scoring=TERRITORY" in words for words in naming(disagreement)[1])


def test_a_breakdown_goes_against_no_clause() -> None:
    setting = Setting(2, 1, rules=parse_rules("aga"))
    silent = Disagreement(setting, setting.rules, (), Aspect.ANSWER, "It ended.", "an answer", ("answer", "crashed"))
    assert naming(silent)[0] == ()


# Declared deviations: what they make of rules, and which clauses they set aside.


def a_game(deviation: str, rules: str, board: str, turns: str) -> Game:
    width, height = map(int, board.split("x"))
    amended = allowing_for([deviation])(parse_rules(rules))
    return Setting(width, height, rules=parse_rules(rules)).game(amended).play(*turns.split())


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


@pytest.mark.parametrize(("allowed", "differs"), [((), True), (("length-cap=4",), False), (("length-cap=5",), True)])
def test_a_cap_on_the_length_of_games_is_told_apart_from_a_violation(allowed: tuple[str, ...], differs: bool) -> None:
    harness = Harness(lambda: ReferenceEngine(allowing_for(["length-cap=4"])))
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
