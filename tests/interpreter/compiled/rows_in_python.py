"""Games in rows, run by Python itself: the text that numba compiles, without a compiler in between."""

from __future__ import annotations

from functools import cache

from superko.interpreter.game import Game
from superko.interpreter.history import PhaseOutcome
from superko.interpreter.program.fields import PHASES, PLAYERS
from superko.interpreter.program.game import GOES_ON, OUTCOMES, GameCode
from superko.interpreter.program.ir import words_of
from superko.interpreter.program.machine_code import Functions
from superko.interpreter.result import Score
from superko.spec.algebra import Coloring
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.vocabulary import PASS, Move, Pass, Position, Record, Turn, Unblock

from .in_python import joined


@cache
def in_python(code: GameCode) -> Functions:
    """The functions of a game as they are written."""
    return code.kernel.in_python


def moves_in_row(record: Record[int]) -> int:
    """The points of the legal moves of a game that stands so."""
    code = GameCode.of(record.rules, record.position.coloring.board.grid)
    moves, unblocks = [0] * code.layout.words, [0] * code.layout.words
    in_python(code)["legal_turns"](code.layout.row(record, 1), moves, unblocks)
    return joined(moves)


def scores_in_row(record: Record[int]) -> tuple[float, float]:
    """What Black and White score if a game is over that stands so."""
    code = GameCode.of(record.rules, record.position.coloring.board.grid)
    black, white, _ = in_python(code)["scores"](code.layout.row(record, 1))
    return float(black), float(white)


class RowGame:
    """A game in a row, to be played beside another one."""

    def __init__(self, game: Game, room: int = 64) -> None:
        self.grid = game.grid
        self.code = GameCode.of(game.rules, self.grid)
        self.layout, self.functions = self.code.layout, in_python(self.code)
        self.row = self.layout.row(game.record, room)

    def turns(self) -> frozenset[Turn]:
        """The legal turns."""
        moves, unblocks = [0] * self.layout.words, [0] * self.layout.words
        passing = self.functions["legal_turns"](self.row, moves, unblocks)
        turns: list[Turn] = [PASS] if passing else []
        turns += map(Move, points_of(joined(moves)))
        return frozenset([*turns, *map(Unblock, points_of(joined(unblocks)))])

    def take(self, turn: Turn) -> None:
        """Take a turn."""
        points = turn.point if isinstance(turn, Move | Unblock) else 0
        kind = [Pass, Move, Unblock].index(type(turn))
        self.functions["take_turn"](self.row, kind, words_of(points, self.layout.words))

    def saved(self) -> list[int]:
        """The head of the row, by which a turn can be taken back."""
        return self.row[: self.layout.head]

    def take_back(self, saved: list[int]) -> None:
        """Let the row stand as it did when its head was saved."""
        self.functions["take_back"](self.row, saved)

    def with_room(self, capacity: int) -> None:
        """Move to a row with room for other numbers of events."""
        row = self.layout.empty(capacity)
        self.functions["move_to"](row, self.row)
        self.row = row

    def register(self, name: str) -> int:
        """A register that is a number."""
        return int(self.row[self.layout.places[name]])

    @property
    def position(self) -> Position:
        """What stands."""
        places, words = self.layout.places, self.layout.words
        sets = {name: joined(self.row[places[name] : places[name] + words]) for name in ("black", "white", "marks")}
        player, phase, passed = map(self.register, ("player", "phase", "passed"))
        c = Coloring(integer_board(self.grid.width, self.grid.height), sets["black"], sets["white"])
        return Position(c, PLAYERS[player], PHASES[phase], sets["marks"], bool(passed))

    @property
    def ended_by(self) -> str | None:
        """The clause by which the last turn ended the phase or the game."""
        number = self.register("ended_by")
        return self.code.programs.clauses[number - 1] if number else None

    def scores(self) -> tuple[float, float, int]:
        """Both scores, and the number of the winner."""
        black, white, winner = self.functions["scores"](self.row)
        return float(black), float(white), int(winner)

    def disagreement(self, game: Game) -> str | None:
        """Where the row goes another way than a game, if it does."""
        if self.turns() != frozenset(game.turns()):
            return f"turns {self.turns() ^ frozenset(game.turns())}"
        if self.ended_by != game.ended_by:
            return f"ended by {self.ended_by}, not {game.ended_by}"
        outcome = self.register("outcome")
        if not game.over:
            registers = self.row.copy()
            self.layout.write(registers, game.record)
            different = [name for name, place in self.layout.places.items() if registers[place] != self.row[place]]
            return (
                f"registers {different}"
                if different or outcome not in (GOES_ON, OUTCOMES[PhaseOutcome.NEXT_PHASE])
                else None
            )
        if isinstance(game.result, Score):
            winner = [*"BW"].index(game.result.winner.value) if game.result.winner else 2
            told_scores = game.result.black, game.result.white, winner
            same = self.scores() == told_scores and outcome == OUTCOMES[PhaseOutcome.SCORED]
            return None if same else f"scores {self.scores()}, not {told_scores}"
        return None if outcome == OUTCOMES[PhaseOutcome.NO_RESULT] else f"outcome {outcome}"
