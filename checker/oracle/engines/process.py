r"""Processes that speak in lines: an engine's program, and whatever it does, an answer or a reason in time.

A thread writes what is still to be sent, and one reads each output, so that no pipe is ever full on both sides. The
process is started in a group of its own, and ended with every process that it started; one that leaves the group on
purpose, by starting a session of its own, is out of reach, as are on Windows those that a process leaves when it ends.

An engine may write anything. What is shown of it is cut short, and can't move the cursor, color the screen or break a
line: whatever is not printable is shown as Python writes it in a string, such as \x1b.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from typing import IO

from ....interpreter.wording import full_sentence
from ..engine import Breakage, EngineBroke, Unsupported

_LONGEST_SHOWN = 300
LINES_KEPT = 20
_ERROR_LINES_SHOWN = 6
_ERROR_BYTES_KEPT = 1 << 12
SENT, RECEIVED, ERROR = "> ", "< ", "! "


def printable(text: str, longest: int = _LONGEST_SHOWN) -> str:
    r"""A text on one line, cut short where it is long, with everything that is not printable escaped.

    >>> printable("\x1b[2J board"), printable("long line", longest=4)
    ('\\x1b[2J board', 'long...')
    """
    shown = text[: longest + 1]
    escaped = (symbol if symbol.isprintable() else symbol.encode("unicode_escape").decode() for symbol in shown)
    shown = "".join(escaped)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def text_of(line: bytes) -> str:
    r"""A line of bytes from a stranger as text, without its line break; bytes that are not UTF-8 are written as \xff.

    >>> text_of(b"= \xff\r\n")
    '= \\xff'
    """
    return line.decode(errors="backslashreplace").rstrip("\r\n")


class Transcript:
    r"""The last lines sent to and received from an engine, with the start and the end of its error output since then.

    >>> transcript = Transcript()
    >>> transcript.sent("boardsize 5")
    >>> transcript.error(b"Traceback\n")
    >>> transcript.received("? unknown command")
    >>> transcript.lines()
    ('> boardsize 5', '< ? unknown command', '! Traceback')
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._errors_before = self._errors_since = b""

    def sent(self, line: str) -> None:
        """Keep a line that was sent."""
        self._errors_before = (self._errors_before + self._errors_since)[-_ERROR_BYTES_KEPT:]
        self._errors_since = b""
        self._lines.append(SENT + printable(line))

    def received(self, line: str) -> None:
        """Keep a line that was received."""
        self._lines.append(RECEIVED + printable(line))

    def error(self, chunk: bytes) -> None:
        """Keep the start and the end of what was written to the error output since a line was sent."""
        self._errors_since += chunk
        if len(self._errors_since) > 2 * _ERROR_BYTES_KEPT:
            self._errors_since = self._errors_since[:_ERROR_BYTES_KEPT] + self._errors_since[-_ERROR_BYTES_KEPT:]

    def lines(self) -> tuple[str, ...]:
        """The lines that were exchanged, oldest first, and then the first and the last ones of the error output.

        Some programs say what is wrong before they say where, and some after.
        """
        errors = self._errors_since.splitlines()
        if len(errors) > 2 * _ERROR_LINES_SHOWN:
            errors = [*errors[:_ERROR_LINES_SHOWN], b"...", *errors[-_ERROR_LINES_SHOWN:]]
        else:
            errors = (self._errors_before + self._errors_since).splitlines()[-2 * _ERROR_LINES_SHOWN :]
        return (*self._lines, *(ERROR + printable(text_of(line)) for line in errors))


_SECONDS_TO_QUIT = 0.5
_SECONDS_TO_TERMINATE = 0.5
_SECONDS_TO_BE_KILLED = 0.8
_SECONDS_FOR_CHILDREN_TO_BE_KILLED = 0.2
_WAIT_AGAIN = 0.01
_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\$`])*"|\\.""", re.DOTALL)
_SHELL_SYMBOLS = frozenset("|&;<>()$`*?~\n")
_SETS_A_VARIABLE = re.compile(r"\s*[A-Za-z_]\w*=", re.ASCII)


def needs_shell(command: str) -> bool:
    """Whether only a shell understands a command: pipes, redirections, lists, variables, patterns, outside of quotes.

    >>> needs_shell("gnugo --mode gtp"), needs_shell("cd build && ./engine"), needs_shell("engine --say 'a | b'")
    (False, True, False)
    >>> needs_shell("THREADS=2 engine"), needs_shell('engine "$HOME/weights"')
    (True, True)
    """
    return bool(_SETS_A_VARIABLE.match(command) or _SHELL_SYMBOLS.intersection(_QUOTED.sub("", command)))


