"""States of the referee's protocol: every field is read as the protocol has it, and refused otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.engine import Aspect, observation
from superko.checker.oracle.engines.json_lines import observation_in
from superko.interpreter.game import Game
from superko.interpreter.referee import state_report
from superko.spec.algebra import Grid

from ..played_games import any_rules, random_games

pytestmark = pytest.mark.every_case

STATE: dict[str, Any] = {
    "board": "X./O.",
    "player": "B",
    "phase": "main",
    "legal": ["B2", "B1"],
    "unblock": [],
    "blocked": ["A1"],
    "passEndsPhase": True,
    "captures": {"B": 0, "W": 2},
    "result": None,
}
SCORE = {"kind": "score", "B": 7, "W": 6.5, "winner": "B"}
WRONG: Mapping[str, Sequence[object]] = {
    "board": [None, 7, "", "X.", "X./O.X", "X./O./..", "X./Ox", "X./O/", ["X.", "O."]],
    "player": [None, "black", "b", 1],
    "phase": [None, "cleanup", "cleanup3", 0],
    "legal": [None, "B1", ["C1"], ["B0"], ["pass"], ["B1", "B1"], ["b1", "B1"], [["B1"]], {"B1": True}],
    "unblock": [None, "A1", ["A3"]],
    "blocked": [None, ["I1"]],
    "passEndsPhase": [None, 1, "yes"],
    "captures": [None, 3, [0, 0], {"B": 0}, {"B": 0, "W": "1"}, {"B": True, "W": 0}, {"B": 0, "W": 0, "X": 0}],
    "result": [
        7,
        "B+3",
        {**SCORE, "kind": "resignation"},
        {**SCORE, "winner": "b"},
        {**SCORE, "B": "7"},
        {**SCORE, "W": False},
    ],
}
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*STATE, *SCORE]), inner, max_size=4),
    max_leaves=8,
)


@given(random_games(any_rules()))
def test_what_the_referee_says_is_read_as_what_the_rules_say(games: list[Game]) -> None:
    for game in games:
        said = observation_in(state_report(game), game.grid)
        expected = {aspect: value for aspect, value in observation(game).items() if value is not None}
        assert said == expected


@pytest.mark.parametrize("name", sorted(STATE.keys() - {"phase", "result"}))
def test_a_field_that_is_missing_says_nothing(name: str) -> None:
    said = observation_in({field: value for field, value in STATE.items() if field != name}, Grid(2, 2))
    assert [aspect.value for aspect in set(observation_in(STATE, Grid(2, 2))) - set(said)] == [name]


def test_only_a_phase_or_a_result_says_whether_the_game_is_over() -> None:
    assert observation_in({"board": "X./O."}, Grid(2, 2)) == {Aspect.BOARD: "X./O."}
    assert observation_in({"phase": "over"}, Grid(2, 2)) == {Aspect.OVER: True}
    assert observation_in({"result": None}, Grid(2, 2)) == {Aspect.OVER: False}
    assert observation_in({"result": {}}, Grid(2, 2)) == {Aspect.OVER: True}


def test_after_the_end_legal_turns_and_the_player_are_not_spoken_of() -> None:
    said = observation_in({**STATE, "result": SCORE}, Grid(2, 2))
    assert said == {
        Aspect.OVER: True,
        Aspect.BOARD: "X./O.",
        Aspect.CAPTURES: (0, 2),
        Aspect.ENDING: "score",
        Aspect.WINNER: "B",
        Aspect.MARGIN: 0.5,
        Aspect.SCORES: (7, 6.5),
    }


def test_a_result_may_say_only_a_part() -> None:
    said = observation_in({"result": {"winner": "draw"}}, Grid(2, 2))
    assert said == {Aspect.OVER: True, Aspect.WINNER: "draw"}


def test_small_letters_name_the_same_points() -> None:
    assert observation_in({"legal": ["b2", "A1"]}, Grid(2, 2))[Aspect.LEGAL] == frozenset({"B2", "A1"})


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, choices in WRONG.items() for value in choices])
def test_a_field_of_another_shape_is_refused_by_a_sentence(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+\.$"):
        observation_in({**STATE, name: value}, Grid(2, 2))


@given(values)
def test_whatever_is_sent_is_read_or_refused(state: object) -> None:
    with suppress(ValueError):
        said = observation_in(state, Grid(2, 2))
        assert all(isinstance(aspect, Aspect) for aspect in said)
