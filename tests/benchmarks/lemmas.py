"""Seconds that each proof takes, by z3 or by cvc5 as well: `python -m tests.benchmarks.lemmas [cvc5]`."""

from __future__ import annotations

import sys
import time

from superko.checker.commands.check_command import those_with_queries, way_of_asking
from superko.checker.evidence.checks import checks
from superko.checker.evidence.runner import run


def main(solver: str | None = None) -> None:
    """Print what comes of each check that asks solvers, with its queries and its seconds; at last how long all took."""
    start = time.perf_counter()
    chosen = those_with_queries(list(checks().values()))
    for finding in run(chosen, workers=1, how=way_of_asking(solver, None)):
        verdict = finding.verdict
        agreed = " and ".join(verdict.solvers)
        queries = len(finding.asked)
        print(
            f"{finding.check.name}: {verdict.outcome.value} by {agreed}, {queries} queries in {finding.seconds:.1f} s"
        )
    print(f"all: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
