"""Much that a command is asked in a line each, and what it says: transcripts, held again and compared.

A file has the name of its command. What is asked stands after `> `, as it is typed, and after ` < ` what is typed at
the questions that the command asks, with `;` between lines; `superko replay` is also asked about a record of
tests/records by its name, or about one in SGF. Below it stands what is said: each paragraph, board and score in a line,
and the exit status where it is not 0. `python -m tests.golden.write asked` writes what is said now; read the
difference.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from superko.checker.command_line import main

from ..commands import in_a_folder_of_files, without_times

FOLDER = Path(__file__).parent
SECTION, ASKED = "## ", "> "
_ASKED = re.compile(r"(?P<record>\(.*\))?(?P<words>.*?)(?: < (?P<typed>.*))?")
_BOARD = re.compile(r"(?m)^ {3,}[A-T](?: +[A-T])*\n((?: *\d+ .*\n)+)")
_SCORE = re.compile(r"(?m)^(score.*?) +Black +White +by\n((?:.* +[-\d.]+ +[-\d.]+(?:  .*)?\n)+)")
_ROW = re.compile(r" *\d+ ")
# The transcript is no longer than it must be: the transcripts of commands have what is left out here.
_LEFT_OUT = re.compile(r"(?m)^(?:To step through it|In the browser|Not tried): .*\n")


def sections() -> Iterator[tuple[str, str]]:
    """Each section of each transcript, after the command that it is of; the first line says what it shows."""
    for file in sorted(FOLDER.glob("*.txt")):
        for text in file.read_text(encoding="utf-8").split(f"\n{SECTION}"):
            yield file.stem, f"{SECTION}{text.removeprefix(SECTION).rstrip()}\n"


def said_again(command: str, section: str) -> str:
    """A section with what is said now."""
    kept = [line for line in section.splitlines() if line.startswith((SECTION, ASKED))]
    return "".join(
        f"{line}\n{said(command, line[len(ASKED) :])}" if line.startswith(ASKED) else f"{line}\n" for line in kept
    )


def said(command: str, asked: str) -> str:
    """What a command says where it is asked something."""
    match = _ASKED.fullmatch(asked)
    assert match is not None, asked
    words, typed = shlex.split(match["words"]), (match["typed"] or "").replace(";", "\n")
    if match["record"]:
        words, typed = ["-", *words], match["record"]
    elif command == "replay" and re.fullmatch(r"[\w-]+", words[0]):
        words[0] = f"records/{words[0]}.sgf"
    wide = {"COLUMNS": "2000", "NO_COLOR": "1", "TERM": "dumb"}
    with in_a_folder_of_files():
        result = CliRunner().invoke(main, [command, *words], input=f"{typed}\n", env=wide)
    output = "".join(f"{line.rstrip()}\n" for line in without_times(result.output).splitlines() if line.strip())
    output = _LEFT_OUT.sub("", output)
    output = _BOARD.sub(lambda board: "/".join(map(_points, board[1].splitlines())) + "\n", output)
    output = _SCORE.sub(lambda score: f"{score[1]}: {', '.join(map(_term, score[2].splitlines()))}\n", output)
    return output + (f"exit status {result.exit_code}\n" if result.exit_code else "")


def _term(row: str) -> str:
    """The points of each player for something, such as `komi 0 6.5`, without the clause."""
    return " ".join(re.split("  +", row)[:3])


def _points(row: str) -> str:
    return _ROW.sub("", row, count=1).replace(" ", "")
