"""The `superko` command: what can be asked, and what each answer exits with."""

from __future__ import annotations

import sys

import click

from ..interpreter.referee import serve
from .commands.check_command import check_command
from .commands.claims_command import claims_command
from .commands.compare_command import compare_command
from .commands.diff_command import diff_command
from .commands.graph_command import graph_command
from .commands.gtp_command import gtp_command
from .commands.perft_command import perft_command
from .commands.replay_command import replay_command
from .commands.rules_command import rules_command
from .commands.sweep_command import sweep_command
from .commands.vectors_command import vectors_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="superko")
def main() -> None:
    """The rules of Go as a formal specification: play them, check claims about them, judge other programs by them."""


@main.command()
def referee() -> None:
    """Answer requests, one JSON object a line, about what the rules say; the README has the protocol."""
    serve(sys.stdin.buffer, sys.stdout.buffer)


for command in (
    check_command,
    claims_command,
    compare_command,
    diff_command,
    graph_command,
    gtp_command,
    perft_command,
    replay_command,
    rules_command,
    sweep_command,
    vectors_command,
):
    main.add_command(command)
