"""The clauses, read on integers, agree with a naive twin on every coloring up to 3x3 and on random larger ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given

from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.composition import move, pseudolegal, quiet_move
from superko.spec.katago_v2.area_scoring import pass_dead, surrounded
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.katago_v2.life import (
    dame_regions,
    independent_life_regions,
    pass_alive_groups,
    pass_alive_territory,
    regions_in_atari,
)
from superko.spec.katago_v2.moves import captured_points, liberties, resolve_captures
from superko.spec.katago_v2.territory_scoring import remove_pass_dead_within_life
from superko.spec.parameters import Tax
from superko.spec.rules import Rules
from superko.spec.usual import captured_of_both
from superko.spec.vocabulary import Ended

from ..sampling import EXHAUSTIVE
from . import naive
from .boards import SMALL, all_colorings, colorings, diagram, nearly_filled, places, twin, twin_color

SUICIDE = Rules(suicide=True, self_play_opts=True)
LITERALLY = SUICIDE.literally()
NO_SUICIDE = Rules(suicide=False, self_play_opts=True)
OWN_STONE = Rules(tax=Tax.SEKI)
LITERAL_LIFE = OWN_STONE.reading({"reading/ilr-own-stone": "literal"})
UP_TO_3X3 = [*SMALL, pytest.param((3, 3), marks=EXHAUSTIVE)]
UP_TO_SIX = [pytest.param(size, marks=pytest.mark.thorough if size in ((2, 3), (3, 2)) else ()) for size in SMALL]

every_board = pytest.mark.parametrize("size", UP_TO_3X3, ids=str)


def sides(c: Coloring[int]) -> Iterator[tuple[naive.Stones, Color, str]]:
    """The coloring as the twin sees it, with each color."""
    stones = twin(c)
    return ((stones, color, twin_color(color)) for color in Color)


def moves_agree(c: Coloring[int]) -> None:
    for stones, color, name in sides(c):
        for point in points_of(c.board.everything):
            (place,) = places(c.board, point)
            play = move(SUICIDE, c, color, point)
            for rules in (SUICIDE, NO_SUICIDE):
                expected = naive.is_pseudolegal(stones, name, place, rules.suicide)
                assert pseudolegal(rules, play) == expected, (diagram(c), name, place, rules.suicide)
            if point & c.empty:
                after, captured, own = naive.make_move(stones, name, place)
                assert twin(play.after) == after, (diagram(c), name, place)
                assert places(c.board, captured_points(play)) == captured | own
                assert captured_of_both(play) == {color.opponent: len(captured), color: len(own)}


def ko_moves_agree(c: Coloring[int]) -> None:
    for stones, color, name in sides(c):
        for point in points_of(c.empty):
            (place,) = places(c.board, point)
            play = move(SUICIDE, c, color, point)
            for rules in (SUICIDE, NO_SUICIDE):
                expected = naive.is_ko_move(stones, name, place, rules.suicide)
                assert is_ko_move(rules, play) == expected, (diagram(c), name, place, rules.suicide)


def life_agrees(c: Coloring[int]) -> None:
    for stones, color, name in sides(c):
        for region in naive.regions(stones.of(name)):
            points = sum(c.board.grid.point(*place) for place in region)
            assert places(c.board, liberties(c, points)) == naive.liberties(stones, region)
        _, without_liberties = naive.resolve_captures(stones, name)
        assert places(c.board, resolve_captures(c, color)) == without_liberties
        assert places(c.board, dame_regions(c)) == naive.together(naive.dame_regions(stones))
        atari = naive.regions_in_atari(stones, name)
        assert places(c.board, regions_in_atari(c, color)) == naive.together(atari)
        for rules, own_stone in ((OWN_STONE, True), (LITERAL_LIFE, False)):
            life_regions = independent_life_regions(rules, c, color)
            expected = naive.independent_life_regions(stones, name, own_stone)
            assert places(c.board, life_regions) == naive.together(expected), (diagram(c), name, own_stone)
            assert c.number_of_regions(life_regions) == len(expected)
        assert places(c.board, surrounded(ended(OWN_STONE, c), color)) == naive.surrounded(stones, name)


def ended(rules: Rules, c: Coloring[int]) -> Ended[int]:
    nothing = dict.fromkeys(Color, 0)
    return Ended(
        rules, c, captures=nothing, moves=nothing, earlier_moves=nothing, placed=nothing, second_cleanup_start=c
    )


@pytest.mark.clauses(
    "katago-v2/move/pseudolegal",
    "katago-v2/move/no-null-change",
    "katago-v2/move/suicide-ban",
    "katago-v2/move/captures-regions",
    "katago-v2/move/capture-total",
)
@every_board
def test_moves_agree_on_every_coloring(size: tuple[int, int]) -> None:
    for c in all_colorings(*size):
        moves_agree(c)


def quiet_moves_agree(c: Coloring[int]) -> None:
    for stones, color, name in sides(c):
        for point in points_of(SUICIDE.quiet_points(c, color) if is_legal(c) else 0):
            (place,) = places(c.board, point)
            after, captured, own = naive.make_move(stones, name, place)
            assert not captured | own, (diagram(c), name, place)
            assert quiet_move(c, color, point) == move(LITERALLY, c, color, point)
            assert twin(c.colored(point, color)) == after


@every_board
def test_quiet_moves_agree_on_every_coloring(size: tuple[int, int]) -> None:
    for c in all_colorings(*size):
        quiet_moves_agree(c)


@given(colorings(longest_side=19))
def test_quiet_moves_agree_on_random_colorings(c: Coloring[int]) -> None:
    for color in Color:
        c = c.emptied(resolve_captures(c, color))
    quiet_moves_agree(c)


@pytest.mark.parametrize("sides", [(3, 1), (5, 1), (3, 3), (9, 9), (19, 19)])
def test_on_an_empty_board_every_move_is_quiet_and_beside_a_stone_of_two_liberties_too(sides: tuple[int, int]) -> None:
    c = Coloring(integer_board(*sides), 0, 0)
    assert SUICIDE.quiet_points(c, BLACK) == c.board.everything
    for point in points_of(c.board.everything):
        taken = c.colored(point, WHITE)
        with_two = c.size(c.board.neighbours(point)) > 1
        expected = taken.empty if with_two else taken.empty & ~c.board.neighbours(point)
        lone = sum(free for free in points_of(taken.empty) if not c.board.neighbours(free) & taken.empty)
        assert SUICIDE.quiet_points(taken, BLACK) == expected & ~lone


@pytest.mark.clauses("katago-v2/cleanup/ko-move")
@every_board
def test_ko_moves_agree_on_every_coloring(size: tuple[int, int]) -> None:
    for c in all_colorings(*size):
        ko_moves_agree(c)


@pytest.mark.clauses(
    "katago-v2/move/liberty",
    "katago-v2/move/resolve-captures",
    "katago-v2/extra/dame-region",
    "katago-v2/extra/atari",
    "katago-v2/extra/independent-life-region",
    "reading/ilr-own-stone",
)
@every_board
def test_life_agrees_on_every_coloring(size: tuple[int, int]) -> None:
    for c in all_colorings(*size):
        life_agrees(c)


@given(colorings())
def test_moves_agree_on_random_colorings(c: Coloring[int]) -> None:
    moves_agree(c)


@given(colorings(longest_side=6))
def test_ko_moves_agree_on_random_colorings(c: Coloring[int]) -> None:
    ko_moves_agree(c)


@given(colorings())
def test_life_agrees_on_random_colorings(c: Coloring[int]) -> None:
    life_agrees(c)


def is_legal(c: Coloring[int]) -> bool:
    return not any(resolve_captures(c, color) for color in Color)


def pass_alive_groups_agree(c: Coloring[int], color: Color) -> None:
    for rules in (SUICIDE, NO_SUICIDE):
        alive = pass_alive_groups(rules, c, color)
        expected = naive.pass_alive_groups(twin(c), twin_color(color), rules.suicide)
        assert places(c.board, alive) == naive.together(expected), (diagram(c), color, rules.suicide)


@pytest.mark.clauses("katago-v2/extra/pass-alive-group")
@pytest.mark.parametrize("size", UP_TO_SIX, ids=str)
def test_pass_alive_groups_agree_on_every_coloring_of_up_to_six_points(size: tuple[int, int]) -> None:
    for c in all_colorings(*size):
        for color in Color:
            pass_alive_groups_agree(c, color)


def pass_alive_territory_agrees(c: Coloring[int]) -> None:
    for stones, color, name in sides(c):
        for rules in (SUICIDE, NO_SUICIDE):
            groups = benson(rules, c, color)
            expected = naive.pass_alive_groups(stones, name, rules.suicide)
            assert places(c.board, groups) == naive.together(expected), (diagram(c), name, rules.suicide)
            territory = naive.together(naive.pass_alive_territory(stones, name, rules.suicide))
            assert places(c.board, pass_alive_territory(c, color, groups)) == territory, (diagram(c), name)
            dead = naive.pass_dead(stones, name, rules.suicide)
            assert places(c.board, pass_dead(ended(rules, c), color)) == dead, (diagram(c), name, rules.suicide)
            left = remove_pass_dead_within_life(ended(rules, c)).coloring
            removed = naive.pass_dead_within_life(stones, name, rules.suicide)
            assert places(c.board, c.of(color) & ~left.of(color)) == removed, (diagram(c), name, rules.suicide)


@pytest.mark.clauses("katago-v2/extra/pass-alive-territory", "katago-v2/territory/remove-pass-dead", "claim/benson")
@every_board
def test_pass_alive_territory_agrees_on_every_legal_coloring(size: tuple[int, int]) -> None:
    for c in filter(is_legal, all_colorings(*size)):
        pass_alive_territory_agrees(c)


@given(nearly_filled(BLACK).filter(is_legal))
def test_pass_alive_territory_agrees_on_nearly_filled_boards(c: Coloring[int]) -> None:
    pass_alive_territory_agrees(c)
