"""The Go Text Protocol: how lines are understood, what a reply looks like, and how a session ends."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

from superko.interpreter.gtp import respond
from superko.interpreter.gtp.protocol import COMMANDS, Command

from .gtp_conversation import refused, said, served, session

EXPECTED_BY_THE_PROTOCOL = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi fixed_handicap
    place_free_handicap set_free_handicap play genmove undo time_settings time_left final_score final_status_list
    loadsgf reg_genmove showboard
"""


def test_it_says_who_it_is() -> None:
    assert said(session(), "protocol_version") == "2"
    assert said(session(), "name") == "superko"
    assert said(session(), "version") == version("superko")


def test_every_command_of_the_protocol_is_known() -> None:
    listed = said(session(), "list_commands").split("\n")
    assert set(EXPECTED_BY_THE_PROTOCOL.split()) <= set(listed)
    assert listed == sorted(COMMANDS)
    assert all(said(session(), f"known_command {name}") == "true" for name in listed)
    assert said(session(), "known_command kata-analyze") == "false"


def test_every_command_tells_how_it_is_written() -> None:
    assert all(said(session(), f"superko-usage {name}").split()[0] == name for name in COMMANDS)
    assert said(session(), "superko-usage loadsgf") == "loadsgf FILE [MOVE]"
    assert refused(session(), "superko-usage nothing") == "unknown command"


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b"name\n", "= superko\n\n"),
        (b"7 name\n", "=7 superko\n\n"),
        (b"007 name\r\n", "=007 superko\n\n"),
        (b"\t 7\tname\t\n", "=7 superko\n\n"),
        (b"na\x00m\x07e\x7f\n", "= superko\n\n"),
        (b"name# what is it called?\n", "= superko\n\n"),
        (b"7 clear_board\n", "=7 \n\n"),
        (b"7 nothing\n", "?7 unknown command\n\n"),
        (b"7\n", "?7 unknown command\n\n"),
        (b"NAME\n", "? unknown command\n\n"),
        (b"-1 name\n", "? unknown command\n\n"),
        (b"boardsize\n", "? syntax error: write boardsize SIZE\n\n"),
        (b"name superko\n", "? syntax error: write name\n\n"),
        (b"9 echo A  b\tC\n", "=9 A b C\n\n"),
        (b"echo\n", "= \n\n"),
        ("echo \u9ed2\n".encode(), "= \u9ed2\n\n"),
        (b"echo \xff\n", "= \ufffd\n\n"),
    ],
)
def test_a_line_and_its_reply(line: bytes, reply: str) -> None:
    assert respond(session(), line)[1] == reply


@pytest.mark.parametrize("line", [b"\n", b"", b" \t\r\n", b"# 7 name\n", b"\x01\x02\n"])
def test_a_line_without_a_command_has_no_reply(line: bytes) -> None:
    start = session()
    assert respond(start, line) == (start, None)


@pytest.mark.parametrize(
    ("usage", "accepted"),
    [
        ("name", [0]),
        ("play COLOR VERTEX", [2]),
        ("loadsgf FILE [MOVE]", [1, 2]),
        ("echo ...", [0, 1, 2, 3, 4]),
        ("set_free_handicap VERTEX VERTEX ...", [2, 3, 4]),
        ("set_position [COLOR] [VERTEX] ...", [0, 1, 2, 3, 4]),
    ],
)
def test_the_usage_of_a_command_says_how_many_words_it_takes(usage: str, accepted: list[int]) -> None:
    command = Command(usage, lambda session, *words: (session, ""))
    assert [words for words in range(5) if command.takes(words)] == accepted


@pytest.mark.parametrize("line", ["time_settings 60 10 1", "time_left b 30 0", "kgs-time_settings byoyomi 300 10 3"])
def test_time_settings_are_accepted(line: str) -> None:
    assert said(session(), line) == ""


def test_the_processor_time_is_told_in_seconds() -> None:
    assert said(session(), "cputime") == "1.250"


def test_a_stream_is_answered_in_order_also_if_its_last_line_has_no_end() -> None:
    assert served(b"1 name", b"", b"# talk", b"2 play b A1", b"3 play w A1", b"4 echo x", end=b"") == (
        b"=1 superko\n\n=2 \n\n"
        b"?3 illegal move: katago-v2/move/pseudolegal: The point that a move colors is empty, but A1 is occupied.\n\n"
        b"=4 x\n\n"
    )


GTP = [sys.executable, "-c", "from superko.checker.command_line import main; main()", "gtp"]


def test_the_command_plays_the_rules_and_the_seed_that_it_is_given() -> None:
    lines = b"get_random_seed\nquery_boardsize\nget_komi\nkata-get-rules\nquit\n"
    command = [*GTP, "--rules", "japanese-like,komi=6.5", "--seed", "5"]
    process = subprocess.run(command, input=lines, capture_output=True, check=False, timeout=60)
    assert (process.returncode, process.stderr) == (0, b"")
    seed, side, komi, rules = process.stdout.decode().split("\n\n")[:4]
    assert (seed, side, komi) == ("= 5", "= 19", "= 6.5")
    assert '"scoring": "TERRITORY"' in rules


def test_rules_that_there_are_not_end_the_command_with_a_sentence() -> None:
    process = subprocess.run([*GTP, "--rules", "mine"], input=b"", capture_output=True, check=False, timeout=60)
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.startswith(b'Error: There are no rules named "mine"')