WINDOWS = os.name == "nt"


def arguments(command: str) -> list[str] | str:
    """What is run for a command: its words, or a shell with the command if only a shell understands it.

    Windows gives a program its whole line, in which a backslash is part of a path.

    Raises:
        Unsupported: the command is empty, or a quote in it is not closed.

    >>> arguments("gnugo --mode gtp"), arguments("cd build && ./engine")
    (['gnugo', '--mode', 'gtp'], ['sh', '-c', 'cd build && ./engine'])
    """
    if needs_shell(command):
        return f'cmd /d /s /c "{command}"' if WINDOWS else ["sh", "-c", command]
    try:
        words = shlex.split(command, posix=not WINDOWS)
    except ValueError:
        raise Unsupported(f"The command {printable(command)} has a quote that is not closed.") from None
    if not words:
        raise Unsupported("There is no command to start the engine with.")
    return command if WINDOWS else words


_CHUNKS_KEPT = 16
_READ_AT_ONCE = 1 << 16


class Running:
    """A process in a group of its own, whose pipes are served by threads, one each, that close them.

    Attributes:
        unsent: what is still to be written to it; nothing at all closes its input.
        heard: what it has written, and whether that was to its error output; nothing at all where the output ends.
    """

    def __init__(self, command: str) -> None:
        words, pipe = arguments(command), subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            program = words if isinstance(words, str) else words[0]
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise Unsupported(full_sentence(f"{printable(program)} can't be started: {reason}")) from None
        self.unsent: SimpleQueue[bytes] = SimpleQueue()
        self.heard: Queue[tuple[bytes, bool]] = Queue(_CHUNKS_KEPT)
        self._ended = False
        for does, *given in (
            (self._write, self.process.stdin),
            (self._read, self.process.stdout, False),
            (self._read, self.process.stderr, True),
        ):
            threading.Thread(target=does, args=given, daemon=True).start()

    def _write(self, stream: IO[bytes]) -> None:
        # If it reads no more, whether it has ended is noticed when its reply is waited for.
        with suppress(OSError), stream:
            while line := memoryview(self.unsent.get()):
                while line:
                    line = line[stream.write(line) :]

    def _read(self, stream: IO[bytes], is_error: bool) -> None:
        with suppress(OSError), stream:
            while (chunk := stream.read(_READ_AT_ONCE)) and not self._ended:
                self.heard.put((chunk, is_error))
        self.heard.put((b"", is_error))

    def end(self, seconds_to_quit: float) -> None:
        """End it and its group within about two seconds: let it quit, then terminate, then kill; it never raises."""
        process = self.process
        self.unsent.put(b"")
        _wait(lambda: process.poll() is None, seconds_to_quit)
        _signal(process, "SIGTERM")
        _wait(lambda: process.poll() is None or _has_members(process.pid), _SECONDS_TO_TERMINATE)
        _signal(process, "SIGKILL")
        _wait(lambda: process.poll() is None, _SECONDS_TO_BE_KILLED)
        # Its children are not ours to bury, and where nobody buries them the group is never empty.
        _wait(lambda: _has_members(process.pid), _SECONDS_FOR_CHILDREN_TO_BE_KILLED)
        self._ended = True
        with suppress(Empty):
            while True:
                self.heard.get_nowait()


def _wait(condition: Callable[[], bool], seconds: float) -> None:
    """Wait while a condition holds, but no longer than some seconds."""
    until = time.monotonic() + seconds
    while condition() and time.monotonic() < until:
        time.sleep(_WAIT_AGAIN)


def _signal(process: subprocess.Popen[bytes], name: str) -> None:
    """Give a process and its group a signal; Windows has none, and ends it and those that it has started at once."""
    with suppress(OSError, subprocess.SubprocessError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, getattr(signal, name))
        elif process.poll() is None:
            tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(tree, capture_output=True, check=False, timeout=_SECONDS_TO_BE_KILLED)
    if not hasattr(os, "killpg"):
        process.kill()


def _has_members(group: int) -> bool:
    if not hasattr(os, "killpg"):
        return False
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    return True


