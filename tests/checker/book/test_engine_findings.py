"""What engines were found to do, as pages: every game that is told shows what is said of it."""

from __future__ import annotations

import pytest

from superko.checker.pages.engine_findings import KnownFinding, known_engines
from superko.interpreter.result import Score

SHOWN = [finding for engine in known_engines() for finding in engine.findings if finding.games]


@pytest.mark.parametrize("finding", SHOWN, ids=lambda finding: finding.title)
def test_a_game_ends_with_the_turn_that_is_disputed(finding: KnownFinding) -> None:
    parts = {part for paragraph in finding.paragraphs for part in paragraph}
    for game in finding.games:
        last = game.frames[-1]
        assert last.number == len(game.story.turns)
        assert not any(frame.illegal for frame in game.frames[:-1])
        if last.illegal:
            assert last.clause is not None
            assert last.clause.id in parts
        elif isinstance(last.game.result, Score):
            assert last.game.result.winner is None


def test_every_disagreement_belongs_to_an_engine_and_most_are_shown() -> None:
    counts = {engine.name: len(engine.findings) for engine in known_engines()}
    assert sum(counts.values()) == 11
    assert counts["goban"] == 3
    assert len(SHOWN) == 10
    assert {tried["name"] for engine in known_engines() for tried in engine.tried} >= {"gnugo-no-ko", "katago", "pgx"}
