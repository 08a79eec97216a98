"""What engines were found to do, as pages: every game that is told shows what is said of it."""

from __future__ import annotations

import pytest

from superko.checker.oracle.deviations import allowing_for
from superko.checker.oracle.engine import Setting, Unsupported
from superko.checker.oracle.engines.opening import opener
from superko.checker.oracle.trial import Harness, following, trial
from superko.checker.pages.engine_findings import KnownEngine, KnownFinding, known_engines
from superko.interpreter.result import Score
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Story

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


def shows(name: str, story: Story) -> bool | None:
    """Whether an engine is wrong in a game; None where it is not installed or plays no such game."""
    rules = rules_from_json(dict(story.rules))
    setting = Setting.from_start(story.start, rules)
    with Harness(opener(name, timeout=60.0)) as harness:
        try:
            judging = allowing_for(harness.introduction().deviations)(rules)
            return any(True for _ in trial(harness, setting, judging, following(story.turns, setting)))
        except Unsupported:
            return None


@pytest.mark.thorough
@pytest.mark.parametrize("engine", [engine for engine in known_engines() if engine.findings], ids=lambda it: it.name)
def test_every_game_still_shows_what_is_told_of_an_engine_that_is_installed(engine: KnownEngine) -> None:
    tried = 0
    for finding in engine.findings:
        for game in finding.games:
            shown = [shows(row["name"], game.story) for row in engine.tried]
            tried += any(said is not None for said in shown)
            assert any(shown) or set(shown) == {None}, (finding.title, game.story)
    if not tried:
        pytest.skip(f"{engine.name} is not installed.")


@pytest.mark.thorough
def test_a_game_that_shows_nothing_is_found_out() -> None:
    assert shows("superko", SHOWN[0].games[0].story) is False


def test_every_disagreement_belongs_to_an_engine_and_most_are_shown() -> None:
    counts = {engine.name: len(engine.findings) for engine in known_engines()}
    assert sum(counts.values()) == 11
    assert counts["goban"] == 3
    assert len(SHOWN) == 10
    assert {tried["name"] for engine in known_engines() for tried in engine.tried} >= {"gnugo-no-ko", "katago", "pgx"}
