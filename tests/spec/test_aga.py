"""AGA rules 7 to 12, played by the generic game and read clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.spec.aga.counting import area, counting_method, neutral_points
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.parameters import Scoring
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from ..interpreter.games import after, scores, set_up
from .boards import all_colorings, colorings

AGA, AREA = PRESETS["aga"], PRESETS["aga-area"]
SITUATIONAL = AGA.reading({"reading/aga-repetition": "board-and-player"})


@pytest.mark.parametrize(("rules", "games"), [(AGA, [1, 9, 907]), (SITUATIONAL, [1, 9, 959])], ids=["board", "player"])
def test_there_are_as_many_games_as_published_for_superko(rules: Rules, games: list[int]) -> None:
    assert [sum(1 for _ in all_games(Game(rules, (width, 1)))) for width in (1, 2, 3)] == games


def all_games(game: Game) -> Iterator[Game]:
    if game.over:
        yield game
    for turn in game.turns():
        yield from all_games(game.play(turn))


def test_areas_and_neutral_points_part_the_board() -> None:
    for c in all_colorings(3, 2):
        parts_the_board(c)


@given(colorings())
def test_areas_and_neutral_points_part_larger_boards(c: Coloring[int]) -> None:
    parts_the_board(c)


def parts_the_board(c: Coloring[int]) -> None:
    parts = area(c, BLACK), area(c, WHITE), neutral_points(c)
    assert sum(parts) == c.board.everything
    assert sum(part.bit_count() for part in parts) == c.board.grid.size


@pytest.mark.clauses("aga/12-default")
def test_without_agreement_territory_is_counted() -> None:
    assert counting_method(agreed=None) is Scoring.TERRITORY
    assert counting_method(agreed=Scoring.AREA) is Scoring.AREA
    assert (AGA.scoring, AREA.scoring) == (Scoring.TERRITORY, Scoring.AREA)


@pytest.mark.clauses("aga/11-last-move", "reading/aga-last-move")
@pytest.mark.parametrize(
    ("start", "player"),
    [("...", BLACK), ("...", WHITE), ("X..", BLACK), ("X..", WHITE), ("..O", BLACK), ("..O", WHITE)],
)
def test_where_players_alternate_totals_are_equal_once_white_has_moved_last(start: str, player: Color) -> None:
    by_last_move = AGA.reading({"reading/aga-last-move": "white-moves-last"})
    for turns in ("pass, pass", "pass, B1, pass, pass"):
        games = (after(set_up(rules, start, player), turns) for rules in (AGA, by_last_move))
        assert len(set(map(scores, games))) == 1
