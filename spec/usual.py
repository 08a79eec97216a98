"""What texts presuppose alike: who begins, that players take turns, which turns there are, and what follows on the end.

Each text says it in a sentence of its own, under an id of its own; see `says`. What a text says in its own words, such
as what a move captures and what may not be repeated, it says by functions of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, TypeVar

from .algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from .algebra.board import P
from .composition import own_turn_before, resulting_state
from .guard import ALWAYS, Guard
from .registry import Decision, clause
from .vocabulary import (
    NOTHING,
    THE_RUN,
    EarlierState,
    Ended,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Points,
    Position,
    Record,
    Remembered,
    Turn,
)

F = TypeVar("F", bound=Callable[..., Any])
PASSES_TO_END = SECOND_TIME = 2
THIRD_TIME = 3
EVERY_PHASE, MAIN = tuple(Phase), (Phase.MAIN,)


_usually: dict[Callable[..., Any], dict[str, Any]] = {}


def _deciding(
    decides: Decision | None, during: Collection[Phase] = EVERY_PHASE, witness: Callable[..., Any] | None = None
) -> Callable[[F], F]:
    def register(function: F) -> F:
        _usually[function] = {"decides": decides, "during": during, "witness": witness}
        return function

    return register


def says(
    names: str | Collection[str],
    function: Callable[..., Any],
    *,
    when: Guard = ALWAYS,
    decides: Decision | None = None,
    during: Collection[Phase] = (),
) -> Callable[[str], None]:
    """Register a clause that a text has in common with others, under a name of its own; it takes the text's sentence.

    Args:
        names: what the clause is called, as in `french/turns#alternation`; several, where a page has several texts.
        function: one of this module.
        when: see `clause`.
        decides: the decision it takes part in, where the function can take part in several.
        during: the phases in which it applies, where they are not the usual ones.
    """
    otherwise = {key: value for key, value in {"decides": decides, "during": during}.items() if value}

    def register(text: str) -> None:
        for name in [names] if isinstance(names, str) else names:
            clause_id, _, part = name.partition("#")
            clause(clause_id, part=part, when=when, text=text, **_usually[function] | otherwise)(function)

    return register


# Turns.


@_deciding(Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """Black begins, on an empty board."""
    return Position(empty_board, BLACK)


@_deciding(Decision.TURN)
def passes_and_moves(turn: Turn) -> bool:
    """A turn is a pass or a move."""
    return isinstance(turn, Pass | Move)


@_deciding(Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """After a move it is the opponent's turn."""
    return position.taken_on(play.after, position.player.opponent)


