"""`superko replay`: replay a game record under rules, and tell where it departs from them and what it comes to."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import BinaryIO

import click
from rich.console import Console

from ...interpreter.game_records import GameRecord
from ...interpreter.rule_names import parse_rules
from ...interpreter.sgf_reading import read_sgf
from ...spec.rules import Rules
from .bad_request import BadRequest
from .naming import rules_named, tell_of
from .replay import replay
from .replay_report import as_json, show_replay

NOT_LAWFUL = 1


@click.command("replay")
@click.argument("game", metavar="GAME.sgf", type=click.File("rb"))
@click.option(
    "--rules",
    metavar="RULES",
    help="A name such as chinese, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python file; "
    "what the record names as its rules, if this is left out.",
)
@click.option("--komi", type=float, help="The komi, in place of the one that the record tells.")
@click.option("--boards", is_flag=True, help="Show the board after every turn.")
@click.option("--json", "json_wanted", is_flag=True, help="Print the replay as JSON.")
def replay_command(game: BinaryIO, rules: str | None, komi: float | None, boards: bool, json_wanted: bool) -> None:
    """Replay a game record under rules.

    Reports every turn that is illegal or out of turn, what ended each phase, the final board and the terms of the
    score. The replay follows the record: an illegal turn is made all the same, unless its point is not empty.

    Without --rules the record's own RU says which rules, by the same names.

    Exits with 0 when the record keeps the rules, with 1 when it does not, and with 2 when it can't be read or replayed.
    """
    try:
        record = read_sgf(game.read())
        chosen = _rules_told_by(record) if rules is None else rules_named(rules)
        replayed = replay(record if komi is None else replace(record, komi=komi), chosen)
        if json_wanted:
            click.echo(json.dumps(as_json(replayed, boards), indent=1))
        else:
            show_replay(Console(), replayed, boards)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if not replayed.lawful:
        sys.exit(NOT_LAWFUL)


def _rules_told_by(record: GameRecord) -> Rules:
    """The rules that a record names; it can name no file."""
    if not record.rules:
        raise ValueError("The record does not name its rules; name them by --rules, such as --rules chinese.")
    try:
        rules = parse_rules(record.rules)
    except ValueError as error:
        raise ValueError(f"The record names rules that are not known: {error} Name others by --rules.") from None
    tell_of(record.rules)
    return rules
