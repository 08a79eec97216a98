"""The referee over streams: lines in, lines out, and what does not fit in a line."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any

import pytest

from superko.interpreter.json_lines import LONGEST_LINE
from superko.interpreter.referee import serve

from .conversation import NEW, is_bad_request, served

STATE_LINE = b'{"cmd": "state"}'


def test_replies_are_json_in_ascii_whatever_the_id() -> None:
    replies = io.BytesIO()
    serve(io.BytesIO(json.dumps({"cmd": "undo", "id": "\u9ed2\u2028\n"}, ensure_ascii=False).encode() + b"\n"), replies)
    assert replies.getvalue().isascii()
    assert replies.getvalue().count(b"\n") == 1
    assert json.loads(replies.getvalue())["id"] == "\u9ed2\u2028\n"


def test_a_last_line_without_a_line_break_is_answered() -> None:
    assert served(b'{"cmd": "rules"}', end=b"")[0]["protocol"] == 1


def test_a_stream_of_nothing_is_answered_by_nothing() -> None:
    assert served(end=b"") == []


def test_lines_may_end_as_on_windows() -> None:
    assert served(b'{"cmd": "rules"}\r', b'{"cmd": "rules", "id": 2}\r')[1]["id"] == 2


def test_nothing_after_quit_is_read() -> None:
    requests = io.BytesIO(b'{"cmd": "quit"}\n{"cmd": "rules"}\n')
    serve(requests, replies := io.BytesIO())
    assert replies.getvalue() == b""
    assert requests.read() == b'{"cmd": "rules"}\n'


def test_each_reply_is_flushed_before_the_next_line_is_read() -> None:
    unanswered: list[int] = []

    class Requests(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            unanswered.append(raw.getvalue().count(b"\n"))
            return super().readline(size)

    raw = io.BytesIO()
    serve(Requests(b'{"cmd": "rules"}\n' * 3), io.BufferedWriter(raw))
    assert unanswered == [0, 1, 2, 3]


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_of_exactly_one_mebibyte_is_served_and_one_byte_more_is_refused(end: bytes) -> None:
    line = b'{"cmd": "rules"}'.ljust(LONGEST_LINE)
    assert served(line, end=end)[0]["protocol"] == 1
    assert [is_bad_request(reply) for reply in served(line + b" ", end=end)] == [True]


def test_after_an_over_long_line_the_game_goes_on() -> None:
    replies = served(json.dumps(NEW).encode(), b"x" * (3 * LONGEST_LINE + 17), STATE_LINE)
    assert "1 MiB" in replies[1]["error"]["reason"]
    assert replies[2]["board"] == ".../.../..."


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


def test_an_over_long_line_is_never_held_in_memory() -> None:
    requests = io.BufferedReader(Flood(32 * LONGEST_LINE, b'{"cmd": "rules"}\n'))
    tracemalloc.start()
    try:
        serve(requests, replies := io.BytesIO())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(replies.getvalue().splitlines()) == 2
    assert peak < 4 * LONGEST_LINE
