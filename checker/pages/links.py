"""Where things stand in the site: a permanent id is the address of its page, and a part of it the anchor there."""

from __future__ import annotations

from ...spec.claim import Claim
from ...spec.registry import Clause


def page_of(permanent_id: str) -> str:
    """The path of the page about a clause or a claim, within the site.

    >>> page_of("katago-v2/main/pass#counts")
    'katago-v2/main/pass.html'
    """
    return f"{permanent_id.partition('#')[0]}.html"


def address_of(permanent_id: str) -> str:
    """The path of the page about a clause or a claim, with the anchor where it has parts.

    >>> address_of("katago-v2/main/pass#counts"), address_of("claim/benson")
    ('katago-v2/main/pass.html#counts', 'claim/benson.html')
    """
    page, part = page_of(permanent_id), permanent_id.partition("#")[2]
    return f"{page}#{part}" if part else page


def page_of_game(claim: str, game: str) -> str:
    """The path of the page that a game of a claim has for itself.

    >>> page_of_game("claim/benson", "benson-7")
    'claim/benson/benson-7.html'
    """
    return f"{claim}/{game}.html"


def document_page(document: str) -> str:
    """The path of the page about a document."""
    return f"documents/{document}.html"


def anchor_of_section(section: str) -> str:
    """The anchor of a section on the page of its document.

    >>> anchor_of_section("notes 4 and 9")
    'section-notes-4-and-9'
    """
    return f"section-{section.replace(' ', '-')}"


def way_up(page: str) -> str:
    """What leads from a page to the folder of the site.

    >>> way_up("index.html"), way_up("katago-v2/main/pass.html")
    ('', '../../')
    """
    return "../" * page.count("/")


def place_of(entry: Claim | Clause) -> str:
    """Where in its document a claim or a clause stands, as an address.

    >>> from superko.spec.registry import clause_named
    >>> place_of(clause_named("katago-v2/main/pass#counts"))
    'documents/katago-v2.html#section-main'
    """
    section = entry.section if isinstance(entry, Claim) else entry.id.split("/")[1]
    return f"{document_page(entry.document)}#{anchor_of_section(section)}"
