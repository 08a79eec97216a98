"""Tiny programs for the tests of engines, each marked, so that whatever is left of it can be found."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from uuid import uuid4

# A program that speaks the referee's protocol as far as it must; `altered` is what a test makes of its replies.
SPEAKER = """
import json, sys
def altered(request, reply):
    return reply
{altered}
width = height = 1
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "quit":
        break
    width, height = request.get("width", width), request.get("height", height)
    state = {{"board": "/".join(["." * width] * height), "result": None}}
    reply = {{"version": "1"}} if request["cmd"] == "rules" else state
    print(json.dumps(altered(request, {{"id": request["id"], **reply}})), flush=True)
"""


class Program:
    """A command that runs some Python.

    Attributes:
        mark: an argument that the program and its children have, and nothing else does.
        command: the command.
    """

    def __init__(self, code: str) -> None:
        self.mark = uuid4().hex
        self.command = shlex.join([sys.executable, "-I", "-S", "-c", dedent(code), self.mark])

    def left(self) -> list[str]:
        """The commands that are still running because of it."""
        return running(self.mark)


def running(mark: str) -> list[str]:
    """The commands that are running and have a mark in them; those that have ended and are not buried have none."""
    commands = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            commands.append(file.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return [command for command in commands if mark in command]


def speaker(altered: str = "") -> Program:
    """A program that speaks the referee's protocol, but for what a test alters."""
    return Program(SPEAKER.format(altered=dedent(altered)))


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait until a condition holds, but no longer than some seconds."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
