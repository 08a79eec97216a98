"""What commands exit with: the statuses of the table in `checker/commands/README.md`, each command with what is cheap.

Those of commands that are interrupted are in `test_terminal`.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from superko.checker.command_line import SENTENCES, main
from superko.checker.telling.terminal import Exit

pytestmark = pytest.mark.every_case

LEGAL = "(;GM[1]FF[4]SZ[3]RU[Tromp-Taylor]KM[0];B[bb];W[];B[])"
ILLEGAL = "(;GM[1]FF[4]SZ[3]RU[Tromp-Taylor]KM[0];B[bb];W[bb];B[])"

JUDGED = "--rules tromp-taylor --board 2x2 --effort 400n --seed 1"
ENGINES = "tests.checker.oracle.engines_for_the_command"


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("legal.sgf", LEGAL), ("illegal.sgf", ILLEGAL)):
        Path(name).write_text(text, encoding="ascii")


def status_of(words: str) -> int:
    return CliRunner().invoke(main, shlex.split(words), input="").exit_code


@pytest.mark.usefixtures("records")
@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Exit.AS_ASKED, "graph X./.. --around 1"),
        (Exit.AS_ASKED, "check --claim claim/aga-area-sum --board 2x1 --workers 1"),
        (Exit.AS_ASKED, "check --list"),
        (Exit.AS_ASKED, "compare tromp-taylor tromp-taylor,suicide=no --board 1x1"),
        (Exit.DIFFERENCE, "compare tromp-taylor tromp-taylor,ko=SITUATIONAL --board 2x1"),
        (Exit.AS_ASKED, "compare --values tromp-taylor tromp-taylor --board 1x1"),
        (Exit.DIFFERENCE, "compare --values tromp-taylor japanese-like --board 2x1"),
        (Exit.AS_ASKED, "graph 2x1"),
        (Exit.AS_ASKED, "gtp"),
        (Exit.DIFFERENCE, "graph 2x1 --always full"),
        (Exit.AS_ASKED, f"judge --engine python:{ENGINES}:Honest {JUDGED}"),
        (Exit.DIFFERENCE, f"judge --engine python:{ENGINES}:ForbidsSuicide {JUDGED.replace('400n', '4000n')}"),
        (Exit.NOT_DECIDED, "map tromp-taylor --effort 1n"),
        (Exit.AS_ASKED, "perft 2x1 --depth 2"),
        (Exit.AS_ASKED, "play 2x1 A1"),
        (Exit.DIFFERENCE, "play 2x1 'A1 A1'"),
        (Exit.AS_ASKED, "referee"),
        (Exit.AS_ASKED, "replay legal.sgf"),
        (Exit.DIFFERENCE, "replay illegal.sgf"),
        (Exit.AS_ASKED, "rules japanese-like"),
        (Exit.AS_ASKED, "show claim/benson"),
        (Exit.AS_ASKED, "solve 1x1"),
        (Exit.NOT_DECIDED, "solve 3x3 --effort 1n"),
        (Exit.AS_ASKED, "solve 1x1 2x1"),
        (Exit.NOT_DECIDED, "solve 1x1 3x3 --effort 1n"),
        (Exit.NOT_UNDERSTOOD, f"judge --engine python:{ENGINES}:Honest {JUDGED} --timeout nan"),
        (Exit.NOT_UNDERSTOOD, "solve 1x1 --no-result inf"),
        (Exit.NOT_UNDERSTOOD, "check --claim nosuch"),
        (Exit.NOT_UNDERSTOOD, "compare tromp-taylor nosuch"),
        (Exit.NOT_UNDERSTOOD, "compare --values tromp-taylor nosuch"),
        (Exit.NOT_UNDERSTOOD, "explore 2x2 --rules nosuch"),
        (Exit.NOT_UNDERSTOOD, "graph 26x26"),
        (Exit.NOT_UNDERSTOOD, "gtp --rules nosuch"),
        (Exit.NOT_UNDERSTOOD, "judge --engine nosuch:x"),
        (Exit.NOT_UNDERSTOOD, "map nosuch"),
        (Exit.NOT_UNDERSTOOD, "perft"),
        (Exit.NOT_UNDERSTOOD, "play 2x1 Z9"),
        (Exit.NOT_UNDERSTOOD, "referee --rules nosuch"),
        (Exit.NOT_UNDERSTOOD, "replay none.sgf"),
        (Exit.NOT_UNDERSTOOD, "report ."),
        (Exit.NOT_UNDERSTOOD, "rules nosuch"),
        (Exit.NOT_UNDERSTOOD, "show nosuch"),
        (Exit.NOT_UNDERSTOOD, "solve 1x1 --rules nosuch"),
        (Exit.NOT_UNDERSTOOD, "vectors --check none.jsonl"),
        (Exit.NOT_UNDERSTOOD, "verify none.json"),
    ],
)
def test_a_command_exits_with_what_the_table_says(status: Exit, words: str) -> None:
    assert status_of(words) == status


@pytest.mark.usefixtures("records")
def test_a_certificate_exits_with_whether_it_holds() -> None:
    assert status_of("solve 2x1 --output right.json") == Exit.AS_ASKED
    certificate = Path("right.json").read_text(encoding="ascii")
    Path("wrong.json").write_text(certificate.replace('"worst": 0.0', '"worst": 1.0'), encoding="ascii")
    assert status_of("verify right.json") == Exit.AS_ASKED
    assert status_of("verify wrong.json") == Exit.DIFFERENCE


@pytest.mark.parametrize("name", SENTENCES)
def test_every_command_refuses_an_option_that_it_does_not_have(name: str) -> None:
    assert status_of(f"{name} --nosuch") == Exit.NOT_UNDERSTOOD


@pytest.mark.parametrize("name", SENTENCES)
def test_an_exception_that_nobody_expected_is_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise TypeError("'int' object is not subscriptable")

    command = main.get_command(click.Context(main), name)
    assert command is not None
    monkeypatch.setattr(command, "make_context", failing)
    result = CliRunner().invoke(main, [name])
    assert (result.exit_code, "TypeError: 'int' object" in result.stderr) == (Exit.FAILED, True)


def test_the_table_says_all_of_them() -> None:
    page = (Path(__file__).parents[3] / "checker" / "commands" / "README.md").read_text(encoding="utf-8")
    assert [status for status in Exit if f"| {status.value} |" not in page] == []
