"""Conversations with the referee, over GTP, with the explorer, and about clauses: transcripts, held again and compared.

A section of a transcript says what it shows, and a line `@` begins each of its conversations. What is sent stands after
`> `, and below it what is answered. `python -m tests.interpreter.conversations` holds all of them and writes what is
answered now; read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from superko.interpreter import referee
from superko.interpreter.gtp import respond

from ...checker.explorer.conversation import in_a_line
from ..gtp_conversation import session
from . import playing, reading, settling

FOLDER = Path(__file__).parent
SECTION, NOTE, BEGINS, SENT = "## ", "# ", "@", "> "


@dataclass(frozen=True)
class Protocol:
    """How a conversation begins, from what stands after `@`, and what a line is answered."""

    begin: Callable[[str], Any]
    answer: Callable[[Any, str], tuple[Any, str]]


def begin_gtp(words: str) -> Any:
    """A session such as `japanese-like 4x3`, or `aga 3x3 (;SZ[3])` where it can read a record called game."""
    rules, size, *record = words.split(maxsplit=2)
    width, height = map(int, size.split("x"))
    return session(rules, width, height, **({"game": record[0].encode()} if record else {}))


def answer_by_gtp(now: Any, line: str) -> tuple[Any, str]:
    """The session after a command, and the reply; a command that is refused must leave the session as it was."""
    later, reply = respond(now, line)
    assert reply is not None
    assert reply.endswith("\n\n")
    assert reply.startswith("=") or later is now, line
    return later, reply[:-2]


def answer_by_the_referee(now: Any, line: str) -> tuple[Any, str]:
    """The session after a request, and what the reply has otherwise than before; a bad request must change nothing."""
    session, before = now
    later, reply = referee.respond(session, line)
    assert reply is not None
    error: Any = reply.get("error")
    if error and error["kind"] == "bad-request":
        assert later == session, line
        assert error["reason"].endswith("."), line
    state: Any = reply.get("state", before) if error else reply
    changes = {name: state[name] for name in state if name != "readings" and before.get(name, ...) != state[name]}
    gone = sorted(before.keys() - state.keys() - {"readings"})
    answered = {**({"error": error} if error else {}), **changes, **({"no more": gone} if gone else {})}
    return (later, state), json.dumps(answered)


PROTOCOLS = {
    "gtp": Protocol(begin_gtp, answer_by_gtp),
    "referee": Protocol(lambda words: (referee.Session(), {}), answer_by_the_referee),
    "play": Protocol(playing.set_up, playing.after_turns),
    "settling": Protocol(settling.by_a_protocol, settling.after_a_line),
    "sgf": Protocol(str, reading.record_in),
    "clauses": Protocol(reading.decision_named, reading.clause_read),
    "rules": Protocol(str, reading.rules_called),
    "explorer": Protocol(str, in_a_line),
    "aga": Protocol(settling.by_the_aga, settling.after_a_line_by_the_aga),
}


def transcripts() -> Iterator[Path]:
    """The files, by name; what stands before the first `-` of a name is the protocol."""
    return iter(sorted(FOLDER.glob("*.txt")))


def sections(file: Path) -> list[str]:
    """What stands in a file before its first section, and each section."""
    head, *others = file.read_text(encoding="utf-8").split(f"\n{SECTION}")
    return [f"{head.rstrip()}\n", *(SECTION + text.removesuffix("\n") + "\n" for text in others)]


def held(text: str, protocol: Protocol) -> str:
    """A section with what is answered now."""
    now: Any = None
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith((SECTION, NOTE, BEGINS, SENT)):
            lines.append(line)
        if line.startswith(BEGINS):
            now = protocol.begin(line.removeprefix(BEGINS))
        elif line.startswith(SENT):
            now, reply = protocol.answer(now, line.removeprefix(SENT))
            lines += (part.rstrip() for part in reply.split("\n"))
    return "\n".join(lines) + "\n"


def protocol_of(file: Path) -> Protocol:
    """The protocol of a transcript."""
    return PROTOCOLS[file.stem.partition("-")[0]]