@_deciding(Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass leaves the board as it is, and it is the opponent's turn."""
    return replace(position, player=position.player.opponent)


@_deciding(Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """A pass counts as a pass."""
    return isinstance(turn, Pass)


@_deciding(Decision.COUNTS_AS_MOVE)
def move_is_a_move(turn: Turn) -> bool:
    """A move counts as a move."""
    return isinstance(turn, Move)


# Moves, where a text takes them for granted.


@_deciding(None)
def without_liberties(c: Coloring[P], color: Color) -> P:
    """The connected stones of a color that no empty point is next to."""
    return c.regions(c.of(color), where=lambda string: c.is_empty(c.border(string) & c.empty))


@_deciding(Decision.MOVE)
def make_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move places a stone, and captures the opponent's strings without liberties."""
    placed = c.colored(point, player)
    captured = without_liberties(placed, player.opponent)
    after = placed.emptied(captured)
    return Play(player, point, c, after, captured, without_liberties(after, player))


@_deciding(Decision.MOVE)
def make_move_with_suicide(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move places a stone, captures the opponent's strings without liberties, and then the player's own."""
    placed = c.colored(point, player)
    captured = without_liberties(placed, player.opponent)
    opponent_captured = placed.emptied(captured)
    self_captured = without_liberties(opponent_captured, player)
    return Play(player, point, c, opponent_captured.emptied(self_captured), captured, self_captured)


@_deciding(Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """A stone is placed on an empty point."""
    return play.before.meets(play.point, play.before.empty)


@_deciding(Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def leaves_liberties(play: Play[P]) -> Condition:
    """No move leaves stones of its own player without liberties."""
    return play.before.is_empty(play.self_captured)


@_deciding(Decision.CAPTURES)
def captured_of_the_opponent(play: Play[P]) -> dict[Color, Number]:
    """The stones that a move captures are the opponent's."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.before.board.nothing)}


@_deciding(Decision.CAPTURES)
def captured_of_both(play: Play[P]) -> dict[Color, Number]:
    """The stones that a move captures are the opponent's, or the player's own."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.self_captured)}


# What stood, and what is remembered of it.


@_deciding(Decision.STATE)
def whole_board(position: Position[P]) -> Coloring[P]:
    """What may not be repeated is the whole board."""
    return position.coloring


@_deciding(Decision.STATE)
def player_to_move(position: Position[P]) -> Color:
    """It is repeated only with the same player to move."""
    return position.player


@_deciding(Decision.STATE)
def player_who_moved(position: Position[P]) -> Color:
    """It is repeated only if the same player brought it about."""
    return position.player.opponent


@_deciding(Decision.REMEMBERED)
def after_every_turn(turn: Turn | None) -> bool:
    """All that has stood counts, at the start too."""
    return True


@_deciding(Decision.REMEMBERED)
def after_moves(turn: Turn | None) -> bool:
    """What a move leads to counts."""
    return isinstance(turn, Move)


@_deciding(Decision.REMEMBERED)
def after_passes(turn: Turn | None) -> bool:
    """What a pass leads to counts."""
    return isinstance(turn, Pass)


@_deciding(Decision.REMEMBERED)
def but_after_passes(turn: Turn | None) -> bool:
    """What a move leads to counts, and what stood at the start."""
    return not isinstance(turn, Pass)


@_deciding(Decision.FORGETS)
def passes_before_another_turn(moment: Moment) -> frozenset[Remembered]:
    """Passes are consecutive as long as no other turn comes between them."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@_deciding(Decision.FORGETS)
def what_stood_before_a_pass(moment: Moment) -> frozenset[Remembered]:
    """What stood before a pass does not count after it."""
    return frozenset({Remembered.OCCURRENCES}) if moment is Moment.PASS else NOTHING


@_deciding(Decision.FORGETS)
def what_a_pass_and_a_move_cut(moment: Moment) -> frozenset[Remembered]:
    """What stood before a pass does not count after it, and passes are consecutive with no move between them."""
    return frozenset({Remembered.OCCURRENCES if moment is Moment.PASS else Remembered.RUN})


def earlier_state(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The witness of a ban: the earlier turn at whose start the resulting state stood, if there was one."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


def opponents_turn_before(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The witness of a ban: the opponent's turn before, at whose start the resulting state stood."""
    return None if record.previous is None else EarlierState(record.previous.turn)


def players_turn_before(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The witness of a ban: the player's own turn before, at whose start the resulting coloring stood."""
    before = own_turn_before(record)
    return None if before is None else EarlierState(before.turn)


# The end, and what follows on it.


@_deciding(Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """What ends the game with a turn comes first, then what ends the phase, then what is asked at the next turn."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@_deciding(Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """Two consecutive passes end it."""
    return record.pass_run >= PASSES_TO_END


@_deciding(Decision.NEXT_PHASE, during=MAIN)
def then_count(record: Record[P]) -> Position[P]:
    """Then the game is over, and is counted."""
    return replace(record.position, phase=Phase.OVER)


@_deciding(Decision.NO_RESULT, during=MAIN)
def stands_a_second_time(record: Record[P]) -> Condition:
    """What stood once since the last pass stands again."""
    again: Condition = record.since_pass.times(record.state) >= SECOND_TIME
    return again


@_deciding(Decision.NO_RESULT, during=MAIN)
def stands_a_third_time(record: Record[P]) -> Condition:
    """What stood twice since the last pass stands again."""
    again: Condition = record.since_pass.times(record.state) >= THIRD_TIME
    return again


@_deciding(Decision.AFTER_NO_RESULT, during=MAIN)
def game_is_over(record: Record[P], position: Position[P]) -> Position[P]:
    """A game that has ended without result is over."""
    return replace(position, phase=Phase.OVER)


@_deciding(Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """White adds komi."""
    return ended.rules.komi if color is WHITE else 0


@_deciding(Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with more points wins, and equal points are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
