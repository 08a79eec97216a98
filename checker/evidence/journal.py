"""Journals: findings in a file as they come, a line of JSON each, so that a long check can be done in pieces.

Every line says of which version and rules it is, so that nothing is taken for what would be found now that is not.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

_NEEDED = frozenset({"version", "rules", "check", "verdict", "seconds"})


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
        self._file, self._named, self._digest = file, named, rules_digest(rules, named)
        self._by_name = {line["check"]: line for line in self._read()}

    def known(self, chosen: Sequence[Check]) -> list[Finding]:
        """The findings that stand in the journal on some checks.

        Raises:
            ValueError: what stands in it is no verdict.
        """
        recorded = recorded_verdicts()
        return [self._finding(check, recorded.get(check.name, {})) for check in chosen if check.name in self._by_name]

    def add(self, finding: Finding) -> None:
        """Write a finding down, unless the check came to no verdict, and is to be tried again.

        Raises:
            NotWritten: the file can't be written.
        """
        if finding.trouble is None:
            fields = {"verdict": verdict_data(finding.verdict), "seconds": round(finding.seconds, 3)}
            line = {"version": __version__, "rules": self._digest, "check": finding.check.name}
            append_to_file(self._file, json.dumps({**line, "claim": finding.check.claim, **fields}).encode() + b"\n")

    def _finding(self, check: Check, recorded: Mapping[str, Any]) -> Finding:
        line = self._by_name[check.name]
        try:
            verdict = verdict_of(line["verdict"])
            return Finding(check, verdict, float(line["seconds"]), is_as_recorded(recorded, verdict, self._named))
        except (KeyError, TypeError, ValueError):
            raise self._unreadable(1 + list(self._by_name).index(check.name)) from None

    def _unreadable(self, number: int) -> ValueError:
        return ValueError(f"{self._file} is no journal of `superko check`: line {number} is no finding.")

    def _read(self) -> Iterator[dict[str, Any]]:
        append_to_file(self._file, b"")
        *lines, unfinished = self._file.read_bytes().split(b"\n")
        for number, line in enumerate(lines, start=1):
            yield self._line(number, line)
        if unfinished:
            # Only what this journal began itself is dropped: it was being written when the machine stopped.
            if not lines or not (unfinished.startswith(BEGINNING) or BEGINNING.startswith(unfinished)):
                raise self._unreadable(len(lines) + 1)
            write_file(self._file, b"".join(line + b"\n" for line in lines))

    def _line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            fields = parse_json(line)
        except ValueError:
            fields = None
        if not isinstance(fields, dict) or not fields.keys() >= _NEEDED or not isinstance(fields["check"], str):
            raise self._unreadable(number)
        if fields["version"] != __version__:
            raise ValueError(
                f"{self._file} is of superko {fields['version']}, and this is {__version__}; name another journal."
            )
        if fields["rules"] != self._digest:
            raise ValueError(f"{self._file} is of other rules, or they have changed since; name another journal.")
        return fields


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
