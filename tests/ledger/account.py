"""The account: for every id of the inventory, where it is implemented, which tests name it, or why it is undecided."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import superko.spec
from superko.checker.evidence.checks import checks
from superko.interpreter.rule_names import KEYS
from superko.spec.claim import Claim, claims
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import PARAMETERS, READINGS
from superko.spec.presets import PRESETS
from superko.spec.registry import WITHOUT_A_CLAUSE, clauses, id_now, statements_of
from superko.spec.rules import guard_parameters

TESTS = Path(__file__).parents[1]
INVENTORY = Path(__file__).with_name("inventory.txt")
NAMES = Path(__file__).with_name("names.txt")
LEDGER = Path(__file__).with_name("ledger.txt")

CLAIM = re.compile(r"(claim|fact|lemma)/")
WORD = re.compile(r"[\w/-]+")
NOTE = re.compile(r"(?m)^# .*")
PRESET = "katago-v2/preset/"
IN_THE_ALGEBRA = {
    "grid": "grid.Grid",
    "board": "grid.Grid",
    "coloring": "coloring.Coloring",
    "colors": "coloring.Coloring",
    "adjacent": "board.Board.neighbours",
    "connected": "board.Board.closure",
    "region": "board.Board.regions",
}
ELSEWHERE = {
    "katago-v2/params/size": ["spec.algebra.grid.Grid"],
    "katago-v2/params/komi": ["spec.rules.Rules.komi"],
    "katago-v2/params/ko-rule": ["spec.rules.Rules.ko"],
    "katago-v2/params/scoring-rule": ["spec.rules.Rules.scoring"],
    "katago-v2/params/tax-rule": ["spec.rules.Rules.tax"],
    "katago-v2/params/multi-stone-suicide": ["spec.rules.Rules.suicide"],
    "katago-v2/params/button": ["spec.rules.Rules.button"],
    "katago-v2/params/self-play-opts": ["spec.rules.Rules.self_play_opts"],
    "katago-v2/cleanup/legal": [
        "spec.katago_v2.cleanup.captures_nothing_blocked",
        "spec.katago_v2.cleanup.made_once_per_coloring",
    ],
}


class Status(Enum):
    """What has become of an id."""

    IMPLEMENTED = "implemented"
    UNDECIDED = "undecided"
    MISSING = "missing"


@dataclass(frozen=True)
class Entry:
    """What is said about one id: where it is implemented, or the reason why it is not, and the tests that name it."""

    id: str
    status: Status
    detail: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return " | ".join((self.id, self.status.value, self.detail, ", ".join(self.tests) or "no test names it"))


def inventory() -> list[str]:
    """The ids, in the order of the inventory."""
    lines = INVENTORY.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def names() -> list[str]:
    """The names that rules and records have for what has no id of its own: parts, answers, parameters, presets."""
    return [line for line in NAMES.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]


def names_now() -> list[str]:
    """The same of today, in order."""
    answers = (f"{reading.name}={value}" for reading in READINGS.values() for value in reading.values)
    parameters = (f"parameter={name}" for name in (*PARAMETERS, *KEYS))
    parts = (name for name in (*(clause.name for clause in clauses()), *WITHOUT_A_CLAUSE) if "#" in name)
    return sorted({*answers, *parameters, *parts, *(f"preset={name}" for name in PRESETS)})


def account() -> list[Entry]:
    """An entry for every id of the inventory."""
    return [entry(identifier) for identifier in inventory()]


def registered() -> set[str]:
    """Every id that the code knows of."""
    assert superko.spec.FOLDERS, "importing the documents registers their clauses and claims"
    presets = {f"{PRESET}{name}" for name, rules in PRESETS.items() if rules.document == "katago-v2"}
    return {clause.id for clause in clauses()} | {claim.id for claim in claims()} | set(READINGS) | presets


def entry(identifier: str) -> Entry:
    """What is to be said about an id."""
    tests = tuple(sorted(tests_that_name(identifier)))
    if claim := claim_to_decide(id_now(identifier)):
        where = evidence_for(claim.id)
        if where:
            return Entry(identifier, Status.IMPLEMENTED, ", ".join(where), tests)
        return Entry(identifier, Status.UNDECIDED, claim.not_formalised or "No check decides it yet.", tests)
    where = sorted(implementation_of(id_now(identifier)))
    if not where and identifier in WITHOUT_A_CLAUSE:
        return Entry(identifier, Status.UNDECIDED, WITHOUT_A_CLAUSE[identifier], tests)
    return Entry(identifier, Status.IMPLEMENTED if where else Status.MISSING, ", ".join(where), tests)


def claim_to_decide(identifier: str) -> Claim | None:
    """The claim with this id, unless the id is a reading's, which the rules themselves implement."""
    return next((claim for claim in claims() if claim.id == identifier and CLAIM.match(identifier)), None)


def implementation_of(identifier: str) -> set[str]:
    """The functions and values that say what the id says."""
    if any(identifier in document.said_by_the_algebra for document in DOCUMENTS.values()):
        return {f"spec.algebra.{IN_THE_ALGEBRA[identifier.rsplit('/', 1)[1]]}"}
    if identifier in ELSEWHERE:
        return set(ELSEWHERE[identifier])
    if identifier.startswith(PRESET):
        return {"spec/katago_v2/document.toml"} if identifier in registered() else set()
    if identifier in READINGS:
        guarded = {place_of(clause.function) for clause in clauses() if identifier in guard_parameters(clause.guard)}
        return guarded or {"spec.parameters.READINGS"}
    return {place_of(clause.function) for clause in statements_of(identifier)}


def place_of(function: Callable[..., Any]) -> str:
    """Where a function is, as it is imported from within superko."""
    return f"{function.__module__}.{function.__qualname__}".removeprefix("superko.")


@cache
def evidence_by_claim() -> dict[str, set[str]]:
    """For each claim, the modules that decide it."""
    modules: dict[str, set[str]] = {}
    for check in checks().values():
        modules.setdefault(check.claim, set()).add(check.evidence.removeprefix("superko."))
    return modules


def evidence_for(claim: str) -> list[str]:
    """The modules that decide a claim, in order."""
    return sorted(evidence_by_claim().get(claim, set()))


@cache
def tests_by_id() -> dict[str, set[str]]:
    """For everything that can be an id, the test files, but for those of the ledger, in which it stands by itself."""
    tests: dict[str, set[str]] = {}
    texts = (path for folder in ("checker/*", "mistakes", "*/conversations") for path in TESTS.glob(f"{folder}/*.txt"))
    for path in (*TESTS.rglob("*.py"), *texts):
        if path.parent != LEDGER.parent:
            text = path.read_text(encoding="utf-8")
            # Of a conversation, what its notes name; answers may list much else.
            named = "\n".join(NOTE.findall(text)) if path.parent.name == "conversations" else text
            for word in set(WORD.findall(named)):
                tests.setdefault(word, set()).add(path.relative_to(TESTS).as_posix())
    return tests


def tests_that_name(identifier: str) -> set[str]:
    """The test files in which the id stands."""
    return tests_by_id().get(identifier, set())
