"""Why a turn is not legal, in one sentence."""

from __future__ import annotations

import pytest

from superko.interpreter import Game
from superko.interpreter.explanations import explain
from superko.interpreter.notation import parse_turn
from superko.interpreter.rule_names import parse_rules
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play, Points, Record

KO = ".XO./X.XO/.XO."


def explanation(game: Game, *turns: str) -> str:
    """What is said of the last of some turns, after the others were played."""
    grid = game.grid
    *played, last = (parse_turn(grid, turn) for turn in turns)
    for turn in played:
        game = game.play(turn)
    return explain(game.judge(last), grid)


def set_up(rules: str, board: str, phase: Phase = Phase.MAIN) -> Game:
    return Game(parse_rules(rules), rows=board, phase=phase)


@pytest.mark.clauses("katago-v2/move/pseudolegal")
def test_a_move_at_a_stone() -> None:
    assert (
        explanation(set_up("tromp-taylor", "X."), "A1") == "The point that a move colors is empty, but A1 is occupied."
    )


@pytest.mark.clauses("katago-v2/move/no-null-change")
def test_a_move_that_only_takes_itself_off_the_board() -> None:
    assert explanation(set_up("tromp-taylor", ".O/OO/.."), "A3") == (
        "A move must not leave the grid coloring as it was, but A3 would empty A3."
    )


@pytest.mark.clauses("katago-v2/move/suicide-ban")
def test_a_suicide_names_every_stone_it_would_empty() -> None:
    assert explanation(set_up("chinese-like", ".XO/OO."), "A2") == (
        "Resolving the captures of the player's own color must empty nothing, but A2 would empty A2, B2."
    )


@pytest.mark.clauses("katago-v2/main/legal-superko")
def test_a_superko_repetition_names_the_turn_at_whose_start_the_state_stood() -> None:
    assert explanation(Game(Rules(), (2, 1)), "A1", "B1", "A1") == (
        "A legal move does not result in any earlier state, but A1 would repeat the state after turn 1."
    )


@pytest.mark.clauses("katago-v2/main/legal-simple-ko")
def test_a_simple_ko_repetition_names_the_turn_at_whose_start_the_state_stood() -> None:
    game = Game(parse_rules("chinese-like"), rows=KO)
    assert explanation(game, "pass", "B2", "C2").endswith(", but C2 would repeat the state after turn 1.")


@pytest.mark.clauses("katago-v2/main/start")
def test_an_unblock_action_in_the_main_phase() -> None:
    assert explanation(set_up("japanese-like", KO), "unblock C2") == (
        "A turn of the main phase is either a pass or a legal move, which forbids unblock C2."
    )


IN_CLEANUP = (".XO./XO.O/.XO.", Phase.FIRST_CLEANUP)


@pytest.mark.clauses("katago-v2/cleanup/legal-unblocked")
def test_a_capture_of_a_marked_stone_names_the_stone() -> None:
    assert explanation(set_up("japanese-like", *IN_CLEANUP), "C2", "B2") == (
        "A legal move that is a ko-move captures no region with a marked point, but B2 would capture the marked C2."
    )


@pytest.mark.clauses("katago-v2/cleanup/legal-once")
def test_a_ko_move_made_before_names_the_turn_of_it() -> None:
    turns = ("C2", "unblock C2", "pass", "B2", "unblock B2", "pass", "C2")
    assert explanation(set_up("japanese-like", *IN_CLEANUP), *turns).endswith(", but C2 was made on turn 1.")


@pytest.mark.clauses("katago-v2/cleanup/unblock")
def test_an_unblock_action_elsewhere_says_what_is_marked() -> None:
    game = set_up("japanese-like", *IN_CLEANUP)
    assert explanation(game, "unblock B2").endswith(", but unblock B2 does not: nothing is marked.")
    assert explanation(game, "C2", "unblock B3").endswith(", but unblock B3 does not: C2 is marked.")


def test_a_legal_turn_is_said_to_be_legal() -> None:
    assert explanation(set_up("tromp-taylor", "X."), "pass") == "pass is legal."


def test_a_clause_that_an_author_added_is_explained_with_and_without_what_it_points_at() -> None:
    def keep_off(record: Record, play: Play[int]) -> bool:
        """Nobody plays in the corner."""
        return play.point != 1

    def corner(record: Record, play: Play[int]) -> Points:
        return Points(1)

    plain = make_clause(keep_off, "mine/corner", decides=Decision.LEGAL)
    pointing = make_clause(keep_off, "mine/corner", decides=Decision.LEGAL, witness=corner)
    sentences = [explanation(Game(Rules().adding(clause), (2, 1)), "A1") for clause in (plain, pointing)]
    assert sentences == [
        "Nobody plays in the corner, which forbids A1.",
        "Nobody plays in the corner, which forbids A1 because of A1.",
    ]
