"""`superko explore`: a board in the browser on which the rules answer."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ...interpreter.files import FOR_ME_ALONE, contents, write_file
from ...interpreter.notation import parse_grid
from ...interpreter.story import Start
from ..pages.explorer.addresses import Address, address_text, read_address, rule_sets, rules_of_address
from ..pages.explorer.answers import Explorer, answer
from ..pages.explorer.counting import USUAL_RULES, opened
from ..pages.explorer.server import ExplorerServer
from ..telling.options import BadRequest, tell_of

HIGHEST_PORT = 65_535
USUAL_BOARD = "9x9"
_ADDRESS, _MOST_RULE_SETS = "#/", 2


@click.command("explore")
@click.argument("what", metavar="[GAME.sgf|WxH|ADDRESS]", default=USUAL_BOARD)
@click.option(
    "--rules",
    "named",
    multiple=True,
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; what the record names, if this is left out. "
    "Given twice, the same game is shown under both side by side.",
)
@click.option("--port", type=click.IntRange(0, HIGHEST_PORT), default=0, help="The port; one that is free, by default.")
@click.option("--browser/--no-browser", default=True, help="Whether to open the page in the browser.")
def explore_command(what: str, named: Sequence[str], port: int, browser: bool) -> None:
    """Open a board in the browser on which the rules answer, turn by turn.

    Each point says whether a move there is legal, and if not, which clause forbids it, and why. GAME.sgf is a
    game record, such as those that `superko judge --output` writes; ADDRESS that of a game, such as
    '#/japanese-like/9x9/E5.E6.pass', which other commands print. Only this machine can reach the page, and only by
    the address that is printed, which is another each time. Rules of a Python file can be chosen on the page if they
    were named here.

    Exits with 0 when it is stopped by Ctrl-C, and with 2 when the request can't be understood.
    """
    try:
        explorer = _explorer(what, named)
        server = ExplorerServer(explorer, port)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"Port {port} can't be listened on: {error.strerror}.") from None
    for text in named[:1]:
        tell_of(text)
    page = server.home + address_text(explorer.start)
    click.echo(f"The explorer is at {page}")
    click.echo("Press Ctrl-C to stop it.")
    with server, TemporaryDirectory(prefix="superko-") as folder:
        if browser:
            open_in_browser(page, Path(folder))
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("The explorer has stopped.")


def open_in_browser(page: str, folder: Path) -> None:
    """Open a page by a file that only this user can read: everybody on the machine can read a program's arguments."""
    file = folder / "explorer.html"
    address = escape(page)
    leads_on = f'<meta http-equiv="refresh" content="0; url={address}"><a href="{address}">superko explorer</a>'
    write_file(file, f'<!doctype html><meta charset="utf-8">{leads_on}\n', FOR_ME_ALONE)
    webbrowser.open(file.as_uri())


def _explorer(what: str, named: Sequence[str]) -> Explorer:
    """The explorer, with what it shows first."""
    if what.startswith(_ADDRESS):
        sets, start, note = rules_of_address(*named), read_address(what), ""
    else:
        if len(named) > _MOST_RULE_SETS:
            raise ValueError("A game is shown under one rule set, or under two side by side.")
        rules, beside = (*named, None, None)[:_MOST_RULE_SETS]
        sets = rule_sets(named)
        if is_board(what):
            start, note = Address(sets.written(rules or USUAL_RULES), Start.on(parse_grid(what))), ""
        else:
            data, file = contents(what)
            start, note = opened(data, rules, file)
        start = start if beside is None else replace(start, beside=sets.written(beside))
    explorer = Explorer(sets, start, note)
    reply = answer({"address": ""}, explorer)
    if "error" in reply:
        raise ValueError(reply["error"])
    return explorer


def is_board(text: str) -> bool:
    """Whether a text names a board by its size, so that it is no file.

    >>> is_board("9x9"), is_board("99x3"), is_board("game.sgf")
    (True, True, False)
    """
    return all(side.isdecimal() for side in text.casefold().split("x"))
