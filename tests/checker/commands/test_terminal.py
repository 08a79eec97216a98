"""Commands and the world around them: interruptions, termination, terminals without letters, outputs that are full."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import superko
from superko.checker.command_line import main
from superko.checker.commands import check_command
from superko.checker.evidence.runner import Finding, run
from superko.checker.solving.certificate import with_digest
from superko.checker.telling.interruptions import SECONDS_THAT_COUNT_AS_ONE

COMMAND = [sys.executable, "-m", "superko"]
PATIENCE = 120.0
TIMES_SENT = 12
LATER = (0.1, 0.2, 0.3, 0.4, 0.5)
QUICK = ("check", "--claim", "lemma/cleared", "--board", "2x2", "--workers", "1")


def started(*arguments: str, **changes: Any) -> subprocess.Popen[str]:
    keywords: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **changes}
    return subprocess.Popen([*COMMAND, *arguments], **keywords)


def wait_for_workers(process: subprocess.Popen[str], number: int = 2) -> None:
    """Wait until a command has started its workers: before, it may still be importing, which hears no signal."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    give_up = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < give_up:
        if not children.exists() or len(children.read_text().split()) > number:
            time.sleep(1)
            return
        time.sleep(0.05)


def ended_by(process: subprocess.Popen[str], sent: signal.Signals) -> str:
    """What a command says on standard error once a signal has ended it; an import may swallow the first of them."""
    for _ in range(TIMES_SENT):
        os.killpg(process.pid, sent) if sent is signal.SIGINT else process.send_signal(sent)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=PATIENCE / TIMES_SENT)[1]
    pytest.fail(f"{sent.name} did not end the command.")


class TestCheckIsInterrupted:
    @pytest.fixture
    def interrupted_after_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*arguments: Any, **named: Any) -> Iterator[Finding]:
            yield next(run(*arguments, **named))
            raise KeyboardInterrupt

        monkeypatch.setattr(check_command, "run", interrupted)

    @pytest.mark.thorough
    @pytest.mark.usefixtures("interrupted_after_one")
    def test_and_shows_what_was_found_until_then(self) -> None:
        result = CliRunner().invoke(main, ["check", "--claim", "lemma/cleared", "--board", "2x2", "--board", "3x2"])
        assert result.exit_code == 130
        assert "1 check, all as recorded" in result.stdout
        assert result.stderr == "Interrupted: 1 of 2 checks were not decided.\n"

    @pytest.mark.thorough
    @pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
    @pytest.mark.parametrize(
        ("sent", "status"), [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=pytest.mark.thorough)]
    )
    @pytest.mark.usefixtures("interruptible")
    def test_and_tells_as_json_what_was_not(self, sent: int, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
        def stopped(*arguments: Any, **named: Any) -> Iterator[Finding]:
            yield next(run(*arguments, **named))
            signal.raise_signal(sent)

        monkeypatch.setattr(check_command, "run", stopped)
        result = CliRunner().invoke(
            main, ["check", "--claim", "lemma/cleared", "--board", "2x2", "--board", "3x2", "--json"]
        )
        report = json.loads(result.stdout)
        assert len(report["findings"]) == len(report["undecided"]) == 1
        assert result.exit_code == status

    def test_before_anything_was_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*arguments: object) -> list[object]:
            raise KeyboardInterrupt

        monkeypatch.setattr(check_command, "chosen_checks", interrupted)
        result = CliRunner().invoke(main, ["check"])
        assert (result.exit_code, result.output) == (130, "Interrupted.\n")


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.usefixtures("interruptible")
class TestSignals:
    @pytest.mark.parametrize(
        ("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (getattr(signal, "SIGHUP", 0), 143)]
    )
    @pytest.mark.thorough
    def test_end_a_command_in_order(self, sent: signal.Signals, status: int) -> None:
        # given maps with their workers, on a machine that may be busy
        process = started("map", "french", "aga", "wmsg", "--workers", "2", "--effort", "90s", start_new_session=True)
        try:
            wait_for_workers(process)
            said = ended_by(process, sent)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        assert "Traceback" not in said
        assert "leaked" not in said
        assert process.returncode == status


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process listens to is told by Linux")
@pytest.mark.usefixtures("interruptible")
class TestFromTheStart:
    """Whenever a command is interrupted once it listens, it ends with a word: no traceback, and no `Aborted!`."""

    @staticmethod
    def wait_until_it_listens(process: subprocess.Popen[str]) -> None:
        """Being told to terminate is listened to by nobody but the command; before, Python itself is starting."""
        status = Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            caught = re.search(r"SigCgt:\s*(\w+)", status.read_text(encoding="ascii"))
            if caught and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1:
                return
            time.sleep(0.001)

    @pytest.mark.parametrize(
        "arguments", [["check"], ["map"], ["solve", "5x4"], ["rules"], ["--help"]], ids=lambda words: words[0]
    )
    @pytest.mark.parametrize("delay", [0.0, 0.05, *(pytest.param(x, marks=pytest.mark.thorough) for x in LATER)])
    def test_a_command_ends_with_a_word(self, arguments: list[str], delay: float) -> None:
        process = started(*arguments, start_new_session=True)
        try:
            self.wait_until_it_listens(process)
            time.sleep(delay)
            said = ended_by(process, signal.SIGINT) if process.poll() is None else process.communicate()[1]
        finally:
            process.kill()
        # As Python itself ends, whatever interrupts it ends it without a word.
        in_order = (0, ""), (-signal.SIGINT, ""), (130, "Interrupted.\n")
        assert (process.returncode, said) in in_order

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        "words",
        [
            "compare --values tromp-taylor tromp-taylor-ten --board 3x3",
            "judge --engine python:tests.checker.oracle.engines_for_the_command:Honest --effort 60s",
            "map",
            "solve 4x3 5x3",
            "vectors --output {}",
        ],
        ids=lambda words: words.split()[0],
    )
    def test_what_takes_long_exits_with_130(self, words: str, tmp_path: Path) -> None:
        process = started(*words.format(tmp_path / "made").split(), start_new_session=True)
        try:
            self.wait_until_it_listens(process)
            time.sleep(1.5)
            said = ended_by(process, signal.SIGINT)
        finally:
            process.kill()
        assert process.returncode == 130
        assert "Traceback" not in said


