"""How a game that a command prints is stepped through and opened in the explorer; a witness with what replays it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ...interpreter.game import Game
from ...interpreter.notation import diagram
from ...interpreter.rule_names import AMENDMENTS, rules_from_json
from ...interpreter.rules_files import as_named, names_a_file
from ...interpreter.story import Story
from ...spec.rules import Rules
from ..pages.explorer.addresses import Address, address_text
from ..telling.report import Console, show_whole


def opening_command(address: Address) -> str:
    """The command that shows a game in the explorer.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> opening_command(read_address("#/aga/2x1/A1"))
    "superko explore '#/aga/2x1/A1'"
    >>> opening_command(read_address("#/aga/2x1/?beside=my.py:RULES"))
    "superko explore '#/aga/2x1/?beside=my.py:RULES' --rules my.py:RULES"
    """
    return _command("explore", address)


def stepping_command(address: Address) -> str:
    """The command that steps through a game in the terminal.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> stepping_command(read_address("#/aga/2x1/A1"))
    "superko show '#/aga/2x1/A1'"
    """
    return _command("show", address)


def _command(name: str, address: Address) -> str:
    """A command with an address, and with the options that let it name its files: it can't run one by itself."""
    files = filter(names_a_file, (address.rules, address.beside))
    return shlex.join(["superko", name, address_text(address), *(word for file in files for word in ("--rules", file))])


def name_of_rules(rules: Rules, named: str = "") -> str:
    """The text that names some rules, as the user named them if so; "" if none does, as clauses are amended.

    >>> name_of_rules(rules_from_json("tromp-taylor,ko=SITUATIONAL"), "tromp-taylor,ko=SITUATIONAL")
    'tromp-taylor,ko=SITUATIONAL'
    """
    if rules.amendments:
        return named if names_a_file(named) else ""
    return as_named(rules, named)


def show_opening(console: Console, game: Game, named: str = "", at: int | None = None) -> None:
    """Print the commands that show a game, in the terminal and in the explorer, if its rules have a name."""
    story, text = Story.of(game), name_of_rules(game.rules, named)
    if text:
        _show_commands(console, Address(text, story.start, story.turns, at=at), "To step through it", "In the browser")


def show_both(console: Console, games: Sequence[Game], names: Sequence[str], turns: Sequence[str] = ()) -> None:
    """Print the commands that show a game under two rule sets, if both have a name.

    Args:
        console: where to print them.
        games: the game, under both.
        names: how the command line names the two.
        turns: further turns, which one of them may forbid.
    """
    story = Story.of(games[0])
    first, second = [name_of_rules(game.rules, name) for game, name in zip(games, names, strict=True)]
    if first and second:
        address = Address(first, story.start, (*story.turns, *turns), beside=second, at=len(story.turns))
        show_whole(console, "")
        _show_commands(console, address, "To step through both", "Side by side")


def show_record(console: Console, file: str, named: str | None, number: int | None = None) -> None:
    """Print the commands that show a game record; the explorer opens the first game of a file.

    Args:
        console: where to print them.
        file: the file.
        named: the rules that the command line names for it, if it does.
        number: the number of the game in the file, if the command line names one.
    """
    rules = ["--rules", named] if named else []
    game = ["--game", str(number)] if number else []
    show_whole(console, f"\nTo step through it: {shlex.join(['superko', 'show', file, *rules, *game])}")
    if number in {None, 1}:
        show_whole(console, f"In the browser: {shlex.join(['superko', 'explore', file, *rules])}")


def _show_commands(console: Console, address: Address, stepping: str, opening: str) -> None:
    show_whole(console, f"{stepping}: {stepping_command(address)}")
    show_whole(console, f"{opening}: {opening_command(address)}")


def show_witness(console: Console, witness: Story, rules: Rules | None = None, named: str = "") -> None:
    """Print the last board of a witness, and the commands that show the game.

    Args:
        console: where to print it.
        witness: the witness.
        rules: its rules; needed only if they are amended.
        named: how the command line names these.
    """
    for line in diagram(witness.game(rules).position.coloring).splitlines():
        show_whole(console, f"    {line}")
    amended = AMENDMENTS in witness.rules
    text = named if amended else name_of_rules(rules_from_json(dict(witness.rules)), named)
    if text:
        address = Address(text, witness.start, witness.turns)
        for command in (stepping_command(address), opening_command(address)):
            show_whole(console, f"    {command}")
