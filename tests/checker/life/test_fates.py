"""What becomes of stones, for all positions at once, is what following the moves from each position gives."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from superko.checker.graph.edges import Edges
from superko.checker.life.fates import Fates, fates
from superko.checker.phase.many import as_integers
from superko.interpreter.notation import board_text, parse_board
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move, pseudolegal
from superko.spec.katago_v2.life import pass_alive_groups
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play

RULES = Rules(suicide=False, self_play_opts=True)
DEPTH = 12


@cache
def fates_on(width: int, height: int) -> Fates:
    return fates(RULES, Grid(width, height))


def number_of(all_fates: Fates, board: str) -> int:
    texts = (board_text(as_integers(all_fates.coloring, number)) for number in range(len(all_fates.coloring.black)))
    return list(texts).index(board)


def plays(c: Coloring[int], player: Color) -> list[Play[int]]:
    made = (move(RULES, c, player, point) for point in points_of(c.empty))
    return [play for play in made if pseudolegal(RULES, play)]


@cache
def captured(c: Coloring[int], attacker: Color, player: Color, stone: int, turns: int) -> bool:
    """Whether an attacker can capture a stone within some turns, by trying all of them."""
    if not c.of(attacker.opponent) & stone:
        return True
    if not turns:
        return False
    later = [captured(c, attacker, player.opponent, stone, turns - 1)]
    later += [captured(play.after, attacker, player.opponent, stone, turns - 1) for play in plays(c, player)]
    return any(later) if player is attacker else all(later)


@cache
def lives(c: Coloring[int], player: Color, stone: int, turns: int, owner: Color = BLACK) -> bool:
    """Whether a stone can be made pass-alive within some turns, by trying all of them."""
    if not c.of(owner) & stone:
        return False
    if pass_alive_groups(RULES, c, owner) & stone:
        return True
    if not turns:
        return False
    later = [lives(c, player.opponent, stone, turns - 1)]
    later += [lives(play.after, player.opponent, stone, turns - 1) for play in plays(c, player)]
    return any(later) if player is owner else all(later)


@pytest.mark.parametrize("sides", [(3, 1), (4, 1), (2, 2)])
def test_the_fates_of_blacks_stones_are_those_that_trying_every_turn_gives(sides: tuple[int, int]) -> None:
    all_fates = fates_on(*sides)
    for number in range(len(all_fates.coloring.black)):
        c = as_integers(all_fates.coloring, number)
        for stone in points_of(c.black):
            alive = lives(c, WHITE, stone, DEPTH)
            held = not captured(c, WHITE, WHITE, stone, DEPTH) and not lives(c, BLACK, stone, DEPTH)
            assert bool(int(all_fates.alive[BLACK][number]) & stone) is alive
            assert bool(int(all_fates.held[BLACK][number]) & stone) is held


@pytest.mark.parametrize(
    ("board", "settled", "black_in_seki"),
    [
        (".O.X.", True, "..XXX"),
        (".X.X.", True, "....."),
        ("..X..", True, "....."),
        ("..XO.", False, "....."),
        (".....", True, "....."),
    ],
)
def test_a_position_is_settled_where_nobody_gains_by_moving_first(
    board: str, settled: bool, black_in_seki: str
) -> None:
    all_fates = fates_on(5, 1)
    number = number_of(all_fates, board)
    assert bool(all_fates.are_settled[number]) is settled
    assert int(all_fates.in_seki(BLACK)[number]) == parse_board(black_in_seki).black


def test_the_colors_mirror_each_other() -> None:
    all_fates = fates_on(3, 2)
    swapped = {
        (int(w), int(b)): n
        for n, (b, w) in enumerate(zip(all_fates.coloring.black, all_fates.coloring.white, strict=True))
    }
    order = np.array(
        [swapped[int(b), int(w)] for b, w in zip(all_fates.coloring.black, all_fates.coloring.white, strict=True)]
    )
    assert np.array_equal(all_fates.alive[BLACK], all_fates.alive[WHITE][order])
    assert np.array_equal(all_fates.held[BLACK], all_fates.held[WHITE][order])


def test_clauses_of_a_rules_author_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        fates(RULES.replacing("katago-v2/move/no-null-change", lambda play: True, "Anything goes."), Grid(2, 1))


def test_nothing_is_forced_by_way_of_a_node_from_which_it_can_not_be() -> None:
    line, own = Edges.of(3, np.array([0, 1]), np.array([1, 2])), np.ones(3, dtype=np.bool_)
    goal, never, always = (np.array(bits, dtype=np.uint64) for bits in ([0, 0, 1], [1, 0, 1], [1, 1, 1]))
    assert line.forced(own, goal, within=always).won.tolist() == [1, 1, 1]
    assert line.forced(own, goal, within=never).won.tolist() == [0, 0, 1]
