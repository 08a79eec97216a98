"""What holds of every protocol for dead stones; `conversations/settling-protocols.txt` has what each does."""

from __future__ import annotations

import pytest

from superko.interpreter.adjudication import Adjudication, Stage, has_cleanup
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_turn, parse_vertex
from superko.interpreter.result import NoResult
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.dead_stones.protocols import PROTOCOLS
from superko.spec.dead_stones.stops import still_standing
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Record

TEN_RULES = PRESETS["tromp-taylor-ten"]
# Black owns the board but for a white stone in the corner, which Black can capture from either side.
WHITE_STONE_IN_CORNER = "O.XX./..X../XXX../...../....."
# Under simple ko, from a single black stone at B1 back to the same.
ROUND_ON_FOUR_POINTS = ("D1", "A1", "C1", "B1")


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


def test_a_game_that_has_just_ended_can_be_adjudicated() -> None:
    game = Game(TEN_RULES, rows=WHITE_STONE_IN_CORNER).play(PASS).play(PASS)
    assert Adjudication.of(game, PROTOCOLS["agreement"]).stage is Stage.AWAITING_STATEMENTS


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


@pytest.mark.clauses("dead-stones/japanese")
def test_a_stone_of_the_other_color_does_not_stand_for_one() -> None:
    original, copy = parse_board("XX.O"), parse_board("XO.O")
    assert still_standing(original.black | original.white, original, copy) == 0b1001


def test_rules_with_cleanup_phases_are_refused() -> None:
    with pytest.raises(ValueError, match=r"in the first cleanup phase.* --protocol agreement"):
        Adjudication.of(Game(PRESETS["japanese-like"], 3), PROTOCOLS["chinese"])


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if not has_cleanup(rules)])
def test_every_other_preset_is_played_by_every_protocol(name: str) -> None:
    for protocol in PROTOCOLS:
        adjudication = stopped(protocol, WHITE_STONE_IN_CORNER, rules=PRESETS[name])
        if protocol != "none":
            assert adjudication.awaiting == (BLACK, WHITE)
            adjudication = saying(adjudication, "A5", "A5")
        assert adjudication.stage is Stage.OVER
        assert adjudication.removed == (0 if protocol == "none" else 1)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_game_without_result_has_none_by_any_protocol(protocol: str) -> None:
    adjudication = playing(set_up(protocol, "....", rules=PRESETS["chinese-like"]), "B1", *ROUND_ON_FOUR_POINTS * 2)
    assert (adjudication.stage, adjudication.result) == (Stage.OVER, NoResult())


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
