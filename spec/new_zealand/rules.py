"""The New Zealand rules: plays and moves, what a player must not repeat, the end, and territory."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    Agree,
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

KOMI = 7
PASSES_TO_END = 2
FEWEST_HANDICAP_STONES = 2
PASSES_COUNT = given(readings={"reading/new-zealand-passes": "count"})
BY_PASSES, BY_AGREEING = (given(readings={"reading/new-zealand-end": value}) for value in ("two-passes", "agreement"))


@clause("new-zealand/liberty")
def without_liberties(c: Coloring[P], color: Color) -> P:
    """The stones without a liberty: an unoccupied point adjacent to the stone, or to one connected to it."""
    return c.regions(c.of(color), where=lambda connected: c.is_empty(c.border(connected) & c.empty))


@clause("new-zealand/play", decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A play places a stone, then removes the opponent's stones without liberties, then the player's own."""
    placed = c.colored(point, player)
    captured = without_liberties(placed, player.opponent)
    opponent_removed = placed.emptied(captured)
    self_captured = without_liberties(opponent_removed, player)
    return Play(player, point, c, opponent_removed.emptied(self_captured), captured, self_captured)


@clause("new-zealand/play", part="unoccupied", decides=Decision.PSEUDOLEGAL)
def point_is_unoccupied(play: Play[P]) -> Condition:
    """A stone is placed on an unoccupied point."""
    return play.before.meets(play.point, play.before.empty)


@clause("new-zealand/play", part="removed", decides=Decision.CAPTURES)
def stones_removed(play: Play[P]) -> dict[Color, Number]:
    """How many stones of each color a play removes; the rules count them for nobody."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.self_captured)}


@clause("new-zealand/move", decides=Decision.TURN)
def plays_and_passes(turn: Turn) -> bool:
    """A move, which is what a player does in a turn, is a play or a pass."""
    return isinstance(turn, Pass | Move)


@clause("new-zealand/move", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass leaves the board as it is, for the opponent's turn."""
    return replace(position, player=position.player.opponent)


@clause("new-zealand/move", part="counts-as-pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """Saying pass is a pass."""
    return isinstance(turn, Pass)


@clause("new-zealand/move", part="counts-as-play", decides=Decision.COUNTS_AS_MOVE)
def play_is_a_play(turn: Turn) -> bool:
    """Placing a stone is a play."""
    return isinstance(turn, Move)


@clause("new-zealand/no-repeat", part="board", decides=Decision.STATE)
def whole_board(position: Position[P]) -> Coloring[P]:
    """What a play must not repeat is the whole board."""
    return position.coloring


@clause("new-zealand/no-repeat", part="whose", decides=Decision.STATE)
def who_moved_last(position: Position[P]) -> Color:
    """It is a board as it was after a move of that player, and so with the opponent to move."""
    return position.player.opponent


@clause("new-zealand/no-repeat", part="after-plays", decides=Decision.REMEMBERED)
def boards_after_plays_count(turn: Turn | None) -> bool:
    """A board counts as it was after a play; the board before the first move was after nobody's."""
    return isinstance(turn, Move)


@clause("new-zealand/no-repeat", part="after-passes", when=PASSES_COUNT, decides=Decision.REMEMBERED)
def boards_after_passes_count(turn: Turn | None) -> bool:
    """A pass is a move, so that a board also counts as it was after a pass."""
    return isinstance(turn, Pass)


def own_earlier_board(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the board first was as this player's play would make it, if they left it so."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("new-zealand/no-repeat", decides=Decision.LEGAL, witness=own_earlier_board)
def repeats_no_own_board(record: Record[P], play: Play[P]) -> Condition:
    """A play does not make the whole board as it was after any of that player's previous moves."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("new-zealand/start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """The players take turns from an empty board, Black first."""
    return Position(empty_board, BLACK)


@clause("new-zealand/start", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """The players take turns, so that the opponent moves after a play."""
    return position.taken_on(play.after, position.player.opponent)


@clause("new-zealand/end", when=BY_PASSES, decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """The players agree that nothing is worth playing any more when both pass, one after the other."""
    return record.pass_run >= PASSES_TO_END


@clause("new-zealand/end", part="agreement", when=BY_AGREEING, decides=Decision.AGREEMENT)
def can_agree_at_any_time(record: Record[P]) -> Condition:
    """Under this reading, players can agree at any time that nothing is worth playing; passes don't say so."""
    return True


@clause("new-zealand/end", part="agreed", when=BY_AGREEING, decides=Decision.PHASE_ENDS)
def both_agree(record: Record[P]) -> Condition:
    """Once they have agreed, the game is over."""
    return isinstance(record.last, Agree)


@clause("new-zealand/end", part="consecutive", decides=Decision.FORGETS)
def passes_before_another_turn(moment: Moment) -> frozenset[Remembered]:
    """Passes agree only as long as no play comes between them."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("new-zealand/end", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Nothing but this agreement ends a game; a rule that ended it with any other turn would come first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("new-zealand/dead-stones", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def all_stones_stay(record: Record[P]) -> Position[P]:
    """Stones that the players do not agree to remove stay on the board, and are counted."""
    return replace(record.position, phase=Phase.OVER)


@clause("new-zealand/territory")
def territory(c: Coloring[P], color: Color) -> P:
    """Territory is all points with a player's stones, and every unoccupied point adjacent to that territory."""
    stones = c.of(color)
    return stones | c.board.closure(c.border(stones), within=c.empty)


@clause("new-zealand/territory", part="points", decides=Decision.SCORE)
def points_of_territory(ended: Ended[P], color: Color) -> Number:
    """A player has a point for each point of their territory."""
    return ended.coloring.size(territory(ended.coloring, color))


@clause("new-zealand/handicap")
def is_handicap_game(ended: Ended[P]) -> bool:
    """In a handicap game Black has placed a stone more for each move that White passed at the start."""
    return ended.handicap >= FEWEST_HANDICAP_STONES


@clause("new-zealand/komi", decides=Decision.SCORE)
def komi_in_an_even_game(ended: Ended[P], color: Color) -> Number:
    """White is given komi, which is seven points, but none in a handicap game."""
    return 0 if color is BLACK or is_handicap_game(ended) else ended.rules.komi


@clause("new-zealand/winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with the most points wins, and equal points are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
