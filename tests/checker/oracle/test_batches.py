"""Engines that play many games at once: what differs among many is found, and told as of any other engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from superko.checker.oracle.batches import ONLY_AMONG_OTHERS, BatchEngine, BatchOfOne, observation_of
from superko.checker.oracle.engine import Aspect, Setting, Unsupported
from superko.checker.oracle.engines.opening import opener
from superko.checker.oracle.findings import OracleAnswer, Report
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort
from superko.interpreter.many import games as many
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceBatch

Arrays = Mapping[Aspect, npt.NDArray[Any]]


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes longer than these tests, and is tested with `superko.interpreter.many`."""
    monkeypatch.setattr(many, "is_available", lambda: False)


class ForbidsSuicide(ReferenceBatch):
    """It forbids suicide whatever the rules say."""

    def rules_played(self, rules: Rules) -> Rules:
        return replace(rules, suicide=False)


class MiscountsAmongOthers(ReferenceBatch):
    """Among other games it says that White has captured a stone, and alone it says what is so."""

    def observe(self) -> Arrays:
        said = super().observe()
        if len(said[Aspect.OVER]) == 1:
            return said
        return {**said, Aspect.CAPTURES: said[Aspect.CAPTURES] + [[1, 0]]}


class BreaksAmongOthers(ReferenceBatch):
    """It can play one game only."""

    def play(self, turns: npt.NDArray[np.int64]) -> None:
        if len(turns) > 1:
            raise RuntimeError("too many")
        super().play(turns)


def judged(engine: type[ReferenceBatch], turns: int = 800) -> Report:
    effort, boards = Effort(count=turns), (Grid(3, 3),)
    plan = Plan(rules=("tromp-taylor",), effort=effort, seed=1, boards=boards, trying=1.0, shrinking=300 / turns)
    return judge_engine(lambda: BatchEngine(engine), plan)


def test_an_engine_that_keeps_the_rules_agrees() -> None:
    report = judged(ReferenceBatch)
    assert report.outcome is OracleAnswer.AGREE
    assert report.rule_sets[0].boards["3x3"] >= 8
    assert report.compared[Aspect.LEGAL] > report.compared[Aspect.SCORES] > 0


@pytest.mark.thorough
def test_what_differs_among_many_is_shrunk_and_named() -> None:
    """Given an engine that forbids suicide, when it is judged, then the shortest game shows it, with the clause."""
    report = judged(ForbidsSuicide, turns=1500)
    assert report.outcome is OracleAnswer.DISAGREE
    assert any(
        finding.disagreement.aspect is Aspect.LEGAL and any("suicide" in words for words in finding.naming.as_if)
        for finding in report.findings
    )


@pytest.mark.thorough
def test_what_is_otherwise_only_among_others_is_told() -> None:
    (finding,) = judged(MiscountsAmongOthers).findings
    assert str(finding.disagreement.engine_said).startswith(ONLY_AMONG_OTHERS.removesuffix("."))


def test_an_engine_that_breaks_among_others_is_told_of() -> None:
    (finding,) = judged(BreaksAmongOthers).findings
    reason = "It raised RuntimeError: too many; a fresh engine gets through this game, so the game alone is not why."
    assert finding.disagreement.engine_said == reason


def test_it_is_opened_by_its_name() -> None:
    engine = opener("batch:tests.checker.oracle.engines.reference:ReferenceBatch", 10.0)()
    engine.start(Setting(2, 1, rules=Rules()))
    engine.play(["A1"])
    said = engine.observe()
    assert said[Aspect.BOARD] == "X."
    assert said[Aspect.PLAYER] == "W"
    assert said[Aspect.LEGAL] == frozenset({"B1"})
    engine.close()


def test_what_lacks_a_method_is_no_batch_engine() -> None:
    with pytest.raises(Unsupported, match="dict, lacks the methods introduction, start, play, observe, close"):
        BatchOfOne({})


class TestWhatIsSaidOfOneGame:
    def test_after_the_end_it_is_told_how_it_came_out(self) -> None:
        said = {Aspect.OVER: True, Aspect.PLAYER: 1, Aspect.ENDING: False, Aspect.WINNER: 2, Aspect.MARGIN: -0.5}
        assert observation_of(said, Grid(1, 1)) == {
            Aspect.OVER: True,
            Aspect.ENDING: "score",
            Aspect.WINNER: "W",
            Aspect.MARGIN: -0.5,
        }

    def test_without_result_nobody_has_won(self) -> None:
        said = {Aspect.OVER: True, Aspect.ENDING: True, Aspect.WINNER: 0, Aspect.SCORES: [0, 0]}
        assert observation_of(said, Grid(1, 1)) == {Aspect.OVER: True, Aspect.ENDING: "no-result"}
