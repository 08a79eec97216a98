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


def set_up(protocol: str, board: str, player: Color = BLACK, rules: Rules = TEN_RULES) -> Adjudication:
    """A game set up with a board, about to be played."""
    return Adjudication.of(Game(rules, rows=board, to_play=player), PROTOCOLS[protocol])


def playing(adjudication: Adjudication, *turns: str) -> Adjudication:
    for turn in turns:
        adjudication = adjudication.play(parse_turn(adjudication.game.grid, turn))
    return adjudication


def stopped(protocol: str, board: str, player: Color = BLACK, rules: Rules = TEN_RULES) -> Adjudication:
    """The same after the passes that stop play: two, or until a player has passed twice from one board."""
    adjudication = playing(set_up(protocol, board, player, rules), "pass", "pass")
    return playing(adjudication, "pass") if adjudication.stage is Stage.PLAYING else adjudication


def at(adjudication: Adjudication, *vertices: str) -> int:
    grid = adjudication.game.grid
    return sum(parse_vertex(grid, vertex) for vertex in vertices)


def saying(adjudication: Adjudication, black: str | None, white: str | None) -> Adjudication:
    """What follows when the players name these stones; None for no list."""
    for player, named in ((BLACK, black), (WHITE, white)):
        adjudication = adjudication.state(player, None if named is None else at(adjudication, *named.split()))
    return adjudication


def scores(adjudication: Adjudication) -> tuple[float, float]:
    assert isinstance(adjudication.result, Score)
    return adjudication.result.black, adjudication.result.white


# What every protocol does.


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_turns_are_awaited_until_both_have_passed(protocol: str) -> None:
    adjudication = set_up(protocol, WHITE_STONE_IN_CORNER)
    assert adjudication.stage is Stage.PLAYING
    assert playing(adjudication, "pass").stage is Stage.PLAYING
    assert playing(adjudication, "pass", "pass").stage is (
        Stage.OVER if protocol == "none" else Stage.AWAITING_STATEMENTS
    )


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_both_players_are_asked_in_any_order(protocol: str) -> None:
    adjudication = stopped(protocol, WHITE_STONE_IN_CORNER)
    assert adjudication.awaiting == (BLACK, WHITE)
    assert adjudication.state(WHITE, 0).awaiting == (BLACK,)
    assert adjudication.state(WHITE, 0).state(BLACK, 0).awaiting == ()


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_stones_that_both_name_are_removed(protocol: str) -> None:
    adjudication = saying(stopped(protocol, WHITE_STONE_IN_CORNER), "A5", "A5")
    assert adjudication.stage is Stage.OVER
    assert adjudication.removed == at(adjudication, "A5")
    assert scores(adjudication) == (25, 0)


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
def test_stones_of_both_colors_can_be_removed(protocol: str) -> None:
    adjudication = saying(stopped(protocol, BOTH_HAVE_DEAD_STONES), "A5 A1", "A5 A1")
    assert board_text(adjudication.ended.coloring) == "..X.O/..X.O/XXX.O/..XOO/..XO."


def test_removed_stones_count_as_captured() -> None:
    adjudication = saying(stopped("agreement", BOTH_HAVE_DEAD_STONES), "A5 A1", "A5 A1")
    assert adjudication.ended.captures == {BLACK: 1, WHITE: 1}
    assert adjudication.game.record.tally.captures == {BLACK: 0, WHITE: 0}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_each_input_leaves_the_adjudication_before_it_as_it_was(protocol: str) -> None:
    adjudication = set_up(protocol, WHITE_STONE_IN_CORNER)
    board = board_text(adjudication.game.position.coloring)
    playing(adjudication, "B4", "pass", "pass")
    assert (adjudication.stage, board_text(adjudication.game.position.coloring)) == (Stage.PLAYING, board)


def test_a_game_that_has_just_ended_can_be_adjudicated() -> None:
    game = Game(TEN_RULES, rows=WHITE_STONE_IN_CORNER).play(PASS).play(PASS)
    assert Adjudication.of(game, PROTOCOLS["agreement"]).stage is Stage.AWAITING_STATEMENTS


# Statements.


def test_naming_a_stone_names_the_stones_connected_to_it() -> None:
    adjudication = saying(stopped("agreement", "OO.X/.X.X/XXXX/.X.X"), "A4", "B4")
    assert adjudication.removed == at(adjudication, "A4", "B4")


