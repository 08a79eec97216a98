"""What each player is sure of at a node, whatever has happened before: bounds that ask nothing of the history.

A player who takes only turns that no history can forbid, against every turn of the other and with each end at its
worst, comes to such an end within so many turns under every history. So these bounds are found backward from the ends,
in the tables themselves, and rest on no rule besides. That a group with two eyes lives is found in this way, not told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .memory import BEST, FAILS, NOTHING, SUCCEEDS
from .phase import ANY_SCORE, NOT_KNOWN
from .tables import FORBIDDEN, GOES_ON, Numbers, Tables

Leads: TypeAlias = npt.NDArray[np.int32]

# More than any lead: what is no end costs a player nothing, and what is not known is worth nothing.
BEYOND = 4 * ANY_SCORE
# Where turns change the lead, bounds may rise without end. Each round tells only of one turn more.
MOST_ROUNDS = 200
BLOCK = 1 << 20
WHITE_MOVES, BLACK_MOVES = range(2)


class Prospects(NamedTuple):
    """What games come to, in half points, for no-result at its worst and at its best.

    Attributes:
        ends: for each end, what it is worth to Black.
        least: for each node, what Black is sure of, whatever has happened before.
        most: for each node, what White is sure that Black does not exceed.
    """

    ends: Numbers
    least: Numbers
    most: Numbers

    def of(self, node: int, mode: int) -> tuple[float, float]:
        """The least and the greatest lead to which a node can come, for all that players are sure of."""
        least, most = int(self.least[mode, node]), int(self.most[mode, node])
        return (-inf if least <= -ANY_SCORE else least), (inf if most >= ANY_SCORE else most)


def nothing_assured(ends: Sequence[int], nodes: int, modes: int) -> Prospects:
    """That nobody is sure of anything.

    Args:
        ends: what each end is worth to Black; `NOT_KNOWN` where nobody has found out.
        nodes: how many nodes there are.
        modes: 2 if no-result may count at its worst and at its best, 1 if there is none.
    """
    of_nodes = np.full((modes, nodes), BEYOND, np.int32)
    return Prospects(np.array([ends] * modes, np.int32), -of_nodes, of_nodes)


def surely(prospects: Prospects, mode: int, node: int, threshold: int) -> int:
    """Whether Black gets at least so much, where a player is sure of it; else NOTHING."""
    if threshold <= prospects.least[mode, node]:
        return SUCCEEDS
    return FAILS if threshold > prospects.most[mode, node] else NOTHING


def assured(tables: Tables, ends: Any, mode: int, go_on: Callable[[], None] = lambda: None) -> tuple[Leads, Leads]:
    """What Black is sure of at each node, and what White is sure that Black does not exceed.

    Args:
        tables: the phase.
        ends: what each end is worth to Black, in half points; `NOT_KNOWN` where nobody has found out.
        mode: how no-result counts.
        go_on: is called from time to time, and may raise an exception to stop it.
    """
    is_known = np.asarray(ends) != NOT_KNOWN
    black, white = (np.where(is_known, worths, -BEYOND) for worths in (ends, np.negative(ends)))
    no_result = BEYOND if mode == BEST else -BEYOND
    least = _assured_of(tables, BLACK_MOVES, [BEYOND, BEYOND, no_result, *black], go_on)
    return least, -_assured_of(tables, WHITE_MOVES, [BEYOND, BEYOND, -no_result, *white], go_on)


def _assured_of(tables: Tables, player: int, worths: Any, go_on: Callable[[], None]) -> Leads:
    """What a player is sure of at each node, given what each thing that a step comes to is worth to that player."""
    mover = np.asarray(tables.mover)
    found = np.full(len(mover) + 1, -BEYOND, np.int32)
    found[-1] = BEYOND
    told = np.array(worths, np.int32)
    own = _Steps(tables, mover == player, never_forbidden(tables), told, player)
    others = _Steps(tables, mover != player, not_always_forbidden(tables), told, player)
    for _ in range(MOST_ROUNDS):
        go_on()
        if not others.raise_to(found, np.minimum) + own.raise_to(found, np.maximum):
            break
    return found[:-1]


def never_forbidden(tables: Tables) -> Any:
    """For each step, whether it is legal whatever has happened."""
    return np.asarray(tables.forbidden) == -1 - GOES_ON


def not_always_forbidden(tables: Tables) -> Any:
    """For each step, whether it is legal by some history."""
    return np.asarray(tables.forbidden) != -1 - FORBIDDEN


class _Steps:
    """The steps of a player at some nodes, with what they are worth to one of the players.

    Args:
        tables: the phase.
        is_there: for each node, whether it is one of them.
        counts: for each step, whether it counts.
        worths: what each thing that a step comes to is worth.
        player: to whom.
    """

    def __init__(self, tables: Tables, is_there: Any, counts: Any, worths: Leads, player: int) -> None:
        first, ended, after = (np.asarray(some) for some in (tables.first, tables.ended, tables.after))
        taken = np.flatnonzero(counts & np.repeat(is_there, np.diff(first)))
        edges = np.searchsorted(taken, first)
        self._nodes = np.flatnonzero(np.diff(edges))
        self._first = edges[self._nodes]
        shift = np.asarray(tables.shift)[taken]
        self._shift = shift if player == BLACK_MOVES else -shift
        self._ends, self._after = np.empty((2, len(taken)), np.int32)
        is_over = np.arange(len(worths)) != GOES_ON
        for begin in range(0, len(taken), BLOCK):
            here = slice(begin, begin + BLOCK)
            trees = ended[taken[here]]
            self._ends[here] = worst_of(tables, trees, worths) + self._shift[here]
            # A step after which the game cannot go on leads to a place beyond all nodes, where nothing is lost.
            self._after[here] = np.where(worst_of(tables, trees, is_over), len(is_there), after[taken[here]])

    def raise_to(self, found: Leads, reduced: Any) -> int:
        """Raise what is found at the nodes to the least or the most that a step comes to; at how many it rose."""
        come_to = found[self._after]
        come_to += self._shift
        np.minimum(come_to, self._ends, out=come_to)
        before = found[self._nodes]
        new = np.maximum(reduced.reduceat(come_to, self._first), before)
        found[self._nodes] = new
        return int(np.count_nonzero(new != before))


def worst_of(tables: Tables, trees: Any, worths: Any) -> Any:
    """The least that each of some trees can come to, given what each thing that it comes to is worth."""
    asks = trees >= 0
    found = worths[np.where(asks, 0, -1 - trees)]
    if asks.any():
        yes, no = (worst_of(tables, np.asarray(branch)[trees[asks]], worths) for branch in (tables.yes, tables.no))
        found[asks] = np.minimum(yes, no)
    return found
