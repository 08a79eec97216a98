"""How many colorings of a board are legal: counted by a sweep, against the published numbers.

J. Tromp and G. Farneback, "Combinatorics of Go" (2006), and the OEIS's A094777.
"""

from __future__ import annotations

from ...spec.algebra import Grid
from ..checks import check_boards
from ..sweeps.sweep import legal_chunks, number_of_colorings
from ..verdict import Outcome, Verdict

PUBLISHED = {
    (1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (6, 1): 313, (7, 1): 867, (8, 1): 2401,
    (9, 1): 6649, (10, 1): 18413,
    (2, 2): 57, (3, 2): 489, (4, 2): 4125, (5, 2): 35117, (6, 2): 299681,
    (3, 3): 12675, (4, 3): 321689, (5, 3): 8180343, (4, 4): 24318165,
}  # fmt: skip


def legal_positions(grid: Grid) -> Verdict:
    """Count the legal colorings of a board, and compare with the published number."""
    legal = sum(len(c.black) for c in legal_chunks(grid))
    outcome = Outcome.HOLDS if legal == PUBLISHED[grid.width, grid.height] else Outcome.REFUTED
    return Verdict(outcome, str(grid), "sweep", {"colorings": number_of_colorings(grid), "legal": legal})


check_boards("fact/legal-positions", legal_positions, PUBLISHED, cost=lambda grid: 3.0**grid.size / 8e6)
