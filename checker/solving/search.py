"""Searches of a phase: whether Black gets at least so much, and how much that is, within a budget.

The search is run as it is written at first, and then as machine code, where numba is installed. To compile it takes
longer than most searches. So a search goes on as it is written while another process compiles it and keeps it in the
cache folder; only what lies there is ever waited for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from functools import cache, cached_property, partial
from itertools import count
from math import ceil, inf
from multiprocessing import parent_process
from typing import Any

import numpy as np
import numpy.typing as npt

from ...interpreter.game import Game
from ...interpreter.program.machine_code import Compiling, Kernel, is_available
from ...spec.algebra import WHITE, Color
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Record, Tally
from ..evidence.workers import let_go_of_free_memory
from ..phase import tables as phase_tables
from ..phase.many import distinct
from ..phase.phases import phases_from
from ..phase.requirements import may_be_won
from ..phase.tables import NO_RESULT, NOT_KNOWN, PhaseToSearch, PlaceInPhase, leaf
from . import bounds, conditions, entries, kernel, state
from .bounds import (
    Bounds,
    LeadRange,
    LeadsOfNodes,
    StaticBounds,
    bound_statically,
    know_no_end,
    mode_at_node,
    no_bounds,
    rounds_of_progress,
    value_by_thresholds,
)
from .budget import Budget
from .entries import are_met, clear, covers, evict, has_too_many_entries
from .kernel import ANSWERED, ASKS_OF_END, FULL, enter
from .move_ordering import ordering_hints
from .state import ANY_SCORE, BEST, FAILS, NOTHING, OFTEN, SUCCEEDS, UNKNOWN, WORST, empty_state, grow
from .termination import proves_termination

_SMALL = 3000
# That many nodes take half a second as the search is written, as does loading machine code; compiling takes ten.
WORTH_LOADING_AFTER = 5_000
WORTH_COMPILING_AFTER = 20_000

_SEARCH = Kernel(
    "search", tuple(module.__name__ for module in (state, phase_tables, bounds, conditions, entries, kernel))
)


def interpreted_search(tables: Any, static: Any, now: Any, nodes: int) -> int:
    """The search as it is written; see `kernel.search`."""
    return kernel.search(state.as_views(tables), state.as_views(static), state.as_views(now), nodes)


def search_function(looked: int) -> Callable[..., int]:
    """The search to use after a number of nodes: as machine code if that is worth while and there is some.

    >>> search_function(10) is interpreted_search
    True
    """
    if looked < WORTH_LOADING_AFTER or not is_available():
        return interpreted_search
    # Another process compiles it, but for a worker, as each of many would start one.
    is_compiled = looked >= WORTH_COMPILING_AFTER and parent_process() is None and _compiling().is_done
    return _SEARCH.compiled["search"] if is_compiled or _SEARCH.is_kept else interpreted_search


@cache
def _compiling() -> Compiling:
    """A process that compiles the search for the tables of a tiny game, which are of the same types as all."""
    record = Game(Rules(), (2, 1)).record
    phases = phases_from([record])
    tiny = PhaseSearch(phases.tables[0], phases.leads_both_ways, lambda *_: False, Budget())
    return Compiling(_SEARCH, {"search": tiny.call(tiny.phase.standings([record])[0])})


# How many turns for each that there is to choose from a search goes at first, and how many times as deep after that.
TURNS_FOR_EACH_CHOICE = 1.2
DEEPER = 1.4
# The number of steps that can be gone through for bounds, in all rounds, while a search looks at one node.
STEPS_FOR_EACH_NODE = 8
_LESS_THAN_LEADS_DIFFER = 0.25
# How often it is looked whether machine code is ready.
MOST_AT_ONCE_INTERPRETED = 5000
# Of this number of places it is kept between which leads their values lie.
_MOST_KNOWN = 1 << 17


class NeverOver(Refusal):
    """No turn of a phase ends it, whatever has happened before."""


class PhaseSearch:
    """Searches of one phase, which remember what they have proved.

    All is kept as colors lie at the nodes; where a game stands at one with the colors swapped, what is asked and what
    is answered is turned.

    Args:
        both_ways: by a tally, Black's leads at an end and at the same end with the colors swapped, in sum.
        further: tells whether Black gets at least so much, in half points, from the start of the next phase, with
            no-result at its worst or at its best.

    Raises:
        NeverOver: the phase has no end.
    """

    def __init__(
        self,
        phase: PhaseToSearch,
        both_ways: Callable[[Tally], int],
        further: Callable[[Record, int, int], bool],
        budget: Budget,
    ) -> None:
        self.phase = phase
        self.budget = budget
        self._both_ways = both_ways
        self._further = further
        self._looked = 0
        tables = phase.tables
        self._small = len(tables.mover) < _SMALL
        self._state = empty_state(len(tables.mover), len(tables.history) * len(tables.inverse), self._small)
        guards = (np.asarray(trees) for trees in (tables.ended, tables.yes, tables.no))
        self._choices = int(np.diff(np.asarray(tables.first)).max())
        self._swapped = int(tables.swaps[-1])
        self._shifts = frozenset(distinct(np.asarray(tables.shift)).tolist())
        self._may_end_without_result = any((trees == leaf(NO_RESULT)).any() for trees in guards)
        self._may_be_won = may_be_won(phase.start.rules)
        if not (phase.number_of_ends or self._may_end_without_result or self._may_be_won):
            raise NeverOver("No game ends under these rules, so that none has a value.")
        self._basis: object = None
        self._static: StaticBounds
        self._bounded: set[int] = set()
        self._hinted: npt.NDArray[np.float32] | None = None
        self._looked_before = 0
        self._leads = LeadRange(0, 1, 0, -inf, inf)
        self._known: dict[tuple[Hashable, int], Bounds] = {}
        self._rounds: dict[int, list[LeadsOfNodes]] = {}

    def _told_by(self, tally: Tally) -> Hashable:
        """On what of a tally it hangs what ends are worth."""
        return (tally.second_cleanup_start, *(getattr(tally, name) for name in self.phase.asked_of_tally))

    def key(self, standing: PlaceInPhase) -> Hashable:
        """What is the same for all games that stand at a place, as far as their values go."""
        return standing[:2], standing.swapped, self._told_by(standing.tally)

    def bounds(self, standing: PlaceInPhase, mode: int) -> Bounds:
        """Between which leads the value is known to lie, as colors lie at the node, and with no-result counting so."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        known = self._known.setdefault((standing[:2], mode), self._bounds_of_all(mode))
        if mode in self._bounded:
            least, most = self._static.of(standing.node, mode)
            known.narrow(least, most + self._leads.grain)
        return known

    def known(self, standing: PlaceInPhase, mode: int) -> tuple[float, float]:
        """The least and the greatest lead that the value can be, for all that is known."""
        self._prepare(standing.tally)
        bounds, leads = self.bounds(standing, self._mode_at(standing, mode)), self._leads
        if bounds.least >= ANY_SCORE or bounds.less_than <= -ANY_SCORE:
            least = most = inf if bounds.least >= ANY_SCORE else -inf
        else:
            # Where it is known that there is a score, it is one of those there can be; else the bound stays infinite.
            least = leads.least if bounds.least == -ANY_SCORE else bounds.least
            most = leads.most if bounds.less_than == ANY_SCORE else bounds.less_than - leads.grain
        return (self._turned(most), self._turned(least)) if standing.swapped else (least, most)

    def _turned(self, lead: float) -> float:
        """What a lead is if the colors are swapped."""
        return int(self._static.mirror[0]) - lead

    def _mode_at(self, standing: PlaceInPhase, mode: int) -> int:
        """How no-result counts at the node where a game stands; always one way, where no game can end so."""
        modes = len(self._static.end_least)
        return mode_at_node(self._static, mode, standing.swapped) if modes > 1 else WORST

    def _bounds_of_all(self, mode: int) -> Bounds:
        """Between which leads every value lies, by the ends alone."""
        leads, ends_with_a_score = self._leads, not (self._may_end_without_result or self._may_be_won)
        least = leads.least if ends_with_a_score or (mode == BEST and not self._may_be_won) else -inf
        most = leads.most if ends_with_a_score or (mode == WORST and not self._may_be_won) else inf
        return Bounds(least, most + leads.grain)

    def succeeds(self, standing: PlaceInPhase, threshold: float, mode: int) -> bool:
        """Whether Black gets at least so much, in half points, from where a game stands.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        asked, at_node = self._asked(standing, threshold), self._mode_at(standing, mode)
        return self._succeeds(standing, asked, at_node) is not bool(standing.swapped)

    def _asked(self, standing: PlaceInPhase, threshold: float) -> float:
        """What Black, as colors lie at the node, must get; if they are swapped, exactly if Black fails in the game."""
        if not standing.swapped:
            return threshold
        is_a_lead = -ANY_SCORE < threshold < ANY_SCORE
        return self._turned(threshold) + _LESS_THAN_LEADS_DIFFER if is_a_lead else -threshold

    def _succeeds(self, standing: PlaceInPhase, threshold: float, mode: int) -> bool:
        """The same, as colors lie at the node."""
        threshold = self._leads.next_from(threshold)
        known = self.bounds(standing, mode)
        if threshold <= known.least or threshold >= known.less_than:
            return threshold <= known.least
        succeeds = self._decided(standing, int(threshold), mode)
        if succeeds:
            known.least = threshold
        else:
            known.less_than = threshold
        return succeeds

    def value(self, standing: PlaceInPhase, mode: int) -> float:
        """Black's lead in half points under best play, with no-result at its worst or at its best for Black.

        Infinite, where best play leads to no result.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        self._prepare(standing.tally)
        at_node = self._mode_at(standing, mode)
        self._bound_statically(at_node)
        near = self._near(standing, at_node)
        lead = value_by_thresholds(partial(self._succeeds, standing, mode=at_node), self._leads, near)
        return self._turned(lead) if standing.swapped else lead

    def _near(self, standing: PlaceInPhase, mode: int) -> int:
        """The number of a lead near the value: its own with no-result counting the other way, or a guess."""
        grain, known = self._leads.grain, self.bounds(standing, mode)
        guess = 0.0 if self._hinted is None else float(self._hinted[standing.node])
        if len(self._static.end_least) > 1:
            other = self.bounds(standing, WORST + BEST - mode)
            if other.less_than - other.least <= grain and abs(other.least) < ANY_SCORE:
                guess = other.least
        # Where there is surely no result, a bound may be infinite.
        least, most = (min(max(bound, -ANY_SCORE), ANY_SCORE) for bound in (known.least, known.less_than - grain))
        return self._leads.number(round(min(max(guess, least), most)))

    def _decided(self, standing: PlaceInPhase, threshold: int, mode: int) -> bool:
        turns = even(TURNS_FOR_EACH_CHOICE * self._choices)
        looks_likely = threshold <= self._leads.lead(self._near(standing, mode))
        likelier_first = (SUCCEEDS, FAILS) if looks_likely else (FAILS, SUCCEEDS)
        # Iterative deepening: what was left open is asked again only where the last turns were others, `lookback` of
        # them, one more in each round, as a question hangs on all of them, and most hang on few.
        for lookback in count():
            for sought in likelier_first:
                self._state.lookback[0], self._state.sought[0] = lookback, sought
                answer = self._within(standing, threshold, mode, turns)
                if answer != UNKNOWN:
                    return answer == SUCCEEDS
            turns = even(DEEPER * turns)
        raise AssertionError("rounds are counted without end")

    def _within(self, standing: PlaceInPhase, threshold: int, mode: int, turns: int) -> int:
        """The result of a search to a number of turns."""
        self._bound_statically(mode)
        self._begin(standing, threshold, mode, turns)
        self.budget.depth = turns
        while (status := self._go_on()) != ANSWERED:
            if status == FULL:
                if has_too_many_entries(self._state.entries):
                    evict(self._state.entries)
                grow(self._state)
            elif status == ASKS_OF_END:
                end, of_mode, asked = (int(self._state.needed[place]) for place in range(3))
                self._find_out(end, of_mode, asked)
            self._bound_statically(mode)
        return int(self._state.result[0])

    def oldest_proof(self, standing: PlaceInPhase, threshold: float, mode: int, succeeds: bool) -> float:
        """The number of the first entry that holds and says whether Black gets at least so much; inf if none does.

        It rests on older entries alone, so that to go from entry to entry leads to an end.
        """
        self._prepare(standing.tally)
        asked, at_node = int(self._leads.next_from(self._asked(standing, threshold))), self._mode_at(standing, mode)
        self._begin(standing, asked, at_node, 0)
        kept: state.SearchState = state.as_views(self._state)
        entry, oldest = kept.entries.latest[standing.node], inf
        while entry >= kept.entries.since[0]:
            says = kept.entries.result[entry] == (succeeds is not bool(standing.swapped))
            if says and covers(kept.entries, entry, asked, at_node) and are_met(kept.past, kept.entries, entry):
                oldest = entry
            entry = kept.entries.earlier[entry]
        return oldest

    def rounds_left(self, standing: PlaceInPhase, lead: float, mode: int, player: Color) -> int:
        """In how many rounds a player reaches a lead, if the past bans nothing; see `rounds_of_progress`."""
        self._prepare(standing.tally)
        at_node, is_white = self._mode_at(standing, mode), (player is WHITE) is not standing.swapped
        way = mode_at_node(self._static, at_node, self._swapped) if is_white else at_node
        if way not in self._rounds:
            passes_first, go_on = self.phase.passes_first, self.budget.go_on
            self._rounds[way] = rounds_of_progress(self._static, self.phase.tables, way, passes_first, go_on)
        asked = self._turned(lead) if standing.swapped else lead
        place = standing.node + is_white * len(self.phase.tables.mover)
        rounds = self._rounds[way]
        return bisect_left(rounds, -asked if is_white else asked, key=lambda bounds: int(bounds[place]))

    def call(self, standing: PlaceInPhase) -> tuple[Any, ...]:
        """With what `search` is called to begin one for any score from where a game stands, to one turn."""
        self._prepare(standing.tally)
        self._bound_statically(WORST)
        self._begin(standing, -ANY_SCORE, WORST, 1)
        return self.phase.tables, self._static, self._state, 1

    def _go_on(self) -> int:
        """Look at some more nodes."""
        search = search_function(self._looked)
        most = self.budget.next_slice()
        if search is interpreted_search:
            most = min(most, MOST_AT_ONCE_INTERPRETED)
        before = int(self._state.nodes[0])
        status: int = search(self.phase.tables, self._static, self._state, most)
        looked = int(self._state.nodes[0]) - before
        self._looked += looked
        self.budget.spent += looked
        return status

    @cached_property
    def _every_game_ends(self) -> bool:
        return proves_termination(self.phase.tables)

    def _bound_statically(self, mode: int) -> None:
        """Find out of what players are sure: at once if nothing was, and later where a search goes on for so long."""
        tables, looked = self.phase.tables, self._looked - self._looked_before
        if mode in self._bounded or (self._looked and looked < len(tables.after) // STEPS_FOR_EACH_NODE):
            return
        self._let_go_of_free_memory()
        self._know_all_ends()
        for bounded_mode in {mode, mode_at_node(self._static, mode, self._swapped)}:
            bound_statically(self._static, tables, bounded_mode, self._every_game_ends, self.budget.go_on)
            self._bounded.add(bounded_mode)
            self._let_go_of_free_memory()
        if self._hinted is None:
            self._state.hint[:], self._hinted = ordering_hints(self._static, tables, mode, self.budget.go_on)
            self._let_go_of_free_memory()

    def _let_go_of_free_memory(self) -> None:
        if not self._small:
            let_go_of_free_memory()

    def _begin(self, standing: PlaceInPhase, threshold: int, mode: int, turns: int) -> None:
        state, past = self._state, self._state.past
        # There may be a hundred million events; those that have happened are on the line.
        past.times[past.event[: past.happened[0]]] = 0
        for number in (past.happened, past.undone, state.conditions.top):
            number[0] = 0
        state.turns[0], state.mode[0], state.result[0] = turns, mode, NOTHING
        state.unanswered.search[0] += 1
        for event in standing.happened:
            past.times[event] = min(past.times[event] + 1, OFTEN)
            past.event[past.happened[0]] = event
            past.happened[0] += 1
        enter(state, 0, standing.node, 0, threshold)
        state.line.undo[0], state.line.happened[0] = 0, past.happened[0]

    def _find_out(self, end: int, mode: int, asked: int) -> None:
        """Find out what an end is worth, or whether it is worth so much where a further phase follows."""
        least, most = self._static.end_least, self._static.end_most
        lead = self.phase.lead(end, self._tally)
        if lead != NOT_KNOWN:
            least[:, end] = most[:, end] = lead
        elif self._further(self.phase.further(end), asked, mode):
            least[mode, end] = asked
        else:
            most[mode, end] = asked - 1

    def _know_all_ends(self) -> None:
        """Find out at once what all ends are worth that have a score."""
        if self.phase.scores_ask_how_it_began:
            leads = np.asarray(self.phase.leads(self._tally))
            for side in (self._static.end_least, self._static.end_most):
                side[:, leads != NOT_KNOWN] = leads[leads != NOT_KNOWN]

    def _prepare(self, tally: Tally) -> None:
        """Set what the ends are worth in a game with such a tally; what was proved of other games is forgotten.

        Where that hangs on how this phase began, it began in many ways, and a search reaches few of the ends of each:
        then an end is scored when a search first asks about it.
        """
        basis = self._told_by(tally)
        if basis == self._basis:
            return
        is_first = self._basis is None
        self._basis, self._tally = basis, tally
        clear(self._state.entries)
        self._known.clear()
        self._rounds.clear()
        self._looked_before = self._looked
        both_ways, is_lazy = self._both_ways(tally), self.phase.scores_ask_how_it_began
        if is_lazy and not is_first and not self._bounded:
            know_no_end(self._static, both_ways)
            return
        leads = np.full(self.phase.number_of_ends, NOT_KNOWN) if is_lazy else self.phase.leads(tally)
        is_followed = not is_lazy and bool((np.asarray(leads) == NOT_KNOWN).any())
        modes = 1 + (self._may_end_without_result or is_followed)
        self._leads = LeadRange.of(leads, self._shifts, self.phase, both_ways)
        self._static = no_bounds(leads, len(self.phase.tables.mover), modes, both_ways, self._leads.grain)
        self._bounded.clear()


def even(turns: float) -> int:
    """The least even number of turns that is no less."""
    return 2 * ceil(turns / 2)
