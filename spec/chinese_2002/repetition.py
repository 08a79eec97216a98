"""Articles 6 and 20, and the ruling of the sixth rules forum: what a play may not bring back, and what a cycle ends.

And what they presuppose: plays without suicide, passes that end the game, and areas that are counted.
"""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Condition, Number
from ..algebra.board import P
from ..composition import own_turn_before, resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    Ended,
    Phase,
    Play,
    Record,
)

usual.says("chinese-2002/presupposed#start", usual.start)("Black plays first, on an empty board.")
usual.says("chinese-2002/presupposed#turn", usual.passes_and_moves)("A player plays a stone or gives up the turn.")
usual.says("chinese-2002/presupposed#alternation", usual.players_alternate)("The players play by turns.")
usual.says("chinese-2002/presupposed#pass", usual.after_pass)(
    "A player who gives up the turn leaves the board to the opponent as it is."
)
usual.says("chinese-2002/presupposed#breathless", usual.without_liberties)(
    "The connected stones of a color that have no breath, which is an empty point next to one of them."
)
usual.says("chinese-2002/presupposed#play", usual.make_move)(
    "Once a stone is played, the opponent's stones without breath are taken off."
)
usual.says("chinese-2002/presupposed#empty", usual.point_is_empty)("A stone is played on an empty point.")
usual.says("chinese-2002/presupposed#no-suicide", usual.leaves_liberties)(
    "No play leaves stones of its own player without breath."
)
usual.says("chinese-2002/presupposed#taken", usual.captured_of_the_opponent)(
    "The stones that a play takes are the opponent's; they count for nothing."
)
usual.says("chinese-2002/presupposed#counts-as-play", usual.move_is_a_move)("Only a stone that is played is a play.")
usual.says("chinese-2002/presupposed#counts-as-pass", usual.pass_is_a_pass)("To give up the turn is to pass.")
usual.says("chinese-2002/presupposed#end", usual.two_passes)(
    "The game is over once both players have given up the turn, one after the other."
)
usual.says("chinese-2002/presupposed#one-after-the-other", usual.passes_before_another_turn)(
    "A play between them makes two passes none."
)
usual.says("chinese-2002/presupposed#order", usual.order_of_endings)(
    "Passes end a game before it is asked whether a cycle does."
)
usual.says("chinese-2002/presupposed#then-count", usual.then_count)("A game that is over is counted.")


@clause("chinese-2002/presupposed", part="stones", decides=Decision.SCORE)
def living_stones(ended: Ended[P], color: Color) -> Number:
    """A player's stones on the board count a point each."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("chinese-2002/presupposed", part="surrounded", decides=Decision.SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """So do the empty points that only stones of theirs surround."""
    c = ended.coloring
    beside_own = c.regions(c.empty, where=lambda region: c.borders(region, color))
    beside_other = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return c.size(beside_own & ~beside_other)


usual.says("chinese-2002/presupposed#komi", usual.komi)("Black gives White komi, if that is agreed.")
usual.says("chinese-2002/presupposed#winner", usual.winner)(
    "The player with more points wins; equal points are a draw."
)


REPETITION, FACING, RARE, RULED = (f"reading/chinese-2002-{name}" for name in ("repetition", "facing", "rare", "forum"))
BY_ARTICLE_6 = given(readings={REPETITION: "article-6"})
BY_CASES = given(readings={REPETITION: ("article-20", "forum")})
RARE_FORBIDDEN = given(readings={REPETITION: "article-20", RARE: "forbidden"})
BY_FORUM = given(readings={REPETITION: "forum"})
RARE_ENDS = given(readings={REPETITION: "article-20", RARE: ("no-result", "draw", "replay")}) | BY_FORUM
RARE_DRAWN = given(readings={REPETITION: "article-20", RARE: "draw"})
RARE_REPLAYED = given(readings={REPETITION: "article-20", RARE: "replay"})
FORUM_DRAWS = given(readings={REPETITION: "forum", RULED: "draw"})
FORUM_REPLAYS = given(readings={REPETITION: "forum", RULED: "replay"})
WITH_PLAYER = given(readings={FACING: "same-player"})
MAIN = (Phase.MAIN,)


usual.says("chinese-2002/6#board", usual.whole_board)("What a player faces is the whole board.")
usual.says("chinese-2002/6#who-faces", usual.player_to_move, when=WITH_PLAYER)(
    "Under this reading, a board that is faced by the one player is not yet faced by the other."
)
usual.says("chinese-2002/6#earlier", usual.after_every_turn)(
    "Every board that has stood has been faced, after a pass too."
)


@clause("chinese-2002/6", when=BY_ARTICLE_6, decides=Decision.LEGAL, witness=usual.earlier_state)
def faces_nothing_again(record: Record[P], play: Play[P]) -> Condition:
    """After a play the opponent must not face again a board that has occurred."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("chinese-2002/20-single-ko", when=BY_CASES, decides=Decision.LEGAL, witness=usual.opponents_turn_before)
def retakes_no_single_ko(record: Record[P], play: Play[P]) -> Condition:
    """A single ko is not retaken at once: the board does not become what the opponent has just changed."""
    before = record.previous
    return before is None or play.before.no(play.after.same_as(before.position.coloring))


@clause("chinese-2002/20-false-life", when=BY_CASES, decides=Decision.LEGAL, witness=usual.players_turn_before)
def cycles_no_false_life(record: Record[P], play: Play[P]) -> Condition:
    """False life by sending two and returning one is forbidden: three plays do not bring a board back."""
    before = own_turn_before(record)
    return before is None or play.before.no(play.after.same_as(before.position.coloring))


@clause(
    "chinese-2002/20-rare", part="forbidden", when=RARE_FORBIDDEN, decides=Decision.LEGAL, witness=usual.earlier_state
)
def goes_round_no_rare_cycle(record: Record[P], play: Play[P]) -> Condition:
    """Triple ko, quadruple ko, eternal life and their like are forbidden in principle: no play brings a board back."""
    return record.earlier.lacks(resulting_state(record, play))


usual.says("chinese-2002/20-rare#occurrences", usual.but_after_passes, when=RARE_ENDS, decides=Decision.OCCURS)(
    "Each time that a play brings a board about counts, and so does the start."
)

usual.says("chinese-2002/20-rare#cycle", usual.stands_a_third_time, when=RARE_ENDS)(
    "A cycle that neither player leaves ends the game: a board is brought about for the third time."
)
usual.says("chinese-2002/20-rare#over", usual.game_is_over, when=RARE_ENDS)(
    "With that the game is over; if it is replayed, that is another game."
)


@clause("chinese-2002/20-rare", part="draw", when=RARE_DRAWN, decides=Decision.DRAWN, during=MAIN)
def cycle_is_a_draw(record: Record[P]) -> Condition:
    """A competition may rule that such a game is drawn."""
    return True


@clause("chinese-2002/20-rare", part="replay", when=RARE_REPLAYED, decides=Decision.REPLAYED, during=MAIN)
def cycle_is_replayed(record: Record[P]) -> Condition:
    """Or it may rule that the game is played again."""
    return True


@clause("chinese-2002/forum", when=FORUM_DRAWS, decides=Decision.DRAWN, during=MAIN)
def forum_draws(record: Record[P]) -> Condition:
    """By the forum's ruling a cycle that is neither a single ko nor sending two and returning one is a draw."""
    return True


@clause("chinese-2002/forum", part="replay", when=FORUM_REPLAYS, decides=Decision.REPLAYED, during=MAIN)
def forum_has_it_replayed(record: Record[P]) -> Condition:
    """Under this reading, the referee requires a replay."""
    return True
