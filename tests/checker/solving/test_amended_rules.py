"""With a mistake in a clause the solver finds what plain search finds with it; a sample of those that vectors know."""

from __future__ import annotations

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from tests.checker.model.mistakes import Mistaken, every_mistake

from .plain_play import plain_values

MOST_POINTS = 2
EVERY = 8
MOST_TURNS = 1_500
SAMPLE = [mistaken for mistaken in every_mistake(rule_sets_each=1) if mistaken.start.grid.size <= MOST_POINTS][::EVERY]
CHOSEN = {
    # Each of these was once solved wrongly: play that ends at once without result, and a button for the other player.
    "katago-v2/main/no-result/goes-on-1x1",
    "katago-v2/cleanup/no-result/goes-on-2x1",
    "katago-v2/territory/button/to-whom-1x1",
    "katago-v2/main/pass#counts/counts-1x1",
}


def values(game: Game) -> tuple[float, float] | None:
    """The values with no-result at its worst and at its best; None where the rules are refused."""
    try:
        solver = Solver([game], Budget())
        return solver.value(game, WORST), solver.value(game, BEST)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "mistaken",
    [*SAMPLE, *(mistaken for mistaken in every_mistake(rule_sets_each=1) if str(mistaken) in CHOSEN)],
    ids=str,
)
def test_a_mistake_changes_values_as_it_changes_those_of_plain_search(mistaken: Mistaken) -> None:
    for game in (mistaken.right, mistaken.wrong):
        if game.over:
            continue
        try:
            plain = plain_values(game, MOST_TURNS)
        except RecursionError:
            plain = None
        if plain is not None:
            assert values(game) in (plain, None)
