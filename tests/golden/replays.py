"""Game records of a line and what `superko replay` says of them: a transcript, held again and compared.

What is asked stands after `> `: a record of tests/records or one in SGF, then options, and after ` < ` what is typed,
with `;` between lines. Below it stands what is said: each paragraph, board and score in a line, and the exit status
where it is not 0. `python -m tests.golden.write replays` writes what is said now; read the difference.
"""

from __future__ import annotations

import re
import shlex
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from superko.checker.commands.replay_command import replay_command

FILE = Path(__file__).with_name("replays.txt")
TESTS = Path(__file__).parents[1]
SECTION, ASKED = "## ", "> "
_ASKED = re.compile(r"(?P<record>\(.*\)|[^ ]+)(?P<options>.*?)(?: < (?P<typed>.*))?")
_BOARD = re.compile(r"(?m)^ {3,}[A-T](?: +[A-T])*\n((?: *\d+ .*\n)+)")
_SCORE = re.compile(r"(?m)^(score.*?) +Black +White +by\n((?:.* +[-\d.]+ +[-\d.]+(?:  .*)?\n)+)")
_ROW = re.compile(r" *\d+ ")
# The transcript is no longer than it must be: the transcripts of commands have what is left out here.
_LEFT_OUT = re.compile(r"(?m)^(?:To step through it|In the browser): .*\n")


def sections() -> list[str]:
    """Each section of the transcript; the first line says what it shows."""
    return [SECTION + text for text in FILE.read_text(encoding="utf-8").split(SECTION)[1:]]


def said_again(section: str) -> str:
    """A section with what is said now."""
    kept = [line for line in section.splitlines() if line.startswith((SECTION, ASKED))]
    return (
        "\n".join(f"{line}\n{said(line[len(ASKED) :])}" if line.startswith(ASKED) else line for line in kept) + "\n\n"
    )


def said(asked: str) -> str:
    """What the command says where it is asked about a record."""
    match = _ASKED.fullmatch(asked)
    assert match is not None, asked
    record, typed = match["record"], (match["typed"] or "").replace(";", "\n")
    file, given = ("-", record) if record.startswith("(") else (f"records/{record}.sgf", f"{typed}\n")
    wide = {"COLUMNS": "2000", "NO_COLOR": "1"}
    with chdir(TESTS):
        result = CliRunner().invoke(replay_command, [file, *shlex.split(match["options"])], input=given, env=wide)
    output = _LEFT_OUT.sub("", "".join(f"{line.rstrip()}\n" for line in result.output.splitlines()))
    output = _BOARD.sub(lambda board: "/".join(map(_points, board[1].splitlines())) + "\n", output)
    output = _SCORE.sub(lambda score: f"{score[1]}: {', '.join(map(_term, score[2].splitlines()))}\n", output)
    lines = [line for line in output.splitlines() if line]
    return "\n".join([*lines, *([f"exit status {result.exit_code}"] if result.exit_code else [])])


def _term(row: str) -> str:
    """The points of each player for something, such as `komi 0 6.5`, without the clause."""
    return " ".join(re.split("  +", row)[:3])


def _points(row: str) -> str:
    return _ROW.sub("", row, count=1).replace(" ", "")
