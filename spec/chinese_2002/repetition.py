"""Articles 6 and 20, and the ruling of the sixth rules forum: what a play may not bring back, and what a cycle ends."""

from __future__ import annotations

from .. import usual
from ..algebra import Condition
from ..algebra.board import P
from ..composition import own_turn_before, resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import Phase, Play, Record

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
