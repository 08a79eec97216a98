"""The grammar of GTP: commands as lines, and replies."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
