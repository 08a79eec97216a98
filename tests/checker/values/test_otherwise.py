"""Where best play comes out otherwise under two rule sets."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.solving.solution import Value
from superko.checker.telling.effort import Effort
from superko.checker.values.valuing import Both, cell_of, in_games, in_positions, starts_of
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Position
from tests.checker.solving.plain_play import plain_values

POSITIONAL, SIMPLE = Rules(suicide=False), Rules(suicide=False, ko=Ko.SIMPLE)
WITH_SUICIDE = Rules()
MOST_TURNS = 20_000


def compared(*given: str) -> Result:
    return CliRunner().invoke(main, ["compare", *given, "--values"])


@pytest.mark.parametrize("both", [(POSITIONAL, SIMPLE), (POSITIONAL, WITH_SUICIDE), (SIMPLE, Rules(ko=Ko.SIMPLE))])
def test_positions_are_worth_something_else_where_plain_search_says_so(both: Both) -> None:
    for grid in (Grid(1, 1), Grid(2, 1)):
        differences = in_positions(both, grid, every=True)
        pairs = zip(*(starts_of(rules, grid) for rules in both), strict=True)
        values = [tuple(plain_values(game, MOST_TURNS) for game in games) for games in pairs]
        assert differences.covered.everything
        assert differences.covered.compared == len(values)
        assert differences.covered.otherwise == sum(first != second for first, second in values)


def test_the_first_difference_is_the_one_with_the_fewest_stones() -> None:
    difference = in_positions((WITH_SUICIDE, Rules(ko=Ko.SIMPLE)), Grid(2, 1)).first
    assert difference is not None
    assert board_text(difference.games[0].position.coloring) == "O."
    assert difference.values == (Value(2, 2), Value(0, 0))
    assert difference.values == tuple(Value(*plain_values(game, MOST_TURNS) or ()) for game in difference.games)


def test_the_shortest_game_is_legal_under_both_and_no_turn_before_it_tells_them_apart() -> None:
    difference = in_games((POSITIONAL, SIMPLE), Grid(3, 1)).first
    assert difference is not None
    assert difference.games[0].turns_taken == difference.games[1].turns_taken
    assert difference.values[0] != difference.values[1]
    assert difference.values == tuple(Value(*plain_values(game, MOST_TURNS) or ()) for game in difference.games)


def black_wins_a_draw(black: float, white: float) -> Color:
    """Black wins where the scores are equal."""
    return BLACK if black >= white else WHITE


def test_a_draw_that_is_won_under_one_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ing = WITH_SUICIDE.replacing("katago-v2/area/winner", black_wins_a_draw)
    covered = in_positions((WITH_SUICIDE, ing), Grid(2, 1), every=True).covered
    drawn = sum(plain_values(game, MOST_TURNS) == (0, 0) for game in starts_of(WITH_SUICIDE, Grid(2, 1)))
    assert covered.otherwise == drawn == 2
    monkeypatch.chdir(tmp_path)
    Path("ing.py").write_text(
        "import superko\n"
        "def black_wins_a_draw(black, white):\n"
        '    """Black wins a draw."""\n'
        "    return superko.BLACK if black >= white else superko.WHITE\n"
        'RULES = superko.rules("tromp-taylor").replacing("katago-v2/area/winner", black_wins_a_draw)\n'
    )
    shown = compared("tromp-taylor", "ing.py:RULES", "--board", "1x1")
    assert "tromp-taylor: Black's lead is 0; best play: pass pass.\n" in shown.stdout
    assert "ing.py:RULES: Black wins; best play: pass pass.\n" in shown.stdout
    tables = CliRunner().invoke(main, ["solve", "1x1", "--rules", "ing.py:RULES", "-o", "table.csv"])
    assert tables.stdout.splitlines()[1].endswith(" Black wins")
    (row,) = csv.DictReader(Path("table.csv").read_text().splitlines())
    assert (row["low"], row["winner"]) == ("0.0", "B")


def test_where_a_game_alone_differs_it_is_said_of_positions_first() -> None:
    shown = compared("ko=SIMPLE,suicide=no", "ko=POSITIONAL,suicide=no", "--board", "3x1").stdout
    assert shown.startswith("No position whose value differs was found.\n\n3x1: every position compared.\n")
    assert "The shortest game after which the value differs, on 3x1: B1 pass A1.\n" in shown


def test_where_nothing_is_looked_at_nothing_is_compared() -> None:
    covered = in_positions((POSITIONAL, SIMPLE), Grid(2, 1), nodes=0).covered
    assert (covered.compared, covered.undecided, covered.otherwise) == (0, 10, 0)


def test_a_search_that_is_stopped_does_not_claim_that_it_saw_everything() -> None:
    stopped = in_positions((POSITIONAL, SIMPLE), Grid(2, 1), go_on=lambda covered: covered.compared < 3)
    assert not stopped.covered.everything
    no_time = in_positions((POSITIONAL, SIMPLE), Grid(2, 1), go_on=lambda covered: False, seconds=0)
    assert (no_time.covered.compared, no_time.covered.undecided) == (0, 1)
    short = in_games((POSITIONAL, SIMPLE), Grid(2, 1), depth=2).covered
    assert (short.turns, short.everything) == (2, False)


def test_rules_compared_with_themselves_come_out_alike_in_every_game() -> None:
    both = POSITIONAL, POSITIONAL.literally()
    covered = [in_games(both, grid).covered for grid in (Grid(1, 1), Grid(2, 1))]
    assert [coverage.everything for coverage in covered] == [True, True]
    assert all(shorter.compared < longer.compared for shorter, longer in pairwise(covered))


@pytest.mark.thorough
def test_the_command_compares_amended_rules_and_tells_what_it_covered(tmp_path: Path) -> None:
    written = tmp_path / "mine.py"
    written.write_text(
        "from superko.spec.presets import PRESETS\n"
        'RULES = PRESETS["japanese-like"].dropping("katago-v2/cleanup/legal-once")\n'
    )
    shown = compared("japanese-like", f"{written}:RULES", "--up-to", "2x1", "--json")
    comparison = json.loads(shown.stdout)
    assert shown.exit_code == 1
    assert (comparison["position"]["board"], comparison["position"]["player"]) == ("O.", "W")
    assert [value["worst"] for value in comparison["position"]["values"]] == [1, 0]
    assert comparison["positions"][0] == {"board": "1x1", "compared": 2, "undecided": 0, "everything": True}


def white_starts(empty_board: Coloring[int]) -> Position[int]:
    """White starts."""
    return Position(empty_board, Color.WHITE)


def a_stone_is_placed(empty_board: Coloring[int]) -> Position[int]:
    """Black has a stone at the top left, and White starts."""
    return Position(empty_board.colored(empty_board.board.nothing | 1, Color.BLACK), Color.WHITE)


@pytest.mark.parametrize("start", [white_starts, a_stone_is_placed])
def test_rules_that_start_otherwise_are_worth_what_they_are_from_there(start: Callable[..., Position[int]]) -> None:
    amended = Rules().replacing("katago-v2/main/start", start)
    game = Game(amended, (3, 1))
    value = Value(*plain_values(game, MOST_TURNS) or ())
    assert cell_of("mine", amended, Grid(3, 1), Effort(seconds=60)).worth.value == value
    difference = in_games((Rules(), amended), Grid(3, 1)).first
    assert difference is not None
    assert (difference.games[1], difference.values) == (game, (Value(3, 3), value))


def test_where_rules_start_otherwise_both_starts_are_shown_and_no_turn_is_said_to_part_them(tmp_path: Path) -> None:
    lines = [
        "from superko.spec.algebra import WHITE",
        "from superko.spec.rules import Rules",
        "from superko.spec.vocabulary import Position",
        "START = 'katago-v2/main/start'",
        "RULES = Rules().replacing(START, lambda empty: Position(empty, WHITE), 'White starts.')",
    ]
    (tmp_path / "mine.py").write_text("\n".join(lines), encoding="utf-8")
    shown = compared("tromp-taylor", f"{tmp_path / 'mine.py'}:RULES", "--board", "3x1")
    assert shown.exit_code == 1, shown.output
    assert "White to play." in shown.stdout
    assert "They differ" not in shown.stdout
