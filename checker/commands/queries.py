"""The queries of proofs as files that any solver of SMT-LIB reads, each with a head that says what it is about."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...interpreter.files import write_file
from ...spec.claim import claim_named
from ..evidence.checks import Check
from ..evidence.queries import AskedQuery
from ..evidence.runner import Finding
from ..proofs.declarations import declared

INDEX = "index.json"
WIDTH = 110


def write_queries(directory: Path, findings: Iterable[Finding]) -> int:
    """Write a file for each query that was asked into a directory, and an index of them; give their number.

    Raises:
        OSError: a file can't be written.
    """
    index = []
    for finding in findings:
        for number, asked in enumerate(finding.asked, 1):
            name = f"{stem(finding.check)}-{number:03}.smt2"
            write_file(directory / name, file_text(finding, asked))
            expected = asked.expected.value
            index.append({"file": name, "claim": asked.claim, "step": asked.step, "expected": expected})
    write_file(directory / INDEX, json.dumps(index, indent=1) + "\n")
    return len(index)


def stem(check: Check) -> str:
    """What the names of the files of a check begin with.

    >>> stem(Check("lemma/ko-move", "every size", "suicide=no", print, cost=1))
    'lemma-ko-move-every-size-suicide=no'
    """
    return re.sub(r"[^A-Za-z0-9.=]+", "-", check.name).strip("-")


def file_text(finding: Finding, asked: AskedQuery) -> str:
    """A query with its head."""
    return "".join(f"; {line}\n" for line in head(finding, asked)) + asked.text


def head(finding: Finding, asked: AskedQuery) -> Iterator[str]:
    """What a query is about, in lines."""
    check, verdict = finding.check, finding.verdict
    yield from _lines("claim", f"{asked.claim}: {claim_named(asked.claim).text}")
    yield from _lines("decided", check.on)
    yield from _lines("step", asked.step)
    yield from _lines("speaks of", asked.kind.value)
    made = declared(finding)
    yield from _lines("clauses read on", ", ".join(made.names) if made else "nothing; it is about definitions or grids")
    for assumption in dict.fromkeys((*asked.assumptions, *(made.assumes if made else ()))):
        yield from _lines("assumes", assumption)
    if verdict.rests_on:
        yield from _lines("rests on", ", ".join(verdict.rests_on))
    if asked.needed is not None and asked.needed is not asked.expected:
        yield from _lines("needed", f"{asked.needed.value}, so this is no step of a proof")
    yield from _lines("expected", asked.expected.value)


def _lines(heading: str, text: str) -> list[str]:
    first = f"{heading}: " if heading else ""
    return textwrap.wrap(first + text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
