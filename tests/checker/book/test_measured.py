"""The table of values, as recorded: every cell leads to a game that comes to it, and small ones are found again."""

from __future__ import annotations

import pytest

from superko.checker.commands.values_command import USUAL_RULES
from superko.checker.pages.value_table import ValueRow, value_table
from superko.interpreter.result import Score
from superko.interpreter.wording import points_text
from superko.spec.algebra import Grid

from .write import best_play


def test_the_table_is_that_of_the_command() -> None:
    assert tuple(row.rules for row in value_table()) == USUAL_RULES
    assert all([*row.values] == ["1x1", "2x1", "3x1", "4x1", "2x2"] for row in value_table())


@pytest.mark.parametrize("row", value_table(), ids=lambda row: row.rules)
def test_every_game_is_legal_and_comes_to_its_value(row: ValueRow) -> None:
    for board, game in row.games.items():
        assert not any(frame.illegal for frame in game.frames)
        result = game.frames[-1].game.result
        assert isinstance(result, Score)
        assert points_text(result.lead) == row.values[board]


@pytest.mark.parametrize("rules", ["tromp-taylor-ten", "aga"])
def test_what_is_recorded_is_found_again(rules: str) -> None:
    row = next(row for row in value_table() if row.rules == rules)
    for grid in (Grid(1, 1), Grid(2, 1), Grid(3, 1)):
        found = best_play(rules, grid)
        assert (found["value"], tuple(found["turns"])) == (
            row.values[str(grid)],
            row.games[str(grid)].story.turns,
        )
