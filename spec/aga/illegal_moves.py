"""Rule 8: which moves are illegal, how they are taken back, and until when they can be noted.

The rule lists illegal moves as examples, and the rule against repetition that it refers to stands earlier in the
document. It speaks of retaking a ko and of the full board; so whether other moves may repeat a board, and whether it
matters who is to move, are readings. By default no move may repeat the board: a ko is the usual way to do it, but the
repetition is what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..composition import definition, resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import EarlierState, Pass, Play, Points, Position, Record, Turn

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


@clause("aga/8-illegal-kinds", part="full-board", decides=Decision.STATE)
def full_board_position(position: Position[P]) -> Coloring[P]:
    """What must not be repeated is the full board position."""
    return position.coloring


@clause("aga/8-illegal-kinds", part="player-to-move", when=WITH_PLAYER, decides=Decision.STATE)
def player_to_move(position: Position[P]) -> Color:
    """Read so, the player to move is part of what must not be repeated."""
    return position.player


@clause("aga/8-illegal-kinds", part="earlier", decides=Decision.REMEMBERED)
def every_position_counts(turn: Turn) -> bool:
    """Every position that has stood counts as an earlier one."""
    return True


def earlier_position(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the resulting position first stood, if it did."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("aga/8-illegal-kinds", part="repetition", when=WHATEVER_MOVE, decides=Decision.LEGAL, witness=earlier_position)
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


@clause("aga/8-illegal-kinds", part="ko-repetition", when=ONLY_KO, decides=Decision.LEGAL, witness=earlier_position)
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
    """Who passes and then moves twice in a row takes back the move; it is treated as the pass that stands already.

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
    """An illegal move must be noted before the opponent takes a turn, which accepts the move as valid."""
    return all(player is not objector for player, _ in turns_since)


@clause("aga/8-notice", part="passes", when=given(readings={"reading/aga-pass-accepts": "leaves-open"}))
def can_be_noted_after_a_pass(objector: Color, turns_since: Collection[tuple[Color, Turn]]) -> bool:
    """Read so, an illegal move must be noted before the opponent moves, and a pass accepts nothing."""
    return all(player is not objector or isinstance(turn, Pass) for player, turn in turns_since)


def can_be_noted(rules: Rules, objector: Color, turns_since: Collection[tuple[Color, Turn]]) -> bool:
    """Whether a player can still note an illegal move of the opponent, under the reading in force."""
    can: bool = definition(rules, "aga/8-notice", "aga/8-notice#passes")(objector, turns_since)
    return can


@clause("aga/8-notice", part="found-later")
def is_restored(agreed_by: Collection[Color]) -> bool:
    """An illegal move that is found later stands, unless both players agree to restore the position before it."""
    return all(player in agreed_by for player in Color)
