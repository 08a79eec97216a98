"""What is said of long work: that it goes on, and whose clause or file goes round forever, which is not waited for.

A thread looks twice a second what the others run. Where nothing was written for two seconds it says so. Only Python's
own code can be ended so: a call into C, such as the sum of a range without end, is not.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import monotonic, process_time, sleep
from types import CodeType, FrameType, MappingProxyType
from typing import ClassVar

from ...interpreter.rules_files import NAMED
from .interruptions import SHOW_CURSOR, Stopping, interruptions_held, with_callers
from .terminal import Exit, HarmlessStream, remark

_EVERY = 0.5
USUAL_SECONDS = 20.0
SECONDS_TO_MENTION = 2.0
IDLE = 0.02
GOES_ON = "superko is at work."
SECONDS_TO_GIVE_UP = 3.0


class TimedOut(Exception):
    """A call of an author's code takes too long. It is raised from outside, by its class alone."""

    said = ""

    def __str__(self) -> str:
        return TimedOut.said


class _Watch:
    """What is known of the author's code that runs: the outermost frame of each thread, and since when it does.

    What has timed out before is waited for no more than a second, however often it is asked.
    """

    seconds = USUAL_SECONDS
    seconds_to_mention = SECONDS_TO_MENTION
    is_on = False
    slow: ClassVar[set[CodeType]] = set()
    running: Mapping[int, tuple[FrameType, float]] = MappingProxyType({})


def allow(seconds: float) -> None:
    """Let a call of an author's code take some number of seconds, and at least one."""
    _Watch.seconds = max(seconds, 1.0)


def watch_authors() -> None:
    """From now on, raise `TimedOut` in whatever thread is in an author's code for longer than is allowed."""
    if not _Watch.is_on:
        _Watch.is_on = True
        with interruptions_held():
            threading.Thread(target=_watch, daemon=True).start()


def waited_for(stack: Iterable[FrameType]) -> str:
    """The author's code that was running for a second or more, of which a frame is among these; "" if there is none."""
    now = monotonic()
    slow = [frame for frame, since in list(_Watch.running.values()) if now - since >= 1]
    return next((f"{_named(frame)} was being run." for frame in stack if frame in slow), "")


def _watch() -> None:
    while True:
        worked = process_time()
        sleep(_EVERY)
        say_that_it_goes_on(process_time() - worked)
        before, now = _Watch.running, monotonic()
        running = {}
        for thread, frame in _authors_frames().items():
            known, since = before.get(thread, (None, now))
            running[thread] = frame, since if known is frame else now
        _Watch.running = running
        for thread, (frame, since) in _Watch.running.items():
            _look_at(thread, frame, now - since)


def say_that_it_goes_on(worked: float) -> None:
    """Say so to whoever sits at a terminal on which nothing has been written for two seconds, then for four, and so on.

    A process that has not worked for that number of seconds since it was last asked only waits.
    """
    if worked > IDLE and monotonic() - HarmlessStream.last_written > _Watch.seconds_to_mention:
        _Watch.seconds_to_mention *= 2
        remark(GOES_ON)


def _authors_frames() -> dict[int, FrameType]:
    """The outermost frame of an author's file in each thread that has one."""
    # Frames that this thread is the last to keep take with them what is in them, and z3's terms bear no second thread.
    every = {thread: [*filter(_is_an_authors, with_callers(last))] for thread, last in sys._current_frames().items()}
    return {thread: frames[-1] for thread, frames in every.items() if frames}


def _is_an_authors(frame: FrameType) -> bool:
    # What another thread has just left has no globals any more.
    return str((frame.f_globals or {}).get("__name__")).startswith(NAMED)


def _look_at(thread: int, frame: FrameType, seconds: float) -> None:
    if _is_the_file(frame) and SECONDS_TO_MENTION <= seconds < SECONDS_TO_MENTION + _EVERY:
        remark(f"{_named(frame)} is being run.")
    # Who ends a command in order still asks for what was found, but waits for nothing.
    allowed = 1 if Stopping.has_begun or frame.f_code in _Watch.slow else _Watch.seconds
    if seconds < allowed:
        return
    _Watch.slow.add(frame.f_code)
    TimedOut.said = f"{_named(frame)} was not done after {allowed:g} {'second' if allowed == 1 else 'seconds'}."
    if seconds > allowed + SECONDS_TO_GIVE_UP:
        # It catches whatever is raised.
        os.write(2, f"{SHOW_CURSOR if os.isatty(2) else ''}Error: {TimedOut.said}\n".encode())
        os._exit(Exit.NOT_UNDERSTOOD)
    import ctypes  # noqa: PLC0415 (a browser's Python may have none)

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimedOut))


def _named(frame: FrameType) -> str:
    file = Path(frame.f_code.co_filename).name
    return file if _is_the_file(frame) else f"{frame.f_code.co_name} in {file}, line {frame.f_lineno},"


def _is_the_file(frame: FrameType) -> bool:
    return frame.f_code.co_name == "<module>"
