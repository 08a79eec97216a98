"""Whether every game of a phase ends, as far as its tables show.

Under superko a move is forbidden once what it makes has stood, so that each is made but once. Only passes are left, and
they don't go round. Under simple ko a move ends the game without result once what it makes has stood twice. A pass
makes that forgotten; but a pass ends the phase where the same player has passed before on the same board, so that the
passes are limited in number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..phase.dependence import HISTORIES
from ..phase.many import blocks, distinct, in_parallel
from ..phase.symmetry import Packed
from ..phase.tables import (
    GOES_ON,
    NOWHERE,
    Tables,
    effect_of_one_event,
    event_added,
    history_forgotten,
    is_of_new_event,
    leaf,
    list_of_effect,
    of_steps,
)
from .bounds import not_always_forbidden
from .conditions import orbit_of

# How many sets of histories there are, in bits; one bit more is for a step after which no game goes on.
SETS_OF_HISTORIES = 1 << len(HISTORIES)
LEADS_NOWHERE = np.uint8(SETS_OF_HISTORIES)
STEPS_AT_ONCE = 1 << 20
# Steps that nothing limits are passes, or moves that take no stones, and there are no more of these in a row.
MOST_IN_A_ROW = 100


def proves_termination(tables: Tables) -> bool:
    """Whether every game ends, wherever it starts and whatever has happened before.

    A step after which the game can't go on once what it adds has happened a number of times is taken finitely often, as
    long as that is not forgotten; and what only such steps make forgotten is forgotten finitely often. If the steps
    that are left never go round, there are finitely many of them between these.

    >>> from superko.checker.solving.budget import Budget
    >>> from superko.checker.solving.solver import Solver
    >>> from superko.interpreter.game import Game
    >>> from superko.spec.rules import Rules
    >>> without_a_ban = Rules().dropping("katago-v2/main/legal-superko")
    >>> solvers = (Solver([Game(rules, (2, 1))], Budget()) for rules in (Rules(), without_a_ban))
    >>> [proves_termination(solver.tables[0]) for solver in solvers]
    [True, False]
    """
    limiting, change = np.empty(len(tables.after), np.uint8), np.asarray(tables.change)
    # For each list of changes, in bits, the histories that it makes forgotten.
    by_changes = np.where(change < 0, _as_bits(np.maximum(history_forgotten(change), 0)), np.uint8(0))
    by_lists = np.bitwise_or.reduceat(np.append(by_changes, np.uint8(0)), np.asarray(tables.list_first)[:-1])

    def forgotten_by_limits(steps: slice) -> Any:
        """For each set of histories that may limit a step, in bits, what such steps make forgotten."""
        limits, effects = _limiting(tables, steps), np.asarray(tables.effect)[steps]
        forgotten, lists = np.zeros(len(effects), np.uint8), np.flatnonzero(effects < 0)
        forgotten[lists] = by_lists[list_of_effect(effects[lists])]
        goes_on = (np.asarray(tables.after)[steps] != NOWHERE) & not_always_forbidden(tables, steps)
        limiting[steps] = np.where(goes_on, limits, LEADS_NOWHERE)
        of_limits = np.zeros(SETS_OF_HISTORIES, np.uint8)
        for limit in distinct(limits):
            of_limits[limit] = np.bitwise_or.reduce(forgotten[goes_on & (limits == limit)], initial=0)
        return of_limits

    every_step = blocks(len(limiting), STEPS_AT_ONCE)
    of_limits = np.bitwise_or.reduce([*in_parallel(forgotten_by_limits, every_step)])
    again, before = int(np.bitwise_or.reduce(of_limits)), None
    while again != before:
        is_left = np.arange(SETS_OF_HISTORIES, dtype=np.uint8) & ~np.uint8(again) == 0
        again, before = int(np.bitwise_or.reduce(of_limits[is_left])), again
    return _never_go_round(tables, np.flatnonzero(limiting & ~np.uint8(again) == 0).astype(np.int32))


def _never_go_round(tables: Tables, steps: Packed) -> bool:
    """Whether no path of such steps comes back to a node, or is too long to be known."""
    origin = (np.searchsorted(np.asarray(tables.first), steps, side="right") - 1).astype(np.int32)
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
    once = np.flatnonzero(is_of_new_event(effects))
    limiting[once] = _as_bits(np.asarray(tables.history)[orbit_of(tables, event_added(effects[once]))])
    for column in (tables.forbidden, tables.ended):
        guards: Any = np.broadcast_to(of_steps(column, steps), len(effects))
        asking = np.flatnonzero(guards >= 0)
        guards = guards[asking]
        while len(asking):
            asked, yes, no = (np.asarray(answers)[guards] for answers in (tables.asked, tables.yes, tables.no))
            stops = (yes < 0) & (yes != leaf(GOES_ON))
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


def _as_bits(histories: Any) -> Any:
    return np.left_shift(np.uint8(1), histories.astype(np.uint8))
