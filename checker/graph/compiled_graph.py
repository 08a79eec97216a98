"""The graph of situations by compiled programs: codes in, codes out, found again in a table of whole codes.

On 4x4 under simple ko, one core takes in some seven million situations a second so, with what is on cycles. What is
found is what the clauses on arrays come to; where they can't be compiled, or numba is missing, arrays are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from ...interpreter.program.clauses import NotCompiled
from ...interpreter.program.machine_code import is_available, module
from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Turn, Unblock
from ..phase.codes import SituationCodes, check_there_is_room
from ..phase.legality import Legality
from ..phase.many import Numbers
from ..phase.situations import check_no_turn_allows, check_points_are_empty
from ..phase.text import (
    BOTH,
    KINDS,
    MADE_LEGAL,
    MOVES,
    ON_STONES,
    PASSES,
    POINTS_OF_A_TABLE,
    UNBLOCKS,
    StepPrograms,
    text_of_steps,
)
from ..phase.turns import Turns
from .kernel_text import ENTERED, START, WAITING, codes_at_once, most_turns, text_of_graphs

POINTS_WORTH_COMPILING = 13
FEWEST_PLACES = 1 << 10
AT_ONCE = 1 << 16
FULLEST = 0.85
GROWTH = 1.5
KIND_OF = {Pass: PASSES, Move: MOVES, Unblock: UNBLOCKS}

Table = npt.NDArray[np.uint32]
Sizes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class CompiledSteps:
    """The turns of situations, compiled.

    Attributes:
        codes: the codes of situations.
        legality: the clauses on legal moves.
        functions: the functions of `text_of_steps` and `text_of_graphs`.
    """

    codes: SituationCodes
    legality: Legality
    functions: dict[str, Callable[..., Any]]

    @property
    def most_turns(self) -> int:
        """No situation has more turns."""
        return most_turns(self.codes.board.grid.size)

    @property
    def images(self) -> tuple[npt.NDArray[np.uint64], bool]:
        """For each symmetry, the images of all sets of eight points and the next eight; and if colors are swapped."""
        return tables_of(self.codes), self.codes.symmetric

    def sizes(self, nodes: Words) -> Sizes:
        """For each representative, how many situations it stands for."""
        found = np.empty(len(nodes), dtype=np.uint8)
        self.functions["sizes_of_orbits"](nodes, *self.images, found)
        return found

    def adjacency(self, nodes: Words, kind: type[Turn]) -> csr_array:
        """Which node a turn of a kind leads to from which; all that turns lead to must be among the nodes."""
        ends = np.zeros(len(nodes) + 1, dtype=np.int64)
        targets = np.empty(len(nodes) + self.most_turns, dtype=np.int32)
        table = table_of(self, nodes)
        done = size = 0
        while done < len(nodes):
            done, size = self.functions["edges"](done, size, nodes, KIND_OF[kind], table, *self.images, ends, targets)
            targets.resize(size if done == len(nodes) else int(len(targets) * GROWTH) + self.most_turns, refcheck=False)
        if size <= np.iinfo(targets.dtype).max:
            ends = ends.astype(targets.dtype)
        return csr_array((np.ones(size, dtype=bool), targets, ends), shape=(len(nodes),) * 2)

    def on_cycles(self, nodes: Words, kinds: Iterable[type[Turn]]) -> Flags:
        """For each node, whether turns of some kinds lead from its situations back to themselves.

        Edges are found as they are followed, so that none need be kept.
        """
        wanted = np.isin(KINDS, [KIND_OF[kind] for kind in kinds])
        state = np.zeros(START + 1, dtype=np.int64)
        state[ENTERED] = 1
        order, path = np.zeros(len(nodes), dtype=np.uint32), np.empty(len(nodes), dtype=np.int32)
        waiting = np.empty(len(nodes) // 2 + self.most_turns + 1, dtype=np.int32)
        found, table = np.zeros(len(nodes), dtype=np.bool_), table_of(self, nodes)
        while not self.functions["find_cycles"](
            AT_ONCE, state, wanted, nodes, table, *self.images, order, path, waiting, found
        ):
            if state[WAITING] + self.most_turns + 1 > len(waiting):
                waiting.resize(int(len(waiting) * GROWTH) + self.most_turns, refcheck=False)
        return found


def compiled_steps(turns: Turns) -> CompiledSteps | None:
    """The turns of situations, compiled; None where a clause can't be, or it is not worth it, or numba is missing."""
    grid = turns.codes.board.grid
    if grid.size < POINTS_WORTH_COMPILING or not is_available():
        return None
    try:
        functions = _functions(turns.rules, grid, turns.phase, turns.may_pass, turns.moves_at, turns.unblocks_at)
    except NotCompiled:
        return None
    return CompiledSteps(turns.codes, turns.legality, functions)


