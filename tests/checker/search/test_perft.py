"""Perft: merged counts are those of plain enumeration, the published ones, and the ones in the committed tables."""

from __future__ import annotations

import json
import random
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.commands import perft_command
from superko.checker.play import perft as perft_module
from superko.checker.play.perft import Depth, RowSearch, divide, perft
from superko.checker.solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, answer
from superko.checker.solving.state import WORST
from superko.checker.vectors.shapes import SHAPES
from superko.interpreter.game import Game
from superko.interpreter.program.machine_code import is_available
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Color, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase
from tests.checker.played_games import any_rules, random_game
from tests.checker.solving.every_position import every_position
from tests.checker.solving.plain_play import plain_values


def plainly(game: Game, depth: int) -> list[Depth]:
    """The same numbers, each sequence played by itself."""
    depths, layer = [], [game]
    for turns in range(depth + 1):
        if layer:
            depths.append(Depth(turns, len(layer), sum(game.over for game in layer)))
        layer = [game.play(turn) for game in layer for turn in game.turns()]
    return depths


def games_in_all(preset: str, width: int) -> int:
    return sum(depth.ended for depth in perft(Game(PRESETS[preset], (width, 1))))


class TestCounting:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize(("width", "height", "depth"), [(1, 1, 7), (2, 1, 7), (3, 1, 5), (2, 2, 4), (3, 2, 3)])
    def test_gives_what_plain_enumeration_gives(self, preset: str, width: int, height: int, depth: int) -> None:
        game = Game(PRESETS[preset], (width, height))
        assert [*islice(perft(game), depth + 1)] == plainly(game, depth)

    @pytest.mark.thorough
    @given(any_rules())
    def test_gives_it_under_any_rules(self, rules: Any) -> None:
        game = Game(rules, (3, 1))
        assert [*islice(perft(game), 5)] == plainly(game, 4)

    @pytest.mark.parametrize("name", SHAPES)
    def test_gives_it_from_a_set_up(self, name: str) -> None:
        game = SHAPES[name].start.game(PRESETS["japanese-like"])
        assert [*islice(perft(game), 4)] == plainly(game, 3)

    @given(any_rules(), st.integers(0, 1000), st.sampled_from(["main", "cleanup1", "cleanup2"]))
    def test_gives_it_from_any_set_up(self, rules: Any, seed: int, phase: str) -> None:
        coloring = random_game(Game(rules, (3, 2)), random.Random(seed), 0.1)[-1].position.coloring
        try:
            game = Game(rules, rows=coloring, to_play=Color.WHITE, phase=Phase(phase))
        except ValueError:
            return
        assert [*islice(perft(game), 4)] == plainly(game, 3)

    @pytest.mark.parametrize(
        ("preset", "width", "games"),
        [("tromp-taylor", 2, 9), ("tromp-taylor", 3, 907), ("tromp-taylor-ten", 3, 907), ("aga-like", 3, 959)],
    )
    def test_finds_the_published_numbers_of_games(self, preset: str, width: int, games: int) -> None:
        assert games_in_all(preset, width) == games

    @pytest.mark.parametrize("preset", PRESETS)
    def test_is_the_sum_of_its_parts(self, preset: str) -> None:
        game = Game(PRESETS[preset], (3, 1))
        for depth in range(1, 5):
            split = divide(game, depth)
            assert set(split) == set(game.turns())
            assert sum(split.values()) == [*islice(perft(game), depth + 1)][-1].sequences

    def test_counts_no_more_where_the_game_is_over(self) -> None:
        game = Game(PRESETS["tromp-taylor"], 1)
        assert divide(game, 3) == {PASS: 0}
        assert list(perft(game.play(PASS).play(PASS))) == [Depth(0, 1, 1)]


