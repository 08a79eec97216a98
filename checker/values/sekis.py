"""Sekis: positions in which nobody gains by moving first, and where a shared liberty is left that nobody may fill.

They are found by best play alone, without a word on life and death, so that the rules of any document can be asked for
theirs. The smallest with two liberties is

    X . O
    X . O

Each color has two liberties, and shares both: by filling one a player is left with the other, and is captured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np

from ...interpreter.game import Game
from ...interpreter.notation import vertices
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.rules import Rules
from ...spec.vocabulary import Move
from ..phase.many import as_integers
from ..phase.symmetry import CodeField, CodeSymmetries, Part, respects_symmetry
from ..solving.budget import Budget, OutOfBudget
from ..solving.plain_solver import solver_of
from ..solving.solution import solve
from ..solving.solver import MODES, Solver
from ..sweeps.sweep import legal_chunks
from ..telling.effort import Effort


@dataclass(frozen=True, order=True)
class SekiKind:
    """What a seki is made of.

    Attributes:
        shared: how many shared liberties nobody may fill.
        eyes: how many regions of empty points only the one color borders, and only the other; the fewer first.
    """

    shared: int
    eyes: tuple[int, int]

    def __str__(self) -> str:
        """The kind in words.

        >>> print(SekiKind(2, (0, 0)), SekiKind(1, (1, 1)), SekiKind(1, (0, 2)), sep="; ")
        2 shared liberties, no eyes; 1 shared liberty, an eye each; 1 shared liberty, 2 eyes against none
        """
        fewer, more = self.eyes
        liberties = f"{self.shared} shared {'liberty' if self.shared == 1 else 'liberties'}"
        if fewer == more:
            each = "no eyes" if not more else "an eye each" if more == 1 else f"{more} eyes each"
            return f"{liberties}, {each}"
        return f"{liberties}, {'an eye' if more == 1 else f'{more} eyes'} against {fewer or 'none'}"


@dataclass(frozen=True)
class Seki:
    """A seki.

    Attributes:
        game: the game that is set up with it, with Black to play.
        lead: by how much Black leads if it is left as it is, which is what best play comes to.
        shared: the liberties that nobody may fill.
        kind: what it is made of.
        images: how many positions it stands for, with those that are rotated and reflected.
    """

    game: Game
    lead: float
    shared: int
    kind: SekiKind
    images: int


@dataclass(frozen=True)
class SekiSearch:
    """All sekis of a board.

    Attributes:
        board: the board.
        positions: how many positions there are.
        settled: in how many of them nobody gains by moving first, and which count the same if both only pass.
        undecided: of how many this was not found out.
        sekis: of each that are rotated or reflected, one.
    """

    board: str
    positions: int
    settled: int
    undecided: int
    sekis: tuple[Seki, ...]

    def kinds(self) -> Mapping[SekiKind, int]:
        """How many positions are sekis of each kind; those with the fewest shared liberties and eyes first."""
        numbers: Counter[SekiKind] = Counter()
        for seki in self.sekis:
            numbers[seki.kind] += seki.images
        return dict(sorted(numbers.items()))


def sekis_of(rules: Rules, grid: Grid, effort: Effort | None = None) -> SekiSearch:
    """Find the sekis of a board: all of them, or those for which an effort is enough.

    Args:
        rules: the rules.
        grid: the board.
        effort: for how many seconds all positions are searched, or each for how many nodes; without end, if left out.

    Raises:
        ValueError: the rules can't be solved; the message says why.

    >>> found = sekis_of(Rules(suicide=False), Grid(3, 2))
    >>> found.kinds(), found.positions
    ({SekiKind(shared=2, eyes=(0, 0)): 10}, 489)
    """
    games = [([Game.set_up(rules, c, color) for color in Color], images) for c, images in _one_of_each(rules, grid)]
    budget = Budget(seconds=effort.seconds if effort else None)
    solver = solver_of([game for pair, _ in games for game in pair], budget)
    settled = undecided = 0
    sekis: list[Seki] = []
    for (black, white), images in games:
        budget.nodes = budget.spent + effort.count if effort and effort.count is not None else None
        try:
            lead = _settled_lead(solver, black, white)
            if lead is not None:
                settled += images
                sekis += _seki_of(solver, black, white, lead, images)
        except OutOfBudget:
            undecided += images
    return SekiSearch(str(grid), sum(images for _, images in games), settled, undecided, tuple(sekis))


def filled(seki: Seki) -> Story:
    """The game in which a shared liberty is filled all the same, and both do their best from there."""
    c = seki.game.position.coloring
    points = list(points_of(seki.shared))
    move = next(Move(point) for point in points if seki.game.judge(Move(point)).legal)
    line = solve(seki.game.play(move), Budget()).line
    shows = f"Whoever plays {' or '.join(vertices(c.board.grid, seki.shared))} loses points: {seki.kind}."
    return Story.play(seki.game, (move, *(step.turn for step in line)), shows)


def _one_of_each(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], int]]:
    """A position of each that are rotated or reflected, and how many those are; the fewest stones first."""
    symmetries = CodeSymmetries(grid, turned=respects_symmetry(rules), swapped=False)
    layout = (CodeField(Part.COLORING, 2 * grid.size),)
    found: list[tuple[Coloring[int], int]] = []
    for c in legal_chunks(grid):
        codes = c.black | c.white << np.uint64(grid.size)
        sizes = symmetries.orbit_sizes(codes, layout)
        chosen = np.flatnonzero(symmetries.least(codes, layout) == codes).tolist()
        found += [(as_integers(c, index), int(sizes[index])) for index in chosen]
    return iter(sorted(found, key=lambda each: (each[0].black | each[0].white).bit_count()))


def _settled_lead(solver: Solver, black: Game, white: Game) -> float | None:
    """Black's lead if both only pass, where best play comes to nothing else whoever moves first; else None."""
    leads = {getattr(game.passed_out().result, "lead", None) for game in (black, white)}
    for game in (black, white):
        for mode in MODES if len(leads) == 1 else ():
            leads.add(solver.value(game, mode))
    return leads.pop() if len(leads) == 1 else None


def _seki_of(solver: Solver, black: Game, white: Game, lead: float, images: int) -> list[Seki]:
    """The settled position as a seki, if it is one."""
    c = black.position.coloring
    shared = _bordered_by(c, BLACK) & _bordered_by(c, WHITE)
    kept = sum(point for point in points_of(shared) if _nobody_may_fill(solver, black, white, lead, Move(point)))
    if not kept:
        return []
    own = (_bordered_by(c, color) & ~shared for color in Color)
    fewer, more = sorted(cast(int, c.number_of_regions(points)) for points in own)
    return [Seki(black, lead, kept, SekiKind(kept.bit_count(), (fewer, more)), images)]


def _bordered_by(c: Coloring[int], color: Color) -> int:
    """The regions of empty points that border a color."""
    return c.regions(c.empty, lambda region: c.borders(region, color))


def _nobody_may_fill(solver: Solver, black: Game, white: Game, lead: float, move: Move) -> bool:
    """Whether somebody can move there, and whoever does loses points by it."""
    after = {game.position.player: game.play(move) for game in (black, white) if game.judge(move).legal}
    return bool(after) and all(
        solver.value(game, mode) < lead if player is BLACK else solver.value(game, mode) > lead
        for player, game in after.items()
        for mode in MODES
    )
