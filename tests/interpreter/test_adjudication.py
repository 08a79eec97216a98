"""Adjudications: what each dead-stone protocol waits for, what it removes, and how the game comes out."""

from __future__ import annotations

import pytest

from superko.interpreter.adjudication import Adjudication, NotNow, Stage, has_cleanup
from superko.interpreter.game import Game, IllegalTurn
from superko.interpreter.notation import board_text, parse_board, parse_turn, parse_vertex
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.dead_stones.protocols import PROTOCOLS
from superko.spec.dead_stones.stops import still_standing
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Record

TEN_RULES = PRESETS["tromp-taylor-ten"]
NONE_IF_EMPTY = TEN_RULES.reading({"reading/empty-list-of-dead-stones": "no-list"})
# Black owns the board but for a white stone in the corner, which Black can capture from either side.
WHITE_STONE_IN_CORNER = "O.XX./..X../XXX../...../....."
# Under simple ko, from a single black stone at B1 back to the same.
ROUND_ON_FOUR_POINTS = ("D1", "A1", "C1", "B1")
BOTH_HAVE_DEAD_STONES = "O.X.O/..X.O/XXX.O/..XOO/X.XO."


def adjudication(protocol: str, board: str, player: Color = BLACK, rules: Rules = TEN_RULES) -> Adjudication:
    """A game set up with a board, about to be played."""
    return Adjudication.of(Game.set_up(rules, parse_board(board), player), PROTOCOLS[protocol])


def playing(some: Adjudication, *turns: str) -> Adjudication:
    for turn in turns:
        some = some.play(parse_turn(some.game.position.coloring.board.grid, turn))
    return some


def stopped(protocol: str, board: str, player: Color = BLACK, rules: Rules = TEN_RULES) -> Adjudication:
    """The same after the passes that stop play: two, or until a player has passed twice from one board."""
    some = playing(adjudication(protocol, board, player, rules), "pass", "pass")
    return playing(some, "pass") if some.stage is Stage.PLAYING else some


def at(some: Adjudication, *vertices: str) -> int:
    grid = some.game.position.coloring.board.grid
    return sum(parse_vertex(grid, vertex) for vertex in vertices)


def saying(some: Adjudication, black: str | None, white: str | None) -> Adjudication:
    """What follows when the players name these stones; None for no list."""
    for player, named in ((BLACK, black), (WHITE, white)):
        some = some.decline(player) if named is None else some.state(player, at(some, *named.split()))
    return some


def scores(some: Adjudication) -> tuple[float, float]:
    assert isinstance(some.result, Score)
    return some.result.black, some.result.white


# What every protocol does.


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_turns_are_awaited_until_both_have_passed(protocol: str) -> None:
    some = adjudication(protocol, WHITE_STONE_IN_CORNER)
    assert some.stage is Stage.PLAYING
    assert playing(some, "pass").stage is Stage.PLAYING
    assert playing(some, "pass", "pass").stage is (Stage.OVER if protocol == "none" else Stage.AWAITING_STATEMENTS)


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_both_players_are_asked_in_any_order(protocol: str) -> None:
    some = stopped(protocol, WHITE_STONE_IN_CORNER)
    assert some.awaiting == (BLACK, WHITE)
    assert some.state(WHITE, 0).awaiting == (BLACK,)
    assert some.state(WHITE, 0).state(BLACK, 0).awaiting == ()


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_stones_that_both_name_are_removed(protocol: str) -> None:
    some = saying(stopped(protocol, WHITE_STONE_IN_CORNER), "A5", "A5")
    assert some.stage is Stage.OVER
    assert some.removed == at(some, "A5")
    assert scores(some) == (25, 0)


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_stones_of_both_colors_can_be_removed(protocol: str) -> None:
    some = saying(stopped(protocol, BOTH_HAVE_DEAD_STONES), "A5 A1", "A5 A1")
    assert board_text(some.ended.coloring) == "..X.O/..X.O/XXX.O/..XOO/..XO."


