"""What the summary says of suicide: that it must clear stones of the opponent. None ever does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import boards_of, points_of
from ....spec.composition import move, pseudolegal
from ....spec.rules import Rules
from ....spec.vocabulary import Move
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ...phase.many import Numbers, as_integers
from ...sweeps.sweep import legal_chunks

MOST_POINTS = 6


def suicides(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[Words], Color, int, Numbers, Words]]:
    """For every player and point, the positions of a board, and which of them allow suicide there, and what it clears.

    Of each suicide, the flags say that it is allowed; the last sets are the points of the opponent that it empties.
    """
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                play = move(rules, c, player, np.full(len(c.black), point, dtype=np.uint64))
                allowed = np.asarray(pseudolegal(rules, play)) & (play.self_captured != 0)
                yield c, player, point, np.flatnonzero(allowed), play.captured


def smallest_that_clears_nothing(rules: Rules) -> Verdict:
    """Find the smallest board, and the fewest stones on it, with a suicide that is allowed and clears no opponent."""
    counts = Counter[str](suicides=0, that_clear=0)
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        found: list[tuple[int, Coloring[int], Color, int]] = []
        for c, player, point, allowed, captured in suicides(rules, grid):
            counts.update(suicides=len(allowed), that_clear=int(np.count_nonzero(captured[allowed])))
            for index in allowed[captured[allowed] == 0].tolist():
                coloring = as_integers(c, index)
                found.append(((coloring.black | coloring.white).bit_count(), coloring, player, point))
        if found:
            _, coloring, player, point = min(found, key=lambda some: some[0])
            start = Game.set_up(rules, coloring, player)
            shows = "The move empties its player's own stones, and none of the opponent's."
            witness = Story.play(start, (Move(point),), shows)
            notes = "A move that clears stones of the opponent is no suicide, as these are cleared first."
            rests_on = ("lemma/capture-excludes-suicide",)
            return Verdict(Outcome.REFUTED, str(grid), "sweep", dict(counts), witness, True, notes, rests_on=rests_on)
    return Verdict(Outcome.HOLDS, f"legal positions of boards of up to {MOST_POINTS} points", "sweep", dict(counts))


check("claim/summary-suicide-clears", "smallest", "suicide=yes", cost=0.2, under=(Rules(suicide=True),))(
    smallest_that_clears_nothing
)
