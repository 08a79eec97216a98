"""The New Zealand rules: plays and moves, what a player must not repeat, the end, and territory."""

from __future__ import annotations

from .. import usual
from ..algebra import BLACK, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    Agree,
    Ended,
    Play,
    Record,
)

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


usual.says("new-zealand/play#removed", usual.captured_of_both)(
    "How many stones of each color a play removes; the rules count them for nobody."
)
usual.says("new-zealand/move", usual.passes_and_moves)(
    "A move, which is what a player does in a turn, is a play or a pass."
)
usual.says("new-zealand/move#pass", usual.after_pass)("A pass leaves the board as it is, for the opponent's turn.")
usual.says("new-zealand/move#counts-as-pass", usual.pass_is_a_pass)("Saying pass is a pass.")
usual.says("new-zealand/move#counts-as-play", usual.move_is_a_move)("Placing a stone is a play.")
usual.says("new-zealand/no-repeat#board", usual.whole_board)("What a play must not repeat is the whole board.")
usual.says("new-zealand/no-repeat#whose", usual.player_who_moved)(
    "It is a board as it was after a move of that player, and so with the opponent to move."
)
usual.says("new-zealand/no-repeat#after-plays", usual.after_moves)(
    "A board counts as it was after a play; the board before the first move was after nobody's."
)
usual.says("new-zealand/no-repeat#after-passes", usual.after_passes, when=PASSES_COUNT)(
    "A pass is a move, so that a board also counts as it was after a pass."
)


@clause("new-zealand/no-repeat", decides=Decision.LEGAL, witness=usual.earlier_state)
def repeats_no_own_board(record: Record[P], play: Play[P]) -> Condition:
    """A play does not make the whole board as it was after any of that player's previous moves."""
    return record.earlier.lacks(resulting_state(record, play))


usual.says("new-zealand/start", usual.start)("The players take turns from an empty board, Black first.")
usual.says("new-zealand/start#alternation", usual.players_alternate)(
    "The players take turns, so that the opponent moves after a play."
)
usual.says("new-zealand/end", usual.two_passes, when=BY_PASSES)(
    "The players agree that nothing is worth playing any more when both pass, one after the other."
)


@clause("new-zealand/end", part="agreement", when=BY_AGREEING, decides=Decision.AGREEMENT)
def can_agree_at_any_time(record: Record[P]) -> Condition:
    """Under this reading, players can agree at any time that nothing is worth playing; passes don't say so."""
    return True


@clause("new-zealand/end", part="agreed", when=BY_AGREEING, decides=Decision.PHASE_ENDS)
def both_agree(record: Record[P]) -> Condition:
    """Once they have agreed, the game is over."""
    return isinstance(record.last, Agree)


usual.says("new-zealand/end#consecutive", usual.passes_before_another_turn)(
    "Passes agree only as long as no play comes between them."
)
usual.says("new-zealand/end#order", usual.order_of_endings)(
    "Nothing but this agreement ends a game; a rule that ended it with any other turn would come first."
)
usual.says("new-zealand/dead-stones", usual.then_count)(
    "Stones that the players do not agree to remove stay on the board, and are counted."
)


@clause("new-zealand/dead-stones", part="play-on")
def plays_on(second_to_pass: Color) -> Color:
    """Players who do not agree on which stones are dead play on; if not on who moves next either, all stones stay."""
    return second_to_pass.opponent


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


usual.says("new-zealand/winner", usual.winner)("The player with the most points wins, and equal points are a draw.")
