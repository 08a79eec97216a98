"""The text around the programs of one turn: every turn from a code, the code that stands for its images, and a table.

Numbers of situations are found in a table of 32-bit entries: the lower bits of one are a number, counted from 1, and
the others a mark of the code, so that few codes are looked at in vain. The code itself is always compared in full.
"""

from __future__ import annotations

from ...interpreter.compiled.texts import PythonText
from ...spec.algebra import Color
from ...spec.algebra.emitting.program import Program
from ...spec.vocabulary import Phase
from .steps import StepPrograms, name_of

POINTS_OF_A_TABLE = 8
MOST_KINDS_OF_TURNS = 2
PASSES, MOVES, UNBLOCKS, ON_STONES = range(4)

TURNS = """
def turns_of_{player}(black, white, further, reached, of_kind):
    # The codes that turns lead to: those of moves, then of unblock actions, then of a pass; and how many of each.
    left = {where_to_move}
    found = 0
    while left != word(0):
        point = left & (~left + word(1))
        left ^= point
        legal, after = {move}(black, white, further, point)
        if legal:
            reached[found] = after
            found += 1
    of_kind[{moves}] = found
    of_kind[{unblocks}] = 0
    of_kind[{passes}] = 0
{unblocking}{passing}{checking}
    return found
"""
UNBLOCKING = """
    left = {stones}(black, white, further) & word({where_to_unblock})
    while left != word(0):
        point = left & (~left + word(1))
        left ^= point
        reached[found] = {unblock}(black, white, further, point)
        found += 1
    of_kind[{unblocks}] = found - of_kind[{moves}]
"""
PASSING = """
    reached[found] = {a_pass}(black, white, further)
    found += 1
    of_kind[{passes}] = 1
"""
CHECKING = """
    if {moves_on_stones}(black, white, further) != word(0):
        of_kind[{on_stones}] = 1
"""
CODES = """
def turns_from(code, reached, of_kind):
    black = code & word({points})
    white = (code >> word({size})) & word({points})
    further = (code >> word({twice})) & word({points})
    if code >> word({thrice}) == word(0):
        return turns_of_black(black, white, further, reached, of_kind)
    return turns_of_white(black, white, further, reached, of_kind)


def turned(points, tables, symmetry):
    return {turned}


def standing_for(code, tables, swapping):
    # The least code among the images of a code, and how many ways take it there.
    if swapping and code >> word({thrice}) != word(0):
        swapped = ((code >> word({size})) & word({points})) | ((code & word({points})) << word({size}))
        code = swapped | (code & (word({points}) << word({twice})))
    black = code & word({points})
    white = (code >> word({size})) & word({points})
    further = (code >> word({twice})) & word({points})
    to_play = (code >> word({thrice})) << word({thrice})
    least = code
    ways = 1
    for symmetry in range(1, tables.shape[0]):
        upper = turned(white, tables, symmetry) << word({size})
        if further != word(0):
            upper |= turned(further, tables, symmetry) << word({twice})
        upper |= to_play
        if upper >> word({size}) <= least >> word({size}):
            image = upper | turned(black, tables, symmetry)
            if image < least:
                least = image
                ways = 1
            elif image == least:
                ways += 1
    return least, ways


def bits_of_numbers(table):
    # The bits of an entry that are a number: no number is greater than how many places there are.
    bits = word(table.shape[0])
    for shift in (1, 2, 4, 8, 16):
        bits |= bits >> word(shift)
    return bits


def place_in(table, nodes, code):
    # Where a code stands in the table, or has room, and the mark that goes with it.
    mixed = code * word(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> word(32))) * word(0xD6E8FEB86659FD93)
    numbers = bits_of_numbers(table)
    places = word(table.shape[0])
    mark = (mixed >> word(32)) & ~numbers
    place = ((mixed & word(0xFFFFFFFF)) * places) >> word(32)
    while True:
        entry = word(table[place])
        if entry == word(0):
            return place, mark
        if entry & ~numbers == mark and nodes[(entry & numbers) - word(1)] == code:
            return place, mark
        place += word(1)
        if place == places:
            place = word(0)


def put_in(table, nodes, size):
    for index in range(size):
        place, mark = place_in(table, nodes, nodes[index])
        table[place] = mark | word(index + 1)


def expand(first, end, size, most, nodes, table, tables, swapping, counted):
    # Take every turn from some nodes, and note what is new, as long as there is room; the node at which it ran out.
    reached = empty({most_turns}, word)
    of_kind = empty(4, number)
    of_kind[{on_stones}] = 0
    order = tables.shape[0] * 2 if swapping else tables.shape[0]
    for index in range(first, end):
        if size + {most_turns} > most:
            return index, size
        code = nodes[index]
        found = turns_from(code, reached, of_kind)
        least, ways = standing_for(code, tables, swapping)
        counted[{moves}] += of_kind[{moves}] * (order // ways)
        counted[{unblocks}] += of_kind[{unblocks}] * (order // ways)
        counted[{on_stones}] |= of_kind[{on_stones}]
        for turn in range(found):
            least, ways = standing_for(reached[turn], tables, swapping)
            place, mark = place_in(table, nodes, least)
            if table[place] == 0:
                nodes[size] = least
                size += 1
                table[place] = mark | word(size)
                counted[{passes}] += order // ways
    return end, size


def sizes_of_orbits(nodes, tables, swapping, sizes):
    order = tables.shape[0] * 2 if swapping else tables.shape[0]
    for index in range(nodes.shape[0]):
        least, ways = standing_for(nodes[index], tables, swapping)
        sizes[index] = order // ways


def edges(first, size, nodes, kind, table, tables, swapping, ends, targets):
    # The numbers of those that turns of a kind lead to, in ascending order and each once, node by node as long as there
    # is room; the node at which it ran out.
    reached = empty({most_turns}, word)
    of_kind = empty(4, number)
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


def text_of_steps(programs: StepPrograms, may_pass: bool, where_to_move: int, where_to_unblock: int) -> str:
    """The functions that follow every turn from codes and number what is found, for numba.

    Args:
        programs: what one turn does.
        may_pass: whether passing is a turn.
        where_to_move: the points at which there are moves.
        where_to_unblock: the points at which there are unblock actions.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    found = {program.name: program for program in programs.all()}
    called = dict.fromkeys(other for program in found.values() for other in program.calls)
    texts = [PythonText().alone(program) for program in (*called, *found.values())]
    size, everywhere = programs.grid.size, programs.grid.everywhere
    kinds = {"moves": MOVES, "unblocks": UNBLOCKS, "passes": PASSES, "on_stones": ON_STONES}
    empty = f"~(black | white) & word({everywhere & where_to_move})"
    for player in Color:
        names = {what.replace(" ", "_"): name_of(what, player) for what in ("move", "unblock", "moves_on_stones")}
        names |= {"a_pass": name_of("pass", player), "stones": name_of("stones_to_unblock", player)}
        told = {**kinds, **names, "where_to_unblock": where_to_unblock}
        texts.append(
            TURNS.format(
                **told,
                player=player.name.lower(),
                where_to_move=empty + (" & ~further" if programs.phase is Phase.MAIN else ""),
                unblocking=_if(names["stones"], found, UNBLOCKING).format(**told),
                passing=PASSING.format(**told) if may_pass else "",
                checking=_if(names["moves_on_stones"], found, CHECKING).format(**told),
            )
        )
    parts = range(0, size, POINTS_OF_A_TABLE)
    within = (1 << POINTS_OF_A_TABLE) - 1
    turned = " | ".join(
        f"tables[symmetry, {p // POINTS_OF_A_TABLE}, (points >> word({p})) & word({within})]" for p in parts
    )
    sizes = {"size": size, "twice": 2 * size, "thrice": 3 * size, "points": everywhere}
    return "\n\n".join(
        [*texts, CODES.format(**kinds, **sizes, turned=turned, most_turns=MOST_KINDS_OF_TURNS * size + 1)]
    )


def _if(name: str, found: dict[str, Program], text: str) -> str:
    return text if name in found else ""
