"""Which single change of rules changes who wins: by plain search, too, and every change that there is."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts import changes
from superko.checker.claims.facts.changes import each_changed, solved, who_wins_by_each_change
from superko.checker.evidence.verdict import Outcome
from superko.checker.oracle.changes import changes as every_change
from superko.checker.solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, is_worth
from superko.checker.values.positions import drawn_if_round
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

TROMP_TAYLOR = PRESETS["tromp-taylor"]
WITHOUT_SUPERKO = "without katago-v2/main/legal-superko"


@pytest.mark.clauses("fact/value-changes")
def test_on_3x1_nobody_wins_where_stones_may_be_played_on_stones() -> None:
    verdict = who_wins_by_each_change(TROMP_TAYLOR, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.notes == (
        "as it is: Black by 3; without katago-v2/move/pseudolegal#empty: nobody; "
        "without katago-v2/main/end-two-passes: nobody (a game may never end). "
        "Not solved: without katago-v2/move/capture-total."
    )
    assert (verdict.counts["changes"], verdict.counts["other_winner"], verdict.counts["not_solved"]) == (20, 2, 1)


def test_plain_search_finds_the_same_lead_by_each_change_but_by_territory_where_it_takes_too_long() -> None:
    grid, outcomes, endless = Grid(2, 1), {}, []
    for words, lead, may_never_end in each_changed(TROMP_TAYLOR, grid):
        rules = every_change(TROMP_TAYLOR)[words].rules if words in every_change(TROMP_TAYLOR) else TROMP_TAYLOR
        if may_never_end:
            endless.append(words)
        elif lead is not None:
            outcomes[words] = [is_worth(Game(rules, grid), asked, False, 2_000).outcome for asked in (lead, lead + 1)]
    assert outcomes.pop("scoring=TERRITORY") == [UNKNOWN, UNKNOWN]
    assert list(outcomes.values()) == [[SUCCEEDS, FAILS]] * 17
    assert endless == [WITHOUT_SUPERKO, "without katago-v2/main/end-two-passes"]


@pytest.mark.parametrize(
    ("grid", "lead"),
    [(Grid(2, 2), 0), (Grid(3, 1), 3), pytest.param(Grid(3, 3), 2, marks=pytest.mark.thorough)],
    ids=str,
)
def test_iteration_finds_the_same_lead_where_a_game_that_goes_round_counts_0(grid: Grid, lead: float) -> None:
    rules = every_change(TROMP_TAYLOR)[WITHOUT_SUPERKO].rules
    assert drawn_if_round(rules, grid).lead_at(Game(rules, grid).position) == lead
    assert solved("", rules, grid) == ("", lead, True)


@pytest.mark.parametrize("wrong", [min, max])
def test_another_lead_is_found_where_a_game_that_never_ends_counts_as_a_loss(
    monkeypatch: pytest.MonkeyPatch, wrong: object
) -> None:
    monkeypatch.setattr(changes, "median", wrong)
    assert solved("", every_change(TROMP_TAYLOR)[WITHOUT_SUPERKO].rules, Grid(2, 2)).lead in (-4, 4)


def test_a_change_that_puts_the_same_clauses_in_force_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Rules] = []
    monkeypatch.setattr(changes, "solved", lambda words, rules, grid: seen.append(rules))
    list(each_changed(TROMP_TAYLOR, Grid(2, 1)))
    assert len({rules.literally().in_force for rules in seen}) == len(seen) == 21
