"""Catching a liar: a run that counts turns, not seconds, and ends as soon as the liar is found out."""

from __future__ import annotations

from functools import cache

from superko.checker.oracle.findings import OracleFinding
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort

from .liars import Liar

SEED = 1
TURNS = 40_000
TURNS_TO_SHRINK = 4_000


class Caught(Exception):
    """The liar was found out."""

    def __init__(self, finding: OracleFinding) -> None:
        super().__init__()
        self.finding = finding


def shows(finding: OracleFinding, liar: Liar) -> bool:
    """Whether a finding is the fault of the liar: of its aspect, with its clause named first."""
    return finding.disagreement.aspect is liar.aspect and finding.clauses[:1] == (liar.clause,)


@cache
def caught(liar: Liar) -> OracleFinding | None:
    """What shows the fault of a liar, found with as many turns on any machine; None if it gets away with it."""
    plan = Plan(
        rules=(liar.under,), seed=SEED, effort=Effort(count=TURNS), trying=1.0, shrinking=TURNS_TO_SHRINK / TURNS
    )

    def catch(news: str | OracleFinding, spent: float) -> None:
        if isinstance(news, OracleFinding) and shows(news, liar):
            raise Caught(news)

    try:
        judge_engine(liar.engine, plan, catch)
    except Caught as end:
        return end.finding
    return None
