"""Conversations with the referee, as another program has them."""

from __future__ import annotations

import io
import json
from typing import Any

from superko.interpreter.referee import Session, respond, serve

Request = dict[str, Any]
Reply = dict[str, Any]

NEW: Request = {"cmd": "new", "width": 3, "height": 3, "rules": "tromp-taylor"}


def new(**fields: Any) -> Request:
    """A request for a game: Tromp-Taylor on 3x3 where nothing else is said."""
    return {**NEW, **fields}


def play(*turns: str, **fields: Any) -> Request:
    """A request to play turns."""
    return {"cmd": "play", "turns": list(turns), **fields}


def ask(session: Session, request: Request | str | bytes) -> tuple[Session, Reply | None]:
    """The session after a request, and the reply as the other program parses it."""
    session, reply = respond(session, json.dumps(request) if isinstance(request, dict) else request)
    return session, None if reply is None else json.loads(json.dumps(reply, allow_nan=False))


def replies_to(*requests: Request | str | bytes) -> list[Reply]:
    """The replies to requests sent one after another."""
    session, replies = Session(), []
    for request in requests:
        session, reply = ask(session, request)
        assert reply is not None, "every request but quit has a reply"
        replies.append(reply)
    return replies


def last_reply_to(*requests: Request | str | bytes) -> Reply:
    """The reply to the last of some requests."""
    return replies_to(*requests)[-1]


def is_bad_request(reply: Reply) -> bool:
    """Whether a reply says that the request cannot be served, in one sentence."""
    error = reply.get("error", {})
    return {**error, "reason": "."} == {"kind": "bad-request", "reason": error.get("reason", "")[-1:]}


def served(*lines: bytes, end: bytes = b"\n") -> list[Reply]:
    """The replies to lines sent through streams."""
    replies = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines) + end), replies)
    return [json.loads(line) for line in replies.getvalue().splitlines()]