SLOW_TO_END = """
import time
from superko.checker.telling.interruptions import ended_in_order, listen_from_the_start
listen_from_the_start()
with ended_in_order():
    try:
        print("begun", flush=True)
        time.sleep(600)
    except KeyboardInterrupt:
        print("heard", flush=True)
        time.sleep(600)
"""

# Python winds up after its last handler has gone: nobody but the system then takes what it is sent.
ENDED = """
import os, signal, sys
from superko.checker.telling.interruptions import listen_from_the_start
from superko.checker.telling.terminal import ending_in_order

class Last:
    def __del__(self, kill=os.kill, own=os.getpid(), sent=signal.SIGINT):
        kill(own, sent)

sys.last = Last()
listen_from_the_start()
with ending_in_order():
    raise SystemExit(130)
"""

# Python ignores what is raised as an object goes; ctypes makes another error of what is raised in an argument.
WHERE_NOTHING_IS_HEARD = {
    "as an object goes": "kept = Object()\ndel kept\n",
    "in an argument of a call into C": "call = ctypes.pythonapi.Py_IncRef; call.argtypes = [Argument]; call(1)\n",
}
INTERRUPTED_THERE = """
import ctypes, os, signal, time
from superko.checker.telling.interruptions import ended_in_order

class Object:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

class Argument:
    exec(compile("def from_param(it): os.kill(os.getpid(), signal.SIGINT); return ctypes.py_object(it)", "", "exec"),
         in_ctypes := {"__name__": "ctypes", "ctypes": ctypes, "os": os, "signal": signal})
    from_param = in_ctypes["from_param"]

with ended_in_order():
    try:
        exec(what)
        time.sleep(600)
    except KeyboardInterrupt:
        print("heard")
"""

