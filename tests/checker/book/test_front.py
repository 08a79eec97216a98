"""The front page: ten findings in words, each borne out by a verdict, and a search that stands in the address."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.evidence.decided import Decided, everything_decided
from superko.checker.evidence.verdict import Outcome
from superko.checker.pages import prose
from superko.checker.pages.book import Book
from superko.checker.pages.prose import TALES, Tale, shown_tales
from superko.checker.pages.site import _environment


@pytest.fixture(scope="module")
def book() -> Book:
    """What the tales are about, and nothing else."""
    check_names = {tale.shown_by for tale in TALES if tale.outcome}
    narrowed = (
        Decided(decided.claim, tuple(finding for finding in decided.findings if finding.check.name in check_names))
        for decided in everything_decided()
    )
    return Book(tuple(decided for decided in narrowed if decided.findings))


def test_ten_findings_are_told_each_with_its_board(book: Book) -> None:
    shown = shown_tales(book)
    assert [tale for tale, *_ in shown] == list(TALES)
    assert len(TALES) == 10
    assert all(frame in game.frames for _, _, game, frame in shown)


def test_no_id_stands_in_what_is_told() -> None:
    assert [tale.title for tale in TALES if "/" in tale.title + tale.says] == []


def test_a_tale_is_told_only_as_long_as_its_verdict_stands(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "TALES", (replace(TALES[0], outcome=Outcome.PROVED),))
    with pytest.raises(ValueError, match=r"' stands on the front page, but fact/histories .* is not proved"):
        shown_tales(book)


def test_a_tale_of_an_engine_is_told_only_with_a_game_that_is_known(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prose, "TALES", (Tale("It errs", "It does.", "no-game"),))
    with pytest.raises(ValueError, match=r"'It errs' stands on the front page, but no engine has the game no-game."):
        shown_tales(book)


@pytest.mark.parametrize(("explorer", "links"), [("", 0), ("explorer/", 10)])
def test_games_lead_on_in_the_explorer_where_there_is_one(book: Book, explorer: str, links: int) -> None:
    environment = _environment(book, explorer)
    page = environment.get_template("index.html").render(path="index.html", up="", tales=shown_tales(book))
    assert page.count("Play on from here") == links
    assert page.count("Step through it") == 10
