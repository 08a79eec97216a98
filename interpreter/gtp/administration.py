"""The commands about the engine itself, and those about time, which it needs none of."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version

from .commands import COMMANDS, action, question
from .session import Session

PROTOCOL = "2"
NAME = "superko"


@question("protocol_version")
def protocol_version(session: Session) -> str:
    """The version of GTP."""
    return PROTOCOL


@question("name")
def name(session: Session) -> str:
    """What the engine is called."""
    return NAME


@question("version")
def own_version(session: Session) -> str:
    """The version of superko."""
    return version(NAME)


@question("known_command NAME")
def known_command(session: Session, name: str) -> str:
    """Whether there is such a command."""
    return "true" if name in COMMANDS else "false"


@question("list_commands")
def list_commands(session: Session) -> str:
    """Every command, one a line."""
    return "\n".join(sorted(COMMANDS))


@question("superko-usage NAME")
def usage(session: Session, name: str) -> str:
    """How a command is written."""
    if name not in COMMANDS:
        raise ValueError("unknown command")
    return COMMANDS[name].usage


@question("echo ...")
def echo(session: Session, *words: str) -> str:
    """The words themselves."""
    return " ".join(words)


@question("cputime")
def cputime(session: Session) -> str:
    """The processor time that the engine has used, in seconds."""
    return f"{session.outside.processor_time():.3f}"


@question(
    "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES",
    "time_left COLOR TIME STONES",
    "kgs-time_settings SYSTEM ...",
)
def time(session: Session, *words: str) -> str:
    """Nothing: the engine answers at once, whatever time it has."""
    return ""


@action("quit")
def quit_session(session: Session) -> tuple[Session, str]:
    """End the session."""
    return replace(session, ended=True), ""
