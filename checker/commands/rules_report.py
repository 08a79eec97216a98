"""Showing rule sets: tables of parameters, readings and clauses, and of what tells two sets apart; or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...interpreter.rule_names import rules_to_json
from ...interpreter.rules_listing import (
    RulesDifference,
    amended_clauses,
    by_section,
    guard_text,
    parameters,
    readings,
    section_of,
)
from ...spec.guard import ALWAYS
from ...spec.parameters import READINGS
from ...spec.registry import Clause
from ...spec.rules import Amendment, Rules
from ..telling.report import show_heading, show_line

ABSENT = "-"
NONE_AMENDED: Mapping[str, Amendment] = {}


def show_rules(console: Console, rules: Rules, section: str | None = None) -> None:
    """Print the parameters, the readings, and the clauses in force, by section; or the clauses of one section."""
    if section is None:
        show_table(console, ("parameter", "value"), parameters(rules).items())
        answers = ((name, answer, READINGS[name].question) for name, answer in readings(rules).items())
        show_table(console, ("reading", "answer", "question"), answers)
    amended = amended_clauses(rules)
    show_clauses(console, rules.in_force, section, amended)
    dropped = [some for some in amended.values() if some.change == "dropped"]
    if section is None:
        show_table(console, ("dropped", "said"), ((some.name, some.text) for some in dropped))


def show_difference(
    console: Console, names: tuple[str, str], found: RulesDifference, section: str | None = None
) -> None:
    """Print what tells two rule sets apart: the parameters and readings, and the clauses in force only in one."""
    if not found.any:
        console.print("The two rule sets are the same.")
        return
    rows = ((parameter, *(value or ABSENT for value in values)) for parameter, values in found.parameters.items())
    show_table(console, ("parameter", *names), rows)
    for name, clauses in zip(names, (found.only_in_first, found.only_in_second), strict=True):
        console.print(Text(f"Only in {name}", style="bold"))
        show_clauses(console, clauses, section)
    changed = [pair for pair in found.changed if section in (None, section_of(pair[0]))]
    rows = ((one.name, one.text, other.text) for one, other in changed)
    show_table(console, ("in both, but amended", *(f"{name} says" for name in names)), rows)


def show_clauses(
    console: Console, clauses: Iterable[Clause], section: str | None, amended: Mapping[str, Amendment] = NONE_AMENDED
) -> None:
    """Print clauses by section: the name of each, what it says, and when it exists.

    Before what an amended clause says stands how it came to say so.
    """
    sections = by_section(clauses, section)
    for listed in sections.values():
        for clause in listed:
            show_heading(console, clause.name)
            show_line(console, _says(clause, amended.get(clause.name)))
            if clause.guard != ALWAYS:
                show_line(console, f"when {guard_text(clause)}")
        console.print()
    if not sections:
        console.print("No clause.\n")


def _says(clause: Clause, amendment: Amendment | None) -> str:
    return clause.text if amendment is None else f"({amendment.change}) {clause.text}"


def show_table(console: Console, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table, with an empty line below it; nothing where it has no rows."""
    rows = list(rows)
    if not rows:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(Text(heading), overflow="fold", no_wrap=number == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)
    console.print()


def listing_as_json(rules: Rules, section: str | None = None) -> dict[str, object]:
    """A rule set as a JSON object; `rules` in it is what the referee's protocol calls so."""
    return {
        "document": rules.document,
        "rules": rules_to_json(rules),
        "parameters": parameters(rules),
        "readings": readings(rules),
        "clauses": _as_json(rules.in_force, section, amended_clauses(rules)),
    }


def difference_as_json(found: RulesDifference, section: str | None = None) -> dict[str, object]:
    """What tells two rule sets apart as a JSON object; each parameter has its two values."""
    return {
        "parameters": {name: list(values) for name, values in found.parameters.items()},
        "onlyInFirst": _as_json(found.only_in_first, section),
        "onlyInSecond": _as_json(found.only_in_second, section),
        "changed": [
            {"name": one.name, "texts": [one.text, other.text]}
            for one, other in found.changed
            if section in (None, section_of(one))
        ],
    }


def _as_json(
    clauses: Iterable[Clause], section: str | None, amended: Mapping[str, Amendment] = NONE_AMENDED
) -> list[dict[str, object]]:
    in_order = (clause for listed in by_section(clauses, section).values() for clause in listed)
    changes = {name: some.change for name, some in amended.items()}
    return [clause_as_json(clause, changes.get(clause.name, "")) for clause in in_order]


def clause_as_json(clause: Clause, change: str = "") -> dict[str, object]:
    """A clause as a JSON object; whether it was replaced or added is there only where it was."""
    return {
        "name": clause.name,
        "id": clause.id,
        "part": clause.part,
        "section": section_of(clause),
        "text": clause.text,
        "when": str(clause.guard),
        "decides": clause.decides.name if clause.decides else None,
        **({"change": change} if change else {}),
    }
