"""Searches of a phase: whether Black gets at least so much, and how much that is, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf

import numpy as np

from ...spec.vocabulary import Tally
from .budget import Budget
from .compiled import is_worth_compiling, search_function
from .ends import Further, Scored
from .kernel import ANSWERED, ANY_SCORE, FULL, NEEDS_WORTH, NOT_KNOWN, enter
from .leads import Bounds, Leads
from .memory import (
    BEST,
    ENTRIES,
    GENERATION,
    HAPPENED,
    LIMIT,
    MODE,
    NEEDED,
    NODES,
    NONE,
    NOTHING,
    POOL,
    RETURNED,
    SUCCEEDS,
    TOP,
    UNDONE,
    UNKNOWN,
    WORST,
    Memory,
    empty_memory,
    grown,
)
from .phases import PhaseTables, Standing, in_half_points
from .tables import Numbers


class PhaseSearch:
    """Searches of one phase, which remember what they have proved.

    Args:
        phase: the phase.
        further: tells what the start of the next phase is worth, with no-result at its worst or at its best.
        budget: how long they may go on.
    """

    def __init__(self, phase: PhaseTables, further: Callable[[Further, int], float], budget: Budget) -> None:
        self.phase = phase
        self.budget = budget
        self._further = further
        self._search = search_function(len(phase.machine.nodes))
        self._small = not is_worth_compiling(len(phase.machine.nodes))
        self._memory = self._empty()
        self._told: object = None
        self._worths: Numbers
        self._leads = Leads(0, 1, 0)
        self._latest = 0
        self._known: dict[tuple[Hashable, int], Bounds] = {}

    def _empty(self) -> Memory:
        return empty_memory(len(self.phase.machine.nodes), len(self.phase.tables.history), self._small)

    def bounds(self, standing: Standing, mode: int) -> Bounds:
        """Between which leads the value is known to lie."""
        return self._known.setdefault((_key(standing), mode), Bounds())

    def succeeds(self, standing: Standing, threshold: float, mode: int) -> bool:
        """Whether Black gets at least so much, in half points, from where a game stands.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        known = self.bounds(standing, mode)
        if threshold <= known.least or threshold >= known.less_than:
            return threshold <= known.least
        found = self._decided(standing, int(max(-ANY_SCORE, min(ANY_SCORE, threshold))), mode)
        if found:
            known.least = threshold
        else:
            known.less_than = threshold
        return found

    def value(self, standing: Standing, mode: int) -> float:
        """Black's lead in half points under best play, with no-result at its worst or at its best for Black.

        Infinite, where best play leads to no result.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        leads = self._leads
        near = self._near(standing, mode)
        if self.succeeds(standing, leads.lead(near), mode):
            if (far := self._as_far_as(standing, mode, near, 1)) is None:
                return inf
            least, less_than = far
        else:
            if (far := self._as_far_as(standing, mode, near, -1)) is None:
                return -inf
            less_than, least = far
        while less_than - least > 1:
            middle = (least + less_than) // 2
            if self.succeeds(standing, leads.lead(middle), mode):
                least = middle
            else:
                less_than = middle
        return leads.lead(least)

    def _near(self, standing: Standing, mode: int) -> int:
        """The number of a lead that the value may be near to: its own, if no-result counted the other way."""
        other = self.bounds(standing, WORST + BEST - mode).least
        return self._leads.number(other) if abs(other) < ANY_SCORE else self._latest

    def _as_far_as(self, standing: Standing, mode: int, near: int, direction: int) -> tuple[int, int] | None:
        """The last lead found by ever longer leaps on whose side the value is, and the first one on whose it is not.

        None if the value is beyond all leads, since best play leads to no result.
        """
        leap, asked, is_beyond = 1, False, direction > 0
        while self.succeeds(standing, self._leads.lead(near + leap * direction), mode) is is_beyond:
            near += leap * direction
            leap *= 2
            if not asked and abs(self._leads.lead(near)) > self._leads.usual:
                asked = True
                if self.succeeds(standing, ANY_SCORE * direction, mode) is is_beyond:
                    return None
        return near, near + leap * direction

    def _decided(self, standing: Standing, threshold: int, mode: int) -> bool:
        turns = 0
        while True:
            turns += 1
            found = self._within(standing, threshold, mode, turns)
            if found != UNKNOWN:
                return found == SUCCEEDS

    def _within(self, standing: Standing, threshold: int, mode: int, turns: int) -> int:
        """What a search to so many turns comes to."""
        self._begin(standing, threshold, mode, turns)
        at = self._memory.at
        before = int(at[NODES])
        while True:
            looked = self.budget.next_slice()
            status = self._search(self.phase.tables, self._worths, self._memory, looked)
            self.budget.spent += int(at[NODES]) - before
            before = int(at[NODES])
            if status == ANSWERED:
                return int(at[RETURNED])
            if status == FULL:
                self._memory = grown(self._memory)
                at = self._memory.at
            elif status == NEEDS_WORTH:
                self._find_out(int(at[NEEDED]), mode)

    def _begin(self, standing: Standing, threshold: int, mode: int, turns: int) -> None:
        memory = self._memory
        at = memory.at
        memory.number.fill(0)
        at[[HAPPENED, UNDONE, TOP]] = 0
        at[LIMIT], at[MODE], at[RETURNED] = turns, mode, NOTHING
        at[GENERATION] += 1
        for event in standing.happened:
            memory.number[event] += 1
            memory.happened[at[HAPPENED]] = event
            at[HAPPENED] += 1
        enter(memory, 0, standing.node, threshold)
        memory.undo[0], memory.before[0] = 0, at[HAPPENED]

    def _find_out(self, number: int, mode: int) -> None:
        end = self.phase.ends[number]
        assert isinstance(end, Further), "what ends with a score are worth is known from the start"
        found = self._further(end, mode)
        self._worths[mode, number] = int(max(-ANY_SCORE, min(ANY_SCORE, found)))

    def _prepare(self, tally: Tally) -> None:
        """Tell what the ends are worth in a game with such a tally; what was proved of other games is forgotten."""
        told = (tally.second_cleanup_start, tuple(tally.placed.values()), tally.handicap)
        if told == self._told:
            return
        self._told = told
        self._memory.head.fill(NONE)
        self._memory.at[[ENTRIES, POOL]] = 0
        self._known.clear()
        scored = [
            in_half_points(end.lead(tally).number) if isinstance(end, Scored) else NOT_KNOWN for end in self.phase.ends
        ]
        self._worths = np.array([scored, scored], np.int32)
        self._leads = Leads.of([some for some in scored if some != NOT_KNOWN], NOT_KNOWN in scored, self.phase)
        self._latest = 0


def _key(standing: Standing) -> Hashable:
    return standing.node, standing.happened
