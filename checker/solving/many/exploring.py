"""All nodes of a phase that its starts lead to, and their steps, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ....spec.algebra.arrays import Words
from ....spec.registry import Decision
from ....spec.vocabulary import Phase, Record
from ...model.asking import CannotBeRead
from ...model.dependence import asks_about
from ...model.legality import Legality
from ...model.many import Numbers, are_among, distinct
from ...model.reading import LONGEST_RUN, PASSED, PASSES, RUN
from ...model.symmetry import respects_symmetry
from .ends import ManyEnds
from .kinds import MOST_POINTS, Kind, NodeCodes
from .steps import SURELY_ENDS, ManySteps, StepsOfMany, points_banned
from .trees import Forest
from .turning import Turning

BLOCK = 1 << 18


@dataclass(frozen=True)
class Explored:
    """A phase as it was read: its nodes by their codes, in order of being met, and its steps.

    Attributes:
        codes: how nodes are told as codes.
        turning: the symmetries in use; a node stands for all of its images.
        kept: which optional things the clauses ask about.
        nodes: the code of each node.
        steps: the steps, each kind of turn from each kind of node by itself; `origin` counts in `nodes`.
        forest: the questions.
        ends: the ends.
    """

    codes: NodeCodes
    turning: Turning
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


def explored(starts: Sequence[Record], watch: Callable[[int], None]) -> Explored:
    """A phase from some starts.

    Args:
        starts: the starts.
        watch: is told from time to time how many nodes have been met.

    Raises:
        CannotBeRead: a clause asks about something of which no account is kept on arrays.
    """
    kept = frozenset({PASSED}) if asks_about(starts[0].rules, "passed") else frozenset()
    while True:
        try:
            return _explored(starts, kept, watch)
        except CannotBeRead as missing:
            if missing.what not in (RUN, PASSES) or missing.what in kept:
                raise
            kept |= {missing.what, RUN}


def _explored(starts: Sequence[Record], kept: frozenset[str], watch: Callable[[int], None]) -> Explored:
    first = starts[0]
    rules, phase, grid = first.rules, first.position.phase, first.position.coloring.board.grid
    codes = NodeCodes(grid, phase, bool(Legality(rules, phase).looking_back))
    turning = Turning(grid, not tells_images_apart(first))
    forest, ends = Forest(grid.size), ManyEnds(codes)
    reader = StepsOfMany(rules, codes, turning, forest, kept, ends.trees)
    met = distinct(np.array([node_at(codes, turning, record, kept)[0] for record in starts]))
    nodes, steps, known, frontier = [met], [], met, met
    while len(frontier):
        before = sum(len(some) for some in nodes[:-1])
        found = []
        for some in _steps(reader, frontier, before):
            watch(len(known))
            found.append(some)
        steps += found
        reached = distinct(np.concatenate([some.after for some in found]))
        frontier = reached[~are_among(reached, known) & (reached != SURELY_ENDS)]
        known = np.sort(np.concatenate([known, frontier]), kind="stable")
        nodes.append(frontier)
    return Explored(codes, turning, kept, np.concatenate(nodes), tuple(steps), forest, ends)


def tells_images_apart(start: Record) -> bool:
    """Whether a phase may have other values than its image, since something that is the same all through it has one.

    If the second cleanup phase began with `OO/..`, a stone at A1 was placed since, and one at A2 was not.
    """
    rules = start.rules
    is_scored = start.position.phase is Phase.SECOND_CLEANUP
    return (is_scored and asks_about(rules, "second_cleanup_start")) or not respects_symmetry(rules)


def _steps(reader: StepsOfMany, frontier: Words, before: int) -> Iterator[ManySteps]:
    """The steps from some nodes, which are numbered from `before` on."""
    codes = reader.codes
    for places in _by_kind(codes, frontier):
        kind = list(codes.kinds)[int(codes.kind_numbers(frontier[places[:1]])[0])]
        for some in reader.steps(kind, frontier[places]):
            yield some._replace(origin=(places[some.origin] + before).astype(np.int32))


def _by_kind(codes: NodeCodes, frontier: Words) -> list[Numbers]:
    """The places of the nodes of each kind, in blocks that are not too large."""
    kinds = codes.kind_numbers(frontier)
    alike = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
    return [some[start : start + BLOCK] for some in alike for start in range(0, len(some), BLOCK)]


def node_at(codes: NodeCodes, turning: Turning, record: Record, kept: frozenset[str]) -> tuple[np.uint64, int]:
    """The code of the node at which a record stands, and by which symmetry the record is turned there."""
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
    node, turned = turning.canonical(codes.codes(kind, black, white, thirds), codes.layout)
    return node[0], int(turned[0])
