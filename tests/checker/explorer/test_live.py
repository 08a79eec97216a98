"""The explorer of `superko report --pyodide`: the clauses and the interpreter themselves, run by the page.

What runs them is Pyodide; SUPERKO_PYODIDE names its folder, as npm unpacks it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, islice
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands.report_command import report_command
from superko.checker.pages.explorer.addresses import Address, address_text
from superko.checker.pages.explorer.answers import answer_in_a_page
from superko.checker.pages.live import ARCHIVE, FOLDER, LIBRARY, PYODIDE, VERSION, archive, compiled, live_files
from superko.interpreter.game import Game
from superko.interpreter.json_lines import parse_json
from superko.interpreter.records.game_record import GameRecord, record_of
from superko.interpreter.records.sgf import write_sgf
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Start, Story
from superko.spec.rules import Rules
from superko.spec.written import written_rules
from tests.checker.browsing import faults, looking
from tests.checker.conftest import missing
from tests.interpreter.test_engine_traces import recorded_games, replay, rules_of

Look: TypeAlias = "Any"
KO = "#/tromp-taylor/4x1/A1.B1.C1.D1"
TO_LOAD = 60_000
ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "records"
TINY = ROOT / "tests" / "vectors" / "shortest_games.jsonl"
HOSTILE = "(;FF[4]GM[1]SZ[3<img src=x onerror=alert(1)>];B[aa])"
ASK_A_WORKER = """async (requests) => {
  const worker = new Worker("worker.js", { type: "module" });
  const answers = [];
  return await new Promise((settle, fail) => {
    worker.onmessage = ({ data }) => {
      if (data.failure) fail(new Error(data.failure));
      if (data.answer !== undefined) answers.push(data.answer);
      if (answers.length === requests.length) settle(answers);
    };
    requests.forEach((request, number) => worker.postMessage({ number, request }));
  });
}"""


KEPT = """async () => {
  let kept = 0;
  for (const name of await caches.keys()) kept += (await (await caches.open(name)).keys()).length;
  return kept;
}"""
BREAK_MEMORY = """async (home) => {
  const sources = await (await fetch(home + "superko.zip")).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sources));
  const name = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await (await caches.open(home + "memory")).put(home + "memory-" + name, new Response("broken"));
}"""


class TestTheFiles:
    def test_the_archive_answers_without_any_library_but_those_in_it(self, tmp_path: Path) -> None:
        file = tmp_path / "superko.zip"
        file.write_bytes(archive())
        request = f'{{"address": "{KO}"}}'
        program = (
            f"import sys; sys.path.insert(0, {str(file)!r})\n"
            "from superko.checker.pages.explorer.answers import answer_in_a_page\n"
            f"print(answer_in_a_page({request!r}))"
        )
        done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert parse_json(done.stdout) == parse_json(answer_in_a_page(request))

    def test_the_archive_is_the_same_each_time(self) -> None:
        assert archive() == archive()

    def test_the_files_of_pyodide_are_taken_from_its_folder(self, tmp_path: Path) -> None:
        for name in PYODIDE:
            (tmp_path / name).write_text(name)
        files = live_files(tmp_path)
        assert {files[f"{FOLDER}pyodide/{name}"] for name in PYODIDE} == {name.encode() for name in PYODIDE}

    def test_without_node_the_sources_go_along(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert compiled(tmp_path, {ARCHIVE: archive()}) == {ARCHIVE: archive()}

    @pytest.mark.parametrize("folder", [".", "nowhere"])
    def test_whoever_lacks_pyodide_is_told_how_to_get_it(self, folder: str, tmp_path: Path) -> None:
        done = CliRunner().invoke(main, ["report", str(tmp_path / "site"), "--pyodide", folder])
        assert done.exit_code == 2
        assert "npm pack pyodide@" in done.output
        assert not (tmp_path / "site").exists()


def test_the_workflow_publishes_what_the_report_writes() -> None:
    build, publish = (ROOT / ".github/workflows/site.yml").read_text(encoding="utf-8").split("\n  publish:\n")
    (command,) = re.findall(r"run: superko report (.*)", build)
    (folder,) = re.findall(r"upload-pages-artifact@.*\n +with:\n +path: (\S+)", build)
    asked: dict[str, object] = report_command.make_context("report", shlex.split(command)).params
    assert (asked["pyodide"], asked["directory"]) == (Path("package"), Path(folder))
    assert "write" not in build, "what runs our code and other people's may change nothing"
    assert "run:" not in publish


@pytest.mark.parametrize("file", [".github/workflows/site.yml", ".ci/run", "interpreter/README.md"])
@pytest.mark.every_case
def test_every_page_and_script_takes_the_pyodide_that_was_tried(file: str) -> None:
    named = re.findall(r"pyodide[@-](\d+(?:\.\d+)+)", (ROOT / file).read_text(encoding="utf-8"))
    assert named
    assert {version.removesuffix(".") for version in named} == {VERSION}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with the explorer in it."""
    pyodide = os.environ.get("SUPERKO_PYODIDE")
    if not pyodide:
        missing("SUPERKO_PYODIDE names no folder of Pyodide")
    folder = tmp_path_factory.mktemp("live")
    done = CliRunner().invoke(main, ["report", str(folder), "--pyodide", str(pyodide)])
    assert done.exit_code == 0, done.output
    return folder


