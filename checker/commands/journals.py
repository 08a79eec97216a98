"""`--journal`: what takes long is kept in a file, answer by answer, and any run of the same command goes on from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from ...interpreter.files import NotWritten
from ...spec.rules import Rules
from ..evidence.journal import Lines, rules_digest
from ..telling.options import KEPT_FILE

T = TypeVar("T")

journal_option = click.option(
    "--journal",
    type=KEPT_FILE,
    metavar="FILE",
    help="Keep what is found in FILE as it comes, and go on from what stands there already.",
)


@dataclass(frozen=True)
class Keeping(Generic[T]):
    """How a command's answers stand in the lines of a journal.

    Attributes:
        kind: the name of the command.
        keys: what a line tells besides the version, the rules and the name.
        name_of: the name of an answer; its last part, after the first space, names the rules.
        fields_of: what is told of it; None if it is not to be kept, so that it is searched for again.
        answer_of: the answer, from its name, its line, and the rules.
    """

    kind: str
    keys: frozenset[str]
    name_of: Callable[[T], str]
    fields_of: Callable[[T], Mapping[str, Any] | None]
    answer_of: Callable[[str, Mapping[str, Any], Rules], T]


class KeptAnswers(Generic[T]):
    """A journal of a command, and what stands in it.

    Args:
        file: the file, which need not be there yet; None to keep nothing.
        keeping: how answers stand there.
        rules: the rule sets that are asked for, by their names.

    Raises:
        ValueError: the file is no such journal, or an answer in it is of another version or of rules that have changed.
        OSError: it can't be read or written.
    """

    def __init__(self, file: Path | None, keeping: Keeping[T], rules: Mapping[str, Rules]) -> None:
        self._keeping, self._rules = keeping, rules
        self._lines: Lines | None = None
        if file is not None:
            digests = {name: rules_digest(rule_set, name) for name, rule_set in rules.items()}
            self._lines = Lines(file, keeping.kind, keeping.keys, lambda name: digests.get(_rules_of(name)))

    def known(self, names: Sequence[str]) -> list[T]:
        """The answers of these names that stand in it.

        Raises:
            ValueError: a line is none of this journal.
        """
        if self._lines is None:
            return []
        return [self._answer(self._lines, name) for name in names if name in self._lines.by_name]

    def add(self, answer: T) -> None:
        """Write an answer down; if the file can't be written, say so once, and leave it."""
        fields = self._keeping.fields_of(answer)
        if fields is None or self._lines is None:
            return
        try:
            self._lines.add(self._keeping.name_of(answer), fields)
        except NotWritten as error:
            self._lines = None
            click.echo(f"Error: {error} The search goes on without it.", err=True)

    def _answer(self, lines: Lines, name: str) -> T:
        try:
            return self._keeping.answer_of(name, lines.by_name[name], self._rules[_rules_of(name)])
        except (KeyError, TypeError, ValueError):
            raise lines.unreadable(1 + list(lines.by_name).index(name)) from None


def _rules_of(name: str) -> str:
    return name.partition(" ")[2]
