"""`superko report`: write the book of verdicts as a site of plain files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ...interpreter.files import try_folder
from ..evidence.checks import Scope
from ..evidence.choosing import chosen_checks
from ..evidence.decided import Decided
from ..pages.book import Book, whole_book
from ..pages.engine_runs import runs_in
from ..pages.live import FOLDER, PAGE, live_files
from ..pages.site import site, write, written_before
from ..telling.options import refusing
from ..telling.report import Console
from .check_command import HowToCheck, run_with_progress


@click.command("report")
@click.argument("directory", metavar="DIRECTORY", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--engines",
    "results",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="RESULTS",
    help="A file of `superko judge --results`, whose last run gets a page; can be given several times.",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of Pyodide, Python for browsers, as npm unpacks it: the explorer comes with the site.",
)
@click.option("--decide", "deciding", is_flag=True, help="Decide the quick checks again, instead of reading.")
def report_command(directory: Path, results: Sequence[Path], pyodide: Path | None, deciding: bool) -> None:
    """Write the book of verdicts into DIRECTORY, as a site to be opened with any browser.

    Every document clause by clause, every claim with its verdicts and games to step through, and what engines were
    found to do. It needs no network and no server: open index.html.

    With --pyodide, every game can be played on, and the rules answer in the page. Any server of plain files can carry
    that site, such as `python -m http.server -d DIRECTORY`; opened as a file, it can only be read and stepped through.

    Exits with 0, or with 2 when the request can't be understood or the site can't be written.
    """
    console = Console(stderr=True)
    with refusing():
        try_folder(directory)
        written_before(directory)
        with console.status("reading what is recorded"):
            explorer = live_files(pyodide) if pyodide else {}
            book = replace(whole_book(), runs=runs_in(tuple(results)))
        book = decided_again(book) if deciding else book
        with console.status("making the pages"):
            files: dict[str, str | bytes] = {**site(book, FOLDER + PAGE if explorer else ""), **explorer}
            write(files, directory)
    click.echo(f"{len(files)} files; open {directory / 'index.html'}.")


def decided_again(book: Book) -> Book:
    """The book with the checks of scope quick decided again."""
    findings = {
        finding.check.name: finding
        for finding in run_with_progress(chosen_checks((), (), None, Scope.QUICK), HowToCheck())
    }
    decided = tuple(
        Decided(
            decided_claim.claim, tuple(findings.get(finding.check.name, finding) for finding in decided_claim.findings)
        )
        for decided_claim in book.decided
    )
    return replace(book, decided=decided, again=frozenset(findings))
