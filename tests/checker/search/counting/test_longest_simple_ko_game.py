"""The longest games under simple ko: as long as all games that the interpreter plays, and noticed where rules break."""

from __future__ import annotations

from functools import reduce

import pytest

from superko.checker.claims.facts.games import longest_simple_ko_game
from superko.checker.counting.longest_simple_ko_game import by_touring, by_walking, long_game, simple_ko_games
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.machine import Model
from superko.checker.play.comparison import Lockstep
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Record

from ....sampling import sample

AMENDED = "The clause says something else."
SIMPLE_KO = "katago-v2/main/legal-simple-ko"
REPEATED_PASS = "katago-v2/main/end-repeated-pass"
NO_RESULT = "katago-v2/main/no-result"


def more_often_without_black_stones(record: Record) -> bool:
    return bool(record.since_pass.times(record.state) >= (3 if record.position.coloring.black else 4))


def turns_of_the_longest(rules: Rules, grid: Grid) -> int:
    """How many turns it takes until all games are over, played by the interpreter."""
    games = Lockstep(Model.each((rules,), grid))
    lines, turns = [games.start], 0
    while lines := games.longer(lines):
        turns += 1
    return turns


@pytest.mark.clauses(REPEATED_PASS, NO_RESULT)
@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(2, 1)], ids=str)
def test_the_longest_game_lasts_until_all_games_that_the_interpreter_plays_are_over(grid: Grid, suicide: bool) -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=suicide)
    assert long_game(rules, grid).at_most == turns_of_the_longest(rules, grid)


@pytest.mark.parametrize(("suicide", "turns"), [(True, 201), (False, 139)])
def test_on_three_points_a_game_is_found_that_has_as_many_turns_as_a_game_can_have(suicide: bool, turns: int) -> None:
    verdict = longest_simple_ko_game(Rules(ko=Ko.SIMPLE, suicide=suicide), Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["turns"] == verdict.counts["at_most"] == turns
    assert verdict.witness is not None
    end = verdict.witness.game()
    assert end.record.turn == turns
    assert end.ended_by == REPEATED_PASS


@pytest.mark.clauses(SIMPLE_KO, "katago-v2/move/suicide-ban")
@pytest.mark.parametrize("dropped", [SIMPLE_KO, "katago-v2/move/suicide-ban"])
def test_the_longest_game_of_broken_rules_is_another_one(dropped: str) -> None:
    grid, rules = Grid(2, 1), Rules(ko=Ko.SIMPLE, suicide=False)
    broken = rules.dropping(dropped)
    longest = long_game(broken, grid)
    assert longest.at_most == turns_of_the_longest(broken, grid) > turns_of_the_longest(rules, grid)
    end = reduce(Game.play, longest.turns, Game.start(broken, 2, 1))
    assert end.over
    assert end.record.turn == longest.at_most


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Rules(ko=Ko.POSITIONAL), "two positions have one state"),
        (Rules(ko=Ko.SITUATIONAL), "passes from a state again, and no clause asks for that"),
        (Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY), "main/then-cleanup lets them go on after their first phase"),
        (Rules(ko=Ko.SIMPLE).dropping(REPEATED_PASS), "passes from a state again, and no clause asks for that"),
        (Rules(ko=Ko.SIMPLE).dropping(NO_RESULT), "since the last pass, and no clause asks for that"),
        (
            Rules(ko=Ko.SIMPLE).reading({"reading/state-after-pass": "excluded"}),
            "after a pass another state has stood",
        ),
        (
            Rules(ko=Ko.SIMPLE).replacing(SIMPLE_KO, lambda record, play: record.made.lacks(play.before), AMENDED),
            "what has happened decides whether katago-v2/main/legal-simple-ko forbids a move",
        ),
        (
            Rules(ko=Ko.SIMPLE).replacing(NO_RESULT, more_often_without_black_stones, AMENDED),
            "some states may stand more often",
        ),
    ],
)
def test_games_that_can_not_be_taken_apart_at_their_passes_are_refused_with_what_is_asked(
    rules: Rules, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        long_game(rules, Grid(2, 1))


@pytest.mark.parametrize("suicide", sample([True, False], lambda suicide: not suicide))
def test_moves_that_are_found_by_touring_are_no_more_than_the_most_and_their_bounds_no_less(suicide: bool) -> None:
    games = simple_ko_games(Rules(ko=Ko.SIMPLE, suicide=suicide), Grid(3, 1))
    walked, toured = by_walking(games, 0), by_touring(games, 0)
    assert walked.keys() == toured.keys()
    for position, moves in walked.items():
        assert len(toured[position].turns) <= len(moves.turns) <= toured[position].at_most


def test_moves_are_not_toured_where_a_ko_forbids_some() -> None:
    with pytest.raises(ValueError, match="without a ko"):
        by_touring(simple_ko_games(Rules(ko=Ko.SIMPLE), Grid(4, 1)), 0)
