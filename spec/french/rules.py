"""The French rules: plays, what a player must not give back to the board, the end, the count, and the quick count."""

from __future__ import annotations

from collections.abc import Mapping

from .. import usual
from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..registry import Decision, clause
from ..vocabulary import (
    Ended,
    Play,
    Points,
    Record,
)

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


usual.says("french/play#captures", usual.captured_of_the_opponent)(
    "The stones that a play captures are the opponent's; who counts quickly keeps them."
)
usual.says("french/play#counts", usual.move_is_a_move)("Placing a stone is a play.")
usual.says("french/pass", usual.passes_and_moves)("In turn the players place a stone, or pass.")
usual.says("french/pass#turn", usual.after_pass)("A pass leaves the board as it is, for the opponent's turn.")
usual.says("french/pass#counts", usual.pass_is_a_pass)("Passes are what stops the game.")
usual.says("french/turns", usual.start)("The one who begins plays the black stones, on an empty board.")
usual.says("french/turns#alternation", usual.players_alternate)(
    "The players take turns, so that the opponent plays or passes after a play."
)
usual.says("french/no-repeat#board", usual.whole_board)("What must not be given back is a state of the whole board.")
usual.says("french/no-repeat#whose", usual.player_who_moved)(
    "It is a state that this player gave to the board, and so with the opponent's turn after it."
)
usual.says("french/no-repeat#by-plays", usual.after_moves)(
    "A state is given to the board by placing a stone; by passing nobody gives it any, nor does the start."
)


@clause("french/no-repeat", decides=Decision.LEGAL, witness=usual.earlier_state)
def gives_back_no_own_state(record: Record[P], play: Play[P]) -> Condition:
    """By placing a stone a player does not give the board a state that they themselves had given it already."""
    return record.earlier.lacks(resulting_state(record, play))


usual.says("french/end", usual.two_passes)("The game stops when both players pass one after the other.")
usual.says("french/end#consecutive", usual.passes_before_another_turn)(
    "Passes follow on each other as long as no stone is played between them."
)
usual.says("french/end#order", usual.order_of_endings)(
    "Nothing but passes stops a game; a rule that ended it with any other turn would come first."
)
usual.says("french/dead-stones", usual.then_count)(
    "Then the board is counted, without the dead stones that both players agree to take off it."
)


@clause("french/dead-stones", part="play-on")
def plays_on(second_to_pass: Color) -> Color:
    """If they disagree, they play on until everything in dispute is settled."""
    return second_to_pass.opponent


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


usual.says("french/winner", usual.winner)("The one with the most points wins, and equal points are a draw.")


@clause("french/quick-count", part="stones")
def stones_given(captured: Mapping[Color, int], passes: Mapping[Color, int], last: Color | None) -> dict[Color, int]:
    """A player has given the stones captured of theirs, one for each pass, and White one more if Black played last."""
    return {color: captured[color] + passes[color] + (color is WHITE and last is BLACK) for color in Color}


@clause("french/quick-count")
def quick_count(c: Coloring[P], given: Mapping[Color, int], color: Color) -> Number:
    """Each puts the stones they hold into the other's territory, and the points that are left in it are counted."""
    left: Number = c.size(territory(c, color)) - given[color]
    return left
