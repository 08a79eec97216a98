"""What is asked covers what decides: a proof declares the decisions that it reads, and one gate holds it to that.

A proof names every decision that there is: those whose clauses it reads, and those of which it says why they can't
touch what it is about. Where a clause of the rules asked, amended or not, takes part in any other decision, or where
the proof did not read a clause that it should have, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from functools import wraps
from inspect import signature
from typing import Any, Generic, TypeVar

from ...spec.guard import Guard
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..evidence.verdict import Outcome, Verdict
from .left_open import AskedRules, LeftOpen, believed, unread
from .rule_sets import Values, clauses_in, values_taken

T = TypeVar("T")


class Notes:
    """The clauses that were read: in all, and since a query was last begun."""

    def __init__(self) -> None:
        # What is named by its id is kept, so that no others get the id.
        self._added: dict[int, tuple[Clause, ...]] = {}
        self._lately: dict[str, Clause] = {}
        self._before: dict[str, Clause] = {}
        self._listed: tuple[Clause, ...] | None = None

    def add(self, clauses: tuple[Clause, ...]) -> None:
        """Note that clauses were read."""
        if id(clauses) not in self._added:
            self._added[id(clauses)] = clauses
            self._lately.update((clause.name, clause) for clause in clauses)
            self._listed = None

    def begin(self) -> None:
        """Note that what is read from now on is for other queries."""
        self._before |= self._lately
        self._added, self._lately, self._listed = {}, {}, None

    @property
    def read(self) -> dict[str, Clause]:
        """All clauses that were read, by name."""
        return self._before | self._lately

    @property
    def lately(self) -> tuple[Clause, ...]:
        """The clauses that were read for the queries that are being made; the same tuple until there are more."""
        if self._listed is None:
            self._listed = tuple(self._lately.values())
        return self._listed


_notes: ContextVar[Notes | None] = ContextVar("the notes of the proof that is being made", default=None)


@dataclass(frozen=True)
class NotedRules(Rules):
    """Rules that note every clause that is asked for by the decision that it takes part in.

    >>> with noting() as notes:
    ...     noted(Rules()).sole(Decision.MOVE).id
    'katago-v2/move/pseudolegal'
    >>> [clause.name for clause in notes.lately]
    ['katago-v2/move/pseudolegal']
    """

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        taking_part = self._by_decision[decision, phase]
        notes = _notes.get()
        if notes is not None:
            notes.add(taking_part)
        return taking_part


def noted(rules: Rules) -> NotedRules:
    """The same rules, which note what is read of them."""
    return NotedRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})


@contextmanager
def noting() -> Iterator[Notes]:
    """Note the clauses that are read meanwhile."""
    notes = Notes()
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


def begin_queries() -> None:
    """Say that what is read from now on is for other queries: those about a board that was just made, say."""
    notes = _notes.get()
    if notes is not None:
        notes.begin()


def note(clauses: Sequence[Clause]) -> None:
    """Say that clauses are read otherwise than by asking rules who decides."""
    notes = _notes.get()
    if notes is not None:
        notes.add(tuple(clauses))


def clauses_lately() -> tuple[Clause, ...]:
    """The clauses read for the queries that are being made; none where nothing is noted."""
    notes = _notes.get()
    return () if notes is None else notes.lately


def read_lately() -> tuple[str, ...]:
    """The same, each clause with the decision that it takes part in."""
    return tuple(f"{clause.name} ({clause.decides.name})" for clause in clauses_lately() if clause.decides)


class TracedRules(AskedRules):
    """Rules asked for clauses alone, which keep what they were asked and answered.

    Attributes:
        read: the clauses that were read, by the decision and phase asked for; by nothing, all that are in force.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.read: dict[tuple[()] | tuple[Decision, Phase], tuple[Clause, ...]] = {}

    @property
    def in_force(self) -> tuple[Clause, ...]:
        self.read[()] = super().in_force
        return self.read[()]

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        taking_part = self.read[decision, phase] = super().deciding(decision, phase)
        return taking_part

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        self.deciding(decision, phase)
        return super().sole(decision, phase)

    def would_be_read_in(self, rules: Rules) -> bool:
        """Whether other rules answer all that was asked alike."""
        return all(
            (rules.deciding(*asked) if asked else rules.in_force) == clauses for asked, clauses in self.read.items()
        )


