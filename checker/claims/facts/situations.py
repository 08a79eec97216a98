"""How many positions are legal, and how many situations a game can reach under simple ko, with how many moves.

On small boards both are published: legal positions by J. Tromp and G. Farneback, "Combinatorics of Go" (2006), and the
OEIS's A094777. On larger ones one situation of each orbit is explored, on arrays. Where it can be done in seconds, the
numbers are confirmed by an exploration of every situation, which knows nothing of symmetry.
"""

from __future__ import annotations

from ....spec.algebra import Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...graph.graph import explore
from ...graph.reachability import number_of_moves, situation_graph
from ...phase.situations import Situations
from ...sweeps.checkpoint import covered
from ...sweeps.outlines import LegalPositions
from ...sweeps.sweep import legal_chunks, number_of_colorings

LEGAL_POSITIONS = {
    (1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (6, 1): 313, (7, 1): 867, (8, 1): 2401,
    (9, 1): 6649, (10, 1): 18413,
    (2, 2): 57, (3, 2): 489, (4, 2): 4125, (5, 2): 35117, (6, 2): 299681,
    (3, 3): 12675, (4, 3): 321689, (5, 3): 8180343, (4, 4): 24318165,
}  # fmt: skip
BY_OUTLINES = {(3, 3): 12675, (4, 3): 321689, (5, 4): 1840058693, (5, 5): 414295148741}


def legal_positions(grid: Grid) -> Verdict:
    """Count the legal colorings of a board, and compare with the published number."""
    legal = sum(len(c.black) for c in legal_chunks(grid))
    outcome = Outcome.HOLDS if legal == LEGAL_POSITIONS[grid.width, grid.height] else Outcome.REFUTED
    colorings = number_of_colorings(grid)
    verdict = Verdict(outcome, str(grid), "sweep", {"colorings": colorings, "legal": legal})
    return if_it_acted(verdict, colorings - legal, "told a coloring that is not legal")


LARGEST = (4, 4)
check_boards(
    "fact/legal-positions",
    legal_positions,
    [size for size in LEGAL_POSITIONS if size != LARGEST],
    standard=[LARGEST],
    cost=lambda grid: 3.0**grid.size / 8e6,
    not_asked="It counts the colorings in which all stones have liberties, a definition that no rules can amend.",
)


def legal_positions_by_outlines(grid: Grid) -> Verdict:
    """Count the legal colorings of a board by their outlines, and compare with the published number."""
    sweep = LegalPositions(grid)
    legal, colorings = covered(sweep).summary.positions, number_of_colorings(grid)
    outcome = Outcome.HOLDS if legal == BY_OUTLINES[grid.width, grid.height] else Outcome.REFUTED
    verdict = Verdict(
        outcome, str(grid), "sweep", {"colorings": colorings, "legal": legal, "outlines": sweep.colorings}
    )
    return if_it_acted(verdict, colorings - legal, "told a coloring that is not legal")


check_boards(
    "fact/legal-positions",
    legal_positions_by_outlines,
    boards=[(3, 3)],
    standard=[(4, 3)],
    deep=[(5, 4), (5, 5)],
    rules="by outlines",
    cost=lambda grid: 3.0**grid.size / 1e9,
    not_asked="It counts the colorings in which all stones have liberties, a definition that no rules can amend.",
)


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
    verdict = Verdict(Outcome.HOLDS if found == published else Outcome.REFUTED, str(grid), "graph", found)
    return if_it_acted(verdict, found["moves"], "made a move")


for _suicide in (False, True):
    check_boards(
        "fact/situations",
        reachable_situations,
        boards=[size for size in SITUATIONS if size != (3, 3)],
        standard=[(3, 3)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 3.0**grid.size / 4000,
        under=(Rules(ko=Ko.SIMPLE, suicide=_suicide),),
    )


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
    verdict = Verdict(Outcome.HOLDS, str(grid), "graph", counts, notes=f"{source} {LEMMA}")
    return if_it_acted(verdict, counts["moves"], "made a move")


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
        situations_by_orbits,
        boards=[(4, 3)],
        standard=[(4, 4)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 3.0**grid.size / 300_000,
        under=(Rules(ko=Ko.SIMPLE, suicide=_suicide),),
    )
