"""Whether a rank falls with every turn of a phase that does not end it."""

from __future__ import annotations

from dataclasses import dataclass

from ...spec.registry import Decision
from .cases import OneTurn, cases
from .open_values import LeftOpen
from .ranks import Order, falls, is_rank

ASSUMES = ("Clauses are functions: asked alike, they answer alike.",)
# What the other decisions make of a turn is left open, or only ends a phase the sooner, or comes after the end.
IN_TURNS = (
    Decision.STATE,
    Decision.TURN,
    Decision.MOVE,
    Decision.AFTER_MOVE,
    Decision.MARKS,
    Decision.LEGAL,
    Decision.PASS,
    Decision.FIRST_PASS,
    Decision.UNBLOCK_ACTION,
    Decision.COUNTS_AS_PASS,
    Decision.REMEMBERED,
    Decision.OCCURS,
    Decision.ENDINGS,
    Decision.PHASE_ENDS,
    Decision.NO_RESULT,
)


@dataclass(frozen=True)
class Ranking:
    """How a rank fares over the turns of a phase.

    Attributes:
        order: how the records are ranked.
        cases: in how many cases the phase goes on, up to the obstacle if there is one.
        obstacle: the case in which the rank does not fall, or "".
    """

    order: Order
    cases: int = 0
    obstacle: str = ""


def ranking(turns: OneTurn, order: Order) -> Ranking:
    """Try to prove that a rank falls in every case in which the phase goes on."""
    if not is_rank(order, order.amounts(turns.start())):
        return Ranking(order, obstacle="the start of the phase")
    going_on = 0
    for case in cases(turns.phase):
        try:
            records = turns.records(case)
        except LeftOpen as error:
            return Ranking(order, going_on, f"{case}: {error}")
        if records is not None and order.reaches(before := order.amounts(records[0])):
            going_on += 1
            if not falls(order, before, order.amounts(records[1])):
                return Ranking(order, going_on, str(case))
    return Ranking(order, going_on)
