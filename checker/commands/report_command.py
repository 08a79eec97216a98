"""`superko report`: write all that is recorded as a site of plain files."""

from __future__ import annotations

import gc
from contextlib import ExitStack
from pathlib import Path

import click

from ..pages.book import whole_book
from ..pages.live import FOLDER, PAGE, live_files
from ..pages.site import site, write
from ..telling.options import NEW_FOLDER, refusing
from ..telling.report import Console


@click.command("report")
@click.argument("directory", metavar="DIRECTORY", type=NEW_FOLDER)
@click.option(
    "--pyodide",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of Pyodide, Python for browsers, as npm unpacks it: the explorer comes with the site.",
)
def report_command(directory: Path, pyodide: Path | None) -> None:
    """Write all that is recorded into DIRECTORY, as a site to be opened with any browser.

    Every document clause by clause, every claim with its verdicts and games to step through, and what engines were
    found to do. It needs no network and no server: open index.html. DIRECTORY is new or empty.

    With --pyodide, every game can be played on, and the rules answer in the page. Any server of plain files can carry
    that site, such as `python -m http.server -d DIRECTORY`; opened as a file, it can only be read and stepped through.

    Exits with 0, or with 2 when the request can't be understood or the site can't be written.
    """
    console = Console(stderr=True)
    with refusing(), ExitStack() as stack:
        # Nothing that is made here can be freed before the end, and to look for it takes a sixth of the time.
        stack.callback(gc.enable)
        gc.disable()
        with console.status("reading what is recorded"):
            explorer = live_files(pyodide) if pyodide else {}
            book = whole_book()
        with console.status("making the pages"):
            files: dict[str, str | bytes] = {**site(book, FOLDER + PAGE if explorer else ""), **explorer}
            write(files, directory)
    click.echo(f"{len(files)} files; open {directory / 'index.html'}.")
