"""What the referee says of any rules, requests and ids; `conversations/referee-requests.txt` has what it answers."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple

import pytest

from superko.interpreter import Game, gtp, referee
from superko.interpreter.json_lines import LONGEST_LINE
from superko.interpreter.referee import serve, state_report
from superko.interpreter.rule_names import rules_from_json
from superko.spec.parameters import READINGS
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Record

from .conversation import last_reply_to, new, play, replies_to, served
from .gtp_conversation import session

UNDO = {"cmd": "undo"}


def test_rules_lists_the_presets_in_full_and_the_versions() -> None:
    reply = last_reply_to({"cmd": "rules"})
    assert reply.keys() == {"protocol", "presets", "readings", "version"}
    assert reply["protocol"] == 1
    assert reply["version"] == version("superko")
    assert {name: rules_from_json(rules) for name, rules in reply["presets"].items()} == PRESETS


def test_rules_and_new_tell_what_can_be_read_in_several_ways() -> None:
    everything, chosen = replies_to({"cmd": "rules"}, new(rules="aga,reading/aga-repetition=board-and-player"))
    assert everything["readings"].keys() == READINGS.keys()
    assert all(reading["question"].endswith("?") for reading in everything["readings"].values())
    assert chosen["readings"]["reading/aga-repetition"] == {
        **everything["readings"]["reading/aga-repetition"],
        "chosen": "board-and-player",
    }
    assert "reading/ilr-own-stone" not in chosen["readings"]


@pytest.mark.parametrize(
    "identity", [0, -7, 1.5, "one", "", None, True, [1, [2]], {"a": {"b": None}}, "\u9ed2 \U0001f600"]
)
def test_id_is_repeated_whatever_its_type_in_answers_and_in_errors(identity: Any) -> None:
    replies = replies_to(
        {"cmd": "rules", "id": identity},
        {**UNDO, "id": identity},
        new(id=identity, board=".O./O../..."),
        play("A3", id=identity),
        {"cmd": "resign", "id": identity},
        {"id": identity},
    )
    assert [reply["id"] for reply in replies] == [identity] * 6
    assert ["error" in reply for reply in replies] == [False, True, False, True, True, True]


def test_replies_are_json_in_ascii_whatever_the_id() -> None:
    (reply,) = served(json.dumps({"cmd": "undo", "id": "\u9ed2\u2028\n"}, ensure_ascii=False).encode())
    assert reply["id"] == "\u9ed2\u2028\n"
    serve(io.BytesIO('{"cmd": "undo", "id": "\u9ed2"}'.encode()), replies := io.BytesIO())
    assert replies.getvalue().isascii()


def test_the_clause_that_ended_the_game_is_named_by_its_id_without_a_part() -> None:
    def one_move_is_enough(record: Record) -> bool:
        """The phase ends after one move."""
        return record.turn == 1

    clause = make_clause(one_move_is_enough, "mine/end", part="early", decides=Decision.PHASE_ENDS)
    assert state_report(Game(Rules().adding(clause), (1, 2)).play(Move(1)))["clause"] == "mine/end"


# The referee and GTP over streams: lines in, replies out, what does not fit in a line, and who no longer reads.


NO_GAME = b'{"error": {"kind": "bad-request", "reason": "There is no game yet; start one with \\"new\\"."}}'
TOO_LONG = b'{"error": {"kind": "bad-request", "reason": "The line is longer than 1 MiB'


class Protocol(NamedTuple):
    """A command and how it serves, what is asked and answered, what stands after each reply, and two replies more."""

    command: str
    serve: Callable[[Any, Any], None]
    asked: bytes
    answered: bytes
    between: bytes
    quit: tuple[bytes, bytes]
    too_long: bytes

    def served(self, sent: bytes) -> list[bytes]:
        self.serve(io.BytesIO(sent), replies := io.BytesIO())
        *every, last = replies.getvalue().split(self.between)
        assert last == b"", "every reply is whole"
        return every


PROTOCOLS = (
    Protocol("referee", referee.serve, b'{"cmd": "undo"}', NO_GAME, b"\n", (b'{"cmd": "quit"}', b""), TOO_LONG),
    Protocol(
        "gtp",
        partial(gtp.serve, session()),
        b"name",
        b"= superko",
        b"\n\n",
        (b"quit", b"= \n\n"),
        b"? The line is longer than 1 MiB",
    ),
)
each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.command)


@each_protocol
def test_lines_are_answered_in_order_however_they_end(protocol: Protocol) -> None:
    for sent, times in ((b"", 0), (b"{}", 1), (b"{}\n", 1), (b"{}\r\n{}\r\n", 2), (b"{}\n{}\n{}", 3)):
        assert protocol.served(sent.replace(b"{}", protocol.asked)) == [protocol.answered] * times


@each_protocol
def test_nothing_after_quit_is_read(protocol: Protocol) -> None:
    quit_line, answered = protocol.quit
    requests = io.BytesIO(quit_line + b"\n" + protocol.asked + b"\n")
    protocol.serve(requests, replies := io.BytesIO())
    assert (replies.getvalue(), requests.read()) == (answered, protocol.asked + b"\n")


@each_protocol
def test_each_reply_is_flushed_before_the_next_line_is_read(protocol: Protocol) -> None:
    unanswered: list[int] = []

    class Requests(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            unanswered.append(raw.getvalue().count(protocol.between))
            return super().readline(size)

    raw = io.BytesIO()
    protocol.serve(Requests((protocol.asked + b"\n") * 3), io.BufferedWriter(raw))
    assert unanswered == [0, 1, 2, 3]


@each_protocol
def test_a_line_of_one_mebibyte_is_served_and_a_longer_one_refused_and_the_next_one_served(protocol: Protocol) -> None:
    line = protocol.asked.ljust(LONGEST_LINE)
    for end in (b"\n", b""):
        assert protocol.served(line + end) == [protocol.answered]
        assert [reply.startswith(protocol.too_long) for reply in protocol.served(line + b" " + end)] == [True]
    refused, answered = protocol.served(b"x" * (3 * LONGEST_LINE + 17) + b"\n" + protocol.asked + b"\n")
    assert (refused.startswith(protocol.too_long), answered) == (True, protocol.answered)


class Flood(io.RawIOBase):
    """A stream of one endless-looking line, then a request; nothing of it is ever in memory at once."""

    def __init__(self, length: int, request: bytes) -> None:
        self.left, self.request = length, io.BytesIO(b"\n" + request)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = min(len(buffer), self.left)
        self.left -= size
        buffer[:size] = b"x" * size
        return size or self.request.readinto(buffer)


@each_protocol
def test_an_over_long_line_is_never_held_in_memory(protocol: Protocol) -> None:
    requests = io.BufferedReader(Flood(32 * LONGEST_LINE, protocol.asked + b"\n"))
    tracemalloc.start()
    try:
        protocol.serve(requests, replies := io.BytesIO())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert replies.getvalue().endswith(protocol.answered + protocol.between)
    assert peak < 4 * LONGEST_LINE


@each_protocol
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.every_case
def test_a_process_whose_replies_nobody_reads_ends_quietly(protocol: Protocol, unbuffered: str) -> None:
    start = "from superko.checker.command_line import main; main()"
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    process = subprocess.Popen([sys.executable, "-c", start, protocol.command], env=environment, **pipes)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, complaints = process.communicate((protocol.asked + b"\n") * 3, timeout=60)
    assert (process.returncode, complaints) == (0, b"")
