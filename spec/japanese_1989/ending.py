"""Articles 9 to 14: how a game stops, is resumed and ends, what is counted, and how it ends otherwise."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import NOTHING, THE_RUN, Agree, Ended, Moment, Pass, Phase, Position, Record, Remembered, Turn
from .life import STANDS_AGAIN, territory
from .play import MAIN

PASSES_TO_STOP = 2
REPETITION, AGREEMENT = (f"reading/japanese-1989-{name}" for name in ("repetition", "no-result"))
WITHOUT_A_PASS, IN_ANY_CASE, AS_A_TURN = "without-a-pass", "in-any-case", "as-a-turn"
CAN_END = (WITHOUT_A_PASS, IN_ANY_CASE, AS_A_TURN)
TAKEN_FOR_GRANTED = given(readings={AGREEMENT: (WITHOUT_A_PASS, IN_ANY_CASE)})
BOARDS = given(readings={REPETITION: "board", AGREEMENT: CAN_END})
WITH_PLAYER = given(readings={REPETITION: "board-and-player", AGREEMENT: CAN_END})
CAN_END_SO = given(readings={AGREEMENT: CAN_END})
ASKED = given(readings={AGREEMENT: AS_A_TURN})


@clause("japanese-1989/9-stop", part="pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """Only a pass is one; a pass for a ko is made when the game has stopped."""
    return isinstance(turn, Pass)


@clause("japanese-1989/9-stop", decides=Decision.PHASE_ENDS, during=MAIN)
def two_passes(record: Record[P]) -> Condition:
    """The game stops when a player passes and the opponent passes next."""
    return record.pass_run >= PASSES_TO_STOP


@clause("japanese-1989/9-stop", part="next", decides=Decision.FORGETS)
def passes_before_a_move(moment: Moment) -> frozenset[Remembered]:
    """The passes follow each other with no move between them."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("japanese-1989/9-stop", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """It is asked whether the game has stopped before it is asked whether a board stands again."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("japanese-1989/9-end", decides=Decision.NEXT_PHASE, during=MAIN)
def then_count(record: Record[P]) -> Position[P]:
    """A stopped game in which nobody holds a stone dead ends as it stands."""
    return replace(record.position, phase=Phase.OVER)


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


@clause("japanese-1989/10-count", part="komi", decides=Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """The players may have agreed on komi for White, of which the articles say nothing."""
    return ended.rules.komi if color is WHITE else 0


@clause("japanese-1989/10-count", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with more territory left wins; equal territory is a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE


@clause("japanese-1989/12-no-result", part="board", decides=Decision.STATE, during=MAIN)
def whole_board(position: Position[P]) -> Coloring[P]:
    """What may stand again is the whole board."""
    return position.coloring


@clause("japanese-1989/12-no-result", part="whose", when=WITH_PLAYER, decides=Decision.STATE, during=MAIN)
def whose_turn(position: Position[P]) -> Color:
    """Under this reading, it stands again only with the same player to move."""
    return position.player


@clause("japanese-1989/12-no-result", part="made", when=BOARDS, decides=Decision.OCCURS, during=MAIN)
def boards_made_by_moves(turn: Turn | None) -> bool:
    """A board stands again when a move makes it; a pass leaves it as it is."""
    return not isinstance(turn, Pass)


@clause("japanese-1989/12-no-result", part="left", when=WITH_PLAYER, decides=Decision.OCCURS, during=MAIN)
def boards_at_every_turn(turn: Turn | None) -> bool:
    """Where it matters who is to move, a pass makes what may stand again too."""
    return True


@clause(
    "japanese-1989/12-no-result",
    part="without-a-pass",
    when=given(readings={AGREEMENT: WITHOUT_A_PASS}),
    decides=Decision.FORGETS,
    during=MAIN,
)
def cut_by_a_pass(moment: Moment) -> frozenset[Remembered]:
    """The players agree to that where neither has passed meanwhile."""
    return frozenset({Remembered.OCCURRENCES}) if moment is Moment.PASS else NOTHING


@clause("japanese-1989/12-no-result", when=TAKEN_FOR_GRANTED, decides=Decision.NO_RESULT, during=MAIN)
@clause("japanese-1989/12-no-result", part="as-a-turn", when=ASKED, decides=Decision.AGREEMENT, during=MAIN)
def stands_again(record: Record[P]) -> Condition:
    """When the same board stands again, a game whose players agree to that ends without result."""
    again: Condition = record.since_pass.times(record.state) >= STANDS_AGAIN
    return again


@clause("japanese-1989/12-no-result", part="agreed", when=ASKED, decides=Decision.NO_RESULT, during=MAIN)
def both_agree(record: Record[P]) -> Condition:
    """Under this reading, that takes a turn in which both say that they agree."""
    return isinstance(record.last, Agree)


@clause("japanese-1989/12-no-result", part="over", when=CAN_END_SO, decides=Decision.AFTER_NO_RESULT, during=MAIN)
def game_is_over(record: Record[P], position: Position[P]) -> Position[P]:
    """With that the game is over."""
    return replace(position, phase=Phase.OVER)
