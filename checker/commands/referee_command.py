"""`superko referee`: the interpreter as a program that answers requests about what the rules say."""

from __future__ import annotations

import sys

import click

from ...interpreter.referee import serve
from ...interpreter.rule_names import note_on
from .bad_request import BadRequest
from .naming import rules_named


@click.command("referee")
@click.option(
    "--rules",
    metavar="RULES",
    help='The rules of "new" requests that name none: a preset, ko=SIMPLE and the like, or FILE.py:NAME.',
)
def referee_command(rules: str | None) -> None:
    """Answer requests, one JSON object a line, about what the rules say; the README has the protocol.

    FILE.py:NAME are the rules of that name in a Python file, amended or not. No request can name a file.

    Exits with 0, or with 2 when there are no such rules.
    """
    try:
        usual = None if rules is None else rules_named(rules)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    serve(sys.stdin.buffer, sys.stdout.buffer, usual, "" if rules is None else note_on(rules))
