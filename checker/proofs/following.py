"""What follows, whatever has happened: the coloring that a move makes stands after it; a phase leads to a later one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ...spec.algebra import Color
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Position
from .cases import COLORING, MARKS, POINT, RESULT, OneTurn, move_to_any_coloring
from .open_values import Open
from .rule_sets import Values, alike, rule_sets
from .unreadable import UNREADABLE

IN_NEXT_PHASE = (Decision.NEXT_PHASE,)
PHASES = list(Phase)
PASSED: Any = Open("whether anybody has passed")


def stands_otherwise(rules: Rules) -> str:
    """The clause by which after some move another coloring stands than the move makes, or that can't be read; or ""."""
    for phase, player in product(PHASES, Color):
        position = Position(COLORING, player, phase, MARKS, PASSED)
        play = move_to_any_coloring(COLORING, player, POINT)
        for clause in rules.deciding(Decision.AFTER_MOVE, phase):
            try:
                if clause.function(position, play).coloring is not RESULT:
                    return clause.name
            except UNREADABLE:
                return clause.name
    return ""


def leads_on(rules: Rules, phase: Phase, chosen: Values) -> bool:
    """Whether a later phase, or the end of the game, always follows on a phase.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    return all(PHASES.index(phase) < PHASES.index(follows) for follows in _following(rules, phase, chosen))


def _following(rules: Rules, phase: Phase, chosen: Values) -> Iterator[Phase]:
    for group in alike(rule_sets(rules, IN_NEXT_PHASE, chosen, [phase]), IN_NEXT_PHASE, [phase]):
        yield from OneTurn(group[0], phase).following()
