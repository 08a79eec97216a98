"""The site as files: every page by its path, checked before it is written: nothing is missing, no link is broken."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path

from ...spec.registry import clauses
from .book import Book
from .links import address_of, page_of

ASSETS = Path(__file__).with_name("assets")
COPIED = ("style.css", "book.js")
LIST = "assets/files.txt"
_LINK = re.compile(r'\s(?:href|src)="([^"]*)"')
_ANCHOR = re.compile(r'\sid="([^"]*)"')


class Incomplete(ValueError):
    """Something that has to have a page has none, or a link leads nowhere."""


def assets() -> dict[str, str]:
    """The stylesheet and the script, by path."""
    return {f"assets/{name}": (ASSETS / name).read_text(encoding="utf-8") for name in COPIED}


def check_complete(book: Book, files: Mapping[str, str]) -> None:
    """Make sure that every claim, clause and witness has its place.

    Raises:
        Incomplete: one has none.
    """
    wanted = [address_of(clause.name) for clause in clauses()]
    for some in book.decided:
        wanted.append(page_of(some.claim.id))
        for name in (finding.check.name for finding in some.findings if finding.verdict.witness):
            game, page = book.games[name], book.page_of_game(some, name)
            wanted += [f"{page}#{game.name}-{frame.number}" for frame in game.frames]
    wanted += [run.page for run in book.runs]
    missing = _leading_nowhere(wanted, _anchors(files))
    if missing:
        raise Incomplete(f"The report has no place for {', '.join(missing)}.")


def check_links(files: Mapping[str, str]) -> None:
    """Make sure that every link within the site leads somewhere.

    Raises:
        Incomplete: one does not; or it leads out of the site.
    """
    anchors = _anchors(files)
    for path, text in files.items():
        if not path.endswith(".html"):
            continue
        targets = [_resolved(path, unescape(link)) for link in dict.fromkeys(_LINK.findall(text))]
        broken = _leading_nowhere(targets, anchors)
        if broken:
            raise Incomplete(f"On {path} there are links that lead nowhere: {', '.join(broken)}.")


def _resolved(page: str, link: str) -> str:
    target, hash_sign, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page
    return f"{path}{hash_sign}{anchor}"


def _anchors(files: Mapping[str, str]) -> dict[str, set[str]]:
    """What can be led to in each file; the file itself is led to by ""."""
    return {path: {"", *_ANCHOR.findall(text)} if path.endswith(".html") else {""} for path, text in files.items()}


def _leading_nowhere(targets: list[str], anchors: Mapping[str, set[str]]) -> list[str]:
    parted = (target.partition("#")[::2] for target in targets)
    return [f"{path}#{anchor}".removesuffix("#") for path, anchor in parted if anchor not in anchors.get(path, ())]


def write(files: Mapping[str, str], directory: Path) -> None:
    """Write files into a directory, and remove what an earlier report wrote there that this one does not have.

    Raises:
        OSError: one can't be written.
    """
    for path in _written_before(directory) - set(files):
        (directory / path).unlink(missing_ok=True)
    for path, text in {**files, LIST: "".join(f"{path}\n" for path in files)}.items():
        file = directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _written_before(directory: Path) -> set[str]:
    """The files that an earlier report lists, but for what is not within the directory."""
    listed = directory / LIST
    paths = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    return {path for path in paths if (directory / path).resolve().is_relative_to(directory.resolve())}
