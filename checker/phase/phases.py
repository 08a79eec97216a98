"""The phases of a game as tables on which a search works, read on arrays or else node by node."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial
from typing import Any

import numpy as np

from ...interpreter.result import NoResult
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal
from ...spec.vocabulary import Pass, Record, Tally
from .dependence import HISTORIES
from .ends import (
    End,
    Event,
    ScoredEnd,
    Worths,
    completes,
    counts_of,
    end_of,
    numbers_counted,
    worth,
    worths_at,
    worths_of_what_is_counted,
)
from .machine import Machine, Node, Step, Within, machine, may_be_all_forbidden, node_of
from .past import Asks, CannotBeRead, Tree
from .requirements import ends_are_read, is_decided_without_a_count, require, who_has_no_turn_loses
from .tables import (
    FIRST_END,
    FORBIDDEN,
    GOES_ON,
    KINDS,
    MOST_EVENTS,
    MOST_TIMES,
    NO_EFFECT,
    NO_RESULT,
    NOT_KNOWN,
    TOO_MUCH,
    PhaseToSearch,
    PlaceInPhase,
    Tables,
    effect_of_list,
    effect_of_one_event,
    forgetting,
    in_half_points,
    in_order,
    leaf,
)
from .tables_arrays import array_phase


class PhaseTables(PhaseToSearch):
    """A phase that was read node by node; equal ends, trees and lists of changes are kept once, by number."""

    passes_first = True

    def __init__(self, phase: Machine) -> None:
        self.machine, self.start = phase, phase.start
        self._end_of: dict[Hashable, End] = {}
        self._numbers: dict[Hashable, int] = {}
        self._trees: dict[tuple[int, int, int, int], int] = {}
        self._changes: dict[tuple[int, ...], int] = {}
        if len(self.events) > MOST_EVENTS or any(question.times > MOST_TIMES for question in phase.questions):
            raise Refusal(TOO_MUCH)
        passes_first = [sorted(steps, key=lambda step: not isinstance(step.turn, Pass)) for steps in phase.steps]
        numbered = [(node, step) for node, steps in enumerate(passes_first) for step in steps]
        if any(map(may_be_all_forbidden, phase.steps)):
            require([who_has_no_turn_loses(phase.start.rules, phase.start.position.phase)])
        self.steps = tuple(step for _, step in numbered)
        self._forbidden = [self._tree(step.forbidden_by, FORBIDDEN) for step in self.steps]
        self._ended = [self._tree(step.ended_by, partial(self._end, node, step)) for node, step in numbered]
        self.ends = tuple(self._end_of.values())
        self.number_of_ends = len(self.ends)

    def further_starts(self) -> list[Record]:
        return [end for end in self.ends if isinstance(end, Record)]

    def scored_ends(self) -> Iterator[ScoredEnd]:
        return (end for end in self.ends if isinstance(end, ScoredEnd))

    def leads(self, tally: Tally) -> Any:
        return [self.lead(number, tally) for number in range(len(self.ends))]

    def lead(self, number: int, tally: Tally) -> int:
        end = self.ends[number]
        if isinstance(end, int):
            return end
        return in_half_points(end.lead(tally).number) if isinstance(end, ScoredEnd) else NOT_KNOWN

    def leads_both_ways(self, tally: Tally) -> int | None:
        return None

    def further(self, number: int) -> Record:
        end = self.ends[number]
        assert isinstance(end, Record), "an end with a score has no further phase"
        return end

    @cached_property
    def nodes(self) -> dict[Node, int]:
        """The number of each node."""
        return {node: number for number, node in enumerate(self.machine.nodes)}

    @cached_property
    def events(self) -> dict[Event, int]:
        """The number of each event that is asked about."""
        return {(question.history, question.event): number for number, question in enumerate(self.machine.questions)}

    def standings(self, records: Sequence[Record]) -> list[PlaceInPhase]:
        places = list[PlaceInPhase]()
        for record in records:
            events = [(name, *count) for name in HISTORIES for count in counts_of(getattr(record, name))]
            known = ((self.events[name, event], times) for name, event, times in events if (name, event) in self.events)
            places.append(PlaceInPhase(self.nodes[node_of(record, self.machine.kept)], in_order(known), record.tally))
        return places

    @cached_property
    def tables(self) -> Tables:
        phase, steps = self.machine, self.steps
        effects = [self._effect(step) for step in steps]
        shifts = [in_half_points(worth(numbers_counted(step.tally), self.worths)) for step in steps]
        questions, lists = self._trees, self._changes
        return Tables(
            mover=np.array([node.position.player is BLACK for node in phase.nodes], np.int8),
            first=np.concatenate([[0], np.cumsum([*map(len, phase.steps)])]).astype(np.int32),
            after=_numbers(step.after for step in steps),
            turned=np.zeros(len(steps), KINDS["turned"]),
            forbidden=_numbers(self._forbidden),
            ended=_numbers(self._ended),
            effect=_numbers(effects),
            shift=_numbers(shifts).astype(KINDS["shift"]),
            asked=_numbers(question[0] for question in questions),
            times=_numbers(question[1] for question in questions).astype(KINDS["times"]),
            yes=_numbers(question[2] for question in questions),
            no=_numbers(question[3] for question in questions),
            list_first=np.concatenate([[0], np.cumsum([len(changes) for changes in lists])]).astype(np.int32),
            change=_numbers(change for changes in lists for change in changes),
            history=_numbers(HISTORIES.index(name) for name, _ in self.events).astype(KINDS["history"]),
            kept=np.zeros(len(self.events), np.uint8),
            images=np.zeros((1, 1, 1), np.int8),
            place_bits=np.zeros(1, np.int8),
            inverse=np.zeros(1, np.int8),
            composed=np.zeros((1, 1), np.int8),
            swaps=np.zeros(1, np.int8),
        )

    def _tree(self, tree: Tree[Clause | None], outcome: Any) -> int:
        """The number of a tree, given the results that stand for clauses."""
        if not isinstance(tree, Asks):
            comes_to = GOES_ON if tree is None else outcome(tree) if callable(outcome) else outcome
            return int(leaf(comes_to))
        question = tree.question
        yes, no = self._tree(tree.yes, outcome), self._tree(tree.no, outcome)
        asking = (self.events[question.history, question.event], question.times, yes, no)
        return self._trees.setdefault(asking, len(self._trees))

    def _end(self, node: int, step: Step, clause: Clause) -> int:
        """What comes of an end; ends that come out alike are one."""
        if clause.decides is Decision.NO_RESULT and not is_decided_without_a_count(self.start.rules, self.phase):
            return NO_RESULT
        key: Hashable = (clause.name, step.position.coloring)
        if completes(self.machine.start, clause):
            key = (clause.name, node, step.turn)
        if key not in self._numbers:
            end = end_of(self.machine, node, step, clause)
            if isinstance(end, NoResult):
                return NO_RESULT
            if isinstance(end, Record):
                histories: Iterator[Any] = (getattr(end, name) for name in HISTORIES)
                happened = tuple((history.name, event) for history in histories for event in history.added)
                key = (end.position, end.last, happened)
            if isinstance(end, int):
                key = end
            self._numbers.setdefault(key, len(self._numbers))
            self._end_of.setdefault(key, end)
        return FIRST_END + self._numbers[key]

    def _effect(self, step: Step) -> int:
        """What a step changes, as far as anybody asks."""
        items: list[int] = []
        for change in step.changes:
            if change.forgotten:
                items.append(forgetting(HISTORIES.index(change.history)))
            items += (
                self.events[change.history, event] for event in change.added if (change.history, event) in self.events
            )
        if not items or (len(items) == 1 and items[0] >= 0):
            return int(effect_of_one_event(items[0])) if items else NO_EFFECT
        return int(effect_of_list(self._changes.setdefault(tuple(items), len(self._changes))))


def _numbers(values: Iterable[int]) -> Any:
    return np.fromiter(values, np.int32)


# About what fits into 8 GB, with all that is proved of them.
MOST_NODES = 30_000_000
MOST_NODES_ONE_BY_ONE = 1_000_000
MOST_IMAGES, GREAT = 16, 1e15


@dataclass(frozen=True)
class Phases:
    """The phases of a game, in order, and what each thing that is counted is worth to Black."""

    tables: tuple[PhaseToSearch, ...]
    worths: Worths

    def leads_both_ways(self, tally: Tally) -> int:
        """Black's leads at an end and at the same end with the colors swapped, in sum; see `PhaseToSearch`."""
        sums = (phase.leads_both_ways(tally) for phase in self.tables)
        return next((leads for leads in sums if leads is not None), 0)


