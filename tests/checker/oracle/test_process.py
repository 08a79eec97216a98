"""Processes that speak in lines: whatever they do, there is an answer or a reason in time, and nothing is left."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.engine import Breakage, EngineBroke, Unsupported
from superko.checker.oracle.engines import process as processes
from superko.checker.oracle.engines.process import (
    LINES_KEPT,
    LineProcess,
    Transcript,
    arguments,
    needs_shell,
    printable,
)

from .programs import Program, running, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="what is running is looked up in /proc")

SOON = 0.3
LONG = 30.0
SECONDS_TO_END = 2.0
CHILD = "import subprocess, sys\nchild = [sys.executable, '-c', 'import time; time.sleep(1000)', sys.argv[1]]\n"
ECHO = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"

ENDS = {
    "crashes at once": ("raise SystemExit(3)", "It ended with status 3."),
    "crashes when it is asked": ("input(); raise SystemExit(4)", "It ended with status 4."),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "It was ended by SIGKILL."),
    "closes its output": ("import os, time; os.close(1); time.sleep(1000)", "It closed its output before it answered."),
    "leaves a child that holds the pipe": (CHILD + "subprocess.Popen(child)", "It ended with status 0."),
}
HANGS = {
    "hangs": "import time; time.sleep(1000)",
    "answers late": "import time; time.sleep(3); print('late', flush=True)",
    "never ends its line": "import time\nwhile True:\n    print('.', end='', flush=True); time.sleep(0.01)",
    "hangs in a child": CHILD + "subprocess.run(child)",
    "is deaf to being told to end": "import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(1000)",
    "floods its error output": "import sys\nwhile True: sys.stderr.write('noise' * 1000)",
}
FLOODS = {
    "writes a huge line": "print('x' * 2_000_000)",
    "never stops": "while True: print('x')",
    "never stops on one line": "import sys\nwhile True: sys.stdout.write('x' * 1000)",
    "never stops, with bytes that are not text": "import os\nwhile True: os.write(1, bytes(range(128, 256)) + b'\\n')",
}


def broken(program: Program, timeout: float) -> tuple[EngineBroke, float]:
    """How a program broke when it was asked over and over, and after how many seconds."""
    start = time.monotonic()
    process = LineProcess(program.command, timeout, first_timeout=timeout)
    with pytest.raises(EngineBroke) as caught:
        ask(process, times=10_000)
    return caught.value, time.monotonic() - start


def ask(process: LineProcess, times: int) -> None:
    for _ in range(times):
        process.send("ask")
        process.receive()


@pytest.mark.parametrize("ending", ENDS)
def test_a_process_that_ends_is_told_of_at_once_and_nothing_is_left_of_it(ending: str) -> None:
    code, reason = ENDS[ending]
    program = Program(code)
    broke, seconds = broken(program, timeout=LONG)
    assert (broke.breakage, broke.reason) == (Breakage.CRASHED, reason)
    assert seconds < LONG / 2
    assert program.left() == []


@pytest.mark.parametrize("hang", HANGS)
def test_a_process_that_does_not_answer_is_told_of_in_time_and_nothing_is_left_of_it(hang: str) -> None:
    program = Program(HANGS[hang])
    broke, seconds = broken(program, timeout=SOON)
    assert (broke.breakage, broke.reason) == (Breakage.HUNG, "It did not answer within 0.3 seconds.")
    assert SOON <= seconds < SOON + SECONDS_TO_END
    assert program.left() == []


@pytest.mark.parametrize("flood", FLOODS)
def test_a_process_that_floods_is_told_of_before_it_fills_the_memory(flood: str) -> None:
    program = Program(FLOODS[flood])
    broke, seconds = broken(program, timeout=LONG)
    assert broke.breakage is Breakage.FLOODED
    assert seconds < LONG / 2
    assert program.left() == []


def test_a_process_that_broke_stays_broken() -> None:
    process = LineProcess(Program("print('once')").command)
    process.send("ask")
    assert process.receive() == "once"
    for _ in range(2):
        with pytest.raises(EngineBroke):
            process.receive()
        process.send("ask")
    process.close()


@pytest.fixture
def as_on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No group of processes is given signals, pipes can't be waited for, and `taskkill` ends what a process started."""
    for module, name in ((os, "killpg"), (os, "set_blocking"), (signal, "SIGKILL"), (select, "select")):
        monkeypatch.delattr(module, name)
    monkeypatch.setattr(subprocess.Popen, "kill", subprocess.Popen.terminate)
    stand_in = tmp_path / "taskkill"
    stand_in.write_text('#!/bin/sh\n[ "$1 $2 $3" = "/F /T /PID" ] && kill -9 -"$4"\n')
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)


