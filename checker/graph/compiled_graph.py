"""The graph of situations by compiled programs: codes in, codes out, found again in a table of whole codes.

On 4x4 under simple ko, one core takes in some seven million situations a second so, with what is on cycles. What is
found is what the clauses on arrays come to; where they can't be compiled, or numba is missing, arrays are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from ...interpreter.program.clauses import NotCompiled
from ...interpreter.program.machine_code import Functions, Kernel, is_available
from ...interpreter.program.words import mix, number, word
from ...spec.algebra.arrays import Flags, Words
from ...spec.vocabulary import Move, Pass, Turn, Unblock
from ..phase.codes import SituationCodes, check_there_is_room
from ..phase.many import Numbers
from ..phase.situations import Legality, check_no_turn_allows, check_points_are_empty
from ..phase.steps_text import (
    BOTH,
    KINDS,
    MADE_LEGAL,
    MOVES,
    ON_STONES,
    PASSES,
    UNBLOCKS,
    Images,
    StepPrograms,
    kernel_of_steps,
    standing_for,
    tables_of,
    turns_from,
)
from ..phase.turns import Turns

POINTS_WORTH_COMPILING = 13
FEWEST_PLACES = 1 << 10
AT_ONCE = 1 << 16
NODES_AT_ONCE = 8
FULLEST = 0.85
GROWTH = 1.5
KIND_OF = {Pass: PASSES, Move: MOVES, Unblock: UNBLOCKS}

Sizes = npt.NDArray[np.uint8]


class NumberedNodes(NamedTuple):
    """The codes of situations by their numbers, and a table in which a number is found by its code.

    The table has 32-bit entries: the lower bits of one are the number of a situation, counted from 1, and the others a
    mark of its code, so that few codes are looked at in vain. The code itself is always compared in full.
    """

    nodes: Any
    table: Any


class Room(NamedTuple):
    """Where functions write down what they come to on the way.

    Attributes:
        reached: the codes that turns lead to from one situation.
        of_kind: how many turns of each kind there are.
        targets: the numbers of situations that turns lead to.
        codes: the codes that turns lead to from a few situations.
        orbits: how many images they have.
        seen: what stands at their places in the table.
    """

    reached: Any
    of_kind: Any
    targets: Any
    codes: Any
    orbits: Any
    seen: Any


def bits_of_numbers(table: Any) -> int:
    """The bits of an entry that are a number: no number is greater than how many places there are."""
    bits = word(len(table))
    for shift in (1, 2, 4, 8, 16):
        bits |= bits >> word(shift)
    return bits


def mixed(code: int) -> int:
    """A word that depends on all of a code."""
    return mix(mix(word(0), code), word(0))


def place_in(numbered: NumberedNodes, code: int) -> tuple[int, int]:
    """Where a code stands in the table, or has room, and the mark that goes with it."""
    table, hashed, numbers = numbered.table, mixed(code), bits_of_numbers(numbered.table)
    mark = (hashed >> word(32)) & ~numbers
    place = number(((hashed & word(0xFFFFFFFF)) * word(len(table))) >> word(32))
    while True:
        entry = word(table[place])
        if entry == word(0):
            return place, mark
        if entry & ~numbers == mark and word(numbered.nodes[number(entry & numbers) - 1]) == code:
            return place, mark
        place += 1
        if place == len(table):
            place = 0


def number_of(numbered: NumberedNodes, code: int) -> int:
    """The number of a code that is there, counted from 0."""
    place, _ = place_in(numbered, code)
    return number(word(numbered.table[place]) & bits_of_numbers(numbered.table)) - 1


def look_ahead(numbered: NumberedNodes, codes: Any, number_of_codes: int, seen: Any) -> None:
    """Look at the places of many codes at once, so that memory is waited for once and not for each of them."""
    table, numbers = numbered.table, bits_of_numbers(numbered.table)
    for index in range(number_of_codes):
        hashed = mixed(word(codes[index])) & word(0xFFFFFFFF)
        seen[index] = (hashed * word(len(table))) >> word(32)
    for index in range(number_of_codes):
        seen[index] = word(table[number(seen[index])]) & numbers
    for index in range(number_of_codes):
        if word(seen[index]) != word(0):
            seen[index] = numbered.nodes[number(seen[index]) - 1]


def put_in(numbered: NumberedNodes, size: int) -> None:
    """Give the first situations, which are not in the table yet, their places there."""
    for index in range(size):
        place, mark = place_in(numbered, word(numbered.nodes[index]))
        numbered.table[place] = mark | word(index + 1)


def expand(
    first: int,
    end: int,
    size: int,
    most: int,
    numbered: NumberedNodes,
    images: Images,
    order: int,
    room: Room,
    counted: Any,
) -> tuple[int, int]:
    """Take every turn from some nodes, and note what is new, as long as there is room.

    Args:
        first: the first node.
        end: the one after the last.
        size: how many nodes were found.
        most: how many there is room for.
        numbered: the nodes.
        images: what takes codes to their images.
        order: how many images a code has.
        room: where to write on the way.
        counted: how many turns of each kind there are, all images counted; and in the place of passes, how many nodes.

    Returns:
        first: the node at which there was no room left.
        size: how many nodes there are now.
    """
    most_turns, at_once = len(room.reached), len(room.codes)
    room.of_kind[:] = 0
    while first < end and size + at_once <= most:
        codes = 0
        while first < end and codes + most_turns <= at_once:
            code = word(numbered.nodes[first])
            turns = turns_from(code, room.reached, room.of_kind)
            _, ways = standing_for(code, images)
            counted[MOVES] += room.of_kind[MOVES] * (order // ways)
            counted[UNBLOCKS] += room.of_kind[UNBLOCKS] * (order // ways)
            for turn in range(turns):
                room.codes[codes], ways = standing_for(word(room.reached[turn]), images)
                room.orbits[codes] = order // ways
                codes += 1
            first += 1
        look_ahead(numbered, room.codes, codes, room.seen)
        for index in range(codes):
            code = word(room.codes[index])
            place, mark = place_in(numbered, code)
            if numbered.table[place] == 0:
                numbered.nodes[size] = code
                size += 1
                numbered.table[place] = mark | word(size)
                counted[PASSES] += room.orbits[index]
    for sign in (ON_STONES, MADE_LEGAL, BOTH):
        counted[sign] |= room.of_kind[sign]
    return first, size


def numbers_reached(node: int, kinds: Any, numbered: NumberedNodes, images: Images, room: Room) -> int:
    """Write down the numbers of what turns of some kinds lead to from a node; how many they are."""
    turns_from(word(numbered.nodes[node]), room.reached, room.of_kind)
    first = targets = 0
    for kind in (MOVES, UNBLOCKS, PASSES):
        if kinds[kind]:
            for turn in range(first, first + room.of_kind[kind]):
                room.reached[targets], _ = standing_for(word(room.reached[turn]), images)
                targets += 1
        first += room.of_kind[kind]
    for turn in range(targets):
        room.targets[turn] = number_of(numbered, word(room.reached[turn]))
    return targets


def edges(
    first: int, size: int, kinds: Any, numbered: NumberedNodes, images: Images, room: Room, ends: Any, targets: Any
) -> tuple[int, int]:
    """Write down what turns of some kinds lead to, in ascending order and each once, as long as there is room.

    Args:
        first: the first node.
        size: how many targets were written down.
        kinds: for each kind, whether it is wanted.
        numbered: the nodes.
        images: what takes codes to their images.
        room: where to write on the way.
        ends: for each node, where the targets of the nodes before it end.
        targets: the targets, node by node.

    Returns:
        first: the node at which there was no room left.
        size: how many targets there are now.
    """
    for index in range(first, len(numbered.nodes)):
        if size + len(room.reached) > len(targets):
            return index, size
        start = size
        for turn in range(numbers_reached(index, kinds, numbered, images, room)):
            target, at = room.targets[turn], size
            while at > start and targets[at - 1] > target:
                at -= 1
            if at == start or targets[at - 1] != target:
                for other in range(size, at, -1):
                    targets[other] = targets[other - 1]
                targets[at] = target
                size += 1
        ends[index + 1] = size
    return len(numbered.nodes), size


ENTERED, PATH, ASIDE, WAITING, START = range(5)
DONE = (1 << 32) - 1


class Components(NamedTuple):
    """Tarjan's search for strongly connected components under way, in the form that D. J. Pearce has given it.

    Attributes:
        state: how many nodes were entered and not left with their component, from 1; how long the path is, and how many
            nodes stand aside; how long the list of those that wait is; and before which node all were entered.
        order: for each node, 0 before it is entered, then the least order that it leads back to, and `DONE` at last.
        both: from the front, the path, nodes that lead back to earlier ones as `~node`; from the back, nodes that were
            left and whose component was not.
        waiting: the nodes that turns lead to, those of each node of the path after a -1.
        cyclic: for each node, whether it is on a cycle.
    """

    state: Any
    order: Any
    both: Any
    waiting: Any
    cyclic: Any


def lower(node: int, other: int, search: Components) -> None:
    """The last node of the path leads back to an earlier one."""
    if other < search.order[node]:
        search.order[node] = other
        search.both[search.state[PATH] - 1] = ~node


def enter(node: int, targets: Any, number_of_targets: int, search: Components) -> None:
    """Go on to a node that was not seen before."""
    state, order, waiting = search.state, search.order, search.waiting
    order[node] = state[ENTERED]
    state[ENTERED] += 1
    search.both[state[PATH]] = node
    state[PATH] += 1
    size = state[WAITING]
    waiting[size] = -1
    size += 1
    for turn in range(number_of_targets):
        target = targets[turn]
        if target == node:
            search.cyclic[node] = True
        elif order[target] == 0:
            waiting[size] = target
            size += 1
        else:
            lower(node, order[target], search)
    state[WAITING] = size


def leave(node: int, is_first: bool, search: Components) -> None:
    """Leave a node to which all turns were followed; the first one of its component takes the others with it."""
    state, order, both = search.state, search.order, search.both
    if not is_first:
        state[ASIDE] += 1
        both[len(both) - state[ASIDE]] = node
        return
    state[ENTERED] -= 1
    while state[ASIDE] > 0:
        other = both[len(both) - state[ASIDE]]
        if order[other] < order[node]:
            break
        state[ASIDE] -= 1
        state[ENTERED] -= 1
        order[other] = DONE
        search.cyclic[other] = True
        search.cyclic[node] = True
    order[node] = DONE


def next_to_enter(search: Components) -> int:
    """Go on by one step of the search; the node to enter now, -1 if there is none, `DONE` at the end of the search."""
    state, order, both = search.state, search.order, search.both
    if state[PATH] == 0:
        while state[START] < len(order) and order[state[START]] != 0:
            state[START] += 1
        return number(state[START]) if state[START] < len(order) else DONE
    state[WAITING] -= 1
    following, last = number(search.waiting[state[WAITING]]), number(both[state[PATH] - 1])
    is_first = last >= 0
    node = last if is_first else ~last
    if following < 0:
        state[PATH] -= 1
        leave(node, is_first, search)
        if state[PATH] > 0:
            before = number(both[state[PATH] - 1])
            lower(before if before >= 0 else ~before, order[node], search)
        return -1
    if order[following] != 0:
        lower(node, order[following], search)
        return -1
    return following


def find_cycles(
    steps: int, kinds: Any, numbered: NumberedNodes, images: Images, room: Room, search: Components
) -> bool:
    """Take so many steps, as long as there is room for those that wait; whether the search has come to its end."""
    for _ in range(steps):
        if search.state[WAITING] + len(room.reached) + 1 > len(search.waiting):
            return False
        node = next_to_enter(search)
        if node == DONE:
            return True
        if node >= 0:
            enter(node, room.targets, numbers_reached(node, kinds, numbered, images, room), search)
    return False


@dataclass(frozen=True)
class CompiledSteps:
    """The turns of situations, compiled, or as they are written.

    Attributes:
        codes: the codes of situations.
        legality: the clauses on legal moves.
        functions: the functions of this module and of `steps_text`.
    """

    codes: SituationCodes
    legality: Legality
    functions: Functions

    @cached_property
    def images(self) -> Images:
        """What takes codes to their images."""
        return Images(tables_of(self.codes), self.codes.symmetries.swapped)

    @cached_property
    def room(self) -> Room:
        """Room for the turns of a few situations."""
        turns = most_turns(self.codes.board.grid.size)
        reached, codes, seen = (np.empty(size, np.uint64) for size in (turns, *[codes_at_once(self.codes)] * 2))
        of_kind, targets, orbits = (np.zeros(size, np.int64) for size in (len(KINDS), turns, len(codes)))
        return Room(reached, of_kind, targets, codes, orbits, seen)

    def numbered(self, nodes: Words, size: int, places: int = 0) -> NumberedNodes:
        """The first nodes, with a table of so many places, or as many as it takes."""
        numbered = NumberedNodes(nodes, np.zeros(max(places, int(size / FULLEST) + 1), dtype=np.uint32))
        self.functions["put_in"](numbered, size)
        return numbered

    def sizes(self, nodes: Words) -> Sizes:
        """For each representative, how many situations it stands for."""
        sizes = np.empty(len(nodes), dtype=np.uint8)
        self.functions["sizes_of_orbits"](nodes, self.images, self.images.order, sizes)
        return sizes

    def adjacency(self, nodes: Words, kind: type[Turn]) -> csr_array:
        """Which node a turn of a kind leads to from which; all that turns lead to must be among the nodes."""
        ends = np.zeros(len(nodes) + 1, dtype=np.int64)
        targets = np.empty(len(nodes) + len(self.room.reached), dtype=np.int32)
        numbered, wanted = self.numbered(nodes, len(nodes)), np.isin(KINDS, KIND_OF[kind])
        done = size = 0
        while done < len(nodes):
            given = wanted, numbered, self.images, self.room
            done, size = self.functions["edges"](done, size, *given, ends, targets)
            more = 0 if done == len(nodes) else int(len(targets) * GROWTH) + len(self.room.reached)
            targets.resize(more or size, refcheck=False)
        if size <= np.iinfo(targets.dtype).max:
            ends = ends.astype(targets.dtype)
        return csr_array((np.ones(size, dtype=bool), targets, ends), shape=(len(nodes),) * 2)

    def on_cycles(self, nodes: Words, kinds: Iterable[type[Turn]]) -> Flags:
        """For each node, whether turns of some kinds lead from its situations back to themselves.

        Edges are found as they are followed, so that none need be kept.
        """
        wanted = np.isin(KINDS, [KIND_OF[kind] for kind in kinds])
        numbered, search = self.numbered(nodes, len(nodes)), components(len(nodes), len(self.room.reached))
        while not self.functions["find_cycles"](AT_ONCE, wanted, numbered, self.images, self.room, search):
            if search.state[WAITING] + len(self.room.reached) + 1 > len(search.waiting):
                search.waiting.resize(int(len(search.waiting) * GROWTH) + len(self.room.reached), refcheck=False)
        cyclic: Flags = search.cyclic
        return cyclic


def components(nodes: int, most_turns: int) -> Components:
    """A search for strongly connected components that has not begun."""
    state = np.zeros(START + 1, dtype=np.int64)
    state[ENTERED] = 1
    order, both = np.zeros(nodes, dtype=np.uint32), np.empty(nodes, dtype=np.int32)
    waiting = np.empty(nodes // 2 + most_turns + 1, dtype=np.int32)
    return Components(state, order, both, waiting, np.zeros(nodes, dtype=np.bool_))


def most_turns(points: int) -> int:
    """No situation on a board of so many points has more turns: moves, unblock actions and a pass."""
    return 2 * points + 1


def codes_at_once(codes: SituationCodes) -> int:
    """How many codes are looked up at once, so many that there need be room for as many new ones."""
    return NODES_AT_ONCE * most_turns(codes.board.grid.size)


def compiled_steps(turns: Turns) -> CompiledSteps | None:
    """The turns of situations, compiled; None where a clause can't be, or it is not worth it, or numba is missing."""
    if turns.codes.board.grid.size < POINTS_WORTH_COMPILING or not is_available():
        return None
    try:
        return CompiledSteps(turns.codes, turns.legality, kernel_of(turns).compiled)
    except NotCompiled:
        return None


