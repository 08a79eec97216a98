"""How much memory this process has held, and how much there is to be had, as far as the system tells."""

from __future__ import annotations

import os
import sys
from pathlib import Path

KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20
TOLD_BY_LINUX = Path("/proc/meminfo")
AVAILABLE = "MemAvailable:"


def peak_memory() -> int | None:
    """The most bytes of memory that this process has held so far; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE


def memory_at_hand() -> int | None:
    """How many bytes of memory can still be had without swapping; None where the system does not tell."""
    try:
        for line in TOLD_BY_LINUX.read_text(encoding="ascii").splitlines():
            if line.startswith(AVAILABLE):
                return int(line.split()[1]) * KIBIBYTE
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
