"""Telling all about a clause: what it says and decides, when it is in force, and which claims bear on it."""

from __future__ import annotations

import json

import click
from rich.console import Console

from ...spec.documents import SAID_BY_THE_ALGEBRA
from ...spec.guard import ALWAYS
from ...spec.registry import Clause, statements_of
from ...spec.rules import why_not_amended
from ..evidence.decided import everything_decided
from ..pages.book import Bearing, presets_with
from ..telling.report import show_heading, show_line
from .rules_report import clause_as_json


def tell_clause(clause_id: str, json_wanted: bool) -> None:
    """Print all about the clauses of an id, or of one part of it."""
    if clause_id in SAID_BY_THE_ALGEBRA:
        said = SAID_BY_THE_ALGEBRA[clause_id]
        text = f"{said} The algebra, in which clauses are written, says it; it can't be amended."
        click.echo(json.dumps([{"name": clause_id, "id": clause_id, "text": text}], indent=1) if json_wanted else text)
        return
    statements = statements_of(clause_id)
    if json_wanted:
        click.echo(json.dumps([clause_as_json(clause) for clause in statements], indent=1))
        return
    recorded, console = Bearing(tuple(everything_decided())), Console()
    for clause in statements:
        _show(console, clause, recorded)


def _show(console: Console, clause: Clause, recorded: Bearing) -> None:
    show_heading(console, clause.name)
    show_line(console, clause.text)
    show_line(console, "always in force" if clause.guard == ALWAYS else f"in force when {clause.guard}")
    show_line(console, f"presets with it: {', '.join(presets_with(clause)) or 'none'}")
    if clause.decides is not None:
        show_line(console, f"decides {clause.decides.name}, {clause.decides.value}")
    if why := why_not_amended(clause):
        show_line(console, f"can't be amended: {why}")
    for reason, ids in recorded.on(clause).items():
        show_line(console, f"{reason}: {', '.join(ids)}")
    show_line(console, f"its games: superko show {clause.name}")
