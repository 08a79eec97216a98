"""Checkpoints: how far a sweep has come, in a file that outlives the process."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from ... import __version__
from ...interpreter.files import write_file
from ...interpreter.json_lines import parse_json
from ...interpreter.program.clauses import NotCompiled
from ...interpreter.program.machine_code import cache_folder
from ...interpreter.program.text import PythonText
from ...interpreter.rule_names import rules_to_json
from .run import CHUNK, Coverage, Sweep, run
from .summaries import Fairness, Summary
from .sweep import leads_program, legality_program

CHECKSUM = "checksum"


class BadCheckpoint(ValueError):
    """A file that is no checkpoint of the sweep at hand; the message says what to do about it."""


def identity(sweep: Sweep) -> dict[str, Any]:
    """What tells a sweep from others: the board, the rule sets in order, and the version; not how it is cut.

    Raises:
        ValueError: a rule set has amended clauses, which may be others the next time.
    """
    if any(rules.amendments for rules in sweep.scorings):
        raise ValueError("How far a sweep by amended rules has come can't be kept in a file; leave out --checkpoint.")
    return {
        "superko": __version__,
        "board": str(sweep.grid),
        "scorings": [rules_to_json(rules) for rules in sweep.scorings],
        "one_by_one": sweep.one_by_one,
        "kind": type(sweep).__name__,
    }


def save(file: Path, sweep: Sweep, coverage: Coverage) -> None:
    """Put a checkpoint in the place of the one before, at one stroke: whenever it is read, it is whole.

    Raises:
        NotWritten: the file can't be written.
    """
    fields = {**summary_as_json(coverage.summary), "fairness": coverage.summary.fairness}
    content = {"sweep": identity(sweep), "ranges": coverage.ranges, **fields}
    write_file(file, json.dumps({**content, CHECKSUM: checksum(content)}) + "\n")


def checksum(content: dict[str, Any]) -> str:
    """What the content of a checkpoint comes to, however it is laid out."""
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def load(file: Path, sweep: Sweep) -> Coverage:
    """How far a sweep has come, by its checkpoint; nothing is covered where there is no file yet.

    Raises:
        BadCheckpoint: the file is no checkpoint, is damaged, or is one of another sweep.
        OSError: the file can't be read.
    """
    if not file.exists():
        return Coverage()
    try:
        data: Any = parse_json(file.read_bytes())
        as_saved = data.pop(CHECKSUM) == checksum(data)
        saved_identity, ranges = data["sweep"], tuple((int(start), int(stop)) for start, stop in data["ranges"])
        coverage = Coverage(ranges, _summary(data))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        raise BadCheckpoint(f"{file} is no checkpoint of a sweep; name another file, or delete this one.") from None
    if as_saved and saved_identity != identity(sweep):
        raise BadCheckpoint(f"{file} is the checkpoint of another sweep; name another file, or delete this one.")
    if not as_saved or not _within(coverage, sweep):
        raise BadCheckpoint(f"{file} is damaged; delete it, and the sweep starts from the beginning.")
    return coverage


def summary_as_json(summary: Summary) -> dict[str, Any]:
    """A summary as JSON values."""
    return {
        "positions": summary.positions,
        "leads": [[*scoring, times] for scoring, times in sorted(summary.leads.items())],
        "differing": [[*pair, positions] for pair, positions in sorted(summary.differing.items())],
        "digest": f"{summary.digest:016x}",
    }


def _summary(data: dict[str, Any]) -> Summary:
    return Summary(
        int(data["positions"]),
        Counter({(int(scoring), float(lead)): int(times) for scoring, lead, times in data["leads"]}),
        Counter({(int(first), int(second)): int(positions) for first, second, positions in data["differing"]}),
        int(data["digest"], 16),
        Fairness(*map(int, data["fairness"])),
    )


def _within(coverage: Coverage, sweep: Sweep) -> bool:
    """Whether the ranges are in order and apart, lie within the sweep, and hold as many leads as positions."""
    bounds = [bound for covered in coverage.ranges for bound in covered]
    return (
        all(lower < upper for lower, upper in pairwise(bounds))
        and 0 <= min(bounds, default=0) <= max(bounds, default=0) <= sweep.colorings
        and coverage.summary.leads.total() == coverage.summary.positions * len(sweep.scorings)
    )


POINTS_THAT_TAKE_LONG = 17
SECONDS_BETWEEN = 10.0


def covered(sweep: Sweep, chunk: int = CHUNK) -> Coverage:
    """Cover a whole sweep, and go on from where an earlier run of the same one stopped."""
    file = file_of(sweep) if sweep.grid.size >= POINTS_THAT_TAKE_LONG else None
    so_far = Coverage() if file is None else _kept(file, sweep)
    saved = monotonic()
    with closing(run(sweep, so_far, chunk)) as coverages:
        for so_far in coverages:
            if file is not None and monotonic() - saved >= SECONDS_BETWEEN:
                save(file, sweep, so_far)
                saved = monotonic()
    if file is not None:
        file.unlink(missing_ok=True)
    return so_far


def file_of(sweep: Sweep) -> Path | None:
    """Where it is kept how far a sweep has come; None where that can't be kept, or what scores can't be named."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        identity_text = json.dumps(identity(sweep), sort_keys=True)
        programs = [legality_program(sweep.grid)]
        programs += [leads_program(sweep.grid, sweep.scorings)] if sweep.scorings else []
    except (NotCompiled, ValueError):
        return None
    text = "\n".join([identity_text, *map(PythonText().program, programs)])
    return folder / f"superko_sweep_{sweep.grid}_{sha256(text.encode()).hexdigest()[:20]}.json"


def _kept(file: Path, sweep: Sweep) -> Coverage:
    try:
        return load(file, sweep)
    except BadCheckpoint:
        # Nobody has named this file, so nobody need be asked about it.
        return Coverage()
