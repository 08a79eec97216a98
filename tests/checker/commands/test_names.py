"""Names: found by id, by last part, by words, and nearly; and completed by the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.evidence.checks import checks
from superko.checker.evidence.choosing import chosen_checks
from superko.checker.telling.names import NamedThing, did_you_mean, ids_of, speaking_of, topics
from superko.interpreter.rule_names import NOTES
from tests.checker.oracle.engines.reference import REFERENCE


def test_what_answers_a_topic_is_there() -> None:
    assert checks()
    for words, topic in topics().items():
        assert speaking_of(words, NamedThing.CLAIM, NamedThing.READING)[: len(topic.ids)] == list(topic.ids), words


@pytest.mark.parametrize("words", ["termination", "draw", "loop", "no result", "ownership", "territory", "triple ko"])
def test_claims_are_found_by_words_with_the_answer_first(words: str) -> None:
    result = CliRunner().invoke(main, ["show", *words.split()], env={"COLUMNS": "200"})
    assert result.stdout == CliRunner().invoke(main, ["show", words], env={"COLUMNS": "200"}).stdout
    assert result.exit_code == 0
    assert result.stdout.startswith(topics()[words].answer)
    assert topics()[words].ids[0] in result.stdout


@pytest.mark.parametrize(
    ("words", "claim", "beside_it"),
    [
        ("button", "claim/button-reconciles", "katago-v2/main/state#button"),
        ("pass", "claim/aga-no-combination", "katago-v2/main/pass#"),
        ("komi", "fact/values", "katago-v2/area/komi"),
        ("superko", "claim/french-empty-boards", "No position may stand twice in a game"),
        ("no-suicide", "claim/sending-two-only", "`superko map --property no-suicide`"),
        ("eternal life", "fact/smallest-repetitions", ""),
        ("three kos", "claim/summary-long-cycle", ""),
        ("parity", "claim/japanese-score-is-area-less", ""),
        ("one point apart", "claim/aga-needs-equal-turns", ""),
    ],
)
def test_a_word_finds_claims_though_it_names_a_clause_or_only_the_glossary_has_it(
    words: str, claim: str, beside_it: str
) -> None:
    result = CliRunner().invoke(main, ["show", words], env={"COLUMNS": "200"})
    assert (result.exit_code, claim in result.stdout, beside_it in result.stdout) == (0, True, True)


def test_a_clause_is_found_by_its_last_part() -> None:
    assert ids_of("legal-superko", NamedThing.CLAUSE) == ["katago-v2/main/legal-superko"]
    result = CliRunner().invoke(main, ["show", "legal-superko"])
    assert (result.exit_code, "katago-v2/main/legal-superko" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["replay", "game.sgf", "--protocol", "japanes"], "Did you mean japanese?"),
        (["judge", "--engine", REFERENCE, "--without", "boards"], "Did you mean board?"),
        (["judge", "--engine", REFERENCE, "--allow", "nosuicide"], "Did you mean no-suicide?"),
        (["rules", "chines"], "Did you mean chinese?"),
        (["rules", "nope"], 'no rules named "nope". `superko rules` lists'),
    ],
)
def test_what_is_misspelt_is_told_with_what_is_near(arguments: list[str], hint: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, hint in result.stderr) == (2, True)


@pytest.mark.parametrize(
    "command", [[], ["rules"], ["show"], ["check", "--claim"], ["play", "2x1", "--rules"], ["map"]]
)
@pytest.mark.parametrize("name", ["nosuch", "nosuh", "wombat", "katago-v2/main/wombat", "claim/nosuch"])
def test_what_is_like_nothing_is_not_guessed(command: list[str], name: str) -> None:
    result = CliRunner().invoke(main, [*command, name])
    assert (result.exit_code, "Did you mean" in result.stderr) == (2, False)


def test_what_nothing_speaks_of_is_not_found() -> None:
    assert did_you_mean("qqqqqqqq") == ""
    assert speaking_of("qqqqqqqq") == []


@pytest.mark.parametrize(
    ("words", "completed"),
    [("rules japanese-l", "japanese-like"), ("show legal-superk", "katago-v2/main/legal-superko")],
)
def test_the_shell_completes_names(words: str, completed: str) -> None:
    env = {"_SUPERKO_COMPLETE": "bash_complete", "COMP_WORDS": f"superko {words}", "COMP_CWORD": "2"}
    assert completed in CliRunner().invoke(main, [], prog_name="superko", env=env).stdout


# Where a name of rules means two things, every command says which it took; and letter case does not matter.


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


def test_nothing_but_errors_is_said_beside_the_output_in_a_pipe() -> None:
    result = CliRunner().invoke(main, ["rules", "aga"])
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


@pytest.mark.usefixtures("at_a_terminal")
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
