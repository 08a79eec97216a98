"""What two pages tell to paste: documents, a clause, a claim and a command, made in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
AUTHORS = (ROOT / "spec" / "README.md").read_text(encoding="utf-8")
SECTIONS = {
    title: "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    for title, text in re.findall(r"^##+ (.*?)\n(.*?)(?=^##+ |\Z)", f"{PAGE}\n{AUTHORS}", re.DOTALL | re.MULTILINE)
}
SHOWS = {
    "Add a document": (0, "club/no-repeat#by-plays"),
    "Add a clause": (1, "club/first-point: Nobody plays on the first point"),
    "Add a claim": (0, "3 checks, all as recorded"),
    "Add a command": (0, "Black has 2, White 1."),
    "A document that remembers something of its own": (1, "once/no-second: Nobody plays twice at the same point"),
}


def test_its_gates_are_those_that_a_release_passes() -> None:
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    gates = SECTIONS["Install, and the gates"].splitlines()
    assert len(gates) == 5
    for gate in gates:
        assert gate.removeprefix("MYPYPATH=.typing mypy ").replace("-e ", "") in run.replace(
            '--cache-dir "$environment/$1/types" ', ""
        ).replace("--quiet ", ""), gate


@pytest.mark.thorough
@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("perl")), reason="It is pasted into a shell.")
def test_its_examples_can_be_pasted(tmp_path: Path) -> None:
    copy, programs = tmp_path / "copy", tmp_path / "programs"
    for part in ("spec", "interpreter", "checker", ".typing", "tests"):
        shutil.copytree(ROOT / part, copy / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    programs.mkdir()
    (programs / "superko").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m superko "$@"\n', encoding="utf-8")
    (programs / "superko").chmod(0o755)
    there = {
        "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join((str(copy / ".typing"), str(copy))),
        "COLUMNS": "100",
    }
    for title, (status, says) in SHOWS.items():
        pasted = subprocess.run(
            ["bash", "-c", SECTIONS[title]],
            cwd=copy,
            env={**os.environ, **there},
            capture_output=True,
            text=True,
            check=False,
        )
        printed = pasted.stdout + pasted.stderr
        assert (pasted.returncode, says in printed) == (status, True), printed
    assert "claim/club-first-point" in (copy / "checker" / "claims" / "CLAIMS.md").read_text(encoding="utf-8")


def test_every_section_that_adds_something_is_tried() -> None:
    assert [title for title, pasted in SECTIONS.items() if "spec/" in pasted or title.startswith("Add")] == [*SHOWS]
