"""Asking checks of rules in a Python file: which can be asked of them, and which can't, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Story
from ...spec.rules import Rules
from ..evidence.checks import Check, asked_of


@dataclass(frozen=True)
class NotAsked:
    """A check that can't be asked of some rules, and why, in one sentence."""

    check: Check
    reason: str


@dataclass(frozen=True)
class Askable:
    """Checks, by whether they can be asked of some rules.

    Attributes:
        rules: the rules.
        checks: those that can be asked, under these rules.
        not_asked: those that can't.
    """

    rules: Rules
    checks: Sequence[Check]
    not_asked: Sequence[NotAsked]


def asked(chosen: Iterable[Check], rules: Rules) -> Askable:
    """Which of some checks can be asked of rules."""
    found = [(check, asked_of(check, rules)) for check in chosen]
    return Askable(
        rules,
        [some for _, some in found if isinstance(some, Check)],
        [NotAsked(check, some) for check, some in found if isinstance(some, str)],
    )


def rules_of(witness: Story, check: Check) -> Rules | None:
    """The rules that a witness names, among those that a check is decided under; None if it names others."""
    return next((rules for rules in check.under if rules_to_json(rules) == witness.rules), None)


def where(check: Check) -> dict[str, str]:
    """What tells a check from others, as JSON values."""
    return {"claim": check.claim, "board": check.board, "rules": check.rules}


def asked_as_json(some: Askable) -> dict[str, Any]:
    """What can be asked of rules and what can't, as JSON values."""
    return {
        "rules": rules_to_json(some.rules),
        "asked": [where(check) for check in some.checks],
        "not_asked": not_asked_as_json(some.not_asked),
    }


def not_asked_as_json(not_asked: Iterable[NotAsked]) -> list[dict[str, str]]:
    """The checks that can't be asked, as JSON values."""
    return [{**where(some.check), "reason": some.reason} for some in not_asked]


def sentences(not_asked: Sequence[NotAsked]) -> list[str]:
    """Why checks can't be asked, a sentence for each reason, with the claims that it is about."""
    together: dict[str, list[Check]] = {}
    for some in not_asked:
        together.setdefault(some.reason, []).append(some.check)
    return [f"{_named(checks)}: {reason}" for reason, checks in together.items()]


def _named(checks: Sequence[Check]) -> str:
    return ", ".join(dict.fromkeys(check.claim for check in checks))
