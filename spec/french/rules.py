"""The French rules: plays, what a player must not give back to the board, the end, the count, and the quick count."""

from __future__ import annotations

from collections.abc import Mapping
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
    Points,
    Position,
    Record,
    Remembered,
    Turn,
)

PASSES_TO_STOP = 2
FEWEST_HANDICAP_STONES = 2
HALF_A_POINT = 0.5


@clause("french/play", part="no-liberty")
def without_liberty(c: Coloring[P], color: Color) -> P:
    """A chain is connected stones of a color; it has no liberty where no unoccupied point is next to it."""
    return c.regions(c.of(color), where=lambda chain: c.is_empty(c.border(chain) & c.empty))


@clause("french/play", decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A play puts a stone on the board, and captures the opponent's chains whose last liberty it takes."""
    placed = c.colored(point, player)
    captured = without_liberty(placed, player.opponent)
    after = placed.emptied(captured)
    return Play(player, point, c, after, captured, without_liberty(after, player))


@clause("french/play", part="unoccupied", decides=Decision.PSEUDOLEGAL)
def point_is_unoccupied(play: Play[P]) -> Condition:
    """A stone is played on an unoccupied point."""
    return play.before.meets(play.point, play.before.empty)


@clause("french/play", part="no-suicide", decides=Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def leaves_a_liberty(play: Play[P]) -> Condition:
    """A play builds no chain without liberty, unless it captures."""
    c = play.before
    return c.implies(c.is_empty(play.captured), c.is_empty(play.self_captured))


@clause("french/play", part="captures", decides=Decision.CAPTURES)
def captured_stones(play: Play[P]) -> dict[Color, Number]:
    """The stones that a play captures are the opponent's; who counts quickly keeps them."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.before.board.nothing)}


@clause("french/play", part="counts", decides=Decision.COUNTS_AS_MOVE)
def play_is_a_play(turn: Turn) -> bool:
    """Placing a stone is a play."""
    return isinstance(turn, Move)


@clause("french/pass", decides=Decision.TURN)
def plays_and_passes(turn: Turn) -> bool:
    """In turn the players place a stone, or pass."""
    return isinstance(turn, Pass | Move)


@clause("french/pass", part="turn", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass leaves the board as it is, for the opponent's turn."""
    return replace(position, player=position.player.opponent)


@clause("french/pass", part="counts", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """Passes are what stops the game."""
    return isinstance(turn, Pass)


@clause("french/turns", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """The one who begins plays the black stones, on an empty board."""
    return Position(empty_board, BLACK)


@clause("french/turns", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """The players take turns, so that the opponent plays or passes after a play."""
    return position.taken_on(play.after, position.player.opponent)


@clause("french/no-repeat", part="board", decides=Decision.STATE)
def state_of_the_board(position: Position[P]) -> Coloring[P]:
    """What must not be given back is a state of the whole board."""
    return position.coloring


@clause("french/no-repeat", part="whose", decides=Decision.STATE)
def who_gave_it(position: Position[P]) -> Color:
    """It is a state that this player gave to the board, and so with the opponent's turn after it."""
    return position.player.opponent


@clause("french/no-repeat", part="by-plays", decides=Decision.REMEMBERED)
def states_given_by_plays(turn: Turn | None) -> bool:
    """A state is given to the board by placing a stone; by passing nobody gives it any, nor does the start."""
    return isinstance(turn, Move)


def own_earlier_state(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the board first was as this player had made it, if they had."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("french/no-repeat", decides=Decision.LEGAL, witness=own_earlier_state)
def gives_back_no_own_state(record: Record[P], play: Play[P]) -> Condition:
    """By placing a stone a player does not give the board a state that they themselves had given it already."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("french/end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """The game stops when both players pass one after the other."""
    return record.pass_run >= PASSES_TO_STOP


@clause("french/end", part="consecutive", decides=Decision.FORGETS)
def passes_before_a_play(moment: Moment) -> frozenset[Remembered]:
    """Passes follow on each other as long as no stone is played between them."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("french/end", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Nothing but passes stops a game; a rule that ended it with any other turn would come first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("french/dead-stones", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def then_count(record: Record[P]) -> Position[P]:
    """Then the board is counted, without the dead stones that both players agree to take off it."""
    return replace(record.position, phase=Phase.OVER)


@clause("french/territory")
def territory(c: Coloring[P], color: Color) -> P:
    """A territory is unoccupied points that hang together and are bounded by stones of one color."""
    return c.regions(c.empty, where=lambda points: c.borders(points, color) & c.no(c.borders(points, color.opponent)))


@clause("french/count", decides=Decision.SCORE)
def territory_and_stones(ended: Ended[P], color: Color) -> Number:
    """Each point of a player's territory counts for them, and each of their stones on the board."""
    c = ended.coloring
    return c.size(c.of(color) | territory(c, color))


@clause("french/count", part="komi", decides=Decision.SCORE)
def komi_in_an_even_game(ended: Ended[P], color: Color) -> Number:
    """White is given komi, usually seven points and a half, where Black has no handicap."""
    return ended.rules.komi if color is WHITE and ended.handicap < FEWEST_HANDICAP_STONES else 0


@clause("french/handicap", decides=Decision.SCORE)
def points_for_handicap(ended: Ended[P], color: Color) -> Number:
    """Where Black plays several moves at the start, White is given half a point, and a point for each move missed."""
    missed = ended.handicap - 1
    return missed + HALF_A_POINT if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause("french/winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The one with the most points wins, and equal points are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE


@clause("french/quick-count", part="stones")
def stones_given(captured: Mapping[Color, int], passes: Mapping[Color, int], last: Color | None) -> dict[Color, int]:
    """A player has given the stones captured of theirs, one for each pass, and White one more if Black played last."""
    return {color: captured[color] + passes[color] + (color is WHITE and last is BLACK) for color in Color}


@clause("french/quick-count")
def quick_count(c: Coloring[P], given: Mapping[Color, int], color: Color) -> Number:
    """Each puts the stones they hold into the other's territory, and the points that are left in it are counted."""
    left: Number = c.size(territory(c, color)) - given[color]
    return left
