"""Rule 7: passing, and the stone that a pass hands over."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Color
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Move, Pass, Position, Turn


@clause("aga/7-pass", part="turn", decides=Decision.TURN)
def passes_and_moves(turn: Turn) -> bool:
    """A turn is a move or, instead of it, a pass."""
    return isinstance(turn, Pass | Move)


@clause("aga/7-pass", part="in-turn")
def passes_in_turn(player_to_move: Color, player: Color) -> bool:
    """A player passes in turn only: it is moving twice in a row that is illegal, and a pass is no way to do so."""
    return player is player_to_move


@clause("aga/7-pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass leaves the board as it is, for the opponent's turn."""
    return replace(position, player=position.player.opponent)


@clause("aga/7-pass", part="stone", decides=Decision.PASS_STONES)
def pass_stone(position: Position[P]) -> dict[Color, int]:
    """Who passes hands the opponent one stone as a prisoner."""
    return {position.player: 1, position.player.opponent: 0}


@clause("aga/7-pass", part="counts", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """A pass counts as a pass."""
    return isinstance(turn, Pass)
