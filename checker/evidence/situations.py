"""How many situations a game can reach under simple ko, and how many moves they have, against the published numbers."""

from __future__ import annotations

from functools import partial

from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.rules import Rules
from ..checks import check_boards
from ..graphs.graph import number_of_moves, situation_graph
from ..graphs.situations import Situations
from ..verdict import Outcome, Verdict

SITUATIONS = {(3, 1): 30, (4, 1): 90, (2, 2): 114, (3, 2): 1002, (3, 3): 26118}
MOVES_WITHOUT_SUICIDE = {(3, 1): 36, (4, 1): 128, (2, 2): 184, (3, 2): 2236, (3, 3): 84718}
MOVES_WITH_SUICIDE = {(3, 1): 42, (4, 1): 148, (2, 2): 192, (3, 2): 2344, (3, 3): 87720}


def reachable_situations(rules: Rules, grid: Grid) -> Verdict:
    """Explore every situation from the empty board, passes included, and compare with the published numbers."""
    graph = situation_graph(Situations(rules, grid))
    found = {"situations": len(graph), "moves": number_of_moves(graph)}
    size = grid.width, grid.height
    moves = MOVES_WITH_SUICIDE if rules.suicide else MOVES_WITHOUT_SUICIDE
    published = {"situations": SITUATIONS[size], "moves": moves[size]}
    return Verdict(Outcome.HOLDS if found == published else Outcome.REFUTED, str(grid), "graph", found)


for _suicide in (False, True):
    check_boards(
        "fact/situations",
        partial(reachable_situations, Rules(ko=Ko.SIMPLE, suicide=_suicide)),
        boards=SITUATIONS,
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 3.0**grid.size / 4000,
    )
