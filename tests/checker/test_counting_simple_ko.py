"""The longest games under simple ko: as long as all games that the interpreter plays, and noticed where rules break."""

from __future__ import annotations

from functools import reduce
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.facts.games import longest_simple_ko_game
from superko.checker.counting.rounds import NEVER, Gains, best_round
from superko.checker.counting.simple_ko import long_game
from superko.checker.counting.stretches import all_walked, by_rounds
from superko.checker.games.lockstep import Lockstep
from superko.checker.model.situations import Situations
from superko.checker.report import last_game
from superko.checker.verdict import Outcome
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules

SIMPLE_KO = "katago-v2/main/legal-simple-ko"
REPEATED_PASS = "katago-v2/main/end-repeated-pass"
NO_RESULT = "katago-v2/main/no-result"


def turns_of_the_longest(rules: Rules, grid: Grid) -> int:
    """How many turns it takes until all games are over, played by the interpreter."""
    games = Lockstep((rules,), grid)
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
    end = last_game(verdict.witness)
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
    "rules",
    [
        Rules(ko=Ko.POSITIONAL),
        Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY),
        Rules(ko=Ko.SIMPLE).dropping(REPEATED_PASS),
        Rules(ko=Ko.SIMPLE).dropping(NO_RESULT),
        Rules(ko=Ko.SIMPLE).reading({"reading/history-includes-passes": "excluded"}),
    ],
    ids=["superko", "territory", "no repeated pass", "never no result", "passes excluded"],
)
def test_games_that_do_not_fall_into_stretches_are_refused(rules: Rules) -> None:
    with pytest.raises(ValueError, match="under simple ko"):
        long_game(rules, Grid(2, 1))


@pytest.mark.parametrize("suicide", [True, False])
def test_stretches_that_are_found_as_rounds_are_no_longer_than_the_longest_and_their_bounds_no_shorter(
    suicide: bool,
) -> None:
    situations = Situations(Rules(ko=Ko.SIMPLE, suicide=suicide), Grid(3, 1))
    walked, rounds = (find(situations, situations.first, most=2) for find in (all_walked, by_rounds))
    assert walked.keys() == rounds.keys()
    for state, stretch in walked.items():
        assert len(rounds[state].moves) <= len(stretch.moves) <= rounds[state].at_most


def test_stretches_are_no_rounds_where_a_ko_forbids_moves() -> None:
    situations = Situations(Rules(ko=Ko.SIMPLE), Grid(4, 1))
    with pytest.raises(ValueError, match="without ko"):
        by_rounds(situations, situations.first, most=2)


@st.composite
def any_gains(draw: st.DrawFn) -> Gains:
    places = draw(st.integers(2, 6))
    some = st.one_of(st.just(NEVER), st.integers(0, 9))
    gains = np.array(draw(st.lists(some, min_size=places**2, max_size=places**2))).reshape(places, places)
    gains[-1, 0], gains[0, -1] = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return gains


def gain_of(gains: Gains, places: tuple[int, ...]) -> int:
    last = len(gains) - 1
    return int(sum(gains[leg] for leg in zip((last, *places), (*places, last), strict=True)))


@given(any_gains())
def test_the_best_round_gains_as_much_as_the_best_of_all_rounds(gains: Gains) -> None:
    others = range(len(gains) - 1)
    most = max(gain_of(gains, places) for number in range(1, len(gains)) for places in permutations(others, number))
    found = best_round(gains, tries=10_000)
    assert found.at_most == found.gain == gain_of(gains, found.places) == most


@given(any_gains())
def test_a_search_that_is_given_up_still_bounds_every_round(gains: Gains) -> None:
    given_up, found = best_round(gains, tries=1), best_round(gains, tries=10_000)
    assert given_up.gain == gain_of(gains, given_up.places) <= found.gain <= given_up.at_most


def test_where_there_is_no_way_back_there_is_no_round() -> None:
    with pytest.raises(ValueError, match="No way round"):
        best_round(np.full((2, 2), NEVER), tries=10)
