"""Score every legal position of a board, and count who leads by how much: `python -m superko.checker.sweeps 3x3 aga`.

It prints what was counted as JSON.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any

from ...interpreter.notation import parse_grid
from ...interpreter.rules_files import named_rules
from ..evidence.workers import processors
from ..telling.data import as_data
from ..telling.options import run_alone
from .run import CHUNK, SCORINGS, Summary, Sweep, swept


def main(arguments: Sequence[str] | None = None) -> None:
    """Sweep a board, and print what was counted; by amended rules in one process, as no other has their functions."""
    parser = ArgumentParser(prog="python -m superko.checker.sweeps", description=main.__doc__)
    parser.add_argument("board", metavar="WxH")
    parser.add_argument("rules", nargs="*", help="rules to score by; all ways to score a position, if left out")
    parser.add_argument("--workers", type=int, default=processors(), help="how many processes to use")
    parser.add_argument("--scheduler", default="", help="the address of a Dask scheduler, whose workers to use instead")
    parser.add_argument("--chunk", type=int, default=CHUNK, help="how many colorings a worker takes at a time")
    asked = parser.parse_args(arguments)
    names = {name: named_rules(name) for name in asked.rules} or SCORINGS
    spread = (1, "") if any(rules.amendments for rules in names.values()) else (asked.workers, asked.scheduler)
    sweep = Sweep(parse_grid(asked.board), tuple(names.values()))
    summary = swept(sweep, asked.chunk, *spread)
    print(json.dumps(as_data(_counted(sweep, list(names), summary)), indent=1))


def _counted(sweep: Sweep, names: Sequence[str], summary: Summary) -> dict[str, Any]:
    """What a sweep counted: how many positions have which lead of Black, and in how many two scorings differ."""
    return {
        "board": sweep.grid,
        "covered": sweep.colorings,
        "positions": summary.positions,
        "digest": f"{summary.digest:016x}",
        "leads": {name: dict(_leads(summary, number)) for number, name in enumerate(names)},
        "differing": [
            {"scorings": [names[first], names[second]], "positions": positions}
            for (first, second), positions in sorted(summary.differing.items())
        ],
    }


def _leads(summary: Summary, number: int) -> Iterable[tuple[str, int]]:
    leads = sorted((lead, times) for (scoring, lead), times in summary.leads.items() if scoring == number)
    return ((f"{lead:g}", times) for lead, times in leads)


if __name__ == "__main__":
    run_alone(main)
