"""Commands as a user would type them, each with the name of the file that holds what it printed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from superko.checker.command_line import main
from tests.checker.oracle.engines.reference import REFERENCE

FOLDER = Path(__file__).parent
RECORDS = FOLDER.parent / "records"
OUTPUTS = FOLDER / "commands"
MOST_LINES = 240

MY_RULES = '''"""Rules of one's own, such as those in which it takes three passes to end the game."""

from superko.spec.algebra import BLACK, WHITE
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules


def three_passes(record):
    """Three consecutive passes end the game."""
    return record.pass_run >= 3


def fewer(black, white):
    """The player with fewer points wins."""
    return None if black == white else BLACK if black < white else WHITE


def never_at_a(play):
    """Nobody may play at A1."""
    return play.point != 1


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", three_passes)
FEWER = PRESETS["tromp-taylor"].replacing("katago-v2/area/winner", fewer)
CORNER = Rules(ko=Ko.SIMPLE).adding(make_clause(never_at_a, "house/corner", decides=Decision.PSEUDOLEGAL))
ENDLESS = Rules().dropping("katago-v2/main/legal-superko")
'''

BROKEN = '''"""Rules with clauses that fail, or say nothing, or what can't be."""

from superko.spec.presets import PRESETS

TEXT, TWO_PASSES, STONES = PRESETS["tromp-taylor"], "katago-v2/main/end-two-passes", "katago-v2/area/score-none#stones"


def failing(record):
    """It fails after two passes."""
    return record.pass_run > 1 // (2 - record.pass_run)


def unlucky(record):
    """It fails with a full stop."""
    raise ValueError("Bad luck.")


def lacking(record):
    """It asks for what is not there."""
    return record.lacks(record.state)


def forgotten(record, play):
    """Its return is forgotten."""
    record.earlier.lacks(record.state)


def unbounded(ended, color):
    """A player scores more than can be told."""
    return float("inf")


def no_number(ended, color):
    """A player scores what is no number."""
    return float("nan")


def divided(ended, color):
    """A player scores less, the more was captured."""
    return 4 // ended.captures[color]


def remainder(ended, color):
    """A player scores what captures leave of four."""
    return 4 % ended.captures[color]


def halved(ended, color):
    """A player scores half of what was captured."""
    return ended.captures[color] // 2


def capped(ended, color):
    """A player scores one at most."""
    return min(ended.captures[color], 1)


FAILING, UNLUCKY, LACKING = (TEXT.replacing(TWO_PASSES, clause) for clause in (failing, unlucky, lacking))
FORGOTTEN = TEXT.replacing("katago-v2/main/legal-superko", forgotten)
UNBOUNDED, NO_NUMBER, DIVIDED, REMAINDER, HALVED, CAPPED = (
    TEXT.replacing(STONES, clause) for clause in (unbounded, no_number, divided, remainder, halved, capped)
)
UNDECIDED = PRESETS["chinese-2002"].dropping("chinese-2002/presupposed#pass")
'''

COMMANDS: Mapping[str, str] = {
    "help": "--help",
    "rules": "rules tromp-taylor",
    "rules-json": "rules japanese-like --json",
    "rules-two": "rules aga-like new-zealand-like",
    "rules-names": "rules",
    "rules-emit": "rules repeated-pass --emit c",
    "rules-near": "rules chinese-lik",
    "rules-unknown": "rules nosuch",
    "show-claim": "show summary-long-cycle",
    "show-whole": "show claim/ownership-difference --all",
    "show-json": "show claim/benson --json",
    "show-words": "show draw",
    "show-preset": "show tromp-taylor",
    "show": "show claim/summary-long-cycle --game 1",
    "show-clause": "show katago-v2/main/legal-superko",
    "show-reading": "show reading/no-result",
    "show-unknown": "show nosuch",
    "check": "check --claim claim/dead-stones-without-loss --board 2x2 --workers 1",
    "check-json": "check --claim claim/aga-area-sum --board 2x1 --workers 1 --json",
    "check-list": "check --list --claim claim/kgs-*",
    "check-amended": "check --rules my_rules.py:RULES --claim tromp-taylor-is-preset --board 1x1 --workers 1",
    "check-unknown": "check --claim claim/benson --board 9x9",
    "compare": "compare tromp-taylor chinese-like --board 3x1",
    "compare-json": "compare tromp-taylor my_rules.py:RULES --board 2x1 --json",
    "compare-agree": "compare tromp-taylor tromp-taylor-ten --board 2x1",
    "compare-values": "compare --values tromp-taylor chinese-like --board 2x1 --depth 2",
    "graph": "graph 3x1",
    "graph-around": "graph X. --around 1",
    "graph-json": "graph 2x2 --phase cleanup1 --json",
    "map": "map tromp-taylor --effort 5n",
    "map-json": "map tromp-taylor --effort 2n --json",
    "perft": "perft 2x2 --depth 3",
    "perft-json": "perft 2x1 --depth 3 --divide --json",
    "solve": "solve 3x1 --rules suicide=no --moves",
    "solve-json": "solve 2x1 --rules japanese-like --json",
    "solve-table": "solve 1x1 2x1 --rules tromp-taylor --rules chinese-like",
    "solve-table-json": "solve 1x1 2x1 --json",
    "replay": "replay records/japanese-marked.sgf",
    "replay-json": "replay records/illegal-ko.sgf --json",
    "replay-illegal": "replay records/illegal-ko.sgf",
    "replay-protocol": "replay records/protocol-kgs.sgf",
    "replay-aga": "replay records/aga-disputed.sgf",
    "replay-many": "replay records/collection.sgf",
    "judge": f"judge --engine {REFERENCE} --rules tromp-taylor --effort 200n --seed 1",
    "judge-unknown": "judge --engine nosuch",
}

# Seconds, and what depends on them, are not the same from run to run.
_SECONDS = re.compile(r"\d[\d,]*(?:\.\d+)? (?=s\b|seconds?\b|MiB|(?:situations )?a second)")
_SLOW = re.compile(r";\s+it\s+got\s+through\s+\d+\s+games\s+a\s+second(?=\.)")
_AS_JSON = re.compile(r'("(?:seconds|rate|peak_memory|memory)": )[\d.]+')


def printed(command: str) -> str:
    """What a command prints and exits with, on a terminal of 80 columns without color."""
    with in_a_folder_of_files(), _a_plain_terminal():
        result = CliRunner().invoke(main, shlex.split(command))
    lines = [line.rstrip() for line in without_times(result.output).splitlines()]
    if len(lines) > MOST_LINES:
        rest = "\n".join(lines[MOST_LINES:])
        lines[MOST_LINES:] = [f"... {rest.count(chr(10)) + 1} more lines, {sha256(rest.encode()).hexdigest()[:16]}"]
    return "\n".join([f"$ superko {command}", *lines, f"exit status {result.exit_code}", ""])


def without_times(output: str) -> str:
    """What is printed, without what depends on how fast the machine is."""
    return _AS_JSON.sub(r"\g<1>0", _SECONDS.sub("N ", _SLOW.sub("", output)))


@contextmanager
def in_a_folder_of_files() -> Iterator[None]:
    """Where a user would be who has written rules, and has game records."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        Path(folder, "my_rules.py").write_text(MY_RULES, encoding="utf-8")
        Path(folder, "broken.py").write_text(BROKEN, encoding="utf-8")
        Path(folder, "records").symlink_to(RECORDS)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


@contextmanager
def _a_plain_terminal() -> Iterator[None]:
    wanted = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
