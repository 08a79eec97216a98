"""Which single change of a text changes who wins: a clause dropped, or another value of a parameter or a reading."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import NamedTuple

from ....spec.algebra import Grid
from ....spec.rules import Rules
from ...evidence.verdict import Seen, answer, one_case, undecided
from ...oracle.changes import changes
from ...telling.effort import Effort
from ...values.valuing import cell_of

_MOST_NODES = 20_000
_WINNER = {-1: "White", 0: "nobody", 1: "Black"}


class Changed(NamedTuple):
    """Rules with one change: what changed in words, and Black's lead on the empty board; None where it is not known."""

    words: str
    lead: float | None

    @property
    def winner(self) -> str:
        """Who wins under best play with no komi."""
        assert self.lead is not None, "it is known"
        return _WINNER[(self.lead > 0) - (self.lead < 0)]

    def __str__(self) -> str:
        return f"{self.words}: {self.winner}" + (f" by {abs(self.lead):g}" if self.lead else "")


def each_changed(rules: Rules, grid: Grid) -> Iterator[Changed]:
    """The rules as they are, and with every change that puts other clauses in force; of those with the same, the first.

    A game without result counts 0. Rules by which games go on forever are not solved.
    """
    clauses = set()
    for words, changed in (("as it is", rules), *((words, change.rules) for words, change in changes(rules).items())):
        in_force = changed.literally().in_force
        if in_force not in clauses:
            clauses.add(in_force)
            yield _solved(words, changed, grid)


def _solved(words: str, rules: Rules, grid: Grid) -> Changed:
    value = cell_of(words, rules, grid, Effort(count=_MOST_NODES)).worth.value
    lead = None if value is None else value.with_no_result_at(0)
    return Changed(words, None if lead is None or isinf(lead) else lead)


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
