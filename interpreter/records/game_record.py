"""A game record: who played, by which rules, which turns, and how it says that it came out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import move, state
from ...spec.registry import Decision
from ...spec.vocabulary import Move, Phase, Play, Turn, Unblock
from ..judgement import stones_to_unblock
from ..result import NoResult, Result
from ..rule_names import rules_text

if TYPE_CHECKING:
    # A game can be asked for its record, so that what makes records knows games by name only.
    from ...spec.rules import Rules
    from ..game import Game


class OutcomeKind(Enum):
    """What a record says: a score, an end of the game without one, or words that are no result."""

    SCORE = "by score"
    RESIGNATION = "by resignation"
    TIME = "on time"
    FORFEIT = "by forfeit"
    VOID = "without result"
    NOTHING = "not told"
    WORDS = "in words"


@dataclass(frozen=True)
class ToldResult:
    """What a record says of the result.

    Attributes:
        kind: what it tells.
        winner: who won; None for a draw, or where it is not told.
        margin: by how many points; None where it is not told.
    """

    kind: OutcomeKind
    winner: Color | None = None
    margin: float | None = None


_WON = re.compile(r"(?P<winner>b|black|w|white)\s*\+\s*(?P<how>.*)", re.IGNORECASE)
_POINTS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_KINDS = {
    **dict.fromkeys(("r", "res", "resign", "resignation"), OutcomeKind.RESIGNATION),
    **dict.fromkeys(("t", "time"), OutcomeKind.TIME),
    **dict.fromkeys(("f", "forfeit"), OutcomeKind.FORFEIT),
}
_WHOLE = {
    "": ToldResult(OutcomeKind.NOTHING),
    "void": ToldResult(OutcomeKind.VOID),
    **dict.fromkeys(("0", "draw", "jigo"), ToldResult(OutcomeKind.SCORE, None, 0.0)),
}


def told_result(text: str) -> ToldResult:
    """What the value of `RE` says, in any letter case.

    >>> told_result("B+8.5")
    ToldResult(kind=<OutcomeKind.SCORE: 'by score'>, winner=<Color.BLACK: 'B'>, margin=8.5)
    >>> told_result("W+Resign").kind, told_result("Jigo").margin, told_result("Black won").kind.value
    (<OutcomeKind.RESIGNATION: 'by resignation'>, 0.0, 'in words')
    """
    text = text.strip().casefold()
    if text in _WHOLE:
        return _WHOLE[text]
    won = _WON.fullmatch(text)
    if won is None:
        return ToldResult(OutcomeKind.WORDS)
    winner = BLACK if won["winner"].startswith("b") else WHITE
    how = won["how"].strip()
    if how in _KINDS:
        return ToldResult(_KINDS[how], winner)
    if how and not _POINTS.fullmatch(how):
        return ToldResult(OutcomeKind.WORDS)
    margin = float(how) if how else None
    return ToldResult(OutcomeKind.WORDS) if margin == 0 else ToldResult(OutcomeKind.SCORE, winner, margin)


def agrees(recorded_result: ToldResult, result: Result) -> bool | None:
    """Whether a game comes out as it is told; None where what is told can't be compared with a score.

    >>> from superko.interpreter.result import Score
    >>> agrees(told_result("B+8.5"), Score(20.0, 11.5, BLACK, {})), agrees(told_result("B+R"), NoResult())
    (True, None)
    """
    if recorded_result.kind is OutcomeKind.VOID:
        return isinstance(result, NoResult)
    if recorded_result.kind is not OutcomeKind.SCORE:
        return None
    if isinstance(result, NoResult) or recorded_result.winner is not result.winner:
        return False
    return recorded_result.margin is None or recorded_result.margin == abs(result.lead)


def result_text(result: Result) -> str:
    """A result as SGF writes it.

    >>> result_text(NoResult())
    'Void'
    """
    if isinstance(result, NoResult):
        return "Void"
    if result.winner is None:
        return "0"
    by = f"{abs(result.lead):.1f}".removesuffix(".0") if result.lead else ""
    return f"{result.winner.value}+{by}"


@dataclass(frozen=True)
class RecordedStatement:
    """What a record tells that somebody said of dead stones.

    Attributes:
        turn: after how many turns of the record.
        speaker: a player; None for a third party who rules on a dispute.
        points: points of the strings that are dead; None where a player gives no list.
    """

    turn: int
    speaker: Color | None
    points: int | None


@dataclass(frozen=True)
class GameRecord:
    """How a game went: the position it started from, and its turns.

    Attributes:
        width: the columns of the board.
        height: the rows of the board.
        black: the black stones of the position it starts from.
        white: the white stones of that position.
        first_player: who takes the first turn.
        turns: the turns, each with the player who took it.
        komi: the komi, or None where the record does not tell.
        handicap: the number of handicap stones.
        black_name: what Black is called, or "".
        white_name: what White is called, or "".
        phase: the phase it starts in.
        captured_black: how many black points had been emptied before the start.
        captured_white: how many white points had been emptied before the start.
        turns_before: how many turns were left out, because the record set up another position after them.
        date: when the game was played, as the record tells it, or "".
        rules: what the record calls its rules, or "".
        result: what the record says the result is, or "".
        black_territory: the points that it marks as Black's when the turns are over, dead stones of White among them.
        white_territory: the points that it marks as White's then.
        marked_only_before: whether it marks territory before its last turns, and none when they are over.
        cleared: the stones that it clears off the board after both players have passed for the last time.
        said: what players and a third party said of dead stones, in their order.
        passed: whether a pass had occurred in the main phase before the start.
        button: who passed first in the main phase before the start, if it is told.
        assumed_charset: the charset in which it was taken to be written, if it names none that is known; else "".
        exporter: the program that wrote it, as it says itself, or "".
        notes: what was read otherwise than it is written, each in one sentence.
        before: the turns before a position was set up, from each position that was before it.
    """

    width: int
    height: int
    black: int = 0
    white: int = 0
    first_player: Color = BLACK
    turns: tuple[tuple[Color, Turn], ...] = ()
    komi: float | None = None
    handicap: int = 0
    black_name: str = ""
    white_name: str = ""
    phase: Phase = Phase.MAIN
    captured_black: int = 0
    captured_white: int = 0
    turns_before: int = 0
    date: str = ""
    rules: str = ""
    result: str = ""
    black_territory: int = 0
    white_territory: int = 0
    marked_only_before: bool = False
    cleared: int = 0
    said: tuple[RecordedStatement, ...] = ()
    passed: bool = False
    button: Color | None = None
    assumed_charset: str = ""
    exporter: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    before: tuple[GameRecord, ...] = field(default=(), compare=False)

    @property
    def coloring(self) -> Coloring[int]:
        """The coloring that the game starts from."""
        return Coloring(integer_board(self.width, self.height), self.black, self.white)

    @property
    def is_set_up(self) -> bool:
        """Whether it says of its start more than the board, so that the rules don't say where the game starts."""
        captured, before = (self.captured_black, self.captured_white), (self.turns_before, self.passed, self.button)
        placed = (self.black, self.white, self.first_player, self.phase, captured, self.handicap, before)
        return placed != (0, 0, BLACK, Phase.MAIN, (0, 0), 0, (0, False, None))

    def game(self, rules: Rules) -> Game:
        """The game before its first turn, under rules with the record's komi, if it has one.

        Where the record sets nothing up, the game starts as the rules say.

        Raises:
            ValueError: the komi is no half-integer, a stone has no liberty, or the rules have no such phase.

        >>> from superko.spec.rules import Rules
        >>> GameRecord(3, 3, komi=0.5).game(Rules()).rules.komi
        0.5
        """
        from ..game import Game  # noqa: PLC0415 (a game writes its record)

        return Game(
            rules if self.komi in (None, rules.komi) else replace(rules, komi=self.komi),
            (self.width, self.height),
            rows=self.coloring if self.is_set_up else None,
            to_play=self.first_player,
            phase=self.phase,
            captures={BLACK: self.captured_black, WHITE: self.captured_white},
            handicap=self.handicap,
            passed=self.passed,
            button=self.button,
        )

    @property
    def handicap_was_played(self) -> bool:
        """Whether the turns that were left out are moves of Black that placed the handicap stones."""
        return 0 < self.turns_before == self.handicap == self.black.bit_count() and not self.white


