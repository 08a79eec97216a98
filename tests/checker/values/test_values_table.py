"""The table that `superko solve` makes of several boards and rule sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules


def test_a_table_has_a_row_for_each_rule_set_and_a_column_for_each_board() -> None:
    shown = CliRunner().invoke(main, ["solve", "2x1", "3x1", "--rules", "tromp-taylor", "--rules", "japanese"])
    rows = [line.split() for line in shown.stdout.splitlines()[:3]]
    assert shown.exit_code == 0
    assert rows == [["rules", "2x1", "3x1"], ["tromp-taylor", "0", "3"], ["japanese", "0", "2"]]


def test_a_cell_whose_seconds_are_not_enough_tells_bounds_and_no_value() -> None:
    given = ["solve", "2x2", "1x1", "--rules", "japanese-like", "--effort", "0.05s", "--json"]
    cell, _ = json.loads(CliRunner().invoke(main, given).stdout)["values"]
    assert not cell["exact"]
    assert cell["no_result"] is None


def test_rules_that_let_a_game_go_on_forever_are_said_to(tmp_path: Path) -> None:
    file = tmp_path / "my_rules.py"
    text = 'from superko.spec.rules import Rules\nRULES = Rules().dropping("katago-v2/main/legal-superko")\n'
    file.write_text(text, encoding="utf-8")
    given = ["solve", "2x1", "3x1", "--rules", f"{file}:RULES", "--rules", "tromp-taylor", "--effort", "2000n"]
    shown = CliRunner(env={"COLUMNS": "400"}).invoke(main, given)
    output = " ".join(shown.stdout.split())
    assert shown.exit_code == 3
    assert "RULES: These rules let a game go on forever, so it need not have a value: on 2x1, after A1, B1, " in output
    assert "the effort was not enough" not in output
    cells = json.loads(CliRunner().invoke(main, [*given, "--json"]).stdout)["values"]
    assert [cell["endless"] and cell["endless"]["loop"] for cell in cells] == [2, None, None, None]


def test_bounds_of_a_value_hold_however_few_nodes_are_looked_at() -> None:
    start = Game(Rules(suicide=False), Grid(4, 1))
    for nodes in range(0, 3000, 300):
        worth = Valuing([start], nodes=nodes).worth(start)
        assert worth.low <= 4 <= worth.high
        assert worth.value is None or (worth.low, worth.high) == (worth.value.worst, worth.value.best)


def test_no_value_is_told_when_nothing_is_looked_at() -> None:
    start = Game(Rules(ko=Ko.SIMPLE), Grid(2, 2))
    worth = Valuing([start], nodes=0).worth(start)
    assert worth.value is None
    assert worth.low <= 0 <= worth.high


def test_positions_come_by_their_stones_and_every_stone_has_a_liberty() -> None:
    colorings = (game.position.coloring for game in starts_of(Rules(), Grid(2, 2)))
    stones = [(c.black | c.white).bit_count() for c in colorings]
    assert stones == sorted(stones)
    assert len(stones) == 2 * 57


def test_rules_by_which_a_player_may_have_no_turn_have_no_value(tmp_path: Path) -> None:
    written = tmp_path / "mine.py"
    written.write_text(
        "from superko.spec.presets import PRESETS\n"
        "from superko.spec.vocabulary import Move\n"
        "def moves_only(turn):\n"
        '    """A turn is a move."""\n'
        "    return isinstance(turn, Move)\n"
        'RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/start#turn", moves_only)\n'
    )
    shown = CliRunner().invoke(main, ["solve", "1x1", "2x1", "--rules", f"{written}:RULES"])
    assert shown.exit_code == 3
    assert "-" in shown.stdout.splitlines()[1].split()[-1]


@pytest.mark.parametrize(
    "given",
    [
        ["2x1", "19"],
        ["2x1", "X./.O"],
        ["2x1", "3x1", "--moves"],
        ["2x1", "3x1", "--turns", "A1"],
        ["2x1", "3x1", "--output", "line.sgf"],
        ["--rules", "tromp-taylor", "--rules", "aga"],
        ["2x1", "--rules", "nobody"],
    ],
)
def test_what_no_table_can_tell_is_refused_in_a_sentence(given: list[str]) -> None:
    shown = CliRunner().invoke(main, ["solve", *given])
    assert shown.exit_code == 2
    assert "Error: " in shown.output
