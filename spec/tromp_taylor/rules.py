"""The ten Tromp-Taylor rules: the grid, turns, and the score."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    EarlierState,
    Ended,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Turn,
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


PASSES_TO_END = 2


@clause("tromp-taylor/start", decides=Decision.START)
def start(empty_grid: Coloring[P]) -> Position[P]:
    """The players take turns alternately from an empty grid, Black first."""
    return Position(empty_grid, BLACK)


@clause("tromp-taylor/start", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """The players alternate turns, so that the opponent takes the turn after a move."""
    return position.taken_on(play.after, position.player.opponent)


@clause("tromp-taylor/turn", decides=Decision.TURN)
def passes_and_moves(turn: Turn) -> bool:
    """A turn is a pass or a move."""
    return isinstance(turn, Pass | Move)


@clause("tromp-taylor/turn", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass leaves the grid as it is, for the opponent's turn."""
    return replace(position, player=position.player.opponent)


@clause("tromp-taylor/turn", part="state", decides=Decision.STATE)
def grid_coloring(position: Position[P]) -> Coloring[P]:
    """What a move must not repeat is a grid coloring, whoever was to move."""
    return position.coloring


@clause("tromp-taylor/turn", part="earlier", decides=Decision.REMEMBERED)
def every_grid_counts(turn: Turn | None) -> bool:
    """Every grid coloring that has stood counts as an earlier one."""
    return True


@clause("tromp-taylor/end", part="consecutive", decides=Decision.FORGETS)
def passes_before_another_turn(moment: Moment) -> frozenset[Remembered]:
    """Passes are consecutive as long as no other turn comes between them."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("tromp-taylor/end", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Nothing but passes ends a game; a rule that ended it with any other turn would come first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


def earlier_coloring(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the resulting coloring first stood, if it did."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("tromp-taylor/turn", part="no-repetition", decides=Decision.LEGAL, witness=earlier_coloring)
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


@clause("tromp-taylor/clear", part="count", decides=Decision.CAPTURES)
def cleared_by_color(play: Play[P]) -> dict[Color, Number]:
    """How many points of each color a move has cleared; the rules count them for nobody."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.self_captured)}


@clause("tromp-taylor/turn", part="counts-as-pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """A pass counts as a pass."""
    return isinstance(turn, Pass)


@clause("tromp-taylor/turn", part="counts-as-move", decides=Decision.COUNTS_AS_MOVE)
def move_is_a_move(turn: Turn) -> bool:
    """A move counts as a move."""
    return isinstance(turn, Move)


@clause("tromp-taylor/end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """The game ends after two consecutive passes."""
    return record.pass_run >= PASSES_TO_END


@clause("tromp-taylor/end", part="then-score", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def then_score(record: Record[P]) -> Position[P]:
    """Once the game has ended it is scored as it stands."""
    return replace(record.position, phase=Phase.OVER)


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


@clause("tromp-taylor/winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with the higher score wins, and equal scores are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
