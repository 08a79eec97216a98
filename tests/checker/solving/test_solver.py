"""Best play as the solver finds it, against plain search through the interpreter, and against what is published."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import inf

import numpy as np
import pytest

from superko.checker.phase import phases
from superko.checker.phase.past import NoAccountKept
from superko.checker.phase.phases import legal_positions
from superko.checker.proofs.endless import endless_game_in_any_phase
from superko.checker.solving import solution, termination
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import Value, solve
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Grid
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import PASS, Move, Play, Record

from .every_position import every_position
from .plain_play import plain_values

SUPERKO = Rules(suicide=False)
MOST_TURNS = 20_000


@pytest.mark.thorough
@pytest.mark.parametrize(("ko", "suicide", "button"), [*product(Ko, (True, False), (True, False))])
def test_values_of_all_positions_of_a_few_points_are_those_of_plain_search(ko: Ko, suicide: bool, button: bool) -> None:
    rules = Rules(ko=ko, suicide=suicide, button=button, tax=Tax.ALL, komi=0.5)
    for grid, step in ((Grid(2, 1), 1), (Grid(3, 1), 6)):
        games = list(every_position(rules, grid))[::step]
        solver = Solver(games, Budget())
        for game in games:
            assert (solver.value(game, WORST), solver.value(game, BEST)) == plain_values(game, MOST_TURNS), game


@pytest.mark.thorough
@pytest.mark.parametrize(("ko", "tax", "button"), [*product((Ko.SIMPLE, Ko.POSITIONAL), Tax, (True, False))])
def test_values_under_territory_scoring_are_those_of_plain_search(ko: Ko, tax: Tax, button: bool) -> None:
    rules = Rules(ko=ko, scoring=Scoring.TERRITORY, tax=tax, suicide=False, button=button)
    games = list(every_position(rules, Grid(2, 1)))[::3]
    solver = Solver(games, Budget())
    for game in games:
        assert (solver.value(game, WORST), solver.value(game, BEST)) == plain_values(game, MOST_TURNS), game


@pytest.mark.parametrize(("width", "value"), [(1, 0), (2, 0), (3, 3), (4, 4), (5, 0)])
def test_a_line_of_points_is_worth_what_is_published(width: int, value: float) -> None:
    assert solve(Game(SUPERKO, (width, 1))).both == Value(value, value)


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
def test_two_by_two_is_worth_one_under_superko(ko: Ko) -> None:
    assert solve(Game(Rules(ko=ko, suicide=False), 2)).value == 1


def test_the_first_moves_of_three_by_three_are_worth_what_is_published() -> None:
    """Hayward: the centre wins by 9, a side by 3, and a corner loses by 9."""
    start = Game(SUPERKO, 3)
    solver = Solver([start], Budget())
    values = [solver.value(start.play(move), WORST) for move in start.moves()]
    corner, side, centre = -9, 3, 9
    assert values == [corner, side, corner, side, centre, side, corner, side, corner]


@pytest.mark.thorough
@pytest.mark.parametrize(("board", "value"), [("../OO", Value(-1, 0)), (".../..O/X.X", Value(-3, 9))])
def test_under_simple_ko_it_can_matter_what_no_result_is_worth(board: str, value: Value) -> None:
    game = Game(Rules(ko=Ko.SIMPLE, suicide=False), rows=board)
    solver = Solver([game], Budget())
    assert Value(solver.value(game, WORST), solver.value(game, BEST)) == value


def test_the_line_of_best_play_comes_to_the_value_and_tells_what_is_as_good() -> None:
    solution = solve(Game(SUPERKO, (4, 1)), moves=True)
    assert solution.ended.result is not None
    assert solution.value == 4
    assert (solution.line[0].turn, solution.line[0].others) == (Move(0b0010), (Move(0b0100),))
    assert {turn: value and value.worst for turn, value in solution.moves.items()} == {
        PASS: -4,
        Move(0b0001): -4,
        Move(0b0010): 4,
        Move(0b0100): 4,
        Move(0b1000): -4,
    }


def test_history_counts() -> None:
    """On two points, White may not take back what Black took, so Black keeps the board."""
    start = Game(SUPERKO, rows="O.")
    taken = start.play(Move(0b10))
    assert plain_values(taken, MOST_TURNS) == (solve(taken).value,) * 2
    assert solve(taken).value != solve(Game(SUPERKO, rows=taken.position.coloring, to_play=taken.position.player)).value


def test_what_was_captured_before_counts_under_territory_scoring() -> None:
    rules = PRESETS["japanese-like"]
    nothing, two = ({Color.BLACK: 0, Color.WHITE: white} for white in (0, 2))
    before, after = (solve(Game(rules, rows=".X.", captures=captures)).value for captures in (nothing, two))
    assert before is not None
    assert after == before + 2


def test_a_budget_that_is_not_enough_leaves_bounds() -> None:
    solution = solve(Game(SUPERKO, (6, 1)), budget=Budget(nodes=100))
    assert not solution.exact
    assert solution.value is None
    assert solution.low <= 1 <= solution.high
    assert solution.nodes <= 1000


def test_a_budget_of_nothing_leaves_nothing() -> None:
    solution = solve(Game(SUPERKO, (5, 1)), budget=Budget(nodes=0))
    assert (solution.low, solution.high, solution.line) == (-5, 5, ())


def test_bounds_hold_whatever_no_result_is_worth() -> None:
    """On two points without a ko rule either player can see to it that there is no result."""
    rules = Rules(ko=Ko.SIMPLE, suicide=False).dropping("katago-v2/main/legal-simple-ko")
    for game, nodes in product(every_position(rules, Grid(2, 1)), (0, 1, 10)):
        value, known = solve(game).both, solve(game, budget=Budget(nodes=nodes))
        assert value is not None
        assert known.low <= value.worst <= value.best <= known.high


def test_that_there_is_a_result_is_known_only_once_it_is_found() -> None:
    game = Game(Rules(ko=Ko.SIMPLE), 2)
    nothing, something = (solve(game, budget=Budget(nodes=nodes)) for nodes in (0, 3000))
    assert (nothing.low, nothing.high) == (-inf, inf)
    assert something.low <= 0 <= something.high


def test_a_game_that_is_over_is_not_solved() -> None:
    with pytest.raises(ValueError, match="The game is over"):
        solve(Game(SUPERKO, (2, 1)).play(PASS).play(PASS))


def test_rules_that_look_at_what_no_position_tells_are_no_machine() -> None:
    rules = Rules().replacing(
        "katago-v2/main/end-two-passes", lambda record: record.turn >= 4, text="Four turns end it."
    )
    with pytest.raises(ValueError, match="`turn`"):
        Solver([Game(rules, (2, 1))], Budget())


def fewer_points(black: float, white: float) -> Color | None:
    """The player with fewer points wins."""
    return None if black == white else Color.BLACK if black < white else Color.WHITE


@pytest.mark.parametrize("solver", [Solver, PlainSolver])
def test_where_nobody_says_who_wins_there_is_no_best_play(solver: type[Solver]) -> None:
    winner = "katago-v2/area/winner"
    with pytest.raises(NoAccountKept, match=f"by {winner} a lead does not tell who wins"):
        Solver([Game(Rules().replacing(winner, fewer_points), (2, 1))], Budget())
    with pytest.raises(Refusal, match="No clause in force decides WINNER"):
        solver([Game(Rules().dropping(winner), (2, 1))], Budget())


def test_a_winner_by_another_scoring_may_be_amended() -> None:
    amended = Rules().replacing("katago-v2/territory/winner", fewer_points)
    assert solve(Game(amended, (3, 1))).value == 3


def test_the_greatest_komi_is_told_from_an_end_without_result() -> None:
    solution = solve(Game(replace(SUPERKO, komi=1_000_000), (2, 1)))
    assert solution.value == -1_000_000


def test_leads_that_would_be_taken_for_one_are_refused() -> None:
    more = make_clause(
        lambda ended, color: 1_000_000 * 3 if color is Color.BLACK else 0, "ours/more", decides=Decision.SCORE, text="."
    )
    with pytest.raises(Refusal, match="Leads of 2,097,152 points and more all count as one"):
        solve(Game(SUPERKO.adding(more), (2, 1)))


@pytest.mark.parametrize(
    "amended", [Rules().dropping("katago-v2/main/legal-superko"), Rules().dropping("katago-v2/area/score-none#stones")]
)
def test_tables_are_of_the_same_types_whoever_wrote_a_clause(amended: Rules) -> None:
    """Given a clause that is left out, when a phase is read node by node, then code that was compiled still fits."""
    of_document, of_author = (Solver([Game(rules, (2, 1))], Budget()).tables[0] for rules in (Rules(), amended))
    for column, other in zip(of_author, of_document, strict=True):
        assert isinstance(column, np.ndarray)
        assert isinstance(other, np.ndarray)
        assert column.dtype == other.dtype


# Whether every game ends: what the tables of a phase tell of it is so, whichever clause is left out.


NOT_TOLD = {"japanese-1989", "spight-two"}
NOT_SOLVED = {"repeated-pass"}
POSITIONAL_SUPERKO, SIMPLE, NEW_ZEALAND = Rules(), Rules(ko=Ko.SIMPLE), PRESETS["new-zealand"]
WITHOUT_A_BAN = POSITIONAL_SUPERKO.dropping("katago-v2/main/legal-superko")
FORGETTING_ALL_AGAIN = SIMPLE.dropping("katago-v2/main/end-repeated-pass")
REMEMBERING_NOTHING = POSITIONAL_SUPERKO.dropping("katago-v2/main/state#occurrences")
WITHOUT_ENDING = POSITIONAL_SUPERKO.dropping("katago-v2/main/pass#counts")


def proves_termination(rules: Rules) -> bool:
    """Whether every game on three points ends, as far as the tables of all phases tell."""
    return all(map(termination.proves_termination, Solver([Game(rules, (3, 1))], Budget()).tables))


def without_a_clause(rules: Rules) -> Iterator[Rules]:
    """The rules without each of their clauses in turn, as far as they can be solved."""
    for name in sorted({clause.name for clause in rules.in_force if clause.decides is not None}):
        try:
            lacking = rules.dropping(name)
            assert Solver([Game(lacking, (2, 1))], Budget()).tables
        except (Refusal, NoAccountKept):
            continue
        yield lacking


@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in NOT_TOLD | NOT_SOLVED])
def test_every_game_ends_by_the_rules_that_people_use(preset: str) -> None:
    assert proves_termination(PRESETS[preset])


@pytest.mark.parametrize("preset", sorted(NOT_TOLD))
def test_tables_do_not_tell_everything(preset: str) -> None:
    assert not proves_termination(PRESETS[preset])


@pytest.mark.parametrize(
    "rules",
    [WITHOUT_A_BAN, REMEMBERING_NOTHING, FORGETTING_ALL_AGAIN, WITHOUT_ENDING],
    ids=["ban", "memory", "end", "pass"],
)
def test_a_game_may_go_on_forever_without_a_clause_that_is_needed(rules: Rules) -> None:
    assert endless_game_in_any_phase(rules) is not None
    assert not proves_termination(rules)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [POSITIONAL_SUPERKO, SIMPLE, NEW_ZEALAND], ids=["superko", "simple", "new-zealand"])
def test_no_game_goes_on_forever_where_the_tables_tell_that_it_ends(rules: Rules) -> None:
    lacking_one = list(without_a_clause(rules))
    needed = [lacking for lacking in lacking_one if not proves_termination(lacking)]
    assert 0 < len(needed) < len(lacking_one)
    assert all(endless_game_in_any_phase(lacking) is not None for lacking in needed)


# Reading the rules takes no longer than the budget, and no more situations are read than can be kept.


MAIN_SUPERKO = "katago-v2/main/legal-superko"


def as_it_was(record: Record, play: Play[int]) -> bool:
    """Forbid what has been on the board, in other words than the clause; so the rules are read node by node."""
    return not record.earlier.contains((play.after,))


def either_way_to_read() -> list[Rules]:
    """Rules that are read on arrays, and the same ones read node by node."""
    rules = Rules(suicide=False)
    return [rules, rules.replacing(MAIN_SUPERKO, as_it_was, "Nobody repeats.")]


@pytest.mark.parametrize("rules", either_way_to_read(), ids=["on arrays", "node by node"])
def test_a_board_too_large_to_read_in_time_leaves_nothing_known(rules: Rules) -> None:
    solution = solve(Game(rules, 4), budget=Budget(seconds=0.05))
    assert (solution.low, solution.high) == (-inf, inf)
    assert not solution.exact


@pytest.mark.parametrize("rules", either_way_to_read(), ids=["on arrays", "node by node"])
def test_what_was_read_is_told(rules: Rules) -> None:
    numbers_read: list[int] = []
    assert solve(Game(rules, (2, 1)), budget=Budget(watch_reading=numbers_read.append)).value == 0
    assert numbers_read == sorted(numbers_read)
    assert numbers_read[-1] > 0


@pytest.mark.parametrize(
    ("most", "rules"), list(zip(("MOST_NODES", "MOST_NODES_ONE_BY_ONE"), either_way_to_read(), strict=True))
)
def test_more_situations_than_can_be_kept_are_refused(most: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, most, 10)
    assert solve(Game(rules, 1)).value == 0
    with pytest.raises(ValueError, match="more than 10 situations"):
        solve(Game(rules, (3, 1)))


@pytest.mark.parametrize(
    ("sides", "counted"), [((3, 3), 12675), ((4, 3), 321689), ((5, 4), 1840058693), ((5, 5), 414295148741)], ids=str
)
def test_legal_positions_are_about_as_many_as_are_published(sides: tuple[int, int], counted: int) -> None:
    grid = Grid(*sides)
    assert float(legal_positions(grid, grid.size)) == pytest.approx(counted, rel=0.03)


def test_far_more_than_can_be_kept_are_refused_before_any_is_read() -> None:
    numbers_read: list[int] = []
    with pytest.raises(ValueError, match=r"^About 2.1e170 legal positions of 19x19 can follow"):
        solve(Game(Rules(), 19), budget=Budget(watch_reading=numbers_read.append))
    assert numbers_read == []


def test_a_large_board_that_is_nearly_full_is_read() -> None:
    nearly_full = "/".join([*["X" * 7] * 6, "XXXX..."])
    numbers_read: list[int] = []
    solve(Game(Rules(), rows=nearly_full), budget=Budget(seconds=0.05, watch_reading=numbers_read.append))
    assert numbers_read


def test_rules_by_which_no_game_ends_have_no_values() -> None:
    with pytest.raises(Refusal, match="No game ends under these rules"):
        solve(Rules().dropping("katago-v2/main/end-two-passes"), (2, 1))


def test_the_same_nodes_are_looked_at_however_python_hashes() -> None:
    command = [
        sys.executable,
        "-c",
        f"from {solve.__module__} import solve; print(solve('tromp-taylor,ko=SITUATIONAL', '3x2').nodes)",
    ]
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in "01"]
    nodes = {subprocess.run(command, env=each, check=True, capture_output=True).stdout for each in environments}
    assert len(nodes) == 1


def test_a_value_that_may_have_no_end_is_not_searched_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "NODES_BEFORE_DOUBT", 2_000)
    without_a_ban = Rules().dropping("katago-v2/main/legal-superko")
    with pytest.raises(Refusal, match=r"2,000 nodes were not enough, .* Black's lead is at least -4 and at most 4"):
        solve(without_a_ban, (2, 2))
    assert not solve(without_a_ban, (2, 2), Budget(1000)).exact
    assert solve(Rules().dropping("katago-v2/area/komi"), (2, 2)).value == 1
