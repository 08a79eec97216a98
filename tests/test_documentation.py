"""What the README files show is so: every command that they print, every piece of Python, every link, every picture.

A block `console` is run command by command, in a folder in which the Python files of the page lie; its output must be
what the page prints, where a line `...` stands for any lines. A block `python` that imports what it uses is run.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from click.testing import CliRunner

from superko.checker.command_line import main

pytestmark = pytest.mark.every_case

ROOT = Path(__file__).parents[1]
PAGES = [
    page for page in sorted(ROOT.rglob("*.md")) if not {"venv", ".git", "build"} & set(page.relative_to(ROOT).parts)
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`(\w+\.py)`")
COMMAND = re.compile(r"^\$ superko (.*?)\n(.*?)(?=^\$ |\Z)", re.DOTALL | re.MULTILINE)
GAME = "japanese-marked.sgf"
SECONDS = re.compile(r"\d+(?:\.\d+)? (?=s\b|seconds?\b|MiB)")


def blocks_of(kind: str) -> list[ParameterSet]:
    """Each block of a kind, with the page that it stands on."""
    blocks = [(page, *block) for page in PAGES for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [
        pytest.param(page, text, id=f"{page.relative_to(ROOT)}: {text.splitlines()[0]}")
        for page, of_kind, text in blocks
        if of_kind == kind
    ]


def with_its_files(page: Path, folder: Path) -> None:
    """Put the Python files that a page shows, each named in the sentence before it, and the records into a folder."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        named = FILE.findall(text[: block.start()].rsplit("\n\n", 2)[-2])
        if block[1] == "python" and named:
            (folder / named[-1]).write_text(block[2], encoding="utf-8")
    for record in (ROOT / "tests" / "records").glob("*.sgf"):
        (folder / record.name).symlink_to(record)
    (folder / "game.sgf").symlink_to(ROOT / "tests" / "records" / GAME)


def matches(shown: str, printed: str) -> bool:
    """Whether what a page shows is what was printed; `...` on a line of its own stands for any lines."""
    parts = [
        re.escape(SECONDS.sub("N ", part.strip("\n"))) for part in re.split(r"^\.\.\.$", shown.strip("\n"), flags=re.M)
    ]
    lines = "\n".join(line.rstrip() for line in SECONDS.sub("N ", printed).splitlines())
    return re.fullmatch(r"\s*" + r"\n?.*?\n?".join(parts) + r"\s*", lines, re.DOTALL) is not None


@pytest.mark.parametrize(("page", "block"), blocks_of("console"))
def test_a_page_shows_what_its_commands_print(
    page: Path, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_its_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for name, value in {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}.items():
        monkeypatch.setitem(os.environ, name, value)
    for command, shown in COMMAND.findall(block):
        printed = CliRunner().invoke(main, shlex.split(command)).output
        assert matches(shown, printed), f"superko {command} prints\n{printed}"


@pytest.mark.parametrize(("page", "block"), blocks_of("python"))
def test_the_python_of_a_page_runs(page: Path, block: str, tmp_path: Path) -> None:
    with_its_files(page, tmp_path)
    if re.search(r"^(from|import) superko", block, re.MULTILINE):
        exec(compile(block, str(page), "exec"), {"__name__": "a_page"})


ASKED_FOR_HELP = sorted(
    {asked for page in PAGES for asked in re.findall(r"`help\((superko[.\w]*)\)`", page.read_text("utf-8"))}
)


@pytest.mark.parametrize("asked", ASKED_FOR_HELP)
def test_the_help_that_a_page_names_is_there_in_a_fresh_session(asked: str) -> None:
    session = f"import superko; help({asked})"
    assert subprocess.run([sys.executable, "-c", session], capture_output=True, check=False).returncode == 0


SESSIONS = {
    page: "\n".join(text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == "pycon")
    for page in PAGES
}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if SESSIONS[page]], ids=lambda page: str(page.relative_to(ROOT))
)
def test_the_sessions_of_a_page_print_what_it_shows(page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(SESSIONS[page], {}, page.name, page.name, 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:;]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_python_file_that_a_page_names_is_there() -> None:
    files = {file.name for file in ROOT.rglob("*.py")}
    named = {(page.name, name) for page in PAGES for name in FILE.findall(page.read_text(encoding="utf-8"))}
    readers_own = ("my_", "NAME_")
    assert {(page, name) for page, name in named if not name.startswith(readers_own)} != set()
    assert [name for _, name in sorted(named) if name not in files and not name.startswith(readers_own)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_section_that_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)#([^)]*)\)", page.read_text(encoding="utf-8"))
    assert [(name, part) for name, part in links if part not in sections(page.parent / name if name else page)] == []


def sections(page: Path) -> set[str]:
    """The names by which links find the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
