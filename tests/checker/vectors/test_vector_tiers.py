"""The larger tiers: the hard shapes come out as players know them, presets are told apart, and none ever changes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.checker.vectors.shapes import (
    BOARDS,
    GAMES_EACH,
    PAIRS,
    RULES,
    SHAPES,
    rule_sets,
    vector_of_chance,
    vector_of_pair,
    vector_of_shape,
)
from superko.checker.vectors.tiers import merged, recipes
from superko.checker.vectors.vector import Expectations, Tier, Vector
from superko.interpreter.rule_names import parse_rules, rules_to_json
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from tests.checker.vectors.replaying import is_so
from tests.checker.vectors.vector_digests import digests, recorded
from tests.sampling import one_in

FEW_POINTS = 6
NEVER_TOLD_APART = [
    ("chinese-ogs-kgs", "aga-area"),
    ("chinese-ogs-kgs", "chinese-2002"),
    ("aga-area", "chinese-2002"),
    ("tromp-taylor", "tromp-taylor-ten"),
]
SIMPLE, POSITIONAL, SITUATIONAL = "chinese-like", "chinese-ogs-kgs", "aga-like"

JsonObject = dict[str, Any]


@cache
def expectations_of(shape: str) -> list[JsonObject]:
    return Expectations(vector_of_shape(shape)).as_json()


def steps(shape: str, rules: str) -> list[JsonObject]:
    """What some rules say of each turn of a shape."""
    named = rules_to_json(parse_rules(rules))
    matching: list[list[JsonObject]] = [
        expectation["steps"] for expectation in expectations_of(shape) if named in expectation["rules"]
    ]
    assert len(matching) == 1, "every rule set stands in one expectation"
    return matching[0]


def margin(shape: str, rules: str) -> float:
    result = steps(shape, rules)[-1]["result"]
    difference_: float = result["B"] - result["W"]
    return difference_


OWN_BOARDS_ONLY = {
    name
    for name, rules in PRESETS.items()
    if rules.deciding(Decision.REMEMBERED)
    and not any(clause.function(None) for clause in rules.deciding(Decision.REMEMBERED))
}


class TestShapes:
    @pytest.mark.parametrize("rules", PRESETS)
    def test_snapback_is_legal_under_every_preset(self, rules: str) -> None:
        assert steps("snapback", rules)[2]["board"] == "OO./..O/O.O"

    @pytest.mark.parametrize("rules", PRESETS)
    def test_a_ko_is_not_taken_back_at_once_but_later(self, rules: str) -> None:
        # What stood at the start of a game was not made by anybody's move.
        assert ("illegal" in steps("ko-at-once", rules)[1]) == (rules not in OWN_BOARDS_ONLY)
        assert steps("ko", rules)[3]["board"] == ".OX.O"

    def test_sending_two_returning_one_is_stopped_by_each_ko_rule_at_another_turn(self) -> None:
        name = "sending-two-returning-one"
        assert steps(name, POSITIONAL)[2:] == [{"illegal": "katago-v2/main/legal-superko"}]
        assert steps(name, SITUATIONAL)[4:] == [{"illegal": "katago-v2/main/legal-superko"}]
        assert steps(name, SIMPLE)[7]["clause"] == "katago-v2/main/end-repeated-pass"

    @pytest.mark.parametrize(("rules", "allowed"), [("tromp-taylor", True), ("new-zealand-like", True), ("aga", False)])
    def test_a_suicide_of_two_stones_depends_on_the_rules(self, rules: str, allowed: bool) -> None:
        first = steps("multi-stone-suicide", rules)[0]
        assert first.get("captures") == ({"B": 2, "W": 0} if allowed else None)

    @pytest.mark.parametrize("rules", PRESETS)
    def test_a_suicide_of_one_stone_repeats_the_opponents_board_at_most(self, rules: str) -> None:
        assert ("illegal" in steps("single-stone-suicide", rules)[0]) == (rules != "new-zealand")

    def test_a_triple_ko_ends_without_result_under_simple_ko_alone(self) -> None:
        assert steps("triple-ko", SIMPLE)[-1]["result"] == {"kind": "no-result"}
        assert len(steps("triple-ko", SIMPLE)) == 12
        for rules in (POSITIONAL, SITUATIONAL, "tromp-taylor-ten", "aga"):
            assert [*steps("triple-ko", rules)[5]] == ["illegal"]

    def test_a_double_ko_is_stopped_by_superko_and_by_a_repeated_pass(self) -> None:
        assert len(steps("double-ko", POSITIONAL)) == 5
        assert len(steps("double-ko", SITUATIONAL)) == 7
        assert steps("double-ko", SIMPLE)[-1]["clause"] == "katago-v2/main/end-repeated-pass"
        assert steps("double-ko-in-cleanup", "japanese-like")[-1] == {"illegal": "katago-v2/cleanup/legal-once"}

    def test_an_eye_in_seki_counts_only_without_tax(self) -> None:
        results = [steps("seki", rules)[-1]["result"]["B"] for rules in ("chinese-like", "stone-scoring")]
        assert results == [7, 6]

    def test_a_one_sided_dame_gains_nothing_in_the_second_cleanup_phase(self) -> None:
        assert margin("one-sided-dame", "japanese-like") == 0
        assert margin("one-sided-dame-in-play", "chinese-like") == 0

    def test_a_ko_in_cleanup_is_blocked_until_it_is_unblocked(self) -> None:
        assert steps("blocked", "japanese-like")[-1] == {"illegal": "katago-v2/cleanup/legal-unblocked"}
        assert [step["blocked"] for step in steps("unblock", "japanese-like")] == [["A1"], [], [], ["B1"], [], []]
        assert steps("blocked-until-next-phase", "japanese-like")[-1]["board"] == ".OX."

    def test_a_ko_in_cleanup_is_taken_once_with_each_coloring(self) -> None:
        assert steps("once-per-coloring", "japanese-like")[-1] == {"illegal": "katago-v2/cleanup/legal-once"}
        assert steps("once-per-coloring-anew", "japanese-like")[-1]["board"] == "X.X.O"

    def test_handicap_stones_are_worth_what_the_rules_say(self) -> None:
        presets = ("new-zealand-like", SITUATIONAL, SIMPLE)
        assert [steps("handicap", rules)[-1]["result"]["W"] for rules in presets] == [1, 2, 3]

    @pytest.mark.parametrize("name", SHAPES)
    def test_every_rule_set_says_something(self, name: str) -> None:
        named = [rules for expectation in expectations_of(name) for rules in expectation["rules"]]
        assert sorted(map(str, named)) == sorted(str(rules_to_json(rules)) for rules in rule_sets(SHAPES[name].start))
        assert all(expectation["steps"] for expectation in expectations_of(name))


class TestPartings:
    @pytest.mark.parametrize("pair", one_in(9, [(pair,) for pair in PAIRS if pair not in NEVER_TOLD_APART]))
    def test_two_presets_are_told_apart(self, pair: tuple[str, str]) -> None:
        vector = vector_of_pair(*pair)
        assert vector is not None
        told_apart = []
        for preset in pair:
            named = rules_to_json(PRESETS[preset])
            expectation = next(
                expectation for expectation in Expectations(vector).as_json() if named in expectation["rules"]
            )
            told_apart.append([without_clauses(answer) for answer in (expectation["start"], *expectation["steps"])])
        assert told_apart[0] != told_apart[1]

    @pytest.mark.parametrize("pair", one_in(4, [(pair,) for pair in NEVER_TOLD_APART]))
    def test_two_pairs_are_never_told_apart(self, pair: tuple[str, str]) -> None:
        assert pair in PAIRS
        assert vector_of_pair(*pair) is None


def without_clauses(answer: JsonObject) -> JsonObject:
    return {"illegal": True} if "illegal" in answer else {key: answer[key] for key in answer if key != "clause"}


class TestRandomGames:
    @given(st.sampled_from(RULES), st.sampled_from(BOARDS[:4]), st.integers(1, GAMES_EACH))
    def test_are_always_the_same(self, rules: str, grid: Grid, number: int) -> None:
        assert vector_of_chance(rules, grid, number) == vector_of_chance(rules, grid, number)

    @settings(max_examples=settings().max_examples // 5)
    @given(st.sampled_from(RULES), st.sampled_from(BOARDS[:3]), st.integers(1, GAMES_EACH))
    def test_are_played_to_their_end(self, rules: str, grid: Grid, number: int) -> None:
        vector = vector_of_chance(rules, grid, number).as_json()
        assert vector["expectations"][0]["steps"][-1]["phase"] == "over"
        assert is_so(vector)


class TestPermanence:
    @staticmethod
    def small() -> tuple[Vector, ...]:
        tiny = len(recipes(Tier.TINY))
        return merged(vector for recipe in recipes(Tier.SMALL)[tiny:] if (vector := recipe()) is not None)

    @pytest.mark.thorough
    def test_of_shapes_and_partings(self) -> None:
        known = recorded()
        again = {name: digest for vector in self.small() for name, digest in digests(vector).items()}
        assert again == {name: digest for name, digest in known.items() if "/random/" not in name}

    @pytest.mark.thorough
    def test_of_random_games_on_the_smallest_boards(self) -> None:
        known = recorded()
        for rules in RULES:
            for grid in BOARDS:
                if grid.width * grid.height <= FEW_POINTS:
                    assert digests(vector_of_chance(rules, grid, 1)).items() <= known.items()

    def test_of_every_id(self) -> None:
        names = {f"superko/vector/random/{r}/{g}/{n}" for r in RULES for g in BOARDS for n in range(1, GAMES_EACH + 1)}
        assert {name for name in recorded() if "/random/" in name} == names
