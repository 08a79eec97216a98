"""Whether every game of a phase ends, as far as its tables tell.

Under superko a move is forbidden once what it makes has stood, so that each is made but once. Only passes are left,
and they don't go round. Under simple ko a move ends the game without result once what it makes has stood twice. A pass
makes that forgotten; but a pass ends the phase where the same player has passed before on the same board, so that
there are only so many passes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ..phase.many import Numbers, blocks, in_parallel
from ..phase.tables import (
    FORBIDDEN,
    GOES_ON,
    NOWHERE,
    Tables,
    effect_of_one_event,
    history_forgotten,
    list_of_effect,
    of_steps,
    settled,
)
from .conditions import orbit_of

# Steps that nothing limits are passes, or moves that take no stones, and there are no more of these in a row.
MOST_IN_A_ROW = 100


def surely_ends(tables: Tables) -> bool:
    """Whether every game ends, wherever it starts and whatever has happened before.

    A step after which the game can't go on once what it adds has happened so often is taken only so often, as long as
    that is not forgotten; and what only such steps make forgotten is forgotten only so often. If the steps that are
    left never go round, there are only so many of them between these.

    >>> from superko.checker.solving.budget import Budget
    >>> from superko.checker.solving.solver import Solver
    >>> from superko.interpreter.game import Game
    >>> from superko.spec.rules import Rules
    >>> without_a_ban = Rules().dropping("katago-v2/main/legal-superko")
    >>> solvers = (Solver([Game.start(rules, 2, 1)], Budget()) for rules in (Rules(), without_a_ban))
    >>> [surely_ends(solver.tables[0]) for solver in solvers]
    [True, False]
    """
    every_step = [*blocks(len(tables.after))]
    limiting, forgotten = (
        np.concatenate([np.zeros(0, np.uint8), *in_parallel(bits_of_steps, every_step)])
        for bits_of_steps in (partial(_limiting, tables), partial(_forgotten, tables, _forgotten_by_lists(tables)))
    )
    goes_on = (np.asarray(tables.after) != NOWHERE) & (of_steps(tables.forbidden, slice(None)) != settled(FORBIDDEN))
    is_left, before = goes_on, None
    while (again := int(np.bitwise_or.reduce(forgotten[is_left], initial=0))) != before:
        is_left, before = goes_on & (limiting & ~np.uint8(again) == 0), again
    return _never_go_round(tables, np.flatnonzero(is_left))


def _never_go_round(tables: Tables, steps: Numbers) -> bool:
    """Whether no path of such steps comes back to a node, or is too long to tell."""
    origin = np.searchsorted(np.asarray(tables.first), steps, side="right") - 1
    target = np.asarray(tables.after)[steps]
    goes_on = np.zeros(len(tables.mover), np.bool_)
    for _ in range(MOST_IN_A_ROW):
        if not len(origin):
            return True
        goes_on[:] = False
        goes_on[origin] = True
        still = goes_on[target]
        origin, target = origin[still], target[still]
    return False


def _limiting(tables: Tables, steps: slice) -> Any:
    """For each of some steps, in bits, the histories of which what it adds keeps the game from going on after it."""
    effects = np.asarray(tables.effect)[steps]
    limiting = np.zeros(len(effects), np.uint8)
    for column in (tables.forbidden, tables.ended):
        guards: Any = np.broadcast_to(of_steps(column, steps), len(effects))
        asking = np.flatnonzero(guards >= 0)
        guards = guards[asking]
        while len(asking):
            asked, yes, no = (np.asarray(answers)[guards] for answers in (tables.asked, tables.yes, tables.no))
            stops = (yes < 0) & (yes != settled(GOES_ON))
            limits = stops & _adds(tables, effects[asking], asked)
            limiting[asking[limits]] |= _as_bits(np.asarray(tables.history)[orbit_of(tables, asked[limits])])
            asks_on = stops & (no >= 0)
            asking, guards = asking[asks_on], no[asks_on]
    return limiting


def _adds(tables: Tables, effects: Any, events: Any) -> Any:
    """Whether each of some effects adds an event."""
    added = effects == effect_of_one_event(events)
    lists = np.flatnonzero(effects < 0)
    number = list_of_effect(effects[lists])
    begin, end = (np.asarray(tables.list_first)[number + more] for more in (0, 1))
    for place in range(int((end - begin).max(initial=0))):
        added[lists] |= np.asarray(tables.change)[np.minimum(begin + place, end - 1)] == events[lists]
    return added


def _forgotten_by_lists(tables: Tables) -> Any:
    """For each list of changes, in bits, the histories that it makes forgotten."""
    change = np.asarray(tables.change)
    forgotten = np.where(change < 0, _as_bits(np.maximum(history_forgotten(change), 0)), np.uint8(0))
    return np.bitwise_or.reduceat(np.append(forgotten, np.uint8(0)), np.asarray(tables.list_first)[:-1])


def _forgotten(tables: Tables, by_lists: Any, steps: slice) -> Any:
    """For each of some steps, in bits, the histories that it makes forgotten."""
    effects = np.asarray(tables.effect)[steps]
    forgotten = np.zeros(len(effects), np.uint8)
    lists = np.flatnonzero(effects < 0)
    forgotten[lists] = by_lists[list_of_effect(effects[lists])]
    return forgotten


def _as_bits(histories: Any) -> Any:
    return np.left_shift(np.uint8(1), histories.astype(np.uint8))