def kernel_of(turns: Turns) -> Kernel:
    """The functions of this module for some turns.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    programs = StepPrograms(turns.rules, turns.codes.board.grid, turns.phase)
    return kernel_of_steps(programs, turns.may_pass, turns.moves_at, turns.unblocks_at, __name__)


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
        self._numbered = self.steps.numbered(self.nodes, 1, len(self.nodes))

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
        end, steps = self.size, self.steps
        while self.followed < end:
            stop = min(end, self.followed + AT_ONCE)
            most = min(len(self.nodes), int(len(self._numbered.table) * FULLEST))
            given = self._numbered, steps.images, steps.images.order, steps.room, self.counted
            self.followed, self.size = steps.functions["expand"](self.followed, stop, self.size, most, *given)
            check_points_are_empty([bool(self.counted[ON_STONES])])
            check_no_turn_allows(steps.legality, [bool(self.counted[MADE_LEGAL])])
            check_there_is_room(bool(self.counted[BOTH]))
            if self.followed < stop:
                self._make_room()

    def _make_room(self) -> None:
        more, places = codes_at_once(self.steps.codes), len(self._numbered.table)
        if self.size + more > int(places * FULLEST):
            # The smaller table goes before the larger one comes.
            del self._numbered
            self._numbered = self.steps.numbered(self.nodes, self.size, int((places + more) * GROWTH))
        if self.size + more > len(self.nodes):
            self.nodes.resize(int((len(self.nodes) + more) * GROWTH), refcheck=False)

    def sorted_nodes(self) -> Words:
        """All that was found, in ascending order; nothing can be followed afterwards."""
        del self._numbered
        self.nodes.resize(self.size, refcheck=False)
        self.nodes.sort()
        return self.nodes


def exploring(steps: CompiledSteps, first: int) -> Exploring:
    """An exploration that has found the situation at the start, by its code, and followed no turn."""
    nodes = np.zeros(FEWEST_PLACES, dtype=np.uint64)
    nodes[0] = steps.codes.representatives(np.array([first], dtype=np.uint64))[0]
    return Exploring(steps, nodes)
