"""Running checks side by side, one process for each core, and telling how each compares with what is recorded."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Sequence
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

    by_name = {made.name: made for made in sorted(chosen, key=lambda made: -made.cost)}
    workers = min(workers or os.cpu_count() or 1, len(by_name))
    if workers == 1:
        for name, made in by_name.items():
            yield finding(made, *timed(name)[1:])
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, initializer=_leave_interrupts_to_the_parent) as pool:
        for name, verdict, seconds in pool.imap_unordered(timed, by_name):
            yield finding(by_name[name], verdict, seconds)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def timed(name: str) -> tuple[str, Verdict, float]:
    """The name of a check, its verdict, and the seconds it took to come to it."""
    start = time.perf_counter()
    try:
        verdict = decide(name)
    except Exception as error:
        verdict = Verdict(Outcome.UNKNOWN, "", "", notes=f"The check failed: {type(error).__name__}: {error}")
    return name, verdict, time.perf_counter() - start


def interrupted(check: Check) -> Finding:
    """What is found of a check that was not decided before the user had enough."""
    verdict = Verdict(Outcome.UNKNOWN, check.board, method="interrupted")
    return Finding(check, verdict, seconds=0, as_recorded=False)
