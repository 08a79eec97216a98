"""AGA games with what players say around their turns: objections, restored positions, dead stones, disputes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from superko.interpreter.aga_procedure import Procedure, ProcedureStage
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_turn, parse_vertex
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move, Pass, Unblock

AGA = PRESETS["aga"]
BOTH = (BLACK, WHITE)


def start(width: int, height: int = 1) -> Procedure:
    return Procedure.start(AGA, width, height)


def set_up(board: str, player: Color = BLACK) -> Procedure:
    return Procedure(Game(AGA, rows=board, to_play=player).record)


def point(game: Procedure, *names: str) -> int:
    return sum(parse_vertex(game.record.position.coloring.board.grid, name) for name in names)


def after(game: Procedure, turns: str, player: Color | None = None) -> Procedure:
    """The game after turns such as "A1, pass", each of the player whose turn it is, or all of one player."""
    for text in turns.split(", "):
        turn = parse_turn(game.record.position.coloring.board.grid, text)
        assert isinstance(turn, Pass | Move)
        game = game.play(turn, player)
    return game


def board(game: Procedure) -> str:
    return board_text(game.record.position.coloring)


def prisoners(game: Procedure) -> tuple[int, int]:
    """The black and the white stones that the opponent holds."""
    captures = game.record.tally.captures
    return captures[BLACK], captures[WHITE]


def scores(game: Procedure) -> tuple[float, float]:
    assert isinstance(game.result, Score)
    return game.result.black, game.result.white


def agreeing() -> Procedure:
    """Four strings, and both have just passed: Black is to speak."""
    game = set_up("X.O.X.O", BLACK)
    return after(game, "pass, pass")


# Illegal moves


@pytest.mark.clauses("aga/8-take-back")
@pytest.mark.parametrize(
    ("before", "turn", "clause"),
    [
        ("X.O", "C1", "aga/8-illegal-kinds#occupied"),
        ("X.O", "A1", "aga/8-illegal-kinds#occupied"),
        (".O.", "A1", "aga/8-illegal-kinds#self-capture"),
    ],
)
def test_an_illegal_move_that_is_noted_is_a_pass_instead(before: str, turn: str, clause: str) -> None:
    attempted = after(set_up(before), turn)
    assert attempted.last is not None
    assert attempted.last.illegal is not None
    assert attempted.last.illegal.name == clause
    noted = attempted.object_to_last_move()
    assert board(noted) == before
    assert prisoners(noted) == (1, 0)
    assert noted.player is WHITE
    assert noted.record.pass_run == 1


@pytest.mark.clauses("aga/8-take-back", "aga/8-illegal-kinds")
def test_a_ko_retaken_at_once_is_taken_back() -> None:
    game = after(start(2), "A1, B1, A1")
    assert board(game) == "X."
    noted = game.object_to_last_move()
    assert board(noted) == ".O"
    assert prisoners(noted) == (2, 0)


@pytest.mark.clauses("aga/8-take-back")
def test_both_moves_of_two_in_a_row_are_taken_back_for_one_pass() -> None:
    game = after(after(start(5), "A1, E1"), "B1, C1", BLACK)
    assert board(game) == "XXX.O"
    noted = game.object_to_last_move()
    assert board(noted) == "X...O"
    assert prisoners(noted) == (1, 0)
    assert noted.player is WHITE
    assert noted.record.turn == 3


@pytest.mark.clauses("aga/8-take-back")
def test_a_move_after_ones_own_pass_is_taken_back_and_the_pass_stands() -> None:
    game = after(start(3), "A1, pass")
    noted = after(game, "C1", WHITE).object_to_last_move()
    assert board(noted) == "X.."
    assert prisoners(noted) == (0, 1)
    assert noted.record.pass_run == 1


@pytest.mark.clauses("aga/8-take-back", "aga/9-end")
def test_an_illegal_move_treated_as_a_pass_can_be_the_second_pass() -> None:
    game = after(set_up("X.O"), "pass, A1").object_to_last_move()
    assert game.stage is ProcedureStage.AGREEING


@pytest.mark.clauses("aga/8-take-back")
def test_a_move_before_the_opponents_first_turn_is_a_pass_out_of_turn() -> None:
    """White moves first and Black objects: Black is to move, and makes up for White's stone in the end."""
    game = after(start(3), "B1", WHITE).object_to_last_move()
    assert game.player is BLACK
    assert prisoners(game) == (0, 1)
    ended = after(game, "pass, pass").compare_dead_stones({})
    assert prisoners(ended) == (2, 2)


