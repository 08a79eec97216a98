"""The two cleanup phases: how they follow each other, ko-moves, marks, unblocking, and what ends them."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.result import NoResult
from superko.spec.algebra import BLACK, WHITE
from superko.spec.parameters import Ko
from superko.spec.vocabulary import Phase

from .games import after, board, marks, objection, set_up, territory, turns

RULES = territory(ko=Ko.SIMPLE, suicide=False)
KO = ".XO./X.XO/.XO."
BLOCKED, ONCE = "katago-v2/cleanup/legal-unblocked", "katago-v2/cleanup/legal-once"
UNBLOCK = "katago-v2/cleanup/unblock"

either_phase = pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])


def ko_in(phase: Phase = Phase.FIRST_CLEANUP, reading: str = "neither") -> Game:
    """A cleanup phase in which White can take a ko at B2, and Black could take it back at C2."""
    return set_up(RULES.reading({"reading/unblock-is-not-a-move": reading}), KO, WHITE, phase)


def white_takes(phase: Phase = Phase.FIRST_CLEANUP, reading: str = "neither") -> Game:
    return after(ko_in(phase, reading), "B2")


# The phases


@pytest.mark.clauses(
    "katago-v2/main/then-cleanup",
    "katago-v2/cleanup/phases",
    "katago-v2/cleanup/second-phase",
    "katago-v2/cleanup/end-two-passes",
)
def test_the_two_phases_follow_the_main_phase_and_the_game_is_scored_after_them() -> None:
    game = after(Game(RULES, 3), "B2, pass, pass")
    assert (game.position.phase, game.ended_by) == (Phase.FIRST_CLEANUP, "katago-v2/main/end-two-passes")
    game = after(game, "pass, pass")
    assert (game.position.phase, game.ended_by) == (Phase.SECOND_CLEANUP, "katago-v2/cleanup/end-two-passes")
    assert (game.over, board(game)) == (False, ".../.X./...")
    game = after(game, "pass, pass")
    assert (game.position.phase, game.over) == (Phase.OVER, True)


def test_a_phase_starts_with_the_opponent_of_whoever_took_the_last_turn_of_the_phase_before() -> None:
    black_passed_last = after(Game(RULES, 3), "B2, pass, pass")
    assert black_passed_last.position.player is WHITE
    white_passed_last = after(black_passed_last, "C3, pass, pass")
    assert (white_passed_last.position.phase, white_passed_last.position.player) == (Phase.SECOND_CLEANUP, BLACK)


def test_passes_of_one_phase_do_not_count_in_the_next() -> None:
    assert after(Game(RULES, 3), "pass, pass, pass").position.phase is Phase.FIRST_CLEANUP


@pytest.mark.clauses("katago-v2/cleanup/state", "katago-v2/cleanup/blocked")
@either_phase
def test_the_state_holds_the_coloring_the_marks_and_the_player(phase: Phase) -> None:
    taken = white_takes(phase)
    unblocked = after(taken, "unblock B2")
    position = taken.position
    assert taken.record.state == (position.coloring, position.marks, BLACK)
    assert unblocked.record.state == (position.coloring, 0, WHITE)


@pytest.mark.clauses("katago-v2/cleanup/pass", "katago-v2/cleanup/turn")
def test_a_turn_is_a_pass_a_move_or_an_unblock_action() -> None:
    taken = white_takes()
    assert turns(taken) == ["pass", "A3", "A1", "unblock B2"]
    passed = after(taken, "pass")
    assert (board(passed), marks(passed), passed.position.player) == (board(taken), ["B2"], WHITE)


# Ko-moves and marks


@pytest.mark.clauses("katago-v2/cleanup/ko-move", "katago-v2/cleanup/mark")
@either_phase
def test_a_ko_move_marks_the_point_that_it_colors(phase: Phase) -> None:
    taken = white_takes(phase)
    assert (board(taken), marks(taken)) == (".XO./XO.O/.XO.", ["B2"])


def test_a_move_that_cannot_be_undone_by_a_reply_marks_nothing() -> None:
    assert marks(after(ko_in(), "D3")) == []


@either_phase
def test_a_ko_move_may_not_capture_a_marked_stone(phase: Phase) -> None:
    assert objection(white_takes(phase), "C2") == (BLOCKED, ["B2"])


def test_exchanges_elsewhere_do_not_remove_a_mark() -> None:
    assert objection(after(white_takes(), "A3, D3"), "C2") == (BLOCKED, ["B2"])


def test_in_the_main_phase_there_are_no_marks() -> None:
    main_phase = after(set_up(RULES, KO, WHITE), "B2")
    assert marks(main_phase) == []
    assert objection(after(main_phase, "A3, D3"), "C2") is None


@pytest.mark.clauses("katago-v2/cleanup/unmark", "katago-v2/cleanup/legal")
def test_another_move_may_capture_a_marked_stone_and_removes_its_mark() -> None:
    """Given a marked stone, when a move captures it with others, so that no reply restores them, then it is legal."""
    marked = after(set_up(RULES, ".XO.", phase=Phase.FIRST_CLEANUP), "D1, pass, A1")
    assert (board(marked), marks(marked)) == ("XX.X", ["D1"])
    taken = after(marked, "C1")
    assert (board(taken), marks(taken)) == ("..O.", [])


def test_the_second_phase_starts_without_marks() -> None:
    second = after(white_takes(), "pass, pass")
    assert (second.position.phase, board(second), marks(second)) == (Phase.SECOND_CLEANUP, ".XO./XO.O/.XO.", [])
    assert objection(second, "C2") is None


# Unblocking


@pytest.mark.clauses(UNBLOCK)
@either_phase
def test_unblocking_removes_the_mark_and_cedes_the_turn(phase: Phase) -> None:
    unblocked = after(white_takes(phase), "unblock B2")
    assert (marks(unblocked), board(unblocked), unblocked.position.player) == ([], ".XO./XO.O/.XO.", WHITE)
    assert objection(after(unblocked, "pass"), "C2") is None


def test_a_stone_without_a_mark_cannot_be_unblocked() -> None:
    assert objection(white_takes(), "unblock D2") == (UNBLOCK, ["B2"])
    assert objection(ko_in(), "unblock C2") == (UNBLOCK, [])


def test_a_point_without_a_stone_cannot_be_unblocked() -> None:
    assert objection(white_takes(), "unblock C2") == (UNBLOCK, ["B2"])


def test_a_player_cannot_unblock_their_own_stone() -> None:
    assert objection(after(white_takes(), "pass"), "unblock B2") == (UNBLOCK, ["B2"])


def test_a_marked_stone_that_is_connected_to_others_cannot_be_unblocked() -> None:
    connected = after(set_up(RULES, ".OX.", phase=Phase.FIRST_CLEANUP), "A1, pass, B1")
    assert (board(connected), marks(connected)) == ("XXX.", ["A1"])
    assert objection(connected, "unblock A1") == (UNBLOCK, ["A1"])


def test_only_the_chosen_stone_is_unblocked_and_it_must_be_in_atari() -> None:
    """Given two marked stones, one in atari and one with two liberties, then just the first can be unblocked."""
    marked = after(set_up(RULES, ".O.O", phase=Phase.FIRST_CLEANUP), "C1, pass, A1")
    assert (board(marked), marks(marked)) == ("X.X.", ["A1", "C1"])
    assert objection(marked, "unblock C1") == (UNBLOCK, ["A1", "C1"])
    assert marks(after(marked, "unblock A1")) == ["C1"]


# A ko-move is made once for each coloring

TAKEN_BACK = "unblock B2, pass, C2, unblock C2, pass"


@either_phase
def test_a_player_makes_a_ko_move_once_with_each_coloring(phase: Phase) -> None:
    again = after(white_takes(phase), TAKEN_BACK)
    assert (board(again), marks(again)) == (KO, [])
    assert objection(again, "B2") == (ONCE, 0)


def test_with_another_coloring_the_ko_move_is_legal_again() -> None:
    changed = after(white_takes(), TAKEN_BACK.replace("pass, C2", "D3, C2"))
    assert board(changed) == ".XOO/X.XO/.XO."
    assert objection(changed, "B2") is None


def test_in_the_next_phase_the_ko_move_is_legal_again() -> None:
    second = after(white_takes(), f"{TAKEN_BACK}, pass, pass")
    assert second.position.phase is Phase.SECOND_CLEANUP
    assert objection(second, "B2") is None


# What ends a phase

PASSED_TWICE_FROM_THE_SAME_STATE = "pass, A1, unblock A1, pass, B1, unblock B1, pass"
THRICE = "A1, D1, B1, C1, A1, D1, B1, C1"


@pytest.mark.clauses("katago-v2/cleanup/end-repeated-pass", "claim/cleanup-terminates")
@either_phase
def test_a_phase_ends_when_a_player_passes_from_the_same_state_again(phase: Phase) -> None:
    game = set_up(RULES, ".X", phase=phase)
    almost = after(game, PASSED_TWICE_FROM_THE_SAME_STATE.removesuffix(", pass"))
    assert almost.position.phase is phase
    ended = after(almost, "pass")
    assert ended.ended_by == "katago-v2/cleanup/end-repeated-pass"
    assert ended.position.phase is (Phase.SECOND_CLEANUP if phase is Phase.FIRST_CLEANUP else Phase.OVER)


def test_a_pass_of_the_phase_before_is_no_pass_from_the_same_state() -> None:
    passed_in_main = after(set_up(RULES, ".X"), "pass, pass")
    assert after(passed_in_main, "pass").ended_by is None


@pytest.mark.clauses("katago-v2/cleanup/no-result")
@either_phase
def test_the_game_ends_without_result_when_a_state_stands_for_the_third_time(phase: Phase) -> None:
    game = set_up(RULES, "..O.", phase=phase)
    assert not after(game, THRICE.removesuffix(", C1")).over
    ended = after(game, THRICE)
    assert (ended.ended_by, ended.result) == ("katago-v2/cleanup/no-result", NoResult())


def test_a_state_of_the_phase_before_does_not_count() -> None:
    first_cycle = after(set_up(RULES, "..O.", phase=Phase.FIRST_CLEANUP), "A1, D1, B1, C1, pass, pass")
    assert first_cycle.position.phase is Phase.SECOND_CLEANUP
    assert not after(first_cycle, "A1, D1, B1, C1").over


# What an unblock action counts as

UNBLOCKED_BETWEEN_PASSES = "A3, pass, unblock B2, pass"


def test_an_unblock_action_breaks_a_run_of_passes() -> None:
    assert after(white_takes(), UNBLOCKED_BETWEEN_PASSES).position.phase is Phase.FIRST_CLEANUP


def test_an_unblock_action_is_a_pass_under_another_reading() -> None:
    ended = after(white_takes(reading="pass"), UNBLOCKED_BETWEEN_PASSES.removesuffix(", pass"))
    assert (ended.position.phase, ended.ended_by) == (Phase.SECOND_CLEANUP, "katago-v2/cleanup/end-two-passes")


@pytest.mark.parametrize(("reading", "occurrences"), [("neither", 3), ("move", 3), ("pass", 1)])
def test_only_as_a_pass_does_an_unblock_action_set_the_count_of_occurrences_back(
    reading: str, occurrences: int
) -> None:
    assert len([*after(white_takes(reading=reading), "unblock B2").record.since_pass]) == occurrences


@pytest.mark.parametrize(("reading", "moves"), [("neither", 0), ("pass", 0), ("move", 1)])
def test_only_as_a_move_does_an_unblock_action_score(reading: str, moves: int) -> None:
    game = after(white_takes(Phase.SECOND_CLEANUP, reading), "unblock B2")
    while not game.over:
        game = after(game, "pass")
    assert not isinstance(game.result, NoResult)
    assert game.result is not None
    assert game.result.terms[BLACK]["katago-v2/territory/score-none#moves"] == moves
