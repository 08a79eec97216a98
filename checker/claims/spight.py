"""Spight's rules, his second ones and the repeated pass: that games end, what 1x8 is worth, and where they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from ...interpreter.game import Game
from ...interpreter.result import Score, ended_game, lead_of
from ...interpreter.story import Story
from ...spec.algebra import Color, Grid
from ...spec.parameters import Scoring
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.spight.rules import DOCUMENTS, ENCORE
from ...spec.vocabulary import Move
from ..evidence.verdict import Seen, case, every_case
from ..sweeps.sweep import positions_of
from .bans import games_from
from .facts.values import value_of_empty_board

FIRST, SECOND, REPEATED = TEXTS = tuple(PRESETS[name] for name in DOCUMENTS)
BY_WILTON = 3


@every_case("{grid}", acts="solved a board")
def worth_as_posted(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Solve the board, and compare what it is worth with the value that was posted."""
    yield case(value_of_empty_board(rules, grid).worst == BY_WILTON, solved=1)


def area_and_territory(game: Game) -> tuple[float, float]:
    """Black's leads by area and by territory, if the game ended as it stands and nobody had to pass."""
    ended = ended_game(game.record)
    return tuple(lead_of(replace(ended, rules=replace(game.rules, scoring=scoring))) for scoring in Scoring)  # type: ignore[return-value]


@every_case("games of up to {depth} turns in the encore from every position of {grid}", acts="took stones")
def encore_is_even(rules: Rules, grid: Grid, depth: int) -> Iterator[Seen]:
    """Play all games of the encore: how far apart are the leads by area and by territory before and after them?"""
    for c, player in product(positions_of(grid), Color):
        start = Game(rules, rows=c, to_play=player, phase=ENCORE[0])
        area, territory = area_and_territory(start)
        for game in games_from(start, depth):
            if isinstance(game.result, Score):
                area_at_its_end, _ = area_and_territory(game)
                is_so = area_at_its_end - game.result.lead == area - territory
                moves = sum(isinstance(turn, Move) for turn in game.turns_taken)
                taken = moves > _stones_on(game) - _stones_on(start)
                yield case(is_so, Story.of(game, "The leads have moved apart."), acted=taken, games=1)


def _stones_on(game: Game) -> int:
    """How many stones are on the board."""
    c = game.position.coloring
    return (c.black | c.white).bit_count()
