"""The source code of a clause, as it stands in the specification."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...spec.parameters import READINGS
from ...spec.registry import Clause, clauses
from ..commands.claims_report import Decided
from ..commands.explanation import checked_again, in_groups
from ..commands.rules_listing import guard_text
from ..evidence.verdict import Outcome
from . import links as addresses
from .book import Book, by_id, presets_with
from .clause_games import ClauseGame, games_of, why_no_game
from .shown_games import ShownGame, drawn, legend
from .site import ASSETS, assets, check_complete, check_links


def source_of(clause: Clause) -> str:
    """The text of a clause's function, its tag included; "" where there is none to be read.

    >>> from superko.spec.registry import clause_named
    >>> source_of(clause_named("katago-v2/main/pass")).splitlines()[0]
    '@clause("katago-v2/main/pass", decides=Decision.PASS, during=MAIN)'
    """
    function = clause.function
    while isinstance(function, partial):
        function = function.func
    try:
        return inspect.getsource(inspect.unwrap(function))
    except (OSError, TypeError):
        return ""


ICONS = {
    Outcome.PROVED: "∎",
    Outcome.HOLDS: "✓",
    Outcome.WITNESSED: "◆",
    Outcome.NEEDED: "▲",
    Outcome.REFUTED: "✗",
    Outcome.UNKNOWN: "?",
    Outcome.NOT_FORMALISED: "–",
}
MEANINGS = {
    Outcome.PROVED: "shown for every board, or for what it says, by a proof",
    Outcome.HOLDS: "every case that was looked at bears it out",
    Outcome.WITNESSED: "a game shows that there is such a thing",
    Outcome.NEEDED: "without a clause it would not be so, as a game shows",
    Outcome.REFUTED: "a game shows that it is not so",
    Outcome.UNKNOWN: "not decided by what was looked at",
    Outcome.NOT_FORMALISED: "no check decides it yet",
}
# A verdict may be come to by several methods, such as graph and search.
BETWEEN_METHODS = re.compile(r", | and ")

GamesOfClauses: TypeAlias = Mapping[str, Sequence[ClauseGame]]


def site(book: Book) -> dict[str, str]:
    """Every file of the site by its path.

    Raises:
        Incomplete: a claim, a clause or a witness has no place, or a link leads nowhere.
    """
    of_clauses = {clause.name: games_of(clause) for clause in clauses()}
    files = assets() | dict(_pages(book, of_clauses)) | dict(_game_files(book, of_clauses))
    check_complete(book, files)
    check_links(files)
    return files


def _environment(book: Book) -> Environment:
    made = Environment(
        loader=FileSystemLoader(ASSETS / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "book": book,
        "icons": ICONS,
        "meanings": MEANINGS,
        "address_of": addresses.address_of,
        "document_page": addresses.document_page,
        "anchor_of_section": addresses.anchor_of_section,
        "place_of": addresses.place_of,
        "drawn": drawn,
        "legend": legend(),
        "guard_text": guard_text,
        "checked_again": checked_again,
        "in_groups": in_groups,
        "readings": READINGS,
        "outcomes_of": outcomes_of,
        "words_of": words_of,
    }
    return made


def _pages(book: Book, of_clauses: GamesOfClauses) -> Iterator[tuple[str, str]]:
    environment = _environment(book)

    def page(path: str, template: str, **told: Any) -> tuple[str, str]:
        up = addresses.way_up(path)
        return path, environment.get_template(template).render(path=path, up=up, **told)

    yield page("index.html", "index.html", counts=_counts(book), filters=_filters(book), statements=list(clauses()))
    for document, title in book.documents.items():
        sections = book.sections(document)
        yield page(addresses.document_page(document), "document.html", title=title, sections=sections)
    for some in book.decided:
        yield page(addresses.page_of(some.claim.id), "claim.html", some=some)
        for name in book.games_apart(some):
            game = book.games[name]
            yield page(addresses.page_of_game(some.claim.id, game.name), "witness.html", some=some, game=game)
    for clause_id, statements in by_id(clauses()).items():
        entries = [_clause(book, clause, of_clauses[clause.name]) for clause in statements]
        yield page(addresses.page_of(clause_id), "clause.html", clause_id=clause_id, entries=entries)
    aspects = list(dict.fromkeys(aspect for run in book.runs for aspect in run.aspects))
    yield page("engines/index.html", "engines.html", aspects=aspects)
    for run in book.runs:
        yield page(run.page, "engine.html", run=run)
    if book.values:
        yield page("values.html", "values.html")


def _clause(book: Book, clause: Clause, games: Sequence[ClauseGame]) -> dict[str, Any]:
    return {
        "clause": clause,
        "games": games,
        "why_no_game": "" if games else why_no_game(clause),
        "presets": presets_with(clause),
        "bearing": book.bearing.on(clause),
        "source": source_of(clause),
    }


def _game_files(book: Book, of_clauses: GamesOfClauses) -> Iterator[tuple[str, str]]:
    """The games as SGF, each beside the page that shows it."""
    for page, game in _games(book, of_clauses):
        folder = page.rpartition("/")[0]
        yield f"{folder}/{game.file}", game.sgf


def _games(book: Book, of_clauses: GamesOfClauses) -> Iterator[tuple[str, ShownGame]]:
    for some in book.decided:
        for finding in some.findings:
            if finding.check.name in book.games:
                yield book.page_of_game(some, finding.check.name), book.games[finding.check.name]
    for clause in clauses():
        for shown in of_clauses[clause.name]:
            yield addresses.page_of(clause.id), shown.game
    for run in book.runs:
        for found in run.findings:
            yield run.page, found.game


def outcomes_of(some: Decided) -> list[Outcome]:
    """The verdicts on a claim, in the order of the vocabulary."""
    return [some.undecided[0]] if some.undecided else [outcome for outcome, _ in some.by_outcome]


def words_of(some: Decided) -> dict[str, str]:
    """What a claim can be found by: its document, verdicts, methods and boards, each as words with spaces between."""
    return {
        "document": some.claim.document,
        "verdict": " ".join(outcome.value for outcome in outcomes_of(some)),
        "method": " ".join(_methods(some)),
        "board": " ".join(_boards(some)),
    }


def _methods(some: Decided) -> list[str]:
    told = (method for finding in some.findings for method in BETWEEN_METHODS.split(finding.verdict.method))
    return sorted({method.replace(" ", "-") for method in told if method})


def _boards(some: Decided) -> list[str]:
    return list(dict.fromkeys(finding.check.board.replace(" ", "-") for finding in some.findings))


def _counts(book: Book) -> dict[Outcome, int]:
    counted = Counter(outcome for some in book.decided for outcome in outcomes_of(some))
    return {outcome: counted[outcome] for outcome in Outcome if counted[outcome]}


def _filters(book: Book) -> dict[str, list[str]]:
    """For each way to choose among the claims, what can be chosen."""
    methods = sorted({method for some in book.decided for method in _methods(some)})
    boards = {board for some in book.decided for board in _boards(some)}
    return {
        "document": list(book.documents),
        "verdict": [outcome.value for outcome in _counts(book)],
        "method": methods,
        "board": sorted(boards, key=_size),
    }


def _size(board: str) -> tuple[int, int, str]:
    sides = board.split("x")
    if len(sides) > 1 and all(side.isdigit() for side in sides):
        return 1, int(sides[0]) * int(sides[1]), board
    return 0, 0, board
