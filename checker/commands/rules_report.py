"""Showing rule sets: tables of parameters, readings and clauses, and of what tells two sets apart; or JSON."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...interpreter.rule_names import rules_to_json
from ...spec.parameters import READINGS
from ...spec.registry import Clause
from ...spec.rules import Rules
from .rules_listing import Difference, by_section, clause_as_json, guard_text, parameters, readings

ABSENT = "-"


def show_rules(console: Console, rules: Rules, section: str | None = None) -> None:
    """Print the parameters, the readings, and the clauses in force, by section; or the clauses of one section."""
    if section is None:
        show_table(console, ("parameter", "value"), parameters(rules).items())
        answers = ((name, answer, READINGS[name].question) for name, answer in readings(rules).items())
        show_table(console, ("reading", "answer", "question"), answers)
    show_clauses(console, rules.in_force, section)


def show_difference(console: Console, names: tuple[str, str], found: Difference, section: str | None = None) -> None:
    """Print what tells two rule sets apart: the parameters and readings, and the clauses in force only in one."""
    if not found.parameters and not found.only_in_first and not found.only_in_second:
        console.print("The two rule sets are the same.")
        return
    rows = ((parameter, *(value or ABSENT for value in values)) for parameter, values in found.parameters.items())
    show_table(console, ("parameter", *names), rows)
    for name, clauses in zip(names, (found.only_in_first, found.only_in_second), strict=True):
        console.print(Text(f"Only in {name}", style="bold"))
        show_clauses(console, clauses, section)


def show_clauses(console: Console, clauses: Iterable[Clause], section: str | None) -> None:
    """Print clauses by section: what each is called within its section, what it says, and when it exists."""
    by_heading: dict[str, list[Clause]] = {}
    for listed in by_section(clauses, section).values():
        by_heading.setdefault(listed[0].id.rpartition("/")[0], []).extend(listed)
    for heading, listed in by_heading.items():
        rows = ((clause.name.removeprefix(f"{heading}/"), clause.text, guard_text(clause)) for clause in listed)
        show_table(console, (f"{heading}/", "says", "exists"), rows)
    if not by_heading:
        console.print("No clause.\n")


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
        "clauses": _as_json(rules.in_force, section),
    }


def difference_as_json(found: Difference, section: str | None = None) -> dict[str, object]:
    """What tells two rule sets apart as a JSON object; each parameter has its two values."""
    return {
        "parameters": {name: list(values) for name, values in found.parameters.items()},
        "onlyInFirst": _as_json(found.only_in_first, section),
        "onlyInSecond": _as_json(found.only_in_second, section),
    }


def _as_json(clauses: Iterable[Clause], section: str | None) -> list[dict[str, object]]:
    return [clause_as_json(clause) for listed in by_section(clauses, section).values() for clause in listed]
