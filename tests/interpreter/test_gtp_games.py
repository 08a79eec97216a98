"""Games over GTP: how they begin, turns in and out of order, random turns, and taking turns back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.gtp import GtpSession
from superko.interpreter.notation import board_text
from superko.interpreter.records.game_record import handed_to
from superko.spec.algebra import BLACK, WHITE

from .drawn import SIDES
from .games import after as game_after
from .gtp_conversation import after, refused, said, session

KO = "set_position b B3 b A2 b B1 w C3 w D2 w C1 w B2"
"""Black may take the ko at C2."""


def board(gtp_session: GtpSession) -> str:
    return board_text(gtp_session.game.position.coloring)


# How a game begins.


def test_boardsize_begins_a_game_on_an_empty_board_under_the_same_rules_and_komi() -> None:
    before = after(session("japanese-like,komi=6.5"), "play b B2")
    later = after(before, "boardsize 2")
    assert (board(later), later.past) == ("../..", ())
    assert later.game.rules == before.game.rules


def test_a_board_may_be_rectangular() -> None:
    later = after(session(), "rectangular_boardsize 4 2")
    assert board(later) == "..../...."
    assert said(later, "query_boardsize") == "4 2"
    assert said(session(), "query_boardsize") == "3"


@pytest.mark.parametrize("line", ["boardsize 26", "boardsize 0", "rectangular_boardsize 3 26"])
def test_a_size_out_of_bounds_is_unacceptable(line: str) -> None:
    assert refused(session(), line).startswith("unacceptable size: A board has sides of 1 to 25 points")


def test_clear_board_keeps_the_size() -> None:
    assert board(after(session(width=2), "play b A1", "clear_board")) == "../../.."


def test_komi_may_change_in_the_middle_of_a_game() -> None:
    later = after(session(), "play b B2", "play w A1", "komi -3.5", "undo")
    assert said(later, "get_komi") == "-3.5"
    assert board(later) == ".../.X./..."


@pytest.mark.parametrize("komi", ["6.25", "1e400", "nan", "much", "7,suicide=no", "=7"])
def test_komi_is_a_whole_or_half_number(komi: str) -> None:
    assert refused(session(), f"komi {komi}").startswith("komi is an integer or half-integer")


def test_a_position_may_be_set_up() -> None:
    later = after(session(), "set_position b A1 W c3 black B1")
    assert (board(later), later.game.position.player) == ("..O/.../XX.", BLACK)
    assert board(after(later, "set_position")) == ".../.../..."


@pytest.mark.parametrize("words", ["b", "b A1 w", "b A1 w A1", "b A1 w A2 w B1", "b pass", "b D1"])
def test_a_position_that_can_not_stand_is_refused(words: str) -> None:
    refused(session(), f"set_position {words}")


# Handicap.


@pytest.mark.parametrize(
    ("side", "number", "points"),
    [
        (19, 2, "Q16 D4"),
        (19, 3, "D16 Q16 D4"),
        (19, 4, "D16 Q16 D4 Q4"),
        (19, 5, "D16 Q16 K10 D4 Q4"),
        (19, 6, "D16 Q16 D10 Q10 D4 Q4"),
        (19, 7, "D16 Q16 D10 K10 Q10 D4 Q4"),
        (19, 8, "D16 K16 Q16 D10 Q10 D4 K4 Q4"),
        (19, 9, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
        (13, 4, "D10 K10 D4 K4"),
        (12, 4, "C10 K10 C3 K3"),
        (9, 5, "C7 G7 E5 C3 G3"),
        (7, 4, "C5 E5 C3 E3"),
    ],
)
def test_fixed_handicap_stones_stand_where_the_protocol_says(side: int, number: int, points: str) -> None:
    start = session("chinese-like", side, side)
    assert said(start, f"fixed_handicap {number}") == points
    later = after(start, f"fixed_handicap {number}")
    assert (later.game.position.player, later.game.record.tally.handicap) == (WHITE, number)


@pytest.mark.parametrize(("side", "number"), [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2), (6, 0)])
def test_fixed_handicap_stones_have_only_so_many_points(side: int, number: int) -> None:
    assert refused(session(width=side, height=side), f"fixed_handicap {number}").startswith("invalid number of stones")


def test_the_handicap_counts_in_the_score() -> None:
    start = after(session("chinese-like,komi=0.5", 9, 9), "set_free_handicap A1 C3 E5")
    assert said(after(start, "play w J9"), "final_score") == "W+1.5"
    assert said(after(start, "play w J9", "kata-set-rule whiteHandicapBonus 0"), "final_score") == "B+1.5"


@given(st.integers(2, 8), st.integers(0, 99))
def test_free_handicap_stones_stand_at_different_points(number: int, seed: int) -> None:
    start = after(session(), f"set_random_seed {seed}")
    placed = said(start, f"place_free_handicap {number}").split()
    assert len(set(placed)) == number
    assert said(after(start, f"place_free_handicap {number}"), "list_stones b").split() == placed


@pytest.mark.parametrize("words", ["A1", "A1 A1", "A1 pass", "A1 D4", "A1 B1 C1 A2 B2 C2 A3 B3 C3"])
def test_a_list_of_handicap_stones_may_be_bad(words: str) -> None:
    refused(session(), f"set_free_handicap {words}")


@pytest.mark.parametrize("line", ["place_free_handicap 1", "place_free_handicap 9"])
def test_the_board_has_room_for_so_many_handicap_stones(line: str) -> None:
    assert refused(session(), line) == "invalid number of stones: this board has room for 2 to 8."


@pytest.mark.parametrize("first", ["play b pass", "play b A1", "set_free_handicap A1 B2"])
def test_handicap_stones_are_placed_first_or_never(first: str) -> None:
    assert refused(after(session(), first), "set_free_handicap A3 C3").startswith("board not empty")


# Turns.


@pytest.mark.parametrize("words", ["b C3", "B c3", "black C3", "BLACK c3"])
def test_letters_may_be_small_or_capital(words: str) -> None:
    assert board(after(session(), f"play {words}")) == "..X/.../..."


@pytest.mark.parametrize("words", ["green A1", "b I1", "b D1", "b A0", "b A", "b resign", "b unblock"])
def test_a_turn_that_makes_no_sense_is_refused(words: str) -> None:
    refused(after(session(), "play b B2"), f"play {words}")


def test_an_illegal_move_is_answered_by_its_clause_and_how_it_goes_against_it() -> None:
    start = after(session("chinese-like", 4), KO, "play b C2")
    reason = refused(start, "play w B2")
    assert reason.startswith("illegal move: katago-v2/main/legal-simple-ko: ")
    assert reason.endswith("but B2 would repeat the state at the start.")


def test_a_player_may_take_several_turns_in_a_row_and_nobody_has_passed_in_between() -> None:
    later = after(session(), "play b A1", "play b B1", "play b pass")
    assert board(later) == ".../.../XX."
    assert (later.game.over, later.game.record.pass_run, later.game.record.passes) == (False, 1, 1)


def test_white_may_begin() -> None:
    assert said(after(session(), "play w B2"), "last_move") == "white B2"


def test_a_turn_out_of_order_is_the_turn_handed_over() -> None:
    start = after(session("new-zealand-like"), "play b A1")
    assert after(start, "play b B1").game == game_after(handed_to(start.game, BLACK), "B1")


def test_after_the_end_of_the_game_every_turn_is_refused() -> None:
    over = after(session(), "play b pass", "play w pass")
    ended = "the game is over, by katago-v2/main/end-two-passes; undo a turn, or clear the board."
    assert refused(over, "play b B2") == refused(over, "play b pass") == f"illegal move: {ended}"
    assert refused(over, "genmove b") == refused(over, "reg_genmove b") == ended


BLOCKED_KO = (KO, "play b pass", "play w pass", "play b C2")


def test_in_the_cleanup_phases_a_mark_may_be_removed_by_its_own_command_or_by_a_move_that_stands_for_it() -> None:
    cleanup = after(session("japanese-like", 4), *BLOCKED_KO)
    assert said(cleanup, "superko-state").count('"blocked": ["C2"]') == 1
    unblocked = after(cleanup, "superko-unblock C2")
    assert unblocked.game.position.marks == 0
    assert unblocked == after(cleanup, "play w c2") == after(cleanup, "play w B2")
    assert refused(cleanup, "superko-unblock B1").startswith("illegal move: katago-v2/cleanup/unblock")
    assert said(unblocked, "last_move") == "white unblock C2"


def test_genmove_names_an_unblock_action_by_the_ko_move_that_the_mark_blocks() -> None:
    """Given every seed, when the action is drawn, then the word for it does the same when it is played."""
    cleanup = after(session("japanese-like", 4), *BLOCKED_KO)
    named = set()
    for seed in range(40):
        start = after(cleanup, f"set_random_seed {seed}")
        word = said(start, "reg_genmove w")
        generated = after(start, "genmove w").game
        assert said(start, "genmove w") == word
        assert generated == after(start, f"play w {word}").game
        if generated.position.marks == 0:
            named.add(word)
    assert named == {"B2"}


# Taking turns back.


@given(st.lists(st.sampled_from(["b", "w"]), max_size=12), st.integers(0, 9))
def test_undo_leads_back_to_every_game_before(players: list[str], seed: int) -> None:
    now = replace(session("aga-like", 2, 2), seed=seed)
    games = []
    for player in players:
        if not now.game.over:
            games.append(now.game)
            now = after(now, f"genmove {player}")
    for game in reversed(games):
        now = after(now, "undo")
        assert now.game == game
    assert refused(now, "undo") == "cannot undo: no turn has been taken."


@pytest.mark.parametrize("line", ["fixed_handicap 2", "set_position b A1", "boardsize 9"])
def test_what_begins_a_game_can_not_be_undone(line: str) -> None:
    assert refused(after(session(width=9, height=9), line), "undo").startswith("cannot undo")


# Random turns.


def test_the_random_turns_depend_on_the_seed_alone() -> None:
    def game(seed: int) -> str:
        start = after(session(width=5, height=5), f"set_random_seed {seed}")
        return said(after(start, *["genmove b", "genmove w"] * 4), "move_history")

    assert game(1) == game(1) != game(2)
    assert said(after(session(), "set_random_seed 77"), "get_random_seed") == "77"


def test_the_next_game_is_another_one() -> None:
    start = after(session(width=9, height=9), "genmove b")
    again = after(start, "clear_board", "genmove b")
    assert board(start) != board(again)


@given(st.integers(0, 999))
def test_reg_genmove_tells_the_turn_that_genmove_takes(seed: int) -> None:
    start = after(session(), f"set_random_seed {seed}", "play b B2")
    assert said(start, "reg_genmove w") == said(start, "genmove w")
    assert said(after(start, "genmove w"), "last_move") == f"white {said(start, 'genmove w')}"


def test_every_legal_move_and_the_pass_are_drawn_about_as_often() -> None:
    start = session(width=2, height=2)
    drawn = Counter(said(replace(start, seed=seed), "genmove b") for seed in range(1000))
    assert drawn.keys() == {"A1", "A2", "B1", "B2", "pass"}
    assert all(150 < times < 250 for times in drawn.values())


def test_what_is_drawn_is_legal_for_the_player_who_is_named() -> None:
    start = after(session("chinese-like", 3, 1), "set_position w B1")
    assert {said(replace(start, seed=seed), "genmove w") for seed in range(20)} == {"A1", "C1", "pass"}
    assert {said(replace(start, seed=seed), "genmove b") for seed in range(20)} == {"pass"}


@given(st.integers(0, 999))
def test_a_pass_is_answered_by_a_pass(seed: int) -> None:
    assert said(after(session(), f"set_random_seed {seed}", "play b pass"), "genmove w") == "pass"


@given(
    st.sampled_from(
        ["tromp-taylor", "chinese-like", "japanese-like", "aga", "tromp-taylor-ten", "aga-like,button=yes"]
    ),
    SIDES.filter(lambda side: side <= 4),
    SIDES.filter(lambda side: side <= 4),
    st.integers(0, 999),
)
def test_random_games_end_and_are_scored(rules: str, width: int, height: int, seed: int) -> None:
    now = replace(session(rules, width, height), seed=seed)
    while not now.game.over:
        player = now.game.position.player
        now = after(now, f"genmove {player.value}")
        turn = now.game.record.last
        assert turn is not None
        assert now.past[-1].judge(turn).legal
    assert said(now, "final_score")
