"""Positions score as the KataGo engine scored them; `tests/vectors/README.md` describes the table."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.katago_v2.territory_scoring import remove_pass_dead
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules

TABLE = Path(__file__).parents[1] / "vectors" / "engine-scores.txt"
COLUMNS = list(product(Scoring, Tax))
ALWAYS = "reading/engine-always-pass-alive"


def rules_of(scoring: Scoring, tax: Tax, answer: str) -> Rules:
    return Rules(ko=Ko.SIMPLE, scoring=scoring, tax=tax, suicide=False).reading({ALWAYS: answer})


@cache
def recorded() -> dict[str, tuple[float, ...]]:
    lines = (line.split() for line in TABLE.read_text(encoding="ascii").splitlines())
    return {board: tuple(map(float, leads)) for board, *leads in lines}


def lead(rules: Rules, board: str) -> float:
    result = Game(rules, rows=board).passed_out().result
    assert isinstance(result, Score)
    return result.lead


def agreements(answer: str) -> dict[tuple[str, Scoring, Tax], bool]:
    """For each position and scoring, whether a reading says what the engine said."""
    return {
        (board, *column): lead(rules_of(*column, answer), board) == said
        for board, leads in recorded().items()
        for column, said in zip(COLUMNS, leads, strict=True)
    }


@pytest.mark.clauses("katago-v2/territory/remove-pass-dead", "reading/engine-always-pass-alive")
def test_every_recorded_position_scores_as_the_engine_said() -> None:
    assert len(recorded()) > 50
    assert all(agreements("engine").values())


@pytest.mark.thorough
def test_removing_pass_dead_stones_everywhere_is_told_apart_by_taxes_on_territory_alone() -> None:
    differing = {(scoring, tax) for (_, scoring, tax), same in agreements("everywhere").items() if not same}
    assert differing == {(Scoring.TERRITORY, Tax.SEKI), (Scoring.TERRITORY, Tax.ALL)}


@pytest.mark.thorough
def test_leaving_pass_dead_stones_is_told_apart_by_every_scoring() -> None:
    differing = {(scoring, tax) for (_, scoring, tax), same in agreements("document").items() if not same}
    assert differing == set(COLUMNS)


def test_the_smallest_position_is_drawn_by_the_engine_and_won_where_they_are_removed_everywhere() -> None:
    taxed = Scoring.TERRITORY, Tax.SEKI
    assert [lead(rules_of(*taxed, answer), ".X.O/OX.O") for answer in ("engine", "everywhere")] == [0, 1]


def test_a_removal_that_overlooks_atari_is_told_apart() -> None:
    board, engine = "OX.X.XO/.XXXXO.", rules_of(Scoring.TERRITORY, Tax.SEKI, "engine")
    broken = engine.replacing("katago-v2/territory/remove-pass-dead#within-life", remove_pass_dead)
    assert lead(engine, board) == recorded()[board][COLUMNS.index((Scoring.TERRITORY, Tax.SEKI))]
    assert lead(broken, board) != lead(engine, board)
