"""A clause of a rules author that raises an exception, or is missing, is told in one sentence, whatever was asked."""

from __future__ import annotations

import json
import shlex
from math import inf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.telling.terminal import Exit
from superko.interpreter.game import Game
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.rules import Rules

RULES = '''
from superko.spec.presets import PRESETS


def failing(record):
    """It fails after two passes."""
    return record.pass_run > 1 // (2 - record.pass_run)


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", failing)
'''
FAILS = "The clause katago-v2/main/end-two-passes fails in rules.py, line 7"


def run_with(text: str, command: str, folder: Path) -> Result:
    """What a command answers whose rules, where it has braces, are those of a file with this text."""
    file = folder / "rules.py"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, [word.format(f"{file}:RULES") for word in shlex.split(command)])


@pytest.mark.parametrize(
    "command",
    [
        "perft 2x1 --depth 3 --rules {}",
        "solve 2x1 --rules {}",
        "compare {} chinese --board 2x1",
        "compare --values {} chinese --board 2x1",
        "play 2x1 'pass pass' --rules {}",
    ],
)
def test_the_clause_its_line_and_the_exception_are_told(command: str, tmp_path: Path) -> None:
    result = run_with(RULES, command, tmp_path)
    assert result.exit_code == 2
    assert FAILS in result.stderr
    assert "ZeroDivisionError" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_an_exception_that_brings_its_own_full_stop_gets_no_second_one(tmp_path: Path) -> None:
    text = RULES.replace("return record.pass_run > 1 // (2 - record.pass_run)", 'raise ValueError("Bad luck.")')
    (tmp_path / "rules.py").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", "2x1", "pass pass", "--rules", f"{tmp_path / 'rules.py'}:RULES"])
    assert result.stderr.endswith("ValueError: Bad luck.\n")


def test_a_clause_that_asks_for_what_is_not_there_is_answered_with_what_is(tmp_path: Path) -> None:
    text = RULES.replace("record.pass_run > 1 // (2 - record.pass_run)", "record.lacks(record.state)")
    assert run_with(text, "play 2x1 'pass' --rules {}", tmp_path).stderr.endswith(
        "Record has no `lacks`; it has rules, position, state, turn, last, previous, phase_turn, began, earlier, "
        "since_pass, passed_from, made, pass_run, passes, tally.\n"
    )


def test_what_rules_no_longer_decide_is_told(tmp_path: Path) -> None:
    rules = "PRESETS['chinese-2002'].dropping('chinese-2002/presupposed#pass')"
    text = f"from superko.spec.presets import PRESETS\n\nRULES = {rules}\n"
    (tmp_path / "rules.py").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["perft", "2x1", "--depth", "2", "--rules", f"{tmp_path / 'rules.py'}:RULES"])
    assert result.exit_code == Exit.NOT_UNDERSTOOD
    assert result.stderr.endswith("No clause in force decides PASS in phase main: what stands after a pass.\n")


NO_NUMBER = '''
from superko.spec.presets import PRESETS


def endless(ended, color):
    """A player scores more than can be told."""
    return float("{}")


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/area/score-none#stones", endless)
'''
NO_NUMBER_IS_TOLD = "The clause katago-v2/area/score-none#stones gives Black {}, no finite number of points."
REQUESTS = ({"cmd": "new", "width": 2, "height": 1}, {"cmd": "play", "turns": ["pass", "pass"]})


