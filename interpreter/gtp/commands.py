"""The commands of the engine: how each is written, and what answers it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .session import Session

Question = Callable[..., str]
Action = Callable[..., tuple[Session, str]]


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        usage: how it is written: its name and what follows, [optional] words in brackets, `...` for any number more.
        answer: the session after it, and the reply; takes the session and the words that follow the name.
    """

    usage: str
    answer: Action

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


def action(*usages: str) -> Callable[[Action], Action]:
    """Register what answers a command that may change the session, under one or several names."""

    def register(answer: Action) -> Action:
        for usage in usages:
            command = Command(usage, answer)
            COMMANDS[command.name] = command
        return answer

    return register


def question(*usages: str) -> Callable[[Question], Question]:
    """Register what answers a command that leaves the session as it is, under one or several names."""

    def register(reply: Question) -> Question:
        action(*usages)(lambda session, *words: (session, reply(session, *words)))
        return reply

    return register
