"""AGA, rules 7 and 8: passing, illegal moves, and what the rules presuppose of every turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile

from .. import usual
from ..algebra import Color, Condition
from ..algebra.board import P
from ..composition import definition, resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import Pass, Play, Points, Position, Record, Turn

usual.says("aga/presupposed#start", usual.start)("The players take turns from an empty board, Black first.")
usual.says("aga/presupposed#alternation", usual.players_alternate)(
    "The players take turns, so that the opponent moves or passes after a move."
)
usual.says("aga/presupposed#no-liberties", usual.without_liberties)(
    "The strings of a color that have no liberty, which is an empty point adjacent to one of their stones."
)
usual.says("aga/presupposed#move", usual.make_move_with_suicide)(
    "A move places a stone, then captures the opponent's strings without liberties, and failing that one's own."
)
usual.says("aga/presupposed#prisoners", usual.captured_of_both)(
    "Each stone that is captured becomes a prisoner, which the other color's player holds."
)
usual.says("aga/presupposed#counts-as-move", usual.move_is_a_move)("A move counts as a move.")
usual.says("aga/7-pass#turn", usual.passes_and_moves)("A turn is a move or, instead of it, a pass.")


@clause("aga/7-pass", part="in-turn")
def passes_in_turn(player_to_move: Color, player: Color) -> bool:
    """A player passes in turn only: it is moving twice in a row that is illegal, and a pass is no way to do so."""
    return player is player_to_move


usual.says("aga/7-pass", usual.after_pass)("A pass leaves the board as it is, for the opponent's turn.")


@clause("aga/7-pass", part="stone", decides=Decision.PASS_STONES)
def pass_stone(position: Position[P]) -> dict[Color, int]:
    """A player who passes gives the opponent one stone as a prisoner."""
    return {position.player: 1, position.player.opponent: 0}


usual.says("aga/7-pass#counts", usual.pass_is_a_pass)("A pass counts as a pass.")


WHATEVER_MOVE = given(readings={"reading/aga-repeating-moves": "every-move"})
ONLY_KO = given(readings={"reading/aga-repeating-moves": "ko-only"})
WITH_PLAYER = given(readings={"reading/aga-repetition": "board-and-player"})


@clause("aga/8-illegal-kinds", part="out-of-turn")
def is_out_of_turn(player_to_move: Color, mover: Color) -> bool:
    """It is illegal to move before the opponent has answered, and so to move twice in a row."""
    return mover is not player_to_move


@clause("aga/8-illegal-kinds", part="occupied", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """It is illegal to play on an occupied point."""
    return play.before.meets(play.point, play.before.empty)


@clause(
    "aga/8-illegal-kinds",
    part="self-capture",
    decides=Decision.PSEUDOLEGAL,
    witness=lambda play: Points(play.self_captured),
)
def captures_none_of_its_own(play: Play[P]) -> Condition:
    """It is illegal to capture one's own stones."""
    return play.before.is_empty(play.self_captured)


usual.says("aga/8-illegal-kinds#full-board", usual.whole_board)("What must not be repeated is the full board position.")
usual.says("aga/8-illegal-kinds#player-to-move", usual.player_to_move, when=WITH_PLAYER)(
    "Under this reading, the player to move is part of what must not be repeated."
)
usual.says("aga/8-illegal-kinds#earlier", usual.after_every_turn)(
    "Every position that has stood counts as an earlier one."
)


@clause(
    "aga/8-illegal-kinds", part="repetition", when=WHATEVER_MOVE, decides=Decision.LEGAL, witness=usual.earlier_state
)
def repeats_nothing(record: Record[P], play: Play[P]) -> Condition:
    """It is illegal to move so that an earlier position is repeated, as when retaking a ko."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("aga/8-illegal-kinds", part="ko")
def takes_ko(play: Play[P]) -> Condition:
    """A move takes a ko when it captures one stone and the stone played could be captured back alone."""
    c = play.after
    could_escape: P = c.border(play.point) & ~c.of(play.player.opponent) & ~play.captured
    taken: Condition = c.is_single(play.captured) & c.is_empty(could_escape)
    return taken


@clause("aga/8-illegal-kinds", part="ko-repetition", when=ONLY_KO, decides=Decision.LEGAL, witness=usual.earlier_state)
def retakes_no_ko(record: Record[P], play: Play[P]) -> Condition:
    """It is illegal to retake a ko so that an earlier position is repeated."""
    return play.before.implies(takes_ko(play), record.earlier.lacks(resulting_state(record, play)))


@clause("aga/8-take-back")
def turns_taken_back(players: Sequence[Color]) -> int:
    """An illegal move is taken back, with what the same player played in succession just before it.

    Args:
        players: who took each turn, the illegal one last.

    >>> turns_taken_back([Color.BLACK, Color.WHITE, Color.BLACK, Color.BLACK])
    2
    """
    return sum(1 for _ in takewhile(lambda player: player is players[-1], reversed(players)))


@clause("aga/8-take-back", part="own-pass")
def own_pass_stands(taken_back: Sequence[Turn]) -> bool:
    """A player who passes and then moves out of turn takes back the move; the pass that stands already stays.

    Args:
        taken_back: the turns that the same player took in succession, the first of them first.
    """
    return isinstance(taken_back[0], Pass)


@clause("aga/8-take-back", part="treated-as-pass")
def passing_instead(position: Position[P], player: Color) -> Position[P]:
    """What was taken back is treated as a pass of that player, who hands over a stone, whoever was to move."""
    return replace(position, player=player)


@clause("aga/8-illegal-kinds", part="without-a-stone")
def turn_without_a_stone(position: Position[P], player: Color) -> Position[P]:
    """No stone can stand on another: a move on an occupied point, if it is let stand, is a turn without a stone."""
    return replace(position, player=player.opponent)


@clause("aga/8-notice", when=given(readings={"reading/aga-pass-accepts": "accepts"}))
def can_still_be_noted(objector: Color, turns_since: Collection[tuple[Color, Turn]]) -> bool:
    """A player who notices an illegal move must say so before taking a turn; any turn lets the move stand."""
    return all(player is not objector for player, _ in turns_since)


@clause("aga/8-notice", part="passes", when=given(readings={"reading/aga-pass-accepts": "leaves-open"}))
def can_be_noted_after_a_pass(objector: Color, turns_since: Collection[tuple[Color, Turn]]) -> bool:
    """Under this reading, only a move lets it stand, and a pass accepts nothing."""
    return all(player is not objector or isinstance(turn, Pass) for player, turn in turns_since)


def can_be_noted(rules: Rules, objector: Color, turns_since: Collection[tuple[Color, Turn]]) -> bool:
    """Whether a player can still note an illegal move of the opponent, under the reading in force."""
    can: bool = definition(rules, "aga/8-notice", "aga/8-notice#passes")(objector, turns_since)
    return can


@clause("aga/8-notice", part="found-later")
def is_restored(agreed_by: Collection[Color]) -> bool:
    """An illegal move that was let stand is undone only if both players want the position before it back."""
    return all(player in agreed_by for player in Color)
