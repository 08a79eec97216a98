"""What the summary says of suicide: it is allowed as long as it clears other stones, or the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....interpreter.game import Game
from ....interpreter.notation import vertex
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.rules import Rules
from ...evidence.cases import Seen, cases, every_case
from ...evidence.checks import decides
from ...phase.many import Numbers, as_integers
from ...sweeps.sweep import legal_chunks

NOTES = "Only the second condition is ever met: what clears stones of the opponent is no suicide, as they go first."


def suicides(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[Words], Color, int, Numbers, Words, Numbers]]:
    """For every player and point, the positions of a board, and in which of them playing there is suicide.

    Yields the positions, the player, the point; the indices of the positions in which several of the player's own
    stones would be emptied; which points of the opponent that clears; and the indices in which it is pseudolegal.
    """
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                play = move(rules, c, player, np.full(len(c.black), point, dtype=np.uint64))
                others = play.self_captured & ~np.uint64(point)
                empty = (c.empty & np.uint64(point)) != 0
                allowed = np.asarray(pseudolegal(rules, play))
                several = np.flatnonzero(empty & (others != 0))
                yield c, player, point, several, play.captured, np.flatnonzero(allowed)


@decides("claim/summary-suicide-clears", Rules(suicide=True), quick="2x1 3x1 2x2 3x2", standard="3x3")
@every_case(method="sweep", acts="emptied several stones of its player", notes=NOTES)
def allowed_as_long_as_it_clears_or_the_rules_allow_it(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether every suicide of several stones is allowed that clears the opponent's, or that the rules allow."""
    for c, player, point, several, captured, allowed in suicides(rules, grid):
        clears = several[captured[several] != 0]
        ought = several if rules.suicide else clears
        refused = np.setdiff1d(ought, allowed)

        def refusal(c: Coloring[Words] = c, player: Color = player, point: int = point, at: Numbers = refused) -> Story:
            start = Game.set_up(rules, as_integers(c, int(at[0])), player)
            return Story.play(
                start, (), f"{player.name.capitalize()} ought to be allowed to play {vertex(grid, point)}."
            )

        yield cases(
            len(refused), refusal if len(refused) else None, len(ought), suicides=len(several), that_clear=len(clears)
        )
