"""Which single change of a text changes who wins: a clause dropped, or another value of a parameter or a reading."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isinf
from statistics import median
from typing import NamedTuple

import numpy as np

from ....interpreter.game import Game
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ...evidence.verdict import Seen, answer, one_case, undecided
from ...oracle.changes import changes
from ...phase.phases import require_few
from ...solving.budget import Budget, OutOfBudget
from ...solving.search import NeverOver
from ...solving.solution import known_bounds, solver_of, value_of

# Without tables, where each game is searched by itself, a node takes a hundred times as long.
_MOST_NODES, _MOST_NODES_IN_GAMES = 200_000, 20_000
_MOST_SITUATIONS = 10_000
_WINNER = {-1: "White", 0: "nobody", 1: "Black"}


class Changed(NamedTuple):
    """Rules with one change.

    Attributes:
        words: what changed.
        lead: by how much Black leads on the empty board; None where it is not known.
        endless: whether a game may never end, and counts 0 then.
    """

    words: str
    lead: float | None = None
    endless: bool = False

    @property
    def winner(self) -> str:
        """Who wins under best play with no komi."""
        assert self.lead is not None, "it is known"
        return _WINNER[(self.lead > 0) - (self.lead < 0)]

    def __str__(self) -> str:
        by = f" by {abs(self.lead):g}" if self.lead else " (a game may never end)" if self.endless else ""
        return f"{self.words}: {self.winner}{by}"


def each_changed(rules: Rules, grid: Grid) -> Iterator[Changed]:
    """The rules as they are, and with every change that puts other clauses in force; of those with the same, the first.

    A game that has no result counts 0, and so does one that never ends where no earlier turn matters.
    """
    clauses = set()
    for words, changed in (("as it is", rules), *((words, change.rules) for words, change in changes(rules).items())):
        in_force = changed.literally().in_force
        if in_force not in clauses:
            clauses.add(in_force)
            yield solved(words, changed, grid)


def solved(words: str, rules: Rules, grid: Grid) -> Changed:
    """Black's lead on the empty board by rules of which the words say what was changed."""
    see_that_they_are_few = partial(require_few, lambda situations: None, _MOST_SITUATIONS)
    game, budget, endless = Game(rules, grid), Budget(_MOST_NODES, watch_reading=see_that_they_are_few), False
    try:
        solver = solver_of([game], budget)
        match solver.tables:
            case ():
                budget.nodes = _MOST_NODES_IN_GAMES
            case (tables,) if not len(tables.history) and not np.asarray(tables.shift).any():
                # Players are sure of all that they can force, with no search. The rest they avoid by going on forever.
                budget.nodes, endless = 0, True
        lead = value_of(solver, game).with_no_result_at(0)
    except NeverOver:
        return Changed(words, 0, True)
    except OutOfBudget:
        lead = median((0, *known_bounds(solver, game))) if endless else None
    except ValueError:
        return Changed(words)
    return Changed(words, None if lead is None or isinf(lead) else lead, endless)


@one_case(method="best play", acts="changed what the board is worth")
def who_wins_by_each_change(rules: Rules, grid: Grid) -> Seen:
    """Solve the empty board under the rules and with each single change of them, and list the changes of the winner."""
    usual, *others = each_changed(rules, grid)
    if usual.lead is None:
        return undecided("The board is not solved under the rules as they are.", changes=len(others))
    solved = [changed for changed in others if changed.lead is not None]
    won_otherwise = [changed for changed in solved if changed.winner != usual.winner]
    counts = {
        "changes": len(others),
        "other_winner": len(won_otherwise),
        "other_lead": sum(changed.lead != usual.lead for changed in solved),
        "not_solved": len(others) - len(solved),
    }
    unsolved = ", ".join(changed.words for changed in others if changed.lead is None)
    notes = f"{'; '.join(map(str, (usual, *won_otherwise)))}." + (f" Not solved: {unsolved}." if unsolved else "")
    return answer(
        True if won_otherwise else None if unsolved else False, counts, notes=notes, acted=counts["other_lead"]
    )
