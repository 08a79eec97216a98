"""The ten Tromp-Taylor rules: the grid, turns, and the score."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..registry import Decision, clause
from ..vocabulary import (
    Ended,
    Play,
    Record,
)


@clause("tromp-taylor/reach")
def reaching(c: Coloring[P], same_colored: P, target: P) -> P:
    """A point reaches a color when a path of adjacent points of its own color leads to a point of that color."""
    last_on_the_path = same_colored & c.board.neighbours(target)
    return c.board.closure(last_on_the_path, within=same_colored)


@clause("tromp-taylor/clear")
def cleared(c: Coloring[P], color: Color) -> P:
    """Clearing a color empties all points of that color that do not reach empty."""
    return c.of(color) & ~reaching(c, c.of(color), c.empty)


usual.says("tromp-taylor/start", usual.start)("The players take turns alternately from an empty grid, Black first.")
usual.says("tromp-taylor/start#alternation", usual.players_alternate)(
    "The players alternate turns, so that the opponent takes the turn after a move."
)
usual.says("tromp-taylor/turn", usual.passes_and_moves)("A turn is a pass or a move.")
usual.says("tromp-taylor/turn#pass", usual.after_pass)("A pass leaves the grid as it is, for the opponent's turn.")
usual.says("tromp-taylor/turn#state", usual.whole_board)(
    "What a move must not repeat is a grid coloring, whoever was to move."
)
usual.says("tromp-taylor/turn#earlier", usual.after_every_turn)(
    "Every grid coloring that has stood counts as an earlier one."
)
usual.says("tromp-taylor/end#consecutive", usual.passes_before_another_turn)(
    "Passes are consecutive as long as no other turn comes between them."
)
usual.says("tromp-taylor/end#order", usual.order_of_endings)(
    "Nothing but passes ends a game; a rule that ended it with any other turn would come first."
)


@clause("tromp-taylor/turn", part="no-repetition", decides=Decision.LEGAL, witness=usual.earlier_state)
def repeats_no_coloring(record: Record[P], play: Play[P]) -> Condition:
    """A move does not repeat an earlier grid coloring."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("tromp-taylor/move", decides=Decision.MOVE)
def make_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move colors an empty point one's own color, then clears the opponent's color, then one's own."""
    colored = c.colored(point, player)
    captured = cleared(colored, player.opponent)
    opponent_cleared = colored.emptied(captured)
    self_captured = cleared(opponent_cleared, player)
    return Play(player, point, c, opponent_cleared.emptied(self_captured), captured, self_captured)


@clause("tromp-taylor/move", part="empty", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """The point that a move colors is empty."""
    return play.before.meets(play.point, play.before.empty)


usual.says("tromp-taylor/clear#count", usual.captured_of_both)(
    "How many points of each color a move has cleared; the rules count them for nobody."
)
usual.says("tromp-taylor/turn#counts-as-pass", usual.pass_is_a_pass)("A pass counts as a pass.")
usual.says("tromp-taylor/turn#counts-as-move", usual.move_is_a_move)("A move counts as a move.")
usual.says("tromp-taylor/end", usual.two_passes)("The game ends after two consecutive passes.")
usual.says("tromp-taylor/end#then-score", usual.then_count)("Once the game has ended it is scored as it stands.")


@clause("tromp-taylor/score", part="points", decides=Decision.SCORE)
def points_of_color(ended: Ended[P], color: Color) -> Number:
    """A player scores the number of points of their color."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("tromp-taylor/score", part="reach", decides=Decision.SCORE)
def empty_points_reaching_only(ended: Ended[P], color: Color) -> Number:
    """A player scores the number of empty points that reach only their color."""
    c = ended.coloring
    reaches = {other: reaching(c, c.empty, c.of(other)) for other in Color}
    return c.size(reaches[color] & ~reaches[color.opponent])


usual.says("tromp-taylor/winner", usual.winner)("The player with the higher score wins, and equal scores are a draw.")