@pytest.mark.clauses("aga/8-notice")
def test_moving_accepts_the_opponents_illegal_move() -> None:
    game = after(after(start(5), "A1"), "C1", BLACK)
    accepted = after(game, "E1")
    assert board(accepted) == "X.X.O"
    with pytest.raises(ValueError, match="legal"):
        accepted.object_to_last_move()


@pytest.mark.clauses("aga/8-notice")
def test_an_accepted_move_at_an_occupied_point_is_a_turn_without_a_stone() -> None:
    game = after(set_up("X.O"), "C1, pass")
    assert board(game) == "X.O"
    assert prisoners(game) == (0, 1)
    assert game.player is BLACK


@pytest.mark.clauses("aga/8-notice")
def test_an_accepted_self_capture_makes_prisoners() -> None:
    game = after(set_up(".O."), "A1, pass")
    assert board(game) == ".O."
    assert prisoners(game) == (1, 1)


@pytest.mark.clauses("aga/8-notice")
def test_an_illegal_move_found_later_stands_unless_both_agree() -> None:
    before = set_up(".O...")
    game = after(before, "A1, E1, C1")
    assert game.illegal_moves_that_stand() == (0,)
    with pytest.raises(ValueError, match="both players agree"):
        game.restore(0, agreed_by=[BLACK])
    restored = game.restore(0, agreed_by=BOTH)
    assert board(restored) == ".O..."
    assert restored.player is BLACK
    assert prisoners(restored) == (0, 0)


@pytest.mark.clauses("aga/8-notice")
def test_only_accepted_illegal_moves_can_be_restored_before() -> None:
    attempted = after(set_up(".O..."), "A1")
    assert attempted.illegal_moves_that_stand() == ()
    for turn in (0, 1, -1, 7):
        with pytest.raises(ValueError, match="nothing to restore"):
            attempted.restore(turn, agreed_by=BOTH)
    with pytest.raises(ValueError, match="nothing to restore"):
        after(start(3), "A1, B1, C1").restore(0, agreed_by=BOTH)


def test_a_legal_turn_cannot_be_objected_to() -> None:
    for game in (start(3), after(start(3), "A1"), after(start(3), "pass")):
        with pytest.raises(ValueError, match="legal"):
            game.object_to_last_move()


# Dead stones and disputes


@pytest.mark.clauses("aga/9-end")
def test_agreed_dead_stones_are_prisoners_and_the_game_is_counted() -> None:
    """Given a black and a white stone, when both hold White's dead, then it counts twice for Black."""
    game = after(start(5), "B1, D1, pass, pass")
    ended = game.compare_dead_stones({player: point(game, "D1") for player in BOTH})
    assert ended.stage is ProcedureStage.OVER
    assert board(ended) == ".X..."
    assert prisoners(ended) == (1, 2)
    assert scores(ended) == (4 - 1, 0 - 2)


@pytest.mark.clauses("aga/9-end")
def test_naming_one_stone_removes_its_string_and_no_other() -> None:
    game = after(set_up("OO.X.O"), "pass, pass")
    ended = game.compare_dead_stones({BLACK: point(game, "A1"), WHITE: point(game, "B1")})
    assert board(ended) == "...X.O"
    assert prisoners(ended) == (1, 3)


@pytest.mark.clauses("aga/10-resume")
def test_after_a_disagreement_the_opponent_of_the_last_to_pass_moves() -> None:
    game = agreeing()
    resumed = game.compare_dead_stones({BLACK: point(game, "C1")})
    assert resumed.stage is ProcedureStage.PLAYING
    assert resumed.player is BLACK
    captured = after(resumed, "D1, pass, B1, pass, pass")
    assert captured.stage is ProcedureStage.AGREEING
    assert board(captured) == "XX.XX.O"
    assert prisoners(captured) == (2, 3 + 1)


@pytest.mark.clauses("aga/10-resume")
def test_when_both_pass_twice_in_succession_all_stones_are_alive() -> None:
    game = agreeing()
    resumed = game.name(point(game, "C1")).compare_dead_stones({WHITE: point(game, "A1")})
    assert resumed.named == 0
    ended = after(resumed, "pass, pass")
    assert ended.stage is ProcedureStage.OVER
    assert board(ended) == "X.O.X.O"
    assert prisoners(ended) == (2, 2)


