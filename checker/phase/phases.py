"""The phases of a game, each with all its starts, as tables on which a search works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ...spec.algebra import Color
from ...spec.vocabulary import Record, Tally
from .ends import Worths, worths_of_what_is_counted
from .machine import Within, machine
from .past import CannotBeRead
from .tables import PhaseToSearch
from .tables_arrays import ArrayPhase, can_be_read_on_arrays
from .tables_scalar import PhaseToTell

# About as many as fit into 8 GB, with all that is proved of them.
MOST_NODES = 30_000_000
MOST_NODES_ONE_BY_ONE = 1_000_000


@dataclass(frozen=True)
class Phases:
    """The phases of a game.

    Attributes:
        tables: each phase, in order.
        worths: what each thing that is counted is worth to Black.
    """

    tables: tuple[PhaseToSearch, ...]
    worths: Worths

    def leads_both_ways(self, tally: Tally) -> int:
        """Black's leads at an end and at the same end with the colors swapped, in sum; see `PhaseToSearch`."""
        found = (phase.leads_both_ways(tally) for phase in self.tables)
        return next((some for some in found if some is not None), 0)


def phases_from(
    records: Sequence[Record], within: Within | None = None, watch: Callable[[int], None] = lambda nodes: None
) -> Phases:
    """The phase of some records, which are of one phase and one rule set, and those that follow it.

    Args:
        records: the records.
        within: which turns may be taken; every turn that is legal, if left out.
        watch: is told from time to time how many nodes of a phase have been read, and may raise an exception to stop.

    Raises:
        ValueError: the rules can't be read, or a player may have no turn at all; or there is too much.
    """
    if within is None and can_be_read_on_arrays(records):
        few_enough = partial(_few_enough, watch, MOST_NODES)
        for swapped in (True, False):
            with suppress(CannotBeRead):
                return _on_arrays(records, few_enough, swapped)
    return _one_by_one(records, within or (lambda turn: True), partial(_few_enough, watch, MOST_NODES_ONE_BY_ONE))


def _on_arrays(records: Sequence[Record], watch: Callable[[int], None], swapped: bool) -> Phases:
    """Read all phases on arrays.

    Raises:
        CannotBeRead: one can't be read so; or colors are swapped, and scores tell them apart in more than by komi.
    """
    read: list[ArrayPhase] = []
    starts: Sequence[Record] = records
    while starts:
        if not can_be_read_on_arrays(starts):
            raise CannotBeRead("more than arrays tell")
        read.append(ArrayPhase(starts, watch, swapped))
        starts = read[-1].further_starts()
    worths = worths_of_what_is_counted((end for phase in read for end in phase.scored_ends()), records[0])
    phases = Phases(tuple(phase.as_tables(worths) for phase in read), worths)
    if swapped:
        _check_that_colors_count_alike(worths)
        phases.leads_both_ways(records[0].tally)
    return phases


def _one_by_one(records: Sequence[Record], within: Within, watch: Callable[[int], None]) -> Phases:
    """Read all phases one situation at a time."""
    read: list[PhaseToTell] = []
    starts: Sequence[Record] = records
    while starts:
        read.append(PhaseToTell(machine(starts[0], within, starts[1:], watch)))
        starts = read[-1].further_starts()
    worths = worths_of_what_is_counted((end for phase in read for end in phase.scored_ends()), records[0])
    return Phases(tuple(phase.as_tables(worths) for phase in read), worths)


def _check_that_colors_count_alike(worths: Worths) -> None:
    """See that what a player counts for is worth to Black what it costs Black if it is the opponent's.

    Raises:
        CannotBeRead: it is not.
    """
    for what, worth in worths.items():
        if worths.get(_of_the_opponent(what), 0) != -worth:
            raise CannotBeRead("which color is which when it comes to what is counted")


def _of_the_opponent(what: object) -> object:
    parts: Iterable[object] = what if isinstance(what, tuple) else (what,)
    return tuple(part.opponent if isinstance(part, Color) else part for part in parts)


def _few_enough(watch: Callable[[int], None], most: int, nodes: int) -> None:
    """Take note of how many nodes have been read, and refuse to read more than can be kept."""
    watch(nodes)
    if nodes > most:
        raise ValueError(f"There are more than {most:,} situations to search in; that is too many to keep here.")
