"""Which single change of rules changes who wins: by plain search, too, and every change that there is."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts import changes
from superko.checker.claims.facts.changes import each_changed, who_wins_by_each_change
from superko.checker.evidence.verdict import Outcome
from superko.checker.oracle.changes import changes as every_change
from superko.checker.solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, is_worth
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

TROMP_TAYLOR = PRESETS["tromp-taylor"]


@pytest.mark.clauses("fact/value-changes")
def test_on_3x1_nobody_wins_where_stones_may_be_played_on_stones() -> None:
    verdict = who_wins_by_each_change(TROMP_TAYLOR, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.notes.startswith(
        "as it is: Black by 3; without katago-v2/move/pseudolegal#empty: nobody. Not solved: "
    )
    assert (verdict.counts["changes"], verdict.counts["other_winner"], verdict.counts["not_solved"]) == (20, 1, 2)


def test_plain_search_finds_the_same_lead_by_each_change_but_by_territory_where_it_takes_too_long() -> None:
    grid, outcomes = Grid(2, 1), {}
    for words, lead in each_changed(TROMP_TAYLOR, grid):
        rules = every_change(TROMP_TAYLOR)[words].rules if words in every_change(TROMP_TAYLOR) else TROMP_TAYLOR
        if lead is not None:
            outcomes[words] = [is_worth(Game(rules, grid), asked, False, 2_000).outcome for asked in (lead, lead + 1)]
    assert outcomes.pop("scoring=TERRITORY") == [UNKNOWN, UNKNOWN]
    assert list(outcomes.values()) == [[SUCCEEDS, FAILS]] * 17


def test_a_change_that_puts_the_same_clauses_in_force_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Rules] = []
    monkeypatch.setattr(changes, "_solved", lambda words, rules, grid: seen.append(rules))
    list(each_changed(TROMP_TAYLOR, Grid(2, 1)))
    assert len({rules.literally().in_force for rules in seen}) == len(seen) == 21
