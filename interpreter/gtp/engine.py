"""The engine: what it answers to each line of GTP, and the loop that serves it over streams.

Where GTP leaves room, the rules decide: an illegal move is answered by the clause that forbids it, a game is over when
a clause ends it, and every stone that the rules leave on the board is alive, unless the players settle it otherwise.
Where GTP leaves none, it is followed: players may take turns out of order. The turn is then handed over, and nobody has
passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ..json_lines import LineTooLongError, read_line, write_each
from .commands import COMMANDS
from .lines import failure, parse_line, success
from .session import Session


def respond(session: Session, line: str | bytes) -> tuple[Session, str | None]:
    r"""The session after a line, and the reply to it: None if no command is in it.

    A command that cannot be carried out is answered by an error, and leaves the session as it was.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> session, reply = respond(Session(Game.start(Rules(), 2, 1)), "play black A1")
    >>> session, reply = respond(session, "7 play white A1")
    >>> reply
    '?7 illegal move: katago-v2/move/pseudolegal: The point that a move colors is empty, but A1 is not.\n\n'
    """
    request = parse_line(line)
    if request is None:
        return session, None
    command = COMMANDS.get(request.name)
    if command is None:
        return session, failure(request.number, "unknown command")
    if not command.takes(len(request.arguments)):
        return session, failure(request.number, f"syntax error: write {command.usage}")
    try:
        session, text = command.answer(session, *request.arguments)
    except ValueError as error:
        return session, failure(request.number, str(error))
    return session, success(request.number, text)


def serve(session: Session, requests: BinaryIO, replies: BinaryIO) -> None:
    r"""Answer each line of a stream, until it ends or asks to quit, or nobody reads the replies any more.

    >>> from io import BytesIO
    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> serve(Session(Game.start(Rules(), 3, 3)), BytesIO(b"1 name\n2 quit\n"), replies := BytesIO())
    >>> replies.getvalue()
    b'=1 superko\n\n=2 \n\n'
    """
    write_each((reply.encode() for reply in _replies(session, requests)), replies)


def _replies(session: Session, requests: BinaryIO) -> Iterator[str]:
    while not session.ended:
        try:
            line = read_line(requests)
        except LineTooLongError as error:
            yield failure("", str(error))
            continue
        if not line:
            return
        session, reply = respond(session, line)
        if reply is not None:
            yield reply
