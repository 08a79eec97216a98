"""What the summary says of long cycles under simple ko: they end the game without result, or end the phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ....interpreter.game import Game
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ...phase.model import Model
from ...play.lockstep import Lockstep, layers
from .repetition import BY_SIZE, SIMPLE

REPEATED_PASS = "katago-v2/main/end-repeated-pass"


def shortest_cycle(
    rules: Rules, is_sought: Callable[[Game], bool], shows: str, grids: Sequence[Grid] = BY_SIZE
) -> Verdict:
    """Find the smallest board on which a game ends as is sought, and the shortest such game on it."""
    games = 0
    for grid in grids:
        for lines in layers(Lockstep(Model.each([rules], grid)), depth=None):
            games += sum(line.number for line in lines)
            found = next((line.games[0] for line in lines if is_sought(line.games[0])), None)
            if found is not None:
                witness = Story.play(Game.start(rules, grid.width, grid.height), found.turns_taken, shows)
                return Verdict(Outcome.WITNESSED, str(grid), "search", {"games": games}, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards up to {grids[-1]}", "search", {"games": games})


def has_no_result(game: Game) -> bool:
    """Whether a game has ended without result."""
    return isinstance(game.result, NoResult)


def ended_by_repeated_pass(game: Game) -> bool:
    """Whether a pass from a state from which the player had passed before has just ended the phase."""
    return game.ended_by == REPEATED_PASS


for _ends, _is_sought, _shows in (
    ("no result", has_no_result, "The same state has stood twice before since the last pass: the game ends there."),
    ("repeated pass", ended_by_repeated_pass, "White passes where White has passed before, which ends the phase."),
):
    check("claim/summary-long-cycle", "smallest", _ends, cost=0.3, under=(SIMPLE,))(
        partial(shortest_cycle, is_sought=_is_sought, shows=_shows)
    )