@pytest.mark.every_case
@pytest.mark.usefixtures("as_on_windows")
@pytest.mark.parametrize(
    ("code", "timeout", "breakage"),
    [
        (ENDS["crashes when it is asked"][0], LONG, Breakage.CRASHED),
        (ENDS["closes its output"][0], LONG, Breakage.CRASHED),
        (HANGS["hangs in a child"], SOON, Breakage.HUNG),
        (HANGS["is deaf to being told to end"], SOON, Breakage.HUNG),
        (HANGS["floods its error output"], SOON, Breakage.HUNG),
        (FLOODS["never stops on one line"], LONG, Breakage.FLOODED),
    ],
    ids=["crashes", "closes its output", "hangs in a child", "is deaf", "floods its error output", "never stops"],
)
def test_windows_needs_no_call_that_it_does_not_have(code: str, timeout: float, breakage: Breakage) -> None:
    program = Program(code)
    broke, seconds = broken(program, timeout)
    assert broke.breakage is breakage
    assert seconds < LONG / 2
    wait_for(lambda: program.left() == [])


@pytest.mark.usefixtures("as_on_windows")
def test_a_process_answers_and_quits_on_windows_too() -> None:
    program = Program(ECHO)
    process = LineProcess(program.command)
    for line in ("x" * 1_000_000, "again"):
        process.send(line)
        assert process.receive() == line
    process.close("quit")
    assert program.left() == []


@pytest.mark.parametrize(
    ("command", "run"),
    [
        (r"C:\go\engine.exe --gtp", r"C:\go\engine.exe --gtp"),
        (r'"C:\Program Files (x86)\engine.exe" --gtp', r'"C:\Program Files (x86)\engine.exe" --gtp'),
        (r"cd C:\go && engine.exe", r'cmd /d /s /c "cd C:\go && engine.exe"'),
    ],
)
def test_windows_is_given_the_command_as_it_was_written(
    command: str, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "WINDOWS", True)
    assert arguments(command) == run


@pytest.mark.thorough
def test_the_first_reply_may_take_six_times_as_long() -> None:
    program = Program("import time\ntime.sleep(0.6)\nprint(input(), flush=True)\ntime.sleep(1000)")
    process = LineProcess(program.command, timeout=SOON)
    process.send("slow")
    assert process.receive() == "slow"
    start = time.monotonic()
    process.send("again")
    with pytest.raises(EngineBroke, match=r"within 0\.3 seconds"):
        process.receive()
    assert time.monotonic() - start < SOON + SECONDS_TO_END


def test_what_is_answered_is_heard_while_the_error_output_is_flooded() -> None:
    program = Program(
        """
        import sys
        for line in sys.stdin:
            sys.stderr.write("noise\\n" * 50_000)
            print(line, end="", flush=True)
        """
    )
    process = LineProcess(program.command)
    for number in range(5):
        process.send(str(number))
        assert process.receive() == str(number)
    process.close()
    assert program.left() == []


def test_sending_does_not_wait_for_a_process_that_does_not_read() -> None:
    process = LineProcess(Program(HANGS["hangs"]).command, timeout=SOON, first_timeout=SOON)
    start = time.monotonic()
    process.send("x" * 4_000_000)
    assert time.monotonic() - start < SOON
    with pytest.raises(EngineBroke) as caught:
        process.receive()
    assert caught.value.breakage is Breakage.HUNG


def test_long_lines_go_through_though_no_pipe_holds_them() -> None:
    process = LineProcess(Program(ECHO).command)
    process.send("x" * 1_000_000)
    assert process.receive() == "x" * 1_000_000
    process.close()


def test_bytes_that_are_not_text_are_received_as_escapes() -> None:
    process = LineProcess(Program(r"import os; os.write(1, b'= \xff\x00\r\n')").command)
    assert process.receive() == "= \\xff\x00"
    process.close()


def test_of_a_long_error_output_the_first_and_the_last_lines_are_kept() -> None:
    """Given a program that first says what is wrong, and then where, or the other way round, either is told."""
    for said in (20, 20_000):
        transcript = Transcript()
        transcript.error(b"starting\n" * 9)
        transcript.sent("name")
        transcript.error(b"".join(b"line %d\n" % number for number in range(1, said + 1)))
        lines = transcript.lines()
        assert lines[:2] == ("> name", "! line 1")
        assert lines[-2:] == (f"! line {said - 1}", f"! line {said}")
        assert "! ..." in lines


def test_of_a_short_error_output_no_line_is_told_twice() -> None:
    transcript = Transcript()
    transcript.error(b"starting\n")
    transcript.sent("name")
    transcript.error(b"wrong\nthere\n")
    assert transcript.lines() == ("> name", "! starting", "! wrong", "! there")


