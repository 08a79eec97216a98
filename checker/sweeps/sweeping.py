"""Long sweeps: the scores of every legal position of a board, chunk by chunk, wherever and in whatever order they run.

A sweep comes to the same summary however it was cut into chunks; see `summaries`.

Of the positions that rotations and reflections of the board take to each other, only one is scored, that with the
smallest index, and all of them are counted and hashed with its scores. For clauses are written over the algebra of
point sets, where only adjacency tells points apart, and rotations and reflections keep what is adjacent. Amended
clauses need not be written so: under amended rules, every position is scored.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, TypeAlias

import numpy as np

from ...spec.algebra import Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.algebra.emitting.program import Program
from ...spec.rules import Rules
from ..model.symmetry import respects_symmetry
from .compiled import compiled_leads, leads, legal_flags, prepare
from .images import Tables, all_images, image_tables, representatives, turned_and_mirrored
from .sharing import RememberingBoard, sharing_pass_alive
from .summaries import Summary, summary_of
from .sweep import Lead, colorings_at, is_read_on_arrays, leads_on_arrays, leads_one_by_one, number_of_colorings

Range: TypeAlias = tuple[int, int]

MOST_POINTS = 40
CHUNK = 1 << 17
AT_ONCE = 1 << 14
IN_FLIGHT = 64


@dataclass(frozen=True)
class Sweep:
    """What is swept: the legal positions of a board, scored by each of several rule sets.

    Attributes:
        grid: the board.
        scorings: the rule sets, in the order in which their scores are hashed.
        one_by_one: whether every position is scored, even those that are images of others; so it is where a clause that
            a rules author has written may tell points apart.
        on_graphics: whether programs run on a graphics processor.

    Raises:
        ValueError: the board has more than 40 points, so that its colorings can't be counted in 64 bits.
    """

    grid: Grid
    scorings: tuple[Rules, ...]
    one_by_one: bool = False
    on_graphics: bool = False
    what: ClassVar[str] = "colorings"

    def __post_init__(self) -> None:
        if self.grid.size > MOST_POINTS:
            raise ValueError(f"A sweep takes boards of up to {MOST_POINTS} points; {self.grid} has {self.grid.size}.")
        if not all(map(respects_symmetry, self.scorings)):
            object.__setattr__(self, "one_by_one", True)

    @property
    def colorings(self) -> int:
        """How many colorings there are to cover, legal or not."""
        return number_of_colorings(self.grid)

    def movements(self) -> list[Tables]:
        """The rotations and reflections that are taken to keep scores: all, or only the one that moves nothing."""
        if self.one_by_one:
            return [image_tables(tuple(range(self.grid.size)))]
        return turned_and_mirrored(self.grid)

    def summary(self, start: int, stop: int) -> Summary:
        """What is found on the positions of a range that stand for others, and on those others; a worker's task."""
        standing, leads_of_standing = leads_of(self, start, stop)
        return summary_of(*all_images(standing, self.movements()), leads_of_standing)


@dataclass(frozen=True)
class Coverage:
    """How far a sweep has come: which colorings were covered, as sorted ranges of indices, and what was found.

    What was found is about those of them that stand for their images, and about all these images, covered or not.
    """

    ranges: tuple[Range, ...] = ()
    summary: Summary = field(default_factory=Summary)

    @property
    def colorings(self) -> int:
        """How many colorings were covered."""
        return sum(stop - start for start, stop in self.ranges)

    def extended(self, further: Range, summary: Summary) -> Coverage:
        """The coverage with one more range, which must not have been covered before."""
        return Coverage(joined((*self.ranges, further)), self.summary + summary)


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Disjoint ranges in order, those that follow on each other made one.

    >>> joined([(4, 6), (0, 2), (2, 4), (8, 9)])
    ((0, 6), (8, 9))
    """
    made: list[Range] = []
    for start, stop in sorted(ranges):
        if made and made[-1][1] == start:
            made[-1] = made[-1][0], stop
        else:
            made.append((start, stop))
    return tuple(made)


def left_over(covered: Iterable[Range], total: int, chunk: int) -> Iterator[Range]:
    """The ranges up to a total that are not covered, cut into chunks.

    >>> list(left_over([(2, 4)], 10, chunk=4))
    [(0, 2), (4, 8), (8, 10)]
    """
    start = 0
    for covered_from, covered_to in (*covered, (total, total)):
        for piece in range(start, covered_from, chunk):
            yield piece, min(piece + chunk, covered_from)
        start = covered_to


def run(
    sweep: Sweep, executor: Executor, so_far: Coverage | None = None, chunk: int = CHUNK, in_flight: int = IN_FLIGHT
) -> Generator[Coverage, None, None]:
    """Cover what is left of a sweep, and give the coverage after each chunk, in whatever order they come.

    Args:
        sweep: what to sweep.
        executor: what runs the chunks: threads, processes or a cluster.
        so_far: what was covered before, if anything was.
        chunk: how many colorings a chunk has.
        in_flight: how many chunks to hand to the executor ahead.
    """
    so_far = so_far or Coverage()
    prepare(sweep.grid, sweep.scorings)
    pieces = left_over(so_far.ranges, sweep.colorings, chunk)
    pending: dict[Future[Summary], Range] = {}
    try:
        while True:
            for piece in islice(pieces, in_flight - len(pending)):
                pending[executor.submit(sweep.summary, *piece)] = piece
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                so_far = so_far.extended(pending.pop(future), future.result())
                yield so_far
    finally:
        for future in pending:
            future.cancel()


def leads_of(sweep: Sweep, start: int, stop: int) -> tuple[Words, list[Lead]]:
    """The legal positions of a range that stand for their images, and for each scoring by how much Black leads there.

    Returns:
        indices: those of the positions, in order.
        leads: for each scoring an array with one element for each of the positions.
    """
    return leads_at(sweep, representatives(np.arange(start, stop, dtype=np.uint64), sweep.movements()))


def leads_at(sweep: Sweep, every: Words) -> tuple[Words, list[Lead]]:
    """Those of some positions, by their indices, that are legal; and by how much Black leads there, as `leads_of`."""
    by_program = compiled_leads(sweep.grid, sweep.scorings, anyhow=sweep.on_graphics)
    pieces = (every[first : first + AT_ONCE] for first in range(0, max(len(every), 1), AT_ONCE))
    found = [_leads_at(sweep, piece, by_program) for piece in pieces]
    indices = np.concatenate([some for some, _ in found])
    return indices, [np.concatenate(lead) for lead in zip(*(leads for _, leads in found), strict=True)]


def _leads_at(sweep: Sweep, indices: Words, by_program: Program | None) -> tuple[Words, list[Lead]]:
    board = RememberingBoard(sweep.grid)
    every = colorings_at(board, indices)
    legal = legal_flags(every, sweep.on_graphics)
    c = Coloring(board, every.black[legal], every.white[legal])
    if by_program is not None:
        return indices[legal], leads(by_program, c, sweep.on_graphics)
    by_text = [rules for rules in sweep.scorings if is_read_on_arrays(rules)]
    shared = dict(zip(by_text, sharing_pass_alive(by_text), strict=True))
    found = [
        leads_on_arrays(shared[rules], c) if rules in shared else leads_one_by_one(rules, c) for rules in sweep.scorings
    ]
    return indices[legal], found
