"""The turns of many situations of a cleanup phase at once.

The board clauses are read on arrays, and so are those on ko-moves and on which stones can be unblocked. What a move
does to the marks is written once more, for arrays, and stands for the clauses of the document only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.cleanup import is_ko_move, stones_to_unblock
from ...spec.parameters import Scoring
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Play, Position, Unblock
from .cleanup_situations import CleanupSituation, CleanupSituations
from .coded_turns import Moves, each_point, some, with_fast_captures
from .situation_codes import ManySituations, Numbers, SituationCodes

WRITTEN_ONCE_MORE = (
    Decision.STATE,
    Decision.TURN,
    Decision.LEGAL,
    Decision.AFTER_MOVE,
    Decision.PASS,
    Decision.MARKS,
    Decision.UNBLOCK,
    Decision.UNBLOCK_ACTION,
)


class CleanupMoves(NamedTuple):
    """Moves: the index of the situation each is made in, its point, the code it leads to, whether it is a ko-move."""

    indices: Numbers
    points: Words
    reached: Words
    ko_moves: Flags


class CleanupTurns:
    """The turns of many situations of a cleanup phase, legal ones and those that are not because they were made before.

    Attributes:
        rules: the rules as they were given.
        phase: the phase.
        codes: the codes of situations.
        first: the code of the empty board with Black to play.
        may_pass: passing is a turn.
        unblocking_is_passing: whether an unblock action counts as a pass.

    Raises:
        ValueError: the rules have no such phase, a clause of it is not the document's, or the grid has more than 21
            points.
    """

    may_pass = True

    def __init__(self, rules: Rules, grid: Grid, phase: Phase, symmetry: bool = True) -> None:
        situations = CleanupSituations(rules, grid, phase)
        _check_that_arrays_say_the_same(rules, phase)
        self.rules = rules
        self.phase = phase
        # An amended clause may tell colors or points apart, and let other moves be ko-moves than those that take one.
        self._as_written = not rules.amendments
        self._fast = with_fast_captures(rules)
        self.codes = SituationCodes(grid, symmetry and self._as_written, CleanupSituation)
        self.unblocking_is_passing = situations.passes(Unblock(1))
        self.first = self.codes.code(situations.first)

    def moves(self, codes: Words) -> CleanupMoves:
        """Every move of the situations with these codes."""
        nothing = CleanupMoves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0], np.zeros(0, dtype=np.bool_))
        found = [self._moves(*chosen) for chosen in self.codes.by_player(codes)]
        return CleanupMoves(*(np.concatenate(parts) for parts in zip(nothing, *found, strict=True)))

    def passes(self, codes: Words) -> Words:
        """The codes of the situations that a pass leads to, in the same order."""
        return self.codes.with_the_opponent_to_play(codes)

    def unblocks(self, codes: Words) -> Moves:
        """Every unblock action in the situations with these codes, told like a move at the point of the stone."""
        nothing = Moves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0])
        found = [self._unblocks(*chosen) for chosen in self.codes.by_player(codes)]
        return Moves(*(np.concatenate(parts) for parts in zip(nothing, *found, strict=True)))

    def _moves(self, indices: Numbers, situations: ManySituations) -> CleanupMoves:
        c = situations.coloring
        of, points = each_point(c.empty, c.board.grid)
        play = move(self._fast, some(c, of), situations.player, points)
        ko_moves = self._ko_moves(play)
        marks = situations.marks[of]
        captures_marks = ((play.captured | play.self_captured) & marks) != 0
        legal = np.flatnonzero(np.asarray(pseudolegal(self._fast, play)) & ~(ko_moves & captures_marks))
        marked = np.where(ko_moves, marks | points, marks) & ~play.after.empty
        reached = ManySituations(some(play.after, legal), situations.player.opponent, marked[legal])
        return CleanupMoves(indices[of[legal]], points[legal], self.codes.codes(reached), ko_moves[legal])

    def _ko_moves(self, play: Play[Words]) -> Flags:
        # A reply gives one stone to the board: it restores what stood before only where one stone was captured.
        looked_at = np.bitwise_count(play.captured) == 1 if self._as_written else play.point != 0
        of = np.flatnonzero(looked_at)
        few = Play(
            play.player,
            play.point[of],
            some(play.before, of),
            some(play.after, of),
            play.captured[of],
            play.self_captured[of],
        )
        ko_moves = np.zeros(len(looked_at), dtype=np.bool_)
        ko_moves[of] = np.asarray(is_ko_move(self._fast, few))
        return ko_moves

    def _unblocks(self, indices: Numbers, situations: ManySituations) -> Moves:
        c, marks = situations.coloring, situations.marks
        stones = stones_to_unblock(Position(c, situations.player, self.phase, marks))
        of, points = each_point(np.asarray(stones), c.board.grid)
        reached = ManySituations(some(c, of), situations.player.opponent, marks[of] & ~points)
        return Moves(indices[of], points, self.codes.codes(reached))


def _check_that_arrays_say_the_same(rules: Rules, phase: Phase) -> None:
    """Raise a ValueError unless the clauses that are written once more here stand as they do in the document."""
    known = Rules(scoring=Scoring.TERRITORY)
    for decision in WRITTEN_ONCE_MORE:
        expected = known.deciding(decision, phase)
        if [clause.function for clause in rules.deciding(decision, phase)] != [clause.function for clause in expected]:
            names = " and ".join(clause.name for clause in expected)
            raise ValueError(f"Arrays of situations know {names} only as it stands; explore others by checker.graph.")
