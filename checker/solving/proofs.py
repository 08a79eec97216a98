"""What was proved before, and where it can be used again: exactly where all its facts hold.

A node stands for all of its images, and the facts of a proof are turned as the board is on the line. That nothing was
found within so many turns is no answer, and is kept apart: it saves looking again in the same search, and no more.
"""

from __future__ import annotations

from .facts import event_of, fact, holds, image_of, is_so, keep, times_of
from .memory import (
    BEST,
    ENTRIES,
    FAILS,
    GENERATION,
    MODE,
    NONE,
    NOTHING,
    POOL,
    SUCCEEDS,
    TOP,
    UNKNOWN,
    WORST,
    Memory,
)
from .tables import Tables

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
