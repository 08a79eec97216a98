"""Where a name of rules means two things, every command says which it took; and letter case does not matter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.evidence.choosing import chosen_checks
from superko.interpreter.known_names import NOTES

NOTE = NOTES["aga"]
RECORD = "(;GM[1]SZ[2]RU[AGA];B[aa];W[];B[])"
COMMANDS = (
    ["rules", "aga"],
    ["rules", "Aga", "aga-like"],
    ["compare", "AGA", "aga-area", "--board", "1x1"],
    ["check", "--rules", "aga", "--claim", "aga-area-sum", "--list"],
    ["graph", "2x1", "--rules", "aga"],
    ["perft", "1x1", "--rules", "aga"],
    ["solve", "1x1", "2x1", "--rules", "aga"],
    ["judge", "--rules", "aga", "--engine", "gtp:no-such-engine"],
    ["referee", "--rules", "aga"],
    ["gtp", "--rules", "aga"],
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
@pytest.mark.usefixtures("at_a_terminal")
def test_every_command_that_takes_rules_says_what_aga_was_taken_for(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert NOTE in result.stderr
    assert NOTE not in result.stdout


@pytest.mark.parametrize("arguments", COMMANDS[:1], ids=lambda arguments: arguments[0])
def test_nothing_but_errors_is_said_beside_the_output_in_a_pipe(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("further", [[], ["--rules", "aga"]])
@pytest.mark.usefixtures("at_a_terminal")
def test_a_replay_says_so_too_whether_the_record_or_the_request_names_them(further: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(RECORD, encoding="ascii")
    result = CliRunner().invoke(main, ["replay", str(file), *further])
    assert " ".join(result.output.split()).count(NOTE) == 1


def test_the_referees_replies_say_so_where_the_request_names_no_rules() -> None:
    new = '{"cmd": "new", "width": 1, "height": 1%s}'
    requests = "\n".join(new % rules for rules in ("", ', "rules": "Aga"', ', "rules": "aga-like"'))
    result = CliRunner().invoke(main, ["referee", "--rules", "aga"], input=requests)
    assert [json.loads(line).get("note") for line in result.stdout.splitlines()] == [NOTE, NOTE, None]


def test_a_name_with_one_meaning_is_taken_without_a_word() -> None:
    assert CliRunner().invoke(main, ["rules", "aga-like"]).stderr == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ko=SIMPLE", "KO=simple"),
        ("suicide=yes", "Suicide=YES"),
        ("button=yes", "hasbutton=Yes"),
        ("japanese", "JAPANESE"),
    ],
)
def test_checks_are_narrowed_alike_in_any_letter_case(one: str, other: str) -> None:
    checks = chosen_checks([], [], one)
    assert chosen_checks([], [], other) == checks
    assert len(checks) < len(chosen_checks([], [], None))


def test_checks_are_narrowed_by_a_reading_that_rules_name() -> None:
    # Given a claim that is decided under two answers to one question
    claim, question = "claim/japanese-status-decided", "reading/japanese-1989-first"

    # When it is asked for under the answer that is not the usual one
    chosen = chosen_checks([claim], ["3x1"], f"document=japanese-1989,{question}=owner")

    # Then it is decided under that answer alone
    assert [check.rules for check in chosen] == [f"{question}=owner"]