def test_removed_stones_count_as_captured() -> None:
    some = saying(stopped("agreement", BOTH_HAVE_DEAD_STONES), "A5 A1", "A5 A1")
    assert some.ended.captures == {BLACK: 1, WHITE: 1}
    assert some.game.record.tally.captures == {BLACK: 0, WHITE: 0}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_each_input_leaves_the_adjudication_before_it_as_it_was(protocol: str) -> None:
    some = adjudication(protocol, WHITE_STONE_IN_CORNER)
    board = board_text(some.game.position.coloring)
    playing(some, "B4", "pass", "pass")
    assert (some.stage, board_text(some.game.position.coloring)) == (Stage.PLAYING, board)


def test_a_game_that_has_just_ended_can_be_adjudicated() -> None:
    game = Game.set_up(TEN_RULES, parse_board(WHITE_STONE_IN_CORNER)).play(PASS).play(PASS)
    assert Adjudication.of(game, PROTOCOLS["agreement"]).stage is Stage.AWAITING_STATEMENTS


# Statements.


def test_naming_a_stone_names_the_stones_connected_to_it() -> None:
    some = saying(stopped("agreement", "OO.X/.X.X/XXXX/.X.X"), "A4", "B4")
    assert some.removed == at(some, "A4", "B4")


def test_read_stone_by_stone_naming_a_stone_names_no_other() -> None:
    rules = TEN_RULES.reading({"reading/dead-stones-named": "stone-by-stone"})
    some = saying(stopped("agreement", "OO.X/.X.X/XXXX/.X.X", rules=rules), "A4 B4", "B4")
    assert some.removed == at(some, "B4")


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (1 << 25, "A list of dead stones names points of the board only."),
        (-1, "A list of dead stones names points of the board only."),
        (0b10, "There is no stone at B5; a list of dead stones names stones only."),
        (0b11, "There is no stone at B5; a list of dead stones names stones only."),
    ],
)
def test_a_list_of_anything_but_stones_is_refused(points: int, reason: str) -> None:
    some = stopped("agreement", WHITE_STONE_IN_CORNER)
    with pytest.raises(ValueError, match=reason):
        some.state(BLACK, points)
    assert some.awaiting == (BLACK, WHITE)


def test_a_player_answers_once() -> None:
    some = stopped("agreement", WHITE_STONE_IN_CORNER).state(BLACK, 0)
    with pytest.raises(NotNow, match="Black has answered already; white is asked"):
        some.decline(BLACK)


def test_what_is_not_awaited_is_refused() -> None:
    before, after = adjudication("mediation", WHITE_STONE_IN_CORNER), stopped("mediation", WHITE_STONE_IN_CORNER)
    over = saying(after, None, None)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.state(BLACK, 0)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.decline(WHITE)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.rule(0)
    with pytest.raises(NotNow, match="what the players say of dead stones is awaited"):
        after.play(PASS)
    with pytest.raises(NotNow, match="The game is over; it is too late for a turn"):
        over.play(PASS)


def test_an_illegal_turn_is_refused_by_its_clause() -> None:
    with pytest.raises(IllegalTurn) as refusal:
        playing(adjudication("chinese", WHITE_STONE_IN_CORNER), "A5")
    assert refusal.value.judgement.clause is not None
    assert refusal.value.judgement.clause.id == "tromp-taylor/move"


# none, agreement and mediation.


@pytest.mark.clauses("dead-stones/none")
def test_without_a_protocol_every_stone_is_alive() -> None:
    some = stopped("none", WHITE_STONE_IN_CORNER)
    assert (some.stage, some.removed, some.result) == (Stage.OVER, 0, some.game.result)