@pytest.mark.parametrize("number", ["nan", "inf"])
@pytest.mark.parametrize("command", ["solve 2x1 --effort 5s", "play 2x1 'pass pass'", "replay -"])
def test_a_score_that_is_no_finite_number_is_told_with_its_clause(command: str, number: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(NO_NUMBER.format(number), encoding="utf-8")
    arguments = [*shlex.split(command), "--rules", f"{tmp_path / 'rules.py'}:RULES"]
    result = CliRunner().invoke(main, arguments, input="(;SZ[2];B[];W[])")
    assert result.exit_code == Exit.NOT_UNDERSTOOD
    assert result.stderr == f"Error: {NO_NUMBER_IS_TOLD.format(number)}\n"


def test_values_under_other_rules_are_told_beside_it_and_the_referee_answers(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(NO_NUMBER.format("nan"), encoding="utf-8")
    named = ["--rules", f"{tmp_path / 'rules.py'}:RULES"]
    values = CliRunner().invoke(main, ["solve", "2x1", "--json", "--rules", "tromp-taylor", *named])
    first, second = json.loads(values.stdout)["values"]
    assert (first["low"], second["refused"]) == (0, NO_NUMBER_IS_TOLD.format("nan"))
    requests = "".join(json.dumps(request) + "\n" for request in REQUESTS)
    answered = CliRunner().invoke(main, ["referee", *named], input=requests)
    assert json.loads(answered.stdout.splitlines()[-1])["error"]["reason"] == NO_NUMBER_IS_TOLD.format("nan")


@pytest.mark.parametrize("points", [10**400, -inf])
def test_whatever_is_no_finite_number_is_no_score(points: Any) -> None:
    rules = Rules().replacing("katago-v2/area/score-none#stones", lambda ended, color: points, "Anything.")
    with pytest.raises(ClauseFailed, match=r"score-none#stones gives Black .{1,50}, no finite number of points\."):
        Game(rules, (2, 1)).passed_out()


FORGOTTEN = '''
from superko.spec.presets import PRESETS


def forgotten(record, play):
    """A legal move does not result in any earlier state."""
    record.earlier.lacks(record.state)


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/legal-superko", forgotten)
'''


@pytest.mark.parametrize(
    "command",
    [
        "perft 2x1 --depth 3 --rules {}",
        "solve 2x1 --rules {}",
        "compare {} chinese --board 2x1",
        "play 2x1 'A1 pass B1' --rules {}",
    ],
)
def test_a_forgotten_return_is_told(command: str, tmp_path: Path) -> None:
    result = run_with(FORGOTTEN, command, tmp_path)
    assert result.exit_code == Exit.NOT_UNDERSTOOD
    assert "The clause katago-v2/main/legal-superko fails in rules.py, line 5" in result.stderr
    assert "it returns None" in result.stderr


def test_nothing_is_proved_of_a_clause_whose_return_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(FORGOTTEN, encoding="utf-8")
    rules = f"{tmp_path / 'rules.py'}:RULES"
    arguments = ["check", "--rules", rules, "--claim", "claim/game-terminates", "--workers", "1", "--board", "2x1"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code != 0
    assert "proved" not in result.stdout


DIVIDING = '''
from superko.spec.presets import PRESETS


def divided(ended, color):
    """A player scores less, the more was captured."""
    return {}


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/area/score-none#stones", divided)
'''


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("4 // ended.captures[color]", "ZeroDivisionError: integer division or modulo by zero"),
        ("4 % ended.captures[color]", "ZeroDivisionError: integer modulo by zero"),
    ],
)
def test_a_score_that_divides_by_captures_fails_in_a_game_that_has_none(
    number: str, reason: str, tmp_path: Path
) -> None:
    result = run_with(DIVIDING.format(number), "solve 2x1 --rules {}", tmp_path)
    assert result.exit_code == Exit.NOT_UNDERSTOOD
    assert f"The clause katago-v2/area/score-none#stones fails in rules.py, line 7, after pass: {reason}" in (
        result.stderr
    )


@pytest.mark.parametrize("number", ["ended.captures[color] // 2", "min(ended.captures[color], 1)"])
def test_a_score_that_reckons_with_what_only_the_end_tells_is_solved(number: str, tmp_path: Path) -> None:
    result = run_with(DIVIDING.format(number), "solve 2x1 --rules {}", tmp_path)
    assert (result.exit_code, "A draw under best play." in result.stdout) == (Exit.AS_ASKED, True)
