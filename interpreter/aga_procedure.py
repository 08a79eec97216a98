"""What becomes of a record by AGA rules when a move is attempted that may be illegal, and when the game is counted.

And which points can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile
from typing import Any

from ..spec.aga.ending import (
    after_stones,
    agree,
    both_passed_twice,
    can_agree,
    passes_counted,
    player_to_resume,
    strings_removed,
    strings_to_dispute,
    strings_to_point_at,
    strings_touched,
    without_dead_stones,
)
from ..spec.aga.turns import (
    can_be_noted,
    is_out_of_turn,
    is_restored,
    own_pass_stands,
    passes_in_turn,
    passing_instead,
    turn_without_a_stone,
    turns_taken_back,
)
from ..spec.algebra import Color
from ..spec.registry import Clause, Decision, clause_of
from ..spec.rules import Rules
from ..spec.vocabulary import PASS, Move, Pass, Phase, Position, Record
from .game import Game
from .history import after, at_position, completed
from .judgement import judge
from .notation import vertices
from .result import Score, ended_game, score
from .wording import one_of

DOCUMENT = "aga"


def require_point(position: Position, point: int) -> None:
    """Raise a ValueError unless this is one point of the board."""
    board = position.coloring.board
    if not (isinstance(point, int) and 0 < point <= board.everything and board.is_single(point)):
        raise ValueError(f"Name one point of the {board.grid} board.")


def require_among(position: Position, allowed: int, points: int, noun: str) -> None:
    """Raise a ValueError unless these are points of the board, all of them among those allowed."""
    grid = position.coloring.board.grid
    if not isinstance(points, int) or not 0 <= points <= grid.everywhere:
        raise ValueError(f"Name points of the {grid} board.")
    if points & ~allowed:
        raise ValueError(f"There is no {noun} at {one_of(vertices(grid, points & ~allowed))}.")


class ProcedureStage(Enum):
    """Where a game stands: turns are being played, dead stones are being agreed on, or the game is over."""

    PLAYING = "playing"
    AGREEING = "agreeing"
    OVER = "over"


@dataclass(frozen=True)
class TurnTaken:
    """A turn that stands.

    Attributes:
        before: the procedure at the start of the turn.
        illegal: the clause that forbids it, or None.
    """

    before: Procedure = field(repr=False)
    player: Color
    turn: Pass | Move
    illegal: Clause | None = None


@dataclass(frozen=True)
class Procedure:
    """A game by AGA rules at any moment. Every statement gives another value, and this one stays as it is.

    An illegal move stands until it is noted. After two consecutive passes both players can say which stones they hold
    dead, or go on: point at strings, pass, or resume play by moving. A statement that cannot be made is a `ValueError`.

    Attributes:
        named: the strings pointed at as dead since the last two passes.
        disputed: those of them that their owner does not hold dead.
        resumed: whether the players have compared and disagreed since the last two passes.
        disagreed: whether they have ever compared and disagreed.

    >>> from superko.spec.presets import PRESETS
    >>> game = Procedure.start(PRESETS["aga"], 3, 1).play(Move(0b010)).play(Move(0b010)).object_to_last_move()
    >>> game = game.play(PASS).compare_dead_stones({player: 0 for player in Color})
    >>> game.record.tally.captures[Color.WHITE], game.result.black, game.result.white
    (2, 1.0, -2.0)
    """

    record: Record
    named: int = 0
    disputed: int = 0
    resumed: bool = False
    disagreed: bool = False
    last: TurnTaken | None = None
    result: Score | None = None

    def __post_init__(self) -> None:
        if self.record.rules.document != DOCUMENT:
            raise ValueError(f"The procedure is that of {DOCUMENT} rules, not of {self.record.rules.document}.")

    @staticmethod
    def start(rules: Rules, width: int, height: int) -> Procedure:
        """A game from the empty board."""
        return Procedure(Game(rules, (width, height)).record)

    @property
    def stage(self) -> ProcedureStage:
        """Where the game stands."""
        if self.result is not None:
            return ProcedureStage.OVER
        both_passed = any(clause.function(self.record) for clause in self.record.rules.deciding(Decision.PHASE_ENDS))
        return ProcedureStage.AGREEING if both_passed and not self.resumed else ProcedureStage.PLAYING

    @property
    def can_agree(self) -> bool:
        """Whether the players can compare which stones they hold dead."""
        stopped = self.stage is ProcedureStage.AGREEING
        return not self.result and bool(can_agree(self.record.rules, stopped, self.disagreed))

    def _says(self, definition: Callable[..., Any]) -> Callable[..., Any]:
        return self.record.rules.defined(definition)

    @property
    def player(self) -> Color:
        """Whose turn it is."""
        return self.record.position.player

    def turns_back(self) -> Iterator[TurnTaken]:
        """The turns that stand, the last one first."""
        taken = self.last
        while taken is not None:
            yield taken
            taken = taken.before.last

    def play(self, turn: Pass | Move, player: Color | None = None) -> Procedure:
        """A turn, legal or not, of the player whose turn it is or of another; it accepts the opponent's last move."""
        self._require(ProcedureStage.PLAYING, ProcedureStage.AGREEING)
        player = player or self.player
        if isinstance(turn, Pass):
            if not self._says(passes_in_turn)(self.player, player):
                raise ValueError("A pass is taken in turn; let the other player take a turn first.")
            return self._passing(player, self)
        if not isinstance(turn, Move):
            raise ValueError("A turn is a pass or a move.")
        require_point(self.record.position, turn.point)
        is_forbidden = self._says(is_out_of_turn)(self.player, player)
        illegal = clause_of(is_out_of_turn, DOCUMENT) if is_forbidden else judge(self.record, turn).clause
        stones = 1 if turn.point & self.record.position.coloring.empty else 0
        record = self._at_turn_of(player, stones)
        if stones:
            later = after(record, turn)
        else:
            later = at_position(record, self._says(turn_without_a_stone)(record.position, player))
            later = replace(later, turn=record.turn + 1, last=turn, previous=record, pass_run=0)
        return Procedure(later, disagreed=self.disagreed, last=TurnTaken(self, player, turn, illegal))

    def _at_turn_of(self, player: Color, stones: int = 1) -> Record:
        """The record at the start of a player's turn, whoever is to move, for which a number of stones is given."""
        tally = self._says(after_stones)(self.record.tally, self.player, player, stones)
        return at_position(replace(self.record, tally=tally), self._says(passing_instead)(self.record.position, player))

    def _passing(self, player: Color, before: Procedure) -> Procedure:
        passed = replace(self, record=after(self.record, PASS), last=TurnTaken(before, player, PASS))
        if not self._says(both_passed_twice)(passed.record):
            return passed
        board = self.record.position.coloring.board
        return passed._over(self._says(strings_removed)(board, self.named, self.disputed))

    def _over(self, dead: int) -> Procedure:
        """The game once it is over, White has moved last, and the dead stones are removed."""
        over = completed(self.record, Decision.COMPLETION)
        ended = self._says(without_dead_stones)(ended_game(over), dead)
        position = replace(self.record.position, coloring=ended.coloring, phase=Phase.OVER)
        tally = replace(over.tally, captures=ended.captures)
        return replace(self, record=replace(self.record, position=position, tally=tally), result=score(ended))

    def object_to_last_move(self) -> Procedure:
        """The opponent of the last player notes that the move was illegal: it is taken back, and treated as a pass.

        Where a pass accepts nothing, passes that followed the move are taken back with it.
        """
        turns = list(self.turns_back())
        while turns and not (turns[0].illegal and self._can_be_noted(turns[0])):
            turns.pop(0)
        if not turns:
            raise ValueError("The last turn was legal; only an illegal move can be objected to.")
        offender = turns[0].player
        taken_back = turns[: self._says(turns_taken_back)([taken.player for taken in reversed(turns)])]
        before = taken_back[-1].before
        if self._says(own_pass_stands)([taken.turn for taken in reversed(taken_back)]):
            # What was said after the pass stands too.
            return taken_back[-2].before
        return replace(before, record=before._at_turn_of(offender))._passing(offender, before)

    def illegal_moves_that_stand(self) -> tuple[int, ...]:
        """The illegal moves that can no longer be objected to: how many turns had been taken before each."""
        stand = [taken for taken in self.turns_back() if taken.illegal and not self._can_be_noted(taken)]
        return tuple(taken.before.record.turn for taken in reversed(stand))

    def _can_be_noted(self, turn_taken: TurnTaken) -> bool:
        """Whether the opponent of the player who took a turn can still note that it was illegal."""
        since = [
            (taken.player, taken.turn) for taken in takewhile(lambda taken: taken is not turn_taken, self.turns_back())
        ]
        return can_be_noted(self.record.rules, turn_taken.player.opponent, since)

    def restore(self, turn: int, agreed_by: Collection[Color]) -> Procedure:
        """The position before an illegal move, after a number of turns, from which the game goes on if both agree."""
        self._require(ProcedureStage.PLAYING, ProcedureStage.AGREEING)
        if turn not in self.illegal_moves_that_stand():
            raise ValueError(f"No illegal move has been accepted after {turn} turns; there is nothing to restore.")
        if not self._says(is_restored)(agreed_by):
            raise ValueError("An earlier position is restored only if both players agree; play on instead.")
        return next(taken.before for taken in self.turns_back() if taken.before.record.turn == turn)

    def compare_dead_stones(self, held_dead: Mapping[Color, int]) -> Procedure:
        """Each player names stones of dead strings, of any color: agreement ends the game, disagreement resumes it."""
        if not self.can_agree:
            self._require(ProcedureStage.AGREEING)
        c = self.record.position.coloring
        held = {player: held_dead.get(player, 0) for player in Color}
        for points in held.values():
            require_among(self.record.position, c.black | c.white, points, "stone")
        if self._says(agree)(c, held):
            return self._over(self._says(strings_touched)(c, held[self.player]))
        if self.stage is ProcedureStage.PLAYING:
            return self
        before = self.record.previous
        assert before is not None, "two passes came before"
        position = replace(self.record.position, player=self._says(player_to_resume)(before.position.player))
        counted_on = passes_counted(self.record.rules, self.record.pass_run)
        record = replace(at_position(self.record, position), pass_run=counted_on)
        return replace(self, record=record, named=0, disputed=0, resumed=True, disagreed=True)

    def name(self, point: int) -> Procedure:
        """The player whose turn it is points at a string of the opponent that they hold dead."""
        self._require(ProcedureStage.AGREEING)
        c = self.record.position.coloring
        require_point(self.record.position, point)
        nameable = self._says(strings_to_point_at)(c, self.player) & ~self.named
        require_among(self.record.position, nameable, point, "opposing stone that has yet to be named")
        return replace(self, named=self.named | self._says(strings_touched)(c, point))

    def dispute(self, point: int) -> Procedure:
        """The owner of a string that was pointed at does not hold it dead."""
        self._require(ProcedureStage.AGREEING)
        require_point(self.record.position, point)
        c = self.record.position.coloring
        disputable = self._says(strings_to_dispute)
        named = disputable(c, Color.BLACK, self.named) | disputable(c, Color.WHITE, self.named)
        require_among(self.record.position, named & ~self.disputed, point, "named stone that has yet to be disputed")
        return replace(self, disputed=self.disputed | self._says(strings_touched)(c, point))

    def _require(self, *stages: ProcedureStage) -> None:
        if self.stage not in stages:
            names = one_of(stage.value for stage in stages)
            raise ValueError(f"This can be said while {names}; the game is {self.stage.value}.")
