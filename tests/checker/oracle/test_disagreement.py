"""Where an engine and the rules differ: each way of differing once, and what follows from another left out."""

from __future__ import annotations

from collections.abc import Mapping

from superko.checker.oracle.disagreement import Disagreement, breakdown, disagreements, refusal
from superko.checker.oracle.engine import (
    Aspect,
    Breakage,
    EngineBroke,
    Setting,
    TurnRefused,
    Value,
    observation,
    played,
)
from superko.interpreter.game import Game
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move

RULES = PRESETS["tromp-taylor"]


def a_game(*turns: str, rules: Rules = RULES, width: int = 3, height: int = 2) -> Game:
    return played(Setting(width, height, rules=rules).game(), turns)


def told(game: Game, instead: Mapping[Aspect, Value]) -> list[Disagreement]:
    expected = observation(game)
    return list(disagreements(game, {**expected, **instead}, expected, game.rules))


def test_who_says_the_same_does_not_differ() -> None:
    assert told(a_game("A1", "pass"), {}) == []


def test_what_follows_from_a_wrong_board_is_not_told() -> None:
    found = told(a_game("A1"), {Aspect.BOARD: ".../...", Aspect.PLAYER: "B", Aspect.LEGAL: frozenset()})
    assert [one.aspect for one in found] == [Aspect.BOARD]
    assert found[0].breaks_off
    assert (found[0].engine_said, found[0].spec_says) == (".../...", ".../X..")


def test_once_the_game_is_over_for_one_only_that_is_told() -> None:
    found = told(a_game("pass", "pass"), {Aspect.OVER: False, Aspect.WINNER: "B"})
    assert [one.aspect for one in found] == [Aspect.OVER]


def test_points_that_are_wrong_for_different_reasons_are_told_apart() -> None:
    # Black has taken B2 and B1, and White A1; C1 and A1 are what remains to be argued about.
    game = a_game("B2", "A2", "B1", "C1", "A1", "pass")
    legal = observation(game)[Aspect.LEGAL]
    assert isinstance(legal, frozenset)
    assert "C2" in legal
    found = told(game, {Aspect.LEGAL: legal - {"C2"} | {"B2"}})
    assert {(one.kind[1], one.about) for one in found} == {
        ("allowed", frozenset({"B2"})),
        ("forbidden", frozenset({"C2"})),
    }
    assert not any(one.breaks_off for one in found)


def test_a_point_that_is_allowed_in_error_is_told_with_the_clause_that_forbids_it() -> None:
    game = a_game("A1", "pass", width=2, height=1)
    (found,) = told(game, {Aspect.LEGAL: frozenset({"B1"})})
    assert found.kind == ("legal", "allowed", "katago-v2/main/legal-superko")
    assert found.disputed == (Move(2),)


def test_the_two_cleanup_phases_are_one_where_their_clauses_are_one() -> None:
    kinds = set()
    for passes in (2, 4):
        game = a_game(*["pass"] * passes, "A1", "B1", rules=PRESETS["japanese-like"], width=2, height=1)
        (found,) = told(game, {Aspect.BLOCKED: frozenset()})
        kinds.add(found.kind)
    assert len(kinds) == 1


def test_a_refused_turn_is_told_with_what_the_engine_said() -> None:
    game = a_game("A1")
    found = refusal(game, TurnRefused("B1", "illegal move"), game.rules)
    assert found.turns == ("A1",)
    assert found.about == {"B1"}
    assert found.engine_said == "B1 is refused: illegal move"
    assert found.breaks_off


def test_a_breakdown_is_told_with_the_turn_and_the_exchange() -> None:
    broke = EngineBroke(Breakage.HUNG, "No answer for 5 s.", ["> play B1"])
    found = breakdown(a_game("A1"), broke, RULES, "B1")
    assert found.turns == ("A1", "B1")
    assert found.kind == ("answer", "hung")
    assert found.exchange == ("> play B1",)


def test_the_game_that_shows_it_can_be_played_again() -> None:
    game = a_game("A1", "B1", "pass")
    (found,) = told(game, {Aspect.PLAYER: "B"})
    assert found.game().position == game.position
    assert found.size == (6, 3)
