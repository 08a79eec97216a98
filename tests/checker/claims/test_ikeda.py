"""The claims about Ikeda's rule 4, and rules broken on purpose of which they are not so."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.bans import IKEDA, IKEDA_SUPERKO, RULE, WITH_SUICIDE
from superko.checker.claims.facts.values import every_position_is_worth_the_same
from superko.checker.claims.katago_v2.termination import declared, phase_ends
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.phase_ends import LONGEST_RUN, NEW_STATES_OR_STONES, adding_a_stone
from superko.checker.proofs.rule_sets import Values
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.ikeda.rules import SUICIDE, capture_does_not_repeat
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Phase

from ..played_games import random_games, short_games

WITHOUT_SUICIDE: Values = {SUICIDE: ["forbidden"]}


@pytest.mark.clauses("claim/ikeda-terminates")
def test_on_every_board_they_end_as_a_move_that_captures_nothing_adds_a_stone() -> None:
    verdict = phase_ends(IKEDA, Phase.MAIN, WITHOUT_SUICIDE)
    assert (verdict.outcome, verdict.scope) == (Outcome.PROVED, "every size")
    assert NEW_STATES_OR_STONES.name in verdict.notes
    assert "PSEUDOLEGAL" in declared(IKEDA, Phase.MAIN, WITHOUT_SUICIDE).names
    assert adding_a_stone(IKEDA) == frozenset({"ikeda/presupposed#empty"})
    assert adding_a_stone(WITH_SUICIDE) is None


@pytest.mark.clauses("claim/ikeda-terminates")
def test_so_do_those_of_an_author_who_bans_captures_alone() -> None:
    rules = PRESETS["tromp-taylor"]
    superko, no_suicide = "katago-v2/main/legal-superko", replace(rules, suicide=False)
    alone = no_suicide.replacing(superko, capture_does_not_repeat)
    verdict = phase_ends(alone, Phase.MAIN, {})
    assert (verdict.outcome, verdict.scope) == (Outcome.PROVED, "every size")
    with_suicide = phase_ends(replace(alone, suicide=True), Phase.MAIN, {})
    assert with_suicide.outcome is Outcome.REFUTED


@pytest.mark.clauses(RULE)
@given(random_games(st.just(IKEDA)))
def test_with_every_turn_of_a_game_the_rank_falls(games: list[Game]) -> None:
    assert all(later < before for before, later in pairwise(map(rank, games)))


def test_with_suicide_or_without_the_ban_it_rises_in_a_short_game() -> None:
    for rules in (WITH_SUICIDE, IKEDA.dropping(RULE)):
        turns = short_games(Game(rules, (2, 1)), 5)
        assert any(rank(later) >= rank(before) for before, later in turns)


def rank(game: Game) -> tuple[int, ...]:
    """What is left: states that are new, points that are empty, and passes in a row."""
    c = game.position.coloring
    states = 3 ** c.board.everything.bit_count()
    return states - len(set(game.record.earlier)), c.empty.bit_count(), LONGEST_RUN - game.record.pass_run


@pytest.mark.clauses("claim/ikeda-value")
def test_up_to_four_points_it_is_worth_what_superko_is_and_without_a_ban_it_is_not() -> None:
    assert every_position_is_worth_the_same(IKEDA, IKEDA_SUPERKO, Grid(4, 1)).outcome is Outcome.HOLDS
    by_area = IKEDA.dropping("ikeda/presupposed#komi").replacing(
        "ikeda/presupposed#area", lambda ended, color: 0, "None."
    )
    assert every_position_is_worth_the_same(by_area, IKEDA_SUPERKO, Grid(2, 1)).outcome is Outcome.REFUTED
