"""Every reading has a verdict on what it changes, and a reading that changes nothing is found to change something
once a clause is broken.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims import readings
from superko.checker.claims.readings import TEN_RULES, read_in_two_ways
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import smallest_parting
from superko.checker.solving.solution import solve
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.interpreter.records.game_record import agrees, result_text, told_result
from superko.interpreter.result import DRAW, outcome_text
from superko.interpreter.story import Start, Story
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.claim import claims
from superko.spec.parameters import READINGS, Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import EarlierState, Phase

SIMPLE, TERRITORY, SELF_PLAY = readings.SIMPLE, readings.TERRITORY, readings.SELF_PLAY


def test_every_claim_and_every_reading_has_a_check_or_a_reason_why_not() -> None:
    decided = {check.claim for check in checks().values()}
    assert {claim.id for claim in claims() if not claim.not_formalised} <= decided
    assert set(READINGS) <= decided


@pytest.mark.clauses("reading/history-includes-passes")
def test_under_situational_superko_four_points_tell_whether_passes_are_remembered() -> None:
    rules = replace(SIMPLE, ko=Ko.SITUATIONAL)
    verdict = smallest_parting(*read_in_two_ways(rules, "reading/history-includes-passes", "excluded"))
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    game = verdict.witness.game()
    turn = parse_turn(Grid(4, 1), "B1")
    excluded = rules.reading({"reading/history-includes-passes": "excluded"})
    assert not game.judge(turn).legal
    assert (
        replace(verdict.witness, rules={**verdict.witness.rules, "readings": dict(excluded.readings)})
        .game()
        .judge(turn)
        .legal
    )


@pytest.mark.clauses("reading/aga-repetition", "reading/aga-repeating-moves")
@pytest.mark.parametrize(
    ("name", "value"), [("reading/aga-repetition", "board-and-player"), ("reading/aga-repeating-moves", "ko-only")]
)
def test_three_points_tell_the_readings_of_what_must_not_repeat_apart(name: str, value: str) -> None:
    verdict = smallest_parting(*read_in_two_ways(PRESETS["aga-area"], name, value))
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "3x1")


@pytest.mark.clauses("reading/self-play-end-button")
def test_the_button_goes_to_nobody_or_to_the_player_who_would_pass_first() -> None:
    rules = replace(SIMPLE, button=True, self_play_opts=True)
    verdict = smallest_parting(*read_in_two_ways(rules, readings.END_BUTTON, "nobody"))
    assert verdict.witness is not None
    assert verdict.witness.turns == ("B1",)


@pytest.mark.clauses("reading/unblock-is-not-a-move")
@pytest.mark.parametrize(("value", "phase"), [("pass", Phase.FIRST_CLEANUP), ("move", Phase.SECOND_CLEANUP)])
def test_a_ko_on_two_points_tells_what_an_unblock_action_counts_as(value: str, phase: Phase) -> None:
    verdict = readings.shortest_from_a_position(*read_in_two_ways(TERRITORY, readings.UNBLOCK, value), phase)
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "2x1")
    assert verdict.witness is not None
    assert "unblock B1" in verdict.witness.turns


@pytest.mark.clauses("reading/legal-once")
def test_a_ko_on_two_points_tells_whether_moves_are_told_apart_by_the_coloring_before_or_after_them() -> None:
    """Given a stone that was thrown in, when it was captured, then taking back leads to a coloring that has stood."""
    usually, so_read = read_in_two_ways(TERRITORY, readings.LEGAL_ONCE, "after")
    verdict = readings.shortest_from_a_position(usually, so_read, Phase.FIRST_CLEANUP)
    assert verdict.witness is not None
    assert (verdict.scope, verdict.witness.turns) == ("2x1", ("A1", "B1", "unblock B1", "pass"))
    judgement = verdict.witness.game(so_read).judge(parse_turn(Grid(2, 1), "A1"))
    assert judgement.clause is not None
    assert (judgement.clause.name, judgement.witness) == ("katago-v2/cleanup/legal-once", EarlierState(0))


@pytest.mark.clauses("reading/no-result")
def test_three_points_tell_whether_a_state_ends_the_game_the_second_time_that_it_stands() -> None:
    verdict = smallest_parting(*read_in_two_ways(SIMPLE, readings.NO_RESULT, "second"))
    assert verdict.witness is not None
    assert (verdict.scope, len(verdict.witness.turns)) == ("3x1", 7)


@pytest.mark.clauses("reading/long-cycle")
def test_three_points_tell_whether_a_long_cycle_is_a_draw() -> None:
    usually, so_read = read_in_two_ways(SIMPLE, "reading/long-cycle", "draw")
    verdict = smallest_parting(usually, so_read)
    assert verdict.witness is not None
    assert (verdict.scope, len(verdict.witness.turns)) == ("3x1", 13)
    ends = [verdict.witness.game(rules) for rules in (usually, so_read)]
    assert [outcome_text(end.result) for end in ends if end.result] == [
        "The game ends without result.",
        "The game is a draw.",
    ]


@pytest.mark.clauses("reading/long-cycle")
def test_a_long_cycle_is_won_by_who_has_captured_more() -> None:
    """Given the ring of three points, when it comes round twice after unequal captures, then who lost fewer wins."""
    drawn, won = (SIMPLE.reading({"reading/long-cycle": value}) for value in ("draw", "captures"))
    opening = ["A1", "B1", "pass"]
    cycles = ["A1", "C1", "A1", "B1", "A1", "C1", "B1", "C1", "A1", "B1", "A1", "C1", "B1"]
    ends = [Story(Start(3, 1), (*opening, *cycles)).game(rules) for rules in (drawn, won)]
    assert [outcome_text(end.result) for end in ends if end.result] == ["The game is a draw.", "White wins."]
    assert ends[1].record.tally.captures == {BLACK: 7, WHITE: 6}
    assert ends[1].standing() == "The game is over. White wins."
    assert ends[1].result is not None
    assert result_text(ends[1].result) == "W+"
    assert agrees(told_result("W+"), ends[1].result)


@pytest.mark.clauses("reading/long-cycle")
def test_with_as_many_captures_a_long_cycle_is_a_draw() -> None:
    rules = SIMPLE.reading({"reading/long-cycle": "captures"})
    turns = ["A1", "C1", "B1", "C1", "A1", "B1", "A1", "C1", "B1", "C1", "A1", "B1", "A1"]
    end = Story(Start(3, 1), tuple(turns)).game(rules)
    assert end.record.tally.captures[BLACK] == end.record.tally.captures[WHITE]
    assert end.result == DRAW


@pytest.mark.clauses("reading/sending-two")
def test_three_points_tell_whether_two_stones_may_be_sent_and_one_returned() -> None:
    usually, so_read = read_in_two_ways(SIMPLE, "reading/sending-two", "forbidden")
    verdict = smallest_parting(usually, so_read)
    assert verdict.witness is not None
    assert verdict.witness.turns == ("A1", "C1", "B1", "C1")
    judgement = verdict.witness.game(so_read).judge(parse_turn(Grid(3, 1), "A1"))
    assert judgement.clause is not None
    assert (judgement.clause.name, judgement.witness) == (
        "katago-v2/main/legal-simple-ko#sending-two",
        EarlierState(2),
    )


@pytest.mark.parametrize("reading", ["draw", "captures"])
def test_what_the_solver_does_not_take_in_it_refuses_with_a_sentence(reading: str) -> None:
    with pytest.raises(ValueError, match="count a game without result as 0"):
        solve(Game(SIMPLE.reading({"reading/long-cycle": reading}), (2, 1)))


@pytest.mark.clauses("reading/end-on-copy")
def test_a_repeated_pass_ends_play_on_a_copy_unless_two_in_a_row_alone_do() -> None:
    verdict = readings.shortest_on_copy(*read_in_two_ways(SIMPLE, readings.END_ON_COPY, "two-passes"))
    assert verdict.witness is not None
    assert verdict.witness.start.board == ".X."
    assert "on the copy, A1; C1; B1; pass. Then B1 is removed" in verdict.witness.shows


def test_under_superko_two_passes_alone_end_play_on_a_copy_anyway() -> None:
    verdict = readings.shortest_on_copy(*read_in_two_ways(Rules(), readings.END_ON_COPY, "two-passes"), boards=2)
    assert verdict.outcome is Outcome.UNKNOWN


@pytest.mark.clauses("reading/initial-stones")
def test_a_stone_set_up_on_two_points_tells_whether_it_is_a_move() -> None:
    verdict = readings.smallest_set_up_stone(*read_in_two_ways(TERRITORY, readings.PLACED, "uncounted"))
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "2x1")


@pytest.mark.clauses("reading/self-play-end-territory")
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(5, 1)], ids=str)
def test_it_makes_no_difference_what_the_second_cleanup_phase_begins_with_after_an_early_end(grid: Grid) -> None:
    verdict = readings.early_end_scores_alike(*read_in_two_ways(SELF_PLAY, readings.END_TERRITORY, "none"), grid)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["positions"] > 0


def test_it_would_if_stones_in_independent_life_had_to_stand_when_the_phase_begins() -> None:
    rules = broken_life(SELF_PLAY)
    verdict = readings.early_end_scores_alike(*read_in_two_ways(rules, readings.END_TERRITORY, "none"), Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED


def broken_life(rules: Rules) -> Rules:
    """The same rules, by which nothing is ever alive on its own."""
    return rules.replacing(
        "katago-v2/extra/independent-life-region#own-stone", lambda c, color, region: region < 0, "No region is alive."
    )


@pytest.mark.clauses(
    "reading/dead-stones-named", "reading/empty-list-of-dead-stones", "reading/one-list-of-dead-stones"
)
@pytest.mark.parametrize(
    ("name", "value", "protocol", "board"),
    [
        (readings.NAMED, "stone-by-stone", "agreement", "XX."),
        (readings.EMPTY_LIST, "no-list", "mediation", "X."),
        (readings.ONE_LIST, "dispute", "mediation", "X."),
        (readings.ONE_LIST, "dispute", "japanese", "X."),
    ],
)
def test_the_smallest_statements_on_which_a_reading_matters(name: str, value: str, protocol: str, board: str) -> None:
    both = read_in_two_ways(TEN_RULES, name, value)
    verdict = readings.smallest_statement(*both, value, protocol, silence=name == readings.ONE_LIST)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    assert verdict.witness.start.board == board


def test_a_value_that_is_the_usual_one_makes_no_difference() -> None:
    value = "with-connected-stones"
    both = read_in_two_ways(TEN_RULES, readings.NAMED, value)
    assert readings.smallest_statement(*both, value, "agreement", boards=2).outcome is Outcome.UNKNOWN
    assert smallest_parting(SIMPLE, SIMPLE, boards=2).outcome is Outcome.UNKNOWN
