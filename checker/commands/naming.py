"""How a command is told which rules to take, and says so where their name could mean two things."""

from __future__ import annotations

import click

from ...interpreter.rules_files import named_rules
from ...interpreter.shorthands import note_on
from ...spec.rules import Rules


def rules_named(text: str) -> Rules:
    """The rules that a text names (see `named_rules`); what its name could also mean is told beside the output.

    Raises:
        ValueError: as for `named_rules`.
    """
    rules = named_rules(text)
    tell_of(text)
    return rules


def tell_of(text: str) -> None:
    """Say beside the output what a name was taken for, where it could mean two things."""
    if note := note_on(text):
        click.echo(note, err=True)
