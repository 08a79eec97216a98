"""Small books: a few claims with what they rest on, and runs of engines that say what no page may believe."""

from __future__ import annotations

from typing import Any

from superko.checker.evidence.decided import everything_decided
from superko.checker.oracle.findings import RecordedRun
from superko.checker.pages.book import Book
from superko.checker.pages.engine_runs import EngineRun

CHOSEN = {"claim/benson", "claim/pass-alive-territory-flaw", "claim/no-result-not-s2r1", "lemma/resolve-captures"}
HOSTILE = "<img src=http://elsewhere.test/x onerror=alert(1)></td><script>throw 1</script>"
FINDING: dict[str, Any] = {
    "rules": {"ko": "POSITIONAL", "suicide": False},
    "named": "tromp-taylor",
    "under": [HOSTILE],
    "width": 2,
    "height": 1,
    "turns": ["A1", "B1", "A1"],
    "aspect": "legal",
    "about": ["A1"],
    "engine_said": ["A1"],
    "spec_says": [],
    "clauses": ["katago-v2/main/legal-superko"],
    "as_if": [],
    "shortest": True,
}


def a_book(*runs: EngineRun) -> Book:
    return Book(tuple(decided for decided in everything_decided() if decided.claim.id in CHOSEN), runs=runs)


def a_run(number: int = 1, **fields: Any) -> EngineRun:
    footer = {
        "kind": "footer",
        "engine": HOSTILE,
        "version": "1",
        "outcome": "disagree",
        "games": 7,
        "aspects": {"board": {"compared": 9}, "legal": {"compared": 9}, "winner": {"skipped": HOSTILE}},
        "disagreements": [FINDING],
        "breakdowns": [{**FINDING, "aspect": "answer", "engine_said": HOSTILE, "spec_says": "an answer", "about": []}],
    }
    return EngineRun(number, RecordedRun({"kind": "header"}, (), footer | fields))
