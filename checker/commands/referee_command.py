"""`superko referee`: the interpreter as a program that answers requests about what the rules say."""

from __future__ import annotations

import sys

import click

from ...interpreter.referee import serve
from ...interpreter.rule_names import note_on
from ..telling.options import NamedRules, optional_rules


@click.command("referee")
@optional_rules('The rules of "new" requests that name none: a preset, ko=SIMPLE and the like, or FILE.py:NAME.')
def referee_command(named: NamedRules | None) -> None:
    """Answer requests, one JSON object a line, about what the rules say; the README has the protocol.

    FILE.py:NAME are the rules of that name in a Python file, amended or not. No request can name a file.

    Exits with 0, or with 2 when there are no such rules.
    """
    usual, note = (None, "") if named is None else (named.rules, note_on(named.text))
    serve(sys.stdin.buffer, sys.stdout.buffer, usual, note)
