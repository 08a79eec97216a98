"""Sending two or three stones: that it is there, what it costs, and that nothing but a repeated pass bounds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims import bans
from superko.checker.claims.facts.repetitions import SIMPLE
from superko.checker.claims.katago_v2.termination import (
    beginnings,
    captured_alike,
    ends_without_result,
    in_any_order,
    phase_ends,
)
from superko.checker.claims.shapes import REPETITIONS
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.play.capture import shortest_game, times_stood
from superko.checker.play.cycles import SENDING_TWO_RETURNING_ONE, stopped
from superko.checker.proofs import endless
from superko.checker.proofs.one_turn import OneTurn, UnknownTurn
from superko.checker.proofs.phase_ends import LONGEST_RUN, MOST_OCCURRENCES
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Color, Condition, Grid, Number
from superko.spec.katago_v2.main_phase import repeated_pass
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase, Play, Position, Record

from ..played_games import any_rules, random_games, short_games


def only_black_is_counted(play: Play[int]) -> Mapping[Color, Number]:
    """Black stones alone are counted as captured."""
    return {BLACK: play.before.size((play.captured | play.self_captured) & play.before.black), WHITE: 0}


@pytest.mark.clauses("claim/cycles-capture-alike")
def test_a_cycle_without_a_pass_costs_both_as_many_stones() -> None:
    rules = SIMPLE.reading({"reading/no-result": "second"})
    verdict = captured_alike(rules, 9, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["captured"] > 0
    uneven = rules.replacing("katago-v2/move/capture-total", only_black_is_counted)
    assert captured_alike(uneven, 9, Grid(3, 1)).outcome is Outcome.REFUTED


NO_RESULT = "katago-v2/main/no-result"


def where_passes_reset_nothing() -> Rules:
    def stood_twice_before(record: Record) -> bool:
        """The game ends when a state stands for the third time, whoever has passed."""
        return times_stood(record)[record.state] > 2

    return SIMPLE.replacing(NO_RESULT, stood_twice_before)


def test_there_some_order_would_end_without_result_if_passes_reset_nothing() -> None:
    verdict = in_any_order(where_passes_reset_nothing(), Grid(5, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counts["turns"] == 9


def test_a_cycle_begun_with_any_of_its_turns_is_the_same_cycle() -> None:
    shape = REPETITIONS[SENDING_TWO_RETURNING_ONE]
    begun = list(beginnings(shape, SIMPLE))
    assert begun[0] == shape
    assert [beginning.cycle[0] for beginning in begun] == list(shape.cycle)
    assert all(stopped(beginning.game(SIMPLE), beginning.turns) for beginning in begun)


def test_without_moves_the_shortest_game_is_two_passes() -> None:
    start = REPETITIONS[SENDING_TWO_RETURNING_ONE].game(SIMPLE)
    played = shortest_game(start, 0, lambda game: game.over)
    assert played.shortest is not None
    assert played.shortest.record.turn == 2
    assert shortest_game(start, 0, ends_without_result).shortest is None


MAIN, CLEANUP = "katago-v2/main", "katago-v2/cleanup"
CLEANUP_PHASES = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
SUPERKO = (Ko.POSITIONAL, Ko.SITUATIONAL)
WHOLE_TEXT = Rules(suicide=False)


@lru_cache
def main_phase(ko: Ko, rules: Rules = WHOLE_TEXT) -> Verdict:
    return phase_ends(rules, Phase.MAIN, {"ko": [ko]})


@lru_cache
def cleanup(phase: Phase, rules: Rules = WHOLE_TEXT) -> Verdict:
    return phase_ends(rules, phase, {"scoring": [Scoring.TERRITORY]})


def passes_end(number: int) -> Callable[[Record], bool]:
    def ends(record: Record) -> bool:
        """So many consecutive passes end the phase."""
        return record.pass_run >= number

    return ends


@pytest.mark.parametrize(
    ("ko", "dropped", "board", "obstacle"),
    [
        (Ko.SIMPLE, "no-result", "on 3x1", "no state has stood more than 2 times since the last pass"),
        (Ko.SIMPLE, "end-repeated-pass", "on 3x1", "Of a pass by Black"),
        (Ko.POSITIONAL, "legal-superko", "on 2x1", "Of a move by Black"),
        (Ko.SITUATIONAL, "legal-superko", "on 2x1", "it is not shown that fewer states are new"),
        (Ko.POSITIONAL, "end-two-passes", "on 1x1", "no more than 3 passes have followed each other"),
    ],
)
def test_without_a_clause_that_it_takes_the_main_phase_can_go_on_forever(
    ko: Ko, dropped: str, board: str, obstacle: str
) -> None:
    verdict = main_phase(ko, WHOLE_TEXT.dropping(f"{MAIN}/{dropped}"))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.shows.startswith(f"A game can go on forever: {board}, after")
    assert obstacle in " ".join(verdict.reasons)


@pytest.mark.parametrize(
    ("ko", "rules"),
    [
        (Ko.SIMPLE, WHOLE_TEXT.dropping(f"{MAIN}/legal-simple-ko")),
        (Ko.SIMPLE, WHOLE_TEXT.dropping(f"{MAIN}/end-two-passes").dropping(f"{MAIN}/end-two-passes-button")),
        (Ko.SIMPLE, WHOLE_TEXT.replacing(f"{MAIN}/end-two-passes", passes_end(3))),
        (Ko.POSITIONAL, WHOLE_TEXT.replacing(f"{MAIN}/end-two-passes", passes_end(3))),
        (Ko.SITUATIONAL, WHOLE_TEXT.replacing(f"{MAIN}/end-two-passes", passes_end(4))),
        (Ko.POSITIONAL, WHOLE_TEXT.dropping(f"{MAIN}/end-repeated-pass").dropping(f"{MAIN}/no-result")),
    ],
)
@pytest.mark.thorough
@pytest.mark.exhaustive
def test_the_main_phase_also_ends_without_the_other_clauses(ko: Ko, rules: Rules) -> None:
    assert main_phase(ko, rules).outcome is Outcome.PROVED


@pytest.mark.parametrize("dropped", ["end-two-passes", "legal-once", "legal-unblocked", "mark", "unmark"])
@pytest.mark.thorough
@pytest.mark.exhaustive
def test_the_cleanup_phases_also_end_without_the_other_clauses(dropped: str) -> None:
    assert cleanup(Phase.SECOND_CLEANUP, WHOLE_TEXT.dropping(f"{CLEANUP}/{dropped}")).outcome is Outcome.PROVED


def test_a_run_of_more_passes_than_the_rank_counts_is_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "BOARDS", [(1, 1)])
    verdict = main_phase(Ko.POSITIONAL, WHOLE_TEXT.replacing(f"{MAIN}/end-two-passes", passes_end(9)))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "it is not shown that no more than 3 passes have followed each other" in " ".join(verdict.reasons)
    assert verdict.notes.startswith(
        "No proof was made that it ends, and among the shortest 2,000 games on each board of "
    )


def resumed_once(record: Record) -> Position:
    """After two passes the game is resumed; it is over the next time."""
    follows = Phase.OVER if record.position.passed else Phase.MAIN
    return replace(record.position, phase=follows, passed=True)


def pass_that_is_not_told(position: Position) -> Position:
    """A pass cedes the turn, and nobody is told of it."""
    return replace(position, player=position.player.opponent)


RESUMED = Rules().replacing(f"{MAIN}/then-score", resumed_once)
ALWAYS_RESUMED = RESUMED.replacing(f"{MAIN}/then-score", lambda record: record.position, "It is resumed.")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rules",
    [
        RESUMED,
        RESUMED.replacing(f"{MAIN}/pass", pass_that_is_not_told),
        ALWAYS_RESUMED.adding(
            make_clause(lambda record: record.turn >= 9, "ours/nine", decides=Decision.GAME_ENDS, text="Nine turns.")
        ),
    ],
    ids=["never resumed", "resumed once", "ended by another clause"],
)
def test_a_game_that_is_resumed_and_ends_is_not_refuted(rules: Rules) -> None:
    game = Game(rules, 1)
    while not game.over:
        game = game.play(PASS)
    assert main_phase(Ko.POSITIONAL, rules).outcome is Outcome.UNKNOWN
    assert main_phase(Ko.POSITIONAL, ALWAYS_RESUMED).outcome is Outcome.REFUTED


@pytest.mark.thorough
def test_of_cleanup_in_which_nobody_says_what_unblocking_does_nothing_is_proved() -> None:
    verdict = cleanup(Phase.FIRST_CLEANUP, WHOLE_TEXT.dropping(f"{CLEANUP}/unblock"))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "No clause decides UNBLOCK in phase cleanup1." in verdict.notes


def test_an_ending_that_looks_at_the_board_is_not_relied_on() -> None:
    def repeated_pass_on_a_full_board(record: Record) -> Condition:
        """The phase ends with a repeated pass if the board is full."""
        return repeated_pass(record) and not record.position.coloring.empty

    rules = WHOLE_TEXT.replacing(f"{MAIN}/end-repeated-pass", repeated_pass_on_a_full_board)
    assert main_phase(Ko.SIMPLE, rules).outcome is not Outcome.PROVED


def test_a_limit_on_the_number_of_turns_is_neither_relied_on_nor_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "BOARDS", [(2, 1)])

    def a_hundred_turns(record: Record) -> bool:
        """The phase ends after a hundred turns."""
        return record.turn >= 100

    limit = make_clause(a_hundred_turns, "ours/limit", decides=Decision.PHASE_ENDS)
    rules = WHOLE_TEXT.dropping(f"{MAIN}/legal-superko").adding(limit)
    assert main_phase(Ko.POSITIONAL, rules).outcome is Outcome.UNKNOWN


def grows(before: Record, later: Record) -> bool:
    """Whether what is said to grow grows with a turn of a real game, and stays in its bounds."""
    if before.position.phase is Phase.MAIN and before.rules.ko in SUPERKO:
        stood = set(before.earlier), set(later.earlier)
        more_passes = before.pass_run < later.pass_run <= LONGEST_RUN
        return stood[0] < stood[1] or (stood[0] == stood[1] and more_passes)
    passed = set(before.passed_from), set(later.passed_from)
    times = [dict(record.since_pass.counts()) for record in (before, later)]
    more_often = times[0] != times[1] and all(times[1].get(state, 0) >= number for state, number in times[0].items())
    bounded = max(times[1].values(), default=0) <= MOST_OCCURRENCES
    return bounded and (passed[0] < passed[1] or (passed[0] == passed[1] and more_often))


def is_among_the_cases(before: Record, later: Record) -> bool:
    """Whether a turn of a real game is one of those that are asked about, and on one of their paths goes on."""
    turns = OneTurn(before.rules, before.position.phase)
    said = before.position.player, before.tally.first_passer
    alike = [
        case
        for case in turns.cases
        if isinstance(later.last, type(case.turn)) and (case.player, case.first_passer) == said
    ]
    return any(can_go_on(step) for case in alike for step in turns.steps(case))


def can_go_on(step: UnknownTurn) -> bool:
    solver = z3.Solver()
    solver.add(*step.path, *(formula for _, _, formula in step.goes_on))
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize("phase", [Phase.MAIN, *CLEANUP_PHASES])
@pytest.mark.parametrize("suicide", [False, True])
def test_something_grows_with_every_turn_of_all_short_games(ko: Ko, phase: Phase, suicide: bool) -> None:
    rules = Rules(ko=ko, scoring=Scoring.TERRITORY, suicide=suicide)
    for start, longest in ((Game(rules, (2, 1), phase=phase), 8), (Game(rules, (3, 1), phase=phase), 5)):
        turns = [pair for pair in short_games(start, longest) if pair[1].ended_by is None]
        assert len(turns) > 20
        assert all(grows(before.record, later.record) for before, later in turns)


@given(random_games(any_rules(self_play_opts=False)))
def test_something_grows_with_every_turn_of_random_games(games: list[Game]) -> None:
    for before, later in pairwise(games):
        assert later.ended_by is not None or grows(before.record, later.record)


@given(random_games(any_rules() | st.sampled_from([bans.IKEDA, bans.WITH_SUICIDE]), longest_side=2))
@pytest.mark.thorough
def test_no_case_is_closed_in_which_a_real_game_goes_on(games: list[Game]) -> None:
    for before, later in pairwise(games):
        assert later.ended_by is not None or is_among_the_cases(before.record, later.record)
