"""Conversations with the GTP engine, as front ends and other engines have them."""

from __future__ import annotations

import io
from dataclasses import replace

from superko.interpreter.game import Game
from superko.interpreter.gtp import GtpSession, respond, serve
from superko.interpreter.gtp.protocol import Outside
from superko.interpreter.rule_names import parse_rules


class Desk(Outside):
    """Files that are nowhere but here, and a clock that stands still."""

    def __init__(self, **files: bytes) -> None:
        self.files = files

    def read(self, name: str) -> bytes:
        if name not in self.files:
            raise ValueError("There is no such file.")
        return self.files[name]

    def write(self, name: str, data: bytes) -> None:
        if name.startswith("/"):
            raise ValueError("The file can't be written: Permission denied.")
        self.files[name] = data

    def processor_time(self) -> float:
        return 1.25


def session(rules: str = "tromp-taylor", width: int = 3, height: int = 3, **files: bytes) -> GtpSession:
    """A session at the start of a game."""
    return GtpSession(Game(parse_rules(rules), (width, height)), seed=1, outside=Desk(**files))


def after(start: GtpSession, *lines: str) -> GtpSession:
    """The session after commands that are all carried out."""
    for line in lines:
        start, reply = respond(start, line)
        assert reply is not None
        assert reply.startswith("="), f"{line}: {reply}"
    return start


def said(start: GtpSession, line: str) -> str:
    """What a command that is carried out is answered."""
    _, reply = respond(start, line)
    assert reply is not None
    assert reply.startswith("= "), reply
    assert reply.endswith("\n\n")
    return reply[2:-2]


def refused(start: GtpSession, line: str) -> str:
    """Why a command is not carried out; the session must then be as it was."""
    later, reply = respond(start, line)
    assert reply is not None
    assert reply.startswith("? "), reply
    assert later is start
    return reply[2:-2]


def served(*lines: bytes, end: bytes = b"\n") -> bytes:
    """What is written in answer to lines sent through streams."""
    replies = io.BytesIO()
    serve(session(), io.BytesIO(b"\n".join(lines) + end), replies)
    return replies.getvalue()


def reading(start: GtpSession, **files: bytes) -> GtpSession:
    """The session with files to read."""
    return replace(start, outside=Desk(**files))
