"""One turn from a situation as programs: which moves and unblock actions there are, and the code that each leads to.

They are made of the same clauses as `TurnsOnArrays`, in the same order, with names of machine words in the place of
arrays. Where a clause can't be read so, there are none, and arrays are read instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from ...interpreter.compiled.programs import program
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.emitting.program import Program
from ...spec.algebra.emitting.values import Words
from ...spec.composition import every, move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn, Unblock
from .accounts import account, after_a_move
from .legality import Legality

FIELDS = ("black", "white", "further")


@dataclass(frozen=True)
class StepPrograms:
    """The programs of one turn in a phase; see `codes.SituationCodes` for what a code has.

    Attributes:
        rules: the rules in force.
        grid: the board.
        phase: the phase.
    """

    rules: Rules
    grid: Grid
    phase: Phase

    def all(self) -> Iterator[Program]:
        """Every program: for each player that of moves, of passes, and, if there are any, of unblock actions.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        for player in Color:
            yield self._program("move", player, self._moved, "point")
            yield self._program("pass", player, self._passed)
            if self.rules.deciding(Decision.UNBLOCK, self.phase):
                yield self._program("stones_to_unblock", player, self._stones)
                yield self._program("unblock", player, self._unblocked, "point")
            if self.rules.amendments:
                yield self._program("moves_on_stones", player, self._moves_on_stones)

    def _program(self, what: str, player: Color, does: Callable[..., Mapping[str, Any]], *further: str) -> Program:
        def run(black: Words, white: Words, marks: Words, *point: Words) -> Mapping[str, Any]:
            c = Coloring(black.board, black, white)
            main = self.phase is Phase.MAIN
            return does(Position(c, player) if main else Position(c, player, self.phase, marks), *point)

        about = f"From a situation with {player.name.capitalize()} to play in phase {self.phase.value}: {what}."
        return program(name_of(what, player), self.grid, self.rules, about, (*FIELDS, *further), run)

    @property
    def _legality(self) -> Legality:
        return Legality(self.rules, self.phase)

    def _moved(self, position: Position[Words], point: Words) -> Mapping[str, Any]:
        play = move(self.rules, position.coloring, position.player, point)
        before = account(self.rules, position)
        code = self._code(after_a_move(before, play), before, _turn(Move, point))
        return {"legal": self._is_legal(position, play), "reached": code}

    def _passed(self, position: Position[Words]) -> Mapping[str, Any]:
        after: Position[Words] = self.rules.sole(Decision.PASS, self.phase).function(position)
        return {"reached": self._code(after, account(self.rules, position), PASS)}

    def _stones(self, position: Position[Words]) -> Mapping[str, Any]:
        clauses = self.rules.deciding(Decision.UNBLOCK, self.phase)
        return {"stones": reduce(or_, (clause.function(position) for clause in clauses))}

    def _unblocked(self, position: Position[Words], point: Words) -> Mapping[str, Any]:
        before = account(self.rules, position)
        after = self.rules.sole(Decision.UNBLOCK_ACTION, self.phase).function(before.position, point)
        return {"reached": self._code(after, before, _turn(Unblock, point))}

    def _moves_on_stones(self, position: Position[Words]) -> Mapping[str, Any]:
        c = position.coloring

        def is_made(point: Words) -> Any:
            return pseudolegal(self.rules, move(self.rules, c, position.player, point))

        return {"moves": c.black.board.those(c.board.complement(c.empty), is_made)}

    def _is_legal(self, position: Position[Words], play: Play[Words]) -> Any:
        """Whether a move is legal if there was no turn before."""
        return every((pseudolegal(self.rules, play), self._legality.allows(self._legality.alone(position), play)))

    def _code(self, position: Position[Words], before: Record[Words], turn: Turn) -> Words:
        """The code of the situation that a turn leads to."""
        c, size = position.coloring, self.grid.size
        board = c.black.board
        banned = self._banned(position, before, turn)
        further, left_out = (banned, position.marks) if self.phase is Phase.MAIN else (position.marks, banned)
        if any(board.as_words(left_out).atoms):
            raise ValueError("a situation may have both banned and marked points")
        fields = (c.black, c.white, board.as_words(further))
        code = reduce(or_, ((field & board.everything) << place * size for place, field in enumerate(fields)))
        return code | [*Color].index(position.player) << len(fields) * size

    def _banned(self, position: Position[Words], before: Record[Words], turn: Turn) -> Words:
        """The points of the moves that only the turn before forbids."""
        c, clauses = position.coloring, self._legality.looking_back
        if not clauses:
            return c.black.board.nothing
        record = account(self.rules, position, before, turn)
        where = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in clauses))

        def is_banned(point: Words) -> Any:
            play = move(self.rules, c, position.player, point)
            return every((self._is_legal(position, play), c.no(self._legality.allows_after(record, play))))

        return c.black.board.those(c.empty & where, is_banned)


def name_of(what: str, player: Color) -> str:
    """What the program of a player is called."""
    return f"{what}_of_{player.name.lower()}"


def _turn(kind: Callable[[Any], Turn], point: Words) -> Turn:
    return kind(point)
