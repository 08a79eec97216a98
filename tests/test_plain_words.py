"""What superko prints and publishes is plain: no words of this house that no player says, no commands that are gone."""

from __future__ import annotations

import ast
import inspect
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click
import pytest

import superko
from superko.checker.command_line import main
from superko.spec.claim import claims
from superko.spec.parameters import READINGS
from superko.spec.registry import clauses

pytestmark = pytest.mark.every_case

ROOT = Path(__file__).parents[1]
ROOMS = ("spec", "interpreter", "checker")
HOUSE_WORDS = re.compile(
    r"\b(so many|(come|comes|came|coming) to|(is|are|was|were|be|been) told|(tell|tells|told) of|told apart"
    r"|(leaves?|left) off|lets? go of|as many as|whatever else|of no account)\b",
    re.IGNORECASE,
)


def files(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        yield from (file for file in sorted(ROOT.glob(pattern)) if not {"build", "venv"} & set(file.parts))


def helps() -> Iterator[tuple[str, str]]:
    for name in main.list_commands(click.Context(main)):
        command = main.get_command(click.Context(main), name)
        assert command is not None
        yield name, command.get_help(click.Context(command))


def docstrings() -> Iterator[tuple[str, str]]:
    """What `help(superko)` shows."""
    for name in superko.__all__:
        value = getattr(superko, name)
        yield name, inspect.getdoc(value) or ""
        for part, member in inspect.getmembers(value) if inspect.isclass(value) else ():
            if not part.startswith("_"):
                yield f"{name}.{part}", inspect.getdoc(member) or ""


def sentences() -> Iterator[tuple[str, str]]:
    """The texts in the code that are no docstrings: errors, and what is said of whatever was found."""
    for file in files(*(f"{room}/**/*.py" for room in ROOMS)):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                yield f"{file.relative_to(ROOT)}:{node.lineno}", node.value


def text_of_documents() -> Iterator[tuple[str, str]]:
    yield from ((clause.name, clause.text) for clause in clauses())
    yield from ((claim.id, claim.text) for claim in claims())
    yield from ((reading.name, reading.question) for reading in READINGS.values())


def pages() -> Iterator[tuple[str, str]]:
    for file in files("*.md", ".github/*.md", *(f"{room}/**/*.md" for room in (*ROOMS, "tests"))):
        yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


def transcripts() -> Iterator[tuple[str, str]]:
    for file in files("tests/golden/commands/*.txt"):
        yield file.name, file.read_text(encoding="utf-8")


def site() -> Iterator[tuple[str, str]]:
    for file in files("checker/pages/**/*.html", "checker/pages/**/*.js"):
        code = file.read_text(encoding="utf-8")
        yield str(file.relative_to(ROOT)), re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|\{#.*?#\}", "", code, flags=re.DOTALL)


def data() -> Iterator[tuple[str, str]]:
    """What was recorded, line by line, so that what is wrong can be seen."""
    for file in files("checker/**/*.json", "checker/**/*.toml"):
        read = json.loads if file.suffix == ".json" else tomllib.loads
        for value in texts_of(read(file.read_text(encoding="utf-8"))):
            yield str(file.relative_to(ROOT)), value


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_of(part)


PRINTED: Mapping[str, Callable[[], Iterator[tuple[str, str]]]] = {
    function.__name__: function
    for function in (helps, docstrings, sentences, text_of_documents, pages, transcripts, site, data)
}


@pytest.mark.parametrize("kind", PRINTED)
def test_what_is_printed_has_no_house_words(kind: str) -> None:
    printed = [(where, " ".join(text.split())) for where, text in PRINTED[kind]()]
    assert sum(len(text.split()) for _, text in printed) > 1_000
    odd = [
        (where, text[max(0, m.start() - 60) : m.end() + 30])
        for where, text in printed
        for m in HOUSE_WORDS.finditer(text)
    ]
    assert odd == [], "\n".join(f"{where}: …{text}…" for where, text in odd)


COMMAND = re.compile(r"`superko ([a-z][a-z-]*)([^`]*)")
ALONE = re.compile(r"`(--[a-z][a-z-]*)")
OF_ALL, OF_GNU_GO = {"--help", "--version"}, {"--positional-superko", "--no-ko", "--allow-all-suicide"}


@pytest.mark.parametrize("kind", PRINTED)
def test_what_is_printed_names_commands_and_options_that_there_are(kind: str) -> None:
    main_context = click.Context(main)
    commands = {name: main.get_command(main_context, name) for name in main.list_commands(main_context)}
    options = {
        name: OF_ALL | {option for parameter in command.params for option in parameter.opts + parameter.secondary_opts}
        for name, command in commands.items()
        if command is not None
    }
    gone = []
    for where, text in PRINTED[kind]():
        made_here = re.findall(r"@click\.command\(\"([\w-]+)\"\)", text)
        for name, rest in () if where.endswith("CHANGELOG.md") else COMMAND.findall(text):
            given = set(re.findall(r"--[a-z][a-z-]*", re.sub(r'"[^"]*"', "", rest)))
            if name not in made_here and (name not in options or not given <= options[name]):
                gone.append((where, f"superko {name}{rest}"))
        known = OF_GNU_GO.union(*options.values())
        gone += [
            (where, option) for option in ALONE.findall(text) if where.endswith("README.md") and option not in known
        ]
    assert gone == [], gone


@pytest.mark.parametrize(
    "sentence",
    [
        "for so many sequences of turns",
        "tell what each turn comes to",
        "why there is no proof is told with --explain",
        "an article that does not tell of every string",
        "kos that are told apart by the coloring",
        "it was left off after 60 s",
        "at last it lets go of the board",
        "as many as there are cores",
        "whatever else stands",
    ],
)
def test_house_words_are_noticed(sentence: str) -> None:
    assert HOUSE_WORDS.search(sentence)
