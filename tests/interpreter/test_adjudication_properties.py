"""What the chapter asks of any protocol for dead stones; and that nothing said or played breaks an adjudication."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.interpreter.adjudication import Adjudication, Stage, has_cleanup
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.algebra.grid import points_of
from superko.spec.dead_stones.protocols import PROTOCOLS
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move

PLAYED_ON = ("chinese", "kgs", "japanese")
RULES = {name: rules for name, rules in PRESETS.items() if not has_cleanup(rules)}
BOARDS = ("..", "...", "../..", ".X./..O/...", ".XO./X.XO/.XO.", "O.XX./..X../XXX../...../.....", "X.O.X")
# Far more than an adjudication can take on the smallest of these boards.
MOST_STEPS = 400
# Two passes, two answers, a ruling; and once play was resumed, two passes more.
MOST_STEPS_TO_END = 7

Doing = Callable[[Adjudication], Adjudication]


def stopped(protocol: str, board: str, rules: Rules = RULES["tromp-taylor-ten"]) -> Adjudication:
    """A game set up with a board, after the passes that stop play: two, or a player's second from one board."""
    adjudication = Adjudication.of(Game(rules, rows=board), PROTOCOLS[protocol]).play(PASS).play(PASS)
    return adjudication.play(PASS) if adjudication.stage is Stage.PLAYING else adjudication


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
        start = Adjudication.of(Game(RULES["tromp-taylor-ten"], rows=board), PROTOCOLS[protocol])
        everything = start.game.position.coloring.black | start.game.position.coloring.white
        over, _ = ending(start, **{"black": everything, "white": everything} | {silent.name.lower(): answer})
        assert (over.removed, over.result) == (0, over.game.result)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("protocol", PLAYED_ON)
def test_after_a_disagreement_both_players_get_a_turn_to_capture_in(protocol: str, rules: Rules) -> None:
    stone = 0b1
    for named_by in Color:
        other = named_by.opponent
        adjudication = stopped(protocol, "O.XX./..X../XXX../...../.....", rules).state(named_by, stone).state(other, 0)
        first = adjudication.playing.position.player
        assert set(adjudication.playing.moves()) == set(
            Game(rules, rows=adjudication.game.position.coloring, to_play=first).moves()
        )
        second = adjudication.play(PASS)
        assert second.stage is Stage.PLAYING
        assert second.playing.position.player is first.opponent
        assert second.playing.moves()


@pytest.mark.parametrize("board", ["...../.X.../...../...O./.....", "...../.XO../...../...../.....", "..", "X."])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_board_on_which_nothing_is_settled_is_no_obstacle(protocol: str, board: str) -> None:
    adjudication = Adjudication.of(Game(RULES["tromp-taylor-ten"], rows=board), PROTOCOLS[protocol])
    c = adjudication.game.position.coloring
    for black, white in product((None, 0, c.black, c.white, c.black | c.white), repeat=2):
        over, steps = ending(adjudication, black, white)
        assert over.stage is Stage.OVER
        assert steps <= MOST_STEPS_TO_END


@pytest.mark.parametrize("protocol", sorted(set(PROTOCOLS) - {"none"}))
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("others", [False, True])
def test_a_player_may_name_their_own_stones_and_the_others_without_agreement(
    protocol: str, own: bool, others: bool
) -> None:
    adjudication = stopped(protocol, "O.X.O/..X.O/XXX.O/..XOO/X.XO.")
    c = adjudication.game.position.coloring
    over, _ = ending(adjudication, black=c.black * own | c.white * others, white=0)
    assert (over.stage, over.removed) == (Stage.OVER, 0)


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


@given(STARTS, st.lists(DOINGS, max_size=30))
def test_from_anywhere_an_adjudication_ends_once_nobody_wants_more(
    adjudication: Adjudication, script: list[Doing]
) -> None:
    for doing in script:
        try:
            adjudication = doing(adjudication)
        except ValueError:
            continue
    over, steps = ending(adjudication)
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