SECONDS_TO_REPLY = 10.0
PATIENCE_AT_FIRST = 6
_MOST_BYTES_A_REPLY = 1 << 20
_MOST_LINES_UNASKED = 100
_FAR_TOO_MUCH = "It wrote far more than it was asked."
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
        """Start the process, which has `timeout` seconds for a whole reply, by default six times that for the first.

        Raises:
            Unsupported: it can't be started.
        """
        self._running = Running(command)
        self._end = weakref.finalize(self, self._running.end, seconds_to_quit=0)
        self._timeout = timeout
        self._patience = PATIENCE_AT_FIRST * timeout if first_timeout is None else first_timeout
        self._deadline = time.monotonic() + self._patience
        self._has_been_asked = False
        self._transcript = Transcript()
        self._partial = bytearray()
        self._lines: deque[bytes] = deque()
        self._bytes_read = self._lines_unasked = 0
        self._open = {False, True}

    def send(self, line: str) -> None:
        """Send a line, given without its line break, and allow the time for a reply; it neither waits nor raises."""
        self._patience = self._timeout if self._has_been_asked else self._patience
        self._has_been_asked = True
        self._deadline = time.monotonic() + self._patience
        self._bytes_read = 0
        self._lines_unasked = len(self._lines)
        self._transcript.sent(line)
        if self._end.alive:
            self._running.unsent.put(line.encode() + b"\n")

    def receive(self) -> str:
        r"""The next line, without its line break; bytes that are not UTF-8 are written as \xff.

        Raises:
            EngineBroke: there is none in time, or there never will be, or there is too much of it.
        """
        if self._lines_unasked > _MOST_LINES_UNASKED:
            raise self.broke(Breakage.FLOODED, _FAR_TOO_MUCH)
        while not self._lines:
            self._await()
            if self._bytes_read > _MOST_BYTES_A_REPLY:
                raise self.broke(Breakage.FLOODED, _FAR_TOO_MUCH)
        line = text_of(self._lines.popleft())
        self._transcript.received(line)
        return line

    def broke(self, breakage: Breakage, reason: str) -> EngineBroke:
        """The error to raise where the process broke, or said what can't be understood; the process is ended."""
        unread = [line for line in (*self._lines, bytes(self._partial)) if line]
        for line in unread[:_UNREAD_LINES_SHOWN]:
            self._transcript.received(text_of(line[: _LONGEST_SHOWN + 1]))
        broken = EngineBroke(breakage, reason, self._transcript.lines())
        self._stop(seconds_to_quit=0)
        return broken

    def close(self, farewell: str = "") -> None:
        """End the process and all that it started: ask it to, and if it doesn't, make it; it never raises."""
        if farewell:
            self.send(farewell)
        self._stop(_SECONDS_TO_QUIT)

    def _stop(self, seconds_to_quit: float) -> None:
        if self._end.detach():
            self._running.end(seconds_to_quit)

    def _await(self) -> None:
        """Wait a moment for the process to write."""
        if not self._end.alive:
            raise EngineBroke(Breakage.CRASHED, "It has been ended.", self._transcript.lines())
        left = self._deadline - time.monotonic()
        heard = self._hear(min(_LOOK_AGAIN, max(0, left)))
        if False not in self._open or (not heard and self._running.process.poll() is not None):
            self._hear_last_words()
            if not self._lines:
                raise self.broke(Breakage.CRASHED, self._how_it_ended())
        elif left <= 0 and not self._lines:
            raise self.broke(Breakage.HUNG, f"It did not answer within {self._patience:g} seconds.")

    def _hear(self, seconds: float) -> bool:
        """Take in what was written next, if anything is within some seconds; whether there was anything."""
        try:
            chunk, is_error = self._running.heard.get(timeout=seconds)
        except Empty:
            return False
        if not chunk:
            self._open.discard(is_error)
        elif is_error:
            self._transcript.error(chunk)
        else:
            self._take(chunk)
        return True

    def _take(self, output: bytes) -> None:
        self._bytes_read += len(output)
        first, *others = output.split(b"\n")
        self._partial += first
        for part in others:
            self._lines.append(bytes(self._partial))
            self._partial = bytearray(part)

    def _hear_last_words(self) -> None:
        """Read what an ended process has still written, such as why it ended."""
        until = time.monotonic() + _SECONDS_FOR_LAST_WORDS
        while self._open and time.monotonic() < until and self._bytes_read <= _MOST_BYTES_A_REPLY:
            self._hear(_LOOK_AGAIN)

    def _how_it_ended(self) -> str:
        try:
            status = self._running.process.wait(_SECONDS_FOR_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return "It closed its output before it answered."
        if status >= 0:
            return f"It ended with status {status}."
        with suppress(ValueError):
            return f"It was ended by {signal.Signals(-status).name}."
        return f"It was ended by signal {-status}."
