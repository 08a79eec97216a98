"""Whatever a line holds, the referee answers it, the game stays as it was, and the next line is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.referee import Session

from .conversation import NEW, Reply, Request, ask, is_bad_request, new, play, served

pytestmark = pytest.mark.every_case

STATE: Request = {"cmd": "state", "explain": True}
STATE_LINE = json.dumps(STATE).encode()
VALID: list[Request] = [
    {"cmd": "rules", "id": 1},
    new(rules={"ko": "SIMPLE", "komi": 6.5, "readings": {"reading/ilr-own-stone": "literal"}}, captures={"B": 1}),
    new(board=".X./XOX/.X.", player="W", phase="main", explain=True),
    new(rules="japanese-like", phase="cleanup1"),
    play("B1", "pass", "unblock C1", id=[None]),
    STATE,
    {"cmd": "undo"},
]
FIELDS = sorted({field for request in VALID for field in request} | {"B", "W", "ko", "komi", "readings"})


def game_in_progress() -> Session:
    return ask(ask(Session(), NEW)[0], play("A1", "B2", "pass"))[0]


def answer(line: str | bytes) -> Reply:
    """The reply to a line in the middle of a game, which must go on as it was if the line is a bad request."""
    session = game_in_progress()
    later, reply = ask(session, line)
    assert reply is not None
    if "error" in reply and reply["error"]["kind"] == "bad-request":
        assert later is session
    else:
        assert {"protocol", "board", "error"} & reply.keys()
    return reply


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["new", "play", "state", "undo", "rules", "pass", "A1", "tromp-taylor", "../..", "B", "main"]),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.sampled_from(FIELDS) | st.text(), parts, max_size=4),
    max_leaves=12,
)


@st.composite
def mutated_lines(draw: st.DrawFn) -> bytes:
    """A valid request, some stretches of which were replaced by other bytes."""
    line = json.dumps(draw(st.sampled_from(VALID))).encode()
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(line)))
        end = draw(st.integers(start, min(len(line), start + 6)))
        line = line[:start] + draw(st.binary(max_size=4) | st.sampled_from([b"[", b"{", b'"', b"\\ud800"])) + line[end:]
    return line


@st.composite
def mutated_requests(draw: st.DrawFn) -> Request:
    """A valid request, some fields of which were dropped, added, or given any value."""
    request = dict(draw(st.sampled_from(VALID)))
    for field in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=2)):
        if draw(st.booleans()):
            request[field] = draw(JSON)
        else:
            request.pop(field, None)
    return request


@given(st.binary())
def test_random_bytes_are_a_bad_request(line: bytes) -> None:
    assert is_bad_request(answer(line))


@given(mutated_lines())
def test_a_damaged_line_is_answered(line: bytes) -> None:
    answer(line)


@given(JSON)
def test_random_json_is_answered(value: Any) -> None:
    reply = answer(json.dumps(value))
    assert isinstance(value, dict) or is_bad_request(reply)


@given(mutated_requests())
def test_a_request_with_wrong_fields_is_answered_with_its_id(request: Request) -> None:
    reply = answer(json.dumps(request))
    if "id" in request and "id" in reply:
        assert reply["id"] == request["id"]


@given(st.lists(st.binary() | mutated_lines(), max_size=8))
def test_every_line_of_a_stream_has_its_reply_in_order_and_the_game_goes_on(hostile: list[bytes]) -> None:
    lines = [b"".join(line.split(b"\n")) for line in hostile]
    replies = served(*lines, json.dumps(NEW).encode(), STATE_LINE)
    assert len(replies) == len(lines) + 2
    assert replies[-1]["board"] == ".../.../..."


HOSTILE: dict[str, bytes] = {
    "an empty line": b"",
    "a blank line": b"  \r",
    "no JSON": b"hello",
    "two values": b"{} {}",
    "an open object": b'{"cmd": "state"',
    "a single quote": b"{'cmd': 'state'}",
    "a string": b'"state"',
    "a list": b'[{"cmd": "state"}]',
    "null": b"null",
    "invalid UTF-8": b'{"cmd": "state", "id": "\xff"}',
    "an encoded surrogate": b'{"cmd": "state", "id": "\xed\xa0\x80"}',
    "UTF-16": '{"cmd": "state"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + STATE_LINE,
    "a null byte": b"\x00",
    "a control character": b'{"cmd": "state", "id": "\x01"}',
    "half a surrogate pair": b'{"cmd": "state", "id": "\\ud800"}',
    "half a surrogate pair in a key": b'{"cmd": "state", "id": {"\\udfff": 1}}',
    "a key given twice": b'{"cmd": "rules", "cmd": "state"}',
    "a nested key given twice": b'{"cmd": "state", "id": {"a": 1, "a": 1}}',
    "NaN": b'{"cmd": "state", "id": NaN}',
    "Infinity": b'{"cmd": "state", "id": Infinity}',
    "-Infinity": b'{"cmd": "state", "id": [-Infinity]}',
    "a number past all floats": b'{"cmd": "state", "id": 1e999}',
    "a huge integer": b'{"cmd": "state", "id": ' + b"1" * 5000 + b"}",
    "a huge negative integer": b'{"cmd": "state", "id": -' + b"1" * 5000 + b"}",
    "a huge width": b'{"cmd": "new", "height": 1, "rules": "tromp-taylor", "width": ' + b"1" * 5000 + b"}",
    "a huge komi": b'{"cmd": "new", "width": 1, "height": 1, "rules": {"komi": ' + b"9" * 99 + b"}}",
    "deep lists": b"[" * 500_000,
    "deep closed lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 200_000,
    "a deep id": b'{"cmd": "state", "id": ' + b"[" * 64 + b"]" * 64 + b"}",
    "a long field": b'{"cmd": "state", "' + b"x" * 500_000 + b'": 1}',
    "a long command": b'{"cmd": "' + b"x" * 500_000 + b'"}',
    "a long turn": b'{"cmd": "play", "turns": ["' + b"A" * 500_000 + b'"]}',
    "a long board": b'{"cmd": "new", "width": 1, "height": 1, "rules": {}, "board": "' + b"." * 500_000 + b'"}',
    "a high board": b'{"cmd": "new", "width": 1, "height": 1, "rules": {}, "board": "' + b"/" * 500_000 + b'"}',
    "a long name of rules": b'{"cmd": "new", "width": 1, "height": 1, "rules": "' + b"x" * 500_000 + b'"}',
    "many turns, one of them off the board": json.dumps(play(*["A2"] * 90_000, "Z9")).encode(),
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_line_is_a_bad_request_with_a_short_reason(line: bytes) -> None:
    reply = answer(line)
    assert is_bad_request({key: value for key, value in reply.items() if key != "id"})
    assert len(reply["error"]["reason"]) < 400


def test_an_id_may_be_nested_sixty_three_levels_deep() -> None:
    depth = 63
    reply = answer(b'{"cmd": "state", "id": ' + b"[" * depth + b"]" * depth + b"}")
    assert json.dumps(reply["id"]) == "[" * depth + "]" * depth
