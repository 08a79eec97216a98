"""Rules as a proof asks them: every clause that it reads is noted, and clauses are handed no parameter to look at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
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


class AskedRules(Rules):
    """Rules that note every clause that is asked for by the decision that it takes part in.

    Attributes:
        given: the parameters that can be looked at, with their values; None if all of them can.
        whole: the same rules, all of whose parameters can.
        answered: the clauses that were asked for, by the decision and the phase.

    >>> with noting() as notes:
    ...     noted(Rules()).sole(Decision.MOVE).id
    'katago-v2/move/pseudolegal'
    >>> [clause.name for clause in notes.lately]
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
        notes = _notes.get()
        if notes is not None:
            notes.add(taking_part)
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
    """Rules as clauses are handed them in a proof: every parameter is left open that they could look at themselves.

    A proof varies the parameters by which clauses are chosen. One that a clause reads outside of its guard it would not
    vary.

    Args:
        rules: the rules.
        given: parameters that the proof tells, with their values.

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
        """What is found of rules.

        Args:
            subject: what it is found of besides.
            rules: the rules.
            find: finds it, when it is given rules that can only be asked for clauses by their decision; what it looks
                at before it begins queries is no part of them.
        """
        known = self._answers.setdefault(subject, [])
        for asked, answer in known:
            if all(rules.deciding(*question) == clauses for question, clauses in asked.answered.items()):
                return answer
        asked = without_parameters(rules)
        answer = find(asked)
        known.append((asked, answer))
        return answer