@pytest.mark.clauses("aga/10-procedure")
def test_strings_that_nobody_disputes_are_removed_once_both_have_passed() -> None:
    game = agreeing()
    black_done = after(game.name(point(game, "C1")), "pass")
    assert black_done.stage is ProcedureStage.AGREEING
    ended = after(black_done.name(point(game, "A1")), "pass")
    assert board(ended) == "....X.O"
    assert prisoners(ended) == (2 + 1, 2 + 1)


@pytest.mark.clauses("aga/10-procedure")
def test_while_one_disagreement_stands_nothing_is_removed() -> None:
    game = agreeing()
    named = game.name(point(game, "C1")).name(point(game, "G1")).dispute(point(game, "G1"))
    ended = after(named, "pass, pass")
    assert board(ended) == "X.O.X.O"
    assert prisoners(ended) == (2, 2)


@pytest.mark.clauses("aga/10-procedure")
@pytest.mark.parametrize("passes", ["", "pass, "])
def test_either_player_can_resume_play_instead(passes: str) -> None:
    game = agreeing()
    resumed = after(game.name(point(game, "C1")), f"{passes}{'F1' if passes else 'B1'}")
    assert resumed.stage is ProcedureStage.PLAYING
    assert resumed.named == 0
    assert resumed.record.pass_run == 0


@pytest.mark.clauses("aga/11-last-move")
def test_white_passes_once_more_when_black_passed_last() -> None:
    game = after(start(3), "B1, pass, pass")
    assert prisoners(game) == (1, 1)
    assert prisoners(game.compare_dead_stones({})) == (1, 2)


def test_areas_are_counted_when_the_rules_say_so() -> None:
    game = Procedure.start(PRESETS["aga-area"], 5, 1)
    ended = after(game, "B1, D1, pass, pass").compare_dead_stones({player: point(game, "D1") for player in BOTH})
    assert scores(ended) == (5, 0)


# What cannot be said

Say = Callable[[Procedure], object]


