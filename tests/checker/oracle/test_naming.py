"""Naming: the clause that a reader of the rules would name, and few and short changes that would explain it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.oracle.disagreement import Disagreement, disagreements, refusal, why
from superko.checker.oracle.engine import Aspect, Introduction, Setting, TurnRefused, Value, observation, played
from superko.checker.oracle.naming import Naming, can_be_played, makes_mistake, naming
from superko.interpreter.notation import parse_turn
from superko.interpreter.rule_names import parse_rules


def found_where(rules: str, board: str, turns: str, aspect: Aspect, said: Value) -> Disagreement:
    width, height = map(int, board.split("x"))
    setting = Setting(width, height, rules=parse_rules(rules))
    game = played(setting.game(), tuple(turn for turn in turns.split(", ") if turn))
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
    named = naming(found_where(rules, board, turns, aspect, said))
    assert named.clauses[0] == clause
    if as_if is not None:
        assert set(named.as_if) == set(as_if)


def test_a_change_that_alters_what_was_agreed_on_explains_nothing() -> None:
    # With the button the first pass would not have counted, but the engine said that it did.
    disagreement = found_where("tromp-taylor", "2x1", "A1, pass", Aspect.LEGAL, frozenset({"B1"}))
    assert "hasButton=yes" not in naming(disagreement).as_if
    assert "ko=SITUATIONAL" in naming(disagreement).as_if


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
    assert "hasButton=yes" in naming(disagreement).as_if
    assert can_be_played(words, disagreement, plays) is can_be


def test_a_mistake_in_a_term_shows_where_it_changes_the_scores() -> None:
    game = Setting(2, 1, rules=parse_rules("komi=6.5")).game().play("pass", "pass")
    twice, other = "with katago-v2/area/komi counted twice", "with katago-v2/area/score-none#stones counted twice"
    assert [makes_mistake(words, game, Aspect.MARGIN) for words in (twice, other)] == [True, False]
    assert not makes_mistake(twice, Setting(2, 1, rules=parse_rules("komi=6.5")).game(), Aspect.SCORES)


def test_a_refused_move_that_only_adds_a_stone_goes_against_the_clause_on_repetition() -> None:
    setting = Setting(3, 1, rules=parse_rules("ko=SITUATIONAL,suicide=no"))
    game = played(setting.game(), ("A1", "C1", "B1", "C1"))
    assert naming(refusal(game, TurnRefused("A1", "superko"), setting.rules)).clauses[0] in (
        "katago-v2/main/legal-superko",
        "katago-v2/main/state",
    )
    assert why(game, parse_turn(game.grid, "A1")) == (
        "A1 is legal: it makes the board after turn 2 stand again, where it was Black's turn and not White's."
    )


def test_a_move_that_is_refused_though_the_coloring_stood_before_goes_against_the_clause_on_repetition() -> None:
    setting = Setting(3, 1, rules=parse_rules("chinese-like"))
    game = played(setting.game(), ("C1", "B1", "pass", "A1"))
    disagreement = refusal(game, TurnRefused("C1", "ko"), setting.rules)
    assert naming(disagreement).clauses == ("katago-v2/main/legal-simple-ko",)


@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese-ogs-kgs"])
def test_a_pass_that_is_refused_goes_against_the_clause_by_which_it_is_a_turn(rules: str) -> None:
    setting = Setting(2, 1, rules=parse_rules(rules))
    disagreement = refusal(played(setting.game(), ("pass", "A1")), TurnRefused("pass", "I never pass"), setting.rules)
    assert naming(disagreement) == Naming(("katago-v2/main/start",))


def test_rules_by_which_the_game_was_over_before_explain_no_early_end() -> None:
    # By the clause on pass-alive groups, which is not in force here, it would have been over after the first turn.
    disagreement = found_where("tromp-taylor", "3x1", "A1, B1, pass, A1, C1, A1, pass", Aspect.OVER, True)
    assert naming(disagreement).clauses == ("katago-v2/main/end-two-passes",)


def test_a_clause_is_not_named_for_a_change_that_is_left_out() -> None:
    disagreement = found_where("chinese-ogs-kgs", "1x1", "pass, pass", Aspect.OVER, False)
    explaining = naming(disagreement).as_if
    assert explaining
    assert not set(naming(disagreement, lambda words: words == explaining[0]).as_if) & {explaining[0]}


def test_other_rules_explain_no_end_if_by_them_it_would_be_another_phase() -> None:
    game = played(Setting(1, 1, rules=parse_rules("tromp-taylor")).game(), ("pass", "pass"))
    expected = observation(game)
    said = {**expected, Aspect.OVER: False, Aspect.PHASE: "main"}
    (disagreement,) = disagreements(game, said, expected, game.rules)
    assert naming(disagreement).clauses == ("katago-v2/main/end-two-passes",)
    assert not any("scoring=TERRITORY" in words for words in naming(disagreement).as_if)


def test_a_breakdown_goes_against_no_clause() -> None:
    setting = Setting(2, 1, rules=parse_rules("aga"))
    silent = Disagreement(setting, setting.rules, (), Aspect.ANSWER, "It ended.", "an answer", ("answer", "crashed"))
    assert naming(silent).clauses == ()
