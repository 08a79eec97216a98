"""Random games: they are long and lively enough to come to whatever the rules have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, islice
from pathlib import Path
from random import Random

import pytest

from superko.checker.oracle.coverage import SmallGamesCovered
from superko.checker.oracle.engine import Aspect, Observation, Opener, Setting
from superko.checker.oracle.games import player_on, random_player, recorded_in, small_games
from superko.checker.oracle.plan import Plan, TrialBudget
from superko.checker.oracle.run import judge_engine
from superko.checker.oracle.shrinking import shrunk
from superko.checker.oracle.trial import Disagreement, Harness, following, trial
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn, turn_text
from superko.interpreter.result import NoResult
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import squarest_first
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Move, Pass, Phase, Unblock
from tests.checker.oracle.engines.reference import ReferenceEngine

from .liars import LIARS


def games(preset: str, grid: Grid, number: int, seed: int = 1) -> Iterator[list[Game]]:
    """Some random games, each from its start, turn by turn."""
    chance = Random(seed)
    for _ in range(number):
        game = Game(PRESETS[preset], grid)
        player = player_on(chance, grid, game.rules)
        course = [game]
        while (turn := player(course[-1], course[-1].turns())) is not None:
            course.append(course[-1].play(turn))
        yield course


def some_game(preset: str, grid: Grid, shows: Callable[[list[Game]], bool], number: int = 150) -> bool:
    return any(shows(course) for course in games(preset, grid, number))


def test_territory_games_reach_every_phase_and_kind_of_turn() -> None:
    seen: Counter[object] = Counter()
    for course in games("japanese-like", Grid(3, 2), 60):
        seen.update(game.position.phase for game in course)
        seen.update(type(game.record.last) for game in course)
        seen.update(bool(game.position.marks) for game in course)
    assert {*Phase, Pass, Move, Unblock, True} <= seen.keys()


@pytest.mark.parametrize("preset", ["chinese-like", "japanese-like"])
def test_games_without_result_are_reached(preset: str) -> None:
    assert some_game(preset, Grid(3, 1), lambda course: isinstance(course[-1].result, NoResult))


def test_self_captures_are_reached() -> None:
    assert some_game("tromp-taylor", Grid(3, 2), lambda course: any(_self_captured(game) for game in course), 20)


def _self_captured(game: Game) -> bool:
    before = game.previous
    if before is None:
        return False
    player = before.position.player
    return game.record.tally.captures[player] > before.record.tally.captures[player]


def test_a_long_game_is_ended() -> None:
    player = random_player(Random(0), likely_pass=0, longest=3)
    game = Game(PRESETS["tromp-taylor"], 5)
    while (turn := player(game, game.turns())) is not None:
        game = game.play(turn)
    assert game.record.turn == 3


def test_no_turn_is_taken_where_none_is_offered() -> None:
    player = random_player(Random(0), likely_pass=0, longest=9)
    assert player(Game(PRESETS["aga"], 2), []) is None


# All small games: every one is played, up to symmetry and a common future, and counted as often as it occurs.


RULES = PRESETS["tromp-taylor"]


def always() -> bool:
    return True


def layers_of(met: Iterable[object]) -> list[SmallGamesCovered]:
    """Which lengths of games were covered, one after the other."""
    return [event for event in met if isinstance(event, SmallGamesCovered)]


def introduced(opener: Opener) -> Harness:
    harness = Harness(opener)
    harness.introduction()
    return harness


def games_by_length(game: Game, longest: int) -> list[int]:
    """How many sequences of legal turns there are of each length, one by one."""
    games, numbers = [game], []
    for _ in range(longest + 1):
        numbers.append(len(games))
        games = [game.play(turn) for game in games for turn in game.turns()]
    return numbers


def test_games_are_counted_as_if_played_one_by_one() -> None:
    setting = Setting(2, 2, rules=RULES)
    met = list(small_games(introduced(ReferenceEngine), setting, RULES, always, most_turns=4))
    layers = layers_of(met)
    assert [layer.games for layer in layers] == [*accumulate(games_by_length(setting.game(), 4))]
    assert layers[-1].played == sum(isinstance(event, str) for event in met)
    assert not any(isinstance(event, Disagreement) for event in met)


def test_each_game_is_played_where_each_is_asked_for_images_and_transpositions_too() -> None:
    setting = Setting(2, 2, rules=RULES)
    met = list(small_games(introduced(ReferenceEngine), setting, RULES, always, most_turns=3, each=True))
    layers = layers_of(met)
    number = [*accumulate(games_by_length(setting.game(), 3))]
    assert [layer.played for layer in layers] == [layer.games for layer in layers] == number


class IsWrongOnOneGame(ReferenceEngine):
    """It says that no move is legal after a single sequence of turns on 2x2."""

    def __init__(self, *turns: str) -> None:
        super().__init__()
        self._turns = turns

    def says(self, game: Game) -> Observation:
        said = super().says(game)
        is_it = (
            game.grid == Grid(2, 2) and tuple(turn_text(game.grid, turn) for turn in game.turns_taken) == self._turns
        )
        return {**said, Aspect.LEGAL: frozenset[str]()} if is_it and not game.over else said


PAIRS = [(first, second) for first in ("A1", "A2", "B1", "B2", "pass") for second in ("A1", "B1") if first != second]


@pytest.mark.parametrize("turns", PAIRS, ids=" ".join)
def test_an_engine_that_is_wrong_on_one_game_alone_is_found_out_whichever_it_is(turns: tuple[str, str]) -> None:
    plan = Plan(("tromp-taylor",), Effort(count=4_000), seed=1, trying=1.0, shrinking=0.0)
    report = judge_engine(lambda: IsWrongOnOneGame(*turns), plan)
    assert [finding.disagreement.turns for finding in report.findings] == [turns]


@pytest.mark.parametrize("turns", [("A1", "B2", "A2"), ("B2", "A1", "pass")], ids=" ".join)
def test_no_shorter_game_is_said_to_be_wrong_only_where_each_was_played(turns: tuple[str, ...]) -> None:
    for effort in (400, 4_000):
        met = shown(turns)
        budget = TrialBudget(effort, (harness := introduced(lambda: IsWrongOnOneGame(*turns))).turns_so_far)
        _, excluded = shrunk(
            harness, met, harness.introduction(), budget, Random(1), lambda met: met.aspect is Aspect.LEGAL
        )
        setting = met.setting
        shorter = sum(games_by_length(setting.game(), len(turns) - 1))
        assert excluded is None or harness.turns_so_far() >= shorter
        if effort > 2_000:
            assert excluded == len(turns) - 1


def shown(turns: tuple[str, ...]) -> Disagreement:
    harness, setting = introduced(lambda: IsWrongOnOneGame(*turns)), Setting(2, 2, rules=RULES)
    return next(trial(harness, setting, RULES, following(turns, setting)))


def test_the_last_games_are_known_to_be_the_last() -> None:
    layers = layers_of(small_games(introduced(ReferenceEngine), Setting(1, 1, rules=RULES), RULES, always))
    assert [layer.everything for layer in layers] == [False, False, True]


def test_where_the_search_is_cut_nothing_is_called_the_last() -> None:
    met = list(small_games(introduced(ReferenceEngine), Setting(2, 2, rules=RULES), RULES, always, most_lines=3))
    layers = layers_of(met)
    assert layers
    assert not any(layer.everything for layer in layers)


def test_it_stops_when_the_time_is_up() -> None:
    asked = iter([True, True, False])
    met = list(small_games(introduced(ReferenceEngine), Setting(2, 2, rules=RULES), RULES, lambda: next(asked)))
    assert sum(isinstance(event, str) for event in met) == 2


def test_the_first_game_that_a_liar_gets_wrong_is_met_after_all_shorter_ones() -> None:
    setting = Setting(2, 1, rules=RULES)
    met = small_games(introduced(LIARS["forgets superko"].engine), setting, RULES, always)
    before = []
    for event in met:
        if isinstance(event, Disagreement):
            break
        before.append(event)
    assert isinstance(event, Disagreement)
    assert len(event.turns) == 2
    assert [layer.turns for layer in layers_of(before)] == [0, 1]


def test_where_games_can_not_be_gone_on_with_longer_ones_are_not_called_complete() -> None:
    harness = introduced(LIARS["needs three passes"].engine)
    layers = layers_of(small_games(harness, Setting(1, 1, rules=RULES), RULES, always))
    assert [(layer.turns, layer.everything) for layer in layers] == [(0, False), (1, False), (2, False)]
    layers = layers_of(small_games(harness, Setting(2, 1, rules=RULES), RULES, always, most_turns=4))
    assert layers[-1].turns < 4


def test_boards_come_by_size() -> None:
    sizes = [grid.size for grid in islice(squarest_first(9), 12)]
    assert sizes == sorted(sizes)
    assert all(grid.height <= grid.width for grid in squarest_first(9))


# Recorded games: from SGF files and from the vectors, to be tried on engines.


def file_with(tmp_path: Path, sgf: str) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(sgf)
    return path


def test_a_game_record_is_a_setting_and_turns(tmp_path: Path) -> None:
    (game,) = recorded_in([file_with(tmp_path, "(;GM[1]FF[4]SZ[3]AW[cc]PL[B];B[aa];W[])")])
    assert (game.start.width, game.start.height, game.start.board) == (3, 3, ".../.../..O")
    assert game.turns == ("A3", "pass")
    assert game.shows == "game.sgf"


def test_a_file_that_is_no_game_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="SGF"):
        recorded_in([file_with(tmp_path, "no record")])


def test_a_recorded_game_is_played_to_the_engine(tmp_path: Path) -> None:
    """Given an engine that goes wrong only at E5, a record of a move there shows it."""

    class WrongAtE5(ReferenceEngine):
        def after(self, game: Game, turn: object) -> Game:
            grid = game.grid
            wrong = grid.width == grid.height == 5 and turn == parse_turn(grid, "E5")
            return game.taking(parse_turn(grid, "A1") if wrong else turn)  # type: ignore[arg-type]

    record = recorded_in([file_with(tmp_path, "(;GM[1]FF[4]SZ[5];B[cc];W[ea])")])
    plan = Plan(rules=("tromp-taylor",), effort=Effort(count=1), trying=1.0, shrinking=500.0)
    without, with_record = judge_engine(WrongAtE5, plan), judge_engine(WrongAtE5, replace(plan, recorded=record))
    assert without.findings == ()
    assert [finding.disagreement.aspect.value for finding in with_record.findings] == ["board"]
