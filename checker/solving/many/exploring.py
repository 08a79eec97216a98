"""All nodes of a phase that its starts lead to, and their steps, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ....interpreter.endings import Outcome, what_follows
from ....spec.algebra import BLACK, Coloring
from ....spec.algebra.arrays import Words
from ....spec.algebra.integers import integer_board
from ....spec.registry import Clause, Decision
from ....spec.vocabulary import Phase, Position, Record
from ...model.asking import CannotBeRead
from ...model.dependence import asks_about
from ...model.legality import Legality
from ...model.many import Numbers
from ...model.reading import LONGEST_RUN, PASSED, PASSES, RUN
from ...model.symmetry import respects_symmetry
from ..ends import Scored, without_numbers
from ..tables import FIRST_END
from .kinds import MOST_POINTS, Kind, NodeCodes
from .steps import SURELY_ENDS, ManySteps, StepsOfMany, points_banned
from .trees import Forest

BLOCK = 1 << 18
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
    example: Scored | None = None

    def trees(self, later: Any, clause: Clause, many: int) -> Numbers:
        """The trees that stand for the ends of many records by a clause."""
        further, outcome = what_follows(later, clause)
        if outcome is not Outcome.NEXT_PHASE:
            scored, outcome = what_follows(_without_numbers(later), clause)
            assert outcome is Outcome.SCORED, "a clause by which a game ends without result leads to no end"
            self.example = self.example or Scored(scored)
        goes_on = outcome is Outcome.NEXT_PHASE
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


@dataclass(frozen=True)
class Explored:
    """A phase as it was read: its nodes by their codes, in order of being met, and its steps.

    Attributes:
        codes: how nodes are told as codes.
        kept: which optional things the clauses ask about.
        nodes: the code of each node.
        steps: the steps, each kind of turn from each kind of node by itself; `origin` counts in `nodes`.
        forest: the questions.
        ends: the ends.
    """

    codes: NodeCodes
    kept: frozenset[str]
    nodes: Words
    steps: tuple[ManySteps, ...]
    forest: Forest
    ends: ManyEnds


def can_be_explored(starts: Sequence[Record]) -> bool:
    """Whether a phase can be read on arrays: by clauses of the documents alone, none of which asks for too much."""
    rules, position = starts[0].rules, starts[0].position
    adds_at_the_end = any(rules.deciding(some) for some in (Decision.COMPLETION, Decision.EARLY_END))
    looks_back = bool(Legality(rules, position.phase).looking_back)
    return (
        respects_symmetry(rules)
        and not rules.amendments
        and not adds_at_the_end
        and position.coloring.board.grid.size <= MOST_POINTS
        and not (looks_back and position.phase is not Phase.MAIN)
    )


def explored(starts: Sequence[Record]) -> Explored:
    """A phase from some starts.

    Raises:
        CannotBeRead: a clause asks about something of which no account is kept on arrays.
    """
    kept = frozenset({PASSED}) if asks_about(starts[0].rules, "passed") else frozenset()
    while True:
        try:
            return _explored(starts, kept)
        except CannotBeRead as missing:
            if missing.what not in (RUN, PASSES) or missing.what in kept:
                raise
            kept |= {missing.what, RUN}


def _explored(starts: Sequence[Record], kept: frozenset[str]) -> Explored:
    first = starts[0]
    rules, phase, grid = first.rules, first.position.phase, first.position.coloring.board.grid
    codes = NodeCodes(grid, phase, bool(Legality(rules, phase).looking_back))
    forest, ends = Forest(grid.size), ManyEnds(codes)
    reader = StepsOfMany(rules, codes, forest, kept, ends.trees)
    met = np.unique(np.array([code_at(codes, record, kept) for record in starts], dtype=np.uint64))
    nodes, steps, known, frontier = [met], [], met, met
    while len(frontier):
        before = sum(len(some) for some in nodes[:-1])
        found = [
            some._replace(origin=places[some.origin] + before)
            for places in _by_kind(codes, frontier)
            for some in reader.steps(
                list(codes.kinds)[int(codes.kind_numbers(frontier[places[:1]])[0])], frontier[places]
            )
        ]
        steps += found
        reached = np.unique(np.concatenate([some.after for some in found]))
        frontier = np.setdiff1d(reached[reached != SURELY_ENDS], known, assume_unique=True)
        known = np.union1d(known, frontier)
        nodes.append(frontier)
    return Explored(codes, kept, np.concatenate(nodes), tuple(steps), forest, ends)


def _by_kind(codes: NodeCodes, frontier: Words) -> list[Numbers]:
    """The places of the nodes of each kind, in blocks that are not too large."""
    kinds = codes.kind_numbers(frontier)
    alike = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
    return [some[start : start + BLOCK] for some in alike for start in range(0, len(some), BLOCK)]


def code_at(codes: NodeCodes, record: Record, kept: frozenset[str]) -> int:
    """The code of the node at which a record stands."""
    position = record.position
    kind = Kind(
        position.player,
        min(record.pass_run, LONGEST_RUN) if RUN in kept else 0,
        PASSES in kept and record.passes > record.pass_run,
        PASSED in kept and bool(position.passed),
    )
    c = position.coloring
    third = points_banned(record) if codes.bans else position.marks
    black, white, thirds = (np.array([some], dtype=np.uint64) for some in (c.black, c.white, third))
    return int(codes.codes(kind, black, white, thirds)[0])