@pytest.mark.thorough
@pytest.mark.parametrize("name", [ARCHIVE, f"pyodide/{LIBRARY}"])
def test_where_node_is_installed_the_page_need_not_compile_its_python(site: Path, name: str) -> None:
    if not shutil.which("node"):
        missing("Node.js is not installed")
    with ZipFile(site / FOLDER / name) as written:
        kinds = {Path(path).suffix for path in written.namelist()}
    assert ".pyc" in kinds
    assert ".py" not in kinds


class Files(SimpleHTTPRequestHandler):
    """A server of plain files, as anybody may have one."""

    extensions_map = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", "": "text/html"}  # noqa: RUF012

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on the loopback interface, at an address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def home(site: Path) -> Iterator[str]:
    with serving(site) as address:
        yield address


@pytest.fixture(scope="module")
def look(browser: Any, home: str) -> Any:
    """Opens an address of the explorer."""

    def open_at(address: str, **kind: Any) -> AbstractContextManager[Any]:
        return looking(browser, f"{home}{FOLDER}{address}", **kind)

    return open_at


def point(page: Any, vertex: str) -> Any:
    return page.locator(f'.goban [data-vertex="{vertex}"]').first


def loaded(page: Any) -> None:
    page.locator(".goban").first.wait_for(timeout=TO_LOAD)


