"""The site as files: every page by its path, checked before it is written, so that nothing is missing or leads nowhere.

A permanent id is the address of its page, and a part of a clause is an anchor there.
"""

from __future__ import annotations

import inspect
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ... import __version__
from ...interpreter.rule_names import KNOWN_NAMES, REFUSED_NAMES, WRITTEN_NAMES, guard_text, section_of
from ...interpreter.wording import after_turn, tallied
from ...spec.claim import Claim, Strength
from ...spec.parameters import PARAMETERS, READINGS
from ...spec.presets import PRESETS
from ...spec.registry import Clause, clauses
from ..evidence.checks import Check
from ..evidence.decided import Decided, Truth, checked_again
from ..evidence.runner import Finding
from ..evidence.verdict import ACTED, EVERY_SIZE, Outcome
from ..map.answers import MapProperty
from ..map.ends import ENDS
from ..proofs.declarations import declared
from ..telling.names import topics_of
from .book import (
    Book,
    bearing,
    by_id,
    games_apart,
    in_order,
    page_of,
    presets_with,
    section_title,
    settings_in_words,
    title_in_words,
)
from .live import ENGINES, HOME, MENU, QUESTIONS, RULES, VALUES, asset
from .measured import known_engines, seki_table, shown_maps, value_table
from .prose import TERMS, shown_questions, shown_tales
from .shown_games import EVERYDAY, ShownGame, drawn, games_of, legend, why_no_game
from .text_table import USUAL, games_that_differ, parameter_table, said_alike, text_table

_ASSETS = Path(__file__).with_name("assets")
COPIED = ("style.css", "book.js")
SEARCH, BOARDS, WORDS, _SEKIS, _MAP = "search.html", "boards.html", "words/index.html", "sekis/index.html", "map.html"
FIRST_GAME = "#/tromp-taylor/9x9"
MEANINGS = {
    Outcome.PROVED: ("∎", "a proof shows it"),
    Outcome.HOLDS: ("✓", "it is so in every case that was looked at"),
    Outcome.WITNESSED: ("◆", "a game shows it"),
    Outcome.NEEDED: ("▲", "a game shows that it fails without a clause"),
    Outcome.REFUTED: ("✗", "a case shows that it is not so"),
    Outcome.UNKNOWN: ("?", "what was looked at does not decide it"),
    Outcome.NOT_FORMALISED: ("–", "no check decides it yet"),
}
"""The icon of each verdict, and what it means."""
STRENGTHS = {
    Strength.ASSERTED: "The text says so:",
    Strength.HEDGED: "The text says so with a caution:",
    Strength.EXISTENTIAL: "The text says that there is such a case:",
    Strength.BEST_PLAY: "The text says so of best play:",
    Strength.OURS: "The sentence is ours; it is about:",
}
"""How a document puts a claim, as the beginning of a sentence that names the place."""
NOT_CHECKED = ("#/", "data:")
"""What stands in links to the explorer, and in those that are what they show."""
_STYLE, _SCRIPT = re.compile(r'<link rel="stylesheet"[^>]*>'), re.compile(r"<script [^>]*></script>")
_HEADER_AND_FOOTER = re.compile(r"<(header|footer)>.*?</\1>", re.DOTALL)
# An address in the explorer, after "#/", is left to lead there.
_LEADING_OUT = re.compile(r'<a\b([^>]*?) href="(?![^"]*#/|#)[^"]*"([^>]*)>(.*?)</a>', re.DOTALL)
# Everything on a board but its points, or a point.
_DRAWN = re.compile(r'(<(?:rect class="wood"|g class="point">).*?</g>)')
_NAMED_OR_LED_TO = re.compile(r'\s(?:id="([^"]*)"|(?:href|src)="([^"]*)")')

GamesOfClauses: TypeAlias = Mapping[str, Sequence[ShownGame]]


def site(book: Book, explorer: str = "") -> dict[str, str]:
    """Every file of the site by its path; `explorer` is where its page is, seen from there, or "" if it has none.

    Raises:
        ValueError: a link leads nowhere.
    """
    of_clauses = {clause.name: games_of(clause) for clause in clauses()}
    files = {f"assets/{name}": (_ASSETS / name).read_text(encoding="utf-8") for name in COPIED}
    files |= dict(_pages(book, of_clauses, explorer))
    check_links(files)
    return files


def write(files: Mapping[str, str | bytes], directory: Path) -> None:
    """Write files into a directory that holds none of them.

    Raises:
        OSError: one can't be written.
    """
    for path, content in files.items():
        file = directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def address_of(permanent_id: str) -> str:
    """The path of the page about a clause or a claim, with the anchor where it has parts.

    >>> address_of("katago-v2/main/pass#counts"), address_of("claim/benson")
    ('katago-v2/main/pass.html#counts', 'claim/benson.html')
    """
    part = permanent_id.partition("#")[2]
    return page_of(permanent_id) + (f"#{part}" if part else "")


