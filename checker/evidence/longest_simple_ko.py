"""How many turns the longest game under simple ko has: a longest game, and a bound on the rounds of its passes."""

from __future__ import annotations

from functools import partial, reduce

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.rules import Rules
from ...spec.vocabulary import PASS
from ..checks import check_boards
from ..counting.simple_ko import long_game
from ..verdict import Outcome, Verdict
from ..witnesses import game_witness


def longest_game(rules: Rules, grid: Grid) -> Verdict:
    """Find a game as long as can be found, play it to its end, and find a number of turns that no game exceeds."""
    turns, at_most = long_game(rules, grid)
    counts = {"turns": len(turns), "passes": turns.count(PASS), "at_most": at_most}
    start = Game.start(rules, grid.width, grid.height)
    if not reduce(Game.play, turns, start).over:
        raise ValueError(f"The game of {len(turns)} turns on {grid} is not over after them.")
    if len(turns) < at_most:
        notes = f"A game of {len(turns)} turns was played, and no game has more than {at_most}."
        return Verdict(Outcome.UNKNOWN, str(grid), "assignment", counts, notes=notes)
    witness = game_witness(start, turns, f"This game has {len(turns)} turns.")
    return Verdict(Outcome.HOLDS, str(grid), "assignment", counts, witness, notes="No game has more turns.")


for _suicide in (True, False):
    check_boards(
        "fact/longest-simple-ko",
        partial(longest_game, Rules(ko=Ko.SIMPLE, suicide=_suicide)),
        boards=[(1, 1), (2, 1), (3, 1)],
        standard=[(2, 2)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 7.0**grid.size / 100,
    )
