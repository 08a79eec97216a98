"""Why moves do the same on a turned board: a proof in steps, for whatever turning keeps neighbours, on every board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_
from typing import Any, TypeAlias

import z3

from ...spec.algebra import Coloring
from ...spec.algebra.board import Board
from ...spec.composition import move
from ...spec.katago_v2.faster_forms import stones_with_liberty
from ...spec.vocabulary import Play
from .any_board import AnyBoard
from .point_formulas import ANY, OTHER, POINT, Points, adjacent
from .situation import Implication, Lemma, Situation
from .steps_of_proof import Case, ProofInSteps, Step, Unknown
from .symmetries import COLORS_SWAPPED, Symmetry, play_turns_with_position, reflections, symmetry_lemma

Stage: TypeAlias = Callable[[Play[Points]], Coloring[Points]]

turned = z3.Function("turned", POINT, POINT)
turned_back = z3.Function("turned back", POINT, POINT)

KEEPS_NEIGHBOURS = z3.And(
    z3.ForAll([ANY], turned_back(turned(ANY)) == ANY),
    z3.ForAll([ANY], turned(turned_back(ANY)) == ANY),
    z3.ForAll([ANY, OTHER], adjacent(ANY, OTHER) == adjacent(turned(ANY), turned(OTHER))),
)


@dataclass(frozen=True)
class Turning(Symmetry):
    """A way to turn an unknown board of which nothing is known, to be used where it keeps neighbours.

    Attributes:
        source: the point that comes to a point.
    """

    source: Any = turned_back

    def of_points(self, _: Board[Any], points: Any) -> Any:
        """See `Symmetry.of_points`."""
        return Points(points.at(self.source(ANY)))


TURNED = Turning("turned")
TURNED_BACK = Turning("turned back", source=turned)


def play_turns_any_way(s: Situation[Any]) -> Implication:
    """A move does the same however a board is turned, if that keeps neighbours; a grid, by each of its reflections."""
    board = s.coloring.board
    if isinstance(board, AnyBoard):
        return Implication(KEEPS_NEIGHBOURS, play_turns_with_position(TURNED, s).then)
    same = (play_turns_with_position(reflection, s).then for reflection in reflections(board.grid))
    return Implication(True, reduce(and_, same))


@dataclass(frozen=True)
class TurningAndBack:
    """A symmetry, with the one that undoes it, as the steps of the proof speak of them."""

    there: Symmetry
    back: Symmetry

    def play(self, s: Unknown) -> Play[Points]:
        """The move on the turned board."""
        c, there = s.coloring, self.there
        return move(s.rules, there.of_coloring(c), there.color(s.player), there.of_points(c.board, s.points[0]))

    def image(self, s: Unknown, points: Points) -> Points:
        """Where a set of points comes to."""
        return self.there.of_points(s.coloring.board, points)

    def neighbours_turn(self, coloring: Stage, s: Unknown) -> Any:
        """The points beside empty ones are turned with a coloring that a move goes through."""
        c, of_turned = coloring(s.play), coloring(self.play(s))
        return c.board.neighbours(of_turned.empty) == self.image(s, c.board.neighbours(c.empty))

    def liberties_turn(self, coloring: Stage, own: bool, s: Unknown) -> tuple[tuple[Points, Points], ...]:
        """Stones with a liberty are followed on either board, along what they are connected to on the other one."""
        color = s.player if own else s.player.opponent
        here = stones_with_liberty(coloring(s.play), color)
        there = stones_with_liberty(coloring(self.play(s)), self.there.color(color))
        return (here, self.back.of_points(s.coloring.board, there)), (there, self.image(s, here))

    def proof(self, lemma: Lemma) -> ProofInSteps:
        """The proof of a lemma about this symmetry: each captures what the other does, and so the rest is the same."""
        captured = Step(
            lambda s: self.play(s).captured == self.image(s, s.play.captured),
            partial(self.liberties_turn, colored, False),
        )
        self_captured = Step(
            lambda s: self.play(s).self_captured == self.image(s, s.play.self_captured),
            partial(self.liberties_turn, resolved, True),
        )
        steps = (
            Step(partial(self.neighbours_turn, colored), on_its_own=True),
            captured,
            Step(lambda s: resolved(self.play(s)).empty == self.image(s, resolved(s.play).empty), on_its_own=True),
            Step(partial(self.neighbours_turn, resolved), on_its_own=True),
            self_captured,
            Step(lambda s: self.play(s).after.same_as(self.there.of_coloring(s.play.after)), on_its_own=True),
            Step(lambda s: lemma.statement(s).then, on_its_own=True),
        )
        return ProofInSteps(lemma, (Case(lambda s: z3.BoolVal(True), steps),))


def colored(play: Play[Points]) -> Coloring[Points]:
    """The coloring in which a move has colored its point and captured nothing yet."""
    return play.before.colored(play.point, play.player)


def resolved(play: Play[Points]) -> Coloring[Points]:
    """The coloring in which a move has captured the opponent's stones and not yet the player's own."""
    return colored(play).emptied(play.captured)


PROOF_OF_TURNING = TurningAndBack(TURNED, TURNED_BACK).proof(Lemma("lemma/symmetry", play_turns_any_way))
PROOF_OF_SWAPPING = TurningAndBack(COLORS_SWAPPED, COLORS_SWAPPED).proof(symmetry_lemma(COLORS_SWAPPED))
