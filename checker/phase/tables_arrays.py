"""A phase read on arrays: every node is stepped from once, and tables hold what was found.

Nodes have numbers in the order in which they are come upon. Steps are kept in few bytes each from the start. When
everything has been read, what nobody asks about is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ...interpreter.history import first_record
from ...interpreter.result import lead_of
from ...spec.algebra import Color, Coloring
from ...spec.algebra.arrays import Words
from ...spec.registry import Decision
from ...spec.rules import Refusal
from ...spec.vocabulary import PASS, Ended, Pass, Phase, Record, Tally
from .changes import NOT_ASKED, EffectTable, EventIndex
from .codes import SituationCodes, code_of, layout_of
from .dependence import HISTORIES, amended_clauses, asks_about
from .ends import IS_FOLLOWED, IS_WON, ArrayEnds, ScoredEnd, counts_of, numbers_counted
from .machine import kept_of, passes_of
from .many import CodeIndex, Column, Numbers, blocks, distinct, distinct_with_places, in_parallel
from .past import CAPTURED, PASSED, PASSES, RUN, CannotBeRead, Sum, counted
from .requirements import ASKED_OF_MANY, captures_are_asked, of_a_phase_graph, require, who_has_no_turn_loses
from .situations import Situation, looking_back, points_banned, points_of_turns
from .steps_arrays import ArraySteps, GuardBuilder, ManyTurns, Questions
from .symmetry import CodeField, CodeSymmetries, Layout, Packed, Part, respects_symmetry, treats_colors_alike
from .tables import (
    FIRST_END,
    FORBIDDEN,
    GOES_ON,
    HALF_POINTS,
    KINDS,
    MOST_TIMES,
    NOT_KNOWN,
    NOWHERE,
    TOO_MUCH,
    WON,
    PhaseToSearch,
    PlaceInPhase,
    Tables,
    effect_of_new_event,
    effect_of_one_event,
    in_half_points,
    in_order,
    leaf,
    refuse_great_leads,
)

BLOCK = 1 << 18
SURELY_ENDS = np.uint64(2**64 - 1)
MANY = 1 << 20
NOT_KEPT = -1
WHICH_COLOR = "which color is which in scores"
# What is counted by one turn takes this number of bits for each thing: no turn captures more stones than that.
COUNTED_BITS = 5
MOST_COUNTS = 1 << 15
OF_STEPS = ("after", "turned", "forbidden", "ended", "effect", "shift")
# These are often the same for all steps.
TOLD_ONCE = ("forbidden", "shift")
OF_QUESTIONS = ("asked", "times", "yes", "no")


def can_be_read_on_arrays(starts: Sequence[Record]) -> bool:
    """Whether a phase can be read on arrays: by clauses of the documents alone, none of which asks for too much.

    Raises:
        ValueError: it can't be read one situation at a time, either.
    """
    rules, position = starts[0].rules, starts[0].position
    require(of_a_phase_graph(rules, position.phase))
    adds_at_the_end = rules.deciding(Decision.COMPLETION) and (starts[0].tally.uneven or asks_about(rules, "began"))
    looks_back = bool(looking_back(rules, position.phase))
    if not points_of_turns(rules, position.phase, Pass, position.coloring.board.grid):
        require([who_has_no_turn_loses(rules, position.phase)])
    return (
        all(clause.decides in ASKED_OF_MANY for clause in amended_clauses(rules))
        and not adds_at_the_end
        and not rules.deciding(Decision.EARLY_END)
        and not any(rules.deciding(decision, position.phase) for decision in (Decision.DRAWN, Decision.WON))
        and position.coloring.board.grid.size <= MOST_POINTS
        and not (looks_back and position.phase is not Phase.MAIN)
    )


MOST_POINTS = 19


class ArrayPhase(PhaseToSearch):
    """A phase that is read on arrays as it is made; see `PhaseToSearch`.

    Args:
        kept: which optional things are kept of the past; see `machine.OPTIONAL`.
        watch: called from time to time with the number of nodes met.
        whole: the symmetries by which a game is turned; nodes are turned by them too, or not at all.

    Raises:
        CannotBeRead: a clause asks about something of which no account is kept on arrays.
        ValueError: there is too much to search on.
    """

    def __init__(
        self, starts: Sequence[Record], kept: frozenset[str], watch: Callable[[int], None], whole: CodeSymmetries
    ) -> None:
        self.start, self.whole = starts[0], whole
        rules, phase, grid = self.start.rules, self.phase, self.grid
        # If the second cleanup phase began with `OO/..`, a stone at A1 was placed since, and one at A2 was not. Then
        # nodes are not turned one by one; a game is turned whole, so that the phase began with the least image.
        as_it_stands = CodeSymmetries(grid, turned=False, swapped=False)
        symmetries = as_it_stands if self.scores_ask_how_it_began else whole
        self.codes = SituationCodes(grid, symmetries, phase, tells_passes=True)
        self.ends = ArrayEnds(self.codes.board)
        self._guards = GuardBuilder(grid.size)
        self._steps = ArraySteps(rules, self.codes, self._guards, kept)
        self._events = EventIndex(symmetries)
        self._effects = EffectTable(self._events)
        self._counted: list[Hashable] = []
        self._counts_met = CodeIndex()
        self._columns = {
            name: Column(KINDS.get(name, np.int32)) for name in (*OF_STEPS, *OF_QUESTIONS, "number", "mover")
        }
        self._asked_once: dict[tuple[int, ...], Packed] = {}
        self._numbers_of_events: dict[tuple[int, Hashable, int], int] = {}
        self._nodes = CodeIndex()
        self._captures_end_the_game = captures_are_asked(rules, phase)
        if self._captures_end_the_game and any(any(start.tally.captures.values()) for start in starts):
            raise CannotBeRead(CAPTURED)
        self._read_from(distinct(self._starting_nodes(starts)), watch)
        self._end_codes = self.ends.numbers.codes
        self.number_of_ends = len(self._end_codes)
        self._both_ways: tuple[Tally, int | None] | None = None
        # A tally with its `leads_both_ways` and, for each player who is to move at the end of a game, one that is over;
        # others differ in their colorings alone. Then the same with the colors swapped.
        self._ended: tuple[Tally, int | None, Mapping[Color, Ended[Any]], Mapping[Color, Ended[Any]]] | None = None

    def scored_ends(self) -> Iterator[ScoredEnd]:
        for block in blocks(len(self._end_codes)):
            yield from self.ends.scored(self._end_codes[block]).values()

    def further_starts(self) -> list[Record]:
        return [self.further(number) for number in np.flatnonzero(self._end_codes >= np.uint64(IS_FOLLOWED)).tolist()]

    def further(self, number: int) -> Record:
        position = self.ends.start_of_next_phase(int(self._end_codes[number]))
        return first_record(self.start.rules, position, counted(self.start.tally), last=PASS)

    def lead(self, number: int, tally: Tally) -> int:
        code = int(self._end_codes[number])
        if code & IS_FOLLOWED:
            return NOT_KNOWN
        if code & IS_WON:
            return WON if code & 1 else -WON
        if self._ended is None or self._ended[0] is not tally:
            both = (tally, self._with_colors_swapped(tally))
            as_it_is, swapped = ({player: end.ended(by) for player, end in self.ends.examples.items()} for by in both)
            self._ended = tally, self.leads_both_ways(tally), as_it_is, swapped
        player, coloring = self.ends.of_code(code)
        _, both_ways, ended, ended_swapped = self._ended
        lead = self._lead(ended[player], coloring)
        if both_ways is not None:
            other = replace(coloring, black=coloring.white, white=coloring.black)
            if lead + self._lead(ended_swapped[player], other) != both_ways:
                raise CannotBeRead(WHICH_COLOR)
        return lead

    def _lead(self, ended: Ended[int], coloring: Coloring[int]) -> int:
        lead: Any = lead_of(replace(ended, coloring=coloring))
        return in_half_points(Sum.from_number(lead).number)

    def leads(self, tally: Tally) -> Packed:
        leads, both_ways = self._leads(tally), self.leads_both_ways(tally)
        is_to_be_seen = self.scores_ask_how_it_began and both_ways is not None
        if is_to_be_seen and self._sum_both_ways(tally, leads) != both_ways:
            raise CannotBeRead(WHICH_COLOR)
        return leads

    def _leads(self, tally: Tally, swapped: bool = False) -> Packed:
        codes = self._end_codes
        of_blocks = in_parallel(lambda block: self._leads_of(codes[block], tally, swapped), blocks(len(codes)))
        return np.concatenate([np.zeros(0, dtype=np.int32), *of_blocks])

    def _leads_of(self, codes: Words, tally: Tally, swapped: bool) -> Packed:
        leads, scored = np.zeros(len(codes)), self.ends.scored(codes, swapped)
        for player, ends in scored.items():
            of_player = np.asarray(ends.lead(tally).number) * HALF_POINTS
            leads = np.where(self.ends.of_player(codes, player), of_player, leads)
        refuse_great_leads(leads)
        won = np.where(codes & np.uint64(1), WON, -WON)
        counted = np.where(codes >= np.uint64(IS_WON), won, whole_numbers(leads))
        return np.where(codes >= np.uint64(IS_FOLLOWED), NOT_KNOWN, counted).astype(np.int32)

    def leads_both_ways(self, tally: Tally) -> int | None:
        # However the phase began, the sum is that of one that began with an empty board; `lead` sees to it.
        nothing_began = replace(tally, second_cleanup_start=None)
        if self._both_ways is None or self._both_ways[0] != nothing_began:
            is_the_same = self.ends.examples and self.whole.swapped
            both_ways = self._sum_both_ways(nothing_began, self._leads(nothing_began)) if is_the_same else None
            self._both_ways = nothing_began, both_ways
        return self._both_ways[1]

    def _sum_both_ways(self, tally: Tally, leads: Packed) -> int:
        swapped = self._leads(self._with_colors_swapped(tally), swapped=True)
        sums = (leads.astype(np.int64) + swapped)[self._end_codes < np.uint64(IS_WON)]
        if len(distinct(sums)) > 1:
            raise CannotBeRead(WHICH_COLOR)
        return int(sums[0]) if len(sums) else 0

    def _with_colors_swapped(self, tally: Tally) -> Tally:
        return turned_tally(self.whole, tally, len(self.whole.permutations))

    def standings(self, records: Sequence[Record]) -> list[PlaceInPhase]:
        codes, symmetries = self._turned(records)
        nodes = self._nodes.known(codes)
        if (nodes < 0).any():
            raise KeyError("No game comes there from the starts of the phase.")
        return [
            PlaceInPhase(node, events, turned_tally(self.whole, record.tally, symmetry), self.whole.swaps(symmetry))
            for record, node, events, symmetry in zip(
                records, nodes.tolist(), self._happened(records, symmetries), symmetries.tolist(), strict=True
            )
        ]

    def _read_from(self, frontier: Words, watch: Callable[[int], None]) -> None:
        """Read what nodes lead to that nothing has led to before, and so on."""
        self._number(frontier)
        while len(frontier):
            reached: list[tuple[Words, Numbers]] = []
            for block in blocks(len(frontier), BLOCK):
                watch(len(self._nodes))
                reached.append(distinct_with_places(self._step_from(frontier[block])))
            met = distinct(np.concatenate([codes for codes, _ in reached]))
            frontier = self._nodes.not_met(met[met != SURELY_ENDS])
            self._number(frontier)
            # What surely ends is no node, and leads nowhere.
            for codes, places in reached:
                self._columns["after"].append(self._nodes.known(codes)[places])

    def _number(self, nodes: Words) -> None:
        """Give the next numbers to nodes, which are in order."""
        self._nodes.add(nodes, len(self._nodes))
        self._columns["mover"].append(np.where(self.codes.white_to_play(nodes), 0, 1).astype(np.int8))

    def _step_from(self, nodes: Words) -> Words:
        """Keep the steps from some nodes; the codes of what they lead to, in order."""
        parts = [
            self._columns_of(turns, indices)
            for indices, many in self.codes.by_kind(nodes)
            for turns in self._steps.turns(many)
        ]
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        origin = columns.pop("origin")
        order, reached = np.argsort(origin, kind="stable"), columns.pop("reached")
        self._columns["number"].append(np.bincount(origin, minlength=len(nodes)).astype(np.int16))
        for name, column in columns.items():
            self._columns[name].append(column[order])
        led_to: Words = reached[order]
        return led_to

    def _columns_of(self, turns: ManyTurns, indices: Numbers) -> dict[str, Any]:
        """Turns as columns: from which nodes they lead, by place, to which code, and what tables say of them."""
        effect = self._effects.numbers(list(self._steps.effects(turns)), len(turns))
        forbidden, effect, asked = self._told_by_effects(turns.forbidden, effect)
        later: Record[Words] = turns.later
        captures: dict[Color, Any] = {color: Sum.from_number(later.tally.captures[color]).number for color in Color}
        if self._captures_end_the_game:
            # What the last turn has captured is all that was.
            later = replace(later, tally=replace(later.tally, captures=captures))
        ended = self._steps.ended(later, len(turns), self.ends.guards)
        goes_on = np.flatnonzero((ended >= 0) | (ended == leaf(GOES_ON)))
        for number in captures.values() if self._captures_end_the_game else ():
            # Codes keep no account of captures, so a game in which something was captured may not go on.
            if np.any(number if np.ndim(number) == 0 else np.asarray(number)[goes_on]):
                raise CannotBeRead(CAPTURED)
        reached, turned = np.full(len(turns), SURELY_ENDS), np.zeros(len(turns), dtype=KINDS["turned"])
        if len(goes_on):
            codes = self._steps.reached(turns)[goes_on]
            reached[goes_on], turned[goes_on] = self.codes.symmetries.canonical(codes, self.codes.layout)
        forbidden, ending = self._kept_questions([*asked, *self._guards.taken()], forbidden, ended)
        return {
            "origin": indices[turns.origin],
            "reached": reached,
            "turned": turned,
            "forbidden": forbidden,
            "ended": ending,
            "effect": effect,
            "shift": self._counts(turns),
        }

    def _told_by_effects(self, forbidden: Packed, effect: Packed) -> tuple[Packed, Packed, list[Questions]]:
        """Guards of whether turns are forbidden, their effects, and the questions; none that the effects hold."""
        asked = self._guards.taken()
        asks, ban = np.flatnonzero(forbidden >= 0), asked[0] if len(asked) == 1 else None
        if ban is None or ban.times != 1 or (ban.yes != leaf(FORBIDDEN)).any() or (ban.no != leaf(GOES_ON)).any():
            return forbidden, effect, asked
        events = self._events.numbers(ban.history, ban.codes, ban.layout)
        events = events[forbidden[asks] - (self._guards.size - len(events))]
        if not np.array_equal(effect[asks], effect_of_one_event(events)):
            return forbidden, effect, asked
        self._events.ask_about(events)
        effect[asks] = effect_of_new_event(events)
        return np.where(forbidden >= 0, leaf(GOES_ON), forbidden), effect, []

    def _counts(self, turns: ManyTurns) -> Packed:
        """What is counted by turns, in some bits for each thing, as its number among all that is counted by one."""
        counts = np.zeros(len(turns), dtype=np.uint64)
        for item, number in numbers_counted(turns.later.tally).items():
            if np.any(number):
                if item not in self._counted:
                    self._counted.append(item)
                assert np.max(number) < 1 << COUNTED_BITS, "no turn captures so much on such boards"
                counts |= np.asarray(number).astype(np.uint64) << np.uint64(COUNTED_BITS * self._counted.index(item))
        numbers, there = np.zeros(len(turns), KINDS["shift"]), np.flatnonzero(counts)
        numbers[there] = 1 + self._counts_met.meet(counts[there])
        assert len(self._counts_met) < MOST_COUNTS, "few turns count otherwise than all others"
        return numbers

    def _kept_questions(self, asked: Sequence[Questions], *guards: Any) -> Iterator[Packed]:
        """Guards of some turns, with the numbers under which their questions, the latest asked, are kept."""
        kept = np.empty(sum(len(questions.codes) for questions in asked), dtype=np.int32)
        first, place = self._guards.size - len(kept), 0

        def renumbered(trees: Any) -> Packed:
            numbers: Packed = np.array(trees, dtype=np.int32)
            asks = np.flatnonzero(numbers >= 0)
            numbers[asks] = kept[numbers[asks] - first]
            return numbers

        for questions in asked:
            here = questions._replace(yes=renumbered(questions.yes), no=renumbered(questions.no))
            kept[place : place + len(here.codes)] = self._ask(here)
            place += len(here.codes)
        return map(renumbered, guards)

    def _ask(self, questions: Questions) -> Packed:
        """Keep questions; their numbers."""
        if questions.times > MOST_TIMES:
            raise Refusal(TOO_MUCH)
        events = self._events.numbers(questions.history, questions.codes, questions.layout)
        self._events.ask_about(events)
        yes, no = questions.yes, questions.no
        if len(events) and all(leaf(FIRST_END) < branch.min() == branch.max() < 0 for branch in (yes, no)):
            return self._ask_once(events, questions.times, int(yes[0]), int(no[0]))
        return self._keep(events, questions.times, yes, no)

    def _ask_once(self, events: Numbers, times: int, yes: int, no: int) -> Packed:
        """Keep questions that lead to the same, as of ends without result: one for each event, wherever it is asked."""
        kept = self._asked_once.get((times, yes, no), np.zeros(0, dtype=np.int32))
        size = int(events.max()) + 1
        if size > len(kept):
            met = len(kept)
            kept.resize(size + size // 8, refcheck=False)
            kept[met:] = NOT_KEPT
        self._asked_once[times, yes, no] = kept
        new = distinct(events[kept[events] == NOT_KEPT])
        kept[new] = self._keep(new, times, *(np.full(len(new), branch, dtype=np.int32) for branch in (yes, no)))
        return kept[events]

    def _keep(self, events: Numbers, times: int, yes: Packed, no: Packed) -> Packed:
        first = len(self._columns["asked"])
        self._columns["asked"].append(events.astype(np.int32))
        self._columns["times"].append(np.full(len(events), times, KINDS["times"]))
        self._columns["yes"].append(yes)
        self._columns["no"].append(no)
        return np.arange(first, first + len(events), dtype=np.int32)

    def _turned(self, records: Sequence[Record]) -> tuple[Words, Packed]:
        """The codes of the nodes at which records stand, and by which symmetries of `whole` they are turned there."""
        codes, layout = np.array([self._code(record) for record in records], dtype=np.uint64), self.codes.layout
        if self.codes.symmetries is self.whole:
            return self.whole.canonical(codes, layout)
        symmetries = self.whole.canonical(*self._how_it_began(records))[1]
        return self.whole.image(codes, layout, symmetries), symmetries

    def _how_it_began(self, records: Sequence[Record]) -> tuple[Words, Layout]:
        """The codes of the colorings with which the second cleanup phase began; of empty boards where it has not."""
        points = self.codes.grid.size
        began: list[Any] = [record.tally.second_cleanup_start for record in records]
        codes = [c.black | c.white << points if isinstance(c, Coloring) else 0 for c in began]
        return np.array(codes, dtype=np.uint64), (CodeField(Part.COLORING, 2 * points),)

    def _starting_nodes(self, records: Sequence[Record]) -> Words:
        """The nodes at which a phase starts from records; several, where a game can be turned whole in more ways."""
        codes, symmetries = self._turned(records)
        if self.codes.symmetries is self.whole:
            return codes
        began, layout = self._how_it_began(records)
        kept = self.whole.keeping(self.whole.image(began, layout, symmetries), layout)
        is_kept_by = ((symmetry, kept >> symmetry & 1 == 1) for symmetry in range(len(self.whole)))
        return np.concatenate(
            [self.whole.image(codes[there], self.codes.layout, symmetry) for symmetry, there in is_kept_by]
        )

    def _code(self, record: Record) -> int:
        """The code of a record as it stands."""
        kept = self._steps.kept
        situation = Situation(kept_of(record.position, kept), points_banned(record), *passes_of(record, kept))
        return int(self.codes.codes(situation))

    def _happened(self, records: Sequence[Record], symmetries: Packed) -> list[tuple[int, ...]]:
        """What has happened in each game, as often as it has, if that game is turned whole by a symmetry.

        The numbers of events hold that; those that nobody asks about are left out.
        """
        counts = [
            [
                ((history, event, symmetry), times)
                for history, name in enumerate(HISTORIES)
                for event, times in counts_of(getattr(record, name))
            ]
            for record, symmetry in zip(records, symmetries.tolist(), strict=True)
        ]
        known = self._numbers_of_events
        alike: dict[tuple[int, Layout], list[tuple[int, Hashable, int]]] = {}
        for asked in dict.fromkeys(asked for events in counts for asked, _ in events if asked not in known):
            alike.setdefault((asked[0], layout_of(asked[1], self.codes.grid.size)), []).append(asked)
        for (history, layout), events in alike.items():
            codes = np.concatenate([code_of(event, self.codes.grid.size, 1) for _, event, _ in events])
            images = self.whole.image(codes, layout, np.array([symmetry for *_, symmetry in events]))
            known.update(zip(events, self._events.asked_numbers(history, images, layout).tolist(), strict=True))
        numbers = (((known[asked], times) for asked, times in events) for events in counts)
        return [in_order((number, times) for number, times in of if number != NOT_ASKED) for of in numbers]

    @cached_property
    def tables(self) -> Tables:
        self._asked_once.clear()
        self._numbers_of_events.clear()
        joined = {
            name: column.taken_as_one() if name in TOLD_ONCE else column.taken()
            for name, column in self._columns.items()
        }
        self._columns.clear()
        first = np.cumsum(np.append(np.int32(0), joined.pop("number")), dtype=np.int32)
        for block in blocks(len(joined["asked"]), BLOCK):
            asked = joined["asked"][block]
            asked[:] = self._events.renumbered(asked)
        list_first, change = self._effects.renumber(joined["effect"])
        del self._effects
        joined["shift"] = self._shifts(joined["shift"])
        put_those_with_few_answers_first(joined, first)
        symmetries = self.codes.symmetries
        history, sets = self._events.of_orbits
        kept, places = distinct_with_places(sets.astype(np.uint64))
        return Tables(
            first=first,
            list_first=list_first,
            change=change,
            history=history,
            kept=places.astype(np.uint8),
            images=symmetries.places_in_orbits(kept),
            place_bits=np.array([symmetries.place_bits], dtype=np.int8),
            inverse=symmetries.inverse.astype(np.int8),
            composed=symmetries.composed.astype(np.int8),
            swaps=np.array([symmetries.swaps(symmetry) for symmetry in range(len(symmetries))], dtype=np.int8),
            **joined,
        )

    def _shifts(self, numbers: Packed) -> Packed:
        """By how much turns change Black's lead, in half points, by what is counted with them."""
        counts = np.append(np.uint64(0), self._counts_met.codes).astype(np.int64)
        times = (counts >> COUNTED_BITS * place & (1 << COUNTED_BITS) - 1 for place in range(len(self._counted)))
        parts = (number * self.worths.get(item, 0) for item, number in zip(self._counted, times, strict=True))
        shifts = whole_numbers(sum(parts, np.zeros(len(counts))) * HALF_POINTS, KINDS["shift"])
        if not shifts.any():
            return shifts[:1]
        for block in blocks(len(numbers), BLOCK):
            numbers[block] = shifts[numbers[block]]
        return numbers


