"""Rules as a proof asks them: every clause that it reads is noted, and clauses are handed no parameter to look at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import cached_property
from typing import Any, Generic, TypeVar

from ...spec.parameters import PARAMETERS
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..phase.dependence import names_by_author
from ..phase.past import LeftOpen

T = TypeVar("T")


_read: ContextVar[dict[str, Clause] | None] = ContextVar("the clauses that the proof has read", default=None)


@contextmanager
def noting() -> Iterator[Mapping[str, Clause]]:
    """Note the clauses that are read meanwhile, by name."""
    read: dict[str, Clause] = {}
    before = _read.set(read)
    try:
        yield read
    finally:
        _read.reset(before)


class AskedRules(Rules):
    """Rules that note every clause that is asked for by the decision that it takes part in.

    Attributes:
        given: the parameters that can be looked at, with their values; None if all of them can.
        whole: the same rules, all of whose parameters can.

    >>> with noting() as read:
    ...     noted(Rules()).sole(Decision.MOVE).id
    'katago-v2/move/pseudolegal'
    >>> [*read]
    ['katago-v2/move/pseudolegal']
    """

    given: Mapping[str, object] | None = None
    whole: Rules

    @cached_property
    def counted_by(self) -> frozenset[Decision]:
        """The decisions on scores by which games are counted."""
        return super().counted_by if self.given is None else self.whole.counted_by

    @cached_property
    def answered(self) -> dict[tuple[Decision, Phase], tuple[Clause, ...]]:
        """What was asked, and answered."""
        return {}

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """The clauses in force that take part in a decision during a phase, in the order of the document."""
        taking_part = self.answered[decision, phase] = self._by_decision[decision, phase]
        read = _read.get()
        if read is not None:
            read.update((clause.name, clause) for clause in taking_part)
        return taking_part


def _parameter(name: str) -> property:
    def value(rules: AskedRules) -> object:
        if rules.given is None:
            return vars(rules)[name]
        if name not in rules.given:
            raise LeftOpen(f"The parameter {name}, which a clause reads outside of its guard, is left open.")
        return rules.given[name]

    return property(value, lambda rules, now: vars(rules).update({name: now}))


for _name in (*PARAMETERS, "readings", "amendments"):
    setattr(AskedRules, _name, _parameter(_name))


def noted(rules: Rules) -> AskedRules:
    """The same rules, which note what is read of them."""
    return AskedRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})


def without_parameters(rules: Rules, **given: object) -> AskedRules:
    """Rules as clauses are handed them in a proof: only parameters that are given can be looked at.

    A proof varies the parameters by which clauses are chosen, and none that a clause reads outside of its guard.

    Raises:
        LeftOpen: a clause of a rules author asks who began the phase, which is handed on from turn to turn.

    >>> asked = without_parameters(Rules(), komi=6.5)
    >>> asked.sole(Decision.MOVE).id, asked.komi
    ('katago-v2/move/pseudolegal', 6.5)
    >>> asked.tax
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: The parameter tax, which a clause reads outside of its guard, is left open.
    """
    source = rules if isinstance(rules, AskedRules) else noted(rules)
    made = object.__new__(AskedRules)
    if source.given is None:
        if "began" in names_by_author(source):
            raise LeftOpen("Who began the phase, which a clause asks, is left open.")
        # What depends on parameters is found while they can be looked at; all that is in force is not asked for.
        known = {name: getattr(source, name) for name in ("_by_decision", "_definitions")}
        vars(made).update({**vars(source), **known, "answered": {}, "whole": source})
        vars(made).pop("in_force")
    else:
        vars(made).update(vars(source))
    vars(made)["given"] = given
    return made


class FoundOnce(Generic[T]):
    """What is found of one rule set after another, found once for all of which it reads the very same clauses.

    >>> once = FoundOnce[str]()
    >>> rule_sets = Rules(), Rules(suicide=True)
    >>> [once.of("moves", rules, lambda asked: asked.sole(Decision.MOVE).id) for rules in rule_sets]
    ['katago-v2/move/pseudolegal', 'katago-v2/move/pseudolegal']
    """

    def __init__(self) -> None:
        self._answers: dict[Hashable, list[tuple[AskedRules, T]]] = {}

    def of(self, subject: Hashable, rules: Rules, find: Callable[[Any], T]) -> T:
        """What is found of rules and a subject, by a function whose rules can only be asked for clauses by decision."""
        known = self._answers.setdefault(subject, [])
        for asked, answer in known:
            if all(rules.deciding(*question) == clauses for question, clauses in asked.answered.items()):
                return answer
        asked = without_parameters(rules)
        answer = find(asked)
        known.append((asked, answer))
        return answer
