"""What engines were found to do, as pages: every game that is told shows what is said of it."""

from __future__ import annotations

import re

import pytest

from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine, opener
from superko.checker.pages.measured import KnownEngine, KnownFinding, known_engines
from superko.checker.pages.shown_games import slug
from superko.checker.telling.effort import Effort
from superko.interpreter.notation import turn_text
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.result import Score
from superko.spec.algebra import Grid
from tests.checker.oracle import engines_for_the_command
from tests.checker.oracle.write_findings import PAGES, games_shown, judged, pages, recorded, shows, unknown

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


def test_each_finding_has_a_file_that_the_command_writes() -> None:
    again = "The findings are not what is recorded; run `python -m tests.checker.oracle.write_findings`."
    assert {file.name: file.read_text(encoding="utf-8") for file in PAGES.iterdir()} == pages(), again
    assert len(pages()) == 1 + sum(len(engine.findings) for engine in known_engines())


@pytest.mark.parametrize("engine", [engine for engine in known_engines() if engine.findings], ids=lambda it: it.name)
def test_a_file_has_its_games_as_commands_of_gtp_and_as_records_that_begin_alike(engine: KnownEngine) -> None:
    for finding in engine.findings:
        text = pages()[f"{slug(f'{engine.name} {finding.title}')}.md"]
        games = [game.story.turns for game in finding.games]
        commands = [turn for turns in games for turn in turns] if engine.name == "GNU Go" else []
        assert re.findall(r"^play \w+ (\w+)$", text, re.MULTILINE) == commands
        for turns, sgf in zip(games, re.findall(r"^\(;FF.*?^```$", text, re.MULTILINE | re.DOTALL), strict=True):
            record = read_sgf(sgf.removesuffix("```").encode())
            recorded = [turn_text(record.start.grid, turn) for _, turn in record.turns]
            assert recorded == [*turns][: len(recorded)]
            assert len(turns) - len(recorded) == int("MA[" in sgf)