def test_read_stone_by_stone_naming_a_stone_names_no_other() -> None:
    rules = TEN_RULES.reading({"reading/dead-stones-named": "stone-by-stone"})
    adjudication = saying(stopped("agreement", "OO.X/.X.X/XXXX/.X.X", rules=rules), "A4 B4", "B4")
    assert adjudication.removed == at(adjudication, "B4")


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
    adjudication = stopped("agreement", WHITE_STONE_IN_CORNER)
    with pytest.raises(ValueError, match=reason):
        adjudication.state(BLACK, points)
    assert adjudication.awaiting == (BLACK, WHITE)


def test_a_player_answers_once() -> None:
    adjudication = stopped("agreement", WHITE_STONE_IN_CORNER).state(BLACK, 0)
    with pytest.raises(NotNow, match="Black has answered already; white is asked"):
        adjudication.state(BLACK, None)


def test_what_is_not_awaited_is_refused() -> None:
    before, after = set_up("mediation", WHITE_STONE_IN_CORNER), stopped("mediation", WHITE_STONE_IN_CORNER)
    over = saying(after, None, None)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.state(BLACK, 0)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.state(WHITE, None)
    with pytest.raises(NotNow, match="a turn is awaited"):
        before.rule(0)
    with pytest.raises(NotNow, match="what the players say of dead stones is awaited"):
        after.play(PASS)
    with pytest.raises(NotNow, match="The game is over; it is too late for a turn"):
        over.play(PASS)


def test_an_illegal_turn_is_refused_by_its_clause() -> None:
    with pytest.raises(IllegalTurn) as refusal:
        playing(set_up("chinese", WHITE_STONE_IN_CORNER), "A5")
    assert refusal.value.judgement.clause is not None
    assert refusal.value.judgement.clause.id == "tromp-taylor/move"


# none, agreement and mediation.


@pytest.mark.clauses("dead-stones/none")
def test_without_a_protocol_every_stone_is_alive() -> None:
    adjudication = stopped("none", WHITE_STONE_IN_CORNER)
    assert (adjudication.stage, adjudication.removed, adjudication.result) == (Stage.OVER, 0, adjudication.game.result)


