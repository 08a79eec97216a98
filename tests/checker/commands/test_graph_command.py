"""`superko graph`: what it prints, what it writes, and what it exits with."""

from __future__ import annotations

import os
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import graph_command
from superko.checker.graph import as_networkx as export
from superko.checker.graph import graph as coded_graph
from superko.checker.phase import phases
from superko.checker.phase.turns import Turns
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(graph_command.graph_command, [str(argument) for argument in arguments])


def nodes_by(graph: nx.DiGraph, *names: str) -> dict[tuple[str, ...], str]:
    """The nodes of a graph by the values of some of their attributes."""
    return {tuple(attributes[name] for name in names): node for node, attributes in graph.nodes(data=True)}


class TestAnExportedGraph:
    def test_of_arrays_has_what_stands_and_where_moves_and_passes_lead(self, tmp_path: Path) -> None:
        export.export(coded_graph.explore(Rules(ko=Ko.SIMPLE), Grid(3, 2), symmetry=False), tmp_path / "graph.npz")
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
        by_situation = nodes_by(graph, "board", "player", "banned")
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
        by_situation = nodes_by(graph, "board", "player", "marks")
        assert len(by_situation) == len(graph) == 18
        step = by_situation[".X", "W", "B1"], by_situation[".X", "B", ""]
        assert graph.edges[step]["turns"] == "unblock B1"
        assert run("4x1", "--phase", "cleanup1", "--output", tmp_path / "graph.npz").exit_code == 0
        arrays = np.load(tmp_path / "graph.npz")
        assert (arrays["situations"].sum(), len(arrays["unblocks_indices"]), arrays["marks"].any()) == (214, 6, True)
        assert run("2x1", "--phase", "cleanup2", "--output", tmp_path / "graph.dot").exit_code == 0
        assert r'[label="X.\nB with A1 marked"]' in (tmp_path / "graph.dot").read_text()

    def test_that_the_disk_refuses_is_told_in_a_sentence(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        result = run("2x1", "--output", tmp_path / "graph.npz")
        assert result.exit_code == 2
        assert "can't be written: No space left on device." in result.stderr


class TestAroundAPosition:
    def test_is_what_more_turns_lead_to_written_to_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "around.dot"
        assert run("...../...../..X../...../.....", "--around", "0", "--output", file).exit_code == 0
        assert file.read_text().count("label") == 1


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


def test_a_refusal_names_the_amendment_by_which_passes_are_no_longer_consecutive() -> None:
    rules = Rules(ko=Ko.SIMPLE)
    forgetting = [clause.name for clause in rules.deciding(Decision.FORGETS, Phase.MAIN)]
    refusals = [refusal for refusal in map(refused, map(rules.dropping, forgetting)) if refusal]
    assert refusals
    assert all(any(f"the amendment of {name} changes it" in refusal for name in forgetting) for refusal in refusals)


def refused(rules: Rules) -> str:
    """Why rules have no graph; "" where they have one."""
    try:
        Turns(rules, Grid(2, 1))
    except ValueError as error:
        return str(error)
    return ""


class TestMoreSituationsThanCanBeKept:
    @pytest.mark.parametrize(("most", "status"), [(147, 3), (148, 0)])
    def test_are_told_when_they_are_met(self, most: int, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(phases, "MOST_NODES", most)
        result = run("3x2")
        assert (result.exit_code, result.stdout == "") == (status, status == 3)
        assert ("There are more than 147 situations" in result.stderr) == (status == 3)
