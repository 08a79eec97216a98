"""Games under superko are counted alike by four ways to count, as published, and broken rules change their number."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.checker.claims.facts import games
from superko.checker.claims.facts.games import PUBLISHED_MOVES, longest_game, number_of_games
from superko.checker.counting.layers import layers, least, symmetries
from superko.checker.counting.superko_steps import StepTable, SuperkoStep, long_walk, most_moves, step_table
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.machine import Model
from superko.checker.play.comparison import Lockstep
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, Condition, Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Phase, Play, Position, Record

from ....sampling import EXHAUSTIVE
from .walked import games_of_each_length

AMENDED = "The clause says something else."
TINY = [Grid(1, 1), Grid(2, 1), pytest.param(Grid(3, 1), marks=pytest.mark.thorough)]
SUPERKO = [
    Rules(ko=ko, suicide=suicide).reading({"reading/history-includes-passes": history})
    for ko, suicide, history in product((Ko.POSITIONAL, Ko.SITUATIONAL), (True, False), ("included", "excluded"))
]
TWO_WORDS = 70


def by_layers(table: StepTable) -> list[int]:
    return [layer.games for layer in layers(table)]


def by_the_interpreter(rules: Rules, grid: Grid) -> int:
    """How many games end, played turn by turn by the clauses, of which none is written once more."""
    games = Lockstep(Model.each((rules,), grid))
    lines, ended = [games.start], 0
    while lines:
        ended += sum(line.number for line in lines if line.over)
        lines = games.longer(lines)
    return ended


@st.composite
def any_tables(draw: st.DrawFn, most_states: int = 7) -> StepTable:
    """States and steps that no rules need have: at most a few, two steps alike among them, with numbers up to 70."""
    numbers = draw(st.permutations(range(1, TWO_WORDS)))[: draw(st.integers(0, most_states - 1))]
    numbers = [0, *numbers]
    steps: list[tuple[SuperkoStep, ...]] = [()] * draw(st.sampled_from([TWO_WORDS, max(numbers) + 1]))
    number = st.sampled_from(numbers)
    for start in numbers:
        targets = draw(st.lists(st.tuples(number, number).filter(lambda step: step[0] != step[1]), max_size=4))
        steps[start] = tuple(SuperkoStep(target, passed, BLACK, 1) for target, passed in targets)
    return StepTable(Grid(1, 1), tuple((number,) for number in range(len(steps))), tuple(steps))


@pytest.mark.clauses("katago-v2/main/legal-superko", "katago-v2/main/end-two-passes")
@pytest.mark.parametrize("grid", TINY, ids=str)
@pytest.mark.parametrize("rules", SUPERKO, ids=str)
def test_layers_count_as_many_games_as_the_interpreter_plays(rules: Rules, grid: Grid) -> None:
    assert sum(by_layers(step_table(rules, grid))) == by_the_interpreter(rules, grid)


@pytest.mark.parametrize("grid", TINY, ids=str)
@pytest.mark.parametrize("rules", SUPERKO, ids=str)
def test_layers_count_as_many_games_of_each_length_as_there_are_one_by_one(rules: Rules, grid: Grid) -> None:
    table = step_table(rules, grid)
    unturned = [layer.games for layer in layers(table, symmetric=list(symmetries(table))[:1])]
    assert by_layers(table) == games_of_each_length(table) == unturned


@pytest.mark.thorough
@given(any_tables())
@settings(max_examples=200)
def test_layers_count_walks_of_any_steps(table: StepTable) -> None:
    itself = tuple(range(len(table.states)))
    assert [layer.games for layer in layers(table, [itself])] == games_of_each_length(table)


def test_another_number_than_published_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PUBLISHED_GAMES[Ko.POSITIONAL, True], (3, 1), 908)
    assert number_of_games(Rules(), Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.thorough
@pytest.mark.clauses("katago-v2/main/legal-superko")
def test_superko_that_overlooks_one_coloring_once_changes_the_number_of_games() -> None:
    table = step_table(Rules(), Grid(3, 1))
    for overlooked in range(1, len(table.states)):
        # A copy of a state, with the same steps, is another place for a game to come to.
        copies = (*table.states, table.states[overlooked])
        steps = [tuple(doubled(step, overlooked, len(table.states)) for step in steps) for steps in table.steps]
        again = StepTable(table.grid, copies, (*map(flat, steps), flat(steps[overlooked])))
        counted = [layer.games for layer in layers(again, [tuple(range(len(copies)))])]
        assert sum(counted) > 907


def doubled(step: SuperkoStep, state: int, copy: int) -> tuple[SuperkoStep, ...]:
    return (step, step._replace(target=copy, passed=copy)) if step.target == state else (step,)


def flat(steps: tuple[tuple[SuperkoStep, ...], ...]) -> tuple[SuperkoStep, ...]:
    return tuple(step for several in steps for step in several)


def black_only_at_the_edge(play: Play[int]) -> Condition:
    """Black does not move at the second point."""
    if play.player is not BLACK:
        return True
    return play.before.no(play.before.meets(play.point, play.before.board.everything & 2))


def test_under_rules_that_tell_colors_and_points_apart_fewer_symmetries_are_used() -> None:
    rules = Rules().replacing("katago-v2/move/suicide-ban", black_only_at_the_edge, AMENDED)
    table = step_table(replace(rules, suicide=False), Grid(3, 1))
    assert len(symmetries(step_table(Rules(), Grid(3, 1)))) == 4
    assert len(symmetries(table)) == 2
    assert by_layers(table) == games_of_each_length(table)


def pushes_on(position: Position) -> Position:
    return replace(position, player=position.player.opponent, phase=Phase.FIRST_CLEANUP)


def over_after_four_turns(record: Record) -> Position:
    return replace(record.position, phase=Phase.OVER if record.turn > 3 else Phase.FIRST_CLEANUP)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Rules(ko=Ko.SIMPLE), "asks about the record before"),
        (Rules(button=True), "asks about how many passes there were"),
        (Rules(scoring=Scoring.TERRITORY), "main/then-cleanup lets them go on after their first phase"),
        (Rules().dropping("katago-v2/main/legal-superko"), "leads to an earlier state, and no clause asks for that"),
        (
            Rules().replacing("katago-v2/main/end-two-passes", lambda record: record.pass_run >= 3, AMENDED),
            "two passes in a row must end them, and no clause asks for that",
        ),
        (
            Rules().replacing("katago-v2/main/end-two-passes", lambda record: record.pass_run >= 1, AMENDED),
            "end-two-passes ends them with a single pass",
        ),
        (
            Rules().replacing(
                "katago-v2/main/legal-superko", lambda record, play: record.made.lacks(play.before), AMENDED
            ),
            "legal-superko asks for something else",
        ),
        (Rules().dropping("katago-v2/main/state#occurrences"), "is not among the earlier ones"),
        (
            Rules().replacing("katago-v2/main/start#turn", lambda turn: isinstance(turn, Move), AMENDED),
            "forbids to pass",
        ),
        (
            Rules(scoring=Scoring.TERRITORY).replacing("katago-v2/main/pass", pushes_on, AMENDED),
            "a turn leads to another phase by itself",
        ),
        (
            Rules(ko=Ko.SITUATIONAL).dropping("katago-v2/main/state#coloring"),
            "two positions with one state have different steps",
        ),
        (
            Rules().replacing("katago-v2/main/then-score", over_after_four_turns, AMENDED),
            r"asks about the game before the next phase \(turn\)",
        ),
    ],
)
def test_games_that_are_no_walks_are_refused_with_what_is_asked(rules: Rules, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        step_table(rules, Grid(2, 1))


NEW_ZEALAND = [
    PRESETS["new-zealand"].reading({"reading/new-zealand-passes": counts}) for counts in ("count", "do-not-count")
]


@pytest.mark.parametrize("grid", [*TINY[:2], pytest.param(Grid(3, 1), marks=EXHAUSTIVE)], ids=str)
@pytest.mark.parametrize("rules", NEW_ZEALAND, ids=str)
def test_games_whose_start_may_come_back_are_those_that_the_interpreter_plays(rules: Rules, grid: Grid) -> None:
    # Before the first turn nobody has made a board, so that by suicide White can come back to the empty one.
    assert sum(by_layers(step_table(rules, grid))) == by_the_interpreter(rules, grid)


@pytest.mark.parametrize("grid", TINY, ids=str)
def test_the_french_games_are_those_that_the_interpreter_plays(grid: Grid) -> None:
    rules = PRESETS["french"]
    assert sum(by_layers(step_table(rules, grid))) == by_the_interpreter(rules, grid)


def test_games_that_a_move_may_end_are_refused_where_it_does() -> None:
    rules = Rules(self_play_opts=True)
    assert by_layers(step_table(rules, Grid(2, 1))) == by_layers(step_table(Rules(), Grid(2, 1)))
    with pytest.raises(ValueError, match="end-all-pass-alive may end them with a move"):
        step_table(rules, Grid(3, 1))


def test_without_any_state_every_move_repeats_one() -> None:
    assert by_layers(step_table(Rules().dropping("katago-v2/main/state#coloring"), Grid(3, 1))) == [1]


def test_the_ten_rules_are_counted_like_the_preset_of_their_name() -> None:
    grid = Grid(3, 1)
    assert by_layers(step_table(PRESETS["tromp-taylor-ten"], grid)) == by_layers(step_table(Rules(), grid))


def test_the_turns_of_a_walk_are_a_game_that_is_over() -> None:
    table = step_table(Rules(ko=Ko.SITUATIONAL), Grid(2, 1))
    walks = [(first, second) for first in table.steps[0] for second in table.steps[first.target]]
    legal = [walk for walk in walks if walk[1].target not in (0, walk[0].passed)]
    assert len(legal) > 4
    for walk in legal:
        game = reduce(Game.play, table.turns(walk), Game(Rules(ko=Ko.SITUATIONAL), (2, 1)))
        assert game.over
        assert sum(isinstance(turn, Move) for turn in table.turns(walk)) == 2


# The longest games under superko have as many moves as published, and are shown by a game that the referee accepts.


@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("sides", [(3, 1), (4, 1), (2, 2)], ids=str)
def test_the_longest_game_is_as_long_as_published_and_no_game_is_longer(sides: tuple[int, int], suicide: bool) -> None:
    verdict = longest_game(Rules(suicide=suicide), Grid(*sides))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["moves"] == verdict.counts["at_most"] == PUBLISHED_MOVES[Ko.POSITIONAL][sides]


@pytest.mark.thorough
def test_the_witness_has_as_many_moves_as_it_says_and_then_ends_with_two_passes() -> None:
    verdict = longest_game(Rules(), Grid(2, 2))
    assert verdict.witness is not None
    moves = [turn for turn in verdict.witness.turns if turn != "pass"]
    assert len(moves) == verdict.counts["moves"]
    assert verdict.witness.game().ended_by == "katago-v2/main/end-two-passes"


@given(any_tables())
def test_no_walk_is_longer_than_the_bound_and_a_long_walk_is_one_of_them(table: StepTable) -> None:
    longest = len(games_of_each_length(table)) - 1
    assert len(long_walk(table, width=1)) <= longest <= most_moves(table)
    assert len(long_walk(table, width=10_000)) == longest


def test_on_one_and_two_points_all_games_are_counted_where_the_bound_is_too_high() -> None:
    verdict = longest_game(Rules(), Grid(2, 1))
    assert verdict.method == "layers"
    assert verdict.counts["moves"] == 2
    assert most_moves(step_table(Rules(), Grid(2, 1))) == 4


def test_a_search_that_keeps_too_little_leaves_the_longest_game_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "KEPT_WALKS", 1)
    monkeypatch.setattr(games, "FEW_STATES", 0)
    verdict = longest_game(Rules(), Grid(2, 2))
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["moves"] < verdict.counts["at_most"] == 48


@pytest.mark.clauses("katago-v2/main/legal-superko")
def test_a_longest_game_of_situational_superko_repeats_a_position() -> None:
    verdict = longest_game(Rules(ko=Ko.SITUATIONAL, suicide=True), Grid(3, 1))
    assert verdict.counts["moves"] == 15
    assert len(step_table(Rules(), Grid(3, 1)).states) == 15


def test_another_number_of_moves_than_published_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLISHED_MOVES[Ko.POSITIONAL], (3, 1), 15)
    assert longest_game(Rules(), Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.parametrize("words", [1, 2, 3])
def test_the_lesser_of_two_sets_is_one_of_them_whichever_comes_first(words: int) -> None:
    draw = np.random.default_rng(words)
    first, second = (tuple(draw.integers(0, 3, 100, dtype=np.uint64) for _ in range(words)) for _ in range(2))
    lesser = [*zip(*least(first, second), strict=True)]
    assert lesser == [*zip(*least(second, first), strict=True)]
    both = zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    assert all(one in pair for one, pair in zip(lesser, both, strict=True))
    assert len({*lesser}) > 1
