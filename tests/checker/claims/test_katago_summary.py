"""What the summary says, checked; and rules broken on purpose, of which the same is not found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from superko.checker.claims.katago_summary import repetition as summary
from superko.checker.claims.katago_summary import scores as summary_scores
from superko.checker.claims.katago_summary.long_cycles import ended_by_repeated_pass, has_no_result, shortest_cycle
from superko.checker.claims.katago_summary.repetition import (
    SIMPLE,
    only_the_first_pass_is_extra,
    position_does_for_state,
    positional_bans_more,
    situational_bans_are_positional,
    situations_hold_positions,
    three_passes,
)
from superko.checker.claims.katago_summary.scores import (
    JAPANESE,
    REMOVED,
    STONE_SCORING,
    area_is_territory_but_for_moves,
    dead_stones_captured_count,
    dead_stones_left_do_not_count,
    smallest_game_told_apart,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.interpreter.game import Game
from superko.interpreter.result import NoResult, Score
from superko.interpreter.story import Story
from superko.spec.algebra import Grid
from superko.spec.claim import claims
from superko.spec.guard import given
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Position, Record

from ...sampling import one_in

BUTTON = replace(SIMPLE, button=True)
TERRITORY = Rules(scoring=Scoring.TERRITORY)
TINY = [Grid(1, 1), Grid(2, 1)]


def whether_passed(position: Position) -> bool:
    """The positional state also holds whether anybody has passed."""
    return position.passed


FINER_POSITIONS = Rules(suicide=False).adding(
    make_clause(whether_passed, "our/state", when=given(ko=Ko.POSITIONAL), decides=Decision.STATE)
)


def witness_of(verdict: Verdict) -> Story:
    assert verdict.witness is not None
    return verdict.witness


def test_every_statement_of_the_summary_is_a_claim() -> None:
    ids = {claim.id for claim in claims() if claim.document == "katago-summary"}
    assert {name for name in ids if name.startswith("claim/summary-")} == {
        "claim/summary-simple-ko-position",
        "claim/summary-situational-adds-turn",
        "claim/summary-territory-counts-dead",
        "claim/summary-tax-all-is-territory",
        "claim/summary-pass-count-button",
        "claim/summary-long-cycle",
        "claim/summary-torazu",
        "claim/summary-suicide-clears",
        "claim/summary-no-seki-by-territory",
        "claim/summary-cleanup-moves-compensated",
        "claim/summary-shorthands",
    }


# Simple ko: the position does for the state


@pytest.mark.clauses("claim/summary-simple-ko-position")
@pytest.mark.parametrize("rules", [SIMPLE, BUTTON])
def test_forbidding_the_position_is_the_same_as_forbidding_the_state(rules: Rules) -> None:
    verdict = position_does_for_state(rules, 5, Grid(4, 1))
    assert (verdict.outcome, verdict.scope) == (Outcome.HOLDS, "games of up to 5 turns on 4x1")


def test_in_games_too_short_for_the_ban_to_forbid_anything_nothing_is_decided() -> None:
    assert position_does_for_state(SIMPLE, 3, Grid(3, 1)).outcome is Outcome.UNKNOWN


def test_where_a_move_may_leave_the_position_as_it_is_a_first_pass_tells_state_from_position() -> None:
    null_moves = replace(BUTTON, suicide=True).dropping("katago-v2/move/no-null-change")
    verdict = position_does_for_state(null_moves, 3, Grid(1, 1))
    assert verdict.outcome is Outcome.REFUTED


# Situational superko forbids less than positional


@pytest.mark.clauses("claim/summary-situational-adds-turn")
def test_every_situational_ban_is_a_positional_one_in_all_games_on_three_points() -> None:
    verdict = situational_bans_are_positional(SIMPLE, None, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert 0 < verdict.counts["situational_bans"] < verdict.counts["positional_bans"]


def test_every_situational_ban_is_a_positional_one_because_the_state_holds_the_position() -> None:
    assert situations_hold_positions(Rules()).outcome is Outcome.PROVED


def test_if_positions_told_more_than_situations_some_situational_ban_would_not_be_positional() -> None:
    assert situational_bans_are_positional(FINER_POSITIONS, 6, Grid(3, 1)).outcome is Outcome.REFUTED
    assert situations_hold_positions(FINER_POSITIONS).outcome is Outcome.UNKNOWN


def test_a_clause_that_asks_for_the_ko_rule_itself_spoils_the_proof() -> None:
    def only_positional(record: Record) -> bool:
        """The phase ends at once under positional superko."""
        return record.rules.ko is Ko.POSITIONAL

    rules = Rules().replacing("katago-v2/main/end-two-passes", only_positional)
    verdict = situations_hold_positions(rules)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "katago-v2/main/end-two-passes" in verdict.notes


BOTH_SUPERKOS = replace(SIMPLE, ko=Ko.POSITIONAL), replace(SIMPLE, ko=Ko.SITUATIONAL)


def test_positional_superko_alone_forbids_a_coloring_with_the_other_player_to_move() -> None:
    verdict = positional_bans_more(*BOTH_SUPERKOS)
    assert (verdict.outcome, verdict.minimal) == (Outcome.WITNESSED, True)
    game = witness_of(verdict).game()
    assert game.rules.ko is Ko.POSITIONAL
    assert witness_of(verdict).shows.endswith("only the second allows A1.")


def test_situations_without_the_player_forbid_the_same() -> None:
    without_player = (rules.dropping("katago-v2/main/state#player") for rules in BOTH_SUPERKOS)
    verdict = positional_bans_more(*without_player, [*TINY, Grid(3, 1)])
    assert (verdict.outcome, verdict.witness) == (Outcome.UNKNOWN, None)


# The button: how many passes end the phase


@pytest.mark.clauses("claim/summary-pass-count-button")
@pytest.mark.parametrize("ko", Ko)
def test_three_passes_are_needed_exactly_where_the_first_of_the_game_is_among_them(ko: Ko) -> None:
    verdict = only_the_first_pass_is_extra(replace(BUTTON, ko=ko), 6, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["ended_by_two"] > 0
    assert verdict.counts["ended_by_three"] > 0


def test_a_game_of_passes_takes_three() -> None:
    verdict = three_passes(BUTTON)
    assert verdict.outcome is Outcome.WITNESSED
    assert witness_of(verdict).turns == ("pass", "pass", "pass")


def passes_end(number: int) -> Callable[[Record], bool]:
    def so_many_passes(record: Record) -> bool:
        """The phase ends with some number of consecutive passes."""
        return record.pass_run >= number

    return so_many_passes


@pytest.mark.parametrize("passes", [2, 3])
def test_an_end_that_does_not_look_at_the_first_pass_is_noticed(passes: int) -> None:
    broken = BUTTON.replacing("katago-v2/main/end-two-passes-button", passes_end(passes))
    assert only_the_first_pass_is_extra(broken, 4, Grid(2, 1)).outcome is Outcome.REFUTED


def test_two_passes_that_always_end_the_game_leave_no_witness() -> None:
    broken = BUTTON.replacing("katago-v2/main/end-two-passes-button", passes_end(2))
    assert three_passes(broken).outcome is Outcome.REFUTED


# Long cycles


@pytest.mark.clauses("claim/summary-long-cycle")
def test_a_long_cycle_ends_without_result_first_on_three_points_after_thirteen_turns() -> None:
    verdict = shortest_cycle(SIMPLE, has_no_result, "")
    witness = witness_of(verdict)
    assert (witness.start.width, witness.start.height, len(witness.turns)) == (3, 1, 13)
    assert isinstance(witness.game().result, NoResult)


def test_a_long_cycle_with_passes_ends_by_a_repeated_pass_first_on_three_points() -> None:
    verdict = shortest_cycle(SIMPLE, ended_by_repeated_pass, "")
    witness = witness_of(verdict)
    assert witness.turns == ("B1", "pass", "A1", "C1", "B1", "pass")
    assert isinstance(witness.game().result, Score)


@pytest.mark.parametrize("is_sought", [has_no_result, ended_by_repeated_pass])
def test_on_boards_without_cycles_none_is_found(is_sought: Callable[[Game], bool]) -> None:
    assert shortest_cycle(SIMPLE, is_sought, "", TINY).outcome is Outcome.UNKNOWN


def test_with_suicide_two_points_do_for_a_cycle_but_not_under_superko() -> None:
    with_suicide = replace(SIMPLE, suicide=True)
    assert shortest_cycle(with_suicide, ended_by_repeated_pass, "", TINY).outcome is Outcome.WITNESSED
    superko = replace(with_suicide, ko=Ko.SITUATIONAL)
    assert shortest_cycle(superko, ended_by_repeated_pass, "", TINY).outcome is Outcome.UNKNOWN


# Tax All and territory


@pytest.mark.clauses("claim/summary-tax-all-is-territory")
@pytest.mark.parametrize("tax", Tax)
def test_tax_all_does_not_make_area_scoring_the_same_as_territory_scoring(tax: Tax) -> None:
    verdict = smallest_game_told_apart(STONE_SCORING, replace(JAPANESE, tax=tax), [*TINY, Grid(3, 1)])
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.REFUTED, "2x1", True)
    assert isinstance(witness_of(verdict).game().result, Score)


def test_scoring_rules_that_are_the_same_are_not_told_apart() -> None:
    assert smallest_game_told_apart(STONE_SCORING, STONE_SCORING, TINY).outcome is Outcome.HOLDS


@pytest.mark.clauses("claim/area-is-territory-but-for-moves")
def test_under_one_tax_area_and_territory_differ_by_moves_and_late_stones() -> None:
    verdict = area_is_territory_but_for_moves(TERRITORY)
    assert verdict.outcome is Outcome.PROVED
    assert verdict.counts == {"statements": 441}


@pytest.mark.parametrize("part", one_in(3, ["captures", "moves", "new-stones"]))
def test_a_territory_score_that_lacks_a_term_is_not_proved(part: str) -> None:
    verdict = area_is_territory_but_for_moves(TERRITORY.dropping(f"katago-v2/territory/score-seki#{part}"))
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.notes.startswith("Not proved: the scores of B under tax SEKI, B has the button, ")
    assert "under tax NONE" not in verdict.notes


# Dead stones


@pytest.mark.clauses("claim/summary-territory-counts-dead")
def test_a_dead_stone_that_is_left_on_the_board_does_not_count() -> None:
    verdict = dead_stones_left_do_not_count(JAPANESE, JAPANESE.reading(REMOVED))
    witness = witness_of(verdict)
    assert (verdict.outcome, witness.start.board) == (Outcome.REFUTED, "O.X.")
    assert set(witness.turns) == {"pass"}
    assert witness.shows == (
        "Left on the board, Black scores 0 and White 0; if dead stones counted, Black scores 4 and White 0."
    )


def test_a_dead_stone_that_is_captured_in_cleanup_counts() -> None:
    verdict = dead_stones_captured_count(JAPANESE, JAPANESE.reading(REMOVED))
    assert verdict.outcome is Outcome.WITNESSED
    game = witness_of(verdict).game()
    assert isinstance(game.result, Score)
    assert (game.result.black, game.result.white) == (4, 0)
    assert game.position.coloring.white == 0


def test_without_the_point_for_a_move_of_the_second_phase_capturing_is_not_enough() -> None:
    broken = JAPANESE.dropping("katago-v2/territory/score-seki#moves")
    verdict = dead_stones_captured_count(broken, broken.reading(REMOVED))
    assert verdict.outcome is Outcome.UNKNOWN


def test_where_dead_stones_are_removed_anyway_there_is_none_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_scores, "BY_SIZE", [(4, 1), (3, 2)])
    with pytest.raises(ValueError, match="No board"):
        dead_stones_left_do_not_count(JAPANESE.reading(REMOVED), JAPANESE.reading(REMOVED))


def test_the_boards_are_tried_by_size() -> None:
    assert [grid.size for grid in summary.BY_SIZE] == sorted(grid.size for grid in summary.BY_SIZE)
    assert Game.start(SIMPLE, 1, 1).play(PASS).play(PASS).over
