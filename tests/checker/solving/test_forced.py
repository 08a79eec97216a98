"""Forcing: what a search finds is walked by other means, and never more than best play comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from superko.checker.phase.many import NumbersOfCodes
from superko.checker.solving import forced
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.forced import ForcedSearch, Steps, Strategy, sure_points
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_grid, vertices
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.algebra.integers import integer_board
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
LONG_ON_A_SMALL_BOARD = 15
BOARDS = ["2x1", "3x1", "4x1", "2x2", "3x2", "5x1"]


def search(board: str, enough: int, attacker: Color = BLACK, nodes: int | None = None) -> ForcedSearch:
    return ForcedSearch(SIMPLE, parse_grid(board), attacker, enough, Budget(nodes))


def starts(board: str) -> list[Game]:
    """Every legal position of a board, with either player to move."""
    grid = parse_grid(board)
    games = []
    for black, white, player in product(range(1 << grid.size), range(1 << grid.size), Color):
        c = Coloring(integer_board(grid.width, grid.height), black, white)
        if not black & white and not has_a_string_without_liberties(c):
            games.append(Game.set_up(SIMPLE, c, player))
    return games


def has_a_string_without_liberties(c: Coloring[int]) -> bool:
    return any(c.regions(c.of(color), where=lambda region: not c.border(region) & c.empty) for color in Color)


def promised_too_much(board: str, sure: Any) -> int:
    """In how many positions a player is said to be sure of more than best play comes to."""
    games = starts(board)
    solver = Solver(games, Budget())
    size = parse_grid(board).size
    too_much = 0
    for game in games:
        c = game.position.coloring
        black, white = (sure(c, SIMPLE, color).bit_count() for color in (BLACK, WHITE))
        too_much += black and solver.value(game, WORST) < 2 * black - size
        too_much += white and solver.value(game, BEST) > size - 2 * white
    return int(too_much)


def every_stone(c: Coloring[int], rules: Rules, color: Color) -> int:
    """A wrong version: a player is sure of all stones."""
    return c.of(color)


class TestWhatAPlayerIsSureOf:
    @pytest.mark.parametrize("board", ["4x1", "2x2", "5x1", pytest.param("3x2", marks=pytest.mark.thorough)])
    def test_is_never_more_than_best_play_comes_to(self, board: str) -> None:
        assert promised_too_much(board, sure_points) == 0

    @pytest.mark.parametrize(("board", "wrong"), [("4x1", every_stone), ("2x2", every_stone)])
    def test_is_more_in_wrong_versions(self, board: str, wrong: Any) -> None:
        assert promised_too_much(board, wrong) > 0

    def test_is_no_empty_point_at_which_the_opponent_may_play(self) -> None:
        c = parse_board(".X.X./XXXX./....O")
        assert vertices(c.board.grid, sure_points(c, SIMPLE, BLACK) & c.empty) == ["A3", "C3"]


class TestWhatCanBeForced:
    @pytest.mark.parametrize(("board", "attacker"), list(product(BOARDS, Color)))
    def test_is_no_more_than_best_play_comes_to_under_every_ko_rule(self, board: str, attacker: Color) -> None:
        size = parse_grid(board).size
        values = []
        for ko in Ko:
            game = Game.start(replace(SIMPLE, ko=ko), parse_grid(board).width, parse_grid(board).height)
            solver = Solver([game], Budget())
            values.append(solver.value(game, WORST) if attacker is BLACK else -solver.value(game, BEST))
        for enough in range(1, size + 1):
            looked = search(board, enough, attacker)
            succeeds = looked.succeeds(LONG_ON_A_SMALL_BOARD)
            assert not succeeds or min(values) >= 2 * enough - size
            assert not succeeds or looked.strategy().come_back.size == 0

    def test_is_every_point_of_3x3_and_no_line_of_play_is_longer_than_fifteen_turns(self) -> None:
        looked = search("3x3", 9)
        assert looked.succeeds()
        assert looked.strategy().turns == 15

    def test_is_nothing_for_the_player_who_moves_second_on_three_points(self) -> None:
        assert not search("3x1", 3, WHITE).succeeds()

    def test_takes_no_longer_than_it_may(self) -> None:
        with pytest.raises(OutOfBudget):
            search("3x3", 9, nodes=100).succeeds()

    @pytest.mark.thorough
    def test_is_the_same_as_machine_code(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("numba")
        in_python = search("3x3", 9)
        assert in_python.succeeds()
        monkeypatch.setattr(forced, "MOST_POINTS_IN_PYTHON", 0)
        compiled = search("3x3", 9)
        assert compiled.succeeds()
        assert compiled.budget.spent == in_python.budget.spent
        assert np.array_equal(compiled.strategy().codes, in_python.strategy().codes)


class TestAWrongSearchIsFoundOutByTheWalk:
    @pytest.fixture
    def lying(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Given a search that is told that Black is sure of all stones."""
        true_program = forced._program_of_sure_points

        def false_program(*given: Any) -> Any:
            with monkeypatch.context() as context:
                context.setattr(forced, "sure_points", every_stone)
                return true_program(*given)

        monkeypatch.setattr(forced, "_program_of_sure_points", false_program)

    @pytest.mark.usefixtures("lying")
    def test_that_takes_every_stone_for_sure(self) -> None:
        looked = search("2x2", 1)
        assert looked.succeeds()
        with pytest.raises(AssertionError, match="a search finds what the clauses on arrays do not"):
            looked.strategy()

    def test_that_looked_for_fewer_points(self) -> None:
        looked = search("3x3", 7)
        assert looked.succeeds()
        looked.enough = 9
        with pytest.raises(AssertionError, match="a search finds what the clauses on arrays do not"):
            looked.strategy()


