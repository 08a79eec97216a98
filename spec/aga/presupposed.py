"""What rules 7 to 12 take for granted of the rules before them: the start, moves, and what they capture."""

from __future__ import annotations

from ..algebra import BLACK, Color, Coloring, Number
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Move, Play, Position, Turn


@clause("aga/presupposed", part="start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """The players take turns from an empty board, Black first."""
    return Position(empty_board, BLACK)


@clause("aga/presupposed", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """The players take turns, so that the opponent moves or passes after a move."""
    return position.taken_on(play.after, position.player.opponent)


@clause("aga/presupposed", part="no-liberties")
def without_liberties(c: Coloring[P], color: Color) -> P:
    """The strings of a color that have no liberty, which is an empty point adjacent to one of their stones."""
    return c.regions(c.of(color), where=lambda string: c.is_empty(c.border(string) & c.empty))


@clause("aga/presupposed", part="move", decides=Decision.MOVE)
def make_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move places a stone, then captures the opponent's strings without liberties, and failing that one's own."""
    placed = c.colored(point, player)
    captured = without_liberties(placed, player.opponent)
    opponent_captured = placed.emptied(captured)
    self_captured = without_liberties(opponent_captured, player)
    return Play(player, point, c, opponent_captured.emptied(self_captured), captured, self_captured)


@clause("aga/presupposed", part="prisoners", decides=Decision.CAPTURES)
def prisoners_taken(play: Play[P]) -> dict[Color, Number]:
    """Each stone that is captured becomes a prisoner, which the other color's player holds."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.self_captured)}


@clause("aga/presupposed", part="counts-as-move", decides=Decision.COUNTS_AS_MOVE)
def move_is_a_move(turn: Turn) -> bool:
    """A move counts as a move."""
    return isinstance(turn, Move)
