"""Transposition entries: what a search has proved, under which conditions, and which it lets go of."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..phase.tables import Tables
from .conditions import event_of, fact, holds, image_of, is_so, keep, times_of
from .state import (
    BEST,
    ENTRIES,
    FAILS,
    GENERATION,
    MODE,
    NONE,
    NOTHING,
    POOL,
    PROOFS,
    ROOM,
    SUCCEEDS,
    TOP,
    UNKNOWN,
    WORST,
    Memory,
)

MOST_FACTS = 256
MOST_PROOFS_OF_A_NODE = 16
THRESHOLD_BITS = 22
MIXED = 0x9E3779B1


def image(tables: Tables, some: int, symmetry: int) -> int:
    """The image of a fact."""
    return fact(image_of(tables, event_of(some), symmetry), times_of(some), is_so(some))


def remembered(tables: Tables, memory: Memory, node: int, threshold: int, turned: int) -> int:
    """What is known of a node by a proof whose facts hold here, and are then the latest on the line; else NOTHING.

    Args:
        tables: the phase.
        memory: where the search stands.
        node: the node.
        threshold: how much Black must get.
        turned: by which symmetry the board of the line is turned to be that of the node.
    """
    back = tables.inverse[turned]
    entry = memory.head[node]
    while entry != NONE:
        if covers(memory, entry, threshold) and _all_hold(tables, memory, entry, back):
            _recall(tables, memory, entry, back)
            return memory.entry_result[entry]
        entry = memory.entry_next[entry]
    return NOTHING


def covers(memory: Memory, entry: int, threshold: int) -> bool:
    """Whether what was proved is at least what is asked: as much, and with no-result counting no better."""
    mode = memory.entry_mode[entry]
    if memory.entry_result[entry] == SUCCEEDS:
        return memory.entry_threshold[entry] >= threshold and (mode == WORST or memory.at[MODE] == BEST)
    return memory.entry_threshold[entry] <= threshold and (mode == BEST or memory.at[MODE] == WORST)


def _all_hold(tables: Tables, memory: Memory, entry: int, back: int) -> bool:
    first = memory.entry_first[entry]
    for place in range(first, first + memory.entry_count[entry]):
        if not holds(memory, image(tables, memory.pool[place], back)):
            return False
    return True


def _recall(tables: Tables, memory: Memory, entry: int, back: int) -> None:
    begin = memory.at[TOP]
    first = memory.entry_first[entry]
    for place in range(first, first + memory.entry_count[entry]):
        keep(memory, begin, image(tables, memory.pool[place], back))


def remember(tables: Tables, memory: Memory, depth: int, result: int) -> None:
    """Remember what was proved at a depth of the line, with the facts that it relies on; not if they are too many."""
    at = memory.at
    node, threshold, begin = memory.node[depth], memory.threshold[depth], memory.base[depth]
    count = at[TOP] - begin
    if count > MOST_FACTS:
        return
    entry = at[ENTRIES]
    for place in range(count):
        memory.pool[at[POOL] + place] = image(tables, memory.facts[begin + place], memory.turned[depth])
    memory.entry_next[entry] = memory.head[node]
    memory.entry_result[entry] = result
    memory.entry_threshold[entry] = threshold
    memory.entry_mode[entry] = at[MODE]
    memory.entry_first[entry] = at[POOL]
    memory.entry_count[entry] = count
    memory.head[node] = entry
    at[ENTRIES] += 1
    at[POOL] += count
    _let_go_of_the_oldest(memory, entry)


def _let_go_of_the_oldest(memory: Memory, entry: int) -> None:
    for _ in range(MOST_PROOFS_OF_A_NODE):
        if entry == NONE:
            return
        last = entry
        entry = memory.entry_next[entry]
    memory.entry_next[last] = NONE


def was_left(memory: Memory, node: int, threshold: int, turns: int) -> bool:
    """Whether this search has looked as deep already without an answer."""
    key, place = _place(memory, node, threshold)
    return (
        memory.left_key[place] == key
        and memory.left_generation[place] == memory.at[GENERATION]
        and memory.left_turns[place] >= turns
    )


def leave(memory: Memory, node: int, threshold: int, turns: int) -> None:
    """Note that this search has found no answer within so many turns."""
    key, place = _place(memory, node, threshold)
    memory.left_key[place] = key
    memory.left_generation[place] = memory.at[GENERATION]
    memory.left_turns[place] = turns


def _place(memory: Memory, node: int, threshold: int) -> tuple[int, int]:
    key = (int(node) << THRESHOLD_BITS) + int(threshold) + (1 << THRESHOLD_BITS - 1)
    return key, (key * MIXED >> 16) & (len(memory.left_key) - 1)


assert (FAILS, SUCCEEDS, UNKNOWN) == (0, 1, 2), "the mover of a node is told by the same numbers"


Entries: TypeAlias = npt.NDArray[np.int64]

# Half of the proofs are let go before they would take more bytes than this.
MOST_BYTES = 3 << 30


def has_too_many_proofs(memory: Memory) -> bool:
    """Whether there is too little space left for proofs, and twice as much would be too much."""
    arrays: Any = memory
    left = min(len(memory.entry_next) - memory.at[ENTRIES], len(memory.pool) - memory.at[POOL])
    return left <= ROOM and 2 * sum(getattr(arrays, name).nbytes for name in (*PROOFS, "pool")) > MOST_BYTES


def let_go(memory: Memory) -> None:
    """Let go of half of the proofs or more; the latest ones of each node stay."""
    arrays: Any = memory
    entries, facts = int(memory.at[ENTRIES]), int(memory.at[POOL])
    kept = _kept(arrays.head, arrays.entry_next, arrays.entry_count, entries, facts)
    place = np.full(entries + 1, NONE, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    counts = arrays.entry_count[kept].astype(np.int64)
    first = np.cumsum(counts) - counts
    moved = np.repeat(arrays.entry_first[kept] - first, counts) + np.arange(counts.sum())
    arrays.pool[: len(moved)] = arrays.pool[moved]
    for name in PROOFS:
        getattr(arrays, name)[: len(kept)] = getattr(arrays, name)[kept]
    arrays.entry_first[: len(kept)] = first
    # Where there is no proof, the last of `place` says so: NONE is -1.
    arrays.entry_next[: len(kept)] = place[arrays.entry_next[: len(kept)]]
    arrays.head[:] = place[arrays.head]
    memory.at[ENTRIES], memory.at[POOL] = len(kept), len(moved)


def _kept(head: Any, before: Any, counts: Any, entries: int, facts: int) -> Entries:
    """The proofs that stay, in order: the latest of each node, the one before it, and so on while they are few."""

    def are_few(*some: Entries) -> bool:
        return 2 * sum(map(len, some)) <= entries and 2 * sum(int(counts[row].sum()) for row in some) <= facts

    rows: list[Entries] = []
    row: Entries = head[head != NONE].astype(np.int64)
    while len(row) and are_few(*rows, row):
        rows.append(row)
        row = before[row].astype(np.int64)
        row = row[row != NONE]
    if rows:
        return np.sort(np.concatenate(rows))
    latest = np.sort(row)
    while not are_few(latest):
        latest = latest[(len(latest) + 1) // 2 :]
    return latest
