"""Interruptions: while a command starts, one ends it; then the first ends it in order, and a second one at once.

A termination (SIGTERM) is taken as an interruption (SIGINT), so that what was found is printed then, too; only the exit
status differs. A terminal that is closed (SIGHUP) terminates a command, so that no engine outlives it. A process that
was started with interruptions ignored goes on ignoring them.

Nothing of superko and little else is imported here: the command comes here first, as whatever takes time to import is
time in which nobody listens.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any

STATUSES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_WORDS = {signal.SIGINT: "Interrupted", signal.SIGTERM: "Terminated"}
if hasattr(signal, "SIGHUP"):  # Windows has none.
    STATUSES[signal.SIGHUP], _WORDS[signal.SIGHUP] = STATUSES[signal.SIGTERM], _WORDS[signal.SIGTERM]
SECONDS_THAT_COUNT_AS_ONE = 0.5
_SECONDS_UNTIL_HEARD = 0.01
_DEAF_MODULES = ("ctypes", "weakref", "z3")
SHOW_CURSOR = "\x1b[?25h"

Handler = Callable[[int, FrameType | None], None]


class Interrupted(KeyboardInterrupt):
    """The process was interrupted.

    Where a plain `KeyboardInterrupt` leaves the midst of `exec`, as in the making of a dataclass, Python takes it for
    one that nobody handles, and in the end kills itself by the signal, whichever status it was to exit with.
    """


class Terminated(KeyboardInterrupt):
    """The process was terminated."""


class Stopping:
    """How a command ends.

    Attributes:
        stack: what it did then, innermost first.
        has_begun: whether any command of this process is to end.
        is_ours: whether this process is a command's: who calls one from a program of theirs is not to be ended with it.
    """

    by: signal.Signals | None = None
    stack: tuple[FrameType, ...] = ()
    has_begun = False
    is_ours = False


def end_at_once(number: int, frame: FrameType | None = None) -> None:
    """Say so in a word, and be gone: nothing is waited for, and nothing is said of what was found."""
    with suppress(OSError):
        cursor = SHOW_CURSOR if os.isatty(2) else ""
        os.write(2, f"{cursor}{_WORDS[signal.Signals(number)]}.\n".encode())
    os._exit(STATUSES[signal.Signals(number)])


def listen_from_the_start() -> None:
    """Let any interruption end this process at once, for as long as nothing else is said."""
    for number in STATUSES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end_at_once)
    Stopping.is_ours = True


def hear_no_more_interruptions() -> None:
    """Ignore interruptions from here on, where this process is a command's; it can still be terminated."""
    if Stopping.is_ours:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def ended_at_once() -> Iterator[None]:
    """While modules are imported, which may swallow what is raised: any interruption ends the process at once."""
    if not Stopping.is_ours:
        yield
        return
    with _handled_by(end_at_once):
        yield


@contextmanager
def ended_in_order() -> Iterator[Stopping]:
    """The first interruption is raised, so that what was found can be printed; a later one ends the process at once.

    What comes within half a second of the first counts as the same one, as whoever signals a group and its leader sends
    twice.

    Raises:
        Interrupted: the process was interrupted.
        Terminated: it was terminated.
    """
    stopping = Stopping()
    since = 0.0

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal since
        if stopping.by is not None:
            if monotonic() - since > SECONDS_THAT_COUNT_AS_ONE:
                end_at_once(number)
            return
        since = monotonic()
        stopping.by, stopping.stack = signal.Signals(number), tuple(with_callers(frame))
        Stopping.has_begun = True
        raise_where_it_is_heard(number, frame)

    def raise_where_it_is_heard(_: int, frame: FrameType | None) -> None:
        if hasattr(signal, "setitimer") and _is_deaf(frame):
            signal.signal(signal.SIGALRM, raise_where_it_is_heard)
            signal.setitimer(signal.ITIMER_REAL, _SECONDS_UNTIL_HEARD)
            return
        raise Interrupted if stopping.by == signal.SIGINT else Terminated

    Stopping.has_begun = False
    with _handled_by(end):
        yield stopping


def _is_deaf(frame: FrameType | None) -> bool:
    """Whether what is raised there would be lost: Python ignores it in a `__del__`, ctypes raises another error."""
    innermost = str(frame.f_globals.get("__name__")).partition(".")[0] if frame else ""
    return innermost in _DEAF_MODULES or any(each.f_code.co_name == "__del__" for each in with_callers(frame))


@contextmanager
def _handled_by(handler: Handler) -> Iterator[None]:
    """Let a function handle interruptions, where this is the main thread: no other can."""
    before: dict[signal.Signals, Any] = {}
    try:
        for number in STATUSES:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler) or signal.SIG_DFL
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        for number, handled in before.items():
            signal.signal(number, handled)


def with_callers(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame, then the one that called it, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


@contextmanager
def interruptions_held() -> Iterator[None]:
    """Hold interruptions back for a moment, where a system can: what is started now never hears of any."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