@pytest.mark.parametrize("preset", ["tromp-taylor", "chinese-like", "japanese-like"])
def test_rows_in_python_give_what_lines_carried_on_give(preset: str) -> None:
    game = Game(PRESETS[preset], 2)
    counted = [RowSearch(game, compiling=False).number(game, turns) for turns in range(1, 5)]
    assert counted == [(depth.sequences, depth.ended) for depth in islice(perft(game), 1, 5)]


@pytest.mark.skipif(not is_available(), reason="numba is not installed")
class TestCountingDepthFirst:
    """The text that counts is that of `test_game_programs`; here it is held to lines carried on one by one."""

    @pytest.mark.thorough
    @pytest.mark.parametrize("preset", ["tromp-taylor", "chinese-like"])
    def test_gives_what_lines_carried_on_give(self, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Given more lines than are carried on, when they are counted depth first instead, then all numbers stay.

        The search runs as written at first, and machine code goes on where it stands.
        """
        asked = iter(range(1_000_000))
        monkeypatch.setattr(perft_module, "WORTH_COMPILING_AFTER", 20)
        monkeypatch.setattr(perft_module, "STEPS_AS_WRITTEN", 1)
        monkeypatch.setattr(perft_module, "_compiling", lambda code: SimpleNamespace(is_done=next(asked) >= 3))
        game = Game(PRESETS[preset], (3, 2))
        with_lines = [*islice(perft(game), 6)]
        depth_first = [*islice(perft(game, most_points=12), 6)]
        assert depth_first == with_lines
        assert next(asked) > 3

    def test_counts_what_is_published_of_a_larger_board(self) -> None:
        assert [*islice(perft(Game(PRESETS["tromp-taylor"], 5), most_points=50_000), 5)][-1].sequences == 361_041

    def test_ends_with_the_longest_game(self) -> None:
        game = Game(PRESETS["tromp-taylor"], (3, 2)).play(PASS)
        numbers = [*perft(game.play(PASS), most_points=0)]
        assert numbers == [Depth(0, 1, 1)]

    def test_goes_on_with_lines_where_a_clause_can_not_be_compiled(self) -> None:
        rules = PRESETS["tromp-taylor"].replacing(
            "katago-v2/main/legal-superko", lambda record, play: len([*record.earlier]) < 5, "Five states may stand."
        )
        game = Game(rules, (2, 1))
        assert [*islice(perft(game, most_points=0), 4)] == [*islice(perft(game), 4)]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(perft_command.perft_command, list(arguments))


class TestTheCommand:
    def test_gives_them_as_json(self) -> None:
        result = run(".OX.", "--phase", "cleanup1", "--rules", "japanese-like", "--divide", "--json")
        report = json.loads(result.stdout)
        game = Game(parse_rules("japanese-like"), rows=".OX.", phase=Phase.FIRST_CLEANUP)
        assert report["sequences"] == [depth.sequences for depth in plainly(game, 4)]
        assert sum(report["divide"].values()) == report["sequences"][-1]
        assert report["setup"]["board"] == ".OX."

    def test_tells_what_it_has_when_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(game: Game, *asked: object) -> Any:
            yield Depth(0, 1, 0)
            raise KeyboardInterrupt

        monkeypatch.setattr(perft_command, "perft", interrupted)
        result = run("3x1")
        assert result.exit_code == 130
        assert "sequences" in result.stdout


# Plain search finds what a search of whole games finds.


RULES = Rules(ko=Ko.SIMPLE, suicide=False)


def test_black_gets_as_much_as_a_search_of_whole_games_finds_and_no_more() -> None:
    for game in list(every_position(RULES, Grid(3, 1)))[::7]:
        values = plain_values(game, 20_000)
        assert values is not None
        for mode, value in enumerate(values):
            assert answer(game, value, mode, 20_000).outcome == SUCCEEDS
            assert answer(game, value + 0.5, mode, 20_000).outcome == FAILS


def test_within_too_few_turns_nothing_is_known() -> None:
    game = next(every_position(RULES, Grid(3, 1)))
    assert answer(game, 3, WORST, 3).outcome == UNKNOWN
