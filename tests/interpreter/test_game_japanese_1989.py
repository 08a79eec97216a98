"""The Japanese rules of 1989, article by article, but for what a search decides; article 8 beside a naive twin."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.command_line import main
from superko.checker.sweeps.sweep import positions_of
from superko.interpreter.notation import parse_board
from superko.interpreter.records.settling import seki_in_words
from superko.interpreter.result import Score
from superko.interpreter.sitting import agree_on
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.japanese_1989.ending import plays_first
from superko.spec.japanese_1989.life import (
    SEKI,
    alive,
    dame,
    eye_points,
    groups_in_seki,
    opponent_begins,
    owner_begins,
    points_anywhere,
    points_captured_from,
    points_enabled,
    strings_in_seki,
    territory,
)
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Ended
from tests.spec.boards import colorings, places, points, twin, twin_color
from tests.spec.naive import naive_territory

from .games import after, scores, set_up

TEXT = PRESETS["japanese-1989"]


@pytest.mark.clauses("japanese-1989/8-territory", "reading/japanese-1989-seki")
@given(colorings(longest_side=4), st.data())
def test_territory_is_what_loops_over_regions_find(c: Coloring[int], data: st.DataObject) -> None:
    chosen = data.draw(st.integers(0, c.board.everything))
    dead = c.board.closure(chosen, c.black) | c.board.closure(chosen, c.white)
    for color in Color:
        for rules, together in ((TEXT, False), (TEXT.reading({SEKI: "groups"}), True)):
            naive = naive_territory(twin(c), places(c.board, dead), twin_color(color), together)
            assert places(c.board, territory(rules, c, dead, color)) == naive


@pytest.mark.clauses("japanese-1989/10-dead-stones", "japanese-1989/10-count", "claim/japanese-score-is-area-less")
def test_dead_stones_in_territory_are_prisoners_and_prisoners_fill_territory() -> None:
    game = after(set_up(TEXT, ".XO.X./.XXXX."), "pass, pass")
    assert game.grid.size == 12
    dead = points(game.position.coloring.board, "C2")
    settled = agree_on(game, dead)
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == (6, -1)


@pytest.mark.clauses("japanese-1989/8-territory")
def test_wherever_eye_points_are_no_territory_the_dame_are_told_that_make_it_so() -> None:
    uncounted = 0
    for c in positions_of(Grid(5, 1)):
        eyes = [eye_points(c, 0, color) & ~territory(TEXT, c, 0, color) for color in (BLACK, WHITE)]
        assert bool(list(seki_in_words(TEXT, c))) is any(eyes)
        uncounted += any(eyes)
    assert uncounted > 10


def test_dead_stones_outside_of_territory_are_no_prisoners() -> None:
    settled = agree_on(after(set_up(TEXT, "X.O."), "pass, pass"), 0b0101)
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == (0, 0)


@pytest.mark.clauses("japanese-1989/9-resume")
def test_whoever_asks_to_resume_lets_the_other_play_first() -> None:
    assert plays_first(BLACK) is WHITE


@pytest.mark.clauses("japanese-1989/7-1-alive", "reading/japanese-1989-first", "reading/japanese-1989-new-stone")
def test_stones_are_alive_unless_they_are_captured_for_good() -> None:
    b = parse_board("X.O").board
    assert [bool(alive(b, captured)) for captured in (False, True)] == [True, False]
    assert (opponent_begins(BLACK), owner_begins(BLACK)) == (WHITE, BLACK)
    where = (points_captured_from, points_enabled, points_anywhere)
    assert [reading(b, 0b001, 0b010) for reading in where] == [0b001, 0b101, 0b111]


@pytest.mark.clauses("japanese-1989/8-territory")
def test_live_stones_with_dame_are_in_seki() -> None:
    c = parse_board("O.X.X.")
    assert dame(c, 0) == 0b10
    assert (strings_in_seki(c, 0, BLACK), groups_in_seki(c, 0, BLACK)) == (0b100, 0b10100)


@pytest.mark.clauses(
    "japanese-1989/10-objection",
    "japanese-1989/10-final",
    "japanese-1989/11-resign",
    "japanese-1989/13-both-lose",
    "japanese-1989/14-forfeit",
)
@pytest.mark.parametrize("name", DOCUMENTS["japanese-1989"].said_by_players)
def test_what_only_players_say_is_no_clause_and_can_not_be_amended(name: str) -> None:
    assert name not in {clause.name for clause in TEXT.in_force}
    with pytest.raises(ValueError, match="superko plays none of it; it can't be amended"):
        TEXT.replacing(name, bool, "It is so.")
    shown = CliRunner().invoke(main, ["show", name])
    assert (shown.exit_code, "superko plays none of it" in shown.stdout.replace("\n", " ")) == (0, True)
    assert name in CliRunner().invoke(main, ["rules", "japanese-1989"]).stdout


def test_dead_stones_are_removed_as_an_author_says() -> None:
    def left_there(ended: Ended[int], dead: int) -> Ended[int]:
        """Dead stones stay where they are."""
        return ended

    rules = TEXT.replacing("japanese-1989/10-dead-stones", left_there)
    stopped = after(set_up(rules, ".XO.X./.XXXX."), "pass, pass")
    settled = agree_on(stopped, points(stopped.position.coloring.board, "C2"))
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == scores(stopped)
