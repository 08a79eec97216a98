"""Articles 9 to 14: how a game stops, is resumed and ends, what is counted, and how it ends otherwise."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Condition, Number
from ..algebra.board import P
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import Agree, Ended, Record
from .life import territory
from .play import MAIN

REPETITION, AGREEMENT = (f"reading/japanese-1989-{name}" for name in ("repetition", "no-result"))
WITHOUT_A_PASS, IN_ANY_CASE, AS_A_TURN = "without-a-pass", "in-any-case", "as-a-turn"
CAN_END = (WITHOUT_A_PASS, IN_ANY_CASE, AS_A_TURN)
TAKEN_FOR_GRANTED = given(readings={AGREEMENT: (WITHOUT_A_PASS, IN_ANY_CASE)})
BOARDS = given(readings={REPETITION: "board", AGREEMENT: CAN_END})
WITH_PLAYER = given(readings={REPETITION: "board-and-player", AGREEMENT: CAN_END})
CAN_END_SO = given(readings={AGREEMENT: CAN_END})
ASKED = given(readings={AGREEMENT: AS_A_TURN})


usual.says("japanese-1989/9-stop#pass", usual.pass_is_a_pass)(
    "Only a pass is one; a pass for a ko is made when the game has stopped."
)
usual.says("japanese-1989/9-stop", usual.two_passes, during=MAIN)(
    "The game stops when a player passes and the opponent passes next."
)
usual.says("japanese-1989/9-stop#next", usual.passes_before_another_turn)(
    "The passes follow each other with no move between them."
)
usual.says("japanese-1989/9-stop#order", usual.order_of_endings)(
    "It is asked whether the game has stopped before it is asked whether a board stands again."
)
usual.says("japanese-1989/9-end", usual.then_count)(
    "A stopped game in which nobody holds a stone dead ends as it stands."
)


@clause("japanese-1989/9-resume")
def plays_first(requested_by: Color) -> Color:
    """When a player asks to resume a stopped game, the opponent must agree, and plays first."""
    return requested_by.opponent


@clause("japanese-1989/10-dead-stones")
def without_dead_stones(ended: Ended[P], dead: P) -> Ended[P]:
    """Dead stones in the opponent's territory are taken off as they stand, as prisoners; none elsewhere counts."""
    c = ended.coloring
    inside = {color: c.of(color) & dead & territory(ended.rules, c, dead, color.opponent) for color in Color}
    return ended.with_captures(c.emptied(dead), {color: c.size(inside[color]) for color in Color})


@clause("japanese-1989/10-count", part="territory", decides=Decision.SCORE)
def points_of_territory(ended: Ended[P], color: Color) -> Number:
    """Each point of territory is a point."""
    c = ended.coloring
    return c.size(territory(ended.rules, c, c.board.nothing, color))


@clause("japanese-1989/10-count", part="prisoners", decides=Decision.SCORE)
def prisoners_filled_in(ended: Ended[P], color: Color) -> Number:
    """A prisoner fills a point of its own color's territory."""
    nothing: Number = ended.coloring.size(ended.coloring.board.nothing)
    filled: Number = nothing - ended.captures[color]
    return filled


usual.says("japanese-1989/10-count#komi", usual.komi)(
    "The players may have agreed on komi for White, of which the articles say nothing."
)
usual.says("japanese-1989/10-count", usual.winner)(
    "The player with more territory left wins; equal territory is a draw."
)
usual.says("japanese-1989/12-no-result#board", usual.whole_board, during=MAIN)(
    "What may stand again is the whole board."
)
usual.says("japanese-1989/12-no-result#whose", usual.player_to_move, when=WITH_PLAYER, during=MAIN)(
    "Under this reading, it stands again only with the same player to move."
)
usual.says(
    "japanese-1989/12-no-result#made", usual.but_after_passes, when=BOARDS, decides=Decision.OCCURS, during=MAIN
)("A board stands again when a move makes it; a pass leaves it as it is.")
usual.says(
    "japanese-1989/12-no-result#left", usual.after_every_turn, when=WITH_PLAYER, decides=Decision.OCCURS, during=MAIN
)("Where it matters who is to move, a pass makes what may stand again too.")
usual.says(
    "japanese-1989/12-no-result#without-a-pass",
    usual.what_stood_before_a_pass,
    when=given(readings={AGREEMENT: WITHOUT_A_PASS}),
    during=MAIN,
)("The players agree to that where neither has passed meanwhile.")


for _name, _when, _decides in (
    ("japanese-1989/12-no-result#as-a-turn", ASKED, Decision.AGREEMENT),
    ("japanese-1989/12-no-result", TAKEN_FOR_GRANTED, Decision.NO_RESULT),
):
    usual.says(_name, usual.stands_a_second_time, when=_when, decides=_decides)(
        "When the same board stands again, a game whose players agree to that ends without result."
    )


@clause("japanese-1989/12-no-result", part="agreed", when=ASKED, decides=Decision.NO_RESULT, during=MAIN)
def both_agree(record: Record[P]) -> Condition:
    """Under this reading, that takes a turn in which both say that they agree."""
    return isinstance(record.last, Agree)


usual.says("japanese-1989/12-no-result#over", usual.game_is_over, when=CAN_END_SO)("With that the game is over.")
