"""The bent four in the corner: what the shape is, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from superko.checker.claims.katago_v2.best_play import SUPERKO
from superko.checker.play.shapes import BENT_FOUR
from superko.spec.algebra import BLACK, WHITE
from superko.spec.parameters import Tax
from superko.spec.vocabulary import Move


def test_in_the_bent_four_the_surrounded_player_is_captured_by_approaching() -> None:
    start = replace(BENT_FOUR, player=BLACK).game(replace(SUPERKO, tax=Tax.NONE))
    board = start.position.coloring.board
    for liberty in (board.grid.point(0, 2), board.grid.point(3, 3)):
        other = next(point for point in (board.grid.point(0, 2), board.grid.point(3, 3)) if point != liberty)
        after = start.play(Move(liberty)).play(Move(other))
        assert not after.position.coloring.black


def test_in_the_bent_four_white_can_begin_a_ko() -> None:
    start = BENT_FOUR.game(SUPERKO)
    grid = BENT_FOUR.grid
    bent, capture, inside, throw_in = grid.point(0, 2), grid.point(3, 3), grid.point(1, 3), grid.point(0, 3)
    captured = start.play(Move(bent)).play(Move(capture))
    assert captured.record.tally.captures[WHITE] == 4
    ko = captured.play(Move(inside)).play(Move(throw_in))
    assert ko.record.tally.captures[WHITE] == 4
    assert ko.position.coloring.black & inside == 0
