"""What the three texts presuppose alike: plays without suicide, passes, and what is counted."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..parameters import Scoring
from ..registry import Decision, clause
from ..vocabulary import EarlierState, Ended, Move, Pass, Phase, Play, Points, Position, Record, Turn

DOCUMENTS = ("spight", "spight-two", "repeated-pass")
PRESUPPOSED = tuple(f"{document}/presupposed" for document in DOCUMENTS)
MAIN = (Phase.MAIN,)
BY_AREA, BY_TERRITORY = given(scoring=Scoring.AREA), given(scoring=Scoring.TERRITORY)


def stood_at(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the board stood so, if it has since the last pass."""
    turn = record.since_pass.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause(*PRESUPPOSED, part="start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """Black begins, on a board without stones."""
    return Position(empty_board, BLACK)


@clause(*PRESUPPOSED, part="turn", decides=Decision.TURN)
def board_plays_and_passes(turn: Turn) -> bool:
    """In turn a player makes a board play or a pass."""
    return isinstance(turn, Pass | Move)


@clause(*PRESUPPOSED, part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """A board play hands the turn to the opponent."""
    return position.taken_on(play.after, position.player.opponent)


@clause(*PRESUPPOSED, part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """So does a pass, and the whole board position stays."""
    return replace(position, player=position.player.opponent)


@clause(*PRESUPPOSED, part="no-liberties")
def without_liberties(c: Coloring[P], color: Color) -> P:
    """The stones of a color whose group has no liberties: no empty point touches it."""
    return c.regions(c.of(color), where=lambda group: c.is_empty(c.border(group) & c.empty))


@clause(*PRESUPPOSED, part="play", decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A board play sets a stone, and takes the opponent's groups without liberties."""
    placed = c.colored(point, player)
    taken = without_liberties(placed, player.opponent)
    after = placed.emptied(taken)
    return Play(player, point, c, after, taken, without_liberties(after, player))


@clause(*PRESUPPOSED, part="empty", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """A stone is set where none stands."""
    return play.before.meets(play.point, play.before.empty)


@clause(*PRESUPPOSED, part="no-suicide", decides=Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def leaves_liberties(play: Play[P]) -> Condition:
    """The group of the stone that is set has liberties after that."""
    return play.before.is_empty(play.self_captured)


@clause(*PRESUPPOSED, part="taken", decides=Decision.CAPTURES)
def taken_stones(play: Play[P]) -> dict[Color, Number]:
    """What a board play takes are stones of the opponent; only where territory is counted do they matter."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.before.board.nothing)}


@clause(*PRESUPPOSED, part="counts-as-play", decides=Decision.COUNTS_AS_MOVE)
def board_play_is_a_play(turn: Turn) -> bool:
    """A stone that is set is a board play."""
    return isinstance(turn, Move)


@clause(*PRESUPPOSED, part="counts-as-pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """A turn without one is a pass."""
    return isinstance(turn, Pass)


@clause(*PRESUPPOSED, part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Only passes stop play; any other end that a rule adds is asked about first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause(*PRESUPPOSED, part="enclosed")
def enclosed(c: Coloring[P], color: Color) -> P:
    """The empty points that touch stones of one color only, directly or through other empty points."""
    touching = c.regions(c.empty, where=lambda region: c.borders(region, color))
    shared: P = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return touching & ~shared


@clause("spight/presupposed", part="area", when=BY_AREA, decides=Decision.SCORE)
@clause("spight-two/presupposed", "repeated-pass/presupposed", part="area", decides=Decision.SCORE)
def area(ended: Ended[P], color: Color) -> Number:
    """A player's area is the points with their stones, and the empty ones that these alone enclose."""
    c = ended.coloring
    return c.size(c.of(color) | enclosed(c, color))


@clause("spight/presupposed", part="territory", when=BY_TERRITORY, decides=Decision.SCORE)
def territory(ended: Ended[P], color: Color) -> Number:
    """A player's territory is the empty points that their stones alone enclose."""
    return ended.coloring.size(enclosed(ended.coloring, color))


@clause("spight/presupposed", part="prisoners", when=BY_TERRITORY, decides=Decision.SCORE)
def prisoners(ended: Ended[P], color: Color) -> Number:
    """A player loses a point for every stone that was taken, and for every pass that costs one."""
    cost: Number = ended.captures[color] * -1
    return cost


@clause(*PRESUPPOSED, part="komi", decides=Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """If there is komi, it is added to what White has."""
    return ended.rules.komi if color is WHITE else 0


@clause(*PRESUPPOSED, part="winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """More points win; it is a draw where both have the same number."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
