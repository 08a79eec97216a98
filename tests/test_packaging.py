"""What is installed: one version, a program by the name of the package, pages beside the code, no warnings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
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
    workflows = [*(ROOT / ".github").rglob("*.yml"), *(ROOT / "checker").rglob("*.yml")]
    used = [line for file in workflows for line in re.findall(r"\buses: (.*)", file.read_text(encoding="utf-8"))]
    assert used
    assert [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


@pytest.mark.parametrize(
    "page", [page for room in ("spec", "interpreter", "checker") for page in ROOT.glob(f"{room}/**/*.md")]
)
def test_every_page_of_a_room_is_installed_with_it(page: Path) -> None:
    package = ".".join(("superko", *page.parent.relative_to(ROOT).parts))
    patterns = SETTINGS["tool"]["setuptools"]["package-data"].get(package, [])
    assert any(page in page.parent.glob(pattern) for pattern in patterns)


def test_types_come_with_the_whole_package() -> None:
    assert SETTINGS["tool"]["setuptools"]["package-data"]["superko"] == ["py.typed"]
    assert (Path(superko.__path__[0]) / "py.typed").exists()


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
