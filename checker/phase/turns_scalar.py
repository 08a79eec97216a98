"""The turns of each situation, one situation at a time, and which way to find turns suits a board."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, State, Turn, Unblock
from .codes import SituationCodes
from .many import Numbers
from .situations import Situations, points_of_turns
from .symmetry import respects_symmetry
from .turns import LegalMoves, Turns, TurnsOnArrays, turns_count


class TurnsOneByOne:
    """The legal turns of many situations, whatever the clauses are written for; see `Turns`."""

    def __init__(self, situations: Situations, grid: Grid) -> None:
        self.rules = situations.rules
        self.phase = situations.phase
        self.codes = SituationCodes(grid, symmetric=False, phase=self.phase)
        self.first = self.codes.code(situations.first)
        self.may_pass = situations.is_turn(PASS)
        self.moves_at, self.unblocks_at = (points_of_turns(situations, kind, grid) for kind in (Move, Unblock))
        self.legality = situations.legality
        self._situations = situations
        self._after: dict[int, list[tuple[Turn, int]]] = {}

    def moves(self, codes: Words) -> LegalMoves:
        """See `Turns.moves`."""
        return self._turns(codes, Move)

    def passes(self, codes: Words) -> Words:
        """See `Turns.passes`."""
        return np.array(
            [reached for code in codes.tolist() for turn, reached in self._onward(code) if isinstance(turn, Pass)],
            dtype=np.uint64,
        )

    def unblocks(self, codes: Words) -> LegalMoves:
        """See `Turns.unblocks`."""
        return self._turns(codes, Unblock)

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        """See `Turns.only_once`."""
        made: Iterable[tuple[int, int]] = zip(codes[moves.indices].tolist(), moves.points.tolist(), strict=True)
        asked = (self._situations.only_once(self.codes.situation(code), Move(point)) for code, point in made)
        return np.fromiter(asked, dtype=np.bool_, count=len(moves.indices))

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        """See `Turns.counts`."""
        return turns_count(self._situations, decision, kind, self.codes.board.grid)

    def states(self, codes: Words) -> Numbers:
        """See `Turns.states`."""
        numbers: dict[State, int] = {}
        states = (self._situations.state(self.codes.situation(code)) for code in codes.tolist())
        return np.array([numbers.setdefault(state, len(numbers)) for state in states], dtype=np.int64)

    def end_without_result(self, codes: Words, times: int) -> Flags:
        """See `Turns.end_without_result`."""
        situations = map(self.codes.situation, codes.tolist())
        asked = (self._situations.ends_without_result(situation, times) for situation in situations)
        return np.fromiter(asked, dtype=np.bool_, count=len(codes))

    def _onward(self, code: int) -> list[tuple[Turn, int]]:
        if code not in self._after:
            onward = self._situations.after(self.codes.situation(code))
            self._after[code] = [(turn, self.codes.code(reached)) for turn, reached in onward]
        return self._after[code]

    def _turns(self, codes: Words, kind: type[Move] | type[Unblock]) -> LegalMoves:
        found = [
            (index, turn.point, reached)
            for index, code in enumerate(codes.tolist())
            for turn, reached in self._onward(code)
            if isinstance(turn, kind)
        ]
        indices, points, reached = zip(*found, strict=True) if found else ((), (), ())
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
        raise ValueError(
            f"Codes of situations have no room for whether anybody has passed, and {situations.keeps_passed} asks "
            "about that; choose rules without the button."
        )
    return (
        TurnsOneByOne(situations, grid) if not respects_symmetry(rules) else TurnsOnArrays(situations, grid, symmetry)
    )
