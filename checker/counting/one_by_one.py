"""Every game, one by one: the plain way to count, and to find out how many moves the longest has."""

from __future__ import annotations

from collections import Counter

from .steps import StepTable


def games_of_each_length(table: StepTable) -> list[int]:
    """How many games there are of each number of moves, from none up, found by walking all of them.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.steps import step_table
    >>> games_of_each_length(step_table(Rules(), Grid(2, 1)))
    [1, 4, 4]
    """
    games: Counter[int] = Counter()

    def walk(number: int, unvisited: int, moves: int) -> None:
        games[moves] += 1
        for step in table.steps[number]:
            if (unvisited & ~(1 << step.passed)) >> step.target & 1:
                walk(step.target, table.open_after(unvisited, step), moves + 1)

    walk(0, (1 << len(table.states)) - 2, 0)
    return [games[moves] for moves in range(len(games))]
