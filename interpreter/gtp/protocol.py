"""The Go Text Protocol: lines and words, commands by name, and the engine that answers them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from ...spec.algebra import BLACK, WHITE, Color
from ..json_lines import TOO_LONG, converse
from ..wording import shown
from .session import GtpSession

_IGNORED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_COMMENT = "#"
_END = "\n\n"


@dataclass(frozen=True)
class Request:
    """A command as it was sent.

    Attributes:
        number: the number that its reply repeats, as text; "" if it has none.
        name: the command, "" if there is only a number.
        arguments: the words after it.
    """

    number: str
    name: str
    arguments: tuple[str, ...]


def parse_line(line: str | bytes) -> Request | None:
    r"""The command in a line, without control characters and comments; None if nothing else is in it.

    >>> parse_line(b"7 play\tb C3 # a comment\r\n")
    Request(number='7', name='play', arguments=('b', 'C3'))
    """
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    words = _IGNORED.sub("", text).partition(_COMMENT)[0].split()
    if not words:
        return None
    number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
    name, *arguments = words or [""]
    return Request(number, name, tuple(arguments))


def success(number: str, text: str) -> str:
    r"""The reply to a command that was carried out.

    >>> success("7", "C3")
    '=7 C3\n\n'
    """
    return f"={number} {text}{_END}"


def failure(number: str, reason: str) -> str:
    r"""The reply to a command that was not, with the reason on one line.

    >>> failure("", "unknown\ncommand")
    '? unknown command\n\n'
    """
    return f"?{number} {' '.join(reason.split())}{_END}"


_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_COUNT = re.compile(r"[0-9]{1,9}", re.ASCII)


def color(word: str) -> Color:
    """The color that a word names.

    Raises:
        ValueError: it names none.

    >>> color("W"), color("Black")
    (<Color.WHITE: 'W'>, <Color.BLACK: 'B'>)
    """
    if word.lower() not in _COLORS:
        raise ValueError(f"syntax error: {shown(word)} is no color; write black or white.")
    return _COLORS[word.lower()]


def color_name(named: Color) -> str:
    """A color as replies name it.

    >>> color_name(Color.BLACK)
    'black'
    """
    return named.name.lower()


def count(word: str) -> int:
    """The whole number, from 0 up, that a word tells.

    Raises:
        ValueError: it tells none, or has more than nine digits.
    """
    if not _COUNT.fullmatch(word):
        raise ValueError(f"syntax error: {shown(word)} is no whole number from 0 to 999999999.")
    return int(word)


_Question = Callable[..., str]
_Action = Callable[..., tuple[GtpSession, str]]


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        usage: how it is written: its name and what follows, [optional] words in brackets, `...` for any number more.
        answer: the session after it, and the reply; takes the session and the words that follow the name.
    """

    usage: str
    answer: _Action

    @property
    def name(self) -> str:
        """What it is called."""
        return self.usage.split()[0]

    def takes(self, words: int) -> bool:
        """Whether so many words may follow the name.

        >>> [Command("loadsgf FILE [MOVE]", lambda session: (session, "")).takes(words) for words in range(4)]
        [False, True, True, False]
        """
        _, *following = self.usage.split()
        more = following[-1:] == ["..."]
        least = sum(not word.startswith(("[", "...")) for word in following)
        return least <= words <= (math.inf if more else len(following))


COMMANDS: dict[str, Command] = {}


def action(*usages: str) -> Callable[[_Action], _Action]:
    """Register what answers a command that may change the session, under one or several names."""

    def register(answer: _Action) -> _Action:
        for usage in usages:
            command = Command(usage, answer)
            COMMANDS[command.name] = command
        return answer

    return register


def question(*usages: str) -> Callable[[_Question], _Question]:
    """Register what answers a command that leaves the session as it is, under one or several names."""

    def register(reply: _Question) -> _Question:
        action(*usages)(lambda session, *words: (session, reply(session, *words)))
        return reply

    return register


def respond(session: GtpSession, line: str | bytes) -> tuple[GtpSession, str | None]:
    r"""The session after a line, and the reply to it: None if no command is in it.

    A command that cannot be carried out is answered by an error, and leaves the session as it was.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> session, reply = respond(GtpSession(Game(Rules(), (2, 1))), "play black A1")
    >>> session, reply = respond(session, "7 play white A1")
    >>> reply
    '?7 illegal move: katago-v2/move/pseudolegal: The point that a move colors is empty, but A1 is occupied.\n\n'
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


def serve(session: GtpSession, requests: BinaryIO, replies: BinaryIO) -> None:
    r"""Answer each line of a stream, until it ends or asks to quit, or nobody reads the replies any more.

    >>> from io import BytesIO
    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> serve(GtpSession(Game(Rules(), 3)), BytesIO(b"1 name\n2 quit\n"), replies := BytesIO())
    >>> replies.getvalue()
    b'=1 superko\n\n=2 \n\n'
    """

    def answer(session: GtpSession, line: bytes) -> tuple[GtpSession, bytes]:
        session, reply = respond(session, line)
        return session, (reply or "").encode()

    converse(session, requests, replies, answer, failure("", TOO_LONG).encode())
