"""A clause of a rules author that raises an exception, or is missing, is told in one sentence, whatever was asked."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.telling.terminal import Exit

RULES = '''
from superko.spec.presets import PRESETS


def failing(record):
    """It fails after two passes."""
    return record.pass_run > 1 // (2 - record.pass_run)


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", failing)
'''
FAILS = "The clause katago-v2/main/end-two-passes fails in rules.py, line 7"


@pytest.mark.parametrize(
    "command",
    [
        "perft 2x1 --depth 3 --rules {}",
        "solve 2x1 --rules {}",
        "compare {} chinese --board 2x1",
        "compare-values {} chinese --board 2x1",
        "play 2x1 'pass pass' --rules {}",
    ],
)
def test_the_clause_its_line_and_the_exception_are_told(command: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    arguments = [word.format(f"{tmp_path / 'rules.py'}:RULES") for word in shlex.split(command)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert FAILS in result.stderr
    assert "ZeroDivisionError" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_what_rules_no_longer_decide_is_told(tmp_path: Path) -> None:
    rules = "PRESETS['chinese-2002'].dropping('chinese-2002/presupposed#pass')"
    text = f"from superko.spec.presets import PRESETS\n\nRULES = {rules}\n"
    (tmp_path / "rules.py").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["perft", "2x1", "--depth", "2", "--rules", f"{tmp_path / 'rules.py'}:RULES"])
    assert result.exit_code == Exit.NOT_UNDERSTOOD
    assert result.stderr.endswith("Exactly one clause must decide PASS in phase main; no clause does.\n")
