"""Engines at hand: programs and libraries that others wrote, and our own, each under a name of its own."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Ready:
    """An engine that has a name.

    Attributes:
        engine: the text that stands for it, such as "gtp:gnugo --mode gtp".
        how: one sentence that says how it is had where it is missing, or "".
    """

    engine: str
    how: str = ""


_HERE = "python:superko.checker.oracle"
_OURSELVES = shlex.join([sys.executable, "-c", "from superko.checker.command_line import main; main()"])

READY: Mapping[str, Ready] = {
    "superko": Ready(f"{_HERE}.reference_engine:ReferenceEngine"),
    "superko-referee": Ready(f"jsonl:{_OURSELVES} referee"),
    "superko-gtp": Ready(f"gtp:{_OURSELVES} gtp"),
}
