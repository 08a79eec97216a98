"""How many turns the longest game under simple ko has: a longest game, and a bound on the rounds of its passes."""

from __future__ import annotations

from functools import partial

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.rules import Rules
from ...spec.vocabulary import PASS
from ..checks import check_boards
from ..counting.simple_ko import longest_game
from ..verdict import Outcome, Verdict
from ..witnesses import game_witness


def longest_by_stretches(rules: Rules, grid: Grid) -> Verdict:
    """Find a longest game, and that none has more turns."""
    found = longest_game(rules, grid)
    if found.turns is None:
        counts = {"at_most": found.at_most}
        return Verdict(Outcome.UNKNOWN, str(grid), "assignment", counts, notes="No game as long as that was found.")
    counts = {"turns": len(found.turns), "passes": found.turns.count(PASS), "at_most": found.at_most}
    shows = f"This game has {len(found.turns)} turns."
    witness = game_witness(Game.start(rules, grid.width, grid.height), found.turns, shows)
    outcome = Outcome.HOLDS if len(found.turns) == found.at_most else Outcome.UNKNOWN
    return Verdict(outcome, str(grid), "assignment", counts, witness, notes="No game has more turns.")


for _suicide in (True, False):
    check_boards(
        "fact/longest-simple-ko",
        partial(longest_by_stretches, Rules(ko=Ko.SIMPLE, suicide=_suicide)),
        boards=[(1, 1), (2, 1), (3, 1)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
    )
