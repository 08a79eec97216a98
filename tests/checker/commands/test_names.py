"""Names: found by id, by last part, by words, and nearly; and completed by the shell."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.evidence.checks import checks
from superko.checker.telling.names import TOPICS, NamedThing, did_you_mean, ids_of, speaking_of
from tests.checker.oracle.engines.reference import REFERENCE


def test_what_answers_a_topic_is_there() -> None:
    assert checks()
    for words, topic in TOPICS.items():
        assert speaking_of(words, NamedThing.CLAIM, NamedThing.READING)[: len(topic.ids)] == list(topic.ids), words


@pytest.mark.parametrize("words", ["termination", "draw", "loop", "no result", "ownership", "territory", "triple ko"])
def test_claims_are_found_by_words_with_the_answer_first(words: str) -> None:
    result = CliRunner().invoke(main, ["show", *words.split()], env={"COLUMNS": "200"})
    assert result.stdout == CliRunner().invoke(main, ["show", words], env={"COLUMNS": "200"}).stdout
    assert result.exit_code == 0
    assert result.stdout.startswith(TOPICS[words].answer)
    assert TOPICS[words].ids[0] in result.stdout


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
        (["solev", "2x2"], 'There is no command "solev". Did you mean solve?'),
        (["replay", "game.sgf", "--protocol", "japanes"], "Did you mean japanese?"),
        (["judge", "--engine", "gnugo"], 'choose "jsonl:COMMAND"'),
        (["judge", "--engine", REFERENCE, "--without", "boards"], "Did you mean board?"),
        (["judge", "--engine", REFERENCE, "--allow", "nosuicide"], "Did you mean no-suicide?"),
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
