"""A game: an immutable value that is played turn by turn, and judges every turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..spec.algebra import BLACK, WHITE, Color, Coloring
from ..spec.algebra.grid import points_of
from ..spec.algebra.integers import integer_board
from ..spec.katago_v2.main_phase import start
from ..spec.katago_v2.moves import resolve_captures
from ..spec.registry import Decision
from ..spec.rules import Rules
from ..spec.vocabulary import PASS, Move, Phase, Position, Record, Turn, Unblock
from .history import after, first_record, next_phase
from .judgement import Judgement, judge, legal_plays, stones_to_unblock
from .result import NoResult, Result, Score, ended_game, score


class IllegalTurn(ValueError):
    """A turn that a clause forbids; `judgement` says which one."""

    def __init__(self, judgement: Judgement) -> None:
        assert judgement.clause is not None
        super().__init__(f"{judgement.clause.id}: {judgement.clause.text}")
        self.judgement = judgement


class GameOver(ValueError):
    """A turn after the end of the game."""


@dataclass(frozen=True)
class Game:
    """A game at the start of a turn. Playing returns another game; the games before it stay as they are.

    Attributes:
        record: what stands, and the history that the clauses ask about.
        undo: the game before the last turn, or None at the start.
        ended_by: the name of the clause by which the last turn ended the phase or the game, if it did.
        result: how the game came out, once it is over.
        handicap: the number of handicap stones.
        placed: for each player, the stones that must have been played before a set-up position.

    >>> game = Game.start(Rules(), 3, 3).play(Move(0b10000)).play(PASS).play(PASS)
    >>> game.result.black, game.result.white, game.ended_by
    (9.0, 0.0, 'katago-v2/main/end-two-passes')
    """

    record: Record
    undo: Game | None = field(default=None, repr=False)
    ended_by: str | None = None
    result: Result | None = None
    handicap: int = 0
    placed: Mapping[Color, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})

    @staticmethod
    def start(rules: Rules, width: int, height: int) -> Game:
        """A game from the empty grid.

        Raises:
            ValueError: a side of the board is not 1 to 25 points.
        """
        return Game(first_record(rules, start(Coloring(integer_board(width, height), 0, 0))))

    @staticmethod
    def set_up(
        rules: Rules,
        coloring: Coloring[int],
        player: Color = BLACK,
        phase: Phase = Phase.MAIN,
        captures: Mapping[Color, int] | None = None,
        handicap: int = 0,
    ) -> Game:
        """A game from any position in which every stone has a liberty, at the start of any phase.

        Raises:
            ValueError: a stone has no liberty, a count is negative, or the rules have no such phase.
        """
        if any(resolve_captures(coloring, color) for color in Color):
            raise ValueError("A board to start from has no stones without liberties.")
        if not rules.deciding(Decision.NEXT_PHASE, phase):
            raise ValueError(f"These rules have no phase {phase.value!r} to start from.")
        captured = {color: (captures or {}).get(color, 0) for color in Color}
        if min(*captured.values(), handicap) < 0:
            raise ValueError("Captures and handicap stones are counted from 0 up.")
        placed = {color: coloring.of(color).bit_count() + captured[color] for color in Color}
        return Game(
            first_record(rules, Position(coloring, player, phase), captured), handicap=handicap, placed=placed
        )

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.record.rules

    @property
    def position(self) -> Position:
        """What stands at the start of the turn."""
        return self.record.position

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def judge(self, turn: Turn) -> Judgement:
        """Whether a turn is legal now, and otherwise the clause that forbids it.

        Raises:
            GameOver: the game has ended.
            ValueError: the turn names anything but one point of the board.
        """
        if self.over:
            raise GameOver("The game is over; no turn can be taken.")
        if isinstance(turn, Move | Unblock):
            board = self.position.coloring.board
            if not (turn.point > 0 and board.is_single(turn.point) and turn.point & board.everything):
                raise ValueError("A turn is taken at one point of the board.")
        return judge(self.record, turn)

    def play(self, turn: Turn) -> Game:
        """The game after a turn.

        Raises:
            IllegalTurn: a clause forbids the turn.
            GameOver: the game has ended.
            ValueError: the turn names anything but one point of the board.
        """
        judgement = self.judge(turn)
        if not judgement.legal:
            raise IllegalTurn(judgement)
        return self.taking(turn)

    def taking(self, turn: Turn) -> Game:
        """The game after a turn that is not judged, such as one that a game record shows although a clause forbids it.

        A move must still be at an empty point, and an unblock action in a phase that has them.
        """
        played = replace(self, record=after(self.record, turn), undo=self, ended_by=None)
        return played._early_end() or played._phase_end() or played._without_result() or played

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, from the top left, row by row."""
        return tuple(Move(play.point) for play in legal_plays(self.record))

    def unblocks(self) -> tuple[Unblock, ...]:
        """The unblock actions that can be taken."""
        if self.over:
            return ()
        return tuple(Unblock(stone) for stone in points_of(stones_to_unblock(self.record)))

    def turns(self) -> tuple[Turn, ...]:
        """Every legal turn: a pass, the moves, and the unblock actions; none once the game is over."""
        return () if self.over else (PASS, *self.moves(), *self.unblocks())

    def pass_ends_phase(self) -> bool:
        """Whether a pass now would end the phase or the game."""
        return not self.over and self.play(PASS).ended_by is not None

    def score_by_ownership(self) -> Score:
        """What the board would score now by the ownership formula, under territory scoring."""
        return score(ended_game(self.record, self.placed, self.handicap), by=Decision.OWNERSHIP_SCORE)

    def _first_that_holds(self, decision: Decision) -> str | None:
        for clause in self.rules.deciding(decision, self.position.phase):
            if clause.function(self.record):
                return clause.name
        return None

    def _over(self, record: Record, ended_by: str, result: Result) -> Game:
        ended = replace(record, position=replace(record.position, phase=Phase.OVER))
        return replace(self, record=ended, ended_by=ended_by, result=result)

    def _early_end(self) -> Game | None:
        ended_by = self._first_that_holds(Decision.GAME_ENDS)
        if ended_by is None:
            return None
        tally = self.record.tally
        for clause in self.rules.deciding(Decision.EARLY_END):
            tally = clause.function(self.record, tally)
        record = replace(self.record, tally=tally)
        return self._over(record, ended_by, score(ended_game(record, self.placed, self.handicap)))

    def _phase_end(self) -> Game | None:
        ended_by = self._first_that_holds(Decision.PHASE_ENDS)
        if ended_by is None:
            return None
        position = self.rules.sole(Decision.NEXT_PHASE, self.position.phase).function(self.record)
        if position.phase is Phase.OVER:
            return self._over(self.record, ended_by, score(ended_game(self.record, self.placed, self.handicap)))
        return replace(self, record=next_phase(self.record, position), ended_by=ended_by)

    def _without_result(self) -> Game | None:
        ended_by = self._first_that_holds(Decision.NO_RESULT)
        return None if ended_by is None else self._over(self.record, ended_by, NoResult())
