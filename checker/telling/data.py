"""Results as plain data: one rule for every kind of value, JSON that names its schema, and CSV; see `schemas.json`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from io import StringIO
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Any, TypeAlias

import click

from ...interpreter.files import write_file
from ...interpreter.notation import board_text
from ...interpreter.referee import result_report
from ...interpreter.result import NoResult, Score
from ...interpreter.rule_names import rules_to_json
from ...spec.algebra import Coloring, Grid
from ...spec.rules import Rules


def as_data(value: object, *names: str) -> Any:
    """A value as JSON has it: a record by its fields, and whatever has a notation of its own in that.

    A number that is infinite, such as a lead where the game ends without result, is null. Sets are sorted.

    Args:
        value: a record, an enumeration's member, a mapping, several values, or a plain one.
        names: of a record, the fields and properties to take; all of its fields where none are named.

    Raises:
        TypeError: it has no form as data.

    >>> from math import inf
    >>> as_data({"board": Grid(3, 2), "leads": (1, inf), "letters": {"b", "a"}})
    {'board': '3x2', 'leads': [1, None], 'letters': ['a', 'b']}
    """
    if names:
        return {name: as_data(getattr(value, name)) for name in names}
    for kind, written in NOTATIONS.items():
        if isinstance(value, kind):
            return written(value)
    if hasattr(value, "as_json"):
        return as_data(value.as_json())
    if is_dataclass(value):
        return as_data(value, *(field.name for field in fields(value)))
    raise TypeError(f"{type(value).__name__} has no form as data.")


NOTATIONS: Mapping[Any, Callable[[Any], Any]] = {
    Enum: lambda member: member.value if isinstance(member.value, str) else member.name.lower().replace("_", "-"),
    (NoneType, int, str): lambda value: value,
    float: lambda value: value if isfinite(value) else None,
    Rules: rules_to_json,
    Grid: str,
    Coloring: board_text,
    NoResult: result_report,
    Score: lambda score: {**(result_report(score) or {}), "terms": as_data(score.terms)},
    Mapping: lambda values: {as_data(key): as_data(value) for key, value in values.items()},
    (set, frozenset): lambda values: sorted(map(as_data, values)),
    Iterable: lambda values: list(map(as_data, values)),
}
"""How values of a kind are written; the first kind that fits counts."""


_VERSION = 1


def with_schema(kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """A result as JSON values that say by which schema they are written.

    >>> with_schema("perft", {"turns": []})
    {'schema': 'superko/perft/1', 'turns': []}
    """
    data: dict[str, Any] = as_data({"schema": f"superko/{kind}/{_VERSION}", **fields})
    return data


def tell_json(kind: str, fields: Mapping[str, Any]) -> None:
    """Print a result of a kind as JSON."""
    click.echo(json.dumps(with_schema(kind, fields), indent=1))


Row: TypeAlias = Mapping[str, object]


def write_table(file: Path, rows: Sequence[Row]) -> None:
    """Write rows, all with the same columns, as CSV.

    Raises:
        NotWritten: the file can't be written.
    """
    text = StringIO()
    table = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_file(file, text.getvalue())