@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda game: game.name(1 << 7), "Name one point of the 7x1 board"),
        (lambda game: game.name(-1), "Name one point"),
        (lambda game: game.name(0), "Name one point"),
        (lambda game: game.name(0b101), "Name one point"),
        (lambda game: game.name(point(game, "B1")), "no opposing stone that has yet to be named at B1"),
        (lambda game: game.name(point(game, "A1")), "no opposing stone that has yet to be named at A1"),
        (lambda game: game.name(point(game, "C1")).name(point(game, "C1")), "yet to be named at C1"),
        (lambda game: game.dispute(point(game, "C1")), "no named stone"),
        (lambda game: game.dispute(1 << 9), "Name one point"),
        (
            lambda game: game.name(point(game, "C1")).dispute(point(game, "C1")).dispute(point(game, "C1")),
            "yet to be disputed",
        ),
        (lambda game: game.compare_dead_stones({BLACK: point(game, "B1", "D1")}), "no stone at B1 or D1"),
        (lambda game: game.compare_dead_stones({BLACK: 1 << 8}), "Name points of the 7x1 board"),
        (lambda game: game.compare_dead_stones({WHITE: -1}), "Name points"),
        (lambda game: game.play(PASS, WHITE), "A pass is taken in turn"),
        (lambda game: game.play(Move(0)), "Name one point"),
        (lambda game: game.play(Move(1 << 7)), "Name one point"),
        (lambda game: game.play(Unblock(1)), "a pass or a move"),
    ],
)
def test_what_cannot_be_said_gets_one_plain_sentence(say: Say, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        say(agreeing())


@pytest.mark.parametrize(
    "say",
    [
        lambda game: game.name(1),
        lambda game: game.dispute(1),
        lambda game: game.compare_dead_stones({}),
    ],
)
def test_dead_stones_are_spoken_of_only_after_two_passes(say: Say) -> None:
    for game in (start(3), after(start(3), "A1, pass"), after(agreeing(), "B1")):
        with pytest.raises(ValueError, match="can be said while agreeing; the game is playing"):
            say(game)


@pytest.mark.parametrize(
    "say",
    [
        lambda game: game.play(PASS),
        lambda game: game.name(1),
        lambda game: game.compare_dead_stones({}),
        lambda game: game.restore(0, BOTH),
    ],
)
def test_nothing_can_be_said_after_the_end(say: Say) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        say(agreeing().compare_dead_stones({}))


def test_the_procedure_is_that_of_aga_rules() -> None:
    with pytest.raises(ValueError, match="aga rules, not of katago-v2"):
        Procedure.start(PRESETS["chinese-like"], 3, 3)


# Readings


def read(name: str, value: str, board: str = "...", player: Color = BLACK) -> Procedure:
    rules = AGA.reading({name: value})
    return Procedure(Game(rules, rows=board, to_play=player).record)


@pytest.mark.clauses("reading/aga-last-move", "aga/11-last-move", "aga/8-notice")
@pytest.mark.parametrize(("reading", "white_gives", "lead"), [("white-moves-last", 2, 2), ("equal-totals", 3, 3)])
def test_where_an_illegal_move_stands_it_matters_whether_totals_must_be_equal(
    reading: str, white_gives: int, lead: int
) -> None:
    """Given a move out of turn that nobody notes, when White has moved last, then Black has given a stone more."""
    game = after(after(read("reading/aga-last-move", reading), "A1"), "B1", BLACK)
    over = after(game, "pass, pass").compare_dead_stones({})
    assert prisoners(over) == (1, white_gives)
    black, white = scores(over)
    assert black - white == lead


@pytest.mark.clauses("reading/aga-last-move", "aga/8-illegal-kinds")
def test_a_move_on_an_occupied_point_is_a_turn_without_a_stone_for_which_totals_make_up() -> None:
    games = [
        after(read("reading/aga-last-move", reading), "A1, A1, pass, pass").compare_dead_stones({})
        for reading in ("white-moves-last", "equal-totals")
    ]
    assert [board(game) for game in games] == ["X..", "X.."]
    assert [prisoners(game) for game in games] == [(1, 1), (1, 2)]


@pytest.mark.clauses("reading/aga-pass-accepts", "aga/8-notice")
def test_whether_a_pass_accepts_the_move_before_it() -> None:
    for reading, stands in (("accepts", (0,)), ("leaves-open", ())):
        game = after(read("reading/aga-pass-accepts", reading, ".O."), "A1, pass")
        assert game.illegal_moves_that_stand() == stands
        if stands:
            with pytest.raises(ValueError, match="only an illegal move"):
                game.object_to_last_move()
        else:
            noted = game.object_to_last_move()
            assert (board(noted), prisoners(noted), noted.player) == (".O.", (1, 0), WHITE)
            assert noted.record.pass_run == 1


@pytest.mark.clauses("reading/aga-pass-accepts")
def test_a_move_accepts_by_either_reading() -> None:
    for reading in ("accepts", "leaves-open"):
        game = after(read("reading/aga-pass-accepts", reading, ".O.."), "A1, D1, pass")
        assert game.illegal_moves_that_stand() == (0,)


@pytest.mark.clauses("reading/aga-both-pass-twice", "aga/10-resume")
@pytest.mark.parametrize(("reading", "passes_to_the_end"), [("count", 2), ("count-anew", 4)])
def test_whether_the_passes_before_a_disagreement_count(reading: str, passes_to_the_end: int) -> None:
    game = after(read("reading/aga-both-pass-twice", reading, "X.."), "pass, pass")
    game = game.compare_dead_stones({BLACK: point(game, "A1")})
    for taken in range(passes_to_the_end):
        assert game.stage is not ProcedureStage.OVER, taken
        game = after(game, "pass")
    assert (game.stage, board(game)) == (ProcedureStage.OVER, "X..")


@pytest.mark.clauses("aga/7-pass")
def test_a_pass_is_taken_in_turn() -> None:
    with pytest.raises(ValueError, match="in turn"):
        start(3).play(PASS, WHITE)


DISPUTED = {BLACK: 0b1}


@pytest.mark.clauses("reading/aga-agreement")
@pytest.mark.parametrize("before", ["", "pass", "C1"])
def test_whether_players_who_have_disagreed_can_agree_at_any_time(before: str) -> None:
    at_any_time = AGA.reading({"reading/aga-agreement": "any-time"})
    games = [Procedure.start(rules, 3, 1) for rules in (AGA, at_any_time)]
    games = [after(game, "A1, pass, pass").compare_dead_stones(DISPUTED) for game in games]
    usually, so_read = (after(game, before) if before else game for game in games)
    with pytest.raises(ValueError, match="the game is playing"):
        usually.compare_dead_stones({})
    assert so_read.compare_dead_stones(DISPUTED) == so_read
    assert so_read.compare_dead_stones({}).stage is ProcedureStage.OVER


@pytest.mark.clauses("reading/aga-agreement")
def test_before_any_dispute_both_pass_first_by_either_reading() -> None:
    game = Procedure.start(AGA.reading({"reading/aga-agreement": "any-time"}), 3, 1)
    with pytest.raises(ValueError, match="the game is playing"):
        after(game, "A1, pass").compare_dead_stones({})
