"""Counting the stones of one move: on boards of every size, and on a small board where the count goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...spec.algebra import Color, Coloring, Condition, Number
from ...spec.algebra.board import P
from ...spec.katago_v2.moves import point_is_empty
from ...spec.registry import Decision
from ...spec.rules import Rules
from .one_point import PointwiseBoard, as_total
from .situation import BoardLemma, Implication, LemmaSituation


def stones_of_each_color(s: LemmaSituation[P]) -> Iterator[tuple[Any, Any]]:
    """For each color, the stones on the board and those captured; and those there were, and the one played."""
    captures = s.rules.sole(Decision.CAPTURES).function(s.play)
    for color in Color:
        played: Number = s.coloring.size(s.play.point) if color is s.player else 0
        yield s.coloring.size(s.play.after.of(color)) + captures[color], s.coloring.size(s.coloring.of(color)) + played


def no_stone_is_made_or_lost(s: LemmaSituation[P]) -> Implication:
    """A move at an empty point leaves the stones there were and the one played, less those captured."""
    (black, black_before), (white, white_before) = stones_of_each_color(s)
    balanced: Condition = (black == black_before) & (white == white_before)
    return Implication(given=point_is_empty(s.play), then=balanced)


BALANCE = BoardLemma("lemma/stones-balance", no_stone_is_made_or_lost)


def proved_for_every_size(rules: Rules) -> bool:
    """Whether the stones of a move balance at one unspecified point of a board of any size, and so on every board."""
    return all(_balances(rules, player) for player in Color)


def _balances(rules: Rules, player: Color) -> bool:
    board = PointwiseBoard()
    black, white, point = board.unknown("black"), board.unknown("white"), board.point("point")
    board.constraints.append(~(black & white))
    situation = LemmaSituation(rules, Coloring(board, black, white), player, (point,))
    given, mover = point_is_empty(situation.play), player.name.capitalize()
    return all(
        board.proves(as_total(now).equals(then), given, step=f"the {color.name.lower()} stones, {mover} to move")
        for color, (now, then) in zip(Color, stones_of_each_color(situation), strict=True)
    )
