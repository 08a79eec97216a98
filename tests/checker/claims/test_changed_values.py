"""Facts on best play: what boards are worth, and what changes it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from superko.checker.claims.facts import values
from superko.checker.claims.facts.values import (
    NO_SECOND_CLEANUP,
    SIMPLE,
    SUPERKO,
    TERRITORY,
    changed_by_loss,
    every_game_is_worth_the_same,
    no_clause_changes_more,
    no_result_does_not_matter,
    smallest_changed,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.solution import Value
from superko.checker.solving.verifier import NotKept
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.notation import board_text
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import clause_named
from tests.checker.solving.plain_play import plain_values
from tests.spec import naive

LEGAL_ONCE, COUNTS = "katago-v2/cleanup/legal-once", "katago-v2/main/pass#counts"
MOST_TURNS = 50_000
BOTH_SUPERKOS = SUPERKO, replace(SUPERKO, ko=Ko.SITUATIONAL)


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_the_first_game_that_needs_suicide_is_shown_up_to_it() -> None:
    rules = PRESETS["tromp-taylor"]
    verdict = every_game_is_worth_the_same(rules, replace(rules, suicide=False), Grid(4, 1))
    assert verdict.witness is not None
    assert verdict.witness.turns[verdict.counts["turns"] :] == ("A1", "C1", "B1")
    assert board_text(verdict.witness.game().position.coloring) == "..X."


@pytest.mark.parametrize(("grid", "turns", "leads"), [(Grid(3, 1), 13, (-3, 0)), (Grid(2, 2), 5, (-4, -1))])
def test_after_the_shortest_live_separation_plain_search_says_the_same(
    grid: Grid, turns: int, leads: tuple[float, float]
) -> None:
    verdict = every_game_is_worth_the_same(*BOTH_SUPERKOS, grid)
    assert (verdict.outcome, verdict.minimal, verdict.counts["turns"]) == (Outcome.REFUTED, True, turns)
    assert verdict.counts["certificates"] == 2
    assert verdict.witness is not None
    story = replace(verdict.witness, turns=verdict.witness.turns[:turns])
    separated = [story.game(rules) for rules in BOTH_SUPERKOS]
    assert separated[0].position == separated[1].position
    assert [plain_values(game, MOST_TURNS) for game in separated] == [(lead, lead) for lead in leads]


class Standing(NamedTuple):
    """Where a game stands, for a second program: what stood before is with each board alone, and with its player."""

    stones: naive.Stones
    color: str
    passed: bool
    boards: frozenset[naive.Stones]
    states: frozenset[tuple[naive.Stones, str]]

    def turns(self, ban: str) -> list[Standing]:
        """What each legal turn leaves, the pass first."""
        other, left = naive.OTHER[self.color], [self._then(self.stones, passed=True)]
        for place in self.stones.empty:
            stones, _, own = naive.make_move(self.stones, self.color, place)
            is_repeated = stones in self.boards if ban == "positional" else (stones, other) in self.states
            if not own and not is_repeated:
                left.append(self._then(stones, passed=False))
        return left

    def _then(self, stones: naive.Stones, passed: bool) -> Standing:
        other = naive.OTHER[self.color]
        return Standing(stones, other, passed, self.boards | {stones}, self.states | {(stones, other)})


@cache
def best_lead(standing: Standing, ban: str) -> int:
    """Black's lead under best play, by every turn to the end."""
    left = standing.turns(ban)
    leads = [area_lead(standing.stones) if standing.passed else best_lead(left[0], ban)]
    leads += [best_lead(later, ban) for later in left[1:]]
    return max(leads) if standing.color == naive.BLACK else min(leads)


def area_lead(stones: naive.Stones) -> int:
    return naive.area_score(stones, naive.BLACK, "NONE", True) - naive.area_score(stones, naive.WHITE, "NONE", True)


