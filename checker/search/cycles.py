"""Cycles: turns that lead from a position back to it, found among all positions of a board by how much they capture.

A search goes through every coloring in which all stones have a liberty, with Black to play; with White to play, the
same is found with the colors swapped. Many colorings are followed at once, through the array reading of the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.composition import move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Turn
from ..model.many import Numbers, each_point, some
from ..model.symmetry import refuse_on_arrays
from ..sweeps.sweep import legal_chunks
from ..witnesses import as_integers

Captures: TypeAlias = tuple[int | None, ...]
NO_POINT = np.uint64(0)


@dataclass(frozen=True)
class Cycle:
    """Turns that lead from a position back to it.

    Attributes:
        coloring: the coloring from which Black takes the first turn.
        turns: the turns; passes and moves that are no suicide.
        captured: the points that each turn emptied.
    """

    coloring: Coloring[int]
    turns: tuple[Turn, ...]
    captured: tuple[int, ...]


@dataclass(frozen=True)
class _Walks:
    """Many walks at once: the colorings before each turn and now, and what each turn played and captured."""

    colorings: tuple[Coloring[Words], ...]
    points: tuple[Words, ...] = ()
    captured: tuple[Words, ...] = ()

    def __len__(self) -> int:
        return len(self.colorings[-1].black)

    def some(self, chosen: Numbers) -> _Walks:
        """Some of the walks."""
        return _Walks(
            tuple(some(c, chosen) for c in self.colorings),
            tuple(points[chosen] for points in self.points),
            tuple(points[chosen] for points in self.captured),
        )

    def longer(self, c: Coloring[Words], points: Words, captured: Words) -> _Walks:
        """The walks with one turn more."""
        return _Walks((*self.colorings, c), (*self.points, points), (*self.captured, captured))


def cycles(rules: Rules, grid: Grid, captures: Captures) -> Iterator[Cycle]:
    """Every cycle on a board whose turns capture these numbers of stones, None being a pass.

    No move of it is a suicide, and none restores the coloring before the turn before it, not even when the cycle is
    gone through again: under simple ko every one is legal.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.

    >>> from superko.interpreter.boards import board_text
    >>> [board_text(found.coloring) for found in cycles(Rules(), Grid(3, 1), (0, 2, 1, None))]
    ['.X.', '.X.']
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    for start in legal_chunks(grid):
        walks = _Walks((start,))
        for turn, number in enumerate(captures):
            walks = _passed(walks) if number is None else _moved(rules, walks, _player(turn), number)
        yield from _cycles_among(walks)


def _player(turn: int) -> Color:
    return BLACK.opponent if turn % 2 else BLACK


def _passed(walks: _Walks) -> _Walks:
    nothing = np.full(len(walks), NO_POINT)
    return walks.longer(walks.colorings[-1], nothing, nothing)


def _moved(rules: Rules, walks: _Walks, player: Color, number: int) -> _Walks:
    """Each walk with every move that captures the number of stones, and does not restore what stood before."""
    before = walks.colorings[-1]
    near = before.board.neighbours(before.of(player.opponent)) if number else before.board.everything
    of, points = each_point(before.empty & near, before.board.grid)
    play = move(rules, some(before, of), player, points)
    wanted = np.asarray(pseudolegal(rules, play)) & (play.self_captured == 0)
    wanted &= np.bitwise_count(play.captured) == number
    if len(walks.colorings) > 1:
        wanted &= ~np.asarray(play.after.same_as(some(walks.colorings[-2], of)))
    chosen = np.flatnonzero(wanted)
    return walks.some(of[chosen]).longer(some(play.after, chosen), points[chosen], play.captured[chosen])


def _cycles_among(walks: _Walks) -> Iterator[Cycle]:
    first, second, *_, last_but_one, last = walks.colorings
    closed = np.asarray(last.same_as(first)) & ~np.asarray(second.same_as(last_but_one))
    for index in np.flatnonzero(closed).tolist():
        points = (int(points[index]) for points in walks.points)
        yield Cycle(
            as_integers(first, index),
            tuple(Move(point) if point else PASS for point in points),
            tuple(int(captured[index]) for captured in walks.captured),
        )


def longest_walk(rules: Rules, grid: Grid, captures: int, limit: int) -> int:
    """How many moves can follow each other that capture so many stones each, none restoring the coloring before last.

    No more than `limit` are followed, as they may go on forever.

    >>> longest_walk(Rules(), Grid(4, 1), 1, limit=9)
    2
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    longest = 0
    for start in legal_chunks(grid):
        walks, turns = _Walks((start,)), 0
        while len(walks) and turns < limit:
            longest = max(longest, turns)
            walks, turns = _without_past(_moved(rules, walks, _player(turns), captures)), turns + 1
        longest = max(longest, turns if len(walks) else 0)
    return longest


def _without_past(walks: _Walks) -> _Walks:
    """The walks with no more of their past than the ban on restoring asks about, those that are then alike once."""
    before, now = walks.colorings[-2:]
    fields = np.stack([before.black, before.white, now.black, now.white])
    _, chosen = np.unique(fields, axis=1, return_index=True)
    return _Walks((some(before, chosen), some(now, chosen)))


def boards_of(size: int) -> list[Grid]:
    """Every board of so many points, the longest first; standing boards are left out, as they are lying ones turned.

    >>> [str(grid) for grid in boards_of(12)]
    ['12x1', '6x2', '4x3']
    """
    heights = (height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return [Grid(size // height, height) for height in heights]
