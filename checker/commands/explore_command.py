"""`superko explore`: a board in the browser on which the rules answer."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ...interpreter.files import FOR_ME_ALONE, contents, write_file
from ...interpreter.notation import parse_grid
from ...interpreter.story import Start
from ..pages.explorer.addresses import Address, RuleSets, address_text, read_address, rule_sets, rules_of_address
from ..pages.explorer.answers import Explorer, answer
from ..pages.explorer.opening import USUAL_RULES, opened
from ..pages.explorer.server import ExplorerServer
from ..telling.options import BadRequest, tell_of

HIGHEST_PORT = 65_535
USUAL_BOARD = "9x9"


@click.command("explore")
@click.argument("record", metavar="[GAME.sgf]", required=False)
@click.option(
    "--rules",
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; what the record names, if this is left out.",
)
@click.option("--beside", metavar="RULES", help="Other rules, to show the same game under them beside the first.")
@click.option("--board", metavar="WxH", help="The board to start on; 9x9, if this is left out.")
@click.option("--address", metavar="ADDRESS", help="What to show, such as '#/japanese-like/9x9/E5.E6.pass'.")
@click.option("--port", type=click.IntRange(0, HIGHEST_PORT), default=0, help="The port; one that is free, by default.")
@click.option("--browser/--no-browser", default=True, help="Whether to open the page in the browser.")
def explore_command(
    record: str | None,
    rules: str | None,
    beside: str | None,
    board: str | None,
    address: str | None,
    port: int,
    browser: bool,
) -> None:
    """Open a board in the browser on which the rules answer, turn by turn.

    Each point says whether a move there is legal, and if not, which clause forbids it, and why. GAME.sgf is a
    game record, such as those that `superko judge --output` writes. Only this machine can reach the page, and only by
    the address that is printed, which is another each time. Rules of a Python file can be chosen on the page if they
    were named here.

    Exits with 0 when it is stopped by Ctrl-C, and with 2 when the request can't be understood.
    """
    try:
        named = [text for text in (rules, beside) if text]
        sets = rule_sets(named) if address is None else rules_of_address(*named)
        explorer = _explorer(sets, record, rules, beside, board, address)
        server = ExplorerServer(explorer, port)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"Port {port} can't be listened on: {error.strerror}.") from None
    if rules is not None:
        tell_of(rules)
    page = server.door.home + address_text(explorer.start)
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
    """Open a page by a file that only this user can read, as everybody on the machine can read a program's arguments.

    Args:
        page: the address of the page, whose token is a secret.
        folder: a folder of this user's alone, where the file is put.
    """
    file = folder / "explorer.html"
    address = escape(page)
    leads_on = f'<meta http-equiv="refresh" content="0; url={address}"><a href="{address}">superko explorer</a>'
    write_file(file, f'<!doctype html><meta charset="utf-8">{leads_on}\n', FOR_ME_ALONE)
    webbrowser.open(file.as_uri())


def _explorer(
    sets: RuleSets,
    record: str | None,
    rules: str | None,
    beside: str | None,
    board: str | None,
    address: str | None,
) -> Explorer:
    """The explorer, with what it shows first.

    Raises:
        ValueError: that can't be shown.
    """
    if sum(wanted is not None for wanted in (record, board, address)) > 1:
        raise ValueError("A game record, a board or an address says what to show; give one of them.")
    if address is not None:
        start, note = read_address(address), ""
    elif record is not None:
        data, file = contents(record)
        start, note = opened(data, rules, file)
    else:
        start, note = Address(sets.written(rules or USUAL_RULES), Start.on(parse_grid(board or USUAL_BOARD))), ""
    if beside is not None and address is None:
        start = replace(start, beside=sets.written(beside))
    explorer = Explorer(sets, start, note)
    reply = answer({"address": ""}, explorer)
    if "error" in reply:
        raise ValueError(reply["error"])
    return explorer
