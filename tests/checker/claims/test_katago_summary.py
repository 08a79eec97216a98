"""A double ko ends the phase by a repeated pass, and never ends the game without result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_summary import repetition, scores
from superko.checker.claims.katago_summary.repetition import (
    REPEATED_PASS,
    SIMPLE,
    ended_by_repeated_pass,
    ends_the_phase,
    has_a_result,
    has_no_result,
    only_the_first_pass_is_extra,
    position_does_for_state,
    positional_bans_more,
    shortest_cycle,
    situational_bans_are_positional,
    situations_hold_positions,
    three_passes,
)
from superko.checker.claims.katago_summary.scores import (
    JAPANESE,
    REMOVED,
    STONE_SCORING,
    allowed_as_long_as_it_clears_or_the_rules_allow_it,
    area_is_territory_but_for_moves,
    dead_stones_captured_count,
    dead_stones_left_do_not_count,
    every_move_is_compensated,
    is_seki,
    seki_scores_nothing,
    smallest_game_told_apart,
    smallest_points_in_seki,
    smallest_without_compensation,
)
from superko.checker.claims.katago_summary.short_names import (
    SHORT_NAMES,
    names_are_parameters,
    no_combination_is_the_text,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS, SEKI_WITHOUT_DAME, Shape
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.result import NoResult, Score
from superko.interpreter.story import Story
from superko.spec.algebra import Condition, Grid
from superko.spec.claim import claims
from superko.spec.guard import given
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase, Play, Position, Record

from ...sampling import one_in

SHAPES = [REPETITIONS[DOUBLE_KO_SEKI], SEKI_WITHOUT_DAME]


@pytest.mark.clauses("claim/summary-long-cycle", REPEATED_PASS)
@pytest.mark.parametrize("shape", SHAPES, ids=["with dame", "without"])
def test_a_double_ko_ends_the_phase_and_the_game_has_a_result(shape: Shape) -> None:
    verdict = ends_the_phase(shape, SIMPLE)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    assert verdict.witness.game().ended_by == REPEATED_PASS
    assert has_a_result(shape, SIMPLE).outcome is Outcome.REFUTED


@pytest.mark.parametrize("shape", SHAPES, ids=["with dame", "without"])
def test_under_superko_no_pass_is_repeated(shape: Shape) -> None:
    assert ends_the_phase(shape, replace(SIMPLE, ko=Ko.SITUATIONAL)).outcome is Outcome.REFUTED


BUTTON = replace(SIMPLE, button=True)
BY_TERRITORY = Rules(scoring=Scoring.TERRITORY)
TINY = [Grid(1, 1), Grid(2, 1)]


def whether_passed(position: Position) -> Condition:
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_situations_without_the_player_forbid_the_same() -> None:
    positional, situational = (rules.dropping("katago-v2/main/state#player") for rules in BOTH_SUPERKOS)
    verdict = positional_bans_more(positional, situational, [*TINY, Grid(3, 1)])
    assert (verdict.outcome, verdict.witness) == (Outcome.UNKNOWN, None)


# The button: how many passes end the phase


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
    assert shortest_cycle(SIMPLE, is_sought, "", boards=TINY).outcome is Outcome.UNKNOWN


def test_with_suicide_two_points_do_for_a_cycle_but_not_under_superko() -> None:
    with_suicide = replace(SIMPLE, suicide=True)
    assert shortest_cycle(with_suicide, ended_by_repeated_pass, "", boards=TINY).outcome is Outcome.WITNESSED
    superko = replace(with_suicide, ko=Ko.SITUATIONAL)
    assert shortest_cycle(superko, ended_by_repeated_pass, "", boards=TINY).outcome is Outcome.UNKNOWN


# Tax All and territory


@pytest.mark.clauses("claim/summary-tax-all-is-territory")
@pytest.mark.parametrize("tax", Tax)
def test_tax_all_does_not_make_area_scoring_the_same_as_territory_scoring(tax: Tax) -> None:
    verdict = smallest_game_told_apart(STONE_SCORING, replace(JAPANESE, tax=tax))
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.REFUTED, "2x1", True)
    assert isinstance(witness_of(verdict).game().result, Score)


def test_scoring_rules_that_are_the_same_are_not_told_apart() -> None:
    assert smallest_game_told_apart(STONE_SCORING, STONE_SCORING, boards=TINY).outcome is Outcome.HOLDS


@pytest.mark.thorough
@pytest.mark.parametrize("part", one_in(3, ["captures", "moves", "new-stones"]))
def test_a_territory_score_that_lacks_a_term_is_not_proved(part: str) -> None:
    taxed = replace(BY_TERRITORY, tax=Tax.SEKI)
    verdict = area_is_territory_but_for_moves(taxed.dropping(f"katago-v2/territory/score-seki#{part}"))
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


def test_without_the_point_for_a_move_of_the_second_phase_capturing_is_not_enough() -> None:
    broken = JAPANESE.dropping("katago-v2/territory/score-seki#moves")
    verdict = dead_stones_captured_count(broken, broken.reading(REMOVED))
    assert verdict.outcome is Outcome.UNKNOWN


def test_where_dead_stones_are_removed_anyway_there_is_none_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "BY_SIZE", [Grid(4, 1), Grid(3, 2)])
    with pytest.raises(ValueError, match="No board"):
        dead_stones_left_do_not_count(JAPANESE.reading(REMOVED), JAPANESE.reading(REMOVED))


def test_the_boards_are_tried_by_size() -> None:
    assert [grid.size for grid in repetition.BY_SIZE] == sorted(grid.size for grid in repetition.BY_SIZE)
    assert Game(SIMPLE, 1).play(PASS).play(PASS).over


SCORED_MOVES = "katago-v2/territory/score-seki#scored-moves"


def made_in_cleanup(phase: Phase) -> bool:
    """It is the moves of both cleanup phases that a score counts."""
    return phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def spares_several_stones(play: Play[int]) -> Condition:
    """A move does not empty several stones of its player."""
    return play.before.is_empty(play.self_captured & ~play.point)


def test_rules_that_allow_suicide_and_forbid_one_refute_it() -> None:
    forbidding = make_clause(spares_several_stones, "test/move/no-suicide", decides=Decision.PSEUDOLEGAL)
    verdict = allowed_as_long_as_it_clears_or_the_rules_allow_it(Rules(suicide=True).adding(forbidding), Grid(2, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_where_suicide_is_not_allowed_nothing_is_tested() -> None:
    verdict = allowed_as_long_as_it_clears_or_the_rules_allow_it(Rules(suicide=False), Grid(2, 1))
    assert verdict.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("board", "expected"), [(".X.O.", True), ("X.O..", False), ("X.X.O", False), (".X...", False), (".X..O.", False)]
)
def test_what_is_a_seki(board: str, expected: bool) -> None:
    assert is_seki(TERRITORY, parse_board(board)) is expected


@pytest.mark.clauses("claim/summary-no-seki-by-territory")
def test_territory_scoring_alone_gives_points_in_seki() -> None:
    verdict = smallest_points_in_seki(TERRITORY)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.witness.start.board) == (Outcome.REFUTED, ".O.X.")


def test_without_a_tax_the_same_search_notices() -> None:
    assert seki_scores_nothing(TERRITORY, Grid(5, 1)).outcome is Outcome.REFUTED


def test_boards_without_seki_decide_nothing() -> None:
    assert seki_scores_nothing(TERRITORY, Grid(3, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/summary-cleanup-moves-compensated")
def test_no_move_of_the_first_phase_is() -> None:
    verdict = smallest_without_compensation(JAPANESE, Phase.FIRST_CLEANUP)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "2x1")


def test_if_moves_of_both_phases_were_scored_all_would_be() -> None:
    broken = JAPANESE.replacing(SCORED_MOVES, made_in_cleanup)
    assert smallest_without_compensation(broken, Phase.FIRST_CLEANUP).outcome is Outcome.HOLDS


def test_if_no_moves_were_scored_none_would_be() -> None:
    broken = JAPANESE.dropping(SCORED_MOVES)
    assert every_move_is_compensated(broken, Phase.SECOND_CLEANUP, Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/summary-shorthands")
def test_short_names_stand_for_combinations_of_the_parameters() -> None:
    presets = [PRESETS[preset] for preset in SHORT_NAMES.values()]
    assert names_are_parameters(*presets).outcome is Outcome.HOLDS
    assert names_are_parameters(*reversed(presets)).outcome is Outcome.REFUTED


def test_a_text_that_is_one_of_them_is_noticed() -> None:
    assert no_combination_is_the_text(PRESETS["aga-like"], PRESETS["chinese-like"]).outcome is Outcome.UNKNOWN
