"""How many situations a game can reach under simple ko, on boards past those with published numbers.

One situation of each orbit is explored, on arrays. Where it can be done in seconds, the numbers are confirmed by an
exploration of every situation, which knows nothing of symmetry.
"""

from __future__ import annotations

from functools import partial

from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.rules import Rules
from ..checks import check_boards
from ..graphs.coded_graph import explore
from ..verdict import Outcome, Verdict
from .situations import MOVES_WITH_SUICIDE, MOVES_WITHOUT_SUICIDE, SITUATIONS

MOST_POINTS_TO_CONFIRM = 12
LEMMA = "Captures are resolved by lemma/resolve-captures."


def situations_by_orbits(rules: Rules, grid: Grid) -> Verdict:
    """Explore one situation of each orbit from the empty board, passes included, and count what all of them stand for.

    The counts are those of situations, of the moves they have, of the situations to which moves alone lead back, and
    of the orbits.
    """
    graph = explore(rules, grid)
    found = graph.number_of_situations, graph.number_of_moves
    counts = {
        "situations": found[0],
        "moves": found[1],
        "on_cycles": int(graph.sizes[graph.on_cycles].sum()),
        "orbits": len(graph.nodes),
    }
    expected, source = _numbers_from_elsewhere(rules, grid)
    if expected is not None and expected != found:
        differs = f"{expected[0]} situations and {expected[1]} moves were expected."
        return Verdict(Outcome.REFUTED, str(grid), "graph", counts, notes=differs)
    return Verdict(Outcome.HOLDS, str(grid), "graph", counts, notes=f"{source} {LEMMA}")


def _numbers_from_elsewhere(rules: Rules, grid: Grid) -> tuple[tuple[int, int] | None, str]:
    """What the numbers of situations and of moves should be, if that is known, and how."""
    size = grid.width, grid.height
    if size in SITUATIONS:
        moves = MOVES_WITH_SUICIDE if rules.suicide else MOVES_WITHOUT_SUICIDE
        return (SITUATIONS[size], moves[size]), "The numbers of situations and moves are published."
    if grid.size <= MOST_POINTS_TO_CONFIRM:
        every = explore(rules, grid, symmetry=False)
        return (every.number_of_situations, every.number_of_moves), "An exploration without symmetry counts the same."
    return None, "No number is published, and no other engine has counted them."


for _suicide in (False, True):
    check_boards(
        "fact/situations",
        partial(situations_by_orbits, Rules(ko=Ko.SIMPLE, suicide=_suicide)),
        boards=[(4, 3)],
        standard=[(4, 4)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 3.0**grid.size / 300_000,
    )