def record_of(game: Game, black_name: str = "", white_name: str = "") -> GameRecord:
    """The record of a game, from its start to now.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> game = Game(Rules(komi=1), (2, 1)).play(Move(1))
    >>> record_of(game).turns
    ((<Color.BLACK: 'B'>, Move(point=1)),)
    """
    start = game.beginning
    players = [before.position.player for before in game.course]
    turns = tuple(zip(players, game.turns_taken, strict=False))
    position, captures = start.position, start.record.tally.captures
    return GameRecord(
        width=position.coloring.board.grid.width,
        height=position.coloring.board.grid.height,
        black=position.coloring.black,
        white=position.coloring.white,
        first_player=position.player,
        turns=turns,
        komi=start.rules.komi,
        handicap=start.record.tally.handicap,
        black_name=black_name,
        white_name=white_name,
        phase=position.phase,
        captured_black=captures[BLACK],
        captured_white=captures[WHITE],
        rules=rules_text(start.rules),
        passed=bool(position.passed),
        button=start.record.tally.first_passer,
    )


def intended_turn(game: Game, turn: Turn) -> Turn:
    """The turn that a record means: a move at a stone whose mark may be removed is the action that removes it.

    So is a move at the empty point from which the stone could be captured by a ko-move, if it had no mark. SGF and GTP
    have no unblock actions. Neither move could be legal, so nothing is lost by writing them so.
    """
    stones = stones_to_unblock(game.record)
    if not isinstance(turn, Move) or not stones:
        return turn
    if turn.point & game.position.coloring.empty:
        play = move(game.rules, game.position.coloring, game.position.player, turn.point)
        named = _named_by(game, play, stones)
    else:
        named = turn.point & stones
    return Unblock(named) if named else turn