def array_phase(starts: Sequence[Record], watch: Callable[[int], None], swapped: bool) -> ArrayPhase:
    """A phase that is read on arrays, with what the clauses turn out to ask about passes; see `ArrayPhase`.

    Nodes stand for their images with the colors swapped too, if that is asked for and the rules treat colors alike.

    Raises:
        CannotBeRead, ValueError: see `ArrayPhase`; or it can't be read on arrays.
    """
    if not can_be_read_on_arrays(starts):
        raise CannotBeRead("more than arrays tell")
    rules, grid = starts[0].rules, starts[0].position.coloring.board.grid
    whole = CodeSymmetries(grid, respects_symmetry(rules), swapped and treats_colors_alike(rules))
    kept: Collection[str] = {PASSED} if asks_about(rules, "passed") else set()
    while True:
        try:
            return ArrayPhase(starts, frozenset(kept), watch, whole)
        except CannotBeRead as missing:
            if missing.subject not in (RUN, PASSES) or missing.subject in kept:
                raise
            kept = {*kept, missing.subject, RUN}


def turned_tally(symmetries: CodeSymmetries, tally: Tally, symmetry: int) -> Tally:
    """A tally with the image of the coloring that the second cleanup phase began with."""
    began = tally.second_cleanup_start
    if not isinstance(began, Coloring) or not symmetry:
        return tally
    points = symmetries.grid.size
    image = int(symmetries.image(code_of(began, points, 1), layout_of(began, points), symmetry)[0])
    coloring = Coloring(began.board, image & symmetries.grid.everywhere, image >> points)
    return replace(tally, second_cleanup_start=coloring)


def put_those_with_few_answers_first(columns: dict[str, Any], first: Packed) -> None:
    """Order the steps of each node by how many steps there are from where they lead to: a guess at which are best."""
    answers = np.diff(first)

    def put_in_order(nodes: slice) -> None:
        edges = first[nodes.start : nodes.stop + 1]
        here = slice(edges[0], edges[-1])
        after = columns["after"][here]
        origin = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        order = np.lexsort((np.where(after == NOWHERE, MANY, answers[after]), origin))
        for name in OF_STEPS:
            if name not in TOLD_ONCE or len(columns[name]) > 1:
                columns[name][here] = columns[name][here][order]

    in_parallel(put_in_order, blocks(len(answers)))


def whole_numbers(numbers: Any, kind: Any = np.int32) -> Packed:
    """Numbers of half points, which are whole, and not too many for the kind of number.

    Raises:
        ValueError: they are not.
    """
    packed: Packed = np.asarray(numbers).astype(kind)
    if not np.array_equal(packed, numbers):
        raise Refusal("Scores are in half points here, and not all of these are.")
    return packed
