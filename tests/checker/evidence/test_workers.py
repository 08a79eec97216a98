"""Processes beside each other: every task is answered for, whatever becomes of the process that works on it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from superko.checker.evidence import runner
from superko.checker.evidence.checks import checks
from superko.checker.evidence.choosing import askable
from superko.checker.evidence.runner import Trouble
from superko.checker.evidence.verdict import Outcome
from superko.checker.evidence.workers import MEBIBYTE, Lost, TaskLimits, in_processes
from superko.interpreter.rules_files import named_rules

ENOUGH = 4 << 30


def work(name: str) -> str:
    """Do what the name of a task says."""
    if name.startswith("die"):
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("sleep"):
        time.sleep(60)
    if name.startswith("eat"):
        eaten = b"1" * (900 * MEBIBYTE)
        time.sleep(60)
        assert eaten
    return name.upper()


def work_or_die(name: str, **asked: Any) -> runner.Timed:
    """Decide a check, but for one board on which the process dies."""
    if "2x1" in name:
        os._exit(3)
    return runner.timed(name, **asked)


class TestProcesses:
    def test_answer_every_task_once(self) -> None:
        names = [f"task {number}" for number in range(7)]
        assert sorted(map(str, in_processes(work, names, 2))) == [name.upper() for name in names]

    @pytest.mark.thorough
    def test_that_die_are_told_and_the_others_go_on(self) -> None:
        answers = list(in_processes(work, ["die", "a", "b", "die again", "c"], 2))
        assert {answer for answer in answers if isinstance(answer, str)} == {"A", "B", "C"}
        lost = [answer for answer in answers if isinstance(answer, Lost)]
        assert {task.name for task in lost} == {"die", "die again"}
        assert all("SIGKILL" in task.reason for task in lost)

    @pytest.mark.thorough
    def test_that_take_too_long_are_ended(self) -> None:
        started = time.monotonic()
        answers = list(in_processes(work, ["sleep", "a"], 1, TaskLimits(3, ENOUGH)))
        assert time.monotonic() - started < 30
        assert answers == [Lost("sleep", "It was stopped after 3 s.", was_stopped=True), "A"]

    @pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="The system does not tell.")
    @pytest.mark.thorough
    def test_that_take_too_much_memory_are_ended(self) -> None:
        answers = list(in_processes(work, ["eat", "a"], 1, TaskLimits(60, 500 * MEBIBYTE)))
        assert answers == [Lost("eat", "It was stopped at 500 MiB of memory.", was_stopped=True), "A"]

    def test_take_a_task_only_when_one_of_them_is_free(self) -> None:
        names = iter("abcdef")
        with closing(in_processes(work, names, 2)) as answers:
            assert next(answers) in ("A", "B")
        assert [*names] == [*"cdef"]

    @pytest.mark.thorough
    def test_end_when_nobody_waits_for_them(self) -> None:
        started = time.monotonic()
        with closing(in_processes(work, ["a", "sleep", "sleep too"], 2)) as answers:
            assert next(answers) == "A"
        assert time.monotonic() - started < 30


PARENT = """
import os, signal, sys
from tests.checker.evidence.test_workers import work
from superko.checker.evidence.workers import in_processes
answers = in_processes(work, ["a", "sleep"], 1)
next(answers)
print(" ".join(child for child in open(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read().split()), flush=True)
next(answers)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="It looks for processes in /proc.")
@pytest.mark.thorough
def test_processes_end_with_a_parent_that_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = parent.stdout.readline().split()
    assert children
    parent.kill()
    parent.communicate()
    for _ in range(100):
        if not any(Path("/proc", child).exists() for child in children):
            return
        time.sleep(0.1)
    pytest.fail("A process outlived its parent.")


@pytest.mark.thorough
def test_a_check_whose_process_dies_is_not_decided_and_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [
        check for check in checks().values() if check.claim == "claim/aga-area-sum" and check.board in "1x1 2x1 2x2"
    ]
    monkeypatch.setattr(runner, "timed", work_or_die)
    findings = {finding.check.board: finding for finding in runner.run(chosen, 2)}
    died = findings.pop("2x1")
    assert (died.verdict.outcome, died.trouble, died.as_recorded) == (Outcome.UNKNOWN, Trouble.LOST, False)
    assert "exit status 3" in died.verdict.notes
    assert all(finding.as_recorded for finding in findings.values())


RULES_THAT_EAT = """
from superko.spec.rules import Rules

eaten = []

def eats(record):
    while record.turn:
        eaten.append("more" * 20_000_000)
    return False

def waits(record):
    while record.turn:
        pass
    return False

EATING = Rules().replacing("katago-v2/main/end-two-passes", eats, "It eats.")
WAITING = Rules().replacing("katago-v2/main/end-two-passes", waits, "It waits.")
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "bound", "reason"),
    [
        ("EATING", TaskLimits(60, 700 * MEBIBYTE), "It was stopped at 700 MiB of memory."),
        pytest.param("WAITING", TaskLimits(4, ENOUGH), "It was stopped after 4 s.", marks=pytest.mark.thorough),
    ],
)
def test_a_clause_that_takes_too_much_leaves_its_check_undecided(
    name: str, bound: TaskLimits, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(RULES_THAT_EAT)
    monkeypatch.setattr(runner, "FOR_AMENDED_RULES", bound)
    rules = f"{tmp_path / 'mine.py'}:{name}"
    check = checks()["claim/summary-situational-adds-turn 2x1 button=no, all games"]
    (finding,) = runner.run(askable([check], named_rules(rules))[0], 1, rules)
    assert (finding.verdict.outcome, finding.trouble) == (Outcome.UNKNOWN, None)
    assert reason in finding.verdict.notes
