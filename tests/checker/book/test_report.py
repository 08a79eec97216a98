"""`superko report`: the whole site, held to the referee, and what makes it incomplete."""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands import report_command
from superko.checker.evidence.decided import Decided, everything_decided
from superko.checker.pages.book import Book, whole_book
from superko.checker.pages.shown_games import FILE
from superko.checker.pages.site import check_links, deciding, looked_at, site
from superko.interpreter import wording
from superko.interpreter.referee import Session, respond
from superko.spec.claim import claims
from superko.spec.documents import DOCUMENTS
from superko.spec.registry import Decision, clauses

from .books import small_site
from .reading import SeenFrame, SeenGame, games_on
from .write import as_text, smallest_games

PHASES = {
    name.removeprefix("the "): phase.value
    for names in (wording.PHASES, *(document.phases for document in DOCUMENTS.values()))
    for phase, name in names.items()
}
TERM = re.compile(r": Black (-?[\d.]+), White (-?[\d.]+)(?= |$)")
OUTCOMES = {"B": "Black wins.", "W": "White wins.", "draw": "The game is a draw."}
UNREADABLE = 2
WHOLE = "SUPERKO_WHOLE_REPORT"
MOST_BYTES = 300_000
STEP = 1 if os.environ.get(WHOLE) else 25


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("report")
    result = CliRunner().invoke(main, ["report", str(directory)])
    assert result.exit_code == 0, result.output
    return directory


def referee_says(game: SeenGame) -> list[dict[str, Any]]:
    """The reports of the referee at the start and after each turn; the last may tell that a turn is illegal."""
    new, play = game.requests
    session, reply = respond(Session(), json.dumps(new))
    replies = [reply]
    for turn in play["turns"]:
        session, reply = respond(session, json.dumps({"cmd": "play", "turns": [turn]}))
        replies.append(reply)
    return [dict(reply or {}) for reply in replies]


def assert_shows(frame: SeenFrame, reply: dict[str, Any], before: dict[str, Any]) -> None:
    if "board" not in reply:
        assert "illegal" in frame.words
        assert reply["error"]["clause"] in frame.words
        reply = before
    rows = reply["board"].split("/")
    vertices = {
        f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column]}{len(rows) - row}": symbol
        for row, line in enumerate(rows)
        for column, symbol in enumerate(line)
    }
    assert frame.black == {vertex for vertex, symbol in vertices.items() if symbol == "X"}
    assert frame.white == {vertex for vertex, symbol in vertices.items() if symbol == "O"}
    assert frame.marks == set(reply["blocked"])
    assert frame.captured == (reply["captures"]["B"], reply["captures"]["W"])
    if reply["result"] and reply["result"]["kind"] == "score":
        terms = [(float(black), float(white)) for black, white in TERM.findall(frame.words)]
        scores = f"Black scores {reply['result']['B']:g}, White {reply['result']['W']:g}"
        assert (scores if terms else OUTCOMES[reply["result"]["winner"]]) in frame.words
        assert [sum(column) for column in zip(*terms or [(0, 0)], strict=True)] == [
            reply["result"]["B"],
            reply["result"]["W"],
        ]
    if reply["result"] is None:
        assert frame.to_play is not None
        assert (frame.to_play[0][0], PHASES[frame.to_play[1]]) == (reply["player"], reply["phase"])


def assert_agrees(game: SeenGame) -> None:
    """Every frame of a game shows what the referee says after as many turns."""
    replies = referee_says(game)
    assert len(replies) == len(game.frames), game.name
    for number, frame in enumerate(game.frames):
        assert_shows(frame, replies[number], replies[max(number - 1, 0)])


@pytest.mark.thorough
def test_every_claim_clause_and_witness_has_its_place_and_shows_what_the_referee_says(report: Path) -> None:
    every = sorted(report.rglob("*.html"))
    pages = [path for path in every if path.parts[-2] not in {"engines", "map"}]
    named = {str(path.relative_to(report)) for path in pages}
    assert {f"{claim.id}.html" for claim in claims()} <= named
    assert {f"{clause.id}.html" for clause in clauses()} <= named
    games = [game for page in pages for game in games_on(page.read_text(encoding="utf-8"))]
    witnesses = {game.name for game in whole_book().games.values()}
    assert set() < witnesses < {game.name for game in games}
    for game in games[::STEP]:
        assert_agrees(game)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("shown", "instead"),
    [('class="stone black"', 'class="stone white"'), ("Captured so far: 1 black", "Captured so far: 0 black")],
)
def test_a_frame_that_shows_anything_else_is_noticed(shown: str, instead: str) -> None:
    page = small_site()["katago-v2/main/legal-superko.html"]
    game = next(games_on(page.replace(shown, instead)))
    with pytest.raises(AssertionError):
        assert_agrees(game)