@lru_cache(64)
def _functions(
    rules: Rules, grid: Grid, phase: Phase, may_pass: bool, moves_at: int, unblocks_at: int
) -> dict[str, Callable[..., Any]]:
    text = text_of_steps(StepPrograms(rules, grid, phase), may_pass, moves_at, unblocks_at)
    return module(f"situations_on_{grid}", f"{text}\n\n{text_of_graphs(grid.size)}")


def bytes_of_a_node() -> int:
    """How much memory a node takes at most while what is on cycles is found.

    >>> bytes_of_a_node()
    30
    """
    code, number = np.dtype(np.uint64).itemsize, np.dtype(np.uint32).itemsize
    in_table = ceil(number * GROWTH / FULLEST)
    order_path_and_waiting = 3 * number
    size_and_whether_on_a_cycle = 2
    return code + in_table + order_path_and_waiting + size_and_whether_on_a_cycle


def tables_of(codes: SituationCodes) -> npt.NDArray[np.uint64]:
    """The images of all sets of eight points, by symmetry and by which eight they are."""
    sets = np.arange(1 << POINTS_OF_A_TABLE, dtype=np.uint64)
    parts = range(0, codes.board.grid.size, POINTS_OF_A_TABLE)
    tables = np.zeros((len(codes.symmetries), len(parts), len(sets)), dtype=np.uint64)
    for each, symmetry in zip(tables, codes.symmetries, strict=True):
        for place, target in enumerate(symmetry):
            part, bit = divmod(place, POINTS_OF_A_TABLE)
            each[part] |= (sets >> np.uint64(bit) & np.uint64(1)) << np.uint64(target)
    return tables


def table_of(steps: CompiledSteps, nodes: Words, places: int = 0) -> Table:
    """A table in which nodes are found by their codes, with so many places, or as many as it takes."""
    table = np.zeros(max(places, int(len(nodes) / FULLEST) + 1), dtype=np.uint32)
    steps.functions["put_in"](table, nodes, len(nodes))
    return table


@dataclass
class Exploring:
    """An exploration under way, turn by turn.

    Attributes:
        steps: the turns.
        nodes: the codes that were found, one for each orbit, in the order in which they were, and room for more.
        size: how many they are.
        followed: how many of them have been followed on by every turn.
        counted: how many moves and unblock actions those have, all images counted; and how many situations were found.
    """

    steps: CompiledSteps
    nodes: Words
    size: int = 1
    followed: int = 0
    counted: Numbers = field(default_factory=lambda: np.zeros(len(KINDS), dtype=np.int64))

    def __post_init__(self) -> None:
        self.counted[PASSES] = int(self.steps.sizes(self.nodes[:1])[0])
        self._table = table_of(self.steps, self.nodes[:1], len(self.nodes))

    @property
    def situations(self) -> int:
        """How many situations were found, all images counted."""
        return int(self.counted[PASSES])

    @property
    def moves(self) -> int:
        """How many moves those have that were followed, all images counted."""
        return int(self.counted[MOVES])

    @property
    def unblocks(self) -> int:
        """How many unblock actions those have that were followed, all images counted."""
        return int(self.counted[UNBLOCKS])

    def one_turn_more(self) -> None:
        """Follow every turn from all that was found before.

        Raises:
            ValueError: a move at a point with a stone is pseudolegal; or one is legal only because of the turn before;
                or a situation has both banned and marked points.
        """
        end = self.size
        while self.followed < end:
            some = min(end, self.followed + AT_ONCE)
            most = min(len(self.nodes), int(len(self._table) * FULLEST))
            self.followed, self.size = self.steps.functions["expand"](
                self.followed, some, self.size, most, self.nodes, self._table, *self.steps.images, self.counted
            )
            check_points_are_empty([bool(self.counted[ON_STONES])])
            check_no_turn_allows(self.steps.legality, [bool(self.counted[MADE_LEGAL])])
            check_there_is_room(bool(self.counted[BOTH]))
            if self.followed < some:
                self._make_room()

    def _make_room(self) -> None:
        more = codes_at_once(self.steps.codes.board.grid.size)
        if self.size + more > int(len(self._table) * FULLEST):
            places = int((len(self._table) + more) * GROWTH)
            # The smaller table goes before the larger one comes.
            del self._table
            self._table = table_of(self.steps, self.nodes[: self.size], places)
        if self.size + more > len(self.nodes):
            self.nodes.resize(int((len(self.nodes) + more) * GROWTH), refcheck=False)

    def sorted_nodes(self) -> Words:
        """All that was found, in ascending order; nothing can be followed afterwards."""
        del self._table
        self.nodes.resize(self.size, refcheck=False)
        self.nodes.sort()
        return self.nodes


def exploring(steps: CompiledSteps, first: int) -> Exploring:
    """An exploration that has found the situation at the start, by its code, and followed no turn."""
    nodes = np.zeros(FEWEST_PLACES, dtype=np.uint64)
    nodes[0] = steps.codes.representatives(np.array([first], dtype=np.uint64))[0]
    return Exploring(steps, nodes)
