"""Sweeps that take long go on from where an earlier run stopped, in this process, without being told of any file.

How far one has come is kept in the user's cache folder, under a name that stands for the very program that scores: when
a clause changes, the sweep begins anew.
"""

from __future__ import annotations

import json
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import monotonic

from ...interpreter.compiled.machine_code import cache_folder
from ...interpreter.compiled.programs import NotCompiled
from ...interpreter.compiled.texts import PythonText
from .checkpoint import BadCheckpoint, identity, load, save
from .compiled import leads_program, legality_program
from .executors import on_this_machine
from .sweeping import CHUNK, Coverage, Sweep, run

POINTS_THAT_TAKE_LONG = 17
SECONDS_BETWEEN = 10.0


def covered(sweep: Sweep, chunk: int = CHUNK) -> Coverage:
    """Cover a whole sweep, and go on from where an earlier run of the same one stopped."""
    file = file_of(sweep) if sweep.grid.size >= POINTS_THAT_TAKE_LONG else None
    so_far = Coverage() if file is None else _kept(file, sweep)
    saved = monotonic()
    with on_this_machine(1) as executor, closing(run(sweep, executor, so_far, chunk)) as coverages:
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
        told = json.dumps(identity(sweep), sort_keys=True)
        programs = [legality_program(sweep.grid)]
        programs += [leads_program(sweep.grid, sweep.scorings)] if sweep.scorings else []
    except (NotCompiled, ValueError):
        return None
    text = "\n".join([told, *map(PythonText().program, programs)])
    return folder / f"superko_sweep_{sweep.grid}_{sha256(text.encode()).hexdigest()[:20]}.json"


def _kept(file: Path, sweep: Sweep) -> Coverage:
    try:
        return load(file, sweep)
    except BadCheckpoint:
        # Nobody has named this file, so nobody need be asked about it.
        return Coverage()