def test_the_exchange_has_the_last_lines_and_the_error_output() -> None:
    program = Program(ECHO + "    if line == 'last\\n': raise ValueError('no more')")
    process = LineProcess(program.command)
    for line in [*map(str, range(LINES_KEPT)), "last"]:
        process.send(line)
        assert process.receive() == line
    with pytest.raises(EngineBroke) as caught:
        process.receive()
    said = [line for line in caught.value.exchange if not line.startswith("!")]
    assert len(said) == LINES_KEPT
    assert said[-3:] == ["< 19", "> last", "< last"]
    assert caught.value.exchange[-1] == "! ValueError: no more"


def test_the_exchange_has_a_line_that_was_not_ended() -> None:
    broke, _ = broken(Program("import time; print('forgot the end', end='', flush=True); time.sleep(1000)"), SOON)
    assert broke.exchange == ("> ask", "< forgot the end")


def test_the_exchange_cannot_write_to_the_terminal() -> None:
    broke, _ = broken(Program(r"print('\x1b[2J\u202e' + 'x' * 5000, flush=True)"), LONG)
    assert broke.exchange[1].startswith(r"< \x1b[2J\u202exxx")
    assert len(broke.exchange[1]) < 400


def test_closing_lets_a_process_quit_in_its_own_way(tmp_path: Path) -> None:
    file = tmp_path / "said"
    program = Program(f"import pathlib\npathlib.Path({str(file)!r}).write_text(input())")
    LineProcess(program.command).close("quit")
    assert file.read_text() == "quit"


@pytest.mark.thorough
def test_closing_ends_a_stubborn_process_and_its_children_within_two_seconds() -> None:
    mark = Program("").mark
    # The shell and its child are both deaf to being told to end.
    process = LineProcess(f"trap '' TERM; sh -c 'while true; do sleep 1; done' {mark} & wait")
    wait_for(lambda: len(running(mark)) == 2)
    start = time.monotonic()
    process.close("quit")
    assert time.monotonic() - start < SECONDS_TO_END
    assert running(mark) == []
    process.close("quit")


@pytest.mark.parametrize(
    "end", ["pass", "raise KeyboardInterrupt", "import signal; signal.raise_signal(signal.SIGINT)"]
)
def test_nothing_is_left_when_the_oracle_itself_ends(end: str) -> None:
    program = Program(HANGS["hangs"])
    imported = "from superko.checker.oracle.engines.process import LineProcess"
    code = f"{imported}\nprocess = LineProcess({program.command!r})\n{end}\n"
    subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, timeout=LONG)
    assert program.left() == []


def test_an_engine_does_not_get_the_interrupt_of_the_user() -> None:
    process = LineProcess(Program("import os\nprint(os.getpid() == os.getsid(0))").command)
    assert process.receive() == "True"
    process.close()


@pytest.mark.parametrize("command", ["", "  ", "no-such-program --at-all", "/", "an 'open quote", "nul\0"])
def test_what_cannot_be_started_is_answered_by_a_sentence(command: str) -> None:
    with pytest.raises(Unsupported, match=r"^[^\n\0]+\.$"):
        LineProcess(command)


@pytest.mark.parametrize(
    "command", ["a | b", "a > b", "a && b", "a; b", "$HOME/a", "a `b`", 'a "$b"', "a *.bin", "~/a", "N=1 a", "a &"]
)
def test_a_command_that_only_a_shell_understands_goes_through_one(command: str) -> None:
    assert needs_shell(command)


@pytest.mark.parametrize("command", ["a --b c=d", "a 'b | c'", r"a b\;c", 'a "b; c"', r'a "\$b"', "a {b,c}", "a 'it'"])
def test_a_command_that_needs_no_shell_goes_through_none(command: str) -> None:
    assert not needs_shell(command)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1))
def test_quoted_words_never_need_a_shell(words: list[str]) -> None:
    assert not needs_shell(shlex.join(["program", *words]))


def test_the_shell_understands_what_is_left_to_it() -> None:
    process = LineProcess("MARK=here; echo $MARK | tr a-z A-Z")
    assert process.receive() == "HERE"
    process.close()


@given(st.text(), st.integers(0, 100))
def test_whatever_is_shown_is_one_line_that_can_be_printed(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert shown.isprintable()
    assert len(shown) <= longest + 3


@given(st.lists(st.binary()))
def test_any_error_output_is_kept_as_lines_that_can_be_printed(chunks: list[bytes]) -> None:
    transcript = Transcript()
    for chunk in chunks:
        transcript.error(chunk)
    assert all(line.startswith("! ") and line.isprintable() for line in transcript.lines())
