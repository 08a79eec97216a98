"""What every command prints with `--json` is of its schema, and every schema is of something that is printed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from superko.checker.command_line import main
from superko.checker.telling import data
from tests.golden.commands import COMMANDS, MY_RULES, RECORDS

ENDLESS = """
FOREVER = PRESETS["chinese-like"].dropping("katago-v2/main/end-repeated-pass")
"""
ENGINES = "tests.checker.oracle.engines_for_the_command"
QUICK = "--rules tromp-taylor --board 2x1 --effort 30n --seed 1"
FURTHER = (
    "rules japanese-like chinese-like --json",
    "show katago-v2/main/end-two-passes --json",
    "show triple ko --json",
    "show reading/no-result --json",
    "show aga --json",
    "check --claim claim/tromp-taylor-is-preset --board 2x1 --rules my_rules.py:RULES --workers 1 --json",
    "check --claim claim/benson --list --json",
    'play 4x3 "B3 B3" --json',
    "show claim/benson --json",
    "show my_rules.py:FOREVER --json",
    "replay records/illegal-ko.sgf nosuch.sgf --json",
    "compare --values chinese-like japanese-like --board 2x1 --json",
    "solve 2x1 1x1 --rules my_rules.py:FOREVER --json",
    f"judge --engine python:{ENGINES}:Honest {QUICK} --results one.jsonl --json",
    f"judge --engine python:{ENGINES}:ForbidsSuicide {QUICK} --results one.jsonl --json",
)
SCHEMAS = json.loads(Path(data.__file__).with_name("schemas.json").read_text(encoding="utf-8"))


def kinds() -> Iterator[str]:
    """The kinds of what is printed."""
    return (reference["$ref"].rsplit("/", 1)[1] for reference in SCHEMAS["oneOf"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the commands name."""
    made = tmp_path_factory.mktemp("json")
    (made / "my_rules.py").write_text(MY_RULES + ENDLESS, encoding="utf-8")
    (made / "records").symlink_to(RECORDS)
    return made


def printed(command: str) -> list[dict[str, Any]]:
    """The JSON objects that a command prints."""
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.stdout.startswith("{"), f"{command}: {result.output}"
    if result.stdout.startswith("{\n"):
        return [json.loads(result.stdout)]
    return list(map(json.loads, result.stdout.splitlines()))


@pytest.mark.thorough
def test_every_output_is_of_its_schema_and_every_schema_has_an_output(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Draft202012Validator.check_schema(SCHEMAS)
    seen = set()
    for command in (*(command for command in COMMANDS.values() if "--json" in command), *FURTHER):
        for instance in printed(command):
            kind = instance["schema"].split("/")[1]
            validator = Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMAS["$defs"]})
            for error in validator.iter_errors(instance):
                pytest.fail(f"{command}: {error.json_path}: {error.message}")
            seen.add(kind)
    assert seen == set(kinds())


@pytest.mark.parametrize("output", [{"schema": "superko/perft/1"}, {}, {"schema": "superko/nosuch/1"}])
def test_what_is_of_no_schema_is_told(output: dict[str, Any]) -> None:
    assert list(Draft202012Validator(SCHEMAS).iter_errors(output))