def strategy_of(steps: dict[int, list[int]], codes: list[int]) -> Strategy:
    """A strategy on 2x1 with these situations and steps."""
    before = [codes[node] for node, targets in steps.items() for _ in targets]
    after = [codes[target] for targets in steps.values() for target in targets]
    ends = Steps(np.array(before, np.uint64), np.array(after, np.uint64))
    numbers = NumbersOfCodes()
    numbers.meet(np.concatenate(ends))
    return Strategy.of(search("2x1", 1), ends, numbers)


BLACK_STONE, WHITE_TO_MOVE, BANNED = 0b1, 1 << 6, 1 << 4


class TestWhatComesBack:
    """Given play on 2x1 by codes: black points, white ones, banned ones, and who is to move."""

    def test_is_a_state_that_stands_again_with_another_move_banned(self) -> None:
        codes = [BLACK_STONE, BLACK_STONE | 2 << 2 | WHITE_TO_MOVE, BLACK_STONE | BANNED]
        there_and_back = strategy_of({0: [1], 1: [2]}, codes)
        assert (len(there_and_back.states_that_come_back), there_and_back.turns) == (1, 2)
        beside = strategy_of({1: [0, 2]}, codes)
        assert beside.states_that_come_back.size == 0

    def test_is_a_coloring_after_a_move_of_the_attackers_alone(self) -> None:
        black_again = [BLACK_STONE, 2 << 2 | WHITE_TO_MOVE, 0, BLACK_STONE | WHITE_TO_MOVE]
        there_and_back = strategy_of({0: [1], 1: [2], 2: [3]}, black_again)
        assert there_and_back.colorings_that_come_back.tolist() == [BLACK_STONE | WHITE_TO_MOVE]
        after_a_pass = [BLACK_STONE | WHITE_TO_MOVE, BLACK_STONE]
        assert strategy_of({0: [1]}, after_a_pass).colorings_that_come_back.size == 0


class TestWhatComesBackInPlayThatIsFound:
    """Given play on 3x3, of which some situation is said to come back."""

    def play_without(self, number: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Strategy, Any]:
        looked = search("3x3", 9)
        assert looked.succeeds()
        unwelcome = looked.strategy().codes[number]
        monkeypatch.setattr(Strategy, "come_back", property(lambda play: play.codes[play.codes == unwelcome]))
        return looked.strategy(), unwelcome

    @pytest.mark.parametrize("number", [5, 40])
    def test_does_not_come_up_in_other_play(self, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        play, unwelcome = self.play_without(number, monkeypatch)
        assert unwelcome not in play.codes
        assert play.left.min() == 0
        assert not play.states_that_come_back.size

    def test_comes_up_where_there_is_no_other_play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        play, start = self.play_without(0, monkeypatch)
        assert start in play.codes


class TestPlayThatGoesRound:
    def test_is_no_strategy(self) -> None:
        with pytest.raises(AssertionError, match="play that a search finds goes round"):
            strategy_of({0: [1], 1: [0, 2]}, [1, 2, 3])


ROOM_FOR_FEW = [6, 8, pytest.param(4, marks=pytest.mark.thorough)]


class TestAnswersThatGiveWay:
    @pytest.mark.parametrize("room", ROOM_FOR_FEW)
    def test_are_not_lost_where_the_attacker_succeeds(self, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(forced, "MOST_BITS", room)
        looked = search("3x3", 9)
        assert looked.succeeds()
        strategy = looked.strategy()
        assert strategy.left.min() == 0
        assert (strategy.left <= looked.within(strategy.codes)).all()
        assert strategy.come_back.size == 0

    @pytest.mark.parametrize("room", ROOM_FOR_FEW)
    def test_are_missed_by_a_search_that_does_not_write_them_down(
        self, room: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(forced, "MOST_BITS", room)
        looked = search("3x3", 9)
        assert looked.succeeds()
        looked._gave_way = [np.empty((2, 0), np.uint64)]
        with pytest.raises(AssertionError, match="a search finds what the clauses on arrays do not"):
            looked.strategy()


@pytest.mark.parametrize(
    "rules",
    [
        "chinese-like,suicide=yes",
        "chinese-like,tax=ALL",
        "japanese-like",
        "chinese-like,button=yes",
        "chinese-like,self_play_opts=yes",
        "french",
    ],
)
def test_rules_that_count_something_else_are_refused(rules: str) -> None:
    with pytest.raises(ValueError, match="What a player can force is asked of KataGo's rules by area"):
        ForcedSearch(parse_rules(rules), parse_grid("2x1"), BLACK, 1, Budget())


def test_amended_rules_are_refused() -> None:
    amended = SIMPLE.dropping("katago-v2/main/end-repeated-pass")
    with pytest.raises(ValueError, match="without amendments"):
        ForcedSearch(amended, parse_grid("2x1"), BLACK, 1, Budget())
