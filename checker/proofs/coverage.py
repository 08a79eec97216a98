"""What is asked covers what decides: a proof declares the decisions that it reads, and one gate holds it to that.

A proof names every decision that there is: those whose clauses it reads, and those of which it says why they can't
touch what it is about. Where a clause of the rules asked, amended or not, takes part in any other decision, or where
the proof did not read a clause that it should have, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import signature
from typing import Any

from ...spec.guard import Guard
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..verdict import Outcome, Verdict
from .noted_rules import Notes, noted, noting
from .rule_sets import VALUES, Values, clauses_in

Decisions = tuple[Decision, ...]
EVERY_PHASE = tuple(Phase)


@dataclass(frozen=True)
class Coverage:
    """What a proof asks.

    Attributes:
        reads: the decisions whose clauses it reads.
        beside: why other decisions can't touch what it is about, by the sentence that says so.
        phases: the phases in which it reads them.
        varied: whether it takes every value of the parameters that those clauses depend on.
        chosen: for some parameters, the only values that it takes.
    """

    reads: Decisions
    beside: Mapping[str, Decisions]
    phases: tuple[Phase, ...] = EVERY_PHASE
    varied: bool = False
    chosen: Values = field(default_factory=dict)

    @property
    def declared(self) -> frozenset[Decision]:
        """Every decision that the proof speaks of."""
        return frozenset(self.reads).union(*self.beside.values())

    def in_words(self) -> tuple[str, ...]:
        """Why what is not read can't matter, a sentence for each reason, with the decisions that it is about."""
        return tuple(f"{', '.join(some.name for some in why)}: {reason}" for reason, why in self.beside.items())


def covered(coverage: Coverage, rules: Rules, decide: Callable[[Rules], Verdict]) -> Verdict:
    """The verdict that a proof comes to for rules; it is `unknown` where what it asks does not cover what decides."""
    with noting() as notes:
        verdict = decide(noted(rules))
    if verdict.outcome is not Outcome.PROVED:
        return verdict
    obstacles = [*not_covered(coverage, rules.literally(), notes)]
    if obstacles:
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=" ".join(obstacles), assumes=(), rests_on=())
    reads = tuple(decision.name for decision in Decision if decision in coverage.reads)
    return replace(verdict, reads=reads, beside=coverage.in_words())


def covering(coverage: Coverage) -> Callable[[Callable[..., Verdict]], Callable[..., Verdict]]:
    """A function that decides a claim of rules by a proof, held to what the proof declares to ask.

    The phase that it is called with, and the values chosen, are those of the proof.
    """

    def declare(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
        @wraps(decide)
        def decided(rules: Rules, *others: Any, **named: Any) -> Verdict:
            given = signature(decide).bind(rules, *others, **named).arguments
            told: dict[str, Any] = {"phases": (given["phase"],)} if "phase" in given else {}
            chosen: dict[str, Any] = {"chosen": given["chosen"]} if "chosen" in given else {}
            asked: Coverage = replace(coverage, **told, **chosen)
            return covered(asked, rules, lambda some: decide(some, *others, **named))

        return decided

    return declare


def not_covered(coverage: Coverage, rules: Rules, notes: Notes) -> Iterator[str]:
    """What decides and is not asked, a sentence for each clause."""
    for clause in clauses_in(rules):
        if clause.decides is not None and clause.decides not in coverage.declared:
            yield f"{clause.name} takes part in {clause.decides.name}, of which the proof does not ask."
    for clause in to_be_read(coverage, rules):
        if clause.decides is not None and clause.name not in notes.read:
            yield f"{clause.name} takes part in {clause.decides.name}, and the proof did not read it."


def to_be_read(coverage: Coverage, rules: Rules) -> Iterator[Clause]:
    """The clauses that a proof must have read: those in force under any of the values that it takes."""
    for clause in clauses_in(rules) if coverage.varied else rules.in_force:
        is_of_it = clause.decides in coverage.reads and clause.during & set(coverage.phases)
        if is_of_it and (not coverage.varied or can_hold(clause.guard, rules, coverage.chosen)):
            yield clause


def can_hold(guard: Guard, rules: Rules, chosen: Values) -> bool:
    """Whether a guard holds of some rules that have all other values of parameters, but for those that are chosen.

    >>> from superko.spec.guard import given
    >>> can_hold(given(button=True), Rules(), {}), can_hold(given(button=True), Rules(), {"button": [False]})
    (True, False)
    """

    def possible(name: str) -> Collection[object]:
        return chosen.get(name, VALUES.get(name) or (rules.parameter(name),))

    return any(all(values & {*possible(name)} for name, values in every) for every in guard.alternatives)