@pytest.mark.thorough
def test_the_commands_to_copy_replay_the_files_that_the_pages_hold(
    report: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("claim/summary-long-cycle.html", "katago-v2/main/legal-superko.html", "aga/9-end.html"):
        for game in games_on((report / path).read_text(encoding="utf-8")):
            (tmp_path / game.file).write_text(game.sgf, encoding="utf-8")
            result = CliRunner().invoke(main, shlex.split(game.command)[1:])
            assert result.exit_code != UNREADABLE, result.output
            assert ("illegal by" in result.output) == ("illegal" in game.frames[-1].words)


@pytest.mark.thorough
def test_no_page_is_so_large_that_a_phone_waits_for_it(report: Path) -> None:
    sizes = {str(path.relative_to(report)): path.stat().st_size for path in report.rglob("*.html")}
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}


def test_a_report_is_not_written_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(main, ["report", str(tmp_path)])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("place", ["file", "file/report", "/dev/full", "/proc/report"])
@pytest.mark.every_case
def test_what_can_t_be_written_is_said_before_there_is_any_work(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(report_command, "whole_book", lambda: pytest.fail("It went to work."))
    result = CliRunner().invoke(main, ["report", str(tmp_path / place)])
    assert (result.exit_code, "Error: " in result.output) == (2, True)


class TestTheSite:
    @pytest.mark.thorough
    def test_lacks_no_page_and_no_game(self) -> None:
        files = small_site()
        for gone in ("claim/benson.html", "katago-v2/main/legal-superko.html"):
            with pytest.raises(ValueError, match=gone):
                check_links({path: text for path, text in files.items() if path != gone})

    def test_has_no_link_that_leads_nowhere_or_out_of_it(self) -> None:
        page = '<a href="b.html#there">b</a><p id="here">'
        check_links({"a.html": page, "b.html": '<p id="there"><a href="a.html#here">a</a>'})
        for other in ('<p id="elsewhere">', '<p id="there"><a href="https://example.org/">out</a>'):
            with pytest.raises(ValueError, match="lead nowhere"):
                check_links({"a.html": page, "b.html": other})

    @pytest.mark.thorough
    def test_escapes_what_it_is_given(self) -> None:
        decided = next(decided for decided in everything_decided() if decided.claim.id == "claim/benson")
        hostile = Decided(decided.claim, tuple(_with_notes(finding) for finding in decided.findings))
        page = site(Book((hostile,)))["claim/benson.html"]
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    @pytest.mark.thorough
    def test_shows_of_each_verdict_the_function_that_comes_to_it(self) -> None:
        decided = next(decided for decided in everything_decided() if decided.claim.id == "claim/ownership-on-board")
        page = unescape(small_site()["claim/ownership-on-board.html"])
        functions = list(dict.fromkeys(deciding(decided).values()))
        assert len(functions) > 1
        for number, code in enumerate(functions, start=1):
            assert page.count(f'href="#code-{number}"') == [*deciding(decided).values()].count(code)
            assert page.count(f"<p>{code.says}</p>") == 1
            assert page.count(f'<span class="id">{code.name}</span></summary>') == 1
            assert code.text in page

    @pytest.mark.thorough
    @pytest.mark.parametrize("name", ["claim/no-result-not-s2r1", "claim/benson"])
    def test_gives_one_answer_first_and_names_no_decision_as_programs_do(self, name: str) -> None:
        page = small_site()[f"{name}.html"]
        head = page.partition("<h1>")[2].partition("<h2")[0]
        assert head.count('class="headline') == 1
        assert 'class="verdict' not in head
        assert page.index('class="headline') < page.index('class="verdict')
        words = re.sub(r"<pre.*?</pre>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert not {decision.name for decision in Decision if "_" in decision.name} & set(re.findall(r"\w+", words))

    def test_says_in_words_what_was_looked_at(self) -> None:
        decided = next(decided for decided in everything_decided() if decided.claim.id == "claim/benson")
        first = looked_at(decided.findings[0])
        assert first == "legal positions of 3x1, 15 positions, 1 with pass alive groups, 0 differences; it came up once"

    @pytest.mark.thorough
    def test_names_the_claims_that_qualify_it_and_how_it_came_out_where(self) -> None:
        names = "claim/ownership-equivalent", "claim/ownership-difference"
        pages = small_site()
        for name, other in (names, reversed(names)):
            assert re.search(f"<p>Read with <a [^>]*>{other}</a>", pages[f"{name}.html"])
        assert "depends</strong>: true unless unblock actions count as moves" in pages[f"{names[1]}.html"]


def _with_notes(finding: Any) -> Any:
    return replace(finding, verdict=replace(finding.verdict, notes="<script>alert(1)</script>"))


def test_the_games_of_clauses_are_those_of_the_vectors() -> None:
    again = "The vectors show other games; run `python -m tests.checker.book.write`."
    assert FILE.read_text(encoding="utf-8") == as_text(smallest_games()), again