def _named_by(game: Game, play: Play[int], stones: int) -> int:
    """Which of some stones with a mark a move names for the action that removes it."""
    naming = game.rules.deciding(Decision.UNBLOCK_PLACE, game.position.phase)
    return reduce(or_, (clause.function(game.record, play, stones) for clause in naming), 0)


def as_a_move(game: Game, action: Unblock) -> Move:
    """The move that stands for an unblock action: at the ko-move that the mark blocks, or else at the stone itself.

    >>> from superko.interpreter import Game
    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> start = Game(PRESETS["japanese-like"], rows=".OX.", phase=Phase.FIRST_CLEANUP)
    >>> as_a_move(start.play(Move(0b0001)), Unblock(0b0001))
    Move(point=2)
    """
    c = game.position.coloring
    beside = (Move(point) for point in points_of(c.board.neighbours(action.point) & c.empty))
    return next((place for place in beside if intended_turn(game, place) == action), Move(action.point))


def handed_to(game: Game, player: Color) -> Game:
    """The game with the turn handed to a player, as a record shows it that lets one player take two turns in a row.

    Nobody has passed, and nothing stands otherwise than before; but the state that now stands is one that has stood.
    """
    record = replace(game.record, position=replace(game.position, player=player))
    now = state(game.rules, record.position)
    if now != record.state:
        record = replace(
            record,
            state=now,
            earlier=record.earlier.extended(now, record.turn),
            since_pass=record.since_pass.extended(now, record.turn),
        )
    return game.at(record, game.previous, game.ended_by, game.result)
