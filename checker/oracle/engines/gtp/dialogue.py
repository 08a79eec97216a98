"""Dialogues: commands of the Go Text Protocol to a program, and its replies."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from .....interpreter.wording import shown
from ...engine import Breakage, EngineBroke
from ..process import SECONDS_TO_REPLY, LineProcess, printable

T = TypeVar("T")
_REPLY = re.compile(r"(?P<sign>[=?])(?P<number>[0-9]*)(?:[ \t](?P<text>.*))?", re.ASCII)
_IGNORED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LONGEST_REASON = 200


class CommandFailed(Exception):
    """The program answered a command by an error; says what it said, on one line."""


class Dialogue:
    """A program that is sent commands, each with a number that its reply repeats."""

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY) -> None:
        """Start the program, and ask it what it is.

        Raises:
            Unsupported: it can't be started.
            EngineBroke: it failed to answer.
        """
        self._process = LineProcess(command, timeout)
        self._commands_sent = 0
        try:
            self.commands = frozenset(self._asked_first("list_commands").split())
            self.name = printable(self._asked_first("name"))
            self.version = printable(self._asked_first("version"))
        except BaseException:
            self.close()
            raise

    def offers(self, *commands: str) -> bool:
        """Whether it lists all of some commands."""
        return self.commands.issuperset(commands)

    def ask(self, command: str) -> str:
        """The reply to a command, without what surrounds it; its lines are joined by line breaks.

        Raises:
            CommandFailed: the reply is an error.
            EngineBroke: there is no reply, or none that can be understood.
        """
        return self._reply_to(self._sent(command))

    def read_all(self, *asked: tuple[str, Callable[[str], Any]]) -> tuple[Any, ...]:
        """What readings make of the replies to several commands, all of which are sent before the first is read.

        So they take hardly longer than one: most of the time goes by in waiting.

        Raises:
            EngineBroke: as for `read`.
        """
        numbers = [self._sent(command) for command, _ in asked]
        return tuple(
            self._read(command, reading, number) for (command, reading), number in zip(asked, numbers, strict=True)
        )

    def _sent(self, command: str) -> int:
        self._commands_sent += 1
        self._process.send(f"{self._commands_sent} {command}")
        return self._commands_sent

    def _reply_to(self, number: int) -> str:
        text = self._process.receive()
        while not text.strip():
            text = self._process.receive()
        reply = _REPLY.fullmatch(_IGNORED.sub("", text))
        if reply is None:
            self.fail(f'A reply starts with "=" or "?", not with {shown(text)}.')
        lines = [reply["text"] or "", *self._other_lines()]
        self._see_that_it_is_the_reply(reply["number"], number)
        answer = "\n".join(lines).strip()
        if reply["sign"] == "?":
            raise CommandFailed(printable(" ".join(answer.split()) or "It does not say why.", _LONGEST_REASON))
        return answer

    def read(self, command: str, reading: Callable[[str], T]) -> T:
        """What a reading makes of the reply to a command that the program has to be able to answer.

        Args:
            command: the command.
            reading: raises ValueError where it can't be understood.

        Raises:
            EngineBroke: the reply is an error, or can't be understood, or there is none.
        """
        return self._read(command, reading, self._sent(command))

    def _read(self, command: str, reading: Callable[[str], T], number: int) -> T:
        try:
            return reading(self._reply_to(number))
        except CommandFailed as failed:
            self.fail(f"It answers {command} by an error: {failed}")
        except ValueError as error:
            self.fail(f"Its reply to {command} can't be understood: {error}")

    def fail(self, reason: str) -> NoReturn:
        """Give up on the program, which answered what can't be understood.

        Raises:
            EngineBroke: always.
        """
        raise self._process.broke(Breakage.NONSENSE, reason)

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self._process.close("quit")

    def _asked_first(self, command: str) -> str:
        return self.read(command, str)

    def _other_lines(self) -> list[str]:
        lines = []
        try:
            while line := _IGNORED.sub("", self._process.receive()).rstrip():
                lines.append(line)
        except EngineBroke as broke:
            if broke.breakage is not Breakage.HUNG:
                raise
            reason = f"It did not end its reply by an empty line. {broke}"
            raise EngineBroke(Breakage.HUNG, reason, broke.exchange) from None
        return lines

    def _see_that_it_is_the_reply(self, number: str, expected: int) -> None:
        if number and 0 < int(number[:_LONGEST_REASON]) < expected:
            raise self._process.broke(Breakage.FLOODED, f"It replied to command {number} a second time.")
        if number != str(expected):
            self.fail(f"Its reply does not repeat the number of the command, {expected}.")
