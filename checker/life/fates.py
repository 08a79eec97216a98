"""Which stones live, die or are in seki by play alone, in all positions of a board at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.composition import move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ..graph.edges import Edges
from ..phase.many import Numbers, colorings_at
from ..phase.symmetry import refuse_on_arrays
from ..sweeps.sweep import colorings, index_of, is_legal, number_of_colorings, read_on_arrays


@dataclass(frozen=True)
class Fates:
    """What becomes of the stones of every legal position.

    Attributes:
        alive: for each color, the stones that will live for good even if the opponent moves first.
        held: for each color, the stones that the opponent can't capture by moving first, nor their player bring to
            live for good by moving first.
    """

    coloring: Coloring[Words]
    alive: Mapping[Color, Words]
    held: Mapping[Color, Words]

    @property
    def are_settled(self) -> Flags:
        """Whether every stone of a position is alive or held: it makes no difference who moves first."""
        c = self.coloring
        black, white = (c.of(color) & ~self.alive[color] & ~self.held[color] for color in Color)
        return np.equal(black | white, 0)

    def in_seki(self, color: Color) -> Words:
        """The points of the maximal regions without a point of the opponent where stones on either side are held."""
        c = self.coloring
        return c.regions(
            c.not_of(color.opponent),
            where=lambda region: (
                c.meets(region, self.held[color]) & c.meets(c.border(region), self.held[color.opponent])
            ),
        )


def fates(rules: Rules, grid: Grid) -> Fates:
    """What becomes of the stones of every legal position of a board.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.

    >>> fates_of_stones = fates(Rules(suicide=False, self_play_opts=True), Grid(3, 1))
    >>> [f"{stones:03b}" for stones in fates_of_stones.alive[Color.BLACK].tolist() if stones]
    ['010']
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    c, numbers = _legal_positions(grid)
    edges, reading = _edges(rules, c, numbers), read_on_arrays(rules)
    moves_first = {color: slice(place * len(c.black), (place + 1) * len(c.black)) for place, color in enumerate(Color)}
    is_black = np.arange(edges.nodes) < len(c.black)
    alive, held = {}, {}
    for color in Color:
        stones, takes_turn = np.tile(c.of(color), len(Color)), is_black == (color is Color.BLACK)
        safe = np.tile(reading.sole(Decision.PASS_ALIVE).function(reading, c, color), len(Color))
        lives = edges.forced(takes_turn, stones & safe, within=stones).won
        captured = edges.forced(~takes_turn, ~stones).won
        alive[color] = lives[moves_first[color.opponent]]
        held[color] = c.of(color) & ~captured[moves_first[color.opponent]] & ~lives[moves_first[color]]
    return Fates(c, alive, held)


def _legal_positions(grid: Grid) -> tuple[Coloring[Words], Numbers]:
    """The positions, and for every coloring of the grid the number of the position."""
    everything = colorings(ArrayBoard(grid), 0, number_of_colorings(grid))
    legal = np.flatnonzero(np.asarray(is_legal(everything)))
    numbers = np.full(number_of_colorings(grid), -1, dtype=np.int64)
    numbers[legal] = np.arange(len(legal))
    return colorings_at(everything, legal), numbers


def emptied_by_moves(rules: Rules, grid: Grid, player: Color) -> tuple[Coloring[Words], Words]:
    """Every legal position of a board, and which points consecutive moves of a player can empty from each.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    c, numbers = _legal_positions(grid)
    origin, after, captured = map(np.concatenate, zip(*_moves(rules, c, numbers, player), strict=True))
    order, positions = np.argsort(origin, kind="stable"), len(c.black)
    edges = Edges.of(positions, origin, after)
    return c, edges.forced(np.ones(positions, np.bool_), np.zeros_like(c.black), captured[order]).won


def _moves(
    rules: Rules, c: Coloring[Words], numbers: Numbers, player: Color
) -> Iterator[tuple[Numbers, Numbers, Words]]:
    """The moves of a player at each point: the numbers of the positions before and after, and what is captured."""
    for point in ArrayBoard(c.board.grid).points:
        play = move(rules, c, player, point)
        allowed = np.flatnonzero(np.asarray(pseudolegal(rules, play)))
        yield allowed, numbers[index_of(colorings_at(play.after, allowed))], play.captured[allowed]


def _edges(rules: Rules, c: Coloring[Words], numbers: Numbers) -> Edges:
    """Every pass and every move, from all positions with Black to play, and then from all with White to play."""
    positions = np.arange(len(c.black))
    origin, after = [], []
    for place, player in enumerate(Color):
        here, there = place * len(positions), (1 - place) * len(positions)
        origin.append(here + positions)
        after.append(there + positions)
        for before, reached, _ in _moves(rules, c, numbers, player):
            origin.append(here + before)
            after.append(there + reached)
    return Edges.of(len(Color) * len(positions), np.concatenate(origin), np.concatenate(after))
