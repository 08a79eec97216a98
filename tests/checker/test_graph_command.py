"""`superko graph`: what it prints, what it writes, and what it exits with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import graph_command
from superko.checker.graph import export
from superko.checker.graph import graph as coded_graph
from superko.checker.graph.graph import CodedGraph, ExploredSoFar
from superko.checker.graph.properties import NAMED
from superko.checker.phase import dependence
from superko.checker.phase.turns import Turns
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

NO_CORNER = """
from superko.spec.parameters import Ko
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules


def never_at_a(play):
    \"\"\"Nobody may play at A1.\"\"\"
    return play.point != 1


RULES = Rules(ko=Ko.SIMPLE).adding(make_clause(never_at_a, "house/corner", decides=Decision.PSEUDOLEGAL))
"""
MEMORY_AND_TIME = {"seconds", "peak_memory"}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(graph_command.graph_command, [str(argument) for argument in arguments])


def explored(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    numbers = json.loads(result.stdout)
    assert all(numbers[name] > 0 for name in MEMORY_AND_TIME)
    return {name: value for name, value in numbers.items() if name not in MEMORY_AND_TIME}


class TestTheClauses:
    @pytest.mark.parametrize(
        "asked",
        ["2x2", "3x2 --rules ko=SIMPLE,suicide=no", "2x2 --rules ko=SIMPLE --no-symmetry", "3x1 --phase cleanup1"],
    )
    def test_every_move_is_legal_or_forbidden_by_one_of_them(self, asked: str) -> None:
        numbers = explored(*asked.split(), "--clauses")
        board, forbidden = numbers["board"], numbers["clauses"]
        assert isinstance(board, str)
        assert isinstance(forbidden, dict)
        width, height = map(int, board.split("x"))
        assert sum(forbidden.values()) + numbers["moves"] == numbers["situations"] * width * height

    def test_that_a_user_wrote_are_counted_too(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text(NO_CORNER, encoding="utf-8")
        numbers = explored("2x1", "--rules", f"{tmp_path / 'mine.py'}:RULES", "--clauses")
        assert (numbers["situations"], numbers["moves"]) == (6, 2)
        forbidden = {"katago-v2/move/pseudolegal#empty": 4, "house/corner": 6}
        assert (
            numbers["clauses"]
            == dict.fromkeys(("katago-v2/move/no-null-change", "katago-v2/main/legal-simple-ko"), 0) | forbidden
        )

    def test_are_told_the_rarest_first_and_those_that_never_act_last(self) -> None:
        lines = run("2x2", "--clauses").stdout.splitlines()
        assert lines[-2].split() == ["256", "katago-v2/move/pseudolegal#empty"]
        assert lines[-1] == "Never: katago-v2/main/legal-simple-ko."


class TestTheNumbers:
    def test_are_printed_with_time_and_memory(self) -> None:
        result = run("3x2", "--rules", "chinese-like")
        assert result.exit_code == 0
        assert "3x2 in phase main under chinese-like" in result.stdout
        assert "1,002 situations, 148 up to symmetry" in result.stdout
        assert "2,236 legal moves" in result.stdout
        assert "654 on cycles without a pass, so that a game can go round" in result.stdout
        assert " s, " in result.stdout
        assert "MiB of memory" in result.stdout

    def test_are_given_as_json(self) -> None:
        numbers = explored("3x2")
        assert numbers.pop("rate") > 0
        assert numbers.pop("rules") == explored("2x1", "--rules", "ko=SIMPLE")["rules"]
        assert numbers == {
            "schema": "superko/graph/1",
            "board": "3x2",
            "phase": "main",
            "symmetry": True,
            "complete": True,
            "depth": 11,
            "situations": 1002,
            "explored": 148,
            "moves": 2344,
            "unblocks": 0,
            "on_cycles": 796,
        }

    def test_are_the_same_without_symmetry(self) -> None:
        with_symmetry, without = explored("3x2"), explored("3x2", "--no-symmetry")
        differing = {name for name in with_symmetry.keys() - {"rate"} if with_symmetry[name] != without[name]}
        assert differing <= {"symmetry", "explored"}
        assert without["explored"] == without["situations"]
        assert "explored" not in run("3x2", "--no-symmetry").stdout

    @pytest.mark.parametrize("phase", ["cleanup1", "cleanup2"])
    def test_of_a_cleanup_phase_take_in_unblock_actions(self, phase: str) -> None:
        result = run("3x2", "--phase", phase, "--rules", "japanese-like")
        assert result.exit_code == 0
        assert f"3x2 in phase {phase} under japanese-like" in result.stdout
        assert "1,298 situations, 185 up to symmetry" in result.stdout
        assert "2,596 legal moves" in result.stdout
        assert "32 unblock actions" in result.stdout
        assert "742 on cycles without a pass; a game can go round where it makes no ko-move twice" in result.stdout

    def test_say_where_no_game_goes_round_without_a_pass(self) -> None:
        assert "none on a cycle without a pass" in run("2x1").stdout


class TestAnExportedGraph:
    def test_of_arrays_has_what_stands_and_where_moves_and_passes_lead(self, tmp_path: Path) -> None:
        assert run("3x2", "--no-symmetry", "--output", tmp_path / "graph.npz").exit_code == 0
        arrays = np.load(tmp_path / "graph.npz")
        assert (arrays["width"], arrays["height"], arrays["situations"].sum()) == (3, 2, 1002)
        assert (len(arrays["moves_indices"]), len(arrays["moves_indptr"])) == (2344, 1003)
        first, after_pass = arrays["first"], arrays["passes"][arrays["first"]]
        assert [arrays["white_to_play"][number] for number in (first, after_pass)] == [False, True]
        assert not any(arrays[color][number] for color in ("black", "white") for number in (first, after_pass))

    def test_of_arrays_counts_the_images_of_each_situation(self, tmp_path: Path) -> None:
        assert run("3x2", "--output", tmp_path / "graph.npz").exit_code == 0
        arrays = np.load(tmp_path / "graph.npz")
        assert (len(arrays["black"]), arrays["situations"].sum()) == (148, 1002)

    def test_of_graphml_has_every_situation_and_turn(self, tmp_path: Path) -> None:
        assert run("4x1", "--output", tmp_path / "graph.graphml").exit_code == 0
        graph = nx.read_graphml(tmp_path / "graph.graphml")
        by_situation = {
            (attributes["board"], attributes["player"], attributes["banned"]): node
            for node, attributes in graph.nodes(data=True)
        }
        assert len(by_situation) == len(graph) == 90
        step = by_situation[".XO.", "B", ""], by_situation[".X.X", "W", "C1"]
        assert graph.edges[step]["turns"] == "D1"
        assert sum("pass" not in turns for _, _, turns in graph.edges(data="turns")) == 148

    def test_of_dot_has_every_situation_and_dashed_passes(self, tmp_path: Path) -> None:
        assert run("2x1", "--output", tmp_path / "graph.dot").exit_code == 0
        text = (tmp_path / "graph.dot").read_text()
        assert text.startswith("digraph situations {\n")
        assert text.endswith("}\n")
        assert (text.count(" [label=") - text.count(" -> "), text.count("style=dashed")) == (14, 14)
        assert r'[label="X.\nW"]' in text

    def test_of_a_cleanup_phase_has_marks_and_unblock_actions(self, tmp_path: Path) -> None:
        assert run("2x1", "--phase", "cleanup1", "--output", tmp_path / "graph.graphml").exit_code == 0
        graph = nx.read_graphml(tmp_path / "graph.graphml")
        by_situation = {
            (attributes["board"], attributes["player"], attributes["marks"]): node
            for node, attributes in graph.nodes(data=True)
        }
        assert len(by_situation) == len(graph) == 18
        step = by_situation[".X", "W", "B1"], by_situation[".X", "B", ""]
        assert graph.edges[step]["turns"] == "unblock B1"
        assert run("4x1", "--phase", "cleanup1", "--output", tmp_path / "graph.npz").exit_code == 0
        arrays = np.load(tmp_path / "graph.npz")
        assert (arrays["situations"].sum(), len(arrays["unblocks_indices"]), arrays["marks"].any()) == (214, 6, True)
        assert run("2x1", "--phase", "cleanup2", "--output", tmp_path / "graph.dot").exit_code == 0
        assert r'[label="X.\nB with A1 marked"]' in (tmp_path / "graph.dot").read_text()

    @pytest.mark.parametrize(
        ("board", "name", "message"),
        [
            (
                "3x2",
                "graph.dot",
                "A .dot file is for boards of up to 5 points, and 3x2 has 6; export to .graphml or .npz",
            ),
            ("4x3", "graph.graphml", "boards of up to 9 points, and 4x3 has 12; export to .npz instead"),
            ("2x1", "graph.txt", "names no format; let it end in .dot, .graphml or .npz"),
            ("2x1", "no/such/graph.npz", "no/such/graph.npz can't be written: No such file or directory."),
        ],
    )
    def test_that_would_be_of_no_use_is_refused_before_exploring(
        self, board: str, name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(graph_command, "explore", _unexpected)
        result = run(board, "--output", name)
        assert result.exit_code == 2
        assert message in result.stderr

    def test_that_the_disk_refuses_is_told_in_a_sentence(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        result = run("2x1", "--output", tmp_path / "graph.npz")
        assert result.exit_code == 2
        assert "can't be written: No space left on device." in result.stderr


def _unexpected(*_: object) -> CodedGraph:
    raise AssertionError("Nothing is to be explored.")


class TestInterrupted:
    @pytest.fixture
    def after_three_turns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        explore = coded_graph.explore

        def impatient(
            rules: object, grid: object, symmetry: bool, watch: Callable[[ExploredSoFar], None], phase: Phase
        ) -> CodedGraph:
            def watch_for_a_while(covered: ExploredSoFar) -> None:
                watch(covered)
                if covered.turns == 3:
                    raise KeyboardInterrupt

            return explore(rules, grid, symmetry, watch_for_a_while, phase)  # type: ignore[arg-type]

        monkeypatch.setattr(graph_command, "explore", impatient)

    @pytest.mark.usefixtures("after_three_turns")
    def test_an_exploration_tells_what_it_has_covered(self) -> None:
        result = run("3x3", "--no-symmetry")
        assert result.exit_code == 130
        assert "Interrupted: these take in all that up to 3 turns lead to" in result.stdout
        assert "cycles" not in result.stdout

    @pytest.mark.usefixtures("after_three_turns")
    def test_json_says_that_it_is_not_complete(self, tmp_path: Path) -> None:
        result = run("3x3", "--no-symmetry", "--json", "--output", tmp_path / "graph.npz")
        numbers = json.loads(result.stdout)
        assert result.exit_code == 130
        assert (numbers["complete"], numbers["depth"], numbers["on_cycles"]) == (False, 3, None)
        assert 0 < numbers["situations"] < 26118
        assert not (tmp_path / "graph.npz").exists()

    def test_a_count_of_cycles_leaves_the_other_numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def impatient(edges: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(coded_graph, "on_cycles", impatient)
        result = run("3x2")
        assert result.exit_code == 130
        assert "1,002 situations" in result.stdout
        assert "2,344 legal moves" in result.stdout
        assert "Interrupted: how many are on cycles without a pass is not known." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["three"], "is no board; write columns by rows"),
        (["26x1"], "sides of 1 to 25 points"),
        (["11x2"], "boards of up to 21 points; 11x2 has 22"),
        (["2x1", "--rules", "tromp-taylor"], "Situations keep no account of which states have stood"),
        (["2x1", "--rules", "no-such-rules"], "no-such-rules"),
        (["2x1", "--phase", "cleanup1", "--rules", "ko=SIMPLE"], "no cleanup phase 'cleanup1'; choose scoring=TERRIT"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_request_that_cannot_be_served_exits_with_2_and_one_sentence(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_every_format_is_named_in_the_help() -> None:
    assert all(suffix in run("--help").output for suffix in export.FORMATS)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_that_have_no_graph_are_refused_with_the_nearest_that_have_one(preset: str) -> None:
    result = run("2x1", "--rules", preset)
    if result.exit_code:
        [_, nearest] = result.stderr.split("--rules ")
        assert f"Under {preset} a situation does not decide which turns are legal." in result.stderr
        assert nearest.strip() in (f"{preset},ko=SIMPLE", "ko=SIMPLE")
        assert run("2x1", "--rules", nearest.strip()).exit_code == 0


def test_every_property_is_explained_in_the_help() -> None:
    words = " ".join(run("--help").output.split())
    said = {name: (having.__doc__ or "").rstrip(".") for name, having in NAMED.items() if name != "white-to-play"}
    assert all(f"{name} ({text[0].lower()}{text[1:]})" in words for name, text in said.items())


def test_a_refusal_names_the_amendment_by_which_passes_are_no_longer_consecutive() -> None:
    rules = Rules(ko=Ko.SIMPLE)
    forgetting = [clause.name for clause in rules.deciding(Decision.FORGETS, Phase.MAIN)]
    refusals = [refusal for refusal in map(refused, map(rules.dropping, forgetting)) if refusal]
    assert refusals
    assert all(any(f"the amendment of {name} changes it" in refusal for name in forgetting) for refusal in refusals)


def test_a_refusal_speaks_of_no_amendment_where_nothing_was_amended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependence, "forgotten", lambda rules, phase, moment: frozenset())
    refusal = refused(Rules(ko=Ko.SIMPLE))
    assert "These rules do not say which passes are consecutive" in refusal
    assert "amend" not in refusal


def refused(rules: Rules) -> str:
    """Why rules have no graph; "" where they have one."""
    try:
        Turns(rules, Grid(2, 1))
    except ValueError as error:
        return str(error)
    return ""