@pytest.mark.clauses("dead-stones/agreement")
def test_by_agreement_only_stones_that_both_name_are_removed() -> None:
    some = saying(stopped("agreement", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert (some.stage, some.removed) == (Stage.OVER, at(some, "A1"))


@pytest.mark.clauses("dead-stones/mediation")
def test_a_third_party_is_asked_where_lists_differ() -> None:
    some = saying(stopped("mediation", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert some.stage is Stage.AWAITING_RULING
    assert some.disputed == at(some, "A5", "E5", "E4", "E3", "E2", "D2", "D1")


def test_a_third_party_settles_what_is_disputed_and_nothing_else() -> None:
    some = saying(stopped("mediation", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert some.rule(at(some, "A5")).removed == at(some, "A5", "A1")
    assert some.rule(0).removed == at(some, "A1")
    with pytest.raises(ValueError, match=r"on the stones in dispute only: A5, E5, E4, E3, D2, E2, D1\."):
        some.rule(at(some, "A1"))
    with pytest.raises(ValueError, match="There is no stone at B5"):
        some.rule(at(some, "B5"))


def test_no_third_party_is_asked_about_a_player_who_gives_no_list() -> None:
    some = saying(stopped("mediation", WHITE_STONE_IN_CORNER), "A5", None)
    assert (some.stage, some.result) == (Stage.OVER, some.game.result)


@pytest.mark.parametrize(("protocol", "judged"), [("mediation", Stage.AWAITING_RULING), ("japanese", Stage.PLAYING)])
def test_an_empty_list_says_that_all_are_alive_unless_it_is_read_as_saying_nothing(
    protocol: str, judged: Stage
) -> None:
    assert saying(stopped(protocol, WHITE_STONE_IN_CORNER), "A5", "").stage is judged
    silent = saying(stopped(protocol, WHITE_STONE_IN_CORNER, rules=NONE_IF_EMPTY), "A5", "")
    assert (silent.stage, silent.removed) == (Stage.OVER, 0)


# chinese and kgs: the same game goes on.


@pytest.mark.parametrize("player", Color)
@pytest.mark.parametrize("protocol", ["chinese", "kgs"])
def test_if_the_lists_differ_the_player_who_passed_first_goes_on(protocol: str, player: Color) -> None:
    some = saying(stopped(protocol, WHITE_STONE_IN_CORNER, player), "A5", "")
    assert (some.stage, some.playing.position.player) == (Stage.PLAYING, player)


@pytest.mark.clauses("dead-stones/chinese")
def test_what_was_captured_after_a_disagreement_counts_in_the_game() -> None:
    some = saying(stopped("chinese", WHITE_STONE_IN_CORNER), "A5", "")
    some = saying(playing(some, "A4", "pass", "B5", "pass", "pass"), "", "")
    assert board_text(some.game.position.coloring) == ".XXX./X.X../XXX../...../....."
    assert (some.removed, scores(some)) == (0, (25, 0))


@pytest.mark.parametrize("protocol", ["chinese", "kgs"])
def test_colorings_from_before_a_disagreement_must_not_be_repeated_after_it(protocol: str) -> None:
    # A ko: White takes at B2, and retaking would give the board from which the game was set up.
    some = playing(adjudication(protocol, ".XO./X.XO/.XO.", WHITE), "B2", "pass", "pass")
    some = saying(some, "D2", "")
    assert some.playing.position.player is BLACK
    with pytest.raises(IllegalTurn) as refusal:
        playing(some, "C2")
    assert refusal.value.judgement.clause is not None
    assert refusal.value.judgement.clause.id == "tromp-taylor/turn"


@pytest.mark.clauses("dead-stones/chinese")
def test_four_passes_in_a_row_end_the_game_with_every_stone_alive() -> None:
    some = playing(saying(stopped("chinese", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), "pass", "pass")
    assert (some.stage, some.removed, some.result) == (Stage.OVER, 0, some.game.result)


def test_a_third_pass_leaves_the_other_player_a_turn() -> None:
    some = playing(saying(stopped("chinese", WHITE_STONE_IN_CORNER), "A5", ""), "pass")
    assert (some.stage, some.playing.position.player) == (Stage.PLAYING, WHITE)


@pytest.mark.clauses("dead-stones/chinese")
def test_passing_later_repeats_the_chinese_procedure() -> None:
    some = playing(saying(stopped("chinese", BOTH_HAVE_DEAD_STONES), "A5", ""), "A4", "pass", "pass")
    assert some.awaiting == (BLACK, WHITE)
    again = playing(saying(some, "A5", ""), "pass", "B5", "pass", "pass")
    assert again.stage is Stage.AWAITING_STATEMENTS
    assert saying(some, "A5", "A5").removed == at(some, "A5")


@pytest.mark.clauses("dead-stones/kgs")
@pytest.mark.parametrize("turns", ["pass pass", "A4 pass pass", "A4 pass B5 pass pass"])
def test_after_a_disagreement_the_next_two_passes_end_the_kgs_procedure(turns: str) -> None:
    some = playing(saying(stopped("kgs", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), *turns.split())
    assert (some.stage, some.removed, some.result) == (Stage.OVER, 0, some.game.result)


# japanese: a dispute is played out on a copy.


@pytest.mark.clauses("dead-stones/japanese")
def test_a_dispute_is_played_out_on_a_copy() -> None:
    before = stopped("japanese", WHITE_STONE_IN_CORNER)
    some = playing(saying(before, "A5", ""), "A4", "pass", "B5")
    assert board_text(some.playing.position.coloring) == ".XXX./X.X../XXX../...../....."
    assert some.game is before.game


@pytest.mark.clauses("dead-stones/japanese")
def test_stones_captured_on_the_copy_are_removed_from_the_board_itself() -> None:
    some = playing(
        saying(stopped("japanese", WHITE_STONE_IN_CORNER), "A5", ""),
        "A4",
        "pass",
        "B5",
        "pass",
        "pass",
    )
    assert (some.stage, some.removed) == (Stage.OVER, at(some, "A5"))
    assert board_text(some.ended.coloring) == "..XX./..X../XXX../...../....."


def test_stones_that_are_not_captured_on_the_copy_stay() -> None:
    some = playing(saying(stopped("japanese", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), "pass", "pass")
    assert some.removed == at(some, "A1")


def test_only_stones_in_dispute_get_their_status_from_the_copy() -> None:
    some = saying(stopped("japanese", BOTH_HAVE_DEAD_STONES), "A5", "")
    some = playing(some, "pass", "A2", "pass", "B1", "pass", "pass")
    assert not some.playing.position.coloring.black & at(some, "A1")
    assert some.removed == 0


def test_a_stone_played_where_one_was_captured_does_not_revive_it() -> None:
    some = saying(stopped("japanese", ".XO./X.XO/.XO.", WHITE), "", "C2")
    some = playing(some, "B2", "A3", "pass", "C2", "pass", "pass")
    assert some.playing.position.coloring.black & at(some, "C2")
    assert some.removed == at(some, "C2")


def test_a_stone_of_the_other_color_does_not_stand_for_one() -> None:
    original, copy = parse_board("XX.O"), parse_board("XO.O")
    assert still_standing(original.black | original.white, original, copy) == 0b1001


@pytest.mark.parametrize("player", Color)
def test_on_the_copy_the_player_who_passed_first_goes_on(player: Color) -> None:
    some = saying(stopped("japanese", WHITE_STONE_IN_CORNER, player), "A5", "")
    assert some.playing.position.player is player
    assert playing(some, "pass").stage is Stage.PLAYING


# Other rules than the ten.


def test_rules_with_cleanup_phases_are_refused() -> None:
    with pytest.raises(ValueError, match="These rules settle dead stones in the first cleanup phase; choose rules"):
        Adjudication.of(Game.start(PRESETS["japanese-like"], 3, 3), PROTOCOLS["chinese"])


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if not has_cleanup(rules)])
def test_every_other_preset_is_played_by_every_protocol(name: str) -> None:
    for protocol in PROTOCOLS:
        some = stopped(protocol, WHITE_STONE_IN_CORNER, rules=PRESETS[name])
        if protocol != "none":
            some = saying(some, "A5", "A5")
        assert some.stage is Stage.OVER


def test_passing_again_ends_play_under_simple_ko_but_not_before_the_other_has_had_a_turn() -> None:
    rules = PRESETS["chinese-like"]
    some = playing(saying(stopped("chinese", WHITE_STONE_IN_CORNER, rules=rules), "", "C5"), "pass")
    assert (some.stage, some.playing.position.player) == (Stage.PLAYING, WHITE)
    assert playing(some, "B5").stage is Stage.PLAYING


def test_an_end_by_passing_again_leaves_every_stone_alive() -> None:
    # Two points, with the capture going back and forth between them.
    some = adjudication("chinese", "X.", WHITE, PRESETS["chinese-like"])
    some = playing(saying(playing(some, "pass", "pass"), "A1", ""), "B1", "pass", "pass")
    some = playing(saying(some, "B1", ""), "A1", "pass")
    assert some.game.ended_by == "katago-v2/main/end-repeated-pass"
    assert (some.stage, some.removed, some.result) == (Stage.OVER, 0, some.game.result)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_game_without_result_has_none_by_any_protocol(protocol: str) -> None:
    some = playing(adjudication(protocol, "....", rules=PRESETS["chinese-like"]), "B1", *ROUND_ON_FOUR_POINTS * 2)
    assert (some.stage, some.result) == (Stage.OVER, NoResult())


def test_a_copy_that_ends_without_result_still_tells_what_was_captured() -> None:
    some = playing(adjudication("japanese", "....", rules=PRESETS["chinese-like"]), "B1", "pass", "pass")
    some = playing(saying(some, "", "B1"), *ROUND_ON_FOUR_POINTS * 2)
    assert some.playing.result == NoResult()
    assert (some.removed, scores(some)) == (at(some, "B1"), (0, 0))


def with_time_limit(turns: int) -> Rules:
    def time_is_up(record: Record) -> bool:
        """The game ends after so many turns."""
        return record.turn >= turns

    return TEN_RULES.adding(make_clause(time_is_up, "house/time", decides=Decision.GAME_ENDS))


def test_an_end_of_the_whole_game_is_no_stop_even_if_both_have_passed() -> None:
    some = stopped("chinese", WHITE_STONE_IN_CORNER, rules=with_time_limit(2))
    assert (some.stage, some.game.ended_by) == (Stage.OVER, "house/time")


def test_an_end_of_the_whole_game_by_a_third_pass_is_final() -> None:
    some = saying(stopped("chinese", WHITE_STONE_IN_CORNER, rules=with_time_limit(3)), "A5", "")
    assert playing(some, "pass").stage is Stage.OVER


def test_with_the_button_the_first_pass_of_the_game_does_not_stop_play() -> None:
    some = adjudication("chinese", WHITE_STONE_IN_CORNER, rules=Rules(button=True))
    assert playing(some, "pass", "pass").stage is Stage.PLAYING
    some = saying(playing(some, "pass", "pass", "pass"), "A5", "")
    assert some.playing.position.player is WHITE
    assert playing(some, "pass").stage is Stage.PLAYING
    assert playing(some, "pass", "pass").stage is Stage.OVER


def test_pass_stones_are_counted_once_for_each_pass() -> None:
    # White makes the last move by a further pass when a game ends, which a game that goes on has not.
    some = playing(adjudication("chinese", WHITE_STONE_IN_CORNER, rules=PRESETS["aga"]), "A4", "pass", "pass")
    some = playing(saying(some, "A5", ""), "pass", "pass")
    assert some.game.record.tally.captures == {BLACK: 2, WHITE: 3}
