"""How a command is told which rules to take, and says so where their name could mean two things."""

from __future__ import annotations

import click

from ...interpreter.rule_names import note_on
from ...interpreter.rules_files import named_rules
from ...spec.rules import Rules

rules_option = click.option(
    "--rules",
    default="tromp-taylor",
    show_default=True,
    metavar="RULES",
    help="The rules: a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME.",
)


def rules_named(text: str, quiet: bool = False) -> Rules:
    """The rules that a text names (see `named_rules`); what its name could also mean is told beside the output.

    Programs that read JSON are told nothing there; they see in the output which rules they are.

    Raises:
        ValueError: as for `named_rules`.
    """
    rules = named_rules(text)
    if not quiet:
        tell_of(text)
    return rules


def tell_of(text: str) -> None:
    """Say beside the output what a name was taken for, where it could mean two things."""
    if note := note_on(text):
        click.echo(note, err=True)
