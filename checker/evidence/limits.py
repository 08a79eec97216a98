"""How long a check of rules that somebody wrote may take, and how much memory: past that its process is ended.

Whoever waits for a process looks at its time and its memory twice a second. Memory is looked at where the system tells
it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20


def let_go_of_free_memory() -> None:
    """Have the C library give back to the system what it keeps to be used again, where it can."""
    # A browser's Python has no C library to be asked.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415

        ctypes.CDLL(None).malloc_trim(0)


@dataclass(frozen=True)
class TaskLimits:
    """What a task may take.

    Attributes:
        seconds: how long.
        memory: how many bytes of memory its process may hold.
    """

    seconds: float
    memory: int

    def passed(self, seconds: float, pid: int | None) -> str:
        """Why a process is to be ended that has worked for so long; "" if it is not."""
        if seconds > self.seconds:
            return f"It was stopped after {self.seconds:.0f} s."
        if pid and memory_held(pid) > self.memory:
            return f"It was stopped at {self.memory // MEBIBYTE:,} MiB of memory."
        return ""


def memory_held(pid: int) -> int:
    """How many bytes of memory a process holds; 0 where the system does not tell, or there is no such process.

    >>> memory_held(os.getpid()) < 1 << 50
    True
    """
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def peak_memory() -> int | None:
    """The most bytes of memory that this process has held so far; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE
