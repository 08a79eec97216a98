"""Moves: that captures leave nothing to capture, that single suicides do nothing, and what unblocking excludes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, TypeAlias

from ....interpreter.game import Game
from ....interpreter.judgement import stones_to_unblock
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.algebra.symbolic import SymbolicBoard
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.katago_v2.faster_forms import stones_without_liberty
from ....spec.katago_v2.moves import liberties, resolve_captures
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...evidence.verdict import Seen, answer, case, cases, count, every_case, one_case
from ...phase.many import as_integers
from ...proofs.questions import can_be_on_board, proved_on_board
from ...sweeps.sweep import legal_chunks

FastForm: TypeAlias = Callable[[Coloring[Any], Color], Any]


@every_case("{grid}", "sweep", acts="captured the stone just played alone")
def single_suicide_is_never_allowed(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Try every move on every legal position; a suicide of the stone just played alone must not be pseudolegal."""
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        for player, point in product(Color, c.board.points):  # type: ignore[attr-defined]
            play = move(rules, c, player, point)
            single = (play.self_captured == point) & (play.captured == 0) & ((c.empty & point) != 0)
            suicides = int(single.sum())
            yield cases(int((single & pseudolegal(rules, play)).sum()), acted=suicides, suicides=suicides)


def unknown_coloring(grid: Grid) -> tuple[SymbolicBoard, Coloring[Any]]:
    """A coloring of which nothing is known, under the symbolic reading."""
    board = SymbolicBoard(grid)
    black, white = board.unknown("black"), board.unknown("white")
    board.constraints.append(board.is_empty(black & white))
    return board, Coloring(board, black, white)


@one_case("every coloring of {grid}", "z3", acts="captured a stone")
def fast_form_is_equal(grid: Grid, fast_form: FastForm = stones_without_liberty) -> Seen:
    """Prove that the text of resolving captures and its fast form give the same points on every coloring."""
    board, c = unknown_coloring(grid)
    equal = all(
        proved_on_board(board, resolve_captures(c, color) == fast_form(c, color), step=f"{grid}, {color.name.lower()}")
        for color in Color
    )
    certificates = len(board.constraints)
    captures = [
        can_be_on_board(
            board, c.meets(resolve_captures(c, color), c.of(color)), step=f"{grid}, {color.name.lower()} is captured"
        )
        for color in Color
    ]
    return answer(equal, {"certificates": certificates}, acted=sum(captures))


def positions_with_lone_marks(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every legal position at the start of a cleanup phase, once for each stone that may then be unblocked."""
    for c in legal_chunks(grid):
        for index in range(len(c.black)):
            coloring = as_integers(c, index)
            for player in Color:
                game = Game(rules, rows=coloring, to_play=player, phase=Phase.FIRST_CLEANUP)
                for stone in points_of(_every_stone_marked(game, coloring)):
                    position = replace(game.position, marks=stone)
                    yield Game.at(replace(game.record, position=position), game.previous)


def _every_stone_marked(game: Game, coloring: Coloring[int]) -> int:
    position = replace(game.position, marks=coloring.black | coloring.white)
    return stones_to_unblock(replace(game.record, position=position))


@every_case("legal positions of {grid} with one mark", acts="forbade a ko-move where a stone can be unblocked")
def unblocking_excludes_moves(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """At the liberty of each stone that may be unblocked, a pseudolegal ko-move must be illegal."""
    for game in positions_with_lone_marks(rules, grid):
        c, player = game.position.coloring, game.position.player
        liberty = rules.defined(liberties)(c, game.position.marks)
        play = move(rules, c, player, liberty)
        is_possible = bool(pseudolegal(rules, play))
        is_ko = is_possible and bool(rules.defined(is_ko_move)(rules, play))
        is_excluded = not (is_ko and game.judge(Move(liberty)).legal)
        yield case(is_excluded, acted=is_ko, unblock_actions=1, ko_moves=is_ko, other_moves=is_possible and not is_ko)
