"""The phases of a game, each with all its starts, as tables on which a search works."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ...spec.vocabulary import Record
from ..solving.budget import Budget
from .array_tables import ManyTables
from .ends import Worths, worths_of_what_is_counted
from .explore import can_be_explored, explored
from .machine import Within, machine
from .past import CannotBeRead
from .scalar_tables import PhaseToTell
from .tables import PhaseToSearch

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


def phases_from(records: Sequence[Record], within: Within | None = None, budget: Budget | None = None) -> Phases:
    """The phase of some records, which are of one phase and one rule set, and those that follow it.

    Args:
        records: the records.
        within: which turns may be taken; every turn that is legal, if left out.
        budget: how long it may take to read them; as long as it takes, if left out.

    Raises:
        ValueError: the rules can't be read as a machine, or a player may have no turn at all; or there is too much.
        OutOfBudget: there is no time left.
    """
    budget = budget or Budget()
    games: list[PhaseToTell | ManyTables] = []
    starts: Sequence[Record] = records
    while starts:
        games.append(_read(starts, within, budget))
        starts = list(games[-1].further_starts())
    worths = worths_of_what_is_counted((end for game in games for end in game.scored_ends()), records[0])
    return Phases(tuple(game.as_tables(worths) for game in games), worths)


def _read(starts: Sequence[Record], within: Within | None, budget: Budget) -> PhaseToTell | ManyTables:
    if within is None and can_be_explored(starts):
        with suppress(CannotBeRead):
            return ManyTables(explored(starts, partial(_note, budget, MOST_NODES)), starts[0])
    watch = partial(_note, budget, MOST_NODES_ONE_BY_ONE)
    return PhaseToTell(machine(starts[0], within or (lambda turn: True), starts[1:], watch))


def _note(budget: Budget, most: int, nodes: int) -> None:
    """Take note of how many nodes have been read, and refuse to read more than can be kept."""
    budget.read(nodes)
    if nodes > most:
        raise ValueError(f"There are more than {most:,} situations to search in; that is too many to keep here.")
