"""What engines need of rules is asked in one place, so that all refuse the same rules in the same sentence."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from superko.checker.graph.graph import explore
from superko.checker.phase import requirements
from superko.checker.phase.machine import machine
from superko.checker.phase.requirements import turns_are_taken_alone
from superko.checker.phase.tables_arrays import can_be_read_on_arrays
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase

ENGINES = ("phase", "graph", "play", "counting", "solving", "values")
ASKED_HERE = ("AGREEMENT", "AWARDED", "AFTER_NO_RESULT", "FORGETS")
AGREED = parse_rules("japanese-1989,reading/japanese-1989-no-result=as-a-turn")


def test_a_need_names_a_phase_only_if_it_asks_about_it() -> None:
    functions = ast.parse(Path(requirements.__file__).read_text("utf-8")).body
    named = [node for node in functions if isinstance(node, ast.FunctionDef) and "phase" in ast.dump(node.args)]
    assert [node.name for node in named if "id='phase'" not in "".join(map(ast.dump, node.body))] == []
    assert {"turns_are_taken_alone", "of_a_phase_graph"} <= {node.name for node in named}


def test_no_engine_asks_elsewhere() -> None:
    here = Path(requirements.__file__)
    files = [file for room in ENGINES for file in (here.parents[1] / room).glob("*.py") if file != here]
    asking = [file.name for file in files for name in ASKED_HERE if f"Decision.{name}" in file.read_text("utf-8")]
    assert asking == []
    assert all(f"Decision.{name}" in here.read_text("utf-8") for name in ASKED_HERE)


@pytest.mark.parametrize(
    "asked",
    [
        lambda rules: explore(rules, Grid(2, 1)),
        lambda rules: machine(Game(rules, (2, 1)).record),
        lambda rules: can_be_read_on_arrays([Game(rules, (2, 1)).record]),
        lambda rules: PlainSolver([Game(rules, (2, 1))], Budget()),
    ],
    ids=["a graph", "a phase graph", "arrays", "a search of each game"],
)
def test_engines_refuse_in_the_same_sentence(asked: Callable[[Rules], object]) -> None:
    sentence = str(turns_are_taken_alone(AGREED, Phase.MAIN))
    with pytest.raises(Refusal) as refused:
        asked(AGREED)
    assert str(refused.value) == sentence
    assert "a turn that both players take" in sentence
