"""Processes that speak in lines: an engine's program, and whatever it does, an answer or a reason in time.

One thread does everything: while it waits for a line it writes what is still to be sent and reads both outputs, so that
no pipe is ever full on both sides.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from ..engine import Breakage, EngineBroke
from .process_group import SECONDS_TO_QUIT, end, started
from .transcript import LONGEST_SHOWN, Transcript, text_of

SECONDS_TO_REPLY = 10.0
PATIENCE_AT_FIRST = 6
LONGEST_LINE = 1 << 20
MOST_BYTES_A_REPLY = 4 << 20
MOST_LINES_A_REPLY = 10_000
MOST_LINES_UNASKED = 100
_FAR_TOO_MUCH = "It wrote far more than it was asked."
_READ_AT_ONCE = 1 << 16
_UNREAD_LINES_SHOWN = 3
_LOOK_AGAIN = 0.05
_SECONDS_FOR_LAST_WORDS = 0.2


class LineProcess:
    r"""A process that is sent lines and answers in lines. Once it broke, it has ended, and its group with it.

    >>> process = LineProcess("cat")
    >>> process.send("name")
    >>> process.receive()
    'name'
    >>> process.close()
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY, first_timeout: float | None = None) -> None:
        """Start the process.

        Args:
            command: the program and its arguments; it goes through a shell only where `needs_shell` says so.
            timeout: the most seconds from sending a line to having received the whole reply.
            first_timeout: the same for the first line that is sent, by when the program must have started; six times
                as long if not given.

        Raises:
            Unsupported: it can't be started.
        """
        self._process = started(command)
        self._end = weakref.finalize(self, end, self._process, seconds_to_quit=0)
        self._timeout = timeout
        self._patience = PATIENCE_AT_FIRST * timeout if first_timeout is None else first_timeout
        self._deadline = time.monotonic() + self._patience
        self._has_been_asked = False
        self._transcript = Transcript()
        self._unsent = bytearray()
        self._partial = bytearray()
        self._lines: deque[bytes] = deque()
        self._lines_read = self._bytes_read = self._lines_unasked = 0
        self._stdin, self._stdout, stderr = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr) if stream
        )
        self._readers: dict[int, Callable[[bytes], None]] = {self._stdout: self._take, stderr: self._transcript.error}

    def send(self, line: str) -> None:
        """Send a line, given without its line break, and allow the time for a reply; it neither waits nor raises."""
        self._patience = self._timeout if self._has_been_asked else self._patience
        self._has_been_asked = True
        self._deadline = time.monotonic() + self._patience
        self._lines_read = self._bytes_read = 0
        self._lines_unasked = len(self._lines)
        self._transcript.sent(line)
        if self._end.alive:
            self._unsent += line.encode() + b"\n"
            self._write()

    def receive(self) -> str:
        r"""The next line, without its line break; bytes that are not UTF-8 are written as \xff.

        Raises:
            EngineBroke: there is none in time, or there never will be, or there is too much of it.
        """
        if self._lines_unasked > MOST_LINES_UNASKED:
            raise self.broke(Breakage.FLOODED, _FAR_TOO_MUCH)
        while not self._lines:
            self._await()
            if self._bytes_read > MOST_BYTES_A_REPLY or self._lines_read > MOST_LINES_A_REPLY:
                raise self.broke(Breakage.FLOODED, _FAR_TOO_MUCH)
            if any(len(line) > LONGEST_LINE for line in (self._partial, *self._lines)):
                raise self.broke(Breakage.FLOODED, "It wrote a line longer than 1 MiB.")
        line = text_of(self._lines.popleft())
        self._transcript.received(line)
        return line

    def broke(self, breakage: Breakage, reason: str) -> EngineBroke:
        """The error to raise where the process broke, or said what can't be understood; the process is ended."""
        unread = [line for line in (*self._lines, bytes(self._partial)) if line]
        for line in unread[:_UNREAD_LINES_SHOWN]:
            self._transcript.received(text_of(line[: LONGEST_SHOWN + 1]))
        broken = EngineBroke(breakage, reason, self._transcript.lines())
        self._stop(seconds_to_quit=0)
        return broken

    def close(self, farewell: str = "") -> None:
        """End the process and all that it started: ask it to, and if it doesn't, make it; it never raises."""
        if farewell:
            self.send(farewell)
        self._stop(SECONDS_TO_QUIT)

    def _stop(self, seconds_to_quit: float) -> None:
        if self._end.detach():
            end(self._process, seconds_to_quit)

    def _await(self) -> None:
        """Wait a moment for the process to write.

        Raises:
            EngineBroke: it has ended, or its time is up.
        """
        if not self._end.alive:
            raise EngineBroke(Breakage.CRASHED, "It has been ended.", self._transcript.lines())
        left = self._deadline - time.monotonic()
        heard = self._exchange(min(_LOOK_AGAIN, max(0, left)))
        if self._stdout not in self._readers or (not heard and self._process.poll() is not None):
            self._hear_last_words()
            if not self._lines:
                raise self.broke(Breakage.CRASHED, self._how_it_ended())
        elif left <= 0 and not self._lines:
            raise self.broke(Breakage.HUNG, f"It did not answer within {self._patience:g} seconds.")

    def _exchange(self, seconds: float) -> bool:
        """Write and read what can be within some seconds; whether there was anything to read."""
        readable, writable, _ = select.select([*self._readers], [self._stdin] if self._unsent else [], [], seconds)
        for stream in readable:
            chunk = os.read(stream, _READ_AT_ONCE)
            if chunk:
                self._readers[stream](chunk)
            else:
                del self._readers[stream]
        if writable:
            self._write()
        return bool(readable)

    def _take(self, output: bytes) -> None:
        self._bytes_read += len(output)
        first, *others = output.split(b"\n")
        self._partial += first
        for part in others:
            self._lines.append(bytes(self._partial))
            self._partial = bytearray(part)
        self._lines_read += len(others)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._stdin, self._unsent)]
        except BlockingIOError:
            return
        except OSError:
            # It reads no more; whether it has ended is noticed when its reply is waited for.
            self._unsent.clear()

    def _hear_last_words(self) -> None:
        """Read what an ended process has still written, such as why it ended."""
        until = time.monotonic() + _SECONDS_FOR_LAST_WORDS
        while self._readers and time.monotonic() < until and self._bytes_read <= MOST_BYTES_A_REPLY:
            self._exchange(_LOOK_AGAIN)

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(_SECONDS_FOR_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return "It closed its output before it answered."
        return f"It ended with status {status}." if status >= 0 else f"It was ended by {_signal_name(-status)}."


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
