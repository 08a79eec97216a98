"""What `--json` prints: one object that names the schema by which it is written; all schemas are in `schemas.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from .data import as_data

_VERSION = 1
_FILE = Path(__file__).with_name("schemas.json")


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


def schemas() -> dict[str, Any]:
    """The JSON Schema of all that is printed, whose `$defs` has one for each kind."""
    schema: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return schema
