"""Spight's rules, his second ones and the repeated pass: that games end, what 1x8 is worth, and where they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from ...interpreter.game import Game
from ...interpreter.result import Score, ended_game, lead_of
from ...interpreter.story import Story
from ...spec.algebra import Color, Grid
from ...spec.parameters import Scoring
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.spight.presupposed import DOCUMENTS
from ...spec.spight.repeated_pass import FREE_PASSES
from ...spec.spight.rules import AT_THE_PASS, ENCORE
from ...spec.vocabulary import Move, Phase
from ..evidence.checks import decides, each, read_otherwise
from ..evidence.verdict import EVERY_SIZE, Seen, case, every_case, undecided
from ..play.comparison import smallest_parting
from ..sweeps.sweep import positions_of
from .facts.values import not_enough, smallest_changed, worth_of_empty_board
from .french import games_from
from .katago_v2.termination import every_game_ends, phase_ends

FIRST, SECOND, REPEATED = TEXTS = tuple(PRESETS[name] for name in DOCUMENTS)
_TERRITORY = PRESETS["spight-territory"]
_SUPERKO = PRESETS["chinese-2002"]
BY_WILTON = 3


@decides("claim/spight-value", FIRST, on="| 8x1")
@every_case("{grid}", acts="solved a board")
def worth_as_posted(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Solve the board, and compare what it is worth with the value that was posted."""
    worth = worth_of_empty_board(rules, grid)
    if worth.value is None:
        yield undecided(not_enough(worth))
    else:
        yield case(worth.value.worst == BY_WILTON, solved=1)


def area_and_territory(game: Game) -> tuple[float, float]:
    """Black's leads by area and by territory, if the game ended as it stands and nobody had to pass."""
    ended = ended_game(game.record)
    return tuple(lead_of(replace(ended, rules=replace(game.rules, scoring=scoring))) for scoring in Scoring)  # type: ignore[return-value]


@decides("claim/spight-encore-is-even", _TERRITORY, named="{games}", on="2x1:4 3x1:5 | 3x1:7 2x2:5")
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


decides(
    "claim/spight-parts",
    {f"{one.document} {other.document}": (one, other) for one, other in combinations((*TEXTS, _SUPERKO), 2)},
)(smallest_parting)
decides("claim/spight-values-differ", (FIRST, SECOND), on="| smallest", last=Grid(4, 1))(smallest_changed)
_READ = read_otherwise(REPEATED, FREE_PASSES, "left-out"), read_otherwise(FIRST, AT_THE_PASS, "stood")
decides("", *_READ)(smallest_parting)
decides("claim/spight-first-terminates", FIRST, on=EVERY_SIZE, cost=3)(phase_ends)
decides(
    "claim/spight-first-terminates",
    _TERRITORY,
    on=EVERY_SIZE,
    cost=3,
    named="scoring={scoring} phase={phase}",
    phase=each(Phase.MAIN, *ENCORE),
    chosen={"scoring": [Scoring.TERRITORY]},
)(phase_ends)
decides("claim/spight-two-ends", SECOND, on="1x1 2x1 | 3x1")(every_game_ends)
decides("claim/spight-two-ends", SECOND, on=EVERY_SIZE, cost=1, whatever_else=True)(phase_ends)
decides("claim/repeated-pass-terminates", REPEATED, on=EVERY_SIZE, cost=2)(phase_ends)
