"""Rules as a proof asks them: their clauses, and none of the parameters that no guard speaks of."""

from __future__ import annotations

from typing import Any

from ...spec.registry import Clause, Decision
from ...spec.rules import PARAMETERS, Rules
from ...spec.vocabulary import Phase
from .open_values import LeftOpen


class AskedRules:
    """Rules whose clauses are known, while every parameter that they could look at themselves is left open.

    A proof varies the parameters by which clauses are chosen. One that a clause reads outside of its guard it would not
    vary, so such a clause is told off.

    >>> asked = AskedRules(Rules(), komi=6.5)
    >>> asked.sole(Decision.MOVE).id, asked.komi
    ('katago-v2/move/pseudolegal', 6.5)
    >>> asked.tax
    Traceback (most recent call last):
    superko.checker.model.at_least.LeftOpen: The parameter tax, which a clause reads outside of its guard, is left open.
    """

    def __init__(self, rules: Rules, **told: object) -> None:
        self._rules = rules
        self._told = told

    @property
    def in_force(self) -> tuple[Clause, ...]:
        """See `Rules.in_force`."""
        return self._rules.in_force

    @property
    def document(self) -> str:
        """The document."""
        return self._rules.document

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """See `Rules.deciding`."""
        return self._rules.deciding(decision, phase)

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        """See `Rules.sole`."""
        return self._rules.sole(decision, phase)

    def parameter(self, name: str) -> object:
        """The value of a parameter, if the proof tells it.

        Raises:
            LeftOpen: it does not.
        """
        if name not in self._told:
            raise LeftOpen(f"The parameter {name}, which a clause reads outside of its guard, is left open.")
        return self._told[name]

    def __getattr__(self, name: str) -> Any:
        if name in PARAMETERS or name in ("readings", "amendments"):
            return self.parameter(name)
        raise AttributeError(name)
