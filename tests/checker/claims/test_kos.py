"""Finishing a ko costs nothing under a tax on seki, as what stands around an open ko scores nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from superko.checker.claims.facts.repetitions import SIMPLE, TERRITORY
from superko.checker.claims.katago_v2.kos import THREATENED, is_what_it_is_called, threats_do_not_save_it
from superko.checker.claims.shapes import DOUBLE_KO_DEATH, THOUSAND_YEAR_KO, Fight
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.capture import can_be_captured
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_turns
from superko.spec.algebra import BLACK, WHITE
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

SHAPES = (THOUSAND_YEAR_KO, DOUBLE_KO_DEATH)


def with_rows(ko_shape: Fight, *rows: str) -> Fight:
    return replace(ko_shape, shape=replace(ko_shape.shape, rows=rows))


def after(ko_shape: Fight, turns: str, rules: Rules = SIMPLE) -> Game:
    return reduce(Game.play, parse_turns(ko_shape.shape.grid, turns), ko_shape.shape.game(rules))


# The shapes


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(
            with_rows(THOUSAND_YEAR_KO, ".XOX.XO.", "XXOOXXOO", ".XO.XOO.", "XXOOXOOO"), id="a shared liberty is filled"
        ),
        pytest.param(
            with_rows(THOUSAND_YEAR_KO, ".XOX.X.O", "XXOOXXO.", ".XO.XOOO", "XXO.XOO."),
            id="Black has a liberty outside",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            with_rows(DOUBLE_KO_DEATH, ".OOX.XOO.", "OOOXXXOOO", ".OXXXO.O.", "OOOX.XOOO"), id="there is one ko only"
        ),
        pytest.param(
            with_rows(DOUBLE_KO_DEATH, ".OOX.XOO.", "OOOXXXOOO", ".OX.XX.O.", "OOOX.XOOO"), id="Black has won one ko"
        ),
    ],
)
@pytest.mark.parametrize("ko", Ko)
def test_with_a_stone_changed_a_shape_is_not_what_it_is_called(broken: Fight, ko: Ko) -> None:
    assert is_what_it_is_called(replace(SIMPLE, ko=ko), broken, Phase.MAIN).outcome is Outcome.REFUTED


def test_every_line_is_needed_to_say_what_a_shape_is() -> None:
    for ko_shape in SHAPES:
        for line in ko_shape.lines:
            wrong = replace(ko_shape, lines=(replace(line, succeeds=not line.succeeds),))
            assert is_what_it_is_called(SIMPLE, wrong, Phase.MAIN).outcome is Outcome.REFUTED


def test_where_the_budget_runs_out_an_attack_is_undecided() -> None:
    verdict = is_what_it_is_called(SIMPLE, THOUSAND_YEAR_KO, Phase.MAIN, budget=2)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["undecided"] == len(THOUSAND_YEAR_KO.lines)


@pytest.mark.clauses("claim/double-ko-death")
@pytest.mark.thorough
def test_a_threat_that_stays_does_not_save_two_kos_and_saves_one() -> None:
    assert THREATENED.attacked(SIMPLE, Phase.MAIN, WHITE).by_force is True
    one_ko = (".OOX.XOO.OX.XXX", "OOOXXXOOOOXXX.O", ".OXXXO.O.OXOOOO", "OOOX.XOOOOXO.OO")
    of_one = replace(THREATENED, shape=replace(THREATENED.shape, rows=one_ko))
    assert threats_do_not_save_it(SIMPLE, Phase.MAIN, of_one).outcome is Outcome.REFUTED


# The kos in them


@pytest.mark.parametrize("ko", Ko)
def test_in_the_direct_ko_black_takes_first_and_white_may_not_take_back_at_once(ko: Ko) -> None:
    game = after(THOUSAND_YEAR_KO, "E4 pass D2 D4", replace(SIMPLE, ko=ko))
    assert (game.record.tally.captures[WHITE], game.record.tally.captures[BLACK]) == (1, 1)
    (take_back,) = parse_turns(THOUSAND_YEAR_KO.shape.grid, "E4")
    clause = game.judge(take_back).clause
    assert clause is not None
    assert clause.name in ("katago-v2/main/legal-simple-ko", "katago-v2/main/legal-superko")


@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize(("takes", "other"), [("G2", "D2"), ("pass D2", "G2")])
def test_whichever_ko_the_one_takes_the_other_takes_the_other(ko: Ko, takes: str, other: str) -> None:
    game = after(DOUBLE_KO_DEATH, f"{takes} {other}", replace(SIMPLE, ko=ko))
    assert (game.record.tally.captures[WHITE], game.record.tally.captures[BLACK]) == (1, 1)


def test_in_a_cleanup_phase_black_can_not_take_first_and_is_captured_if_he_lets_white_approach() -> None:
    attacked = THOUSAND_YEAR_KO.attacked
    assert attacked(TERRITORY, Phase.FIRST_CLEANUP, turns="E4 pass").by_force
    assert not attacked(SIMPLE, Phase.MAIN, turns="E4 pass").by_force


# The search


def test_a_group_with_one_eye_is_captured_and_one_with_two_is_not() -> None:
    for rows, expected in ((".OX.X/.OXXX", True), (".OX.X./.OXXXX", False)):
        c = parse_board(rows)
        game = Game(SIMPLE, rows=c, to_play=WHITE)
        captured = can_be_captured(game, WHITE, c.black & -c.black, 0, c.board.everything, budget=100_000)
        assert captured.by_force is expected, rows
