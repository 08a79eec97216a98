"""The search: whether Black gets a lead, depth first, to a number of turns, with answers and without guesses.

At every node there are three answers: Black succeeds, Black fails, or neither was found within the turns. The player
whose turn it is needs one step that wins, and keeps what it asked; for the other answer all legal steps must lose, and
what made the others illegal is kept. One of the two answers is sought at a time, so that the search turns back as soon
as a step of the player who is against it fails. The search stops after a number of nodes, and goes on where it stopped.

Under superko the value of a node depends on how a game came there: that is the graph-history interaction (A. J. Palay,
*Searching with Probabilities*, 1983; M. Campbell, *The graph-history interaction*, 1985). A. Kishimoto and M. Müller
(*A general solution to the graph history interaction problem*, AAAI 2004) keep a proof with the path that it was found
on, and check it on another; here a transposition entry keeps the conditions on the past that its proof has used.
"""

from __future__ import annotations

from ..phase.tables import FIRST_END, GOES_ON, NO_RESULT, Tables, of_step
from .bounds import StaticBounds, asked_of_node, mode_at_node, surely
from .conditions import (
    answer,
    is_forbidden,
    make_changes,
    merge,
    raise_conditions,
    rely_on_these_alone,
    take_back,
)
from .entries import mark_open, question, remember, remembered, was_open
from .state import ANY_SCORE, BEST, FAILS, NONE, NOTHING, ROOM, SUCCEEDS, UNKNOWN, SearchState

ANSWERED, PAUSED, FULL, ASKS_OF_END = range(4)


def search(tables: Tables, static: StaticBounds, state: SearchState, nodes: int) -> int:
    """Go on with a search until it has an answer, has looked at enough nodes, or needs something; why it stopped."""
    end = state.nodes[0] + nodes
    while state.line.depth[0] >= 0:
        if state.result[0] != NOTHING:
            take_up(tables, static, state)
        elif state.nodes[0] >= end:
            return PAUSED
        elif is_full(state):
            return FULL
        elif not take_a_step(tables, static, state):
            return ASKS_OF_END
    return ANSWERED


def is_full(state: SearchState) -> bool:
    """Whether there is too little space to go on."""
    line, past, conditions, entries = state.line, state.past, state.conditions, state.entries
    return (
        line.depth[0] + 4 >= len(line.node)
        or 2 * conditions.top[0] + ROOM >= len(conditions.numbers)
        or past.undone[0] + ROOM >= len(past.undo_event)
        or past.happened[0] + ROOM >= len(past.event)
        or entries.size[0] + ROOM >= len(entries.earlier)
        or entries.pool_size[0] + ROOM >= len(entries.pool)
    )


def take_a_step(tables: Tables, static: StaticBounds, state: SearchState) -> bool:
    """Try the next step at the end of the line; False if it needs to know whether an end pays enough."""
    line, past, conditions = state.line, state.past, state.conditions
    depth = line.depth[0]
    turned = line.turned[depth]
    back = tables.inverse[turned]
    step = next_step(tables, state, depth)
    if step == NONE:
        go_back(tables, static, state, UNKNOWN if line.is_open[depth] else 1 - mover(tables, state, depth))
        return True
    if is_forbidden(tables, past, conditions, NONE, step, back):
        if not line.is_open[depth]:
            is_forbidden(tables, past, conditions, line.base[depth], step, back)
        return True
    line.step[depth] = step
    line.base[depth + 1] = conditions.top[0]
    comes_to = answer(tables, past, conditions, NONE, tables.ended[step], back)
    if comes_to == GOES_ON:
        go_on(tables, static, state, depth, step)
        return True
    if comes_to == NO_RESULT:
        state.result[0] = SUCCEEDS if state.mode[0] == BEST else FAILS
        return True
    swapped = tables.swaps[turned]
    end, mode = comes_to - FIRST_END, mode_at_node(static, state.mode[0], swapped)
    asked = asked_of_node(static, further_threshold(tables, state, depth, step), swapped)
    if static.end_least[mode, end] < asked <= static.end_most[mode, end]:
        state.needed[0], state.needed[1], state.needed[2] = end, mode, asked
        line.tried[depth] -= 1
        return False
    state.result[0] = (SUCCEEDS if asked <= static.end_least[mode, end] else FAILS) ^ swapped
    return True


def mover(tables: Tables, state: SearchState, depth: int) -> int:
    """Who takes the turn at a depth, as colors lie on the line: 1 for Black, whom the search is about, 0 for White."""
    return tables.mover[state.line.node[depth]] ^ tables.swaps[state.line.turned[depth]]


