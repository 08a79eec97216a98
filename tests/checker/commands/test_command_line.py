"""The `superko` command: what it lists, and that nothing is imported that a command does not need."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from superko.checker.command_line import GROUPS, SENTENCES, main
from superko.checker.telling.terminal import Exit
from tests.golden.commands import without_times

HEAVY = ("z3", "scipy", "hypothesis", "networkx", "numpy")
IMPORTED = f"""
import sys
from superko.checker.command_line import main
try:
    main(sys.argv[1:])
finally:
    print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""


ENGINE = "tests.checker.oracle.engines_for_the_command:CountsStonesOnly"
JUDGE = f"judge --effort 200n --seed 1 --rules tromp-taylor --engine python:{ENGINE}"


def command(name: str) -> click.Command:
    subcommand = main.get_command(click.Context(main), name)
    assert subcommand is not None
    return subcommand


def test_there_are_seventeen_commands_and_at_most_120_options_in_all() -> None:
    options = [
        parameter for name in SENTENCES for parameter in command(name).params if isinstance(parameter, click.Option)
    ]
    assert (len(SENTENCES), len(options) <= 120) == (17, True)


def test_the_help_lists_the_commands_in_groups() -> None:
    lines = CliRunner().invoke(main, ["--help"]).output.splitlines()
    headings = [line.removesuffix(":") for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert headings == ["Options", *GROUPS]


@pytest.mark.parametrize("name", SENTENCES)
def test_the_sentence_of_a_command_is_the_first_of_its_help(name: str) -> None:
    help_text = command(name).help
    assert help_text is not None
    assert " ".join(help_text.split("\n\n")[0].split()).startswith(SENTENCES[name])
    assert command(name).name == name


def test_the_help_lists_every_command_with_its_sentence() -> None:
    words = CliRunner().invoke(main, ["--help"]).output.split()
    for name, sentence in SENTENCES.items():
        assert name in words
        assert sentence in " ".join(words)


@pytest.mark.parametrize("name", SENTENCES)
def test_a_misspelt_command_is_refused_with_the_one_that_is_near(name: str) -> None:
    lacking = name[0] + name[2:]
    result = CliRunner().invoke(main, [lacking])
    assert (result.exit_code, f'There is no command "{lacking}".' in result.stderr) == (2, True)
    assert name in result.stderr.rpartition("Did you mean ")[2]


def test_a_command_that_is_like_none_is_refused_alone() -> None:
    result = CliRunner().invoke(main, ["xyzzy"])
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, 'Error: There is no command "xyzzy".')


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ("check my_rules.py:RULES", "(my_rules.py:RULES) Name the rules by --rules my_rules.py:RULES."),
        ("graph 2x2 chinese", "(chinese) Name the rules by --rules chinese."),
        ("solve tromp-taylor 2x2", "such as 3x3. Name the rules by --rules tromp-taylor."),
        ("perft my_rules.py:RULES", "such as 3x3. Name the rules by --rules my_rules.py:RULES."),
        ("perft tromp-taylr", "such as 3x3."),
        ("compare tromp-taylor aga area", "(area)"),
        ("compare tromp-taylor 2x2", "where a command takes it."),
    ],
)
def test_rules_and_boards_in_the_wrong_place_are_shown_the_right_one(arguments: str, hint: str) -> None:
    refused = CliRunner().invoke(main, arguments.split())
    assert (refused.exit_code, refused.stderr.strip().endswith(hint)) == (Exit.NOT_UNDERSTOOD, True), refused.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        "rules japanese-1989",
        "rules tromp-taylor aga-area",
        "solve 1x1 2x1 --rules chinese-like --rules japanese-like,hasButton=yes",
        "solve 2x1 --moves",
        "replay tests/records/japanese-marked.sgf",
        "replay tests/records/collection.sgf tests/records/aga-disputed.sgf",
        "map tromp-taylor --effort 1n",
        "compare --values tromp-taylor aga --board 2x1",
        f"{JUDGE} --board 1x1",
        f"{JUDGE} --board 2x1 --coverage",
    ],
)
def test_no_word_is_broken_on_a_narrow_terminal(arguments: str) -> None:
    assert broken_words(arguments) == set()


def broken_words(arguments: str) -> set[str]:
    """The words that a command prints on a wide terminal alone, but for how long it took."""
    wide, narrow = (
        without_times(CliRunner().invoke(main, arguments.split(), env={"COLUMNS": columns}).stdout)
        for columns in ("300", "24")
    )
    assert wide
    return {word for word in wide.split() if word.strip("─")} - set(narrow.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["rules"], ["referee"], ["rules", "tromp-taylor", "aga-area"], ["gtp"], ["replay", "-h"]],
)
def test_what_only_searches_and_proofs_need_is_not_imported(arguments: list[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED, *arguments], input="", capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr.split()) == (0, [])
