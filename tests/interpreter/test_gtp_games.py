"""Games over GTP that depend on chance, and what holds of any; `conversations/gtp-games.txt` has the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import handed_to
from superko.interpreter.gtp import GtpSession
from superko.interpreter.notation import board_text
from superko.spec.algebra import BLACK

from .drawn import SIDES
from .games import after as game_after
from .gtp_conversation import after, refused, said, session

KO = "set_position b B3 b A2 b B1 w C3 w D2 w C1 w B2"
"""Black may take the ko at C2."""


def board(gtp_session: GtpSession) -> str:
    return board_text(gtp_session.game.position.coloring)


@given(st.integers(2, 8), st.integers(0, 99))
def test_free_handicap_stones_stand_at_different_points(number: int, seed: int) -> None:
    start = after(session(), f"set_random_seed {seed}")
    placed = said(start, f"place_free_handicap {number}").split()
    assert len(set(placed)) == number
    assert said(after(start, f"place_free_handicap {number}"), "list_stones b").split() == placed


def test_a_turn_out_of_order_is_the_turn_handed_over() -> None:
    start = after(session("new-zealand-like"), "play b A1")
    assert after(start, "play b B1").game == game_after(handed_to(start.game, BLACK), "B1")


BLOCKED_KO = (KO, "play b pass", "play w pass", "play b C2")


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