def next_step(tables: Tables, state: SearchState, depth: int) -> int:
    """The next step to be tried at a depth: first the preferred one, then the others in order; NONE after the last."""
    line = state.line
    node, tried, preferred = line.node[depth], line.tried[depth], line.preferred[depth]
    first = tables.first[node]
    if tried >= tables.first[node + 1] - first:
        return NONE
    line.tried[depth] = tried + 1
    if preferred == NONE or tried > preferred:
        return first + tried
    return first + (preferred if tried == 0 else tried - 1)


def further_threshold(tables: Tables, state: SearchState, depth: int, step: int) -> int:
    """How much Black must still get after a step, as colors lie on the line."""
    threshold, shift = state.line.threshold[depth], of_step(tables.shift, step)
    if threshold <= -ANY_SCORE or threshold >= ANY_SCORE:
        return threshold
    return threshold + shift if tables.swaps[state.line.turned[depth]] else threshold - shift


def go_on(tables: Tables, static: StaticBounds, state: SearchState, depth: int, step: int) -> None:
    """Take a step after which the game goes on, unless its answer is known."""
    line, past = state.line, state.past
    node, turned = tables.after[step], tables.composed[line.turned[depth], tables.turned[step]]
    threshold, swapped = further_threshold(tables, state, depth, step), tables.swaps[turned]
    asked, mode = asked_of_node(static, threshold, swapped), mode_at_node(static, state.mode[0], swapped)
    state.nodes[0] += 1
    result = surely(static, mode, node, asked)
    if result != NOTHING:
        state.result[0] = result ^ swapped
        return
    undone, happened = past.undone[0], past.happened[0]
    make_changes(tables, past, tables.effect[step], tables.inverse[line.turned[depth]])
    result = remembered(tables, past, state.conditions, state.entries, node, asked, mode, tables.inverse[turned])
    turns = state.turns[0] - depth - 1
    if result != NOTHING:
        result ^= swapped
    elif turns <= 0 or was_open(
        state.unanswered, question(line, depth, state.lookback[0], node, swapped, threshold), turns
    ):
        result = UNKNOWN
    if result != NOTHING:
        take_back(past, undone, happened)
        state.result[0] = result
        return
    enter(state, depth + 1, node, turned, threshold)
    line.undo[depth + 1] = undone
    line.happened[depth + 1] = happened


def enter(state: SearchState, depth: int, node: int, turned: int, threshold: int) -> None:
    """Begin to look at a node at a depth."""
    line = state.line
    line.node[depth] = node
    line.turned[depth] = turned
    line.threshold[depth] = threshold
    line.tried[depth] = 0
    line.preferred[depth] = state.hint[node]
    line.is_open[depth] = 0
    line.base[depth] = state.conditions.top[0]
    line.depth[0] = depth


def take_up(tables: Tables, static: StaticBounds, state: SearchState) -> None:
    """Draw the conclusion from the answer of the step at the end of the line."""
    line, past, conditions = state.line, state.past, state.conditions
    depth, result = line.depth[0], state.result[0]
    state.result[0] = NOTHING
    step, base, begin = line.step[depth], line.base[depth], line.base[depth + 1]
    back = tables.inverse[line.turned[depth]]
    if result == mover(tables, state, depth):
        raise_conditions(tables, conditions, begin, tables.effect[step], back)
        rely_on_these_alone(conditions, base, begin)
        is_forbidden(tables, past, conditions, base, step, back)
        answer(tables, past, conditions, base, tables.ended[step], back)
        node = line.node[depth]
        state.hint[node] = step - tables.first[node]
        go_back(tables, static, state, result)
    elif result == UNKNOWN and mover(tables, state, depth) != state.sought[0]:
        go_back(tables, static, state, UNKNOWN)
    elif result == UNKNOWN or line.is_open[depth]:
        conditions.top[0] = base
        line.is_open[depth] = 1
    else:
        raise_conditions(tables, conditions, begin, tables.effect[step], back)
        merge(conditions, base, begin)
        answer(tables, past, conditions, base, tables.ended[step], back)


def go_back(tables: Tables, static: StaticBounds, state: SearchState, result: int) -> None:
    """Leave the last node of the line with an answer, which is remembered, or with none."""
    line = state.line
    depth = line.depth[0]
    node, turned, threshold = line.node[depth], line.turned[depth], line.threshold[depth]
    swapped = tables.swaps[turned]
    if result == UNKNOWN:
        asked = question(line, depth - 1, state.lookback[0], node, swapped, threshold)
        mark_open(state.unanswered, asked, state.turns[0] - depth)
    else:
        asked, mode = asked_of_node(static, threshold, swapped), mode_at_node(static, state.mode[0], swapped)
        remember(tables, state.conditions, state.entries, line.base[depth], node, turned, asked, mode, result ^ swapped)
    take_back(state.past, line.undo[depth], line.happened[depth])
    line.depth[0] = depth - 1
    state.result[0] = result


assert (FAILS, SUCCEEDS) == (0, 1), "the same numbers say who takes the turn"
