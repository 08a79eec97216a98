"""What engines were found to do, as pages: every game that is told shows what is said of it."""

from __future__ import annotations

import json

import pytest

from superko.checker.oracle.engines.opening import opener
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.pages.engine_findings import KnownEngine, KnownFinding, known_engines
from superko.checker.telling.effort import Effort
from superko.interpreter.result import Score
from superko.spec.algebra import Grid
from tests.checker.oracle import engines_for_the_command
from tests.checker.oracle.write_findings import DATA, PAGE, games_shown, judged, page, recorded, shows, unknown

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


@pytest.mark.thorough
@pytest.mark.every_case
@pytest.mark.parametrize("engine", [engine for engine in known_engines() if engine.findings], ids=lambda it: it.name)
def test_every_game_still_shows_what_is_told_of_an_engine_that_is_installed(engine: KnownEngine) -> None:
    shown = [*games_shown(engine)]
    if all(said is None for _, _, said in shown):
        pytest.skip(f"{engine.name} is not installed.")
    assert [(title, story) for title, story, said in shown if said is False] == []


@pytest.mark.thorough
def test_a_game_that_shows_nothing_is_found_out() -> None:
    assert shows("superko", SHOWN[0].games[0].story) is False


def test_every_disagreement_belongs_to_an_engine_and_most_are_shown() -> None:
    counts = {engine.name: len(engine.findings) for engine in known_engines()}
    assert sum(counts.values()) == 11
    assert counts["goban"] == 3
    assert len(SHOWN) == 10
    assert {tried["name"] for engine in known_engines() for tried in engine.tried} >= {"gnugo-no-ko", "katago", "pgx"}


@pytest.mark.exhaustive
@pytest.mark.thorough
def test_an_engine_that_is_always_installed_comes_out_as_recorded() -> None:
    (run,) = next(engine.tried for engine in known_engines() if engine.name == "sgfmill")
    assert recorded(run["name"], run["options"], judged(run)) == run


def test_a_disagreement_that_no_finding_tells_is_named() -> None:
    liar = opener(f"python:{engines_for_the_command.__name__}:ForbidsSuicide", timeout=60.0)
    report = judge_engine(liar, Plan(rules=("tromp-taylor",), effort=Effort(count=500), seed=1, boards=(Grid(3, 2),)))
    said = {"title": "no suicide", "says": ["`katago-v2/move/suicide-ban` is in force."], "games": []}
    assert any("suicide-ban" in sentence for sentence in unknown({"name": "it", "findings": []}, report))
    assert not any("suicide-ban" in sentence for sentence in unknown({"name": "it", "findings": [said]}, report))


def test_the_page_is_what_the_command_writes() -> None:
    again = "FINDINGS.md is not what is recorded; run `python -m tests.checker.oracle.write_findings`."
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(DATA.read_text(encoding="utf-8"))), again
