"""Games under superko as anybody would count them: by walking all of them."""

from __future__ import annotations

from collections import Counter

from superko.checker.counting.superko_steps import StepTable


def games_of_each_length(table: StepTable) -> list[int]:
    """How many games there are of each number of moves, from none up, found by walking all of them, one by one."""
    games: Counter[int] = Counter()

    def walk(number: int, unvisited: int, moves: int) -> None:
        games[moves] += 1
        for step in table.steps[number]:
            if (unvisited & ~(1 << step.passed)) >> step.target & 1:
                walk(step.target, table.open_after(unvisited, step), moves + 1)

    walk(0, (1 << len(table.states)) - 2, 0)
    return [games[moves] for moves in range(len(games))]
