"""The legal turns of many coded situations at once, by the clauses in force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.composition import state
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Position, State, Turn, Unblock
from .codes import MOST_BITS, SituationCodes
from .machine import ends_without_result, kept_of
from .many import Numbers
from .past import PASSED
from .situations import Situation, Situations, asks_whether_anybody_passed, start_of
from .steps_arrays import KINDS, ArraySteps, NoGuards
from .symmetry import CodeSymmetries, respects_symmetry


class TurnsTaken(NamedTuple):
    """Legal turns of one kind: the index of the situation of each, its point (0 for a pass), the code it leads to."""

    indices: Numbers
    points: Words
    reached: Words


NO_TURNS = TurnsTaken(np.zeros(0, np.int64), np.zeros(0, np.uint64), np.zeros(0, np.uint64))


class Turns:
    """The legal turns of many situations of a phase, by their codes.

    The clauses of documents are read on arrays. Under rules with a clause that a rules author wrote, which need not be
    written for arrays, the turns of one situation are taken after those of the other.

    With `symmetry`, one situation may stand for its images under the symmetries of the board and the swap of colors;
    new clauses may treat these differently, so that none then does.

    Raises:
        ValueError: see `Situations`; or the grid has more than 21 points.
    """

    def __init__(self, rules: Rules, grid: Grid, phase: Phase = Phase.MAIN, symmetry: bool = True) -> None:
        self.rules = rules
        self.phase = phase
        start = start_of(rules, grid, phase)
        kept = frozenset({PASSED} if asks_whether_anybody_passed(rules, phase) else ())
        alone = CodeSymmetries(grid, turned=False, swapped=False)
        self.codes = SituationCodes(grid, alone, phase, tells_passes=bool(kept))
        self.first = self.codes.code(Situation(kept_of(start, kept)))
        on_arrays = respects_symmetry(rules)
        self._steps = ArraySteps(rules, self.codes, NoGuards(), kept) if on_arrays else Situations(rules, grid, phase)
        first = np.array([self.first], dtype=np.uint64)
        passes = self.after(first)[Pass].reached
        # A pass that leads to the image of the start does so from all images of what is reached.
        swapped = np.array_equal(passes, self.codes.with_the_opponent_to_play(first))
        if symmetry and on_arrays and swapped:
            self.codes = SituationCodes(grid, CodeSymmetries(grid), phase, tells_passes=bool(kept))

    def read(self, codes: Words) -> Iterator[tuple[Numbers, Situation]]:
        """Situations as the clauses in force are asked about them: many at once or each alone; with their indices."""
        if isinstance(self._steps, ArraySteps):
            yield from self.codes.by_kind(codes)
            return
        for index, code in enumerate(codes.tolist()):
            yield np.array([index]), self.codes.situation(code)

    def after(self, codes: Words, kinds: Collection[type[Turn]] = KINDS) -> dict[type[Turn], TurnsTaken]:
        """The legal turns of the situations with these codes, by their kind."""
        return self._after(codes, kinds, self._steps)

    def _after(
        self, codes: Words, kinds: Collection[type[Turn]], steps: ArraySteps | Situations
    ) -> dict[type[Turn], TurnsTaken]:
        parts: dict[type[Turn], list[TurnsTaken]] = defaultdict(list, {kind: [NO_TURNS] for kind in kinds})
        if isinstance(steps, ArraySteps):
            for indices, situations in self.codes.by_kind(codes):
                for turns in steps.turns(situations, kinds):
                    taken = TurnsTaken(indices[turns.origin], turns.points, steps.reached(turns))
                    parts[type(turns.turn)].append(taken)
        else:
            for index, code in enumerate(codes.tolist()):
                for turn, reached in steps.after(self.codes.situation(code)):
                    point = turn.point if isinstance(turn, Move | Unblock) else 0
                    words = np.array([point, self.codes.code(reached)], dtype=np.uint64)
                    parts[type(turn)].append(TurnsTaken(np.array([index]), words[:1], words[1:]))
        return {kind: TurnsTaken(*map(np.concatenate, zip(*parts[kind], strict=True))) for kind in kinds}

    def only_once(self, codes: Words, moves: TurnsTaken) -> Flags:
        """For each move, whether its player can make it only once in a phase with its coloring, as ko-moves can."""
        if isinstance(self._steps, ArraySteps):
            # What is legal although every move was made before.
            again = ArraySteps(self.rules, self.codes, NoGuards(made=True), self._steps.kept)
            both, shift = (moves, self._after(codes, {Move}, again)[Move]), np.uint64(MOST_BITS // 3)
            here, legal = (taken.indices.astype(np.uint64) << shift | taken.points for taken in both)
            return ~np.isin(here, legal)
        made = zip(codes[moves.indices].tolist(), moves.points.tolist(), strict=True)
        each = (self._steps.only_once(self.codes.situation(code), Move(point)) for code, point in made)
        return np.fromiter(each, np.bool_, len(moves.indices))

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        """Whether turns of a kind count by a decision: as passes, or as leading to a state that counts.

        Raises:
            ValueError: some do, and others do not.
        """
        points = points_of(self.codes.grid.everywhere)
        turns: list[Turn] = [kind(point) for point in points] if kind in (Move, Unblock) else [PASS]
        clauses = self.rules.deciding(decision, self.phase)
        answers = {any(clause.function(turn) for clause in clauses) for turn in turns}
        if len(answers) > 1:
            raise Refusal(f"By {decision.name}, turns of one kind count at some points only; graphs don't tell these.")
        return answers.pop()

    def states(self, codes: Words) -> Numbers:
        """A number for the state of each situation: the same for the same state."""
        values: dict[int, Words] = defaultdict(lambda: np.zeros(len(codes), dtype=np.uint64))
        known: dict[State, int] = {}
        for indices, situations in self.read(codes):
            position: Position[Any] = situations.position
            stands = state(self.rules, position)
            # What a state consists of where a rules author wrote of it may be anything.
            for number, value in enumerate(
                _values(stands) if isinstance(self._steps, ArraySteps) else [known.setdefault(stands, len(known))]
            ):
                values[number][indices] = value
        _, inverse = np.unique(np.array([*values.values()]), axis=1, return_inverse=True)
        numbers: Numbers = inverse.ravel()
        return numbers

    def end_without_result(self, codes: Words, times: int) -> Flags:
        """For each situation, whether the game ends if its state has stood that often since the last pass."""
        ends = np.zeros(len(codes), dtype=np.bool_)
        for indices, situations in self.read(codes):
            position: Position[Any] = situations.position
            ends[indices] = ends_without_result(self.rules, position, times)
        return ends


def turn_of(kind: type[Turn], point: int) -> Turn:
    """The turn of a kind at a point."""
    return kind(point) if kind in (Move, Unblock) else PASS


def _values(values: State) -> Iterator[Words | int]:
    """The values of which states consist, as arrays of numbers, or as one number for all."""
    for value in values:
        if isinstance(value, Coloring):
            yield from (value.black, value.white)
        else:
            yield (value is WHITE) if isinstance(value, Color) else value
