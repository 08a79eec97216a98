"""Cycles are found as the interpreter plays them, each kind on its smallest board, and clauses stop them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from superko.checker.claims.facts.repetitions import SIMPLE, no_smaller_ring, smallest_board
from superko.checker.claims.shapes import REPETITIONS, Shape
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import (
    DOUBLE_KO_SEKI,
    ETERNAL_LIFE,
    KINDS,
    RING_OF_KOS,
    SENDING_TWO_RETURNING_ONE,
    Captures,
    Cycle,
    CycleKind,
    cycles,
    is_attack_and_answer,
    longest_walk,
    stopped,
    threatens,
)
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_board
from superko.spec.algebra import BLACK, WHITE, Coloring, Grid
from superko.spec.algebra.grid import boards_by_size
from superko.spec.composition import move
from superko.spec.katago_v2.moves import captured_points
from superko.spec.parameters import Ko
from superko.spec.vocabulary import PASS, Move, Turn

TINY = [Grid(2, 1), Grid(3, 1), Grid(4, 1), Grid(5, 1), Grid(2, 2)]


def every_coloring(grid: Grid) -> Iterator[Coloring[int]]:
    texts = [""]
    for _ in range(grid.size):
        texts = [text + symbol for text in texts for symbol in "XO."]
    for text in texts:
        rows = [text[start : start + grid.width] for start in range(0, grid.size, grid.width)]
        yield parse_board("/".join(rows))


def games_back(start: Game, turns: int) -> Iterator[Game]:
    """Every game of so many turns that comes back to the position it starts from, played by simple ko alone."""
    games = [start]
    for _ in range(turns):
        games = [game.taking(turn) for game in games for turn in game.turns()]
    return (game for game in games if game.position.coloring == start.position.coloring)


def turns_of(game: Game) -> tuple[Turn, ...]:
    return () if game.previous is None or game.record.last is None else (*turns_of(game.previous), game.record.last)


def set_up(c: Coloring[int]) -> Game | None:
    without_memory = (
        SIMPLE.dropping("katago-v2/main/no-result")
        .dropping("katago-v2/main/end-repeated-pass")
        .dropping("katago-v2/main/end-two-passes")
    )
    try:
        return Game(without_memory, rows=c)
    except ValueError:
        return None


def captures(start: Game, turns: tuple[Turn, ...]) -> Captures:
    games = list(accumulate(turns, Game.taking, initial=start))
    emptied = [sum(game.record.tally.captures.values()) for game in games]
    numbers = (after - before for before, after in pairwise(emptied))
    return tuple(None if turn == PASS else number for turn, number in zip(turns, numbers, strict=True))


@pytest.mark.parametrize("grid", TINY, ids=str)
@pytest.mark.parametrize("kind", [SENDING_TWO_RETURNING_ONE, ETERNAL_LIFE], ids=lambda kind: kind.name)
def test_the_search_finds_the_cycles_that_the_interpreter_can_play(kind: CycleKind, grid: Grid) -> None:
    searched = {(board_text(cycle.coloring), cycle.turns) for cycle in kind.found_on(SIMPLE, grid)}
    played = {
        (board_text(start.position.coloring), turns)
        for start in filter(None, map(set_up, every_coloring(grid)))
        for game in games_back(start, len(kind.captures))
        for turns in [turns_of(game)]
        if captures(start, turns) == kind.captures and game.judge(turns[0]).legal
    }
    assert searched == played


def test_another_shape_than_the_smallest_is_refuted() -> None:
    larger = Shape("sending two, returning one", "", (".X.O.",), ("C1", "A1", "B1", "pass"))
    assert smallest_board(SIMPLE, SENDING_TWO_RETURNING_ONE, larger).outcome is Outcome.REFUTED


def test_a_kind_that_is_on_no_board_searched_is_left_unknown() -> None:
    verdict = smallest_board(SIMPLE, DOUBLE_KO_SEKI, REPETITIONS[DOUBLE_KO_SEKI], most_points=6)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["boards"] == 8


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_turns_of_a_shape_are_legal_and_lead_back_to_it(kind: CycleKind) -> None:
    start = REPETITIONS[kind].game(SIMPLE)
    games = list(accumulate(REPETITIONS[kind].turns, Game.play, initial=start))
    end = games[-1]
    assert (end.position.coloring, end.position.player) == (start.position.coloring, start.position.player)
    captured = tuple(
        captured_points(move(SIMPLE, game.position.coloring, game.position.player, turn.point))
        if isinstance(turn, Move)
        else 0
        for game, turn in zip(games, REPETITIONS[kind].turns, strict=False)
    )
    cycle = Cycle(start.position.coloring, REPETITIONS[kind].turns, captured)
    assert captures(start, cycle.turns) == kind.captures
    assert kind.condition(SIMPLE, cycle)


def test_single_stones_around_an_eye_are_no_double_ko_seki_as_each_can_be_taken_by_a_throw_in() -> None:
    diamonds = list(cycles(SIMPLE, Grid(4, 3), DOUBLE_KO_SEKI.captures))
    assert any(board_text(cycle.coloring) == "O.OX/.OX./OX.X" for cycle in diamonds)
    assert not any(is_attack_and_answer(SIMPLE, cycle) for cycle in diamonds)


def test_two_kos_apart_are_no_double_ko_seki() -> None:
    apart = next(cycles(SIMPLE, Grid(7, 1), DOUBLE_KO_SEKI.captures))
    assert not is_attack_and_answer(SIMPLE, apart)


def test_in_the_double_ko_seki_taking_a_ko_threatens_to_take_more() -> None:
    start = REPETITIONS[DOUBLE_KO_SEKI].game(SIMPLE)
    attacked = start.play(REPETITIONS[DOUBLE_KO_SEKI].turns[0])
    everywhere = start.position.coloring.board.everything
    assert not any(threatens(SIMPLE, start.position.coloring, color, everywhere) for color in (BLACK, WHITE))
    assert threatens(SIMPLE, attacked.position.coloring, BLACK, everywhere)


def test_no_ring_of_kos_of_any_length_is_on_fewer_than_nine_points() -> None:
    smaller = boards_by_size(8)
    assert no_smaller_ring(SIMPLE, smaller).outcome is Outcome.HOLDS
    assert no_smaller_ring(SIMPLE, [*smaller, REPETITIONS[RING_OF_KOS].grid]).outcome is Outcome.UNKNOWN


def test_moves_that_take_a_stone_each_go_on_as_long_as_they_are_followed_where_there_is_a_ring() -> None:
    assert longest_walk(SIMPLE, Grid(3, 3), captures=1, limit=50) == 50
    assert longest_walk(SIMPLE, Grid(3, 1), captures=1, limit=50) == 1


def test_superko_stops_every_cycle_on_the_turn_that_restores_the_position_at_the_latest() -> None:
    for shape in REPETITIONS.values():
        stop = stopped(shape.game(replace(SIMPLE, ko=Ko.POSITIONAL)), shape.turns)
        assert stop is not None
        assert stop.number <= len(shape.turns)
