"""Every scoring, on every legal position: how often any two of them differ, and a digest of all scores.

What a position scores depends on the scoring rule, on the tax, on whether independent life must hold a stone of its own
where there is a tax, on whether pass-dead stones are removed, and, where they are, on whether suicide is allowed. With
territory scoring and a tax, they may be removed everywhere, or as the engine has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from ....interpreter.rule_names import parse_rules
from ....spec.algebra import Grid
from ....spec.parameters import Scoring, Tax
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...sweeps.checkpoint import covered
from ...sweeps.fates import read_on_arrays
from ...sweeps.run import WithColorsSwapped

LITERAL = "reading/ilr-own-stone=literal"
ALWAYS = "reading/engine-always-pass-alive"


def _removals(scoring: Scoring, tax: Tax) -> list[str]:
    within_life = scoring is Scoring.TERRITORY and tax is not Tax.NONE
    answers = ["everywhere", *(["engine"] if within_life else [])]
    return [f"suicide={suicide},{ALWAYS}={answer}" for answer, suicide in product(answers, ("yes", "no"))]


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", LITERAL], ["", *_removals(scoring, tax)]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every scoring, by the text that names its rules."""


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
