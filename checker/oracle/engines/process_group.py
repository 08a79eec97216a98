"""Process groups: an engine is started in a group of its own, and ended with every process that it started.

A process that leaves the group on purpose, by starting a session of its own, is out of reach.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from ..engine import Unsupported
from .transcript import printable

SECONDS_TO_QUIT = 0.5
SECONDS_TO_TERMINATE = 0.5
SECONDS_TO_BE_KILLED = 0.8
SECONDS_FOR_CHILDREN_TO_BE_KILLED = 0.2
_LOOK_AGAIN = 0.01
# A part of a command as the shell reads it: quoted, escaped, or one symbol.
_PART = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|.""", re.DOTALL)
_SHELL_SYMBOLS = set("|&;<>()$`*?~\n")
_EXPANDED_IN_QUOTES = re.compile(r"(?<!\\)[$`]")
_SETS_A_VARIABLE = re.compile(r"\s*[A-Za-z_]\w*=", re.ASCII)


def needs_shell(command: str) -> bool:
    """Whether only a shell understands a command: pipes, redirections, lists, variables, patterns, outside of quotes.

    >>> needs_shell("gnugo --mode gtp"), needs_shell("cd build && ./engine"), needs_shell("engine --say 'a | b'")
    (False, True, False)
    >>> needs_shell("THREADS=2 engine"), needs_shell('engine "$HOME/weights"')
    (True, True)
    """
    parts = _PART.findall(command)
    return _SETS_A_VARIABLE.match(command) is not None or any(
        part in _SHELL_SYMBOLS or (part.startswith('"') and _EXPANDED_IN_QUOTES.search(part)) for part in parts
    )


def arguments(command: str) -> list[str]:
    """What is run for a command: its words, or a shell with the command if only a shell understands it.

    Raises:
        Unsupported: the command is empty, or a quote in it is not closed.

    >>> arguments("gnugo --mode gtp"), arguments("cd build && ./engine")
    (['gnugo', '--mode', 'gtp'], ['sh', '-c', 'cd build && ./engine'])
    """
    if needs_shell(command):
        return ["sh", "-c", command]
    try:
        words = shlex.split(command)
    except ValueError:
        raise Unsupported(f"The command {printable(command)} has a quote that is not closed.") from None
    if not words:
        raise Unsupported("There is no command to start the engine with.")
    return words


def started(command: str) -> subprocess.Popen[bytes]:
    """A process for a command, in a group of its own; its pipes never block on our side.

    Raises:
        Unsupported: it can't be started.
    """
    words = arguments(command)
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Unsupported(f"{printable(words[0])} can't be started: {reason}.") from None
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        os.set_blocking(stream.fileno(), False)
    return process


def end(process: subprocess.Popen[bytes], seconds_to_quit: float = SECONDS_TO_QUIT) -> None:
    """End a process and its group within about two seconds: let it quit, then terminate, then kill; it never raises."""
    streams = [stream for stream in (process.stdin, process.stdout, process.stderr) if stream is not None]
    with suppress(OSError):
        streams[0].close()
    _wait(lambda: process.poll() is None, seconds_to_quit)
    _signal(process, signal.SIGTERM)
    _wait(lambda: process.poll() is None or _has_members(process.pid), SECONDS_TO_TERMINATE)
    _signal(process, signal.SIGKILL)
    _wait(lambda: process.poll() is None, SECONDS_TO_BE_KILLED)
    # Its children are not ours to bury, and where nobody buries them the group is never empty.
    _wait(lambda: _has_members(process.pid), SECONDS_FOR_CHILDREN_TO_BE_KILLED)
    for stream in streams:
        with suppress(OSError):
            stream.close()


def _wait(condition: Callable[[], bool], seconds: float) -> None:
    """Wait while a condition holds, but no longer than some seconds."""
    until = time.monotonic() + seconds
    while condition() and time.monotonic() < until:
        time.sleep(_LOOK_AGAIN)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(OSError):
        os.killpg(process.pid, number)


def _has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    return True
