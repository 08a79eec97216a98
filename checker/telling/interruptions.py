"""Interruptions: while a command starts, one ends it; then the first ends it in order, and a second one at once.

Being told to terminate (SIGTERM) is taken as being interrupted (SIGINT), so that what was found is told then, too; only
the exit status differs. A terminal that is closed (SIGHUP) tells a command to terminate, so that no engine outlives it.
A process that was started with interruptions ignored goes on ignoring them.

Nothing of superko and little else is imported here: the command comes here first, as whatever takes time to import is
time in which nobody listens.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket

STATUSES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_WORDS = {signal.SIGINT: "Interrupted", signal.SIGTERM: "Terminated"}
if hasattr(signal, "SIGHUP"):  # Windows has none.
    STATUSES[signal.SIGHUP], _WORDS[signal.SIGHUP] = STATUSES[signal.SIGTERM], _WORDS[signal.SIGTERM]
SECONDS_UNTIL_IT_IS_SAID = 0.5
SECONDS_UNTIL_SENT_AGAIN = 0.01
SHOW_CURSOR = "\x1b[?25h"

Handler = Callable[[int, FrameType | None], None]


class Interrupted(KeyboardInterrupt):
    """The process was interrupted.

    Where a plain `KeyboardInterrupt` leaves the midst of `exec`, as in the making of a dataclass, Python takes it for
    one that nobody handles, and in the end kills itself by the signal, whichever status it was to exit with.
    """


class Terminated(KeyboardInterrupt):
    """The process was told to terminate."""


class Stopping:
    """How a command ends.

    Attributes:
        by: the signal that told it to, if one did.
        stack: what it did then, innermost first.
        has_begun: whether any command of this process was told to.
    """

    by: signal.Signals | None = None
    stack: tuple[FrameType, ...] = ()
    has_begun = False


def end_at_once(number: int, frame: FrameType | None = None) -> None:
    """Say so in a word, and be gone: nothing is waited for, and nothing is told of what was found."""
    with suppress(OSError):
        cursor = SHOW_CURSOR if os.isatty(2) else ""
        os.write(2, f"{cursor}{_WORDS[signal.Signals(number)]}.\n".encode())
    os._exit(STATUSES[signal.Signals(number)])


def listen_from_the_start() -> None:
    """Let any interruption end this process at once, for as long as nothing else is said."""
    for number in STATUSES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end_at_once)
    _Process.is_ours = True


def hear_no_more_interruptions() -> None:
    """Ignore interruptions from here on, where this process is a command's; it can still be told to terminate."""
    if _Process.is_ours:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Process:
    """Whether this process is a command's: who calls one from a program of theirs is not to be ended with it."""

    is_ours = False


@contextmanager
def ended_at_once() -> Iterator[None]:
    """While nothing has been found yet, as modules are imported: any interruption ends the process at once.

    An import may take a second, and may swallow what is raised in the midst of it.
    """
    if not _Process.is_ours:
        yield
        return
    with _handled_by(end_at_once):
        yield


@contextmanager
def ended_in_order() -> Iterator[Stopping]:
    """The first interruption is raised, so that what was found can be told; a second one ends the process at once.

    Where the end takes longer than half a second after the first, that is said on standard error. Both are done by a
    thread of its own: the main one may be in the midst of a computation that hears nothing. What comes within that time
    counts as one, as whoever signals a group and its leader sends twice. What is raised while an object is freed,
    Python drops with a traceback, and what is raised while ctypes converts an argument, as for z3, it takes for a wrong
    argument; such an interruption is sent again.

    Raises:
        Interrupted: the process was interrupted.
        Terminated: it was told to terminate.
    """
    stopping = Stopping()

    def end(number: int, frame: FrameType | None) -> None:
        if stopping.by is None and _can_not_be_left(frame):
            _send_again_soon(number)
        elif stopping.by is None:
            stopping.by, stopping.stack = signal.Signals(number), tuple(with_callers(frame))
            Stopping.has_begun = True
            raise Interrupted if number == signal.SIGINT else Terminated

    Stopping.has_begun = False
    with _handled_by(end) as is_heard:
        if not is_heard:
            yield stopping
            return
        with _second_one_ends_at_once():
            yield stopping


@contextmanager
def _handled_by(handler: Handler) -> Iterator[bool]:
    """Let a function handle interruptions; whether it does, as only the main thread can be told."""
    before: dict[signal.Signals, Any] = {}
    try:
        for number in STATUSES:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler) or signal.SIG_DFL
    except ValueError:
        yield False
        return
    try:
        yield bool(before)
    finally:
        for number, handled in before.items():
            signal.signal(number, handled)


def with_callers(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame, then the one that called it, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def _can_not_be_left(frame: FrameType | None) -> bool:
    """Whether what is raised in a frame gets lost: where an object is freed, or ctypes converts an argument."""
    return any(caller.f_code.co_name in ("__del__", "from_param") for caller in with_callers(frame))


def _send_again_soon(number: int) -> None:
    from threading import Timer, main_thread  # noqa: PLC0415

    send = signal.raise_signal
    if hasattr(signal, "pthread_kill"):  # It wakes the main thread up, too.
        send = partial(signal.pthread_kill, main_thread().ident or 0)
    Timer(SECONDS_UNTIL_SENT_AGAIN, send, (number,)).start()


@contextmanager
def _second_one_ends_at_once() -> Iterator[None]:
    import socket  # noqa: PLC0415 (what is imported at the top is imported while nobody listens)
    from threading import Thread  # noqa: PLC0415

    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    watching = Thread(target=_watch, args=(ear,), daemon=True)
    with interruptions_held():  # A thread that holds them leaves them to the main one.
        watching.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        mouth.close()
        watching.join()
        ear.close()


def _watch(ear: socket.socket) -> None:
    """Read the signals that come, each as a byte, until there can't be any more."""
    if not _next_interruption(ear):
        return
    until = monotonic() + SECONDS_UNTIL_IT_IS_SAID
    while (seconds := until - monotonic()) > 0:
        ear.settimeout(seconds)
        with suppress(TimeoutError):
            if not ear.recv(1):
                return
    _say_that_it_takes_a_moment()
    ear.settimeout(None)
    if number := _next_interruption(ear):
        end_at_once(number)


def _next_interruption(ear: socket.socket) -> int:
    """The number of the next signal that interrupts; 0 if none can come any more."""
    while byte := ear.recv(1):
        if byte[0] in set(STATUSES):
            return byte[0]
    return 0


def _say_that_it_takes_a_moment() -> None:
    with suppress(OSError, ValueError):
        print("Interrupted: it ends in order, which may take a moment; once more ends it at once.", file=sys.stderr)


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
