r"""Transcripts: the last lines exchanged with an engine, fit to be shown to a person.

An engine may write anything. What is shown of it is cut short, and can't move the cursor, color the screen or break a
line: whatever is not printable is shown as Python writes it in a string, such as \x1b.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

LONGEST_SHOWN = 300
LINES_KEPT = 20
ERROR_LINES_SHOWN = 10
ERROR_BYTES_KEPT = 1 << 12
SENT, RECEIVED, ERROR = "> ", "< ", "! "


def printable(text: str, longest: int = LONGEST_SHOWN) -> str:
    r"""A text on one line, cut short where it is long, with everything that is not printable escaped.

    >>> printable("\x1b[2J board"), printable("long line", longest=4)
    ('\\x1b[2J board', 'long...')
    """
    shown = text[: longest + 1]
    shown = "".join(symbol if symbol.isprintable() else _escaped(symbol) for symbol in shown)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def _escaped(symbol: str) -> str:
    return symbol.encode("unicode_escape").decode("ascii")


def text_of(line: bytes) -> str:
    r"""A line of bytes from a stranger as text, without its line break; bytes that are not UTF-8 are written as \xff.

    >>> text_of(b"= \xff\r\n")
    '= \\xff'
    """
    return line.decode(errors="backslashreplace").rstrip("\r\n")


class Transcript:
    r"""The last lines sent to and received from an engine, and the end of its error output.

    >>> transcript = Transcript()
    >>> transcript.sent("boardsize 5")
    >>> transcript.error(b"Traceback\n")
    >>> transcript.received("? unknown command")
    >>> transcript.lines()
    ('> boardsize 5', '< ? unknown command', '! Traceback')
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._error = bytearray()

    def sent(self, line: str) -> None:
        """Keep a line that was sent."""
        self._lines.append(SENT + printable(line))

    def received(self, line: str) -> None:
        """Keep a line that was received."""
        self._lines.append(RECEIVED + printable(line))

    def error(self, chunk: bytes) -> None:
        """Keep the end of what was written to the error output so far."""
        self._error += chunk[-ERROR_BYTES_KEPT:]
        del self._error[:-ERROR_BYTES_KEPT]

    def lines(self) -> tuple[str, ...]:
        """The lines that were exchanged, oldest first, and after them the last ones of the error output."""
        return (*self._lines, *_marked(bytes(self._error).splitlines()[-ERROR_LINES_SHOWN:]))


def _marked(lines: Iterable[bytes]) -> tuple[str, ...]:
    return tuple(ERROR + printable(text_of(line)) for line in lines)
