"""Asking z3 something of one's own: a move on a board of which nothing is known, as the clauses of some rules read it.

>>> asked = symbolic("tromp-taylor", "2x2")
>>> game = asked.find(asked.board.size(asked.play.captured) == 3)
>>> print(str(game).splitlines()[-1])
White to play, main phase. Captured: 0 black, 3 white.
>>> asked.find(asked.board.size(asked.play.captured) == 4) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...interpreter.game import Game
from ...interpreter.notation import Size, grid_of
from ...interpreter.rules_files import rules_of
from ...spec.algebra import BLACK, Color, Coloring
from ...spec.algebra.integers import integer_board
from ...spec.algebra.symbolic import SymbolicBoard
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Play
from ..evidence.queries import QueryKind, SolverAnswer
from .questions import SolverGaveUp, unknown_situation
from .situation import LemmaSituation
from .solvers import Query, answered, statements


@dataclass(frozen=True)
class UnknownMove:
    """Every move of a player at once, in every position of a board in which all stones have liberties.

    What stands and where the move is made are unknown sets of points; what clauses say of them are z3 formulas. So is
    whatever is asked of `board`, such as `board.size(play.captured) == 5` or `board.meets(play.point, points)`.

    Attributes:
        rules: the rules.
        board: the board, whose methods ask about sets of points.
        situation: the situation before the move.
    """

    rules: Rules
    board: SymbolicBoard
    situation: LemmaSituation[Any]

    @property
    def before(self) -> Coloring[Any]:
        """What stands before the move: `before.black`, `before.white` and `before.empty` are sets of points."""
        return self.situation.coloring

    @property
    def play(self) -> Play[Any]:
        """The move, made: `play.point`, `play.captured`, `play.self_captured` and `play.after`."""
        return self.situation.play

    def find(self, *conditions: Any) -> Game | None:
        """A game after a pseudolegal move that meets some conditions; None where z3 proves that there is none.

        The position before the move is set up, so that no ban on repetition has anything to look back at; the move is
        then judged by all clauses.

        Raises:
            SolverGaveUp: z3 can't tell.
        """
        c, (point,) = self.before, self.situation.points
        wanted = statements(
            *conditions,
            self.board.is_single(point),
            self.situation.is_legal(c),
            self.situation.is_pseudolegal(self.play),
        )
        reply = answered(Query(QueryKind.ONE_BOARD, (*self.board.constraints, *wanted), expected=None))
        if reply.answer is SolverAnswer.UNSAT:
            return None
        if reply.model is None:
            raise SolverGaveUp(f"z3 can't tell: {reply.reason}")
        black, white, move = (
            reply.model.eval(points, model_completion=True).as_long() for points in (c.black, c.white, point)
        )
        board = integer_board(c.board.grid.width, c.board.grid.height)
        return Game(self.rules, rows=Coloring(board, black, white), to_play=self.situation.player).play(Move(move))


def symbolic(rules: str | Rules, size: Size, player: str = BLACK) -> UnknownMove:
    """An unknown move of a player on an unknown board, to ask z3 about; see `UnknownMove`.

    It is asked in this process, with whatever the code of an author has changed here.

    Args:
        rules: the rules, or what names them.
        size: the board; z3 answers within seconds on boards of up to some 16 points.
        player: who moves, "B" or "W".

    Raises:
        TypeError, ValueError: there are no such rules, no such board, or no such player.
    """
    named = rules_of(rules)
    board, situation = unknown_situation(named, grid_of(size), Color(player), moves=1)
    return UnknownMove(named, board, situation)
