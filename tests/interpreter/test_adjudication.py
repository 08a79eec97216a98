"""What holds of every protocol for dead stones; `conversations/settling-protocols.txt` has what each does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.interpreter.adjudication import Adjudication, Stage, has_cleanup
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_turn, parse_vertex
from superko.interpreter.result import NoResult
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.algebra.grid import points_of
from superko.spec.dead_stones.protocols import PROTOCOLS
from superko.spec.dead_stones.stops import still_standing
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Record

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


# What the chapter asks of any protocol for dead stones; and that nothing said or played breaks an adjudication.


PLAYED_ON = ("chinese", "kgs", "japanese")
RULES = {name: rules for name, rules in PRESETS.items() if not has_cleanup(rules)}
BOARDS = ("..", "...", "../..", ".X./..O/...", ".XO./X.XO/.XO.", "O.XX./..X../XXX../...../.....", "X.O.X")
# Far more than an adjudication can take on the smallest of these boards.
MOST_STEPS = 400
# Two passes, two answers, a ruling; and once play was resumed, two passes more.
MOST_STEPS_TO_END = 7

Doing = Callable[[Adjudication], Adjudication]


def ending(adjudication: Adjudication, black: int | None = None, white: int | None = None) -> tuple[Adjudication, int]:
    """Pass, give these answers, and rule nothing dead, until it is over; and how many steps that takes."""
    steps = 0
    while adjudication.stage is not Stage.OVER and steps < MOST_STEPS:
        match adjudication.stage:
            case Stage.PLAYING:
                adjudication = adjudication.play(PASS)
            case Stage.AWAITING_STATEMENTS:
                player = adjudication.awaiting[0]
                adjudication = adjudication.state(player, black if player is BLACK else white)
            case _:
                adjudication = adjudication.rule(0)
        steps += 1
    return adjudication, steps


# What the chapter asks for.


@pytest.mark.parametrize("answer", [None, 0])
@pytest.mark.parametrize("silent", Color)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_engine_that_names_no_stones_loses_none_but_by_capture_or_ruling(
    protocol: str, silent: Color, answer: int | None
) -> None:
    for board in BOARDS:
        start = Adjudication.of(Game(TEN_RULES, rows=board), PROTOCOLS[protocol])
        everything = start.game.position.coloring.black | start.game.position.coloring.white
        over, _ = ending(start, **{"black": everything, "white": everything} | {silent.name.lower(): answer})
        assert (over.removed, over.result) == (0, over.game.result)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("protocol", PLAYED_ON)
def test_after_a_disagreement_both_players_get_a_turn_to_capture_in(protocol: str, rules: Rules) -> None:
    stone = 0b1
    for named_by in Color:
        other = named_by.opponent
        adjudication = stopped(protocol, WHITE_STONE_IN_CORNER, rules=rules).state(named_by, stone).state(other, 0)
        first = adjudication.playing.position.player
        assert set(adjudication.playing.moves()) == set(
            Game(rules, rows=adjudication.game.position.coloring, to_play=first).moves()
        )
        second = adjudication.play(PASS)
        assert second.stage is Stage.PLAYING
        assert second.playing.position.player is first.opponent
        assert second.playing.moves()


# Whatever is done.


def turn_at(index: int) -> Doing:
    """A turn at any point, or a pass."""
    return lambda adjudication: adjudication.play(Move(1 << index) if index >= 0 else PASS)


def list_by(player: Color, points: int) -> Doing:
    return lambda adjudication: adjudication.state(player, points)


def stones_named_by(player: Color, chosen: int) -> Doing:
    """A list of real stones: those of a choice of points that are colored."""
    return lambda adjudication: adjudication.state(player, chosen & ~adjudication.game.position.coloring.empty)


def no_list_by(player: Color) -> Doing:
    return lambda adjudication: adjudication.state(player, None)


def ruling(chosen: int) -> Doing:
    return lambda adjudication: adjudication.rule(chosen & adjudication.disputed)


POINTS = st.integers(-1, 1 << 12)
DOINGS = st.one_of(
    st.integers(-4, 12).map(turn_at),
    st.builds(list_by, st.sampled_from(Color), POINTS),
    st.builds(stones_named_by, st.sampled_from(Color), st.integers(0, 1 << 25)),
    st.builds(no_list_by, st.sampled_from(Color)),
    st.builds(ruling, st.integers(0, 1 << 25)),
)
STARTS = st.builds(
    lambda rules, board, protocol: Adjudication.of(Game(rules, rows=board), PROTOCOLS[protocol]),
    st.sampled_from(list(RULES.values())),
    st.sampled_from(BOARDS),
    st.sampled_from(list(PROTOCOLS)),
)


@given(STARTS, st.lists(DOINGS, max_size=60))
def test_anything_is_either_done_or_refused_in_words_and_no_turn_is_lost(
    adjudication: Adjudication, script: list[Doing]
) -> None:
    turns, refusals = 0, list[str]()
    for doing in script:
        was_playing, before = adjudication.stage is Stage.PLAYING, adjudication
        try:
            adjudication = doing(adjudication)
        except ValueError as error:
            refusals.append(str(error))
            continue
        turns += was_playing
        assert adjudication.playing.record.turn == before.playing.record.turn + was_playing
        assert (adjudication.stage is Stage.OVER) == (adjudication.result is not None)
        assert adjudication.removed & adjudication.game.position.coloring.empty == 0
    assert adjudication.playing.record.turn == turns
    assert all(refusal.endswith(".") for refusal in refusals)


@given(STARTS, st.lists(DOINGS, max_size=30), st.integers(0, 4), st.integers(0, 4))
def test_from_anywhere_an_adjudication_ends_once_nobody_wants_to_play_on_whatever_each_holds_dead(
    adjudication: Adjudication, script: list[Doing], black: int, white: int
) -> None:
    for doing in script:
        try:
            adjudication = doing(adjudication)
        except ValueError:
            continue
    c = adjudication.game.position.coloring
    answers = (None, 0, c.black, c.white, c.black | c.white)
    over, steps = ending(adjudication, answers[black], answers[white])
    assert over.stage is Stage.OVER
    assert steps <= MOST_STEPS_TO_END


@settings(max_examples=20)
@given(
    st.sampled_from(list(RULES.values())),
    st.sampled_from(["..", "..."]),
    st.sampled_from(list(PROTOCOLS)),
    st.lists(st.integers(0, 11), min_size=1, max_size=12),
)
def test_players_who_always_disagree_and_never_tire_come_to_an_end(
    rules: Rules, board: str, protocol: str, choices: list[int]
) -> None:
    adjudication = Adjudication.of(Game(rules, rows=board), PROTOCOLS[protocol])
    steps = 0
    while adjudication.stage is not Stage.OVER and steps < MOST_STEPS:
        c, choice = adjudication.game.position.coloring, choices[steps % len(choices)]
        match adjudication.stage:
            case Stage.PLAYING:
                turns = adjudication.playing.turns()
                adjudication = adjudication.play(turns[choice % len(turns)])
            case Stage.AWAITING_STATEMENTS:
                adjudication = adjudication.state(BLACK, c.black | c.white).state(WHITE, 0)
            case _:
                adjudication = adjudication.rule(next(points_of(adjudication.disputed), 0))
        steps += 1
    assert adjudication.stage is Stage.OVER
