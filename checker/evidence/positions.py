"""How many colorings of a board are legal: counted by a sweep, against the published numbers.

J. Tromp and G. Farneback, "Combinatorics of Go" (2006), and the OEIS's A094777.
"""

from __future__ import annotations

from functools import partial

from ...spec.algebra import Grid
from ..checks import check
from ..sweep import legal_chunks, number_of_colorings
from ..verdict import Outcome, Verdict

PUBLISHED = {
    (1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (6, 1): 313, (7, 1): 867, (8, 1): 2401,
    (9, 1): 6649, (10, 1): 18413,
    (2, 2): 57, (3, 2): 489, (4, 2): 4125, (5, 2): 35117, (6, 2): 299681,
    (3, 3): 12675, (4, 3): 321689, (5, 3): 8180343, (4, 4): 24318165,
}  # fmt: skip


def legal_positions(width: int, height: int) -> Verdict:
    """Count the legal colorings of a board, and compare with the published number."""
    grid = Grid(width, height)
    legal = sum(len(c.black) for c in legal_chunks(grid))
    outcome = Outcome.HOLDS if legal == PUBLISHED[width, height] else Outcome.REFUTED
    return Verdict(outcome, str(grid), "sweep", {"colorings": number_of_colorings(grid), "legal": legal})


for _width, _height in PUBLISHED:
    check("fact/legal-positions", f"{_width}x{_height}", cost=3.0 ** (_width * _height) / 8e6)(
        partial(legal_positions, _width, _height)
    )