@pytest.mark.parametrize(("width", "shortest"), [(2, None), (3, (13, {(-3, 0)}))])
def test_a_second_program_finds_the_same_shortest_live_separation(width: int, shortest: object) -> None:
    empty = naive.Stones(width, 1, frozenset(), frozenset())
    start = Standing(empty, naive.BLACK, False, frozenset({empty}), frozenset({(empty, naive.BLACK)}))
    layer, turns, first = {start}, 0, None
    while layer and first is None:
        leads = {(best_lead(standing, "positional"), best_lead(standing, "situational")) for standing in layer}
        if separated := {(positional, situational) for positional, situational in leads if positional != situational}:
            first = turns, separated
        longer = [(standing, standing.turns("positional")) for standing in layer]
        layer = {later for standing, left in longer for later in left[standing.passed :]}
        turns += 1
    assert first == shortest


def test_without_a_ban_that_differs_no_live_separation_is_seen() -> None:
    forgetful = BOTH_SUPERKOS[1].dropping("katago-v2/main/state#player")
    for otherwise in (SUPERKO, forgetful):
        verdict = every_game_is_worth_the_same(SUPERKO, otherwise, Grid(3, 1))
        assert (verdict.outcome, verdict.counts["undecided"]) == (Outcome.UNKNOWN, 0)


def test_a_value_that_no_certificate_bears_out_separates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "nodes_checked", not_kept)
    verdict = every_game_is_worth_the_same(*BOTH_SUPERKOS, Grid(5, 1))
    assert (verdict.outcome, verdict.notes) == (Outcome.UNKNOWN, values.NOT_CERTIFIED)


def not_kept(*asked: object) -> int:
    raise NotKept


def test_without_the_ko_rule_it_matters_everywhere_on_two_points_what_no_result_is_worth() -> None:
    without = SIMPLE.dropping("katago-v2/main/legal-simple-ko")
    on_how_many = [no_result_does_not_matter(rules, Grid(2, 1)).counts["acted"] for rules in (SIMPLE, without)]
    assert on_how_many == [0, 10]


@pytest.mark.thorough
def test_a_clause_of_cleanup_changes_a_value_and_plain_search_says_the_same() -> None:
    verdict = smallest_changed(TERRITORY, TERRITORY.dropping(LEGAL_ONCE), Grid(2, 1))
    assert (verdict.outcome, verdict.minimal) == (Outcome.WITNESSED, True)
    assert verdict.counts["confirmed_by_strategies"] == 2
    assert verdict.witness is not None
    start = verdict.witness.first_game()
    assert plain_values(start, MOST_TURNS) == (1, 1)
    without = verdict.witness.first_game(TERRITORY.dropping(LEGAL_ONCE))
    assert plain_values(without, MOST_TURNS) == (0, 0)


def test_a_change_that_changes_nothing_is_not_witnessed_but_told_how_far() -> None:
    verdict = smallest_changed(TERRITORY, TERRITORY.literally(), Grid(2, 1))
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["positions"] == 12


def test_where_a_pass_counts_for_nothing_no_game_has_a_result() -> None:
    """No end has a score then, and what is worth nothing by points is known as such."""
    rules = SIMPLE.dropping(COUNTS)
    games = starts_of(rules, Grid(2, 1))
    assert {Valuing(games).worth(game).value for game in games} == {Value(float("-inf"), float("inf"))}
    assert plain_values(games[0], MOST_TURNS) == (float("-inf"), float("inf"))
    assert changed_by_loss(SIMPLE, clause_named(COUNTS), [Grid(2, 1)]) == 10


def test_another_clause_is_not_the_one_whose_loss_changes_most() -> None:
    assert no_clause_changes_more(SIMPLE, COUNTS, [Grid(1, 1)]).outcome is Outcome.HOLDS
    assert no_clause_changes_more(SIMPLE, "katago-v2/main/no-result", [Grid(1, 1)]).outcome is Outcome.REFUTED


def test_rules_that_lack_what_there_must_be_one_of_are_no_rules() -> None:
    assert changed_by_loss(SIMPLE, clause_named("katago-v2/main/pass"), [Grid(1, 1)]) is None


def test_with_passes_alone_in_the_second_cleanup_phase_nothing_is_moved_there() -> None:
    (game, *_) = starts_of(TERRITORY.adding(NO_SECOND_CLEANUP), Grid(2, 1), values.PHASES[2])
    assert list(game.moves()) == []
