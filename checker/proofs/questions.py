"""Asking z3 about one board: whether a lemma holds, for the counterexample with the fewest stones, or for one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import z3

from ...interpreter.game import Game
from ...interpreter.notation import Size, grid_of
from ...interpreter.rules_files import rules_of
from ...spec.algebra import BLACK, Color, Coloring, Condition, Grid
from ...spec.algebra.integers import integer_board
from ...spec.algebra.symbolic import SymbolicBoard
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Play
from ..evidence.queries import QueryKind, SolverAnswer
from ..phase.symmetry import Permutation, image_of, symmetries
from .situation import BoardLemma, LemmaSituation, is_legal
from .solvers import Query, answered, reply_to, statements

WORK = 1_000_000_000


class SolverGaveUp(RuntimeError):
    """z3 gave up, or ran out of time."""


def proved_on_board(board: SymbolicBoard, statement: Condition, *assumptions: Condition, step: str = "") -> bool:
    """Whether z3 proves that assumptions imply a statement, for whatever is unknown of one board; see `reply_to`."""
    query = Query(QueryKind.ONE_BOARD, statements(*board.against(statement, *assumptions)), step)
    return reply_to(query).answer is SolverAnswer.UNSAT


def can_be_on_board(board: SymbolicBoard, *conditions: Condition, step: str) -> bool:
    """Whether z3 finds something on one board of which some conditions hold; see `reply_to`."""
    against = statements(*board.against(z3.BoolVal(False), *conditions))
    return reply_to(Query(QueryKind.ONE_BOARD, against, step, SolverAnswer.SAT)).answer is SolverAnswer.SAT


def ask(
    lemma: BoardLemma,
    rules: Rules,
    grid: Grid,
    work: int = WORK,
    expected: SolverAnswer | None = SolverAnswer.UNSAT,
) -> tuple[LemmaSituation[int] | None, int, int]:
    """Whether a lemma holds of every coloring of a board, every point, and both players.

    Returns:
        the situation with the fewest stones of which it is false, if there is any; how many constraints describe what
        is connected; and for how many players there is a situation in which what the lemma is about happens.

    Raises:
        SolverGaveUp: z3 does not know after that much work.
    """
    certificates, acted, counterexamples = 0, 0, []
    for player in Color:
        board, unknown = unknown_situation(rules, grid, player, lemma.moves)
        implication = lemma.statement(unknown)
        certificates += len(board.constraints)
        points = [*map(board.is_single, unknown.points)]
        against = statements(*board.against(implication.then, *points, implication.given))
        query = Query(QueryKind.ONE_BOARD, against, f"{grid}, {player.name.capitalize()} to move", expected, work=work)
        if expected is not None:
            happens = statements(lemma.happens(unknown), implication.given)
            acted += can_be_on_board(board, *happens, *points, step=f"{query.step}, it happens")
        if counterexample := _with_fewest_stones(query, unknown):
            counterexamples.append(least_image(lemma, played_through(lemma, rules, counterexample)))
    return min(counterexamples, key=number_of_stones, default=None), certificates, acted


def number_of_stones(situation: LemmaSituation[int]) -> int:
    """How many stones stand before the first move."""
    return (situation.coloring.black | situation.coloring.white).bit_count()


def unknown_situation(rules: Rules, grid: Grid, player: Color, moves: int) -> tuple[SymbolicBoard, LemmaSituation[Any]]:
    """A situation of which nothing is known but who moves first, and the board that gathers its certificates."""
    board = SymbolicBoard(grid)
    black, white, *points = map(board.unknown, ("black", "white", *(f"move {number}" for number in range(moves))))
    board.constraints.append(board.is_empty(black & white))
    coloring = Coloring(board, black, white)
    return board, LemmaSituation(rules.literally(), coloring, player, tuple(points))


def _with_fewest_stones(query: Query, unknown: LemmaSituation[Any]) -> LemmaSituation[int] | None:
    """The situation with the fewest stones among those of which the statements of a query hold, if there is any."""
    c, situation = unknown.coloring, None
    stones = c.size(c.black | c.white)
    while (reply := answered(query)).model is not None:
        situation = _known(reply.model, unknown)
        fewer = z3.ULT(stones, number_of_stones(situation))
        step = f"{query.step.split(', with')[0]}, with fewer than {number_of_stones(situation)} stones"
        query = replace(query, statements=(*query.statements, fewer), step=step, expected=None)
    if reply.answer is SolverAnswer.UNKNOWN:
        raise SolverGaveUp(f"z3 can't tell: {reply.reason}")
    return situation


def _known(model: z3.ModelRef, unknown: LemmaSituation[Any]) -> LemmaSituation[int]:
    """The situation that a model makes of an unknown one."""
    c = unknown.coloring
    grid = c.board.grid
    black, white, *points = (
        model.eval(term, model_completion=True).as_long() for term in (c.black, c.white, *unknown.points)
    )
    coloring = Coloring(integer_board(grid.width, grid.height), black, white)
    return LemmaSituation(unknown.rules, coloring, unknown.player, tuple(points))


def played_through(lemma: BoardLemma, rules: Rules, counterexample: LemmaSituation[int]) -> LemmaSituation[int]:
    """A counterexample of z3's under the reading that plays, by the text alone.

    Raises:
        SolverGaveUp: it is none there, so the two readings differ.
    """
    situation = LemmaSituation(rules, counterexample.coloring, counterexample.player, counterexample.points)
    if is_true_of(lemma, situation):
        raise SolverGaveUp("What z3 takes for a counterexample is none when it is played through.")
    return situation


def least_image(lemma: BoardLemma, counterexample: LemmaSituation[int]) -> LemmaSituation[int]:
    """The first of the rotations and reflections of a counterexample that are some, too: z3 may find any of them."""

    def turned(symmetry: Permutation) -> LemmaSituation[int]:
        black, white, *points = (
            image_of(point_set, symmetry) for point_set in (c.black, c.white, *counterexample.points)
        )
        return replace(counterexample, coloring=replace(c, black=black, white=white), points=tuple(points))

    def order(situation: LemmaSituation[int]) -> tuple[int, ...]:
        return situation.coloring.black, situation.coloring.white, *situation.points

    c = counterexample.coloring
    images = sorted(map(turned, symmetries(c.board.grid)), key=order)
    return next(
        (image for image in images if order(image) < order(counterexample) and not is_true_of(lemma, image)),
        counterexample,
    )


def is_true_of(lemma: BoardLemma, situation: LemmaSituation[int]) -> bool:
    """Whether a lemma is true of a known situation."""
    implication = lemma.statement(situation)
    return bool(implication.then or not implication.given)


def smallest_counterexample(lemma: BoardLemma, rules: Rules, grids: Sequence[Grid]) -> LemmaSituation[int] | None:
    """The counterexample with the fewest stones on the first board, in the order given, that has one.

    Raises:
        SolverGaveUp: z3 leaves one of the boards open.
    """
    return next(filter(None, (ask(lemma, rules, grid, expected=None)[0] for grid in grids)), None)


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
            SolverGaveUp: z3 does not know.
        """
        c, (point,) = self.before, self.situation.points
        wanted = statements(
            *conditions,
            self.board.is_single(point),
            is_legal(c),
            self.situation.is_pseudolegal(self.play),
        )
        reply = answered(Query(QueryKind.ONE_BOARD, (*self.board.constraints, *wanted), expected=None))
        if reply.answer is SolverAnswer.UNSAT:
            return None
        if reply.model is None:
            raise SolverGaveUp(f"z3 can't tell: {reply.reason}")
        known = _known(reply.model, self.situation)
        return Game(self.rules, rows=known.coloring, to_play=known.player).play(Move(*known.points))


def symbolic(rules: str | Rules, size: Size, player: str = BLACK) -> UnknownMove:
    """An unknown move of a player on an unknown board, to ask z3 about; see `UnknownMove`.

    It is asked in this process, with whatever the code of an author has changed here.

    Args:
        rules: the rules, or what names them.
        size: the board; z3 answers within seconds on boards of up to some 16 points.
        player: who moves, "B" or "W".

    Raises:
        TypeError, ValueError: there are no such rules, no such board, or no such player.

    >>> asked = symbolic("tromp-taylor", "2x2")
    >>> game = asked.find(asked.board.size(asked.play.captured) == 3)
    >>> print(str(game).splitlines()[-1])
    White to play, main phase. Captured: 0 black, 3 white.
    >>> asked.find(asked.board.size(asked.play.captured) == 4) is None
    True
    """
    named = rules_of(rules)
    board, situation = unknown_situation(named, grid_of(size), Color(player), moves=1)
    return UnknownMove(named, board, situation)
