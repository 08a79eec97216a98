"""Which scorings differ, and the scores that a real engine gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....spec.algebra import Grid
from ....spec.rules import Rules
from ...evidence.checks import Sides
from ...evidence.verdict import Seen, case, cases, every_case
from ...sweeps.run import Summary, Sweep, WithColorsSwapped, swept
from ...sweeps.sweep import read_on_arrays

REMOVAL = "reading/engine-always-pass-alive"
DIGESTS: Mapping[str, Mapping[Sides, int]] = {
    "scoring=AREA tax=NONE suicide=no": {
        (4, 2): 0xFB2CE788D496447B,
        (5, 2): 0x63AB38817E440FE0,
    },
    "scoring=AREA tax=NONE suicide=yes": {
        (4, 2): 0x75B7AB403089B0B5,
        (5, 2): 0xD0D9A1F6B16A1EE9,
        (4, 3): 0x447F21C667277A8E,
    },
    "scoring=AREA tax=SEKI suicide=no": {
        (4, 2): 0x376A08B3670D44EC,
        (5, 2): 0x79160CA32DC3AD63,
        (4, 3): 0x2C6C45685A5D8920,
    },
    "scoring=AREA tax=SEKI suicide=yes": {
        (4, 2): 0x44B611E784EE3BB6,
        (5, 2): 0x0AE1F24A11DDD13D,
    },
    "scoring=AREA tax=ALL suicide=no": {
        (4, 2): 0xB783FD05C02C291B,
        (5, 2): 0x2095A7296ADC6A46,
        (4, 3): 0x30FD2E839F8F654C,
    },
    "scoring=AREA tax=ALL suicide=yes": {
        (4, 2): 0xB013712F867C63A4,
        (5, 2): 0x4191CC660DC04057,
    },
    "scoring=TERRITORY tax=NONE suicide=no": {
        (4, 2): 0xE66685AB209259F3,
        (5, 2): 0x37858E108B38A0CF,
    },
    "scoring=TERRITORY tax=NONE suicide=yes": {
        (4, 2): 0x2F17928333C995E3,
        (5, 2): 0x1C2CD2DA6B5365A0,
    },
    "scoring=TERRITORY tax=SEKI suicide=no": {
        (4, 2): 0xAD0BC47100C3AF46,
        (5, 2): 0x7651F94B652D2117,
        (4, 3): 0x20E26C98B403DB41,
    },
    "scoring=TERRITORY tax=SEKI suicide=yes": {
        (4, 2): 0x95316B97A9FE6DEE,
        (5, 2): 0xB85B433978E0E272,
        (4, 3): 0x1C0AB519A0B563FE,
    },
    "scoring=TERRITORY tax=ALL suicide=no": {
        (4, 2): 0xBF6D615EAAE9D4F2,
        (5, 2): 0x419D2B4AB99DD7E1,
        (4, 3): 0x0B4F507D5B24CCB1,
    },
    "scoring=TERRITORY tax=ALL suicide=yes": {
        (4, 2): 0xE086428FEEAD8F06,
        (5, 2): 0x57270C18A548969F,
    },
}
"""For each scoring, and each board, the digest of what the engine scored."""


@every_case(method="sweep", acts="changed the score by removing a stone")
def scored_as_by_the_engine(
    rules: Rules, grid: Grid, recorded: Mapping[str, Mapping[Sides, int]] = DIGESTS
) -> Iterator[Seen]:
    """Score every legal position, and compare the digest of all scores with that of the engine's."""
    words = {True: "yes", False: "no"}
    name = f"scoring={rules.scoring.value} tax={rules.tax.value} suicide={words[rules.suicide]}"
    summary = _swept(grid, rules)
    removals = _swept(grid, rules, rules.reading({REMOVAL: "document"})).differing[0, 1]
    differs = summary.digest != recorded[name][grid.width, grid.height]
    seen = case(not differs, None, removals, positions=summary.positions)
    yield replace(seen, notes=f"The leads have the digest {summary.digest:016x}.")


def _swept(grid: Grid, *scorings: Rules) -> Summary:
    sweep = Sweep(grid, tuple(map(read_on_arrays, scorings)))
    return sweep.summary(0, sweep.colorings)


@every_case(method="sweep", acts="let somebody lead")
def favours_no_color(*scorings: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every legal position under every scoring; with the colors swapped, the lead must be the other player's."""
    summary = swept(WithColorsSwapped(grid, tuple(map(read_on_arrays, scorings))))
    fairness = summary.fairness
    scores = fairness["scored"] * len(scorings)
    notes = (
        f"{len(scorings)} scorings, of which {len(summary.differing)} pairs differ in some position; "
        f"the scores have the digest {summary.digest:016x}"
    )
    if fairness["scored"] < summary.positions:
        notes += f"; {fairness['scored']} positions up to symmetry"
    seen = cases(fairness["unfair"], None, fairness["led"], positions=summary.positions, scores=scores)
    yield replace(seen, notes=f"{notes}.")
