"""Tables as recorded, of values, sekis and maps: their games show what they say, and small cells are found again."""

from __future__ import annotations

import pytest

from superko.checker.map.answers import ClassOutcome, MapProperty
from superko.checker.map.boards import PROPERTIES
from superko.checker.map.ends import ENDS
from superko.checker.map.family import Family
from superko.checker.map.telling import map_as_json, map_of
from superko.checker.pages.measured import ValueRow, seki_table, shown_maps, value_table
from superko.checker.pages.shown_games import ShownGame
from superko.checker.values.sekis import sekis_of
from superko.interpreter.result import Score
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.wording import points_text
from superko.spec.algebra import Grid

from .write import VALUED, best_play


def test_the_table_has_every_preset() -> None:
    assert tuple(row.rules for row in value_table()) == VALUED
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
        best = best_play(rules, grid)
        assert (best["value"], tuple(best["turns"])) == (
            row.values[str(grid)],
            row.games[str(grid)].story.turns,
        )


@pytest.mark.thorough
@pytest.mark.parametrize("board", [Grid(2, 2), pytest.param(Grid(5, 1), marks=pytest.mark.thorough)], ids=str)
def test_sekis_are_found_again(board: Grid) -> None:
    table = seki_table()
    rows = {kind: cells for (on, kind), cells in table.rows.items() if on == str(board)}
    for name in table.rules:
        positions_by_kind = {
            str(kind): f"{positions:,}" for kind, positions in sekis_of(parse_rules(name), board).kinds().items()
        }
        assert {kind: cells[name] for kind, cells in rows.items() if cells[name] != "0"} == positions_by_kind
    assert rows or str(board) in table.without


def test_each_kind_of_seki_has_a_game_in_which_whoever_fills_a_liberty_loses_by_it() -> None:
    table = seki_table()
    assert {kind for _, kind in table.rows} == set(table.games)
    for game in table.games.values():
        assert not any(frame.illegal for frame in game.frames)
        left, filled = (frame.game.passed_out().result for frame in (game.frames[0], game.frames[-1]))
        assert isinstance(left, Score)
        assert isinstance(filled, Score)
        assert filled.lead < left.lead


@pytest.mark.parametrize("asked", shown_maps(), ids=lambda asked: asked.name)
def test_what_goes_on_forever_comes_back_to_where_its_loop_begins(asked: MapProperty) -> None:
    games = [game for _, rows in shown_maps()[asked] for row in rows for game in row.games]
    for game in games:
        assert not any(frame.illegal for frame in game.frames)
        assert (game.loop is not None) == (asked is ENDS)
        assert game.loop is None or _state(game, game.loop) == _state(game, -1)


@pytest.mark.parametrize("asked", shown_maps(), ids=lambda asked: asked.name)
def test_a_map_shows_games_where_something_was_refuted(asked: MapProperty) -> None:
    for shown, rows in shown_maps()[asked]:
        assert any(row.games for row in rows) == bool(shown.classes[ClassOutcome.REFUTED])


def _state(game: ShownGame, number: int) -> tuple[object, ...]:
    position = game.frames[number].game.position
    return position.coloring, position.player, position.phase


@pytest.mark.thorough
@pytest.mark.parametrize("asked", [ENDS, PROPERTIES["area"]], ids=lambda asked: asked.name)
def test_a_map_is_read_again(asked: MapProperty) -> None:
    ((shown, rows),) = (known for known in shown_maps()[asked] if known[0].name == "tromp-taylor")
    read_map = map_as_json(map_of(Family("tromp-taylor", asked.reads), asked))
    assert [row["says"] for row in read_map["rows"]] == [row.says for row in rows]
    assert read_map["answers"] == map_as_json(shown)["answers"]
