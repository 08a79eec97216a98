"""Best play comes to a death, or to a seki, where the document says so; and otherwise where a rule is another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.best_play import JAPANESE
from superko.checker.claims.katago_v2.shapes_played_out import (
    AREA,
    BENT,
    DEATH,
    DOUBLE_KO,
    SEKI,
    comes_out_as_a_death,
    comes_out_as_a_seki,
)
from superko.checker.claims.local_play import groups_at, lead_without, until_a_group_falls
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.parameters import Ko
from superko.spec.registry import clause_named
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Phase, Play, Record

BLOCK, SIMPLE_KO = "katago-v2/cleanup/legal-unblocked", "katago-v2/main/legal-simple-ko"


def binding(color: Color) -> Rules:
    """Area rules with simple ko, by which one player may take a ko back at once."""
    may_be_made = clause_named(SIMPLE_KO).function

    def binds_one(record: Record, play: Play[int]) -> bool:
        """One player may take a ko back at once."""
        return play.player is not color or bool(may_be_made(record, play))

    return AREA.replacing(SIMPLE_KO, binds_one)


@pytest.mark.clauses("claim/bent-four-dies")
@pytest.mark.thorough
def test_bent_four_is_dead_by_best_play_on_the_whole_board() -> None:
    verdict = comes_out_as_a_death(JAPANESE, BENT, Phase.SECOND_CLEANUP)
    assert verdict.outcome is Outcome.HOLDS
    leads = [verdict.counts[name] for name in ("black_first", "white_first", "left_alone")]
    assert leads == [-18, -18, -2]
    assert verdict.witness is not None


def test_if_white_took_no_ko_in_cleanup_bent_four_would_live() -> None:
    broken = JAPANESE.replacing(BLOCK, lambda record, play: play.player is not WHITE, "White takes no ko.")
    assert comes_out_as_a_death(broken, BENT, Phase.SECOND_CLEANUP).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/double-ko-death")
def test_two_kos_are_a_death() -> None:
    verdict = comes_out_as_a_death(AREA, DEATH, Phase.MAIN)
    assert (verdict.outcome, verdict.counts["black_first"]) == (Outcome.HOLDS, -36)


@pytest.mark.thorough
def test_if_their_owner_could_take_back_at_once_two_kos_would_be_none() -> None:
    assert comes_out_as_a_death(binding(WHITE), DEATH, Phase.MAIN).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/thousand-year-ko")
@pytest.mark.parametrize("ko", Ko)
def test_a_thousand_year_ko_is_a_seki_under_every_ko_rule(ko: Ko) -> None:
    assert comes_out_as_a_seki(replace(AREA, ko=ko), SEKI, Phase.MAIN).outcome is Outcome.HOLDS


@pytest.mark.clauses("claim/double-ko-seki")
@pytest.mark.parametrize(("rules", "phase"), [(AREA, Phase.MAIN), (JAPANESE, Phase.SECOND_CLEANUP)])
def test_a_double_ko_seki_is_one_under_best_play(rules: Rules, phase: Phase) -> None:
    verdict = comes_out_as_a_seki(rules, DOUBLE_KO, phase)
    assert (verdict.outcome, verdict.counts["black_first"], verdict.counts["left_alone"]) == (Outcome.HOLDS, 0, 0)
    assert verdict.counts["acted"] > 0


def test_if_white_took_no_ko_in_cleanup_she_would_lose_a_double_ko_seki() -> None:
    broken = JAPANESE.replacing(BLOCK, lambda record, play: play.player is not WHITE, "White takes no ko.")
    assert comes_out_as_a_seki(broken, DOUBLE_KO, Phase.SECOND_CLEANUP).outcome is Outcome.REFUTED


def test_if_white_could_take_back_at_once_a_thousand_year_ko_would_be_a_capture() -> None:
    assert comes_out_as_a_seki(binding(BLACK), SEKI, Phase.MAIN).outcome is Outcome.REFUTED


def test_with_a_shared_liberty_filled_it_is_no_seki() -> None:
    filled = (".XOX.XO.", "XXOOXXOO", ".XO.XOO.", "XXOOXOOO")
    shape = replace(SEKI, shape=replace(SEKI.shape, rows=filled))
    assert comes_out_as_a_seki(AREA, shape, Phase.MAIN).outcome is Outcome.REFUTED


def test_where_the_budget_runs_out_nothing_is_said() -> None:
    assert comes_out_as_a_seki(AREA, SEKI, Phase.MAIN, nodes=5).outcome is Outcome.UNKNOWN


# As far as the capture of a group


def test_the_game_is_over_once_a_group_falls_and_is_scored_as_it_stands() -> None:
    c = parse_board(".OX..")
    rules = until_a_group_falls(JAPANESE, c, groups_at(c, c.white))
    for phase in (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP):
        end = Game.set_up(rules, c, BLACK, phase).play(Move(1))
        assert isinstance(end.result, Score)
    assert not Game.set_up(rules, c, BLACK).play(Move(8)).over


def test_what_a_death_is_worth_is_told_by_taking_the_stones_off_the_board() -> None:
    assert lead_without(AREA, parse_board("XX.O."), 0b01000, Phase.MAIN) == 5
    assert lead_without(JAPANESE, parse_board(".XX.O"), 0b10000, Phase.SECOND_CLEANUP) == 4
