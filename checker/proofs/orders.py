"""What grows along a phase, and can't grow forever: states are finitely many, and each number has a bound.

What is measured is a ranking function (R. W. Floyd, Assigning meanings to programs, 1967).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any, cast

import z3

from ...spec.vocabulary import Record
from .unknown import PART, UnknownHistory, formula_of, term_of, terms_of

STONES, POINTS = z3.Function("stones", PART, z3.IntSort()), z3.Int("points")
LONGEST_RUN, MOST_OCCURRENCES = 3, 2


def _of_each(history: UnknownHistory, say: Callable[..., Any]) -> Any:
    """That something holds of the parts of every event."""
    every = [z3.Const(f"event {number}", sort) for number, sort in enumerate(history.sorts, start=1)]
    return z3.ForAll(every, say(*every)) if every else say()


Between = Callable[[Record, Record], Any]


@dataclass(frozen=True)
class Hypothesis:
    """What every record of a phase satisfies, as is shown: it holds at the start, and every turn keeps it.

    Attributes:
        words: what that is.
        holds: the same of a record, as a z3 formula.
    """

    words: str
    holds: Callable[[Record], Any]


@dataclass(frozen=True)
class Growing:
    """Something that is counted along a phase and has a bound.

    Attributes:
        falling: that less of it is left, in words.
        equal: that as much of it is left.
        more: that there is more of it after a turn than before, as a z3 formula.
        same: that there is as much of it.
        bound: that there is no more of it than there can be; None where it counts what there are finitely many of.
    """

    falling: str
    equal: str
    more: Between
    same: Between
    bound: Hypothesis | None = None


def _measured(history: UnknownHistory, often: bool, *event: Any) -> Any:
    return history.count(*event) if often else history.count(*event) >= 1


# The formulas about histories are built once, for all rule sets and cases.
@cache
def _same(was: UnknownHistory, now: UnknownHistory, often: bool) -> Any:
    return _of_each(was, lambda *event: _measured(now, often, *event) == _measured(was, often, *event))


@cache
def _more(was: UnknownHistory, now: UnknownHistory, often: bool) -> Any:
    def no_less(*event: Any) -> Any:
        before, after = _measured(was, often, *event), _measured(now, often, *event)
        return before <= after if often else z3.Implies(before, after)

    return z3.And(_of_each(was, no_less), z3.Not(_same(was, now, often)))


@cache
def _stands_seldom(history: UnknownHistory) -> Any:
    return _of_each(history, lambda *event: history.count(*event) <= MOST_OCCURRENCES)


def _growing(
    name: str,
    falling: str,
    equal: str = "as many",
    often: bool = False,
    bound: Hypothesis | None = None,
) -> Growing:
    """How many different events have happened, or how often they have, by a history of records."""

    def by(compare: Callable[..., Any]) -> Between:
        return lambda before, later: compare(getattr(before, name), getattr(later, name), often)

    return Growing(falling, equal, by(_more), by(_same), bound)


def _counted(falling: str, equal: str, number: Callable[[Record], Any], bound: Hypothesis | None = None) -> Growing:
    return Growing(
        falling,
        equal,
        lambda before, later: number(later) > number(before),
        lambda before, later: number(later) == number(before),
        bound,
    )


def stones_on(record: Record) -> Any:
    """How many stones stand before a turn, as a z3 term."""
    (coloring,) = terms_of(record.position.coloring)
    return STONES(coloring)


EARLIER = _growing("earlier", "fewer states are new", "as many are")
PASSED_FROM = _growing("passed_from", "there are fewer states from which a player has not passed")
_STOOD = _growing("since_pass", "fewer states have not stood since the last pass")
OCCURRENCES = _growing(
    "since_pass",
    "states can stand again less often",
    "as often",
    True,
    Hypothesis(
        f"no state has stood more than {MOST_OCCURRENCES} times since the last pass",
        lambda record: _stands_seldom(cast(UnknownHistory, record.since_pass)),
    ),
)
PASSES_IN_A_ROW = _counted(
    "fewer passes can follow in a row",
    "as many",
    lambda record: term_of(record.pass_run),
    Hypothesis(
        f"no more than {LONGEST_RUN} passes have followed each other",
        lambda record: term_of(record.pass_run) <= LONGEST_RUN,
    ),
)
# Where a run of passes goes on from another phase, nobody knows how many there were.
PASSES_STILL_TO_COME = replace(
    PASSES_IN_A_ROW,
    more=lambda before, later: z3.And(
        term_of(later.pass_run) > term_of(before.pass_run), term_of(later.pass_run) <= LONGEST_RUN
    ),
    bound=None,
)
STONES_ON_BOARD = _counted("fewer points are empty", "as many are", stones_on)


def _not_led_back(record: Record) -> Any:
    passed = record.passed_from.contains((record.position.player, record.state))
    return z3.Implies(term_of(record.pass_run) == 0, z3.Not(formula_of(passed)))


NOT_NEGATIVE = Hypothesis(
    "no number of passes is negative", lambda record: z3.And(term_of(record.pass_run) >= 0, term_of(record.passes) >= 0)
)
NOT_LED_BACK = Hypothesis("no turn but a pass led a player to a state from which they have passed", _not_led_back)


@dataclass(frozen=True)
class Order:
    """What grows along a phase: the first of a few things, or as much of it and the next one.

    Attributes:
        growing: what may grow, in this order.
        supposing: what is shown of every record besides the bounds.

    >>> Order((EARLIER, PASSES_IN_A_ROW)).name
    'fewer states are new; or as many are, and fewer passes can follow in a row'
    """

    growing: tuple[Growing, ...]
    supposing: tuple[Hypothesis, ...] = (NOT_NEGATIVE,)

    @property
    def name(self) -> str:
        """What falls, in words."""
        *before, last = self.growing
        return "".join(f"{one.falling}; or {one.equal}, and " for one in before) + last.falling

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What is shown of every record of the phase."""
        return (*self.supposing, *(one.bound for one in self.growing if one.bound is not None))

    def falls(self, before: Record, later: Record) -> Any:
        """That less is left of the first after a turn; or as much of it, and less of the next, and so on."""
        falls: Any = z3.BoolVal(False)
        for one in reversed(self.growing):
            falls = z3.Or(one.more(before, later), z3.And(one.same(before, later), falls))
        return falls


NEW_STATES = Order((EARLIER, PASSES_IN_A_ROW))
NEW_PASSES = Order((PASSED_FROM, OCCURRENCES))
NEW_OCCURRENCES = Order((OCCURRENCES, PASSES_IN_A_ROW))
NEW_PASSES_NOT_LED_BACK = Order((PASSED_FROM, OCCURRENCES), (NOT_NEGATIVE, NOT_LED_BACK))
ORDERS = (NEW_STATES, NEW_PASSES, NEW_OCCURRENCES, NEW_PASSES_NOT_LED_BACK)
# No document needs these; rules without one or two of its clauses do, such as that a pass lifts a ban.
_PAIRS = permutations((EARLIER, PASSED_FROM, OCCURRENCES, _STOOD, PASSES_IN_A_ROW), 2)
FURTHER_ORDERS = (
    *(order for order in map(Order, _PAIRS) if order not in ORDERS),
    Order((EARLIER, PASSES_STILL_TO_COME)),
)
# For a ban on captures alone, where it matters besides which moves add a stone.
NEW_STATES_OR_STONES = Order((EARLIER, STONES_ON_BOARD, PASSES_IN_A_ROW))
