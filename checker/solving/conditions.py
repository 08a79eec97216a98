"""What a proof relies on: facts such as "this state has not stood", and what becomes of them on the way up a turn.

A fact is one number: an event, how often it must have happened or must not have, and which of the two. A proof is used
again exactly where all its facts hold. On the way up a turn that itself adds an event, what was asked about that event
is asked for fewer times, or no longer; what a turn makes forgotten was asked only of what came after it.

Every function here works on the arrays of a search alone, and is compiled where numba is installed.
"""

from __future__ import annotations

from ..phase.tables import Tables
from .state import HAPPENED, TIMES_BITS, TOP, UNDONE, Memory


def image_of(tables: Tables, event: int, symmetry: int) -> int:
    """The image of an event."""
    if symmetry == 0:
        return event
    orbit = orbit_of(tables, event)
    first = orbit * len(tables.inverse)
    return first + tables.images[tables.alike[orbit], symmetry, event - first]


def orbit_of(tables: Tables, event: int) -> int:
    """The orbit of an event."""
    return event // len(tables.inverse)


def fact(event: int, times: int, is_so: bool) -> int:
    """That an event has happened at least so often, or that it has not, as one number.

    >>> fact(3, 1, True), fact(3, 1, False)
    (51, 50)
    """
    return (event << TIMES_BITS | times) << 1 | is_so


def event_of(some: int) -> int:
    """The event of a fact."""
    return some >> TIMES_BITS + 1


def times_of(some: int) -> int:
    """How often it must have happened, or must not have."""
    return some >> 1 & (1 << TIMES_BITS) - 1


def is_so(some: int) -> bool:
    """Whether it must have happened so often, or must not have."""
    return some & 1 == 1


def holds(memory: Memory, some: int) -> bool:
    """Whether a fact holds of what has happened on the line."""
    return (memory.number[event_of(some)] >= times_of(some)) == is_so(some)


def answer(tables: Tables, memory: Memory, tree: int, back: int) -> int:
    """What a tree of a node comes to by what has happened on the line.

    Args:
        tables: the phase.
        memory: where the search stands.
        tree: the tree.
        back: the symmetry that turns the node to the board as it lies on the line.
    """
    while tree >= 0:
        happened = memory.number[image_of(tables, tables.asked[tree], back)] >= tables.times[tree]
        tree = tables.yes[tree] if happened else tables.no[tree]
    return -1 - tree


def keep_what_was_asked(tables: Tables, memory: Memory, begin: int, tree: int, back: int) -> None:
    """Add to the facts from `begin` on what a tree of a node asked on the way to its answer; `back` as in `answer`."""
    while tree >= 0:
        event = image_of(tables, tables.asked[tree], back)
        happened = memory.number[event] >= tables.times[tree]
        keep(memory, begin, fact(event, tables.times[tree], happened))
        tree = tables.yes[tree] if happened else tables.no[tree]


def keep(memory: Memory, begin: int, some: int) -> None:
    """Add a fact to those from `begin` on, which are in order, unless it is there."""
    place = memory.at[TOP]
    while place > begin and memory.facts[place - 1] > some:
        place -= 1
    if place > begin and memory.facts[place - 1] == some:
        return
    for later in range(memory.at[TOP], place, -1):
        memory.facts[later] = memory.facts[later - 1]
    memory.facts[place] = some
    memory.at[TOP] += 1


def merge(memory: Memory, begin: int, middle: int) -> None:
    """Make one of two rows of facts, each in order: those from `begin` on, and the latest ones, from `middle` on."""
    facts, top = memory.facts, memory.at[TOP]
    first, second, merged = begin, middle, top
    while first < middle or second < top:
        if second == top or (first < middle and facts[first] <= facts[second]):
            some = facts[first]
            first += 1
        else:
            some = facts[second]
            second += 1
        if merged == top or facts[merged - 1] != some:
            facts[merged] = some
            merged += 1
    for place in range(merged - top):
        facts[begin + place] = facts[top + place]
    memory.at[TOP] = begin + merged - top


def raise_facts(tables: Tables, memory: Memory, begin: int, step: int, back: int) -> None:
    """Take the facts from `begin` on up a step: what they ask of the past before it, and no more; see `answer`."""
    kept = begin
    for place in range(begin, memory.at[TOP]):
        some = raised(tables, memory.facts[place], tables.changes[step], back)
        if some >= 0:
            memory.facts[kept] = some
            kept += 1
    memory.at[TOP] = kept


def raised(tables: Tables, some: int, changes: int, back: int) -> int:
    """What a fact asks of the past before some changes; -1 if nothing."""
    event, times = event_of(some), times_of(some)
    for place in range(number_of_changes(tables, changes)):
        change = change_at(tables, changes, place)
        if change < 0:
            if change == -1 - tables.history[orbit_of(tables, event)]:
                return -1
        elif image_of(tables, change, back) == event:
            times -= 1
    return fact(event, times, is_so(some)) if times > 0 else -1


def number_of_changes(tables: Tables, changes: int) -> int:
    """How many changes there are."""
    if changes >= 0:
        return min(changes, 1)
    return tables.change_first[-changes] - tables.change_first[-1 - changes]


def change_at(tables: Tables, changes: int, place: int) -> int:
    """One of some changes: an event that is added, or -1 minus the number of a history that is forgotten."""
    return changes - 1 if changes > 0 else tables.change[tables.change_first[-1 - changes] + place]


def make_changes(tables: Tables, memory: Memory, changes: int, back: int) -> None:
    """Let a turn on the line change what has happened; `take_back` undoes it, and `back` is as in `answer`."""
    for place in range(number_of_changes(tables, changes)):
        change = change_at(tables, changes, place)
        if change < 0:
            _forget(tables, memory, -1 - change)
        else:
            event = image_of(tables, change, back)
            _set(memory, event, memory.number[event] + 1)
            memory.happened[memory.at[HAPPENED]] = event
            memory.at[HAPPENED] += 1


def take_back(memory: Memory, undone: int, happened: int) -> None:
    """Undo what turns changed since so many events had been noted."""
    for place in range(memory.at[UNDONE] - 1, undone - 1, -1):
        memory.number[memory.undo_event[place]] = memory.undo_count[place]
    memory.at[UNDONE] = undone
    memory.at[HAPPENED] = happened


def _forget(tables: Tables, memory: Memory, history: int) -> None:
    for place in range(memory.at[HAPPENED]):
        event = memory.happened[place]
        if tables.history[orbit_of(tables, event)] == history and memory.number[event] > 0:
            _set(memory, event, 0)


def _set(memory: Memory, event: int, count: int) -> None:
    undone = memory.at[UNDONE]
    memory.undo_event[undone] = event
    memory.undo_count[undone] = memory.number[event]
    memory.at[UNDONE] = undone + 1
    memory.number[event] = count