@pytest.mark.clauses("dead-stones/agreement")
def test_by_agreement_only_stones_that_both_name_are_removed() -> None:
    adjudication = saying(stopped("agreement", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert (adjudication.stage, adjudication.removed) == (Stage.OVER, at(adjudication, "A1"))


@pytest.mark.clauses("dead-stones/mediation")
def test_a_third_party_is_asked_where_lists_differ() -> None:
    adjudication = saying(stopped("mediation", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert adjudication.stage is Stage.AWAITING_RULING
    assert adjudication.disputed == at(adjudication, "A5", "E5", "E4", "E3", "E2", "D2", "D1")


def test_a_third_party_settles_what_is_disputed_and_nothing_else() -> None:
    adjudication = saying(stopped("mediation", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1 E5")
    assert adjudication.rule(at(adjudication, "A5")).removed == at(adjudication, "A5", "A1")
    assert adjudication.rule(0).removed == at(adjudication, "A1")
    with pytest.raises(ValueError, match=r"on the stones in dispute only: A5, E5, E4, E3, D2, E2, D1\."):
        adjudication.rule(at(adjudication, "A1"))
    with pytest.raises(ValueError, match="There is no stone at B5"):
        adjudication.rule(at(adjudication, "B5"))


def test_no_third_party_is_asked_about_a_player_who_gives_no_list() -> None:
    adjudication = saying(stopped("mediation", WHITE_STONE_IN_CORNER), "A5", None)
    assert (adjudication.stage, adjudication.result) == (Stage.OVER, adjudication.game.result)


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
    adjudication = saying(stopped(protocol, WHITE_STONE_IN_CORNER, player), "A5", "")
    assert (adjudication.stage, adjudication.playing.position.player) == (Stage.PLAYING, player)


@pytest.mark.clauses("dead-stones/chinese")
def test_what_was_captured_after_a_disagreement_counts_in_the_game() -> None:
    adjudication = saying(stopped("chinese", WHITE_STONE_IN_CORNER), "A5", "")
    adjudication = saying(playing(adjudication, "A4", "pass", "B5", "pass", "pass"), "", "")
    assert board_text(adjudication.game.position.coloring) == ".XXX./X.X../XXX../...../....."
    assert (adjudication.removed, scores(adjudication)) == (0, (25, 0))


@pytest.mark.parametrize("protocol", ["chinese", "kgs"])
def test_colorings_from_before_a_disagreement_must_not_be_repeated_after_it(protocol: str) -> None:
    # A ko: White takes at B2, and retaking would give the board from which the game was set up.
    adjudication = playing(set_up(protocol, ".XO./X.XO/.XO.", WHITE), "B2", "pass", "pass")
    adjudication = saying(adjudication, "D2", "")
    assert adjudication.playing.position.player is BLACK
    with pytest.raises(IllegalTurn) as refusal:
        playing(adjudication, "C2")
    assert refusal.value.judgement.clause is not None
    assert refusal.value.judgement.clause.id == "tromp-taylor/turn"


@pytest.mark.clauses("dead-stones/chinese")
def test_four_passes_in_a_row_end_the_game_with_every_stone_alive() -> None:
    adjudication = playing(saying(stopped("chinese", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), "pass", "pass")
    assert (adjudication.stage, adjudication.removed, adjudication.result) == (Stage.OVER, 0, adjudication.game.result)


def test_a_third_pass_leaves_the_other_player_a_turn() -> None:
    adjudication = playing(saying(stopped("chinese", WHITE_STONE_IN_CORNER), "A5", ""), "pass")
    assert (adjudication.stage, adjudication.playing.position.player) == (Stage.PLAYING, WHITE)


@pytest.mark.clauses("dead-stones/chinese")
def test_passing_later_repeats_the_chinese_procedure() -> None:
    adjudication = playing(saying(stopped("chinese", BOTH_HAVE_DEAD_STONES), "A5", ""), "A4", "pass", "pass")
    assert adjudication.awaiting == (BLACK, WHITE)
    again = playing(saying(adjudication, "A5", ""), "pass", "B5", "pass", "pass")
    assert again.stage is Stage.AWAITING_STATEMENTS
    assert saying(adjudication, "A5", "A5").removed == at(adjudication, "A5")


@pytest.mark.clauses("dead-stones/kgs")
@pytest.mark.parametrize("turns", ["pass pass", "A4 pass pass", "A4 pass B5 pass pass"])
def test_after_a_disagreement_the_next_two_passes_end_the_kgs_procedure(turns: str) -> None:
    adjudication = playing(saying(stopped("kgs", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), *turns.split())
    assert (adjudication.stage, adjudication.removed, adjudication.result) == (Stage.OVER, 0, adjudication.game.result)


# japanese: a dispute is played out on a copy.


@pytest.mark.clauses("dead-stones/japanese")
def test_a_dispute_is_played_out_on_a_copy() -> None:
    before = stopped("japanese", WHITE_STONE_IN_CORNER)
    adjudication = playing(saying(before, "A5", ""), "A4", "pass", "B5")
    assert board_text(adjudication.playing.position.coloring) == ".XXX./X.X../XXX../...../....."
    assert adjudication.game is before.game


@pytest.mark.clauses("dead-stones/japanese")
def test_stones_captured_on_the_copy_are_removed_from_the_board_itself() -> None:
    adjudication = playing(
        saying(stopped("japanese", WHITE_STONE_IN_CORNER), "A5", ""),
        "A4",
        "pass",
        "B5",
        "pass",
        "pass",
    )
    assert (adjudication.stage, adjudication.removed) == (Stage.OVER, at(adjudication, "A5"))
    assert board_text(adjudication.ended.coloring) == "..XX./..X../XXX../...../....."


def test_stones_that_are_not_captured_on_the_copy_stay() -> None:
    adjudication = playing(saying(stopped("japanese", BOTH_HAVE_DEAD_STONES), "A5 A1", "A1"), "pass", "pass")
    assert adjudication.removed == at(adjudication, "A1")


def test_only_stones_in_dispute_get_their_status_from_the_copy() -> None:
    adjudication = saying(stopped("japanese", BOTH_HAVE_DEAD_STONES), "A5", "")
    adjudication = playing(adjudication, "pass", "A2", "pass", "B1", "pass", "pass")
    assert not adjudication.playing.position.coloring.black & at(adjudication, "A1")
    assert adjudication.removed == 0


def test_a_stone_played_where_one_was_captured_does_not_revive_it() -> None:
    adjudication = saying(stopped("japanese", ".XO./X.XO/.XO.", WHITE), "", "C2")
    adjudication = playing(adjudication, "B2", "A3", "pass", "C2", "pass", "pass")
    assert adjudication.playing.position.coloring.black & at(adjudication, "C2")
    assert adjudication.removed == at(adjudication, "C2")


def test_a_stone_of_the_other_color_does_not_stand_for_one() -> None:
    original, copy = parse_board("XX.O"), parse_board("XO.O")
    assert still_standing(original.black | original.white, original, copy) == 0b1001


@pytest.mark.parametrize("player", Color)
def test_on_the_copy_the_player_who_passed_first_goes_on(player: Color) -> None:
    adjudication = saying(stopped("japanese", WHITE_STONE_IN_CORNER, player), "A5", "")
    assert adjudication.playing.position.player is player
    assert playing(adjudication, "pass").stage is Stage.PLAYING


# Other rules than the ten.


def test_rules_with_cleanup_phases_are_refused() -> None:
    with pytest.raises(ValueError, match=r"in the first cleanup phase.* --protocol agreement"):
        Adjudication.of(Game(PRESETS["japanese-like"], 3), PROTOCOLS["chinese"])


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if not has_cleanup(rules)])
def test_every_other_preset_is_played_by_every_protocol(name: str) -> None:
    for protocol in PROTOCOLS:
        adjudication = stopped(protocol, WHITE_STONE_IN_CORNER, rules=PRESETS[name])
        if protocol != "none":
            adjudication = saying(adjudication, "A5", "A5")
        assert adjudication.stage is Stage.OVER


def test_passing_again_ends_play_under_simple_ko_but_not_before_the_other_has_had_a_turn() -> None:
    rules = PRESETS["chinese-like"]
    adjudication = playing(saying(stopped("chinese", WHITE_STONE_IN_CORNER, rules=rules), "", "C5"), "pass")
    assert (adjudication.stage, adjudication.playing.position.player) == (Stage.PLAYING, WHITE)
    assert playing(adjudication, "B5").stage is Stage.PLAYING


def test_an_end_by_passing_again_leaves_every_stone_alive() -> None:
    # Two points, with the capture going back and forth between them.
    adjudication = set_up("chinese", "X.", WHITE, PRESETS["chinese-like"])
    adjudication = playing(saying(playing(adjudication, "pass", "pass"), "A1", ""), "B1", "pass", "pass")
    adjudication = playing(saying(adjudication, "B1", ""), "A1", "pass")
    assert adjudication.game.ended_by == "katago-v2/main/end-repeated-pass"
    assert (adjudication.stage, adjudication.removed, adjudication.result) == (Stage.OVER, 0, adjudication.game.result)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_game_without_result_has_none_by_any_protocol(protocol: str) -> None:
    adjudication = playing(set_up(protocol, "....", rules=PRESETS["chinese-like"]), "B1", *ROUND_ON_FOUR_POINTS * 2)
    assert (adjudication.stage, adjudication.result) == (Stage.OVER, NoResult())


def test_a_copy_that_ends_without_result_still_tells_what_was_captured() -> None:
    adjudication = playing(set_up("japanese", "....", rules=PRESETS["chinese-like"]), "B1", "pass", "pass")
    adjudication = playing(saying(adjudication, "", "B1"), *ROUND_ON_FOUR_POINTS * 2)
    assert adjudication.playing.result == NoResult()
    assert (adjudication.removed, scores(adjudication)) == (at(adjudication, "B1"), (0, 0))


def with_time_limit(turns: int) -> Rules:
    def time_is_up(record: Record) -> bool:
        """The game ends after so many turns."""
        return record.turn >= turns

    return TEN_RULES.adding(make_clause(time_is_up, "house/time", decides=Decision.GAME_ENDS))


def test_an_end_of_the_whole_game_is_no_stop_even_if_both_have_passed() -> None:
    adjudication = stopped("chinese", WHITE_STONE_IN_CORNER, rules=with_time_limit(2))
    assert (adjudication.stage, adjudication.game.ended_by) == (Stage.OVER, "house/time")


def test_an_end_of_the_whole_game_by_a_third_pass_is_final() -> None:
    adjudication = saying(stopped("chinese", WHITE_STONE_IN_CORNER, rules=with_time_limit(3)), "A5", "")
    assert playing(adjudication, "pass").stage is Stage.OVER


def test_with_the_button_the_first_pass_of_the_game_does_not_stop_play() -> None:
    adjudication = set_up("chinese", WHITE_STONE_IN_CORNER, rules=Rules(button=True))
    assert playing(adjudication, "pass", "pass").stage is Stage.PLAYING
    adjudication = saying(playing(adjudication, "pass", "pass", "pass"), "A5", "")
    assert adjudication.playing.position.player is WHITE
    assert playing(adjudication, "pass").stage is Stage.PLAYING
    assert playing(adjudication, "pass", "pass").stage is Stage.OVER


def test_pass_stones_are_counted_once_for_each_pass() -> None:
    # White makes the last move by a further pass when a game ends, which a game that goes on has not.
    adjudication = playing(set_up("chinese", WHITE_STONE_IN_CORNER, rules=PRESETS["aga"]), "A4", "pass", "pass")
    adjudication = playing(saying(adjudication, "A5", ""), "pass", "pass")
    assert adjudication.game.record.tally.captures == {BLACK: 2, WHITE: 3}