@pytest.mark.thorough
class TestInTheBrowser:
    def test_a_ko_is_refused_with_its_clause_and_the_link_shows_the_same_at_the_next_visit(self, look: Look) -> None:
        with look(KO) as page:
            loaded(page)
            point(page, "C1").click()
            answer = page.locator(".told").first
            answer.get_by_text("C1 would repeat the state after turn 3").wait_for()
            with page.context.expect_page() as opened:
                answer.get_by_role("link", name="katago-v2/main/legal-superko").click()
            opened.value.get_by_role("heading", name="Legal superko", level=1).wait_for()
            page.get_by_role("button", name="Pass", exact=True).click()
            page.get_by_text("Turn 5: Black passes.").last.wait_for()
            page.wait_for_function(f"async () => await ({KEPT})() === 1")
            again = page.context.new_page()
            again.goto(page.url)
            loaded(again)
            again.get_by_text("Turn 5: Black passes.").last.wait_for()
            assert again.url == page.url

    def test_rules_are_switched_and_a_cleanup_phase_is_followed(self, look: Look) -> None:
        with look("#/tromp-taylor/2x1/pass.pass") as page:
            loaded(page)
            page.locator(".status").get_by_text("The game is over").wait_for()
            page.get_by_label("Rule set").select_option("japanese-like")
            page.locator(".status").get_by_text("Black to play in the first cleanup phase.").wait_for()
            for _ in range(4):
                page.get_by_role("button", name="Pass", exact=True).click()
            page.locator(".status").get_by_text("The game is over").wait_for()

    def test_a_record_is_opened_and_settled_and_hostile_ones_are_text(self, look: Look, tmp_path: Path) -> None:
        record, hostile = tmp_path / "game.sgf", tmp_path / "hostile.sgf"
        record.write_bytes(write_sgf(short_game()))
        with look("") as page:
            loaded(page)
            page.locator("#record").set_input_files(record)
            page.wait_for_url("**/#/tromp-taylor/3x3/B2.C2")
            page.locator("#record").set_input_files(RECORDS / "wrong-result.sgf")
            page.locator(".told").get_by_text("Black wins by 8.5.").wait_for()
            page.get_by_role("button", name="Find the dead stones that make it true").click()
            page.locator("#explained a").first.click()
            page.locator(".told").get_by_text("White wins by 3.5.").wait_for()
            hostile.write_text(HOSTILE)
            page.locator("#record").set_input_files(hostile)
            page.get_by_role("status").filter(has_text="<img src=x onerror=alert(1)>").wait_for()
            assert page.locator("img").count() == 0

    def test_every_game_of_the_book_leads_on_in_the_explorer_whatever_memory_was_kept(
        self, browser: Any, home: str
    ) -> None:
        with looking(browser, f"{home}katago-v2/main/legal-superko.html") as page:
            page.evaluate(BREAK_MEMORY, f"{home}{FOLDER}")
            with page.context.expect_page() as opened:
                page.get_by_role("link", name="Play on from here").last.click()
            loaded(opened.value)

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_axe_finds_nothing_and_a_phone_need_not_scroll_sideways(self, look: Look, scheme: str) -> None:
        with look(KO, color_scheme=scheme, viewport={"width": 390, "height": 844}) as page:
            loaded(page)
            assert faults(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_where_the_rules_cannot_be_loaded_the_page_says_why(self, browser: Any, site: Path) -> None:
        archive_file = site / FOLDER / "superko.zip"
        kept = archive_file.read_bytes()
        archive_file.write_bytes(b"no archive")
        try:
            with serving(site) as home:
                context = browser.new_context()
                page = context.new_page()
                page.goto(f"{home}{FOLDER}")
                page.get_by_text("The rules can't be loaded: ").wait_for(timeout=TO_LOAD)
                context.close()
        finally:
            archive_file.write_bytes(kept)


@pytest.mark.thorough
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_the_page_answers_as_the_interpreter_does(look: Look, step: int) -> None:
    addresses = chain(islice(of_vectors(), 0, None, step), of_recorded_games(200 if step == 1 else 5))
    requests = [f'{{"address": "{address}"}}' for address in addresses]
    with look(KO) as page:
        loaded(page)
        answers = page.evaluate(ASK_A_WORKER, requests)
    assert len(requests) > 200
    for request, answer in zip(requests, answers, strict=True):
        assert parse_json(answer) == parse_json(answer_in_a_page(request)), request


def short_game() -> GameRecord:
    game = Game(Rules(), 3)
    for turn in Start(3, 3).turns(["B2", "C2"]):
        game = game.play(turn)
    return record_of(game)


def turn_by_turn(story: Story) -> Iterator[str]:
    """The addresses of a game before its first turn and after each."""
    rules = written_rules(rules_from_json(dict(story.rules)))
    turns = story.turns
    for number in range(len(turns) + 1):
        yield address_text(Address(rules, story.start, turns, at=None if number == len(turns) else number))


def of_vectors() -> Iterator[str]:
    for line in TINY.read_text(encoding="utf-8").splitlines():
        game = parse_json(line)
        assert isinstance(game, dict)
        yield from turn_by_turn(Story(Start.from_json(game), tuple(game["turns"]), game["rules"]))


def of_recorded_games(number: int) -> Iterator[str]:
    for recorded in islice(recorded_games(), 0, None, len(recorded_games()) // number):
        yield from turn_by_turn(Story.of(replay(recorded, rules_of(recorded))))
