"""The recorded verdicts, as data: what every check is expected to find, counts and witnesses included."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ...interpreter.files import write_file
from ...interpreter.story import Story
from ..telling.data import as_data
from .checks import Check, checks, speaks_of
from .verdict import Outcome, Verdict

_SEVERAL = ("reasons", "rests_on", "solvers")
FILE = Path(__file__).with_name("recorded.json")


def recorded_verdicts() -> dict[str, Any]:
    """What is recorded, by the name of the check."""
    recorded: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON values, empty fields left out."""
    return {name: value for name, value in as_data(verdict).items() if value}


def verdict_of(data: Mapping[str, Any]) -> Verdict:
    """The verdict that `verdict_data` gives.

    Raises:
        KeyError: something is missing.
        TypeError: it has a field that no verdict has, or one of another type.
        ValueError: there is no such outcome.
    """
    several = {name: tuple(data[name]) for name in _SEVERAL if name in data}
    fields: dict[str, Any] = {"scope": "", "method": "", **data, **several, "outcome": Outcome(data["outcome"])}
    if "witness" in data:
        fields["witness"] = Story.from_json(data["witness"])
    return Verdict(**fields)


def to_record(verdict: Verdict) -> dict[str, Any]:
    """What is recorded of a verdict: all but the solvers that agreed, which depend on those that are asked."""
    return verdict_data(replace(verdict, solvers=()))


def differences(name: str, verdict: Verdict) -> list[str]:
    """In which fields a verdict is not what is recorded of the check with this name: found first, then recorded.

    >>> from superko.checker.evidence.verdict import Outcome
    >>> differences("claim/aga-no-such-claim 1x1", Verdict(Outcome.HOLDS, "1x1", "search"))
    ['nothing is recorded']
    """
    known = recorded_verdicts().get(name)
    if known is None:
        return ["nothing is recorded"]
    data = to_record(verdict)
    return [
        f"{field}: {_short(data.get(field))}, recorded {_short(known.get(field))}"
        for field in dict.fromkeys([*known, *data])
        if data.get(field) != known.get(field)
    ]


def _short(value: Any) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return textwrap.shorten(text, width=300, placeholder=" …")


def record(verdicts: Mapping[str, Verdict]) -> None:
    """Write down new verdicts, keep those of the checks that were not run, and forget those of checks that are gone.

    Raises:
        ValueError: a claim would be proved and refuted under the same rules; nothing is written then.
    """
    data = recorded_verdicts() | {name: to_record(verdict) for name, verdict in verdicts.items()}
    data = {name: verdict for name, verdict in data.items() if name in checks()}
    if conflicts := contradictions((checks()[name], Outcome(verdict["outcome"])) for name, verdict in data.items()):
        raise ValueError(f"Nothing is recorded. {' '.join(map(str, conflicts))}")
    write_file(FILE, written(data))


class Contradiction(NamedTuple):
    """Two checks of one claim under the same rules: the one proves it, and the other refutes it."""

    proof: Check
    refutation: Check

    def __str__(self) -> str:
        proved, refuted = (" ".join(filter(None, (made.board, made.rules))) for made in self)
        return (
            f"{self.proof.claim} is proved on {proved}, and refuted on {refuted}: one of these verdicts is wrong, so "
            "neither is to be believed."
        )


def contradictions(outcomes: Iterable[tuple[Check, Outcome]]) -> tuple[Contradiction, ...]:
    """Where checks of one claim contradict each other, by their verdicts under one rule set."""
    by_claim: dict[str, dict[Outcome, list[Check]]] = {}
    for made, outcome in outcomes:
        by_claim.setdefault(made.claim, {}).setdefault(outcome, []).append(made)
    pairs = (
        product(by_outcome.get(Outcome.PROVED, ()), by_outcome.get(Outcome.REFUTED, ()))
        for by_outcome in by_claim.values()
    )
    return tuple(Contradiction(*pair) for of_claim in pairs for pair in of_claim if speaks_of(*pair))


def written(data: Mapping[str, Any]) -> str:
    """What is recorded, as text: a line for each check, in the order of their names.

    >>> print(written({"b": {"counts": {"moves": 1}}, "a": {}}), end="")
    {
     "a": {},
     "b": {"counts": {"moves": 1}}
    }
    """
    as_text = partial(json.dumps, ensure_ascii=False)
    lines = (f" {as_text(name)}: {as_text(verdict)}" for name, verdict in sorted(data.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"
