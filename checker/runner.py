"""Running checks side by side, one process for each core, and telling how each compares with what is recorded."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from .checks import Check, decide
from .recorded import as_data, recorded_verdicts
from .verdict import Outcome, Verdict


@dataclass(frozen=True)
class Finding:
    """A check that was run: its verdict, the seconds it took, and whether that is what is recorded."""

    check: Check
    verdict: Verdict
    seconds: float
    as_recorded: bool


def run(chosen: Sequence[Check], workers: int | None = None) -> Iterator[Finding]:
    """Run checks, the costly ones first, and give each finding as it comes.

    A check that fails with an exception gives the verdict `unknown`, with the exception in its notes.
    """
    recorded = recorded_verdicts()

    def finding(made: Check, verdict: Verdict, seconds: float) -> Finding:
        return Finding(made, verdict, seconds, recorded.get(made.name) == as_data(verdict))

    ordered = sorted(chosen, key=lambda made: -made.cost)
    workers = min(workers or os.cpu_count() or 1, len(ordered))
    if workers == 1:
        for made in ordered:
            yield finding(made, *timed(made.name))
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        running: dict[Future[tuple[Verdict, float]], Check] = {pool.submit(timed, made.name): made for made in ordered}
        try:
            for future in as_completed(running):
                yield finding(running[future], *future.result())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def timed(name: str) -> tuple[Verdict, float]:
    """The verdict of the check with this name, and the seconds it took to come to it."""
    start = time.perf_counter()
    try:
        verdict = decide(name)
    except Exception as error:
        verdict = Verdict(Outcome.UNKNOWN, "", "", notes=f"The check failed: {type(error).__name__}: {error}")
    return verdict, time.perf_counter() - start
