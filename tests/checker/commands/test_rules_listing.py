"""`superko rules`: the clauses in force under a rule set, and what tells two rule sets apart."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import superko.checker.commands
from superko.checker.command_line import main
from superko.checker.commands.rules_command import rules_command
from superko.interpreter.rule_names import (
    KNOWN_NAMES,
    by_section,
    difference,
    guard_text,
    parameters,
    parse_rules,
    readings,
    side_by_side,
)
from superko.spec.documents import DOCUMENTS, readings_of
from superko.spec.parameters import PARAMETERS, READINGS
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clauses
from superko.spec.rules import Rules

from ...sampling import EXHAUSTIVE

RULE_SETS = (PRESETS["aga-like"], PRESETS["japanese-like"])


def run(*arguments: str, columns: int = 120) -> Result:
    return CliRunner().invoke(rules_command, list(arguments), env={"COLUMNS": str(columns)})


class TestTheListing:
    def test_has_the_value_of_every_parameter_as_guards_write_it(self) -> None:
        values = parameters(parse_rules("aga-like,komi=7.5"))
        assert values.keys() == PARAMETERS.keys()
        assert (values["ko"], values["suicide"], values["komi"]) == ("SITUATIONAL", "no", "7.5")

    def test_has_the_answer_to_every_question_left_open(self) -> None:
        values = readings(parse_rules("reading/ilr-own-stone=literal"))
        of_protocols = {reading.name for reading in readings_of("tromp-taylor")}
        assert values.keys() == {reading.name for reading in readings_of("katago-v2")} - of_protocols
        assert values["reading/ilr-own-stone"] == "literal"

    def test_has_only_what_the_document_has(self) -> None:
        ten, aga = parse_rules("tromp-taylor-ten"), parse_rules("aga,komi=7.5")
        assert (parameters(ten), readings(ten)) == ({}, {})
        assert parameters(aga) == {"scoring": "TERRITORY", "komi": "7.5", "handicap_bonus": "0"}
        assert readings(aga).keys() == {name for name in READINGS if name.startswith("reading/aga-")}

    @pytest.mark.parametrize("name", PRESETS)
    def test_has_each_clause_in_force_once_under_its_section(self, name: str) -> None:
        rules = PRESETS[name]
        listed = [clause for section in by_section(rules.in_force).values() for clause in section]
        assert sorted(clause.name for clause in listed) == sorted(clause.name for clause in rules.in_force)

    def test_says_always_where_a_clause_has_no_guard(self) -> None:
        assert {guard_text(clause) for clause in clauses("katago-v2") if not str(clause.guard)} == {"always"}


class TestTheDifference:
    def test_is_in_parameters_readings_and_clauses(self) -> None:
        apart = difference(parse_rules("tromp-taylor"), parse_rules("ko=SIMPLE,reading/ilr-own-stone=literal"))
        assert apart[0] == {
            "ko": ("POSITIONAL", "SIMPLE"),
            "reading/ilr-own-stone": ("own-stone", "literal"),
        }
        bans = [beside for beside in apart[1] if beside.decides is Decision.LEGAL]
        assert [(ban.first and ban.first.id, ban.second and ban.second.id) for ban in bans] == [
            ("katago-v2/main/legal-superko", "katago-v2/main/legal-simple-ko")
        ]

    @pytest.mark.parametrize("name", PRESETS)
    def test_of_a_rule_set_and_itself_is_nothing(self, name: str) -> None:
        assert difference(PRESETS[name], PRESETS[name]) == ({}, ())

    def test_turned_around_swaps_the_sides(self) -> None:
        pairs = [
            {(one.first, one.second)[::way] for one in side_by_side(*RULE_SETS[::way]) if one.same} for way in (1, -1)
        ]
        assert pairs[0] == pairs[1] != set()

    @pytest.mark.parametrize(
        ("first", "second"), [*combinations((document.usual for document in DOCUMENTS.values()), 2)]
    )
    def test_names_each_clause_once_beside_one_that_decides_the_same(self, first: Rules, second: Rules) -> None:
        beside = [(each.first, each.second, each.same) for each in side_by_side(first, second)]
        assert Counter(one.name for one, _, _ in beside if one) == Counter(clause.name for clause in first.in_force)
        assert Counter(two.name for _, two, _ in beside if two) == Counter(clause.name for clause in second.in_force)
        both = [(one, two, same) for one, two, same in beside if one and two]
        assert all(one.decides is two.decides and (one.function is two.function) is same for one, two, same in both)
        apart = [(one and one.function, two and two.function) for one, two, same in beside if one and two and not same]
        assert not {one for one, _ in apart} & {two for _, two in apart}


class TestTheCommand:
    @pytest.mark.parametrize("columns", [80, 120])
    def test_gives_the_name_of_every_clause_a_line_of_its_own(self, columns: int) -> None:
        lines = run("japanese-like", columns=columns).output.splitlines()
        assert {clause.name for clause in PRESETS["japanese-like"].in_force} <= set(lines)

    def test_lists_what_has_a_name_where_none_is_given(self) -> None:
        words = run().output.replace(",", " ").split()
        assert {*PRESETS, *KNOWN_NAMES} <= set(words)

    @pytest.mark.parametrize(
        "step", [20, pytest.param(11, marks=pytest.mark.thorough), pytest.param(1, marks=EXHAUSTIVE)]
    )
    def test_says_of_any_two_names_what_tells_them_apart_or_that_nothing_does(self, step: int) -> None:
        for first, second in [*combinations([*PRESETS, *KNOWN_NAMES], 2)][::step]:
            result, apart = run(first, second, columns=300), difference(parse_rules(first), parse_rules(second))
            clauses_apart = (clause for beside in apart[1] for clause in (beside.first, beside.second) if clause)
            differing = [*apart[0], *(clause.name for clause in clauses_apart)]
            assert result.exit_code == 0, (first, second)
            assert all(name in result.stdout for name in differing), (first, second)
            assert (result.stdout == "The two rule sets are the same.\n") == (not any(apart)), (first, second)


# Tables that commands write as CSV, and what can't be written.


def test_values_are_written_as_rows(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    words = ["solve", "2x1", "3x1", "--rules", "tromp-taylor", "--rules", "aga", "--output"]
    assert CliRunner().invoke(main, [*words, str(file)]).exit_code == 0
    rows = [" ".join(row.values()) for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
    for line in ("tromp-taylor 2x1 0.0 0.0  True", "aga 3x1 3.0 3.0 B True"):
        assert any(row.startswith(line) for row in rows)


def test_tables_are_made_where_nothing_in_them_is_markup() -> None:
    commands = Path(superko.checker.commands.__file__).parent
    assert [path.name for path in commands.glob("*.py") if "Table(" in path.read_text(encoding="utf-8")] == []


def test_rules_of_a_file_with_brackets_in_its_name_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "x[" / "b].py"
    file.parent.mkdir()
    file.write_text("from superko.spec.rules import Rules\nRULES = Rules()\n", encoding="utf-8")
    done = CliRunner(env={"COLUMNS": "200"}).invoke(main, ["solve", "1x1", "2x1", "--rules", f"{file}:RULES"])
    assert f"{file}:RULES" in done.output