class FoundOnce(Generic[T]):
    """What is found of one rule set after another, found once for all of which it reads the very same clauses.

    >>> once = FoundOnce[str]()
    >>> rule_sets = Rules(), Rules(suicide=True)
    >>> [once.of("moves", rules, lambda asked: asked.sole(Decision.MOVE).id) for rules in rule_sets]
    ['katago-v2/move/pseudolegal', 'katago-v2/move/pseudolegal']
    """

    def __init__(self) -> None:
        self._answers: dict[Hashable, list[tuple[TracedRules, T]]] = {}

    def of(self, subject: Hashable, rules: Rules, find: Callable[[Any], T]) -> T:
        """What is found of rules.

        Args:
            subject: what it is found of besides.
            rules: the rules.
            find: finds it, when it is given rules that can only be asked for clauses; what it looks at before it
                begins queries is no part of them.
        """
        known = self._answers.setdefault(subject, [])
        for traced, answer in known:
            if traced.would_be_read_in(rules):
                return answer
        traced = TracedRules(rules)
        answer = find(traced)
        known.append((traced, answer))
        return answer


Decisions = tuple[Decision, ...]
EVERY_PHASE = tuple(Phase)


@dataclass(frozen=True)
class ProofReads:
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
        return tuple(f"{', '.join(decision.name for decision in why)}: {reason}" for reason, why in self.beside.items())


def covered(coverage: ProofReads, rules: Rules, decide: Callable[[Rules], Verdict]) -> Verdict:
    """The verdict that a proof comes to for rules; it is `unknown` where what it asks does not cover what decides."""
    if obstacle := unread(rules) or left_out(coverage, rules):
        return Verdict(Outcome.UNKNOWN, "", "", notes=obstacle)
    with noting() as notes:
        try:
            verdict = decide(noted(rules))
        except LeftOpen as error:
            verdict = Verdict(Outcome.UNKNOWN, "", "z3", notes=f"A clause can't be read in this proof: {error}")
    verdict = believed((rules,), verdict)
    if verdict.outcome is not Outcome.PROVED:
        return verdict
    obstacles = [*not_covered(coverage, rules.literally(), notes)]
    if obstacles:
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=" ".join(obstacles), assumes=(), rests_on=())
    reads = tuple(decision.name for decision in Decision if decision in coverage.reads)
    return replace(verdict, reads=reads, beside=coverage.in_words())


def left_out(coverage: ProofReads, rules: Rules) -> str:
    """Which reading the rules have that a proof leaves out, in a sentence; "" if there is none."""
    for name, value in rules.readings:
        if name in coverage.chosen and value not in coverage.chosen[name]:
            return f"The proof leaves out {name}={value}, which these rules have."
    return ""


def covering(coverage: ProofReads) -> Callable[[Callable[..., Verdict]], Callable[..., Verdict]]:
    """A function that decides a claim of rules by a proof, held to what the proof declares to ask.

    The phase that it is called with, and the values chosen, are those of the proof.
    """

    def declare(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
        @wraps(decide)
        def decided(rules: Rules, *others: Any, **named: Any) -> Verdict:
            given = signature(decide).bind(rules, *others, **named).arguments
            phases: dict[str, Any] = {"phases": (given["phase"],)} if "phase" in given else {}
            chosen: dict[str, Any] = {"chosen": given["chosen"]} if "chosen" in given else {}
            asked: ProofReads = replace(coverage, **phases, **chosen)
            return covered(asked, rules, lambda traced: decide(traced, *others, **named))

        return decided

    return declare


def not_covered(coverage: ProofReads, rules: Rules, notes: Notes) -> Iterator[str]:
    """What decides and is not asked, a sentence for each clause."""
    for clause in clauses_in(rules):
        if clause.decides is not None and clause.decides not in coverage.declared:
            yield f"{clause.name} takes part in {clause.decides.name}, of which the proof does not ask."
    for clause in to_be_read(coverage, rules):
        if clause.decides is not None and clause.name not in notes.read:
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
