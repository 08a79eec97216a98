"""Move ordering: what looks best at each node, if the past banned nothing; a search tries that first.

Without it 4x3 takes four times as long where numba is not installed (14.2 s for 3.7), and no longer where it is; 4x4
with suicide takes half as long again where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..phase.many import blocks, in_parallel
from ..phase.tables import GOES_ON, NOWHERE, Tables, leaf, leaf_outcome, of_steps
from .bounds import BLOCK, StaticBounds, edges_of, not_always_forbidden
from .state import ANY_SCORE, BEST, NONE

# After more turns, what looks best hardly changes any more.
TURNS_LOOKED_AHEAD = 20
# In half points: lesser leads take few bits, and what can't be taken by a lead that is less than all.
_FAR = 127


def ordering_hints(
    static: StaticBounds, tables: Tables, mode: int, go_on: Callable[[], None] = lambda: None
) -> tuple[Any, Any]:
    """The step that looks best at each node, counted from its first one, and about its lead, in half points.

    Play is followed for some turns over nodes alone, within what players are sure of, from the middle of that. A node
    is worth half of what it was before and half of what its best step is, so that play that goes round settles. Nobody
    goes straight back to where the last turn came from, as by taking a ko again at once: there the best other step
    counts. What looks best is no answer: it is what a search tries first, and a lead that it asks about first. Where a
    further phase follows, nobody knows yet what ends are worth: then the steps are `NONE`, and the leads 0.
    """
    payoffs, most_paid = (np.asarray(ends)[mode] for ends in (static.end_least, static.end_most))
    nodes = len(tables.mover)
    if (payoffs != most_paid).any():
        return np.full(nodes, NONE, np.int16), np.zeros(nodes, np.float32)
    steps = _StepsAhead(static, tables, payoffs, mode)
    ahead = steps.nothing_ahead()
    for _ in range(TURNS_LOOKED_AHEAD):
        go_on()
        ahead = steps.one_turn_further(ahead)
    return steps.first_of_the_best(ahead), ahead.best


class _LeadsAhead(NamedTuple):
    """The values of nodes, some turns ahead."""

    best: Any  # by the best step of each
    other: Any  # by the best of its other steps
    after: Any  # where the best one leads


class _StepsAhead:
    """What all steps are worth to who takes them, as long as the past bans none, by what ends are worth to Black."""

    def __init__(self, static: StaticBounds, tables: Tables, payoffs: Any, mode: int) -> None:
        is_won = np.abs(payoffs) >= ANY_SCORE
        self._far = np.float32(np.abs(payoffs[~is_won]).max(initial=1) + is_won.any())
        payoffs = np.clip(payoffs, -self._far, self._far)
        self._sure: Any = static.least[mode], static.most[mode]
        no_result = self._far if mode == BEST else -self._far
        worths = np.concatenate([np.array([0, 0, no_result], np.float32), payoffs.astype(np.float32)])
        first, ended = np.asarray(tables.first), np.asarray(tables.ended)
        self._first, self._after = first, np.asarray(tables.after)
        self._black = np.where(np.asarray(tables.mover) == 1, np.int8(1), np.int8(-1))
        shift = int(np.abs(np.asarray(tables.shift)).max(initial=0)) + abs(int(static.mirror[0]))
        kind, banned = (np.int8, -1 - _FAR) if self._far + shift <= _FAR else (np.float32, -inf)
        self._sign, self._add = np.empty(len(ended), np.int8), np.empty(len(ended), kind)
        for nodes in blocks(len(self._black), BLOCK):
            edges = first[nodes.start : nodes.stop + 1]
            here = slice(edges[0], edges[-1])
            mover = np.repeat(self._black[nodes], np.diff(edges))
            # What asks of the past is taken to let the game go on.
            guards: Any = np.minimum(ended[here], leaf(GOES_ON))
            outcome = leaf_outcome(guards)
            goes_on, swaps = outcome == GOES_ON, np.asarray(tables.swaps)[np.asarray(tables.turned)[here]] == 1
            counted = of_steps(tables.shift, here) + np.float32(static.mirror[0]) * (goes_on & swaps)
            may_be_taken = not_always_forbidden(tables, here)
            self._sign[here] = np.where(goes_on & may_be_taken, np.where(swaps, -mover, mover), 0)
            self._add[here] = np.where(may_be_taken, mover * (worths[outcome] + counted), np.float32(banned))

    def nothing_ahead(self) -> _LeadsAhead:
        """What nodes are worth before anything is looked at: the middle of what players are sure of."""
        least, most = self._sure_of(slice(None))
        middle = (least + most) / 2
        return _LeadsAhead(middle, middle, np.full(len(middle), NOWHERE, np.int32))

    def _sure_of(self, nodes: Any) -> tuple[Any, Any]:
        """What Black is sure of at some nodes, and White."""
        least, most = (np.clip(leads[nodes].astype(np.float32), -self._far, self._far) for leads in self._sure)
        return least, most

    def one_turn_further(self, ahead: _LeadsAhead) -> _LeadsAhead:
        """What nodes are worth one more turn ahead."""
        further = _LeadsAhead(*map(np.copy, ahead))

        def look(steps: slice, nodes: Any, first: Any) -> None:
            looks, at = self._looks(ahead, steps, nodes, first)
            black, sure_of, best = self._black[nodes], self._sure_of(nodes), looks[at]
            looks[at] = -inf
            for leads, comes_to in ((further.best, best), (further.other, np.maximum.reduceat(looks, first))):
                leads[nodes] = (leads[nodes] + np.clip(black * comes_to, *sure_of)) / 2
            further.after[nodes] = self._after[steps][at]

        self._in_blocks(look)
        return further

    def first_of_the_best(self, ahead: _LeadsAhead) -> Any:
        """For each node the first of its best steps, counted from its first one."""
        hints = np.zeros(len(self._black), np.int16)

        def look(steps: slice, nodes: Any, first: Any) -> None:
            hints[nodes] = self._looks(ahead, steps, nodes, first)[1] - first

        self._in_blocks(look)
        return hints

    def _in_blocks(self, look: Callable[[slice, Any, Any], None]) -> None:
        """Look at all nodes that have steps, some after some; see `edges_of`."""

        def look_at(block: slice) -> None:
            steps, nodes, first = edges_of(self._first, block)
            if len(nodes):
                look(steps, nodes, first)

        in_parallel(look_at, blocks(len(self._black), BLOCK))

    def _looks(self, ahead: _LeadsAhead, steps: slice, nodes: Any, first: Any) -> tuple[Any, Any]:
        """The values of the steps of some nodes, and the place of the first of the best of each node."""
        after = self._after[steps]
        place = np.repeat(np.arange(len(nodes)), np.diff(first, append=len(after)))
        leads = ahead.best[after]
        back = np.flatnonzero(ahead.after[after] == nodes[place])
        leads[back] = ahead.other[after[back]]
        looks = self._sign[steps] * leads
        looks += self._add[steps]
        is_best = np.flatnonzero(looks == np.maximum.reduceat(looks, first)[place])
        return looks, is_best[np.flatnonzero(np.diff(place[is_best], prepend=-1))]
