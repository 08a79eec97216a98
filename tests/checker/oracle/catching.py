"""Catching a liar: a run with the usual settings, that ends as soon as the liar is found out."""

from __future__ import annotations

from superko.checker.oracle.findings import Finding
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import Watch, judge_engine

from .lying import Liar

SEED = 1
SECONDS_TO_SHRINK = 2.0


class Caught(Exception):
    """The liar was found out."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self.finding = finding


class Catcher(Watch):
    """Ends the run as soon as the fault is found, in the right aspect and by the right clause."""

    def __init__(self, liar: Liar) -> None:
        self._liar = liar

    def found(self, finding: Finding) -> None:
        """End the run if this is the fault."""
        if shows(finding, self._liar):
            raise Caught(finding)


def shows(finding: Finding, liar: Liar) -> bool:
    """Whether a finding is the fault of the liar: of its aspect, with its clause named first."""
    return finding.disagreement.aspect is liar.aspect and finding.naming.clauses[:1] == (liar.clause,)


def caught(liar: Liar, shrinking: float = SECONDS_TO_SHRINK) -> Finding | None:
    """What shows the fault of a liar, found with the usual settings; None if it gets away with it."""
    try:
        judge_engine(liar.engine, Plan(rules=(liar.under,), seed=SEED, shrinking=shrinking), Catcher(liar))
    except Caught as end:
        return end.finding
    return None
