"""Nodes of many positions as 64-bit codes: what stands on the board, and of which kind the node is.

Under simple ko a node does not hold what stood before, but where a move is banned because of it: that is all that any
clause of the documents asks of it (see `model.legality`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Words
from ...spec.vocabulary import Phase, Position
from .guards import Layout

MOST_POINTS = 19
KIND_BITS = 7


class NodeKind(NamedTuple):
    """What many nodes have in common.

    Attributes:
        player: who takes the turn.
        run: how many passes there have just been in a row, up to a greatest number; 0 where no clause asks.
        other_passes: whether there were passes in the phase before those; False where no clause asks.
        passed: whether anybody has passed in the main phase; False where no clause asks.
    """

    player: Color
    run: int
    other_passes: bool
    passed: bool


@dataclass
class NodeCodes:
    """The codes of the nodes of a phase on one grid.

    Attributes:
        grid: the grid.
        phase: the phase.
        bans: whether the third set of points is that of banned moves; it is that of marks otherwise.
        kinds: the number of each kind that has been met.

    Raises:
        ValueError: the board has too many points.
    """

    grid: Grid
    phase: Phase
    bans: bool
    kinds: dict[NodeKind, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.grid.size > MOST_POINTS:
            raise ValueError(f"Nodes have codes on boards of up to {MOST_POINTS} points.")
        self.board = ArrayBoard(self.grid)

    @property
    def layout(self) -> Layout:
        """In how many bits each part of a code is told."""
        size = self.grid.size
        return (size, size, size, *(1,) * KIND_BITS)

    def codes(self, kind: NodeKind, black: Words, white: Words, third: Words) -> Words:
        """The codes of nodes of one kind, given three sets of points of each."""
        number = self.kinds.setdefault(kind, len(self.kinds))
        size = self.grid.size
        told: Words = (
            black
            | white << np.uint64(size)
            | np.asarray(third, dtype=np.uint64) << np.uint64(2 * size)
            | np.uint64(number << 3 * size)
        )
        return told

    def third(self, position: Position[Words], banned: Words) -> Words:
        """The third set of points of nodes."""
        return banned if self.bans else np.broadcast_to(position.marks, position.coloring.black.shape)

    def kind_numbers(self, codes: Words) -> Words:
        """The number of the kind of each node."""
        return codes >> np.uint64(3 * self.grid.size)

    def positions(self, kind: NodeKind, codes: Words) -> tuple[Position[Words], Words]:
        """What stands at nodes of one kind, and where a move is banned."""
        size, points = self.grid.size, np.uint64(self.grid.everywhere)
        black, white, third = (codes >> np.uint64(place * size) & points for place in range(3))
        nothing = np.zeros_like(third)
        marks, banned = (nothing, third) if self.bans else (third, nothing)
        return Position(Coloring(self.board, black, white), kind.player, self.phase, marks, kind.passed), banned
