"""How long a check of rules that somebody wrote may take, and how much memory: past that it is left off.

A process looks at its own time and memory every second, and raises; what it was doing can then say how far it has come.
A clause that swallows that is asked again a second later. What does not come back from a call at all is ended from
outside, by whoever waits for it. Memory is looked at where the system tells it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

_EVERY = 1.0
# From outside, a process is ended when it has had so many seconds more, or holds so many times the memory.
GRACE = 10.0
_TOO_MUCH = 1.5
# At once, no more than so many times the memory can be had, however fast it is asked for.
NEVER_MORE = 3
MEBIBYTE = 1 << 20


class LeftOff(BaseException):
    """A check has taken as long, or as much memory, as it may; it is no `Exception`, so that no clause catches it."""


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

    @property
    def after_time(self) -> str:
        """What is said of a task that took too long."""
        return f"It was stopped after {self.seconds:.0f} s."

    @property
    def after_memory(self) -> str:
        """What is said of a task that took too much memory."""
        return f"It was stopped at {self.memory // MEBIBYTE:,} MiB of memory."

    def passed(self, seconds: float, pid: int | None) -> str:
        """Why a process is to be ended from outside that has worked for so long; "" if it is not."""
        if seconds > self.seconds + GRACE:
            return self.after_time
        return self.after_memory if pid and memory_held(pid) > _TOO_MUCH * self.memory else ""


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


@contextmanager
def within(limits: TaskLimits | None) -> Iterator[None]:
    """Leave off what is done meanwhile, in the main thread of a process of its own, once it has passed some limits.

    Raises:
        LeftOff: it has.
    """
    if limits is None or not hasattr(signal, "setitimer"):
        yield
        return
    end = time.monotonic() + limits.seconds

    def look(number: int, frame: FrameType | None) -> None:
        if time.monotonic() > end:
            raise LeftOff(limits.after_time)
        if memory_held(os.getpid()) > limits.memory:
            raise LeftOff(limits.after_memory)

    _allow_no_more_than(NEVER_MORE * limits.memory)
    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)
    try:
        yield
    except MemoryError:
        raise LeftOff(limits.after_memory) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _allow_no_more_than(memory: int) -> None:
    """Let this process have no more than so many bytes of memory for what it makes, where the system can see to it."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (memory if most < 0 else min(memory, most), most))
    except (ImportError, ValueError, OSError):
        pass
