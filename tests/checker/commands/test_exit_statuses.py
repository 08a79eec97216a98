"""What commands exit with, whatever they are asked: the statuses of the table in `checker/README.md`.

Those of single requests are in `tests/golden/asked`, those of commands that are interrupted in `test_terminal`.
"""

from __future__ import annotations

import shlex
from math import inf
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from superko.checker.command_line import SENTENCES, main
from superko.checker.telling.terminal import Exit
from superko.interpreter.game import Game
from superko.interpreter.referee import Session, respond
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.rules import Rules

pytestmark = pytest.mark.every_case


def status_of(words: str) -> int:
    return CliRunner().invoke(main, shlex.split(words), input="").exit_code


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
    page = (Path(__file__).parents[3] / "checker" / "README.md").read_text(encoding="utf-8")
    assert [status for status in Exit if f"| {status.value} |" not in page] == []


# A clause of a rules author that gives no score; `tests/golden/asked` has what commands say of those that fail.


@pytest.mark.parametrize("points", [10**400, -inf, float("nan")])
def test_whatever_is_no_finite_number_is_no_score(points: Any) -> None:
    rules = Rules().replacing("katago-v2/area/score-none#stones", lambda ended, color: points, "Anything.")
    with pytest.raises(ClauseFailed, match=r"score-none#stones gives Black .{1,50}, no finite number of points\."):
        Game(rules, (2, 1)).passed_out()
    session, _ = respond(Session(rules=rules), '{"cmd": "new", "width": 2, "height": 1}')
    _, reply = respond(session, '{"cmd": "play", "turns": ["pass", "pass"]}')
    assert "no finite number of points" in str(reply)
