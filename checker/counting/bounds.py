"""How many moves no game under superko can exceed: an assignment that is looser than a game, solved exactly.

A game comes to every state at most once and leaves it at most once, for another. Drop that its steps hang together, and
what is left is an assignment: every state is given to the state before it, to itself if the game does not come to it,
and the start to the last state. The most steps of an assignment are no fewer than those of a game.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from .steps import StepTable

NEVER = -(1 << 20)


def most_moves(table: StepTable) -> int:
    """A number of moves that no game exceeds.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.steps import step_table
    >>> [most_moves(step_table(Rules(), Grid(*sides))) for sides in ((1, 1), (3, 1), (2, 2))]
    [0, 14, 48]
    """
    moves = np.full((len(table.states),) * 2, NEVER)
    np.fill_diagonal(moves, 0)
    for number, steps in enumerate(table.steps):
        moves[number, [step.target for step in steps]] = 1
    moves[:, 0] = 0
    return int(moves[linear_sum_assignment(moves, maximize=True)].sum())