# An import makes dataclasses by `exec`; Python then remembers an interruption that leaves it.
IN_THE_MIDST_OF_EXEC = """
import os, signal
from superko.checker.telling.interruptions import listen_from_the_start
from superko.checker.telling.terminal import ending_in_order

listen_from_the_start()
with ending_in_order():
    try:
        exec("os.kill(os.getpid(), signal.SIGINT)")
    except KeyboardInterrupt:
        raise SystemExit(130) from None
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.usefixtures("interruptible")
class TestWhatTakesLongToEnd:
    @pytest.mark.parametrize(
        ("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (getattr(signal, "SIGHUP", 0), 143)]
    )
    @pytest.mark.every_case
    def test_ends_at_once_when_asked_again(self, sent: int, status: int) -> None:
        command = [sys.executable, "-c", SLOW_TO_END]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
            try:
                assert process.stdout.readline() == "begun\n"
                process.send_signal(sent)
                process.send_signal(sent)  # Both at a time are meant once.
                assert process.stdout.readline() == "heard\n"
                time.sleep(2 * SECONDS_THAT_COUNT_AS_ONE)
                process.send_signal(sent)
                assert process.wait(PATIENCE) == status
            finally:
                process.kill()

    def test_once_it_has_ended_keeps_its_status_as_python_winds_up(self) -> None:
        ran = subprocess.run([sys.executable, "-c", ENDED], capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (130, "")

    def test_interrupted_in_the_midst_of_an_import_keeps_its_status(self, tmp_path: Path) -> None:
        (tmp_path / "interrupted.py").write_text(IN_THE_MIDST_OF_EXEC, encoding="utf-8")
        command = [sys.executable, "-m", "interrupted"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (130, "")

    @pytest.mark.parametrize("place", WHERE_NOTHING_IS_HEARD)
    def test_interrupted_where_nothing_is_heard_hears_it_once_that_is_left(self, place: str) -> None:
        program = f"what = {WHERE_NOTHING_IS_HEARD[place]!r}{INTERRUPTED_THERE}"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "heard\n", "")

    def test_a_solver_does_not_take_an_interruption_for_itself(self) -> None:
        program = "import z3; import superko.checker.proofs.solvers; print(z3.get_param('ctrl_c'))"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert ran.stdout == "false\n"


class TestTheOutput:
    @pytest.mark.thorough
    def test_has_question_marks_for_letters_that_the_terminal_lacks(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "200"}
        ran = subprocess.run(
            [*COMMAND, "show", "fact/legal-positions"], env=environment, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "1x1 ? " in ran.stdout

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
    @pytest.mark.parametrize("arguments", [["rules"], ["--help"]])
    def test_that_is_full_is_told_of_in_a_sentence(self, arguments: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            ran = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert ran.stderr == "Error: The output can't be written: No space left on device.\n"
        assert ran.returncode == 2

    @pytest.mark.skipif(os.name != "posix", reason="pipes are those of POSIX")
    @pytest.mark.parametrize("arguments", [["rules"], ["rules", "aga", "--json"], ["solve", "2x1", "1x1"]])
    def test_that_nobody_reads_any_more_ends_the_command_without_a_word(self, arguments: list[str]) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        ran = subprocess.run([*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
        os.close(writing)
        assert ran.stderr == ""
        assert ran.returncode == 141


def test_the_package_can_be_run_as_the_command() -> None:
    ran = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.startswith("superko, version")) == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [["perft", "2x2"], ["graph", "2x1"], ["check", "--list"], ["show", "benson"], ["rules", "aga"]],
)
def test_json_leaves_standard_error_empty_also_on_a_terminal(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = CliRunner().invoke(main, [*arguments, "--json"])
    assert result.stderr == ""
    json.loads(result.stdout)


COMMANDS_A_TERMINAL = "\x1b]0;owned\x07\x1b[31m\x9b31m\u202e"


class TestTextsOfOthersCommandNoTerminal:
    """A name of a file, and what stands in a record or a certificate, is written so that all of it shows."""

    def said(self, *arguments: str) -> str:
        ended = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert ended.returncode != 70
        return ended.stdout + ended.stderr

    def assert_harmless(self, text: str) -> None:
        assert "owned" in text
        assert not set("\x1b\x07\x9b\u202e") & set(text)

    @pytest.mark.skipif(os.name != "posix", reason="Elsewhere no file has such a name.")
    @pytest.mark.parametrize("command", ["replay", "show", "verify", "explore"])
    def test_the_name_of_a_file(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / f"{COMMANDS_A_TERMINAL}.sgf"
        file.write_text("nothing", encoding="ascii")
        self.assert_harmless(self.said(*command.split(), str(file)))

    def test_a_game_record(self, tmp_path: Path) -> None:
        text = COMMANDS_A_TERMINAL.replace("]", r"\]")
        (tmp_path / "game.sgf").write_text(f"(;SZ[3]RU[{text}]PB[{text}]C[{text}];B[bb]C[{text}])", encoding="utf-8")
        self.assert_harmless(self.said("replay", str(tmp_path / "game.sgf")))

    def test_the_version_in_a_certificate(self, tmp_path: Path) -> None:
        file = tmp_path / "value.json"
        self.said("solve", "2x1", "--output", str(file))
        made = json.loads(file.read_text(encoding="utf-8"))
        del made["digest"]
        made |= {"version": COMMANDS_A_TERMINAL, "command": COMMANDS_A_TERMINAL}
        file.write_text(json.dumps(with_digest(made)), encoding="ascii")
        self.assert_harmless(self.said("verify", str(file)))

    def test_every_console_of_the_product_is_one_that_writes_it_so(self) -> None:
        for room in ("checker", "interpreter"):
            for file in Path(superko.__file__ or "").parent.joinpath(room).resolve().rglob("*.py"):
                assert "rich.console import" not in file.read_text(encoding="utf-8"), file
