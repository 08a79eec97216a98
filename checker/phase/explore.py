"""All nodes of a phase that its starts lead to, and their steps, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np

from ...spec.algebra import Coloring
from ...spec.algebra.arrays import Words
from ...spec.registry import Decision
from ...spec.vocabulary import Phase, Record, Tally
from ..solving.state import MOST_EVENTS, MOST_TIMES, TOO_MUCH
from .dependence import HISTORIES, asks_about
from .ends_arrays import ManyEnds
from .guards import Forest, Packed, Questions, code_of, layout_of
from .kinds import MOST_POINTS, NodeCodes, NodeKind
from .legality import Legality
from .machine import LONGEST_RUN, PASSED, PASSES, RUN
from .many import Numbers, are_among, distinct
from .past import CannotBeRead
from .steps_arrays import SURELY_ENDS, StepsOfMany, points_banned
from .symmetry import respects_symmetry
from .turning import Turning

BLOCK = 1 << 18


@dataclass(frozen=True)
class Explored:
    """A phase as it was read.

    Attributes:
        reader: tells the steps from some nodes.
        nodes: the code of each node, in order, so that nodes of one kind come one after the other.
        events: the events that somebody asks about.
        whole: the symmetries by which a game is turned whole.
        ends: the ends.
        steps: how many steps there are.
        questions: how many questions those ask.
    """

    reader: StepsOfMany
    nodes: Words
    events: Events
    whole: Turning
    ends: ManyEnds
    steps: int
    questions: int

    def node_at(self, record: Record) -> tuple[int, int]:
        """The number of the node at which a record stands, and by which symmetry of `whole` it is turned there.

        Raises:
            KeyError: no game comes there from the starts of the phase.
        """
        code, turned = node_at(self.reader, self.whole, record)
        number = int(np.searchsorted(self.nodes, code))
        if number == len(self.nodes) or self.nodes[number] != code:
            raise KeyError("No game comes there from the starts of the phase.")
        return number, turned

    def start_turned(self, tally: Tally, turned: int) -> Tally:
        """A tally with the image of the coloring that the second cleanup phase began with."""
        began = tally.second_cleanup_start
        if began is None or not turned:
            return tally
        sets = np.array([began.black, began.white], dtype=np.uint64)
        images = self.whole.turned(sets, (self.whole.grid.size,), turned).tolist()
        return replace(tally, second_cleanup_start=Coloring(began.board, *images))


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
    whole = Turning(grid, respects_symmetry(rules))
    turning = Turning(grid, False) if tells_images_apart(first) else whole
    ends, events, steps = ManyEnds(codes), Events(turning, whole), 0
    reader = StepsOfMany(rules, codes, turning, Forest(grid.size), kept, ends.trees)
    known = frontier = distinct(np.concatenate([starting_nodes(reader, whole, record) for record in starts]))
    while len(frontier):
        reached = []
        for kind, nodes in blocks(codes, frontier):
            watch(len(known))
            for some in reader.steps(kind, nodes):
                steps += len(some.origin)
                reached.append(distinct(some.after))
            for questions in reader.forest.taken():
                events.add(questions)
        found = distinct(np.concatenate(reached))
        frontier = found[~are_among(found, known) & (found != SURELY_ENDS)]
        known = np.sort(np.concatenate([known, frontier]), kind="stable")
    return Explored(reader, known, events, whole, ends, steps, reader.forest.size)


def tells_images_apart(start: Record) -> bool:
    """Whether a phase may have other values than its image, since something that is the same all through it has one.

    If the second cleanup phase began with `OO/..`, a stone at A1 was placed since, and one at A2 was not. Then nodes
    are not turned one by one; a game is turned whole, so that the phase began with the least image of that coloring.
    """
    rules = start.rules
    is_scored = start.position.phase is Phase.SECOND_CLEANUP
    return (is_scored and asks_about(rules, "second_cleanup_start")) or not respects_symmetry(rules)


def blocks(codes: NodeCodes, nodes: Words) -> Iterator[tuple[NodeKind, Words]]:
    """Nodes that are in order, in blocks of one kind that are not too large."""
    kinds = list(codes.kinds)
    numbers = codes.kind_numbers(nodes).astype(np.int64)
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(nodes)]
    for begin, end in pairwise(edges):
        for start in range(begin, end, BLOCK):
            yield kinds[int(numbers[begin])], nodes[start : min(start + BLOCK, end)]


def node_at(reader: StepsOfMany, whole: Turning, record: Record) -> tuple[np.uint64, int]:
    """The code of the node at which a record stands, and by which symmetry the record is turned there."""
    node, layout = code_at(reader, record), reader.codes.layout
    began = record.tally.second_cleanup_start
    if reader.turning is whole or began is None:
        least, turned = reader.turning.canonical(node, layout)
        return least[0], int(turned[0])
    points = whole.grid.size
    _, turned = whole.canonical(code_of((began,), points, 1), layout_of((began,), points))
    return whole.turned(node, layout, int(turned[0]))[0], int(turned[0])


def starting_nodes(reader: StepsOfMany, whole: Turning, record: Record) -> Words:
    """The nodes at which a phase starts from a record; several, where it can be turned whole in several ways."""
    code, turned = node_at(reader, whole, record)
    node, began = np.array([code]), record.tally.second_cleanup_start
    if reader.turning is whole or began is None:
        return node
    points = whole.grid.size
    coloring, layout = code_of((began,), points, 1), layout_of((began,), points)
    least = whole.turned(coloring, layout, turned)
    alike = (some for some in range(len(whole.symmetries)) if whole.turned(least, layout, some)[0] == least[0])
    return np.concatenate([whole.turned(node, reader.codes.layout, symmetry) for symmetry in alike])


def code_at(reader: StepsOfMany, record: Record) -> Words:
    """The code of the node at which a record stands, as it stands."""
    position, codes, kept = record.position, reader.codes, reader.kept
    kind = NodeKind(
        position.player,
        min(record.pass_run, LONGEST_RUN) if RUN in kept else 0,
        PASSES in kept and record.passes > record.pass_run,
        PASSED in kept and bool(position.passed),
    )
    c = position.coloring
    third = points_banned(record) if codes.bans else position.marks
    black, white, thirds = (np.array([some], dtype=np.uint64) for some in (c.black, c.white, third))
    return codes.codes(kind, black, white, thirds)


NOT_ASKED = -(1 << 30)


NOTHING = np.zeros(0, dtype=np.uint64)


class Events:
    """The events of each history that somebody asks about, and all of their images.

    Args:
        turning: the symmetries in use.
        whole: those by which a game is turned whole.
    """

    def __init__(self, turning: Turning, whole: Turning) -> None:
        self._turning = turning
        self._whole = whole
        self._least = [NOTHING for _ in HISTORIES]
        self._layouts: list[tuple[int, ...]] = [() for _ in HISTORIES]

    def add(self, questions: Questions) -> None:
        """Take note of what questions ask about; only before any event is numbered.

        Raises:
            ValueError: they ask whether something has happened more often than a fact can tell.
        """
        if questions.times > MOST_TIMES:
            raise ValueError(TOO_MUCH)
        known = self._least[questions.history]
        least = distinct(self._turning.canonical(questions.codes, questions.layout)[0])
        further = least[~are_among(least, known)]
        self._layouts[questions.history] = questions.layout
        self._least[questions.history] = np.sort(np.concatenate([known, further]), kind="stable")

    @cached_property
    def _first(self) -> list[int]:
        """For each history, the number of its first orbit; then how many orbits there are."""
        orbits = np.cumsum([0, *map(len, self._least)])
        if len(self._turning.symmetries) * orbits[-1] > MOST_EVENTS:
            raise ValueError(TOO_MUCH)
        return cast("list[int]", orbits.tolist())

    def is_asked(self, history: int) -> bool:
        """Whether anybody asks about a history."""
        return len(self._least[history]) > 0

    def numbers(self, history: int, codes: Words) -> Numbers:
        """The number of each event, by its code (see `Tables`); NOT_ASKED where nobody asks."""
        known = self._least[history]
        if not len(known):
            return np.full(len(codes), NOT_ASKED, dtype=np.int64)
        least, by = self._turning.canonical(codes, self._layouts[history])
        places = np.minimum(np.searchsorted(known, least), len(known) - 1)
        numbers = (self._first[history] + places) * len(self._turning.symmetries) + by
        found: Numbers = np.where(known[places] == least, numbers, NOT_ASKED)
        return found

    def number(self, history: int, event: Any, symmetry: int) -> int:
        """The number of the image of an event in a game that is turned whole."""
        points = self._turning.grid.size
        image = self._whole.turned(code_of(event, points, 1), layout_of(event, points), symmetry)
        return int(self.numbers(history, image)[0])

    def histories(self) -> Packed:
        """For each orbit, the number of its history."""
        return np.repeat(np.arange(len(HISTORIES), dtype=np.int8), [len(codes) for codes in self._least])

    def alike(self) -> Packed:
        """For each orbit, which symmetries leave its first event as it is."""
        return np.concatenate([self._turning.alike(*some) for some in zip(self._least, self._layouts, strict=True)])
