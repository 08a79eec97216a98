"""The transposition table: what a search has proved of nodes, under which conditions, and which entries it evicts.

An entry is of a node as the tables have it. On a line where the board is turned, events are looked up by their images;
where the colors are swapped, the question is what the opponent must get: see `bounds.asked_of_node`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..phase.tables import Tables
from .conditions import holds, image_of_condition, put_in_order
from .state import (
    BEST,
    NONE,
    NOTHING,
    OF_ENTRIES,
    ROOM,
    SUCCEEDS,
    WORST,
    Conditions,
    Entries,
    LineOfPlay,
    LinePast,
    Unanswered,
    enlarged,
)

# With 256 a line of eleven points takes 1.8 times as many nodes, and one of twelve with suicide more than seven times.
# Several entries are made before it is asked again whether there is room for them: see `kernel.is_full`.
MOST_CONDITIONS = ROOM // 4
# Numbers of conditions are less than twice as much as this, and so take 32 bits if they are kept as so much less.
LESS_IN_POOL = 1 << 31
MOST_ENTRIES_OF_A_NODE = 16
THRESHOLD_BITS = 22
MIXED = 0x9E3779B1
WAY_BITS = 40


def remembered(
    tables: Tables,
    past: LinePast,
    conditions: Conditions,
    entries: Entries,
    node: int,
    asked: int,
    mode: int,
    back: int,
) -> int:
    """What an entry says whose conditions hold here, which are then the latest on the line; else NOTHING.

    What is asked, with no-result counting in a mode, is written as colors lie at the node; for `back` see `answer`.
    """
    entry = entries.latest[node]
    while entry >= entries.since[0]:
        if covers(entries, entry, asked, mode) and _recalled(tables, past, conditions, entries, entry, back):
            return entries.result[entry]
        entry = entries.earlier[entry]
    return NOTHING


def covers(entries: Entries, entry: int, asked: int, mode: int) -> bool:
    """Whether what was proved is at least what is asked: as much, and with no-result counting no better."""
    proved = entries.mode[entry]
    if entries.result[entry] == SUCCEEDS:
        return entries.threshold[entry] >= asked and (proved == WORST or mode == BEST)
    return entries.threshold[entry] <= asked and (proved == BEST or mode == WORST)


def _recalled(tables: Tables, past: LinePast, conditions: Conditions, entries: Entries, entry: int, back: int) -> bool:
    """Whether all conditions of an entry hold here; then they are the latest on the line."""
    begin, first, count = conditions.top[0], entries.first[entry], entries.number[entry]
    for place in range(count):
        number = image_of_condition(tables, entries.pool[first + place] + LESS_IN_POOL, back)
        if not holds(past, number):
            return False
        conditions.numbers[begin + place] = number
    conditions.top[0] = begin + count
    put_in_order(conditions, begin)
    return True


def are_met(past: LinePast, entries: Entries, entry: int) -> bool:
    """Whether all conditions of an entry hold, as the board of the line lies at its node."""
    first = entries.first[entry]
    return all(holds(past, entries.pool[place] + LESS_IN_POOL) for place in range(first, first + entries.number[entry]))


def remember(
    tables: Tables,
    conditions: Conditions,
    entries: Entries,
    begin: int,
    node: int,
    turned: int,
    asked: int,
    mode: int,
    result: int,
) -> None:
    """Remember what was proved, as colors lie at the node, with the conditions from `begin` on; not if they are many.

    `turned` is the symmetry by which the board of the line is turned to be that of the node.
    """
    count = conditions.top[0] - begin
    if count > MOST_CONDITIONS:
        return
    entry, first = entries.size[0], entries.pool_size[0]
    for place in range(count):
        number = image_of_condition(tables, conditions.numbers[begin + place], turned)
        entries.pool[first + place] = number - LESS_IN_POOL
    entries.earlier[entry] = entries.latest[node]
    entries.result[entry] = result
    entries.threshold[entry] = asked
    entries.mode[entry] = mode
    entries.first[entry] = first
    entries.number[entry] = count
    entries.latest[node] = entry
    entries.size[0] = entry + 1
    entries.pool_size[0] = first + count
    _evict_the_oldest(entries, entry)


def _evict_the_oldest(entries: Entries, entry: int) -> None:
    last = entry
    for _ in range(MOST_ENTRIES_OF_A_NODE):
        if entry == NONE:
            return
        last = entry
        entry = entries.earlier[entry]
    entries.earlier[last] = NONE


def clear(entries: Entries) -> None:
    """Forget all entries; they lie where they are until they take much space, as there are many nodes."""
    if 2 * entries.size[0] < len(entries.earlier) and 2 * entries.pool_size[0] < len(entries.pool):
        entries.since[0] = entries.size[0]
        return
    np.asarray(entries.latest)[:] = NONE
    entries.since[0] = entries.size[0] = entries.pool_size[0] = 0


def question(line: LineOfPlay, depth: int, lookback: int, node: int, swapped: int, threshold: int) -> int:
    """What is asked of a node that follows on a depth of the line, as one number.

    It is another question where the line reached the node by other nodes, as far back as is looked. Two questions may
    share a number: then one is left open because the other was, and none is answered wrongly.
    """
    way = 0
    for back in range(min(lookback, depth + 1)):
        way = (way * MIXED + line.node[depth - back] + 1) & (1 << WAY_BITS) - 1
    asked = (2 * int(node) + swapped << THRESHOLD_BITS) + int(threshold) + (1 << THRESHOLD_BITS - 1)
    return asked ^ way << THRESHOLD_BITS


def was_open(unanswered: Unanswered, key: int, turns: int) -> bool:
    """Whether this search has looked as deep already without an answer to a question."""
    place = _place(unanswered, key)
    return (
        unanswered.key[place] == key
        and unanswered.left_by[place] == unanswered.search[0]
        and unanswered.turns[place] >= turns
    )


def mark_open(unanswered: Unanswered, key: int, turns: int) -> None:
    """Note that this search has found no answer to a question within a number of turns."""
    place = _place(unanswered, key)
    unanswered.key[place] = key
    unanswered.left_by[place] = unanswered.search[0]
    unanswered.turns[place] = turns


def _place(unanswered: Unanswered, key: int) -> int:
    return (key * MIXED >> 16) & (len(unanswered.key) - 1)


# Half of the entries are let go before they would take more bytes than this.
MOST_BYTES = 5 << 28


def has_too_many_entries(entries: Entries) -> bool:
    """Whether there is too little space left for entries, and more would be too much."""
    arrays: Any = entries
    left = min(len(arrays.earlier) - arrays.size[0], len(arrays.pool) - arrays.pool_size[0])
    bytes_now = sum(getattr(arrays, name).nbytes for name in (*OF_ENTRIES, "pool"))
    return bool(left <= ROOM and enlarged(bytes_now) > MOST_BYTES)


def evict(entries: Entries) -> None:
    """Drop the oldest entries: of half of them or more, so that half of the pool is free too."""
    arrays: Any = entries
    size, pool_size = int(arrays.size[0]), int(arrays.pool_size[0])
    by_pool = int(np.searchsorted(arrays.first[:size], (pool_size + 1) // 2))
    gone = max((size + 1) // 2, by_pool, int(arrays.since[0]))
    gone_from_pool = int(arrays.first[gone]) if gone < size else pool_size
    for name in OF_ENTRIES:
        getattr(arrays, name)[: size - gone] = getattr(arrays, name)[gone:size]
    arrays.pool[: pool_size - gone_from_pool] = arrays.pool[gone_from_pool:pool_size]
    arrays.first[: size - gone] -= gone_from_pool
    for links in (arrays.latest, arrays.earlier[: size - gone]):
        np.maximum(links - gone, NONE, out=links)
    arrays.since[0], arrays.size[0], arrays.pool_size[0] = 0, size - gone, pool_size - gone_from_pool
