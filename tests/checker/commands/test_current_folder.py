"""Commands import nothing from the folder in which they are run, nor do the processes that they start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import superko

# What helper processes import first, and what people call files of their own.
NAMES = ("multiprocessing", "queue", "superko", "json", "copy", "types", "select", "numpy", "pickle", "runpy")
ROOT = Path(superko.__file__).parent.parent
COMMANDS = (
    "check --claim benson --board 2x2 --workers 2",
    "solve 2x1 --rules chinese-like --rules aga",
    "solve 3x2",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with modules that say that they were run."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + ' ')\n")
    return tmp_path


def ran(folder: Path) -> str:
    file = folder / "ran"
    return file.read_text() if file.exists() else ""


@pytest.mark.every_case
@pytest.mark.parametrize("command", COMMANDS)
def test_what_lies_in_the_current_folder_is_not_run(
    command: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}
    # As a command that was installed starts: the folder of the script is in its path, and not the current one.
    script = tmp_path_factory.mktemp("bin") / "superko_command.py"
    script.write_text("from superko.checker.command_line import main\nif __name__ == '__main__':\n    main()\n")
    started = [sys.executable, str(script), *command.split()]
    done = subprocess.run(started, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, ran(folder)) == (0, ""), done.stderr


def test_every_python_that_is_started_is_told_to_leave_that_folder_out() -> None:
    for room in ("checker", "interpreter"):
        for file in (ROOT / "superko" / room).resolve().rglob("*.py"):
            for started in re.findall(r"[\[(]sys\.executable,.*", file.read_text()):
                assert '"-P"' in started, (file, started)


def test_a_folder_of_such_modules_is_found_out_where_the_path_is_not_safe(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", "import queue"], cwd=folder, check=False)
    assert ran(folder)
