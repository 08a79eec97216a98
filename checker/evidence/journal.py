"""Journals: findings in a file as they come, a line of JSON each, so that a long check can be done in pieces.

Every line says of which version and rules it is, so that nothing is taken for what would be found now that is not.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from hashlib import sha256
from pathlib import Path
from typing import Any

from ... import __version__
from ...interpreter.files import append_to_file, write_file
from ...interpreter.json_lines import parse_json
from ...interpreter.language import texts_played
from ...interpreter.rule_names import rules_to_json
from ...interpreter.rules_files import file_of, names_a_file
from ...spec import registry
from ...spec.rules import Rules
from .checks import Check
from .recorded import recorded_verdicts, verdict_data, verdict_of
from .runner import Finding, is_as_recorded

SPEC = Path(registry.__file__).parent
BEGINNING = b'{"version": "'
"""What every line begins with."""


class Lines:
    """The lines of a journal: what was found of things, each by its name.

    Args:
        file: the file; it need not be there yet.
        kind: what the things are, as the lines call them.
        field_names: what a line tells of a thing besides.
        digest_of: a digest of the rules that a thing is asked of, by its name; None for one that is not asked for.

    Raises:
        ValueError: the file is no such journal, or one of another version or of other rules.
        OSError: it can't be read or written.
    """

    def __init__(self, file: Path, kind: str, field_names: Set[str], digest_of: Callable[[str], str | None]) -> None:
        self.file, self._kind, self._digest_of = file, kind, digest_of
        self._needed = {"version", "rules", kind} | field_names
        self.by_name = {line[kind]: line for line in self._read()}

    def add(self, name: str, fields: Mapping[str, Any]) -> None:
        """Write down what was found of a thing.

        Raises:
            NotWritten: the file can't be written.
        """
        line = {"version": __version__, "rules": self._digest_of(name), self._kind: name, **fields}
        append_to_file(self.file, json.dumps(line).encode() + b"\n")

    def unreadable(self, number: int) -> ValueError:
        """That a line is none of this journal."""
        return ValueError(f"{self.file} is no journal of `superko {self._kind}`: line {number} is no finding.")

    def _read(self) -> Iterator[dict[str, Any]]:
        append_to_file(self.file, b"")
        *lines, unfinished = self.file.read_bytes().split(b"\n")
        for number, line in enumerate(lines, start=1):
            yield self._line(number, line)
        if unfinished:
            # Only what this journal began itself is dropped: it was being written when the machine stopped.
            if not lines or not (unfinished.startswith(BEGINNING) or BEGINNING.startswith(unfinished)):
                raise self.unreadable(len(lines) + 1)
            write_file(self.file, b"".join(line + b"\n" for line in lines))

    def _line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            fields = parse_json(line)
        except ValueError:
            fields = None
        if not isinstance(fields, dict) or not self._needed <= fields.keys() or not isinstance(fields[self._kind], str):
            raise self.unreadable(number)
        if fields["version"] != __version__:
            raise ValueError(
                f"{self.file} is of superko {fields['version']}, and this is {__version__}; name another journal."
            )
        if self._digest_of(fields[self._kind]) not in (None, fields["rules"]):
            raise ValueError(f"{self.file} is of other rules, or they have changed since; name another journal.")
        return fields


class Journal:
    """A journal of checks, and what stands in it.

    Args:
        file: the file; it need not be there yet.
        rules: what the checks are asked of.
        named: the text that names those rules, if they are amended; else "".

    Raises:
        ValueError: the file is no journal, or one of another version or of other rules.
        OSError: it can't be read or written.
    """

    def __init__(self, file: Path, rules: Rules, named: str = "") -> None:
        self._named, digest = named, rules_digest(rules, named)
        self._lines = Lines(file, "check", {"verdict", "seconds"}, lambda name: digest)

    def known(self, chosen: Sequence[Check]) -> list[Finding]:
        """The findings that stand in the journal on some checks.

        Raises:
            ValueError: what stands in it is no verdict.
        """
        recorded, lines = recorded_verdicts(), self._lines.by_name
        return [self._finding(check, recorded.get(check.name, {})) for check in chosen if check.name in lines]

    def add(self, finding: Finding) -> None:
        """Write a finding down, unless the check came to no verdict, and is to be tried again.

        Raises:
            NotWritten: the file can't be written.
        """
        if finding.trouble is None:
            fields = {"verdict": verdict_data(finding.verdict), "seconds": round(finding.seconds, 3)}
            self._lines.add(finding.check.name, {"claim": finding.check.claim, **fields})

    def _finding(self, check: Check, recorded: Mapping[str, Any]) -> Finding:
        line = self._lines.by_name[check.name]
        try:
            verdict = verdict_of(line["verdict"])
            return Finding(check, verdict, float(line["seconds"]), is_as_recorded(recorded, verdict, self._named))
        except (KeyError, TypeError, ValueError):
            raise self._lines.unreadable(1 + list(self._lines.by_name).index(check.name)) from None


def rules_digest(rules: Rules, named: str) -> str:
    """A digest of what rules are: the documents as transcribed, and what is played of the clauses of authors.

    Where a clause can't be read, its author's function is played, and it is a digest of the files that make that.

    >>> rules_digest(Rules(), "") == rules_digest(Rules(komi=1), "")
    False
    """
    files = sorted(path for path in SPEC.rglob("*.py*") if "__pycache__" not in path.parts)
    played = texts_played(rules)
    if played is None and names_a_file(named):
        files += _with_neighbours(file_of(named), set())
    said = json.dumps(rules_to_json(rules), sort_keys=True), *(played or ())
    parts = [*map(str.encode, said), *(path.read_bytes() for path in files)]
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


def _with_neighbours(file: Path, seen: set[Path]) -> list[Path]:
    """A file, and the files beside it that it imports, and those import."""
    seen.add(file)
    named = (file.parent / f"{name}.py" for name in _imported(ast.parse(file.read_text(encoding="utf-8"))))
    return [file, *(path for new in named if new.exists() and new not in seen for path in _with_neighbours(new, seen))]


def _imported(tree: ast.Module) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
