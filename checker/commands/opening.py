"""How a game that a command prints is opened in the explorer, and a witness with what replays it."""

from __future__ import annotations

import json
import shlex

from rich.console import Console

from ...interpreter.game import Game
from ...interpreter.notation import diagram
from ...interpreter.rule_names import AMENDMENTS, rules_from_json, written_rules
from ...interpreter.rules_files import names_a_file
from ...interpreter.story import Story
from ...spec.rules import Rules
from ..pages.explorer.addresses import Address, address_text

FILES = ("--rules", "--beside")


def opening_command(address: Address) -> str:
    """The command that shows a game in the explorer.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> opening_command(read_address("#/aga/2x1/A1"))
    "superko explore --address '#/aga/2x1/A1'"
    >>> opening_command(read_address("#/aga/2x1/?beside=my.py:RULES"))
    "superko explore --address '#/aga/2x1/?beside=my.py:RULES' --beside my.py:RULES"
    """
    named = zip(FILES, (address.rules, address.beside), strict=True)
    files = [part for option, text in named if names_a_file(text) for part in (option, text)]
    return shlex.join(["superko", "explore", "--address", address_text(address), *files])


def rules_text(rules: Rules, named: str = "") -> str:
    """The text that names some rules, given how the user named them; "" if none does, as clauses are amended."""
    if not rules.amendments:
        return written_rules(rules)
    return named if names_a_file(named) else ""


def show_opening(console: Console, game: Game, named: str = "", at: int | None = None) -> None:
    """Print the command that shows a game in the explorer, if its rules have a name."""
    story, text = Story.of(game), rules_text(game.rules, named)
    if text:
        _show(console, f"To step through it: {opening_command(Address(text, story.start, story.turns, at=at))}")


def show_witness(console: Console, witness: Story, rules: Rules | None = None, named: str = "") -> None:
    """Print the board that a witness comes to, the two requests that replay it, and the command that opens it.

    Args:
        console: where to print it.
        witness: the witness.
        rules: its rules; needed only if they are amended.
        named: how the command line names these.
    """
    for line in diagram(witness.game(rules).position.coloring).splitlines():
        _show(console, f"    {line}")
    for request in witness.requests():
        _show(console, f"    {json.dumps(request)}")
    text = named if AMENDMENTS in witness.rules else written_rules(rules_from_json(dict(witness.rules)))
    if text:
        _show(console, f"    {opening_command(Address(text, witness.start, witness.turns))}")


def _show(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)
