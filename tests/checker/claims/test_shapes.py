"""The bent four in the corner: what the shape is, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.endings import JAPANESE, SUPERKO
from superko.checker.claims.katago_v2.shapes import (
    AREA,
    CORNER_OF_THREE,
    THREATENED,
    WITH_A_THREAT,
    PlayedOut,
    comes_out_as_a_death,
    comes_out_as_a_seki,
    comes_out_as_published,
    comes_out_as_three_points,
    lead_without,
    left_out,
    need_not_be_captured,
    settled,
    surroundings,
    threat_stands,
    until_a_group_falls,
)
from superko.checker.claims.shapes import (
    BENT_FOUR,
    DOUBLE_KO_DEATH,
    THOUSAND_YEAR_KO,
    THREE_POINTS_WITHOUT_CAPTURING,
    Fight,
    Shape,
    groups_at,
    points,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.budget import OutOfBudget
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.parameters import Tax
from superko.spec.registry import clause_named
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Phase, Play, Record


def test_in_the_bent_four_the_surrounded_player_is_captured_by_approaching() -> None:
    start = replace(BENT_FOUR, player=BLACK).game(replace(SUPERKO, tax=Tax.NONE))
    board = start.position.coloring.board
    for liberty in (board.grid.point(0, 2), board.grid.point(3, 3)):
        other = next(point for point in (board.grid.point(0, 2), board.grid.point(3, 3)) if point != liberty)
        after = start.play(Move(liberty)).play(Move(other))
        assert not after.position.coloring.black


def test_in_the_bent_four_white_can_begin_a_ko() -> None:
    start = BENT_FOUR.game(SUPERKO)
    grid = BENT_FOUR.grid
    bent, capture, inside, throw_in = grid.point(0, 2), grid.point(3, 3), grid.point(1, 3), grid.point(0, 3)
    captured = start.play(Move(bent)).play(Move(capture))
    assert captured.record.tally.captures[WHITE] == 4
    ko = captured.play(Move(inside)).play(Move(throw_in))
    assert ko.record.tally.captures[WHITE] == 4
    assert ko.position.coloring.black & inside == 0


def test_a_threat_that_can_be_removed_is_noticed() -> None:
    rows = tuple(row.replace("XXX.O", "XXXOO") for row in WITH_A_THREAT.shape.rows)
    removed = replace(THREATENED, shape=replace(WITH_A_THREAT.shape, rows=rows))
    assert threat_stands(JAPANESE, Phase.MAIN, removed).outcome is Outcome.REFUTED


def test_a_group_that_costs_another_one_is_not_captured() -> None:
    """Given a capture after which the next turn takes the attacker's own group, when that group matters, it fails."""
    plain = Fight(Shape("", "", (".OX.XO.",)), {WHITE: "B1"}, moves="A1 D1")
    with_its_own = replace(plain, groups={WHITE: "B1", BLACK: "E1"})
    by_force = [
        fight.attacked(Rules(suicide=False), Phase.MAIN, attacker=BLACK).by_force for fight in (plain, with_its_own)
    ]
    assert by_force == [True, False]


ALIVE = BENT_FOUR.coloring
# Where White has a single eye outside, she can capture the corner only by moving first.
ONE_EYE = parse_board("OOOX.X/XXOOOO/.XXXXO/OOO.XO")


def test_what_stands_around_the_corner_is_anything_legal() -> None:
    colorings = list(surroundings())
    assert len(colorings) == len(set(colorings)) == 87
    assert {ALIVE, ONE_EYE} <= set(colorings)
    corner = points(BENT_FOUR.grid, "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2")
    assert {(c.black & corner, c.white & corner) for c in colorings} == {(ALIVE.black & corner, ALIVE.white & corner)}


SIMPLE_KO = "katago-v2/main/legal-simple-ko"


def binding(color: Color) -> Rules:
    """Area rules with simple ko, by which one player may take a ko back at once."""
    may_be_made = clause_named(SIMPLE_KO).function

    def binds_one(record: Record, play: Play[int]) -> bool:
        """One player may take a ko back at once."""
        return play.player is not color or bool(may_be_made(record, play))

    return AREA.replacing(SIMPLE_KO, binds_one)


