"""`judge --journal`: what each rule set came to is kept in a file, and any run of the same command goes on from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from ...interpreter.files import NotWritten
from ...spec.rules import Rules
from ..evidence.journal import Lines, rules_digest
from ..oracle.pieces import Piece

_KEPT = frozenset({"skipped", "games", "turns", "boards", "acted", "covered", "compared", "findings"})


class KeptPieces:
    """A journal of `judge`, and what stands in it.

    Args:
        file: the file, which need not be there yet; None to keep nothing.
        rules: the rule sets that are asked for, by their names.
        asked: for each of them, a digest of the engine and of what it is asked.

    Raises:
        ValueError: the file is no such journal, or a piece in it is of another version or of rules that have changed.
        OSError: it can't be read or written.
    """

    def __init__(self, file: Path | None, rules: Mapping[str, Rules], asked: Mapping[str, str]) -> None:
        self._rules, self._asked = rules, asked
        self._lines: Lines | None = None
        if file is not None:
            digests = {name: rules_digest(rule_set, name) for name, rule_set in rules.items()}
            self._lines = Lines(file, "judge", _KEPT, lambda name: digests.get(name.partition(" ")[2]))

    def known(self) -> list[Piece]:
        """The pieces that stand in it.

        Raises:
            ValueError: a line is none of this journal.
        """
        return [piece for name in self._rules if (piece := self._piece(name)) is not None]

    def add(self, piece: Piece) -> None:
        """Write a piece down; if the file can't be written, say so once, and leave it."""
        name = piece.rule_set.name
        if self._lines is None or piece.rule_set.skipped:
            return
        try:
            self._lines.add(f"{self._asked[name]} {name}", piece.as_json())
        except NotWritten as error:
            self._lines = None
            click.echo(f"Error: {error} The run goes on without it.", err=True)

    def _piece(self, name: str) -> Piece | None:
        kept = f"{self._asked[name]} {name}"
        if self._lines is None or kept not in self._lines.by_name:
            return None
        try:
            return Piece.from_json(self._lines.by_name[kept], name, replace(self._rules[name], amendments=()))
        except (KeyError, TypeError, ValueError):
            raise self._lines.unreadable(1 + list(self._lines.by_name).index(kept)) from None
