"""What is installed: one version, a program by the name of the package, pages beside the code, no warnings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

import superko

pytestmark = pytest.mark.every_case

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def run(*arguments: str, **variables: str) -> str:
    ran = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=True, env={**os.environ, **variables}
    )
    return ran.stdout + ran.stderr


def test_python_runs_the_package_by_its_name() -> None:
    assert run("-m", "superko", "--version").split()[-1] == superko.__version__


def test_nothing_warns_when_a_game_record_is_read_for_the_first_time(tmp_path: Path) -> None:
    imports = "import superko.interpreter.records.sgf"
    assert run("-W", "error", "-c", imports, PYTHONPYCACHEPREFIX=str(tmp_path)) == ""


def test_no_dependency_warns_when_all_is_imported() -> None:
    assert run("-c", "import superko.checker.command_line, superko.checker.proofs.solvers") == ""


def test_a_workflow_names_each_action_by_its_commit_and_says_its_version() -> None:
    pages = [*(ROOT / ".github").rglob("*.yml"), ROOT / "checker" / "oracle" / "README.md"]
    used = [line for file in pages for line in re.findall(r"\buses: (.*)", file.read_text(encoding="utf-8"))]
    assert used
    assert [
        line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+|OWNER/superko/\S+@main\b.*", line)
    ] == []


@pytest.mark.parametrize(
    "page",
    [
        page
        for room in ("spec", "interpreter", "checker")
        for kind in ("md", "toml")
        for page in ROOT.glob(f"{room}/**/*.{kind}")
    ],
)
def test_every_page_and_table_of_a_room_is_installed_with_it(page: Path) -> None:
    room = page.relative_to(ROOT).parts[0]
    patterns = SETTINGS["tool"]["setuptools"]["package-data"][f"superko.{room}"]
    assert any(page in (ROOT / room).glob(pattern) for pattern in patterns)


def test_types_come_with_the_whole_package() -> None:
    assert SETTINGS["tool"]["setuptools"]["package-data"]["superko"] == ["py.typed"]
    assert (Path(superko.__path__[0]) / "py.typed").exists()


def test_the_page_says_to_cite_this_version() -> None:
    page = (ROOT / "checker" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^  version = \{(.*)\},$", page, re.MULTILINE) == [superko.__version__]


def test_the_versions_of_python_that_are_named_are_those_that_the_workflow_tries() -> None:
    project = SETTINGS["project"]
    named = re.findall(r"^Programming Language :: Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    tried = {version for line in re.findall(r"python: (.*)", workflow) for version in re.findall(r'"(3\.\w+)"', line)}
    assert {*named, "3.x"} == tried
    assert project["requires-python"] == f">={named[0]}"


def test_types_are_checked_for_the_python_that_runs() -> None:
    """The stubs of numpy are written for the Python that numpy was installed on, and read wrongly for an older one."""
    assert "python_version" not in SETTINGS["tool"]["mypy"]


ADDRESS, TAG = "https://example.org/superko", f"v{superko.__version__}"
BUILDING = "from setuptools.build_meta import build_sdist, build_wheel; build_sdist('dist'); build_wheel('dist')"
LINK = re.compile(r"\]\(([^)]*)\)")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source distribution, built as the release workflow builds them."""
    pytest.importorskip("setuptools", "77")
    pytest.importorskip("setuptools_scm")
    if not shutil.which("git"):
        pytest.skip("The source distribution has the files that git knows.")
    copy = tmp_path_factory.mktemp("built") / "superko"
    aside = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".venv", "build", "dist", "*.egg-info")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=aside)
    committing = ("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "All")
    for command in (
        ("git", "init", "-q"),
        ("git", "add", "-A"),
        ("git", *committing),
        (sys.executable, ".ci/address.py", ADDRESS, TAG),
        (sys.executable, "-c", BUILDING),
    ):
        subprocess.run(command, cwd=copy, capture_output=True, check=True)
    return copy / "dist"


def names_in_the_wheel(packages: Path) -> set[str]:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        return {name for name in files.namelist() if ".dist-info/" not in name}


def metadata(packages: Path) -> Message:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def test_the_wheel_has_all_code_and_nothing_else_than_the_package(packages: Path) -> None:
    names = names_in_the_wheel(packages)
    code = {
        f"superko/{file.relative_to(ROOT).as_posix()}"
        for room in ("spec", "interpreter", "checker")
        for file in (ROOT / room).rglob("*.py")
    }
    runners = {f"superko/checker/vectors/runners/runner.{ending}" for ending in ("c", "mjs", "py", "rs")}
    assert code | runners | {"superko/__init__.py", "superko/py.typed"} <= names
    assert {name.partition("/")[0] for name in names} == {"superko"}


def test_the_source_distribution_has_the_tests(packages: Path) -> None:
    (source,) = packages.glob("*.tar.gz")
    with tarfile.open(source) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert {
        "README.md",
        "LICENSE",
        ".github/CHANGELOG.md",
        "tests/test_packaging.py",
        "tests/vectors/shortest_games.jsonl",
    } <= names


def test_the_package_leads_to_the_project(packages: Path) -> None:
    said = metadata(packages)
    assert (said["Name"], said["Version"]) == ("superko", superko.__version__)
    urls = dict(url.split(", ") for url in said.get_all("Project-URL", []))
    assert urls.keys() == {"Source", "Issues", "Changelog"}
    assert all(url.startswith(ADDRESS) for url in urls.values())


def test_links_and_picture_of_the_readme_work_on_a_package_index(packages: Path) -> None:
    shown = metadata(packages).get_payload()
    links = LINK.findall(str(shown))
    files = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) == len(files) > 5
    assert [link for link in links if not link.startswith(f"{ADDRESS}/")] == []
    assert f"]({ADDRESS}/raw/{TAG}/checker/pages/assets/gnu-go.svg)" in str(shown)


def test_the_changelog_has_a_note_for_this_version_that_can_be_read_at_once() -> None:
    changes = (ROOT / ".github" / "CHANGELOG.md").read_text(encoding="utf-8")
    note = re.search(rf"^## {re.escape(superko.__version__)}\n(.*?)(?=^## )", changes, re.DOTALL | re.MULTILINE)
    assert note is not None
    assert 100 < len(note[1].split()) < 1_000