@pytest.mark.thorough
@pytest.mark.clauses("claim/double-ko-death")
def test_two_kos_are_a_death() -> None:
    verdict = comes_out_as_a_death(AREA, DOUBLE_KO_DEATH, Phase.MAIN)
    assert (verdict.outcome, verdict.counts["black_first"]) == (Outcome.HOLDS, -36)


@pytest.mark.thorough
def test_if_their_owner_could_take_back_at_once_two_kos_would_be_none() -> None:
    assert comes_out_as_a_death(binding(WHITE), DOUBLE_KO_DEATH, Phase.MAIN).outcome is Outcome.REFUTED


def test_with_a_shared_liberty_filled_it_is_no_seki() -> None:
    filled = (".XOX.XO.", "XXOOXXOO", ".XO.XOO.", "XXOOXOOO")
    shape = replace(THOUSAND_YEAR_KO, shape=replace(THOUSAND_YEAR_KO.shape, rows=filled))
    assert comes_out_as_a_seki(AREA, shape, Phase.MAIN).outcome is Outcome.REFUTED


def test_where_the_budget_runs_out_nothing_is_said() -> None:
    assert comes_out_as_a_seki(AREA, THOUSAND_YEAR_KO, Phase.MAIN, nodes=5).outcome is Outcome.UNKNOWN


# As far as the capture of a group


def test_the_game_is_over_once_a_group_falls_and_is_scored_as_it_stands() -> None:
    c = parse_board(".OX..")
    rules = until_a_group_falls(JAPANESE, c, groups_at(c, c.white))
    for phase in (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP):
        end = Game(rules, rows=c, phase=phase).play(Move(1))
        assert isinstance(end.result, Score)
    assert not Game(rules, rows=c).play(Move(8)).over


def test_what_a_death_is_worth_is_told_by_taking_the_stones_off_the_board() -> None:
    assert lead_without(AREA, parse_board("XX.O."), 0b01000, Phase.MAIN) == 5
    assert lead_without(JAPANESE, parse_board(".XX.O"), 0b10000, Phase.SECOND_CLEANUP) == 4


CAPTURES = "katago-v2/territory/score-seki#captures"
SHAPE, SECOND = THREE_POINTS_WITHOUT_CAPTURING, Phase.SECOND_CLEANUP


@pytest.mark.clauses("claim/torazu-sanmoku", "claim/summary-torazu")
@pytest.mark.thorough
def test_they_are_three_points_if_they_are_played_out_and_none_if_they_are_left_alone() -> None:
    verdict = comes_out_as_three_points(JAPANESE, SHAPE, SECOND)
    assert verdict.outcome is Outcome.WITNESSED
    assert (verdict.counts["black_first"], verdict.counts["white_first"], verdict.counts["left_alone"]) == (-3, -3, 0)
    assert verdict.witness is not None
    end = verdict.witness.game().result
    assert isinstance(end, Score)
    assert end.lead == -3


def test_where_nobody_could_move_nothing_is_tested() -> None:
    nobody_moves = JAPANESE.replacing("katago-v2/move/suicide-ban", lambda play: False, "Nobody moves.")
    assert need_not_be_captured(nobody_moves, SHAPE, SECOND).outcome is Outcome.UNKNOWN


@pytest.mark.thorough
@pytest.mark.clauses("claim/torazu-sanmoku")
def test_whoever_makes_the_first_move_loses_a_point_by_it_as_was_published() -> None:
    verdict = comes_out_as_published(JAPANESE, SHAPE)
    assert verdict.outcome is Outcome.HOLDS
    assert (verdict.counts["black"], verdict.counts["white"]) == (3, 2)


@pytest.mark.thorough
def test_where_the_budget_runs_out_nothing_is_said_of_three_points() -> None:
    with pytest.raises(OutOfBudget):
        PlayedOut(SHAPE, JAPANESE, SECOND, CORNER_OF_THREE, nodes=100)


def test_it_is_said_whether_what_stands_elsewhere_is_settled() -> None:
    alone = settled(JAPANESE, SHAPE.coloring)
    assert "nobody has a threat elsewhere" in left_out(SHAPE.grid, CORNER_OF_THREE, alone)
    assert left_out(SHAPE.grid, SHAPE.grid.everywhere, alone) == "No move is left out."
    assert "not everything there is settled" in left_out(SHAPE.grid, 0, alone)
