"""That phases end: what is proved for every size, which clauses it takes, and that the rank falls in real games."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given

from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.proofs import endless
from superko.checker.proofs.cases import LONGEST_RUN, MOST_OCCURRENCES, TURNS, Case, OneTurn
from superko.checker.proofs.endless import first_game
from superko.checker.proofs.left_open import AtLeast
from superko.checker.proofs.ranks import NEW_PASSES, NEW_STATES, Order
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.katago_v2.main_phase import passed_from_here_before
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Record

from ..played_games import any_rules, random_games, short_games

MAIN, CLEANUP = "katago-v2/main", "katago-v2/cleanup"
CLEANUP_PHASES = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
SUPERKO = (Ko.POSITIONAL, Ko.SITUATIONAL)
WHOLE_TEXT = Rules(suicide=False)
KINDS = {type(turn): kind for kind, turn in TURNS.items()}


@lru_cache
def main_phase(ko: Ko, rules: Rules = WHOLE_TEXT) -> Verdict:
    return phase_ends(rules, Phase.MAIN, {"ko": [ko]})


@lru_cache
def cleanup(phase: Phase, rules: Rules = WHOLE_TEXT) -> Verdict:
    return phase_ends(rules, phase, {"scoring": [Scoring.TERRITORY]})


def passes_end(number: int) -> object:
    def ends(record: Record) -> bool:
        """So many consecutive passes end the phase."""
        return record.pass_run >= number

    return ends


@pytest.mark.parametrize("ko", Ko)
@pytest.mark.thorough
def test_the_main_phase_ends_under_every_ko_rule(ko: Ko) -> None:
    verdict = main_phase(ko)
    assert (verdict.outcome, verdict.scope) == (Outcome.PROVED, "every size")
    assert verdict.counts["rule_sets"] == 48
    assert verdict.counts["cases"] > 1000


@pytest.mark.parametrize("phase", CLEANUP_PHASES)
@pytest.mark.thorough
def test_the_cleanup_phases_end(phase: Phase) -> None:
    assert cleanup(phase).outcome is Outcome.PROVED


@pytest.mark.thorough
def test_with_superko_what_falls_is_how_many_states_are_new() -> None:
    assert all(NEW_STATES.name in main_phase(ko).notes for ko in SUPERKO)


@pytest.mark.thorough
def test_otherwise_what_falls_is_from_how_many_states_a_player_has_not_passed() -> None:
    assert NEW_PASSES.name in main_phase(Ko.SIMPLE).notes
    assert all(NEW_PASSES.name in cleanup(phase).notes for phase in CLEANUP_PHASES)


@pytest.mark.parametrize(
    ("ko", "dropped", "board", "obstacle"),
    [
        (Ko.SIMPLE, "no-result", "on 3x1", "to a new state that has stood 2 times since the last pass"),
        (Ko.SIMPLE, "end-repeated-pass", "on 3x1", "after 0 passes in a row, having passed from there before"),
        (Ko.POSITIONAL, "legal-superko", "on 2x1", "a move by Black after 0 passes in a row, not having passed"),
        (Ko.SITUATIONAL, "legal-superko", "on 2x1", "to an earlier state"),
        (Ko.POSITIONAL, "end-two-passes", "on 1x1", "a pass by Black after 3 passes in a row"),
    ],
)
def test_without_a_clause_that_it_takes_the_main_phase_can_go_on_forever(
    ko: Ko, dropped: str, board: str, obstacle: str
) -> None:
    verdict = main_phase(ko, WHOLE_TEXT.dropping(f"{MAIN}/{dropped}"))
    assert verdict.outcome is Outcome.REFUTED
    assert f"a game can go on forever: {board}, after" in verdict.notes
    assert obstacle in verdict.notes


@pytest.mark.parametrize("phase", CLEANUP_PHASES)
@pytest.mark.parametrize("dropped", ["no-result", "end-repeated-pass"])
def test_without_a_clause_that_it_takes_a_cleanup_phase_can_go_on_forever(phase: Phase, dropped: str) -> None:
    verdict = cleanup(phase, WHOLE_TEXT.dropping(f"{CLEANUP}/{dropped}"))
    assert verdict.outcome is Outcome.REFUTED


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
def test_the_main_phase_also_ends_without_the_other_clauses(ko: Ko, rules: Rules) -> None:
    assert main_phase(ko, rules).outcome is Outcome.PROVED


@pytest.mark.parametrize("dropped", ["end-two-passes", "legal-once", "legal-unblocked", "mark", "unmark"])
@pytest.mark.thorough
def test_the_cleanup_phases_also_end_without_the_other_clauses(dropped: str) -> None:
    assert cleanup(Phase.SECOND_CLEANUP, WHOLE_TEXT.dropping(f"{CLEANUP}/{dropped}")).outcome is Outcome.PROVED


def test_a_run_of_more_passes_than_the_rank_counts_is_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "BOARDS", [(1, 1)])
    verdict = main_phase(Ko.POSITIONAL, WHOLE_TEXT.replacing(f"{MAIN}/end-two-passes", passes_end(9)))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "With a pass by Black after 3 passes in a row" in verdict.notes


@pytest.mark.thorough
def test_a_phase_that_follows_on_itself_is_refuted() -> None:
    rules = WHOLE_TEXT.replacing(f"{CLEANUP}/second-phase#then-score", lambda record: record.position, "It goes on.")
    assert cleanup(Phase.SECOND_CLEANUP, rules).outcome is Outcome.REFUTED


def test_an_ending_that_looks_at_the_board_is_not_relied_on() -> None:
    def repeated_pass_on_a_full_board(record: Record) -> bool:
        """The phase ends with a repeated pass if the board is full."""
        return passed_from_here_before(record) and not record.position.coloring.empty

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


def order_for(record: Record) -> Order:
    superko = record.position.phase is Phase.MAIN and record.rules.ko in SUPERKO
    return NEW_STATES if superko else NEW_PASSES


def most_states(record: Record) -> int:
    """At least as many as there are states: colorings, marks, players, and whether anybody has passed."""
    size = record.position.coloring.board.grid.size
    return 3**size * 2**size * 2 * 2


def rank_falls(before: Record, later: Record) -> bool:
    """Whether a turn lowers the rank, to one that is not negative."""
    order, states = order_for(before), most_states(before)
    was, now = order.rank(before, states), order.rank(later, states)
    return now < was and min(now) >= 0


def case_of(before: Record, later: Record) -> Case:
    """The case that a turn of a real game is."""
    occurrences = before.since_pass.times(later.state)
    return Case(
        kind=KINDS[type(later.last)],
        player=before.position.player,
        pass_run=before.pass_run if before.pass_run <= LONGEST_RUN else AtLeast(LONGEST_RUN + 1),
        passes_before=AtLeast(1) if before.passes > before.pass_run else 0,
        passed_from_here=(before.position.player, before.state) in before.passed_from,
        occurrences=occurrences if occurrences <= MOST_OCCURRENCES else AtLeast(MOST_OCCURRENCES + 1),
        is_earlier=later.state in before.earlier,
        first_passer=before.tally.first_passer,
    )


def goes_on_in_its_case(before: Record, later: Record) -> bool:
    """Whether no clause is relied on to forbid the turn, or to end the phase with it."""
    return OneTurn(before.rules, before.position.phase).records(case_of(before, later)) is not None


@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize("phase", [Phase.MAIN, *CLEANUP_PHASES])
@pytest.mark.parametrize("suicide", [False, True])
def test_the_rank_falls_with_every_turn_of_all_short_games(ko: Ko, phase: Phase, suicide: bool) -> None:
    rules = Rules(ko=ko, scoring=Scoring.TERRITORY, suicide=suicide)
    for start, longest in ((first_game(rules, Grid(2, 1), phase), 8), (first_game(rules, Grid(3, 1), phase), 5)):
        turns = [pair for pair in short_games(start, longest) if pair[1].ended_by is None]
        assert len(turns) > 20
        assert all(rank_falls(before.record, later.record) for before, later in turns)


@given(random_games(any_rules(self_play_opts=False)))
def test_the_rank_falls_with_every_turn_of_random_games(games: list[Game]) -> None:
    for before, later in pairwise(games):
        assert later.ended_by is not None or rank_falls(before.record, later.record)


@given(random_games(any_rules(), longest_side=2))
def test_no_case_is_closed_in_which_a_real_game_goes_on(games: list[Game]) -> None:
    for before, later in pairwise(games):
        assert later.ended_by is not None or goes_on_in_its_case(before.record, later.record)
