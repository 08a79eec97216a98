"""The legal turns of many coded situations at once.

The board clauses are read on arrays, through the proved lemma on captures. Simple ko is written once more, for arrays,
and stands for the clause of the document only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.composition import move, pseudolegal
from ...spec.parameters import Ko
from ...spec.registry import Decision, clause_named
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play
from ..sweeps.lemmas import stones_without_liberty
from .situation_codes import ManySituations, Numbers, SituationCodes
from .situations import Situations

MAKING_A_MOVE = "katago-v2/move/pseudolegal"


class Moves(NamedTuple):
    """Legal moves: for each, the index of the situation it is made in, its point, and the code that it leads to."""

    indices: Numbers
    points: Words
    reached: Words


class Turns:
    """The legal turns of many situations at once, by the clauses in force.

    Attributes:
        rules: the rules as they were given.
        phase: the main phase.
        codes: the codes of situations.
        first: the code of the situation at the start of the game.
        may_pass: whether passing is a turn.
        unblocking_is_passing: nothing is marked in the main phase, so nothing is unblocked, and this says nothing.

    Raises:
        ValueError: more than the situation matters under the rules, a clause on the state, on passing or on ko is not
            the document's, or the grid has more than 21 points.
    """

    phase = Phase.MAIN
    unblocking_is_passing = False

    def __init__(self, rules: Rules, grid: Grid, symmetry: bool = True) -> None:
        start = Situations(rules, grid).first
        _check_that_arrays_say_the_same(rules)
        self.rules = rules
        # An amended clause may tell colors or points apart, and let other moves restore a coloring than recaptures.
        self._as_written = not rules.amendments
        self._ko = bool(rules.deciding(Decision.LEGAL))
        self._fast = with_fast_captures(rules)
        self.codes = SituationCodes(grid, symmetry and self._as_written)
        self.first = self.codes.code(start)
        self.may_pass, self._may_move = (
            all(clause.function(turn) for clause in rules.deciding(Decision.TURN)) for turn in (PASS, Move(1))
        )

    def moves(self, codes: Words) -> Moves:
        """Every legal move of the situations with these codes."""
        nothing = Moves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0])
        found = [self._moves(*chosen) for chosen in self.codes.by_player(codes) if self._may_move]
        indices, points, reached = zip(nothing, *found, strict=True)
        return Moves(np.concatenate(indices), np.concatenate(points), np.concatenate(reached))

    def passes(self, codes: Words) -> Words:
        """The codes of the situations that a pass leads to, in the same order."""
        reached = np.empty_like(codes)
        for indices, situations in self.codes.by_player(codes):
            c, opponent = situations.coloring, situations.player.opponent
            reached[indices] = self._after(c, c, opponent, c.empty & c.board.nothing)
        return reached

    def unblocks(self, codes: Words) -> Moves:
        """No turn: there are no unblock actions in the main phase."""
        return Moves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0])

    def _moves(self, indices: Numbers, situations: ManySituations) -> Moves:
        c = situations.coloring
        of, points = each_point(c.empty & ~situations.banned, c.board.grid)
        play = move(self._fast, some(c, of), situations.player, points)
        legal = np.flatnonzero(np.asarray(pseudolegal(self._fast, play)))
        before, after = some(play.before, legal), some(play.after, legal)
        reached = self._after(before, after, situations.player.opponent, play.captured[legal])
        return Moves(indices[of[legal]], points[legal], reached)

    def _after(self, before: Coloring[Words], after: Coloring[Words], player: Color, captured: Words) -> Words:
        """The codes of the situations at the start of a player's turn, after a turn of the opponent."""
        banned = np.zeros(len(after.black), dtype=np.uint64)
        if self._ko:
            # A move gives one stone to the board: it restores what stood before only where that stone was captured.
            one = np.where(np.bitwise_count(captured) == 1, captured, after.board.nothing)
            of, points = each_point(one if self._as_written else after.empty, after.board.grid)
            play = move(self._fast, some(after, of), player, points)
            restoring = play.after.same_as(some(before, of)) & pseudolegal(self._fast, play)
            restores = np.flatnonzero(np.asarray(restoring))
            np.bitwise_or.at(banned, of[restores], points[restores])
        return self.codes.codes(ManySituations(after, player, banned))


def _check_that_arrays_say_the_same(rules: Rules) -> None:
    """Raise a ValueError unless the clauses that are written once more here stand as they do in the document."""
    known = Rules(ko=Ko.SIMPLE)
    for decision in (Decision.STATE, Decision.AFTER_MOVE, Decision.PASS, Decision.LEGAL):
        functions = [clause.function for clause in rules.deciding(decision)]
        ko_is_dropped = decision is Decision.LEGAL and not functions
        if functions != [clause.function for clause in known.deciding(decision)] and not ko_is_dropped:
            names = " and ".join(clause.name for clause in known.deciding(decision))
            raise ValueError(f"Arrays of situations know {names} only as it stands; explore others by checker.graph.")


def with_fast_captures(rules: Rules) -> Rules:
    """The same rules, with captures resolved by the lemma where moves are made as the document says.

    Rules that are to be played literally, and rules by which moves are made otherwise, are left as they are.
    """
    making_moves = clause_named(MAKING_A_MOVE).function
    if rules.literal or rules.sole(Decision.MOVE).function is not making_moves:
        return rules
    return rules.replacing(MAKING_A_MOVE, make_move_by_the_lemma, clause_named(MAKING_A_MOVE).text)


def make_move_by_the_lemma(c: Coloring[Words], player: Color, point: Words) -> Play[Words]:
    """The clause on making a move, word for word, with `stones_without_liberty` for `resolve_captures`."""
    colored = c.colored(point, player)
    captured = stones_without_liberty(colored, player.opponent)
    resolved = colored.emptied(captured)
    self_captured = stones_without_liberty(resolved, player)
    return Play(player, point, c, resolved.emptied(self_captured), captured, self_captured)


def some(c: Coloring[Words], indices: Numbers) -> Coloring[Words]:
    """Some of the colorings of an array."""
    return Coloring(c.board, c.black[indices], c.white[indices])


def each_point(sets: Words, grid: Grid) -> tuple[Numbers, Words]:
    """Every point of every set: the indices of the sets, and the points, as sets of one.

    >>> [found.tolist() for found in each_point(np.array([0b101, 0b010], dtype=np.uint64), Grid(3, 1))]
    [[0, 1, 0], [1, 2, 4]]
    """
    found = [np.flatnonzero(sets & np.uint64(1 << number)) for number in range(grid.size)]
    points = [np.full(len(indices), 1 << number, dtype=np.uint64) for number, indices in enumerate(found)]
    return np.concatenate(found), np.concatenate(points)
