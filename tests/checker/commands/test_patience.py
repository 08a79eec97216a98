"""A clause or a file of an author that goes on forever is named by every command, and none waits for it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from superko.checker.telling import patience, terminal
from superko.checker.telling.terminal import HarmlessStream
from superko.spec.algebra import Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.algebra.integers import integer_board

RULES = '''
from pathlib import Path
from time import monotonic
from superko.spec.presets import PRESETS

def forever(record):
    """It goes on forever once somebody has passed."""
    while record.pass_run:
        Path("begun").touch()
    return False

def deaf(record):
    """It hears nothing."""
    while True:
        try:
            forever(record)
        except BaseException:
            continue

def swinging(record):
    """It asks what a step leads to that goes to and fro."""
    board = record.position.coloring.board
    return board.is_empty(board.fixpoint(board.complement, board.nothing))

def slow(record):
    """It takes a while."""
    end = monotonic() + 0.3
    while monotonic() < end:
        pass
    return record.pass_run >= 2

LOOPS, DEAF, SWINGS, SLOW = (
    PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", clause)
    for clause in (forever, deaf, swinging, slow)
)
'''
CLAUSE = "katago-v2/main/end-two-passes"
COMMANDS = [
    "compare tromp-taylor rules.py:LOOPS --board 2x1 --effort 1s",
    "compare tromp-taylor rules.py:DEAF --board 2x1 --effort 1s",
    "compare --values tromp-taylor rules.py:LOOPS --board 2x1 --effort 1s",
    "solve 2x1 --rules rules.py:LOOPS --effort 1s",
    "solve 1x1 2x1 --rules rules.py:LOOPS --effort 1s",
    f"judge --engine 'jsonl:{sys.executable} -m superko referee' --rules rules.py:LOOPS --effort 1s",
]
WITHOUT_EFFORT = [
    "play 2x1 pass --rules rules.py:LOOPS",
    "perft 2x1 --depth 2 --rules rules.py:LOOPS",
    "rules forever.py:RULES",
    "show forever.py:RULES",
]
PATIENCE = 100.0
USUAL_SECONDS = 2
IN_A_HURRY = f"""
from superko.checker.command_line import main
from superko.checker.telling import patience

patience._Watch.seconds = {USUAL_SECONDS}
main()
"""
"""A program that is the command, but that waits a tenth as long where no effort is named."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "forever.py").write_text(
        "from pathlib import Path\nwhile True:\n    Path('begun').touch()\n", encoding="utf-8"
    )
    return tmp_path


def said(command: str, folder: Path, program: tuple[str, ...] = ("-m", "superko")) -> str:
    words = [sys.executable, *program, *shlex.split(command)]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode in (2, 3)
    return " ".join((ended.stdout + ended.stderr).split())


@pytest.mark.parametrize("command", COMMANDS)
def test_effort_bounds_a_clause_that_goes_on_forever(command: str, folder: Path) -> None:
    text = said(command, folder)
    # What hears nothing is ended from without, by its name alone.
    assert f"The clause {CLAUSE} fails in rules.py, line" in text or "deaf in rules.py, line" in text
    assert "was not done after 1 second" in text


@pytest.mark.parametrize("command", ["solve 2x1", "solve 1x1 2x1"])
def test_effort_bounds_what_asks_a_slow_clause_often(command: str, folder: Path) -> None:
    text = said(f"{command} --rules rules.py:SLOW --effort 1s", folder)
    assert "was not done" not in text


def test_effort_bounds_a_file_that_goes_on_forever(folder: Path) -> None:
    text = said("solve 2x1 --rules forever.py:RULES --effort 1s", folder)
    assert text.startswith("Error: forever.py can't be run: TimedOut in line ")


@pytest.mark.thorough
@pytest.mark.parametrize("command", WITHOUT_EFFORT)
def test_without_an_effort_the_usual_time_bounds_it(command: str, folder: Path) -> None:
    assert f"was not done after {USUAL_SECONDS} seconds" in said(command, folder, ("-c", IN_A_HURRY))


@pytest.mark.thorough
def test_what_timed_out_once_is_waited_for_a_second_and_no_longer(folder: Path) -> None:
    words = [sys.executable, "-c", IN_A_HURRY, "gtp", "--rules", "rules.py:LOOPS"]
    asked = "boardsize 2\n" + 4 * "play b pass\n"
    ended = subprocess.run(
        words, cwd=folder, input=asked, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.stdout.count(f"was not done after {USUAL_SECONDS} seconds") == 1
    assert ended.stdout.count("was not done after 1 second.") == 3


@pytest.mark.parametrize(("worked", "silent_for", "is_said"), [(0.3, 3, True), (0.3, 1, False), (0.0, 3, False)])
def test_who_sits_at_a_terminal_is_told_that_silent_work_goes_on(
    worked: float, silent_for: float, is_said: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "is_at_a_terminal", lambda: True)
    monkeypatch.setattr(HarmlessStream, "last_written", time.monotonic() - silent_for)
    monkeypatch.setattr(patience._Watch, "seconds_to_mention", patience.SECONDS_TO_MENTION)
    patience.say_that_it_goes_on(worked)
    assert capsys.readouterr().err == f"{patience.GOES_ON}\n" * is_said


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("play 2x1 pass --rules rules.py:LOOPS", "forever in rules.py, line "),
        ("solve 1x1 2x1 --rules rules.py:LOOPS", "forever in rules.py, line "),
        ("play 2x1 pass --rules forever.py:RULES", "forever.py was being run"),
    ],
)
def test_who_interrupts_is_told_what_was_being_run(command: str, named: str, folder: Path) -> None:
    words = [sys.executable, "-m", "superko", *shlex.split(command)]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        give_up = time.monotonic() + PATIENCE
        while not (folder / "begun").exists() and time.monotonic() < give_up:
            time.sleep(0.1)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert named in errors


def test_a_fixpoint_that_swings_is_told(folder: Path) -> None:
    text = said("compare tromp-taylor rules.py:SWINGS --board 2x1", folder)
    assert f"The clause {CLAUSE} fails in rules.py, line 23: ValueError: The step of a fixpoint adds points" in text


@pytest.mark.parametrize("board", [integer_board(2, 1), ArrayBoard(Grid(2, 1))], ids=["integers", "arrays"])
def test_no_reading_waits_for_a_fixpoint_that_swings(board: object) -> None:
    with pytest.raises(ValueError, match="adds points"):
        board.fixpoint(board.complement, board.nothing)  # type: ignore[attr-defined]
