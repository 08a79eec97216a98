"""A game as both players settle it once they agree which stones are dead, under the rules of any document.

The rules say how: AGA's compare what both players hold dead; rules that end with the main phase let the protocol of
agreement remove it; and rules with cleanup phases would have it captured there at no cost, so that it is taken off the
board as captured, and both players pass through what is left of the cleanup.

Those rules count nothing for groups that border unfilled dame. So it can be assumed that the players go on filling dame
in turn first, where that puts no stones in atari, as they would before they stop to count. That is a guess about the
players; every move of it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from ..spec.algebra import BLACK, WHITE, Color, Coloring
from ..spec.algebra.grid import points_of
from ..spec.composition import state
from ..spec.dead_stones.protocols import PROTOCOLS, without
from ..spec.dead_stones.statements import named_stones
from ..spec.katago_v2.life import dame_regions, regions_in_atari
from ..spec.vocabulary import PASS, Move, Phase
from .adjudication import Adjudication, has_cleanup
from .aga_procedure import DOCUMENT, Procedure
from .game import Game
from .history import after
from .result import Result, ended_game
from .vertices import vertices
from .wording import one_of


@dataclass(frozen=True)
class Agreed:
    """A game as it is settled.

    Attributes:
        coloring: what stands on the board as it is scored.
        dead: the stones that were removed.
        filled: the dame that the players are taken to have filled, each with who did, in turn.
        result: how the game comes out; None where passing does not end it.
    """

    coloring: Coloring[int]
    dead: int
    filled: tuple[tuple[Color, int], ...]
    result: Result | None


def agree_on(game: Game, dead: int, filling: bool = True) -> Agreed:
    """Settle a game that has stopped, as both players hold the same strings dead.

    Args:
        game: the game, over by passes, or in a cleanup phase.
        dead: points of the strings.
        filling: whether the players are taken to fill dame first, where a cleanup phase follows.

    Raises:
        ValueError: the game has not stopped so, or there is no stone at a point.

    >>> from superko.interpreter.boards import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> board = parse_board(".X.O./OX.O.")
    >>> start = Game.set_up(PRESETS["japanese-like"], board, phase=Phase.FIRST_CLEANUP)
    >>> some = agree_on(start, dead=board.board.grid.point(0, 1))
    >>> [color.value for color, _ in some.filled], some.result.black, some.result.white
    (['B', 'W'], 3.0, 2.0)
    """
    dead = _strings(game, dead)
    if game.rules.document == DOCUMENT:
        return _compared(game, dead)
    if has_cleanup(game.rules):
        return _in_cleanup(game, dead, filling)
    some = Adjudication.of(game, PROTOCOLS["agreement"]).state(BLACK, dead).state(WHITE, dead)
    return Agreed(some.ended.coloring, some.removed, (), some.result)


def stopped_by_aga(game: Game) -> Procedure:
    """The procedure of the AGA's rules where two passes have just stopped a game."""
    assert game.undo is not None, "a game that has stopped has had a turn"
    return Procedure(after(game.undo.record, PASS))


def marked_dead(c: Coloring[int], territory: Mapping[Color, int]) -> int:
    """The stones that must be dead if points are territory: those within the opponent's, or next to an empty one."""
    found = 0
    for color, points in territory.items():
        stones = c.of(color.opponent)
        touched = stones & (points | c.board.neighbours(points & c.empty))
        found |= c.board.closure(touched, stones)
    return found


def _strings(game: Game, points: int) -> int:
    c = game.position.coloring
    if points & c.empty:
        raise ValueError(f"There is no stone at {one_of(vertices(c.board.grid, points & c.empty))} to be dead.")
    return named_stones(game.rules, c, points)


def _compared(game: Game, dead: int) -> Agreed:
    over = stopped_by_aga(game).compare_dead_stones(dict.fromkeys(Color, dead))
    return Agreed(over.record.position.coloring, dead, (), over.result)


def _in_cleanup(game: Game, dead: int, filling: bool) -> Agreed:
    if game.over or game.position.phase is Phase.MAIN:
        raise ValueError("Dead stones are agreed on where the main phase has ended and the game is not over.")
    games = [_without(game, dead), *(_filling(_without(game, dead)) if filling else ())]
    filled = tuple(
        (before.position.player, later.record.last.point)
        for before, later in pairwise(games)
        if isinstance(later.record.last, Move)
    )
    over = games[-1].passed_out()
    settled = games[-1] if over is None else over
    return Agreed(settled.position.coloring, dead, filled, settled.result)


def _without(game: Game, dead: int) -> Game:
    """The game without its dead stones, which count as captured."""
    record = game.record
    ended = without(ended_game(record), dead)
    position = replace(record.position, coloring=ended.coloring, marks=record.position.marks & ~dead)
    tally = replace(record.tally, captures=cast(Mapping[Color, int], ended.captures))
    return Game(replace(record, position=position, state=state(record.rules, position), tally=tally))


def _filling(game: Game) -> Iterator[Game]:
    """The game after each turn, as long as a player has dame to fill in this phase."""
    passed = False
    while not game.over:
        move = next(_safe_moves(game), None)
        if move is None and passed:
            return
        passed = move is None
        game = game.play(move or PASS)
        yield game


def _safe_moves(game: Game) -> Iterator[Move]:
    """The legal moves between both colors that capture nothing and put no stones in atari."""
    c = game.position.coloring
    between = c.board.neighbours(c.black) & c.board.neighbours(c.white) & dame_regions(c)
    for point in points_of(between):
        judgement = game.judge(Move(point))
        play = judgement.play
        if judgement.legal and play and not play.captured and not _in_atari(play.after) & ~_in_atari(c):
            yield Move(point)


def _in_atari(c: Coloring[int]) -> int:
    return regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE)
