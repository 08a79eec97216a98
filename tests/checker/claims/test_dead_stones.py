"""The evidence on the dead-stone protocols holds for the protocols as they are, and notices broken ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from superko.checker.claims.dead_stones import (
    EVERY_LIST_JUDGED,
    MOST_STEPS,
    NO_LIST,
    TERRITORY,
    agreeing_or_not,
    begun_sooner,
    captures_are_possible,
    ends,
    every_list_comes_to_an_end,
    falls_back_on_smallest,
    keeps_score,
    nothing_is_settled,
    replayed,
    shortest_loop,
    smallest_change_of_territory,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.adjudications import earlier_states, repetitions, repetitions_since_pass
from superko.checker.play.outcomes import lead_for
from superko.checker.proofs.protocols import SIMPLE_KO, SUPERKO, StepKind, control_graph, sequels, unlimited_steps
from superko.checker.proofs.rule_sets import Values
from superko.interpreter.adjudication import Adjudication, Stage
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.dead_stones.protocols import PROTOCOLS, Protocol, Sequel
from superko.spec.dead_stones.statements import Statements, disputed
from superko.spec.parameters import Ko, Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move

TEN_RULES, SIMPLE = PRESETS["tromp-taylor-ten"], PRESETS["chinese-like"]
TWO, THREE = Grid(2, 1), Grid(3, 1)
PASSING_AGAIN = "katago-v2/main/end-repeated-pass"
WITH_SUPERKO: Values = {"ko": (Ko.POSITIONAL, Ko.SITUATIONAL), "scoring": (Scoring.AREA,)}
THAT_END = ["chinese", "kgs", "japanese"]


def start(protocol: Protocol, rules: Rules = TEN_RULES) -> Adjudication:
    return Adjudication.of(Game(rules, TWO), protocol)


def without_end(name: str) -> Protocol:
    """A protocol that never ends the game without asking for lists."""
    return replace(PROTOCOLS[name], ends_at_once=lambda stop: False)


@pytest.mark.exhaustive
@pytest.mark.thorough
@pytest.mark.parametrize("name", THAT_END)
def test_every_step_under_either_superko_with_a_button_and_without_is_one_that_is_foreseen(name: str) -> None:
    """The check compares two of these four, so that each kind of superko and each button is among them."""
    under = [Rules(ko=ko, button=button) for ko in (Ko.POSITIONAL, Ko.SITUATIONAL) for button in (False, True)]
    verdict = ends(Rules(), *under, protocol=PROTOCOLS[name], limits=SUPERKO, chosen=WITH_SUPERKO, boards=[TWO])
    assert (verdict.outcome, verdict.notes) == (Outcome.PROVED, "")


@pytest.mark.parametrize("name", ["chinese", "kgs"])
def test_a_protocol_without_a_last_stop_goes_on_without_a_move(name: str) -> None:
    verdict = ends(TEN_RULES, protocol=without_end(name), limits=SUPERKO, chosen={}, boards=[])
    assert verdict.outcome is Outcome.UNKNOWN
    assert "Both players' answers, or a ruling may be repeated forever" in " ".join(verdict.reasons)
    loop = shortest_loop(start(without_end(name)), earlier_states)
    assert loop is not None
    assert sorted(loop[1]) == ["Black names A1 and White names nothing", "pass", "pass"]


def test_rules_under_which_moves_may_repeat_states_are_no_ground_for_the_proof() -> None:
    rules = TEN_RULES.dropping("tromp-taylor/turn#no-repetition")
    verdict = ends(rules, protocol=PROTOCOLS["chinese"], limits=SUPERKO, chosen={}, boards=[])
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.reasons[0].startswith("Of a move by Black")


def test_rules_that_do_not_end_on_passing_again_are_no_ground_for_the_proof_under_simple_ko() -> None:
    rules = SIMPLE.dropping(PASSING_AGAIN)
    verdict = ends(
        rules, protocol=PROTOCOLS["chinese"], limits=SIMPLE_KO, chosen={"ko": [Ko.SIMPLE], "button": [False]}, boards=[]
    )
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.reasons[0].startswith("Of a pass by Black")


def test_the_chinese_protocol_has_no_loop_on_two_points_under_superko_and_under_simple_ko() -> None:
    assert shortest_loop(start(PROTOCOLS["chinese"]), earlier_states) is None
    assert shortest_loop(start(PROTOCOLS["chinese"], SIMPLE), repetitions) is None


def test_the_loop_can_be_taken_as_often_as_one_likes_without_that_clause_and_not_with_it() -> None:
    without_clause = SIMPLE.dropping(PASSING_AGAIN)
    loop = shortest_loop(start(PROTOCOLS["chinese"], without_clause), repetitions_since_pass)
    assert loop is not None
    assert len(loop[1]) == 8
    five_times = (*loop[0], *loop[1] * 5)
    assert replayed(start(PROTOCOLS["chinese"], without_clause), five_times).stage is not Stage.OVER
    assert replayed(start(PROTOCOLS["chinese"], SIMPLE), five_times).stage is Stage.OVER


def test_moves_alone_are_limited_by_superko_and_passes_by_the_clause_on_passing_again() -> None:
    forgetful = replace(SUPERKO, limited=StepKind.SAY)
    assert set(unlimited_steps(control_graph(PROTOCOLS["chinese"], forgetful), forgetful)) > {StepKind.MOVE}
    unending = replace(SIMPLE_KO, passing_again_ends=False)
    assert StepKind.PASS_AGAIN in unlimited_steps(control_graph(PROTOCOLS["chinese"], unending), unending)


def three_disputed(statements: Statements) -> Sequel:
    """Play goes on where three or more stones are disputed."""
    return Sequel.RESUME if disputed(statements).bit_count() >= 3 else Sequel.END


def longer_list(statements: Statements) -> Sequel:
    """Play goes on where White lists more than Black."""
    return Sequel.RESUME if statements.white.stones > statements.black.stones else Sequel.END


def first_point_listed(statements: Statements) -> Sequel:
    """Play goes on where both list the first point."""
    return Sequel.RESUME if statements.black.stones & statements.white.stones & 1 else Sequel.END


def same_lists(statements: Statements) -> Sequel:
    """Play goes on where both players list the same stones."""
    return Sequel.RESUME if statements.black.stones == statements.white.stones else Sequel.END


@pytest.mark.thorough
@pytest.mark.parametrize("sequel", [same_lists, three_disputed, longer_list, first_point_listed])
@pytest.mark.parametrize("name", THAT_END)
def test_a_protocol_that_can_resume_forever_is_not_proved_to_end(
    name: str, sequel: Callable[[Statements], Sequel]
) -> None:
    """Given a protocol that asks at every stop, when it resumes for some lists, then nothing limits its answers."""
    protocol = replace(without_end(name), sequel=sequel)
    verdict = ends(TEN_RULES, TEN_RULES, protocol=protocol, limits=SUPERKO, chosen={}, boards=[TWO])
    assert verdict.outcome is Outcome.UNKNOWN


def test_what_can_follow_the_answers() -> None:
    assert sequels(PROTOCOLS["mediation"]) == {Sequel.END, Sequel.RULING}
    assert sequels(PROTOCOLS["japanese"]) == {Sequel.END, Sequel.COPY}


def test_on_five_points_a_silent_white_loses_the_stone_that_black_names() -> None:
    start = Game(TEN_RULES, rows="O.X.X")
    stopped = Adjudication.of(start, PROTOCOLS["chinese"]).play(PASS).play(PASS)
    resumed = stopped.state(BLACK, parse_board("O....").white).state(WHITE, None)
    ended = resumed.play(Move(0b10)).play(PASS).play(PASS).state(BLACK, 0).state(WHITE, None)
    assert (lead_for(BLACK, ended.result), lead_for(BLACK, stopped.game.result)) == (5, 2)


def test_a_third_party_that_is_asked_about_players_without_lists_is_noticed() -> None:
    meddling = replace(PROTOCOLS["mediation"], sequel=lambda statements: Sequel.RULING)
    assert falls_back_on_smallest(TEN_RULES, meddling, NO_LIST).outcome is Outcome.REFUTED


def test_playing_on_without_a_copy_changes_the_territory_score() -> None:
    assert keeps_score(EVERY_LIST_JUDGED, TERRITORY, TWO, PROTOCOLS["kgs"]).outcome is Outcome.REFUTED


def test_a_loop_is_said_to_begin_with_its_first_step() -> None:
    loop = shortest_loop(start(without_end("chinese")), earlier_states)
    assert loop is not None
    assert begun_sooner(*loop) == loop


def test_on_an_empty_board_players_can_only_agree() -> None:
    c = Game(TEN_RULES, (2, 1)).position.coloring
    assert list(agreeing_or_not(c)) == [(None, None)]


def test_a_turn_on_which_the_capture_is_not_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST_STEPS, THREE, 7)
    odd = make_clause(
        lambda record, play: play.before.is_empty(play.captured) or record.turn % 2 == 1,
        "ours/odd-captures",
        decides=Decision.LEGAL,
        text="Only on an odd turn stones are captured.",
    )
    assert captures_are_possible(TEN_RULES, PROTOCOLS["chinese"], THREE).outcome is Outcome.HOLDS
    assert captures_are_possible(TEN_RULES.adding(odd), PROTOCOLS["chinese"], THREE).outcome is Outcome.REFUTED


def test_a_protocol_that_ends_the_game_on_a_disagreement_is_noticed() -> None:
    impatient = replace(PROTOCOLS["chinese"], sequel=lambda statements: Sequel.END)
    assert captures_are_possible(TEN_RULES, impatient, TWO).outcome is Outcome.REFUTED


def test_lists_are_of_all_kinds() -> None:
    counts = every_list_comes_to_an_end(TEN_RULES, PROTOCOLS["agreement"], Grid(2, 2)).counts
    assert min(counts[kind] for kind in ("own_stones", "opponents_stones", "both_colors", "agreed", "not_agreed")) > 0


@pytest.mark.parametrize("unsettled_only", [False, True])
def test_a_protocol_that_resumes_play_forever_is_noticed(unsettled_only: bool) -> None:
    endless = replace(PROTOCOLS["kgs"], ends_at_once=lambda stop: False, sequel=lambda statements: Sequel.RESUME)
    assert every_list_comes_to_an_end(TEN_RULES, endless, TWO, unsettled_only).outcome is Outcome.REFUTED


def test_stones_with_two_eyes_are_settled_and_an_empty_board_has_none() -> None:
    assert [nothing_is_settled(parse_board(board)) for board in ("...", ".X.", "X..")] == [False, False, True]


def test_playing_on_a_copy_does_not() -> None:
    verdict = smallest_change_of_territory(TEN_RULES, TERRITORY, PROTOCOLS["japanese"], boards=2)
    assert verdict.outcome is Outcome.UNKNOWN
