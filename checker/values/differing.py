"""On how many turns two rule sets say different things at all: where there are none, a comparison compares nothing."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..model.reading import machine
from .valuing import starts_of


def turns_judged_otherwise(first: Rules, second: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> int:
    """How many turns of a phase, from all positions of a board on, two rule sets judge otherwise.

    A turn is judged otherwise where other clauses, or other questions about the past, decide whether it is legal or
    ends something, or where something else stands after it.

    >>> from superko.spec.parameters import Ko
    >>> turns_judged_otherwise(Rules(), Rules(), Grid(2, 1))
    0
    >>> turns_judged_otherwise(Rules(), Rules(ko=Ko.SITUATIONAL), Grid(2, 1)) > 0
    True
    """
    return len(set(_turns(first, grid, phase)) ^ set(_turns(second, grid, phase)))


def _turns(rules: Rules, grid: Grid, phase: Phase) -> Iterator[Hashable]:
    start, *further = (game.record for game in starts_of(rules, grid, phase))
    read = machine(start, further=further)
    for node, steps in zip(read.nodes, read.steps, strict=True):
        yield from ((node, some.turn, some.forbidden_by, some.ended_by, some.position) for some in steps)
