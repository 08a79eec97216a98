"""Articles 1 to 6: who plays, where a stone can be played, which stones exist, capture, and ko."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Phase, Play, Points, Record

MAIN = (Phase.MAIN,)


usual.says("japanese-1989/1-game", usual.start)(
    "Two players compete for territory on a board; it is empty at first, and Black begins, which nobody had to say."
)
usual.says("japanese-1989/2-play#turns", usual.passes_and_moves, during=MAIN)(
    "The players can move by turns, one stone at a time; they need not, and then they pass."
)
usual.says("japanese-1989/2-play", usual.players_alternate)("After a move it is the opponent's turn.")
usual.says("japanese-1989/2-play#pass", usual.after_pass)(
    "A pass leaves the board as it is, and it is the opponent's turn."
)
usual.says("japanese-1989/2-play#counts", usual.move_is_a_move)(
    "A move is a stone that is played; nothing is counted for it."
)


@clause("japanese-1989/3-point", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """A stone is played on an empty point, on which it can then exist."""
    return play.before.meets(play.point, play.before.empty)


@clause("japanese-1989/4-exist")
def without_liberty(c: Coloring[P], color: Color) -> P:
    """A string exists as long as an empty point, its liberty, is next to it; these stones of a color have none."""
    return c.regions(c.of(color), where=lambda string: c.is_empty(c.border(string) & c.empty))


@clause(
    "japanese-1989/4-exist",
    part="after-move",
    decides=Decision.PSEUDOLEGAL,
    witness=lambda play: Points(play.self_captured),
)
def own_stones_exist(play: Play[P]) -> Condition:
    """Once a move is complete, each string of its player has a liberty, so that nobody captures their own stones."""
    return play.before.is_empty(play.self_captured)


@clause("japanese-1989/5-capture", decides=Decision.MOVE)
def make_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move is a stone placed; the opposing strings that can exist no longer are taken off, and it is complete."""
    placed = c.colored(point, player)
    captured = without_liberty(placed, player.opponent)
    after = placed.emptied(captured)
    return Play(player, point, c, after, captured, without_liberty(after, player))


usual.says("japanese-1989/5-capture#prisoners", usual.captured_of_the_opponent)(
    "The stones that are taken off are prisoners."
)


@clause("japanese-1989/6-ko", part="shape")
def takes_in_a_ko(play: Play[P]) -> Condition:
    """In a ko a stone that takes a single one stands alone, with no liberty but there, and could be taken in turn."""
    c, after = play.before, play.after
    string = after.board.closure(play.point, within=after.of(play.player))
    liberties = after.border(string) & after.empty
    in_turn: Condition = c.is_single(string) & c.board.same(liberties, play.captured)
    taken: Condition = c.is_single(play.captured) & in_turn
    return taken


@clause("japanese-1989/6-ko", decides=Decision.LEGAL, during=MAIN, witness=usual.opponents_turn_before)
def does_not_retake_at_once(record: Record[P], play: Play[P]) -> Condition:
    """Whose stone was taken in a ko does not retake with the next move, which would give back the board before."""
    before = record.previous
    return before is None or play.before.no(play.after.same_as(before.position.coloring))
