"""The clauses, read on integers, agree with a naive twin on every coloring up to 3x3 and on random larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from superko.spec.parameters import Scoring, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.usual import captured_of_both
from superko.spec.vocabulary import Ended

from ..sampling import EXHAUSTIVE, sample
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


# The scores, read on integers, agree with a naive twin for every formula and tax.


FORMULAS = [
    (Scoring.AREA, Decision.SCORE),
    (Scoring.TERRITORY, Decision.SCORE),
    (Scoring.TERRITORY, Decision.OWNERSHIP_SCORE),
]
KOMI = 6.5
CAPTURES = {BLACK: 5, WHITE: 3}
MOVES = {BLACK: 2, WHITE: 7}
EARLIER_MOVES = {BLACK: 11, WHITE: 13}
PLACED = dict.fromkeys(Color, 0)


def rules_of(tax: Tax, scoring: Scoring, life: str = "own-stone") -> Rules:
    return Rules(scoring=scoring, tax=tax, komi=KOMI, button=True, readings=(("reading/ilr-own-stone", life),))


def by_name(counts: dict[Color, int]) -> dict[str, int]:
    return {twin_color(color): count for color, count in counts.items()}


def score_of(ended: Ended[int], color: Color, formula: Decision) -> float:
    return float(sum(clause.function(ended, color) for clause in ended.rules.deciding(formula)))


def expected_score(ended: Ended[int], color: Color, formula: Decision) -> float:
    stones, start, name = twin(ended.coloring), twin(ended.second_cleanup_start), twin_color(color)
    tax = ended.rules.tax.value
    own_stone = ended.rules.parameter("reading/ilr-own-stone") == "own-stone"
    bonus = (KOMI if color is WHITE else 0) + (0.5 if ended.button is color else 0)
    if ended.rules.scoring is Scoring.AREA:
        return bonus + naive.area_score(stones, name, tax, own_stone)
    if formula is Decision.SCORE:
        captures, moves = by_name(CAPTURES), by_name(MOVES)
        return bonus + naive.territory_score(stones, name, tax, own_stone, captures, moves, start)
    return bonus + naive.ownership_score(stones, name, tax, own_stone, by_name(EARLIER_MOVES), start)


def scores_agree(rules: Rules, formula: Decision, c: Coloring[int], start: Coloring[int]) -> None:
    ended = Ended(rules, c, CAPTURES, MOVES, EARLIER_MOVES, PLACED, second_cleanup_start=start, button=BLACK)
    for color in Color:
        assert score_of(ended, color, formula) == expected_score(ended, color, formula), (
            diagram(c),
            diagram(start),
            color,
        )


@pytest.mark.clauses(
    "katago-v2/area/score-none",
    "katago-v2/area/score-seki",
    "katago-v2/area/score-all",
    "katago-v2/area/komi",
    "katago-v2/area/button",
    "katago-v2/territory/score-none",
    "katago-v2/territory/score-seki",
    "katago-v2/territory/score-all",
    "katago-v2/territory/komi",
    "katago-v2/territory/button",
    "katago-v2/ownership/score-none",
    "katago-v2/ownership/score-seki",
    "katago-v2/ownership/score-all",
    "katago-v2/ownership/komi",
    "katago-v2/ownership/button",
)
@pytest.mark.thorough
@pytest.mark.parametrize("tax", sample(Tax, lambda tax: tax is Tax.ALL, EXHAUSTIVE))
@pytest.mark.parametrize(("scoring", "formula"), FORMULAS)
def test_scores_agree_on_every_coloring_of_3x3(scoring: Scoring, formula: Decision, tax: Tax) -> None:
    rules = rules_of(tax, scoring)
    everything = list(all_colorings(3, 3))
    scattered = everything[len(everything) // 2 :] + everything[: len(everything) // 2]
    for c, start in zip(everything, scattered, strict=True):
        scores_agree(rules, formula, c, start)


@pytest.mark.parametrize("life", ["own-stone", "literal"])
@pytest.mark.parametrize("tax", Tax)
@pytest.mark.parametrize(("scoring", "formula"), FORMULAS)
def test_scores_agree_on_every_coloring_of_small_boards(
    scoring: Scoring, formula: Decision, tax: Tax, life: str
) -> None:
    rules = rules_of(tax, scoring, life)
    for size in SMALL:
        everything = list(all_colorings(*size))
        for c, start in zip(everything, reversed(everything), strict=True):
            scores_agree(rules, formula, c, start)


@st.composite
def pairs_of_colorings(draw: st.DrawFn) -> tuple[Coloring[int], Coloring[int]]:
    """A final coloring, and one of the same board for the start of the second cleanup phase."""
    c = draw(colorings())
    sets = st.integers(0, c.board.everything)
    kept, added = draw(sets), draw(sets)
    black, white = c.black & kept | c.empty & added, c.white & kept
    return c, Coloring(c.board, black, white)


@given(pairs_of_colorings())
def test_scores_agree_on_random_colorings(pair: tuple[Coloring[int], Coloring[int]]) -> None:
    for tax, (scoring, formula), life in product(Tax, FORMULAS, ("own-stone", "literal")):
        scores_agree(rules_of(tax, scoring, life), formula, *pair)
