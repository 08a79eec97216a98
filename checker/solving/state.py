"""What a search keeps while it goes on, as arrays: the line it is on, what has happened on it, and what was proved.

The names of the places of `at` are numbers, as the search is one function for Python and for machine code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..phase.tables import Numbers

DEPTH, RETURNED, NODES, TOP, UNDONE, HAPPENED, ENTRIES, POOL, GENERATION, LIMIT, MODE, NEEDED = range(12)
PLACES = 12

FAILS, SUCCEEDS, UNKNOWN, NOTHING = 0, 1, 2, -1
WORST, BEST = 0, 1
NONE = -1

TIMES_BITS = 3
MOST_TIMES = (1 << TIMES_BITS) - 1
MOST_EVENTS = 1 << 31 - TIMES_BITS - 1
TOO_MUCH = "The clauses ask about too much, or about something that happens too often, to search on."
ROOM = 2048


class Memory(NamedTuple):
    """What a search keeps.

    Attributes:
        at: single numbers, by their places: the depth of the line, what the last step came to, and the like.
        node: for each depth, the node of the machine.
        turned: for each depth, the symmetry by which the board of the line is turned to be that of the node.
        threshold: for each depth, how much Black must still get from there, in half points.
        tried: for each depth, how many steps were tried.
        step: for each depth, the step that is being tried.
        preferred: for each depth, which step is tried first, counted from the first one of the node; -1 for none.
        open: for each depth, whether some step came to nothing yet.
        base: for each depth, where its facts begin.
        undo: for each depth, where what its turn changed begins.
        before: for each depth, where what had happened before its turn ends.
        facts: facts that the proofs on the line rely on.
        undo_event: events that turns on the line added or made forgotten.
        undo_count: how often each had happened before.
        happened: the events on the line.
        number: for each event, how often it has happened.
        hint: for each node, the step that was best when it was last proved; -1 for none.
        head: for each node, the latest proof that is remembered; -1 for none.
        entry_next: for each proof, the one remembered before it; -1 for none.
        entry_result: for each proof, whether Black succeeds.
        entry_threshold: for each proof, with how much.
        entry_mode: for each proof, whether no-result counted as failing or as succeeding.
        entry_first: for each proof, where its facts begin.
        entry_count: for each proof, how many facts it has.
        pool: the facts of all proofs.
        left_key: what was left without an answer: node and threshold as one number.
        left_generation: in which search it was left.
        left_turns: how many turns deep it had been searched.
    """

    at: Numbers
    node: Numbers
    turned: Numbers
    threshold: Numbers
    tried: Numbers
    step: Numbers
    preferred: Numbers
    open: Numbers
    base: Numbers
    undo: Numbers
    before: Numbers
    facts: Numbers
    undo_event: Numbers
    undo_count: Numbers
    happened: Numbers
    number: Numbers
    hint: Numbers
    head: Numbers
    entry_next: Numbers
    entry_result: Numbers
    entry_threshold: Numbers
    entry_mode: Numbers
    entry_first: Numbers
    entry_count: Numbers
    pool: Numbers
    left_key: Numbers
    left_generation: Numbers
    left_turns: Numbers


FRAMES = ("node", "turned", "threshold", "tried", "step", "preferred", "open", "base", "undo", "before")
LINE = ("facts", "undo_event", "undo_count", "happened")
PROOFS = ("entry_next", "entry_result", "entry_threshold", "entry_mode", "entry_first", "entry_count")
LEFT = ("left_key", "left_generation", "left_turns")


def empty_memory(nodes: int, events: int, small: bool) -> Memory:
    """A memory in which nothing has happened and nothing is known.

    Args:
        nodes: how many nodes the machine has.
        events: how many events it tells apart.
        small: whether to begin with little space; there is more of it when it is needed.
    """
    sizes = {
        **dict.fromkeys(FRAMES, 512),
        **dict.fromkeys(LINE, 4 * ROOM),
        **dict.fromkeys(PROOFS, 1 << 12 if small else 1 << 20),
        **dict.fromkeys(LEFT, 1 << 12 if small else max(1 << 22, 1 << nodes.bit_length())),
        "at": PLACES,
        "number": events,
        "hint": nodes,
        "head": nodes,
        "pool": 1 << 14 if small else 1 << 23,
    }
    kinds = {"at": np.int64, "left_key": np.int64, "number": np.int16, "hint": np.int16, "entry_result": np.int8}
    starts = {"hint": NONE, "head": NONE, "left_key": NONE}
    return Memory(*(np.full(sizes[name], starts.get(name, 0), kinds.get(name, np.int32)) for name in Memory._fields))


def grown(memory: Memory) -> Memory:
    """The same memory, with twice the space wherever little is left."""
    at = memory.at
    filled = {
        **dict.fromkeys(FRAMES, at[DEPTH]),
        **dict.fromkeys(PROOFS, at[ENTRIES]),
        "pool": at[POOL],
        "facts": 2 * at[TOP],
        "undo_event": at[UNDONE],
        "undo_count": at[UNDONE],
        "happened": at[HAPPENED],
    }
    arrays = memory._asdict()
    for name, used in filled.items():
        array = arrays[name]
        room = 4 if name in FRAMES else ROOM
        if used + room >= len(array):
            arrays[name] = np.concatenate([array, np.zeros_like(array)])
    return Memory(**arrays)
