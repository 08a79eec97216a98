"""What the summary says of moves in cleanup: that each is compensated. Those of the second phase are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color, Grid
from ....spec.algebra.grid import boards_of
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...play.lockstep import lead_passed_on
from ..readings import positions_of

MOST_POINTS = 4
NOTES = "A move is compensated if its player leads by a point more than in the same game without points for moves."


class Compensated(NamedTuple):
    """A move of a cleanup phase, and what its player gets for it.

    Attributes:
        start: the game before the move.
        later: the game after it, and after both players have passed on.
        points: by how much more the player leads than if no moves were scored.
    """

    start: Game
    later: Game
    points: float


def without_points_for_moves(rules: Rules) -> Rules:
    """The same rules, under which the moves of no phase are scored."""
    for clause in rules.deciding(Decision.SCORED_MOVES):
        rules = rules.dropping(clause.name)
    return rules


def moves_of(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Compensated]:
    """Every move from every legal position, at the start of a cleanup phase."""
    both = rules, without_points_for_moves(rules)
    for c in positions_of(grid):
        for player in Color:
            starts = [Game.set_up(some, c, player, phase) for some in both]
            for turn in starts[0].moves():
                scored, unscored = (start.taking(turn).passed_out() for start in starts)
                sign = 1 if player is BLACK else -1
                yield Compensated(starts[0], scored, sign * (lead_passed_on(scored) - lead_passed_on(unscored)))


def every_move_is_compensated(rules: Rules, phase: Phase, grid: Grid) -> Verdict:
    """Make every move of a cleanup phase from every legal position: does each bring its player a point?"""
    moves = uncompensated = 0
    for made in moves_of(rules, phase, grid):
        moves += 1
        uncompensated += made.points != 1
    verdict = holds_unless(uncompensated, f"legal positions of {grid}", "search", moves=moves)
    return if_it_acted(replace(verdict, notes=NOTES), moves, "was made")


def smallest_without_compensation(rules: Rules, phase: Phase) -> Verdict:
    """Find the smallest board on which a move of a cleanup phase brings its player no point."""
    moves = 0
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        for made in moves_of(rules, phase, grid):
            moves += 1
            if made.points != 1:
                shows = f"{score_text(made.later.result)}, and nobody has a point for the move."
                witness = Story.play(made.start, made.later.turns_taken, shows)
                counts = {"moves": moves}
                return Verdict(Outcome.REFUTED, str(grid), "search", counts, witness, minimal=True, notes=NOTES)
    scope = f"legal positions of boards of up to {MOST_POINTS} points"
    return Verdict(Outcome.HOLDS, scope, "search", {"moves": moves}, notes=NOTES)


_JAPANESE = PRESETS["japanese-like"]
_CLAIM = "claim/summary-cleanup-moves-compensated"
check_boards(
    _CLAIM,
    partial(every_move_is_compensated, phase=Phase.SECOND_CLEANUP),
    boards=[(2, 1), (3, 1), (4, 1), (2, 2), (3, 2)],
    rules="phase=cleanup2",
    under=(_JAPANESE,),
)
check(_CLAIM, "smallest", "phase=cleanup1", cost=0.1, under=(_JAPANESE,))(
    partial(smallest_without_compensation, phase=Phase.FIRST_CLEANUP)
)
