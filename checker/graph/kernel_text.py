"""The text of the table in which situations are found by their codes.

It has 32-bit entries: the lower bits of one are the number of a situation, counted from 1, and the others a mark of its
code, so that few codes are looked at in vain. The code itself is always compared in full.
"""

from __future__ import annotations

from ..phase.text import KINDS, NAMES

TABLE = """
def bits_of_numbers(table):
    # The bits of an entry that are a number: no number is greater than how many places there are.
    bits = word(table.shape[0])
    for shift in (1, 2, 4, 8, 16):
        bits |= bits >> word(shift)
    return bits


def mixed(code):
    some = code * word(0x9E3779B97F4A7C15)
    return (some ^ (some >> word(32))) * word(0xD6E8FEB86659FD93)


def place_in(table, nodes, code):
    # Where a code stands in the table, or has room, and the mark that goes with it.
    some = mixed(code)
    numbers = bits_of_numbers(table)
    places = word(table.shape[0])
    mark = (some >> word(32)) & ~numbers
    place = ((some & word(0xFFFFFFFF)) * places) >> word(32)
    while True:
        entry = word(table[place])
        if entry == word(0):
            return place, mark
        if entry & ~numbers == mark and nodes[(entry & numbers) - word(1)] == code:
            return place, mark
        place += word(1)
        if place == places:
            place = word(0)


def look_ahead(codes, found, table, nodes, seen):
    # Look at the places of many codes at once, so that memory is waited for once and not for each of them.
    numbers = bits_of_numbers(table)
    places = word(table.shape[0])
    for index in range(found):
        seen[index] = ((mixed(codes[index]) & word(0xFFFFFFFF)) * places) >> word(32)
    for index in range(found):
        seen[index] = word(table[seen[index]]) & numbers
    for index in range(found):
        if seen[index] != word(0):
            seen[index] = nodes[seen[index] - word(1)]


def put_in(table, nodes, size):
    for index in range(size):
        place, mark = place_in(table, nodes, nodes[index])
        table[place] = mark | word(index + 1)
"""


