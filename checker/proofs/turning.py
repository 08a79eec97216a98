"""What turns a game into another one just like it: reflections, which make up rotations, and swapping the colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_
from types import SimpleNamespace
from typing import Any

import z3

from ...spec.algebra import Color, Coloring, Condition, Grid
from ...spec.algebra.board import Board, P
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import move
from ...spec.katago_v2.faster_forms import stones_with_liberty
from ..evidence.queries import QueryKind
from .every_board import ANY, OTHER, POINT, AnyBoard, AnyPoints, adjacent, follows
from .situation import BoardLemma, Implication, LemmaSituation
from .steps import Closures, LemmaProof, Obligation, ProofCase, Stage, Unknown, color_of, colored, resolved


@dataclass(frozen=True)
class Symmetry:
    """A way to turn a game into one just like it; this one leaves every point where it is.

    Attributes:
        name: what is done to it.
        color: what a color becomes.
    """

    name: str
    color: Callable[[Color], Color] = lambda color: color

    def of_points(self, _: Board[P], points: P) -> P:
        """Where a set of points lies then."""
        return points

    def of_coloring(self, c: Coloring[P]) -> Coloring[P]:
        """What a coloring becomes."""
        black, white = (self.of_points(c.board, c.of(self.color(color))) for color in Color)
        return Coloring(c.board, black, white)


@dataclass(frozen=True)
class Reflection(Symmetry):
    """A way to turn a grid over, which done twice leaves it as it is.

    Attributes:
        place: where the point of a column and row lies then, given the width and height of the grid.
        of_squares: whether it is one of square grids only.
    """

    place: Callable[[Any, Any, Any], tuple[Any, Any]] = lambda sides, column, row: (column, row)
    of_squares: bool = False

    def of_points(self, board: Board[P], points: P) -> P:
        grid, image = board.grid, points & 0
        for index in range(grid.size):
            row, column = divmod(index, grid.width)
            new_column, new_row = self.place(grid, column, row)
            image = image | (points >> index & 1) << (new_row * grid.width + new_column)
        return image


LEFT_RIGHT = Reflection("left and right swapped", place=lambda sides, column, row: (sides.width - 1 - column, row))
UPSIDE_DOWN = Reflection("upside down", place=lambda sides, column, row: (column, sides.height - 1 - row))
TRANSPOSED = Reflection("columns and rows swapped", place=lambda sides, column, row: (row, column), of_squares=True)
COLORS_SWAPPED = Symmetry("colors swapped", color=lambda color: color.opponent)
REFLECTIONS = (LEFT_RIGHT, UPSIDE_DOWN, TRANSPOSED)


def reflections(grid: Grid) -> tuple[Reflection, ...]:
    """Reflections of a grid that make up its others, and its rotations."""
    return tuple(reflection for reflection in REFLECTIONS if grid.width == grid.height or not reflection.of_squares)


def play_turns_with_position(symmetry: Symmetry, s: LemmaSituation[P]) -> Implication:
    """A move on the turned board does what the move on the board does, turned, and is pseudolegal alike."""
    board, play = s.coloring.board, s.play
    turned = move(
        s.rules, symmetry.of_coloring(s.coloring), symmetry.color(s.player), symmetry.of_points(board, play.point)
    )
    same: Condition = (
        turned.after.same_as(symmetry.of_coloring(play.after))
        & (turned.captured == symmetry.of_points(board, play.captured))
        & (turned.self_captured == symmetry.of_points(board, play.self_captured))
        & (s.is_pseudolegal(turned) == s.is_pseudolegal(play))
    )
    return Implication(given=True, then=same)


def symmetry_lemma(symmetry: Symmetry) -> BoardLemma:
    """The lemma that a symmetry changes nothing about moves."""
    return BoardLemma("lemma/symmetry", partial(play_turns_with_position, symmetry))


def keeps_neighbours(reflection: Reflection, grid: Grid) -> bool:
    """Whether a reflection of a grid takes the neighbours of each point to those of its image; and twice, to itself.

    >>> from superko.checker.proofs.turning import LEFT_RIGHT, TRANSPOSED
    >>> keeps_neighbours(LEFT_RIGHT, Grid(3, 2)), keeps_neighbours(TRANSPOSED, Grid(3, 2))
    (True, False)
    """
    board = integer_board(grid.width, grid.height)
    image = partial(reflection.of_points, board)
    return all(
        image(board.neighbours(point)) == board.neighbours(image(point)) and image(image(point)) == point
        for point in points_of(grid.everywhere)
    )


def one_step_apart(place: tuple[Any, Any], other: tuple[Any, Any]) -> Any:
    """Whether one step up, down, left or right leads from one place to another."""
    steps = (z3.Abs(coordinate - other_coordinate) for coordinate, other_coordinate in zip(place, other, strict=True))
    return z3.Sum(*steps) == 1


def keeps_neighbours_on_every_grid(reflection: Reflection) -> bool:
    """Whether z3 proves of every grid that a reflection keeps places on it, keeps neighbours, and undoes itself.

    >>> from superko.checker.proofs.turning import TRANSPOSED
    >>> keeps_neighbours_on_every_grid(TRANSPOSED)
    True
    """
    sides = SimpleNamespace(width=z3.Int("width"), height=z3.Int("height"))

    def is_on_grid(column: Any, row: Any) -> Any:
        return z3.And(column >= 0, column < sides.width, row >= 0, row < sides.height)

    place, other = z3.Ints("column row"), z3.Ints("other-column other-row")
    image, other_image = (reflection.place(sides, *either) for either in (place, other))
    again = reflection.place(sides, *image)
    undone = z3.And(again[0] == place[0], again[1] == place[1])
    kept = one_step_apart(image, other_image) == one_step_apart(place, other)
    given = [is_on_grid(*place), is_on_grid(*other)]
    if reflection.of_squares:
        given.append(sides.width == sides.height)
    return follows(z3.And(is_on_grid(*image), undone, kept), *given, step=reflection.name, kind=QueryKind.GRIDS)


turned = z3.Function("turned", POINT, POINT)
turned_back = z3.Function("turned back", POINT, POINT)

KEEPS_NEIGHBOURS = z3.And(
    z3.ForAll([ANY], turned_back(turned(ANY)) == ANY),
    z3.ForAll([ANY], turned(turned_back(ANY)) == ANY),
    z3.ForAll([ANY, OTHER], adjacent(ANY, OTHER) == adjacent(turned(ANY), turned(OTHER))),
)


@dataclass(frozen=True)
class UnknownTurning(Symmetry):
    """A way to turn a board of which nothing is known: `source` says which point is turned to a point."""

    source: Any = turned_back

    def of_points(self, _: Board[Any], points: Any) -> Any:
        return AnyPoints(points.at(self.source(ANY)))


TURNED = UnknownTurning("turned")
TURNED_BACK = UnknownTurning("turned back", source=turned)


def play_turns_any_way(s: LemmaSituation[Any]) -> Implication:
    """A move does the same however a board is turned, if that keeps neighbours; a grid, by each of its reflections."""
    board = s.coloring.board
    if isinstance(board, AnyBoard):
        return Implication(KEEPS_NEIGHBOURS, play_turns_with_position(TURNED, s).then)
    same = (play_turns_with_position(reflection, s).then for reflection in reflections(board.grid))
    return Implication(True, reduce(and_, same))


def proof_of(lemma: BoardLemma, there: Symmetry, back: Symmetry) -> LemmaProof:
    """The proof of a lemma about a symmetry: what is captured is turned, and so the rest is."""

    def image(s: Unknown, points: AnyPoints) -> AnyPoints:
        return there.of_points(s.coloring.board, points)

    def on_turned(s: Unknown) -> Unknown:
        return LemmaSituation(s.rules, there.of_coloring(s.coloring), there.color(s.player), (image(s, s.points[0]),))

    def neighbours_turn(says: str, stage: Stage) -> Obligation:
        return Obligation(
            says,
            lambda s: (
                s.coloring.board.neighbours(stage(on_turned(s)).empty)
                == image(s, s.coloring.board.neighbours(stage(s).empty))
            ),
            on_its_own=True,
        )

    def liberties_turn(stage: Stage, own: bool) -> Callable[[Unknown], Closures]:
        """Stones with a liberty are followed on either board, along what they are connected to on the other one."""

        def along(s: Unknown) -> Closures:
            color = color_of(s, own)
            here = stones_with_liberty(stage(s), color)
            on_other = stones_with_liberty(stage(on_turned(s)), there.color(color))
            return (here, back.of_points(s.coloring.board, on_other)), (on_other, image(s, here))

        return along

    steps = (
        neighbours_turn("what is beside empty points once the move is colored is turned with it", colored),
        Obligation(
            "the move on the turned board captures what the move captures, turned",
            lambda s: on_turned(s).play.captured == image(s, s.play.captured),
            liberties_turn(colored, own=False),
        ),
        Obligation(
            "what is empty once the opponent's stones are captured is turned with it",
            lambda s: resolved(on_turned(s)).empty == image(s, resolved(s).empty),
            on_its_own=True,
        ),
        neighbours_turn("so is what is beside empty points then", resolved),
        Obligation(
            "it captures of its own what the move captures of its own, turned",
            lambda s: on_turned(s).play.self_captured == image(s, s.play.self_captured),
            liberties_turn(resolved, own=True),
        ),
        Obligation(
            "the coloring after the move is turned",
            lambda s: on_turned(s).play.after.same_as(there.of_coloring(s.play.after)),
            on_its_own=True,
        ),
        Obligation(
            "the move does the same, turned, and is pseudolegal alike",
            lambda s: lemma.statement(s).then,
            on_its_own=True,
        ),
    )
    return LemmaProof(lemma, (ProofCase("in every case", lambda s: z3.BoolVal(True), steps),))


PROOF_OF_TURNING = proof_of(BoardLemma("lemma/symmetry", play_turns_any_way), TURNED, TURNED_BACK)
PROOF_OF_SWAPPING = proof_of(symmetry_lemma(COLORS_SWAPPED), COLORS_SWAPPED, COLORS_SWAPPED)
