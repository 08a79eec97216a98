"""Searches of a phase: whether Black gets at least so much, and how much that is, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from math import ceil, inf

import numpy as np

from ...spec.vocabulary import Record, Tally
from ..phase.tables import ANY_SCORE, NO_RESULT, NOT_KNOWN, PhaseToSearch, PlaceInPhase
from .bounds import Bounds, LeadRange, Prospects, assured, nothing_assured, value_by_thresholds
from .budget import Budget
from .compiled import WORTH_COMPILING_AFTER, is_worth_compiling, search_function
from .entries import has_too_many_proofs, let_go
from .kernel import ANSWERED, FULL, NEEDS_WORTH, enter
from .state import (
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

# How many turns for each that there is to choose from a search goes at first, and how many times as deep after that.
TURNS_FOR_EACH_CHOICE = 1.6
DEEPER = 2
# So many steps can be gone through for bounds, in all rounds, while a search looks at one node.
STEPS_FOR_EACH_NODE = 8


class PhaseSearch:
    """Searches of one phase, which remember what they have proved.

    Args:
        phase: the phase.
        further: tells what the start of the next phase is worth, with no-result at its worst or at its best.
        budget: how long they may go on.
    """

    def __init__(self, phase: PhaseToSearch, further: Callable[[Record, int], float], budget: Budget) -> None:
        self.phase = phase
        self.budget = budget
        self._further = further
        self._looked = 0
        self._small = not is_worth_compiling(len(phase.tables.mover))
        self._memory = self._empty()
        tables = phase.tables
        trees = (np.asarray(some) for some in (tables.ended, tables.yes, tables.no))
        self._choices = int(np.diff(np.asarray(tables.first)).max())
        self._goes_on = False
        self._may_end_without_result = any((some == -1 - NO_RESULT).any() for some in trees)
        self._told: object = None
        self._prospects: Prospects
        self._assured: set[int] = set()
        self._looked_before = 0
        self._leads = LeadRange(0, 1, 0, -inf, inf)
        self._known: dict[tuple[Hashable, int], Bounds] = {}

    def _empty(self) -> Memory:
        tables = self.phase.tables
        return empty_memory(len(tables.mover), len(tables.history) * len(tables.inverse), self._small)

    def bounds(self, standing: PlaceInPhase, mode: int) -> Bounds:
        """Between which leads the value is known to lie."""
        self._prepare(standing.tally)
        mode = self._counting(mode)
        known = (_key(standing), mode)
        found = self._known.setdefault(known, self._bounds_of_all(mode))
        if mode in self._assured:
            least, most = self._prospects.of(standing.node, mode)
            found.least, found.less_than = max(found.least, least), min(found.less_than, most + self._leads.grain)
        return found

    def known(self, standing: PlaceInPhase, mode: int) -> tuple[float, float]:
        """The least and the greatest lead that the value can be, for all that is known."""
        found, leads = self.bounds(standing, mode), self._leads
        if found.least >= ANY_SCORE or found.less_than <= -ANY_SCORE:
            return (inf, inf) if found.least >= ANY_SCORE else (-inf, -inf)
        # Where it is known that there is a score, it is one of those there can be; else the bound stays infinite.
        least = leads.least if found.least == -ANY_SCORE else found.least
        return least, leads.most if found.less_than == ANY_SCORE else found.less_than - leads.grain

    def _counting(self, mode: int) -> int:
        """How no-result counts in the search; always one way, where no game can end so."""
        return mode if self._may_end_without_result or self._goes_on else WORST

    def _bounds_of_all(self, mode: int) -> Bounds:
        """Between which leads every value lies, for all that the ends tell."""
        leads, ends_with_a_score = self._leads, not self._may_end_without_result
        least = leads.least if mode == BEST or ends_with_a_score else -inf
        most = leads.most if mode == WORST or ends_with_a_score else inf
        return Bounds(least, most + leads.grain)

    def succeeds(self, standing: PlaceInPhase, threshold: float, mode: int) -> bool:
        """Whether Black gets at least so much, in half points, from where a game stands.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        mode = self._counting(mode)
        threshold = self._leads.next_from(threshold)
        known = self.bounds(standing, mode)
        if threshold <= known.least or threshold >= known.less_than:
            return threshold <= known.least
        found = self._decided(standing, int(threshold), mode)
        if found:
            known.least = threshold
        else:
            known.less_than = threshold
        return found

    def value(self, standing: PlaceInPhase, mode: int) -> float:
        """Black's lead in half points under best play, with no-result at its worst or at its best for Black.

        Infinite, where best play leads to no result.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        return value_by_thresholds(partial(self.succeeds, standing, mode=mode), self._leads, self._near(standing, mode))

    def _near(self, standing: PlaceInPhase, mode: int) -> int:
        """The number of a lead that the value may be near to: its own, if no-result counted the other way."""
        other = self.bounds(standing, WORST + BEST - mode).least
        return self._leads.number(other) if self._leads.least < other < inf else self._leads.number(0)

    def _decided(self, standing: PlaceInPhase, threshold: int, mode: int) -> bool:
        turns = even(TURNS_FOR_EACH_CHOICE * self._choices)
        while (found := self._within(standing, threshold, mode, turns)) == UNKNOWN:
            turns = even(DEEPER * turns)
        return found == SUCCEEDS

    def _within(self, standing: PlaceInPhase, threshold: int, mode: int, turns: int) -> int:
        """What a search to so many turns comes to."""
        self._begin(standing, threshold, mode, turns)
        at = self._memory.at
        before = int(at[NODES])
        while True:
            self._see_what_is_assured(mode)
            search = search_function(len(self.phase.tables.mover), self._looked)
            looked = min(self.budget.next_slice(), WORTH_COMPILING_AFTER) if self._small else self.budget.next_slice()
            status = search(self.phase.tables, self._prospects, self._memory, looked)
            self._looked += int(at[NODES]) - before
            self.budget.spent += int(at[NODES]) - before
            before = int(at[NODES])
            if status == ANSWERED:
                return int(at[RETURNED])
            if status == FULL:
                if has_too_many_proofs(self._memory):
                    let_go(self._memory)
                self._memory = grown(self._memory)
                at = self._memory.at
            elif status == NEEDS_WORTH:
                self._find_out(int(at[NEEDED]), mode)

    def _see_what_is_assured(self, mode: int) -> None:
        """Find out of what players are sure: at once if nothing was, and later where a search goes on for so long."""
        tables, looked = self.phase.tables, self._looked - self._looked_before
        if mode in self._assured or (self._looked and looked < len(tables.after) // STEPS_FOR_EACH_NODE):
            return
        prospects = self._prospects
        least, most = assured(tables, prospects.ends[mode], mode, self.budget.go_on)
        prospects.least[mode], prospects.most[mode] = least, most
        self._assured.add(mode)

    def _begin(self, standing: PlaceInPhase, threshold: int, mode: int, turns: int) -> None:
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
        enter(memory, 0, standing.node, 0, threshold)
        memory.undo[0], memory.before[0] = 0, at[HAPPENED]

    def _find_out(self, number: int, mode: int) -> None:
        found = self._further(self.phase.further(number), mode)
        # No result is beyond what any score is enough for.
        self._prospects.ends[mode, number] = int(max(-2 * ANY_SCORE, min(2 * ANY_SCORE, found)))

    def _prepare(self, tally: Tally) -> None:
        """Tell what the ends are worth in a game with such a tally; what was proved of other games is forgotten."""
        told = (tally.second_cleanup_start, *(getattr(tally, name) for name in self.phase.asked_of_tally))
        if told == self._told:
            return
        self._told = told
        self._memory.head.fill(NONE)
        self._memory.at[[ENTRIES, POOL]] = 0
        self._known.clear()
        leads = self.phase.leads(tally)
        self._goes_on = NOT_KNOWN in leads
        modes = 1 + (self._may_end_without_result or self._goes_on)
        self._prospects = nothing_assured(leads, len(self.phase.tables.mover), modes)
        self._assured.clear()
        self._looked_before = self._looked
        self._leads = LeadRange.of(leads, self.phase)


def even(turns: float) -> int:
    """The least even number of turns that is no less."""
    return 2 * ceil(turns / 2)


def _key(standing: PlaceInPhase) -> Hashable:
    return standing.node, standing.happened