EXPLORING = """
def expand(first, end, size, most, nodes, table, tables, swapping, counted):
    # Take every turn from some nodes, and note what is new, as long as there is room; the node at which it ran out.
    reached = empty({most_turns}, word)
    of_kind = empty({kinds}, number)
    of_kind[{on_stones}] = 0
    of_kind[{made_legal}] = 0
    of_kind[{both}] = 0
    codes = empty({at_once}, word)
    orbits = empty({at_once}, number)
    seen = empty({at_once}, word)
    order = tables.shape[0] * 2 if swapping else tables.shape[0]
    while first < end and size + {at_once} <= most:
        found = 0
        while first < end and found + {most_turns} <= {at_once}:
            turns = turns_from(nodes[first], reached, of_kind)
            least, ways = standing_for(nodes[first], tables, swapping)
            counted[{moves}] += of_kind[{moves}] * (order // ways)
            counted[{unblocks}] += of_kind[{unblocks}] * (order // ways)
            counted[{on_stones}] |= of_kind[{on_stones}]
            counted[{made_legal}] |= of_kind[{made_legal}]
            counted[{both}] |= of_kind[{both}]
            for turn in range(turns):
                codes[found], ways = standing_for(reached[turn], tables, swapping)
                orbits[found] = order // ways
                found += 1
            first += 1
        look_ahead(codes, found, table, nodes, seen)
        for index in range(found):
            place, mark = place_in(table, nodes, codes[index])
            if table[place] == 0:
                nodes[size] = codes[index]
                size += 1
                table[place] = mark | word(size)
                counted[{passes}] += orbits[index]
    return first, size


def edges(first, size, nodes, kind, table, tables, swapping, ends, targets):
    # The numbers of those that turns of a kind lead to, in ascending order and each once, node by node as long as there
    # is room; the node at which it ran out.
    reached = empty({most_turns}, word)
    of_kind = empty({kinds}, number)
    numbers = bits_of_numbers(table)
    for index in range(first, nodes.shape[0]):
        if size + {most_turns} > targets.shape[0]:
            return index, size
        turns_from(nodes[index], reached, of_kind)
        start = size
        before = 0
        if kind != {moves}:
            before += of_kind[{moves}]
        if kind == {passes}:
            before += of_kind[{unblocks}]
        for turn in range(before, before + of_kind[kind]):
            least, ways = standing_for(reached[turn], tables, swapping)
            place, mark = place_in(table, nodes, least)
            target = number((word(table[place]) & numbers) - word(1))
            at = size
            while at > start and targets[at - 1] > target:
                at -= 1
            if at == start or targets[at - 1] != target:
                for other in range(size, at, -1):
                    targets[other] = targets[other - 1]
                targets[at] = target
                size += 1
        ends[index + 1] = size
    return nodes.shape[0], size
"""
CYCLES = """
def numbers_reached(code, kinds, nodes, table, tables, swapping, reached, of_kind, targets):
    # The numbers of what turns of some kinds lead to; and how many.
    turns_from(code, reached, of_kind)
    first = 0
    found = 0
    for kind in ({moves}, {unblocks}, {passes}):
        if kinds[kind]:
            for turn in range(first, first + of_kind[kind]):
                reached[found], ways = standing_for(reached[turn], tables, swapping)
                found += 1
        first += of_kind[kind]
    numbers = bits_of_numbers(table)
    for turn in range(found):
        place, mark = place_in(table, nodes, reached[turn])
        targets[turn] = number((word(table[place]) & numbers) - word(1))
    return found


def enter(node, state, kinds, nodes, table, tables, swapping, order, both, waiting, cyclic, reached, of_kind, targets):
    order[node] = state[{entered}]
    state[{entered}] += 1
    both[state[{path}]] = node
    state[{path}] += 1
    size = state[{waiting}]
    waiting[size] = -1
    size += 1
    for turn in range(
        numbers_reached(nodes[node], kinds, nodes, table, tables, swapping, reached, of_kind, targets)
    ):
        target = targets[turn]
        if target == node:
            cyclic[node] = True
        elif order[target] == 0:
            waiting[size] = target
            size += 1
        else:
            lower(node, order[target], state, order, both)
    state[{waiting}] = size


def lower(node, other, state, order, both):
    # The last node of the path leads back to an earlier one.
    if other < order[node]:
        order[node] = other
        both[state[{path}] - 1] = ~node


def leave(node, is_first, state, order, both, cyclic):
    # A node to which all turns have been followed; the first one of its component takes the others with it.
    if not is_first:
        state[{aside}] += 1
        both[both.shape[0] - state[{aside}]] = node
        return
    state[{entered}] -= 1
    while state[{aside}] > 0:
        other = both[both.shape[0] - state[{aside}]]
        if order[other] < order[node]:
            break
        state[{aside}] -= 1
        state[{entered}] -= 1
        order[other] = {done}
        cyclic[other] = True
        cyclic[node] = True
    order[node] = {done}


def find_cycles(steps, state, kinds, nodes, table, tables, swapping, order, both, waiting, cyclic):
    # Tarjan's components in the form that D. J. Pearce has given them, step by step; whether it has come to the end.
    reached = empty({most_turns}, word)
    of_kind = empty({kinds}, number)
    targets = empty({most_turns}, number)
    for step in range(steps):
        if state[{waiting}] + {most_turns} + 1 > waiting.shape[0]:
            return False
        if state[{path}] == 0:
            while state[{start}] < nodes.shape[0] and order[state[{start}]] != 0:
                state[{start}] += 1
            if state[{start}] == nodes.shape[0]:
                return True
            following = state[{start}]
        else:
            state[{waiting}] -= 1
            following = number(waiting[state[{waiting}]])
            last = number(both[state[{path}] - 1])
            is_first = last >= 0
            node = last if is_first else ~last
            if following < 0:
                state[{path}] -= 1
                leave(node, is_first, state, order, both, cyclic)
                if state[{path}] > 0:
                    last = number(both[state[{path}] - 1])
                    lower(last if last >= 0 else ~last, order[node], state, order, both)
                continue
            if order[following] != 0:
                lower(node, order[following], state, order, both)
                continue
        enter(
            following, state, kinds, nodes, table, tables, swapping, order, both, waiting, cyclic,
            reached, of_kind, targets,
        )
    return False
"""
ENTERED, PATH, ASIDE, WAITING, START = range(5)
DONE = (1 << 32) - 1
NODES_AT_ONCE = 8


def text_of_graphs(points: int) -> str:
    """The functions that number what is found on a board of so many points, and tell what is on cycles, for numba."""
    places = {"entered": ENTERED, "path": PATH, "aside": ASIDE, "waiting": WAITING, "start": START}
    told = {
        **NAMES,
        **places,
        "done": DONE,
        "most_turns": most_turns(points),
        "at_once": codes_at_once(points),
        "kinds": len(KINDS),
    }
    return "\n\n".join(text.format(**told) for text in (TABLE, EXPLORING, CYCLES))


def most_turns(points: int) -> int:
    """No situation on a board of so many points has more turns: moves, unblock actions and a pass."""
    return 2 * points + 1


def codes_at_once(points: int) -> int:
    """How many codes are looked up at once, so many that there need be room for as many new ones."""
    return NODES_AT_ONCE * most_turns(points)