def document_page(document: str) -> str:
    """The path of the page about a document."""
    return f"documents/{document}.html"


def anchor_of_section(section: str) -> str:
    """The anchor of a section on the page of its document.

    >>> anchor_of_section("notes 4 and 9")
    'section-notes-4-and-9'
    """
    return f"section-{section.replace(' ', '-')}"


def place_of(entry: Claim | Clause) -> str:
    """Where in its document a claim or a clause stands, as an address.

    >>> from superko.spec.registry import clause_named
    >>> place_of(clause_named("katago-v2/main/pass#counts"))
    'documents/katago-v2.html#section-main'
    """
    section = entry.section if isinstance(entry, Claim) else section_of(entry)
    return f"{document_page(entry.document)}#{anchor_of_section(section)}"


def _environment(book: Book, explorer: str) -> Environment:
    made = Environment(
        loader=FileSystemLoader(_ASSETS / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    asked: tuple[Callable[..., object], ...] = (
        *(address_of, document_page, map_page, anchor_of_section, place_of, games_apart, presets_with, why_no_game),
        *(drawn, guard_text, checked_again, declared, words_of, deciding, in_order, in_words),
        *(where, looked_at, section_of, section_title, settings_in_words, title_in_words, after_turn, tallied),
    )
    made.globals |= {function.__name__: function for function in asked}
    made.globals |= {"book": book, "legend": legend(), "meanings": MEANINGS, "readings": READINGS}
    made.globals |= {"strengths": STRENGTHS, "parameter_titles": PARAMETERS, "everyday": EVERYDAY}
    made.globals |= {"explorer": explorer, "first": FIRST_GAME, "version": __version__}
    made.globals |= {"menu": {**MENU, "Play": f"{explorer}{FIRST_GAME}" if explorer else BOARDS}}
    return made


def _pages(book: Book, of_clauses: GamesOfClauses, explorer: str) -> Iterator[tuple[str, str]]:
    environment = _environment(book, explorer)

    def page(path: str, template: str, **context: Any) -> tuple[str, str]:
        way_up = "../" * path.count("/")
        return path, _drawn_once(environment.get_template(template).render(path=path, up=way_up, **context))

    yield page(HOME, "index.html", tales=shown_tales(book))
    filters = {"document": list(book.documents), "answer": [answer.value for answer in Truth]}
    yield page(SEARCH, "search.html", statements=list(clauses()), words=TERMS, filters=filters)
    yield page(BOARDS, "boards.html")
    yield page(WORDS, "words.html", words=TERMS)
    yield page(QUESTIONS, "questions.html", questions=shown_questions(book))
    tables = {"table": parameter_table(), "differing": games_that_differ() if explorer else {}, "usual": USUAL}
    names = {"known_names": KNOWN_NAMES, "written_names": WRITTEN_NAMES, "refused_names": REFUSED_NAMES}
    texts = {"texts": text_table(tuple(PRESETS)), "said_alike": said_alike}
    yield page(RULES, "rules.html", presets=[*PRESETS], **tables, **texts, **names)
    for document, title in book.documents.items():
        yield page(document_page(document), "document.html", title=title, sections=book.sections(document))
    for decided in book.decided:
        yield page(page_of(decided.claim.id), "claim.html", decided=decided)
        for name in games_apart(decided):
            back = {"heading": decided.claim.text, "back": page_of(decided.claim.id), "named": decided.claim.id}
            shown = {"games": {"": book.games[name]}, "opens": None}
            yield page(book.page_of_game(decided, name), "witness.html", **shown, **back)
    of_each = {"bears_on": bearing(book.decided), "games_of": of_clauses, "code_of": Code.of}
    for clause_id, statements in by_id(clauses()).items():
        yield page(page_of(clause_id), "clause.html", clause_id=clause_id, statements=statements, **of_each)
    yield page(ENGINES, "engines.html", engines=known_engines())
    for engine in known_engines():
        yield page(engine.page, "known_engine.html", engine=engine)
    yield page(VALUES, "values.html", table=value_table())
    for row in value_table():
        back = {"heading": f"Best play under {settings_in_words(row.rules)}", "back": VALUES, "named": "All values"}
        games = {f"{board}: Black leads by {row.values[board]}": game for board, game in row.games.items()}
        yield page(row.page, "witness.html", games=games, opens=None, **back)
    yield page(_SEKIS, "sekis.html", table=seki_table())
    for kind, game in seki_table().games.items():
        back = {"heading": f"A seki: {kind}", "back": _SEKIS, "named": "All sekis"}
        yield page(f"sekis/{game.name}.html", "witness.html", games={"": game}, opens=0, **back)
    pages = {asked: map_page(asked) for asked in shown_maps()}
    for asked, maps in shown_maps().items():
        yield page(pages[asked], "map.html", asked=asked, maps=maps, pages=pages)
        for document_map, needed in ((shown, row) for shown, rows in maps for row in rows if row.games):
            yield page(needed.page, "map_games.html", asked=asked, map=document_map, row=needed)


def _drawn_once(page: str) -> str:
    """A page on which boards, and points that look alike, are drawn once, and then referred to wherever they stand."""
    parts = _DRAWN.split(page)
    times, names = Counter(parts[1::2]), dict[str, str]()
    for number in range(1, len(parts), 2):
        drawing = parts[number]
        if drawing in names:
            parts[number] = f'<use href="#{names[drawing]}"/>'
        elif times[drawing] > 1:
            names[drawing] = f"drawn-{len(names) + 1}"
            parts[number] = f'<g id="{names[drawing]}">{drawing}</g>'
    return "".join(parts)


def map_page(asked: MapProperty) -> str:
    """The path of the page with the maps that ask something."""
    return _MAP if asked is ENDS else f"map/{asked.name}.html"


def games_in_one_file(title: str, games: Sequence[ShownGame], explorer: str = "") -> str:
    """A page of games to step through that needs no other file, so that it can be sent to anybody."""
    page = _environment(Book(()), explorer).get_template("games.html").render(path="", up="", title=title, games=games)
    page = _drawn_once(page)
    page = _STYLE.sub(f"<style>{asset('style.css')}</style>", page)
    page = _SCRIPT.sub("", page).replace("</body>", f"<script>{asset('book.js')}</script>\n</body>")
    return _LEADING_OUT.sub(r"<span\1\2>\3</span>", _HEADER_AND_FOOTER.sub("", page))


@dataclass(frozen=True)
class Code:
    """A function of ours that decides something, to be read by who would know how."""

    name: str
    says: str
    text: str

    @staticmethod
    @cache
    def of(function: Callable[..., object]) -> Code:
        """The code of a function; of the one that is called in the end, where it is called by others.

        >>> from superko.spec.registry import clause_named
        >>> code = Code.of(clause_named("katago-v2/main/pass").function)
        >>> code.text.splitlines()[0]
        '@clause("katago-v2/main/pass", decides=Decision.PASS, during=MAIN)'
        """
        while isinstance(function, partial):
            function = function.func
        function = inspect.unwrap(function)
        try:
            text = inspect.getsource(function)
        except (OSError, TypeError):
            text = ""
        says = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ")
        return Code(f"{function.__module__}:{function.__name__}", says, text)


def where(check: Check) -> str:
    """On which boards, and under what, a check looks at a claim."""
    board = {"smallest": "the smallest board", EVERY_SIZE: "boards of every size"}.get(check.board, check.board)
    board = f"boards of {board}" if board.startswith("up to") else board
    return ", ".join(filter(None, [board, settings_in_words(check.rules)]))


def looked_at(finding: Finding) -> str:
    """What a verdict was decided on: its scope, what was counted there, and how often what it is about came up."""
    verdict = finding.verdict
    counted = [tallied(number, name) for name, number in verdict.counts.items() if name != ACTED]
    text = ", ".join([verdict.scope or finding.check.board, *counted])
    times = verdict.counts.get(ACTED)
    return text if times is None else f"{text}; it came up {'once' if times == 1 else f'{times:,} times'}"


def in_words(decisions: Iterable[str]) -> str:
    """The names of decisions as words, of each text up to a colon.

    >>> in_words(["PHASE_ENDS", "LEGAL, MOVE: It is about KO."])
    'phase ends, legal, move: It is about KO.'
    """
    parted = (text.partition(":") for text in decisions)
    return ", ".join(f"{names.replace('_', ' ').lower()}{colon}{reason}" for names, colon, reason in parted)


def deciding(decided: Decided) -> dict[str, Code]:
    """The functions that decide a claim, by the names of the checks."""
    return {finding.check.name: Code.of(finding.check.function) for finding in decided.findings}


def words_of(decided: Decided) -> dict[str, str]:
    """What a claim can be found by besides its text: its document, its answer and its topics."""
    topics = " ".join(topics_of(decided.claim.id))
    return {"document": decided.claim.document, "answer": decided.headline.answer.value, "topics": topics}


def check_links(files: Mapping[str, str]) -> None:
    """Make sure that every link within the site leads somewhere; what the explorer is to show can't be known here.

    Raises:
        ValueError: one does not; or it leads out of the site.
    """
    pages = {path: _NAMED_OR_LED_TO.findall(text) if path.endswith(".html") else [] for path, text in files.items()}
    anchors = {path: {"", *(name for name, _ in parts)} for path, parts in pages.items()}
    for path, parts in pages.items():
        links = dict.fromkeys(link for name, link in parts if not name)
        broken = []
        for target, _, anchor in (unescape(link).partition("#") for link in links):
            if not any(part in f"{target}#{anchor}" for part in NOT_CHECKED):
                page = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
                broken += [] if anchor in anchors.get(page, ()) else [f"{page}#{anchor}".strip("#")]
        if broken:
            raise ValueError(f"On {path} there are links that lead nowhere: {', '.join(broken)}.")
