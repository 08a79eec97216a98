"""Programs that speak GTP, for the tests: our own with commands hidden, a KataGo of cardboard, and strangers."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection
from pathlib import Path
from textwrap import dedent

from superko.checker.oracle.engine import Observation
from superko.checker.oracle.engines.gtp import GtpEngine
from superko.checker.oracle.engines.json_lines import observation_in
from superko.interpreter.json_lines import parse_json

from .programs import Program

OURS = shlex.join([sys.executable, "-c", "from superko.checker.command_line import main; main()", "gtp"])
CARDBOARD_KATAGO = shlex.join([sys.executable, str(Path(__file__).with_name("cardboard_katago.py"))])


class OurGtp(GtpEngine):
    """`superko gtp`, asked for the state of the referee."""

    def observe(self) -> Observation:
        return self.dialogue.read("superko-state", lambda text: observation_in(parse_json(text), self.dialogue.grid))


_HIDING = """
import sys
from superko.interpreter import Game
from superko.interpreter.gtp import GtpSession, serve
from superko.interpreter.gtp.protocol import COMMANDS
from superko.spec.rules import Rules

for name in {hidden!r}:
    del COMMANDS[name]
{altered}
serve(GtpSession(Game(Rules(), 19)), sys.stdin.buffer, sys.stdout.buffer)
"""

_STRANGER = """
import sys
ANSWERS = {{"name": "Stranger", "version": "0", "list_commands": {commands!r}, "showboard": "2 . .\\n1 . ."}}
def reply(number, name, words):
    return f"={{number}} {{ANSWERS.get(name, '')}}\\n\\n"
{altered}
for line in sys.stdin:
    number, name, *words = line.split()
    sys.stdout.write(reply(number, name, words))
    sys.stdout.flush()
    if name == "quit":
        break
"""


def ours_without(*hidden: str, altered: str = "") -> str:
    """The command of our own engine, which neither lists nor knows some of its commands, but for what a test alters."""
    return shlex.join([sys.executable, "-c", _HIDING.format(hidden=hidden, altered=altered)])


def stranger(altered: str = "", commands: Collection[str] = ("boardsize", "showboard", "undo")) -> Program:
    """A program that lists some commands and shows an empty board of 2x2, but for what a test alters."""
    return Program(_STRANGER.format(altered=dedent(altered), commands="\n".join(commands)))
