"""The shortest game that ends without result in a phase.

Such a game comes to a situation, and then back to its state without a pass often enough. How many turns it takes is
bounded from below:

- A phase ends by two passes in a row, or by a pass from where that player has passed before. Either way, what stands
  at its end stood at least two turns before. So a game that comes to a coloring and a player in the k-th phase after
  the main phase has at least 2 k turns more than it takes to get there by moves and passes alone.
- From there on, marks and bans count as well, and no ko-move can be made twice with the same coloring.

The ko-moves on the way to a situation with marks are not counted against those on the returns, and turns that end the
phase are taken like any other. So no game can be shorter than what is found, but the turns must be replayed to know
that they are a game.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...spec.vocabulary import PASS, Turn
from .numbered_graph import NumberedGraph
from .openings import Openings
from .returns import Returns

MOST_TURNS = 40
PASSES_BETWEEN_PHASES = 2


class Unsettled(ValueError):
    """A shortest game was not found within so many turns, though states can come back."""


def shortest_game_without_result(
    graph: NumberedGraph, phases_before: int = 0, most_turns: int = MOST_TURNS
) -> tuple[Turn, ...] | None:
    """The turns of a shortest game, from the empty board on; None if no game ends without result in the phase.

    Args:
        graph: the situations of the phase.
        phases_before: how many phases came before.
        most_turns: how far to search, the passes between the phases not counted.

    Raises:
        Unsettled: every such game has more turns, if there is one.

    >>> from superko.checker.search.numbered_graph import graph_of_phase
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Scoring
    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Phase
    >>> graph = graph_of_phase(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.FIRST_CLEANUP)
    >>> len(shortest_game_without_result(graph, phases_before=1))
    10
    """
    if graph.occurrences is None:
        return None
    between = (PASS,) * (PASSES_BETWEEN_PHASES * phases_before)
    times = graph.occurrences - 1
    if times == 0:
        return (*between, graph.steps[graph.first][0].turn)
    openings = Openings(graph, phases_before > 0)
    returns = Returns(graph)
    # Of games of equal length, the first one that is found is shown.
    numbers = range(len(graph.steps)) if phases_before else openings.reached
    candidates = [number for number in _one_of_each(graph, numbers) if returns.are_possible(number, times)]
    candidates.sort(key=lambda number: phases_before > 0 and number != graph.unmarked[number])
    for turns in range(most_turns + 1 if candidates else 0):
        for number in candidates:
            walk = returns.back_to(number, times, turns - openings.length(number))
            if walk is not None:
                opening, within = openings.turns(number)
                return (*opening, *between, *within, *walk)
    if not candidates:
        return None
    raise Unsettled(f"No game of up to {most_turns + PASSES_BETWEEN_PHASES * phases_before} turns ends without result.")


def _one_of_each(graph: NumberedGraph, numbers: Iterable[int]) -> list[int]:
    """Of situations that are images of each other, the one that comes first."""
    first_of_orbit: dict[int, int] = {}
    for number in numbers:
        first_of_orbit.setdefault(graph.orbits[number], number)
    return list(first_of_orbit.values())
