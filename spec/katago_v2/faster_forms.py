"""Faster forms of clauses: captures, ko-moves, pass-alive-groups as note 2 has them; and where nothing need be asked.

Simple ko forbids a move at one point only, and at many points a move captures nothing.

Each is used in the place of the text as long as nothing that it rests on is amended, and never by `Rules.literally`; in
other texts as well, where it is proved equal to what they say.
"""

from __future__ import annotations

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..lemma import Serves, lemma
from ..registry import Decision
from ..rules import Rules
from ..vocabulary import Play, Record

TWO_EYES = 2
MOVES = (Decision.MOVE, Decision.PSEUDOLEGAL)
POSITIONS = (
    *(*MOVES, Decision.START, Decision.AFTER_MOVE, Decision.PASS, Decision.UNBLOCK_ACTION),
    *(Decision.NEXT_PHASE, Decision.AFTER_NO_RESULT),
)
AFTER_A_TURN = (*MOVES, Decision.AFTER_MOVE, Decision.STATE, Decision.PASS)
IN_EVERY_TEXT = "lemma/faster-in-every-text"
OF_SPIGHT = ("repeated-pass/presupposed", "spight/presupposed", "spight-two/presupposed")
CAPTURES_OF_TEXTS = (
    *("aga/presupposed#no-liberties", "chinese-2002/presupposed#breathless", "french/play#no-liberty"),
    *("ikeda/presupposed#removable", "japanese-1989/4-exist", "new-zealand/liberty", "tromp-taylor/clear"),
    *(f"{presupposed}#no-liberties" for presupposed in OF_SPIGHT),
    "wmsg/capture",
)
MOVES_OF_TEXTS = (
    *("aga/presupposed#move", "chinese-2002/presupposed#play", "french/play", "ikeda/presupposed#play"),
    *("ikeda/presupposed#play-or-suicide", "japanese-1989/5-capture", "new-zealand/play", "tromp-taylor/move"),
    *(f"{presupposed}#play" for presupposed in OF_SPIGHT),
    "wmsg/play",
)


@lemma(of=CAPTURES_OF_TEXTS, claim=IN_EVERY_TEXT)
@lemma(of="katago-v2/move/resolve-captures", claim="lemma/resolve-captures")
def stones_without_liberty(c: Coloring[P], color: Color) -> P:
    """The stones that are not connected to one that borders an empty point."""
    without: P = c.of(color) & ~stones_with_liberty(c, color)
    return without


def stones_with_liberty(c: Coloring[P], color: Color) -> P:
    """The stones that are connected to one that borders an empty point."""
    return c.board.closure(c.board.neighbours(c.empty), within=c.of(color))


def stones_with_two_liberties(c: Coloring[P], color: Color) -> P:
    """Stones that are connected to one with two liberties close by: one at it, the other at it or a stone beside it.

    Two points differ if some half of the grid has only one of them.
    """
    board, stones, with_two = c.board, c.of(color), c.board.nothing
    for half in board.halves:
        empty_half = c.empty & half
        at_other = board.neighbours(c.empty ^ empty_half) & stones
        with_two = with_two | board.neighbours(empty_half) & (at_other | board.neighbours(at_other))
    return board.closure(with_two, within=stones)


@lemma(MOVES_OF_TEXTS, IN_EVERY_TEXT, POSITIONS, Serves.WHERE_MOVES_ARE_QUIET)
@lemma("katago-v2/move/pseudolegal", "lemma/quiet-move", POSITIONS, Serves.WHERE_MOVES_ARE_QUIET)
def where_nothing_is_captured(c: Coloring[P], player: Color) -> P:
    """A move captures nothing where its stone has a liberty left, and no stone beside it is in atari.

    Black may play at `q` without a look at what is captured; at `l`, the white stone below is in atari:

        q q O q
        X l O X
        X O X q
    """
    board, opponent = c.board, player.opponent
    has_a_liberty = board.neighbours(c.empty | stones_with_two_liberties(c, player))
    may_be_in_atari = c.of(opponent) & ~stones_with_two_liberties(c, opponent)
    quiet: P = c.empty & has_a_liberty & ~board.neighbours(may_be_in_atari)
    return quiet


@lemma(of="katago-v2/cleanup/ko-move", claim="lemma/ko-move", rests_on=MOVES)
def captures_alone_and_in_atari(rules: Rules, play: Play[P]) -> Condition:
    """A ko-move captures exactly one stone, with a stone that is then alone and has no other liberty.

    Here Black takes at the point marked `*`, and could be taken back:

        . X O .
        X * . O
        . X O .
    """
    c = play.after
    beside = c.board.neighbours(play.point)
    alone = c.is_empty(beside & c.of(play.player)) & c.meets(play.point, c.of(play.player))
    ko_move: Condition = alone & c.is_single(play.captured) & c.is_single(beside & c.empty)
    return ko_move


@lemma(("chinese-2002/20-single-ko", "japanese-1989/6-ko"), IN_EVERY_TEXT, AFTER_A_TURN, Serves.WHERE_IT_FORBIDS)
@lemma("katago-v2/main/legal-simple-ko", "lemma/simple-ko", AFTER_A_TURN, Serves.WHERE_IT_FORBIDS)
def where_a_single_stone_was_captured(record: Record[P]) -> P:
    """Simple ko can forbid a move only where the last turn captured a single stone of the player's.

    White has just taken at the point marked `*`, and Black can't take back at the point marked `k`:

        . X O .
        X * k O
        . X O .
    """
    now, before = record.position.coloring, record.previous
    if before is None:
        return now.board.nothing
    player = record.position.player
    captured: P = before.position.coloring.of(player) & ~now.of(player)
    return now.choose(now.is_single(captured), captured, now.board.nothing)


@lemma(of="katago-v2/extra/pass-alive-group", claim="claim/benson", rests_on=MOVES)
def benson(rules: Rules, c: Coloring[P], color: Color) -> P:
    """The points of the groups that keep at least two vital regions, as Benson's algorithm finds them.

    With multi-stone suicide, the opponent can also empty a region from within by filling it, so every point of a vital
    region must border the group, not just the empty ones. See D. B. Benson, "Life in the game of Go", Information
    Sciences 10 (1976).

    >>> from superko.spec.algebra import BLACK
    >>> from superko.spec.algebra.integers import integer_board
    >>> bin(benson(Rules(), Coloring(integer_board(5, 1), black=0b01010, white=0), BLACK))
    '0b1010'
    >>> bin(benson(Rules(), Coloring(integer_board(5, 1), black=0b00010, white=0), BLACK))
    '0b0'
    """

    def keep_groups_with_two_vital_regions(groups: P) -> P:
        at_risk = c.of(color) & ~groups
        regions = c.regions(c.not_of(color), where=lambda region: c.is_empty(c.border(region) & at_risk))
        must_border = regions if rules.suicide else regions & c.empty

        def has_two_vital_regions(group: P) -> Condition:
            liberties = c.border(group)
            vital = c.regions(
                regions,
                where=lambda region: c.meets(region, liberties) & c.is_empty(region & must_border & ~liberties),
            )
            two_or_more: Condition = c.number_of_regions(vital) >= TWO_EYES
            return two_or_more

        return c.regions(groups, where=has_two_vital_regions)

    return c.board.fixpoint(keep_groups_with_two_vital_regions, c.of(color))
