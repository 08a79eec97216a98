"""The search: whether Black gets at least so much, depth first, to so many turns, with answers and without guesses.

At every node there are three answers: Black succeeds, Black fails, or neither was found within the turns. The player
whose turn it is needs one step that wins, and keeps what it asked; for the other answer all legal steps must lose, and
what made the others illegal is kept. The search stops after a number of nodes, and goes on where it stopped.
"""

from __future__ import annotations

from ..phase.tables import ANY_SCORE, FIRST_END, FORBIDDEN, GOES_ON, NO_RESULT, NOT_KNOWN, Numbers, Tables
from .bounds import Prospects, surely
from .conditions import answer, keep_what_was_asked, make_changes, merge, raise_facts, take_back
from .entries import leave, remember, remembered, was_left
from .state import (
    BEST,
    DEPTH,
    ENTRIES,
    FAILS,
    HAPPENED,
    LIMIT,
    MODE,
    NEEDED,
    NODES,
    NONE,
    NOTHING,
    POOL,
    RETURNED,
    ROOM,
    SUCCEEDS,
    TOP,
    UNDONE,
    UNKNOWN,
    Memory,
)

ANSWERED, PAUSED, FULL, NEEDS_WORTH = range(4)


def search(tables: Tables, prospects: Prospects, memory: Memory, nodes: int) -> int:
    """Go on with a search until it has an answer, has looked at so many nodes, or needs something.

    Args:
        tables: the phase.
        prospects: what games come to.
        memory: where the search stands; it is changed.
        nodes: how many nodes to look at.
    """
    at = memory.at
    end = at[NODES] + nodes
    while at[DEPTH] >= 0:
        if at[RETURNED] != NOTHING:
            take_up(tables, memory)
        elif at[NODES] >= end:
            return PAUSED
        elif is_full(memory):
            return FULL
        elif not take_a_step(tables, prospects, memory):
            return NEEDS_WORTH
    return ANSWERED


def is_full(memory: Memory) -> bool:
    """Whether there is too little space to go on."""
    at = memory.at
    return (
        at[DEPTH] + 4 >= len(memory.node)
        or 2 * at[TOP] + ROOM >= len(memory.facts)
        or at[UNDONE] + ROOM >= len(memory.undo_event)
        or at[HAPPENED] + ROOM >= len(memory.happened)
        or at[ENTRIES] + ROOM >= len(memory.entry_next)
        or at[POOL] + ROOM >= len(memory.pool)
    )


def take_a_step(tables: Tables, prospects: Prospects, memory: Memory) -> bool:
    """Try the next step at the end of the line; False if it needs to know what an end is worth."""
    at = memory.at
    depth = at[DEPTH]
    back = tables.inverse[memory.turned[depth]]
    step = next_step(tables, memory, depth)
    if step == NONE:
        go_back(tables, memory, UNKNOWN if memory.open[depth] else 1 - tables.mover[memory.node[depth]])
        return True
    if answer(tables, memory, tables.forbidden[step], back) == FORBIDDEN:
        if not memory.open[depth]:
            keep_what_was_asked(tables, memory, memory.base[depth], tables.forbidden[step], back)
        return True
    memory.step[depth] = step
    memory.base[depth + 1] = at[TOP]
    comes_to = answer(tables, memory, tables.ended[step], back)
    if comes_to == GOES_ON:
        go_on(tables, prospects, memory, depth, step)
        return True
    at[RETURNED] = outcome(prospects.ends, at[MODE], comes_to, further_threshold(tables, memory, depth, step))
    if at[RETURNED] == NOTHING:
        at[NEEDED] = comes_to - FIRST_END
        memory.tried[depth] -= 1
        return False
    return True


def next_step(tables: Tables, memory: Memory, depth: int) -> int:
    """The next step to be tried at a depth: first the preferred one, then the others in order; NONE after the last."""
    node, tried, preferred = memory.node[depth], memory.tried[depth], memory.preferred[depth]
    first = tables.first[node]
    if tried >= tables.first[node + 1] - first:
        return NONE
    memory.tried[depth] = tried + 1
    if preferred == NONE or tried > preferred:
        return first + tried
    return first + (preferred if tried == 0 else tried - 1)


