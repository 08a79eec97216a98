"""What is asked covers what decides: a proof declares the decisions that it reads, and one gate holds it to that.

A proof names every decision that there is: those whose clauses it reads, and those of which it says why they can't
touch what it is about. Where a clause of the rules asked, amended or not, takes part in any other decision, or where
the proof did not read a clause that it should have, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import signature, unwrap
from typing import Any, TypeAlias

from ...spec.guard import Guard
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..evidence.verdict import EVERY_SIZE, Decide, Look, Outcome, Verdict, one_case
from .left_open import noted, noting, unknown_if_unreadable, unread
from .rule_sets import Values, clauses_in, values_taken

D = Decision
Decisions = tuple[Decision, ...]
ENDING: Decisions = (D.ENDINGS, D.PHASE_ENDS, D.NO_RESULT, D.GAME_ENDS)
REPEATING: Decisions = (D.STATE, D.MADE, D.REMEMBERED, D.OCCURS, D.PASSED, D.FORGETS)
FOLLOWING: Decisions = (D.AFTER_NO_RESULT, D.NEXT_PHASE, D.PHASE_BEGINS)
PASSING: Decisions = (D.PASS, D.FIRST_PASS, D.PASS_STONES, D.COUNTS_AS_PASS)
_EVERY_PHASE = tuple(Phase)


@dataclass(frozen=True)
class ProofReads:
    """What a proof asks.

    Attributes:
        reads: the decisions whose clauses it reads.
        beside: why other decisions can't touch what it is about, by the sentence that says so.
        phases: the phases in which it reads them.
        varied: whether it takes every value of the parameters that those clauses depend on.
        chosen: for some parameters, the only values that it takes.
        assumes: what it takes for granted, a sentence for each assumption.
    """

    reads: Decisions
    beside: Mapping[str, Decisions]
    phases: tuple[Phase, ...] = _EVERY_PHASE
    varied: bool = False
    chosen: Values = field(default_factory=dict)
    assumes: tuple[str, ...] = ()

    @property
    def declared(self) -> frozenset[Decision]:
        """Every decision that the proof speaks of."""
        return frozenset(self.reads).union(*self.beside.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The decisions that it reads, by name."""
        return tuple(decision.name for decision in Decision if decision in self.reads)

    def in_words(self) -> tuple[str, ...]:
        """Why what is not read can't matter, a sentence for each reason, with the decisions that it is about."""
        return tuple(f"{', '.join(decision.name for decision in why)}: {reason}" for reason, why in self.beside.items())


def covered(coverage: ProofReads, rules: Rules, decide: Callable[[Rules], Verdict]) -> Verdict:
    """The verdict of a proof for rules; it is `unknown` where what it asks does not cover what decides."""
    left_out = (
        f"The proof leaves out {name}={value}, which these rules have."
        for name, value in rules.readings
        if name in coverage.chosen and value not in coverage.chosen[name]
    )
    if obstacle := unread(rules) or next(left_out, ""):
        return Verdict(Outcome.UNKNOWN, "", "", notes=obstacle)
    with noting() as read:
        verdict = unknown_if_unreadable(decide)(noted(rules))
    if verdict.outcome is Outcome.PROVED and (obstacles := [*not_covered(coverage, rules.literally(), read)]):
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=" ".join(obstacles), rests_on=())
    return verdict


Declaration: TypeAlias = ProofReads | Callable[..., ProofReads]
DECLARED: dict[Callable[..., Any], Declaration] = {}
"""What each proof declares to ask, by the function that makes it."""


def covering(coverage: Declaration) -> Callable[[Callable[..., Verdict]], Callable[..., Verdict]]:
    """A function that decides a claim of rules by a proof, held to what the proof declares to ask.

    What it declares may depend on what it is called with; the phase and the values chosen are those of the proof.
    """

    def declare(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
        DECLARED[unwrap(decide)] = coverage

        @wraps(decide)
        def decided(rules: Rules, *others: Any, **named: Any) -> Verdict:
            bound = signature(decide).bind(rules, *others, **named)
            bound.apply_defaults()
            given = bound.arguments
            phases: dict[str, Any] = {"phases": (given["phase"],)} if "phase" in given else {}
            chosen: dict[str, Any] = {"chosen": given["chosen"]} if "chosen" in given else {}
            declared: ProofReads = coverage(**given) if callable(coverage) else coverage
            asked = replace(declared, **phases, **chosen)
            return covered(asked, rules, lambda traced: decide(traced, *others, **named))

        return decided

    return declare


def proof(coverage: Declaration, method: str = "z3", *, notes: str = "") -> Callable[[Look], Decide]:
    """A function that proves a claim for boards of every size, held to what it declares to ask, as one that decides."""
    decided_by = one_case(EVERY_SIZE, method, notes=notes, so=Outcome.PROVED, otherwise=Outcome.UNKNOWN)
    return lambda look: covering(coverage)(decided_by(look))


def not_covered(coverage: ProofReads, rules: Rules, read: Mapping[str, Clause]) -> Iterator[str]:
    """What decides and is not asked, a sentence for each clause."""
    for clause in clauses_in(rules):
        if clause.decides is not None and clause.decides not in coverage.declared:
            yield f"{clause.name} takes part in {clause.decides.name}, of which the proof does not ask."
    for clause in to_be_read(coverage, rules):
        if clause.decides is not None and clause.name not in read:
            yield f"{clause.name} takes part in {clause.decides.name}, and the proof did not read it."


def to_be_read(coverage: ProofReads, rules: Rules) -> Iterator[Clause]:
    """The clauses that a proof must have read: those in force under any of the values that it takes."""
    for clause in clauses_in(rules) if coverage.varied else rules.in_force:
        is_of_it = clause.decides in coverage.reads and clause.during & set(coverage.phases)
        if is_of_it and (not coverage.varied or can_hold(clause.guard, rules, coverage.chosen)):
            yield clause


def can_hold(guard: Guard, rules: Rules, chosen: Values) -> bool:
    """Whether a guard holds of some of the rule sets that a proof takes in, with the values that are chosen.

    >>> from superko.spec.guard import given
    >>> can_hold(given(button=True), Rules(), {}), can_hold(given(button=True), Rules(), {"button": [False]})
    (True, False)
    """
    taken = values_taken(rules, chosen)
    return any(all(values & {*taken.get(name, ())} for name, values in every) for every in guard.alternatives)
