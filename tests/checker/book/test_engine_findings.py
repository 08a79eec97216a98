"""What engines were found to do, as pages: every game that is told shows what is said of it."""

from __future__ import annotations

import pytest

from superko.checker.pages.engine_findings import KnownFinding, known_engines
from superko.checker.pages.site import site
from superko.interpreter.result import Score

from .books import a_book

SHOWN = [finding for engine in known_engines() for finding in engine.findings if finding.games]


@pytest.mark.parametrize("finding", SHOWN, ids=lambda finding: finding.title)
def test_a_game_ends_with_the_turn_that_is_disputed(finding: KnownFinding) -> None:
    told = {part for paragraph in finding.paragraphs for part in paragraph}
    for game in finding.games:
        last = game.frames[-1]
        assert last.number == len(game.story.turns)
        assert not any(frame.illegal for frame in game.frames[:-1])
        if last.illegal:
            assert last.clause is not None
            assert last.clause.id in told
        elif isinstance(last.game.result, Score):
            assert last.game.result.winner is None


def test_every_disagreement_belongs_to_an_engine_and_most_are_shown() -> None:
    counts = {engine.name: len(engine.findings) for engine in known_engines()}
    assert sum(counts.values()) == 11
    assert counts["goban"] == 3
    assert len(SHOWN) == 10
    assert {tried["name"] for engine in known_engines() for tried in engine.tried} >= {"gnugo-no-ko", "katago", "pgx"}


def test_a_page_of_an_engine_leads_to_the_clause_and_on_in_the_explorer() -> None:
    page = site(a_book(), "explorer/")["engines/goban.html"]
    assert 'href="../katago-v2/main/legal-superko.html"' in page
    assert "#/new-zealand-like/3x1/B1.A1" in page
    assert "Play on from here" in page
