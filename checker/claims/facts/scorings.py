"""Every scoring, on every legal position: how often any two of them differ, and a digest of all scores."""

from __future__ import annotations

from dataclasses import replace

from ....spec.algebra import Grid
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...sweeps.checkpoint import covered
from ...sweeps.fates import read_on_arrays
from ...sweeps.run import WithColorsSwapped
from ...sweeps.scorings import SCORINGS


def favours_no_color(*scorings: Rules, grid: Grid) -> Verdict:
    """Score every legal position under every scoring; with the colors swapped, the lead must be the other player's."""
    summary = covered(WithColorsSwapped(grid, tuple(map(read_on_arrays, scorings)))).summary
    found = summary.fairness
    scores = found.scored * len(scorings)
    scope = f"legal positions of {grid}"
    verdict = holds_unless(found.unfair, scope, "sweep", positions=summary.positions, scores=scores)
    notes = (
        f"{len(scorings)} scorings, of which {len(summary.differing)} pairs differ in some position; "
        f"the scores have the digest {summary.digest:016x}"
    )
    if found.scored < summary.positions:
        notes += f"; {found.scored} positions up to symmetry"
    return if_it_acted(replace(verdict, notes=f"{notes}."), found.led, "let somebody lead")


check_boards(
    "fact/scorings",
    favours_no_color,
    boards=[(3, 3)],
    standard=[(4, 3), (4, 4)],
    deep=[(5, 4)],
    cost=lambda grid: 3.0**grid.size / 1_000_000,
    under=tuple(SCORINGS.values()),
)