def phases_from(
    records: Sequence[Record],
    within: Within | None = None,
    watch: Callable[[int], None] = lambda nodes: None,
) -> Phases:
    """The phase of some records, which are of one phase and one rule set, and those that follow it.

    Every legal turn may be taken, if nothing says `within`. `watch` is called from time to time with the number of
    nodes of a phase read; it may raise an exception to stop.

    Raises:
        ValueError: the rules can't be read, or a player may have no turn at all; or there is too much.
    """
    if within is None:
        require_few_positions(records[0].position.coloring)
    if within is None and (phases := _on_arrays(records, partial(require_few, watch, MOST_NODES))):
        return phases
    require([ends_are_read(records[0].rules)])
    return _read(
        records, lambda s: PhaseTables(machine(s[0], within or (lambda turn: True), s[1:], partial(_see, watch, s[0])))
    )


def _see(watch: Callable[[int], None], start: Record, steps: Sequence[Sequence[Step]]) -> None:
    """See that there are few nodes so far, and that, where a player may have no turn, a clause says who wins."""
    require_few(watch, MOST_NODES_ONE_BY_ONE, len(steps))
    if may_be_all_forbidden(steps[-1]) and not start.rules.deciding(Decision.NO_TURN, start.position.phase):
        require([who_has_no_turn_loses(start.rules, start.position.phase)])


