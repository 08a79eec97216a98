"""The ends of a phase that is explored on arrays, each told by a code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...interpreter.endings import PhaseOutcome, what_follows
from ...spec.algebra import BLACK, Coloring
from ...spec.algebra.arrays import Words
from ...spec.algebra.integers import integer_board
from ...spec.registry import Clause
from ...spec.vocabulary import Phase, Position
from .ends import ScoredEnd, without_numbers
from .kinds import NodeCodes
from .many import Numbers
from .tables import FIRST_END

PHASES = tuple(Phase)


@dataclass
class ManyEnds:
    """The ends of a phase, each by a code: the coloring, the marks, who plays next and the phase that follows.

    Attributes:
        codes: the codes of nodes of the phase.
        numbers: the number of each end.
        scored: the clauses by which it ends with a score.
    """

    codes: NodeCodes
    numbers: dict[int, int] = field(default_factory=dict)
    example: ScoredEnd | None = None

    def trees(self, later: Any, clause: Clause, many: int) -> Numbers:
        """The trees that stand for the ends of many records by a clause."""
        further, outcome = what_follows(later, clause)
        if outcome is not PhaseOutcome.NEXT_PHASE:
            scored, outcome = what_follows(_without_numbers(later), clause)
            assert outcome is PhaseOutcome.SCORED, "a clause by which a game ends without result leads to no end"
            self.example = self.example or ScoredEnd(scored)
        goes_on = outcome is PhaseOutcome.NEXT_PHASE
        position: Any = further.position if goes_on else later.position
        codes = self._codes(position, goes_on, many)
        distinct, places = np.unique(codes, return_inverse=True)
        numbers = [self.numbers.setdefault(code, len(self.numbers)) for code in distinct.tolist()]
        return -1 - FIRST_END - np.array(numbers, dtype=np.int64)[places]

    def _codes(self, position: Position[Words], goes_on: bool, many: int) -> Words:
        size = np.uint64(self.codes.grid.size)
        c, marks = position.coloring, np.asarray(position.marks, dtype=np.uint64)
        told: Words = np.broadcast_to(c.black | c.white << size, (many,)).astype(np.uint64)
        if not goes_on:
            return told
        kind = 1 + PHASES.index(position.phase) * 4 + (position.player is BLACK) * 2 + bool(position.passed)
        return told | marks << (size + size) | np.uint64(kind) << (size + size + size)

    def position(self, code: int) -> Position | None:
        """The position with which the next phase starts by an end; None if the end is scored."""
        size, everywhere = self.codes.grid.size, self.codes.grid.everywhere
        black, white, marks = (code >> place * size & everywhere for place in range(3))
        kind = code >> 3 * size
        if not kind:
            return None
        phase, player, passed = (kind - 1) // 4, (kind - 1) // 2 % 2, (kind - 1) % 2
        coloring = Coloring(integer_board(self.codes.grid.width, self.codes.grid.height), black, white)
        return Position(coloring, BLACK if player else BLACK.opponent, PHASES[phase], marks, bool(passed))

    def colorings(self) -> Coloring[Words]:
        """The final coloring of each end."""
        size, everywhere = np.uint64(self.codes.grid.size), np.uint64(self.codes.grid.everywhere)
        codes = np.array(list(self.numbers), dtype=np.uint64)
        return Coloring(self.codes.board, codes & everywhere, codes >> size & everywhere)


def _without_numbers(later: Any) -> Any:
    return replace(later, tally=without_numbers(later.tally))