def further_threshold(tables: Tables, memory: Memory, depth: int, step: int) -> int:
    """How much Black must still get after a step."""
    threshold = memory.threshold[depth]
    if threshold <= -ANY_SCORE or threshold >= ANY_SCORE:
        return threshold
    return threshold - tables.shift[step]


def outcome(worths: Numbers, mode: int, comes_to: int, threshold: int) -> int:
    """Whether Black succeeds by an end; NOTHING if it is not known what it is worth."""
    if comes_to == NO_RESULT:
        return SUCCEEDS if mode == BEST else FAILS
    worth = worths[mode, comes_to - FIRST_END]
    if worth == NOT_KNOWN:
        return NOTHING
    return SUCCEEDS if worth >= threshold else FAILS


def go_on(tables: Tables, prospects: Prospects, memory: Memory, depth: int, step: int) -> None:
    """Take a step after which the game goes on, unless it is known what that comes to."""
    at = memory.at
    node, turned = tables.after[step], tables.composed[memory.turned[depth], tables.turned[step]]
    threshold = further_threshold(tables, memory, depth, step)
    undone, happened = at[UNDONE], at[HAPPENED]
    at[NODES] += 1
    at[RETURNED] = surely(prospects, at[MODE], node, threshold)
    if at[RETURNED] != NOTHING:
        return
    make_changes(tables, memory, tables.changes[step], tables.inverse[memory.turned[depth]])
    found = remembered(tables, memory, node, threshold, turned)
    turns = at[LIMIT] - depth - 1
    if found == NOTHING and (turns <= 0 or was_left(memory, node, threshold, turns)):
        found = UNKNOWN
    if found != NOTHING:
        take_back(memory, undone, happened)
        at[RETURNED] = found
        return
    enter(memory, depth + 1, node, turned, threshold)
    memory.undo[depth + 1] = undone
    memory.before[depth + 1] = happened


def enter(memory: Memory, depth: int, node: int, turned: int, threshold: int) -> None:
    """Begin to look at a node at a depth."""
    memory.node[depth] = node
    memory.turned[depth] = turned
    memory.threshold[depth] = threshold
    memory.tried[depth] = 0
    memory.preferred[depth] = memory.hint[node]
    memory.open[depth] = 0
    memory.base[depth] = memory.at[TOP]
    memory.at[DEPTH] = depth


def take_up(tables: Tables, memory: Memory) -> None:
    """Draw the conclusion from what the step at the end of the line came to."""
    at = memory.at
    depth, result = at[DEPTH], at[RETURNED]
    at[RETURNED] = NOTHING
    node, step, begin = memory.node[depth], memory.step[depth], memory.base[depth + 1]
    back = tables.inverse[memory.turned[depth]]
    if result == tables.mover[node]:
        raise_facts(tables, memory, begin, step, back)
        rely_on_these_alone(memory, depth, begin)
        keep_what_was_asked(tables, memory, memory.base[depth], tables.forbidden[step], back)
        keep_what_was_asked(tables, memory, memory.base[depth], tables.ended[step], back)
        memory.hint[node] = step - tables.first[node]
        go_back(tables, memory, result)
    elif result == UNKNOWN or memory.open[depth]:
        at[TOP] = memory.base[depth]
        memory.open[depth] = 1
    else:
        raise_facts(tables, memory, begin, step, back)
        merge(memory, memory.base[depth], begin)
        keep_what_was_asked(tables, memory, memory.base[depth], tables.ended[step], back)


def rely_on_these_alone(memory: Memory, depth: int, begin: int) -> None:
    """Let the facts from `begin` on be all that the proof at a depth relies on."""
    base, top = memory.base[depth], memory.at[TOP]
    for place in range(begin, top):
        memory.facts[base + place - begin] = memory.facts[place]
    memory.at[TOP] = base + top - begin


def go_back(tables: Tables, memory: Memory, result: int) -> None:
    """Leave the last node of the line with an answer, which is remembered, or with none."""
    at = memory.at
    depth = at[DEPTH]
    if result == UNKNOWN:
        leave(memory, memory.node[depth], memory.threshold[depth], at[LIMIT] - depth)
    else:
        remember(tables, memory, depth, result)
    take_back(memory, memory.undo[depth], memory.before[depth])
    at[DEPTH] = depth - 1
    at[RETURNED] = result