def _on_arrays(records: Sequence[Record], watch: Callable[[int], None]) -> Phases | None:
    """Read all phases on arrays, if they can be.

    Where a clause was left out, many situations at once may be asked for more than each by itself, which can then be
    read.
    """
    try:
        for swapped in (True, False):
            with suppress(CannotBeRead):
                return _read(records, partial(array_phase, watch=watch, swapped=swapped), swapped)
    except TooManySituations:
        raise
    except (ValueError, TypeError):  # A clause of an author's need not be written for arrays.
        if not records[0].rules.amendments:
            raise
    return None


def _read(
    records: Sequence[Record], read_phase: Callable[[Sequence[Record]], PhaseToSearch], swapped: bool = False
) -> Phases:
    """Read the phase of some records, and those that follow it; then give each what is worth how much.

    Raises:
        CannotBeRead: colors are swapped, and scores tell them apart in more than by komi.
    """
    read, starts = list[PhaseToSearch](), records
    while starts:
        read.append(read_phase(starts))
        starts = read[-1].further_starts()
    ends = (end for phase in read for end in phase.scored_ends())
    worths = worths_of_what_is_counted(map(partial(worths_at, start=records[0]), ends))
    for phase in read:
        phase.worths = worths
    phases = Phases(tuple(read), worths)
    if swapped:
        # What a player counts for must be worth to Black what it costs Black if it is the opponent's.
        for item, value in worths.items():
            parts: Iterable[object] = item if isinstance(item, tuple) else (item,)
            if worths.get(tuple(part.opponent if isinstance(part, Color) else part for part in parts), 0) != -value:
                raise CannotBeRead("which color is which in what is counted")
        phases.leads_both_ways(records[0].tally)
    return phases


class TooManySituations(Refusal):
    """More situations than can be kept."""


def legal_positions(grid: Grid, points: int) -> Decimal:
    """About how many legal positions of a board differ in some of its points: all of them, or those that are empty.

    By the formula for legal positions of whole boards in J. Tromp and G. Farnebäck, *Combinatorics of Go*.

    >>> f"{legal_positions(Grid(19, 19), 361):.1e}", round(legal_positions(Grid(4, 4), 16), -5)
    ('2.1e+170', Decimal('2.43E+7'))
    """
    return Decimal("0.85") * Decimal("0.9655") ** (grid.width + grid.height) * Decimal("2.9757") ** points


def require_few_positions(c: Coloring[int]) -> None:
    """See that not far more can follow on a position than can be kept, however many are images of one.

    Raises:
        TooManySituations: far more can.
    """
    grid = c.board.grid
    positions = legal_positions(grid, c.empty.bit_count())
    if positions > MOST_NODES * MOST_IMAGES:
        about = f"{round(positions, -len(str(int(positions))) + 2):,.0f}" if positions < GREAT else f"{positions:.1e}"
        raise TooManySituations(
            f"About {about.replace('+', '')} legal positions of {grid} can follow. No more than {MOST_NODES:,} can be "
            "kept here, even where all images of a position count as one."
        )


def require_few(watch: Callable[[int], None], most: int, nodes: int) -> None:
    """Report how many nodes have been read, and see that no more can follow than can be kept.

    Raises:
        TooManySituations: there are more.
    """
    watch(nodes)
    if nodes > most:
        raise TooManySituations(f"There are more than {most:,} situations; that is too many to keep here.")
