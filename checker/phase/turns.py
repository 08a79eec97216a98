"""The legal turns of many coded situations at once, by the clauses in force, read on arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, state
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, State, Turn, Unblock
from .codes import SituationCodes
from .many import Numbers, flags
from .past import ends_without_result
from .situations import Situations, points_of_turns
from .steps_arrays import ArraySteps, NoGuards
from .symmetry import CodeSymmetries, respects_symmetry


class LegalMoves(NamedTuple):
    """Legal moves, or unblock actions: the index of the situation each is made in, its point, the code it leads to."""

    indices: Numbers
    points: Words
    reached: Words


class Turns(ABC):
    """The legal turns of many situations of a phase, by their codes.

    Attributes:
        rules: the rules in force.
        phase: the phase.
        codes: the codes of situations.
        first: the code of the situation at the start of the phase.
        may_pass: whether passing is a turn.
        moves_at, unblocks_at: the points at which there are moves, and unblock actions.
        legality: the clauses on legal moves.
    """

    def __init__(self, situations: Situations, grid: Grid) -> None:
        self.rules = situations.rules
        self.phase = situations.phase
        self.codes = SituationCodes(grid, CodeSymmetries(grid, turned=False, swapped=False), self.phase)
        self.first = self.codes.code(situations.first)
        self.may_pass = situations.is_turn(PASS)
        self.moves_at, self.unblocks_at = (
            points_of_turns(self.rules, self.phase, kind, grid) for kind in (Move, Unblock)
        )
        self.legality = situations.legality
        self._situations = situations

    @abstractmethod
    def moves(self, codes: Words) -> LegalMoves:
        """Every legal move of the situations with these codes."""

    @abstractmethod
    def passes(self, codes: Words) -> Words:
        """The codes of the situations that a pass leads to, in the same order."""

    @abstractmethod
    def unblocks(self, codes: Words) -> LegalMoves:
        """Every unblock action in the situations with these codes, told like a move at the point of the stone."""

    @abstractmethod
    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        """For each move, whether its player can make it only once in a phase with its coloring, as ko-moves can."""

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        """Whether turns of a kind count by a decision: as passes, or as leading to a state that counts.

        Raises:
            ValueError: some do, and others do not.
        """
        points = points_of(self.codes.grid.everywhere)
        turns: list[Turn] = [kind(point) for point in points] if kind in (Move, Unblock) else [PASS]
        answers = {self._situations.counts(decision, turn) for turn in turns}
        if len(answers) > 1:
            raise Refusal(f"By {decision.name}, turns of one kind count at some points only; graphs don't tell these.")
        return answers.pop()

    @abstractmethod
    def states(self, codes: Words) -> Numbers:
        """A number for the state of each situation: the same for the same state."""

    @abstractmethod
    def end_without_result(self, codes: Words, times: int) -> Flags:
        """For each situation, whether the game ends if its state has stood so many times since the last pass."""


class TurnsOnArrays(Turns):
    """The legal turns of many situations at once.

    Raises:
        ValueError: there are new clauses, which are not written to be read on arrays; a clause asks about something of
            which situations or their codes keep no account; or the grid has more than 21 points.
    """

    def __init__(self, situations: Situations, grid: Grid, symmetry: bool = True) -> None:
        super().__init__(situations, grid)
        self._steps = ArraySteps(self.rules, self.codes, NoGuards())
        if symmetry and self._passing_swaps_the_players():
            self.codes = SituationCodes(grid, CodeSymmetries(grid), self.phase)

    def _passing_swaps_the_players(self) -> bool:
        """Whether a pass at the start leads to the image of the start; if so, all images of what is reached are too."""
        start = np.array([self.first], dtype=np.uint64)
        return self.may_pass and np.array_equal(self.passes(start), self.codes.with_the_opponent_to_play(start))

    def moves(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Move)

    def passes(self, codes: Words) -> Words:
        reached = np.empty_like(codes)
        passes = self._turns(codes, Pass)
        reached[passes.indices] = passes.reached
        return reached

    def unblocks(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Unblock)

    def _turns(self, codes: Words, kind: type[Turn]) -> LegalMoves:
        legal_moves = [
            LegalMoves(indices[turns.origin], turns.points, self._steps.reached(turns))
            for indices, many in self.codes.by_kind(codes)
            for turns in self._steps.turns(many, {kind})
        ]
        nothing = LegalMoves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0])
        parts: Any = zip(nothing, *legal_moves, strict=True)
        return LegalMoves(*(np.concatenate(part) for part in parts))

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        only_once = np.zeros(len(moves.indices), dtype=np.bool_)
        for indices, many in self.codes.by_kind(codes[moves.indices]):
            position, points = many.position, moves.points[indices]
            play = move(self.rules, position.coloring, position.player, points)
            again = self.legality.made_again(position, play)
            only_once[indices] = ~flags(self.legality.allows(again, play), len(indices))
        return only_once

    def states(self, codes: Words) -> Numbers:
        values: dict[int, Words] = defaultdict(lambda: np.zeros(len(codes), dtype=np.uint64))
        for indices, many in self.codes.by_kind(codes):
            for number, value in enumerate(_values(state(self.rules, many.position))):
                values[number][indices] = value
        _, inverse = np.unique(np.array([*values.values()]), axis=1, return_inverse=True)
        numbers: Numbers = inverse.ravel()
        return numbers

    def end_without_result(self, codes: Words, times: int) -> Flags:
        ends = np.zeros(len(codes), dtype=np.bool_)
        for indices, many in self.codes.by_kind(codes):
            ends[indices] = ends_without_result(self.rules, many.position, times)
        return ends


class TurnsOneByOne(Turns):
    """The legal turns of many situations, whatever the clauses are written for; see `Turns`."""

    def __init__(self, situations: Situations, grid: Grid) -> None:
        super().__init__(situations, grid)
        self._after: dict[int, list[tuple[Turn, int]]] = {}

    def moves(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Move)

    def passes(self, codes: Words) -> Words:
        return np.array(
            [reached for code in codes.tolist() for turn, reached in self._onward(code) if isinstance(turn, Pass)],
            dtype=np.uint64,
        )

    def unblocks(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Unblock)

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        made: Iterable[tuple[int, int]] = zip(codes[moves.indices].tolist(), moves.points.tolist(), strict=True)
        asked = (self._situations.only_once(self.codes.situation(code), Move(point)) for code, point in made)
        return np.fromiter(asked, dtype=np.bool_, count=len(moves.indices))

    def states(self, codes: Words) -> Numbers:
        numbers: dict[State, int] = {}
        states = (self._situations.state(self.codes.situation(code)) for code in codes.tolist())
        return np.array([numbers.setdefault(state, len(numbers)) for state in states], dtype=np.int64)

    def end_without_result(self, codes: Words, times: int) -> Flags:
        situations = map(self.codes.situation, codes.tolist())
        asked = (self._situations.ends_without_result(situation, times) for situation in situations)
        return np.fromiter(asked, dtype=np.bool_, count=len(codes))

    def _onward(self, code: int) -> list[tuple[Turn, int]]:
        if code not in self._after:
            onward = self._situations.after(self.codes.situation(code))
            self._after[code] = [(turn, self.codes.code(reached)) for turn, reached in onward]
        return self._after[code]

    def _turns(self, codes: Words, kind: type[Move] | type[Unblock]) -> LegalMoves:
        legal_turns = [
            (index, turn.point, reached)
            for index, code in enumerate(codes.tolist())
            for turn, reached in self._onward(code)
            if isinstance(turn, kind)
        ]
        indices, points, reached = zip(*legal_turns, strict=True) if legal_turns else ((), (), ())
        numbers: Numbers = np.array(indices, dtype=np.int64)
        return LegalMoves(numbers, np.array(points, dtype=np.uint64), np.array(reached, dtype=np.uint64))


def turns_of(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN, symmetry: bool = True) -> Turns:
    """The turns of the situations of a phase, on arrays where the clauses in force can be read so.

    Args:
        rules: the rules in force.
        grid: the board.
        phase: the phase.
        symmetry: whether one situation may stand for its images under the symmetries of the board and the swap of
            colors; new clauses may tell these apart, so that none then does.

    Raises:
        ValueError: see `Situations`; or the codes of situations have no room for what a clause asks about.
    """
    situations = Situations(rules, grid, phase)
    if situations.keeps_passed:
        raise Refusal(
            f"Codes of situations have no room for whether anybody has passed, and {situations.keeps_passed} asks "
            "about that; choose rules without the button."
        )
    return (
        TurnsOneByOne(situations, grid) if not respects_symmetry(rules) else TurnsOnArrays(situations, grid, symmetry)
    )


def _values(values: State) -> Iterator[Words | int]:
    """The values of which states consist, as arrays of numbers, or as one number for all."""
    for value in values:
        if isinstance(value, Coloring):
            yield from (value.black, value.white)
        else:
            yield (value is WHITE) if isinstance(value, Color) else value
