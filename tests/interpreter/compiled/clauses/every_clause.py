"""Every clause of every document, with every rule set under which it may say something else, and cases to ask it in.

The list is taken from the registry: a new clause is asked without being named anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, cast

from superko.interpreter.program.clauses import NotCompiled
from superko.spec.algebra import Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import CHOICES, PARAMETERS
from superko.spec.registry import Clause, clauses
from superko.spec.rules import Rules, guard_parameters

from .asking import Case, arguments, cases_of, parameters_of
from .emitted import emitted
from .givens import Given

KOMI = 6.5
ANY_GRID = Grid(2, 1)


@dataclass(frozen=True)
class Asked:
    """A clause under some rules, in one case.

    Attributes:
        clause: the clause, as it is in force: by the text, or by a lemma that is equal to it.
        rules: the rules.
        case: what is the same in all situations; see `cases_of`.
    """

    clause: Clause
    rules: Rules
    case: Case

    def answer(self, given: Given) -> Any:
        """What the clause says, under some reading."""
        return self.clause.function(*arguments(parameters_of(self.clause), self.rules, given, self.case))

    def __str__(self) -> str:
        case = ", ".join(f"{name}={value}" for name, value in self.case.items())
        return f"{self.clause.name} in the case {case}"


def every_clause() -> Iterator[Asked]:
    """Every registered clause under every rule set that may matter to it, in some cases."""
    for registered in clauses():
        cases = cases_of(registered)
        asked_before: set[Any] = set()
        for rules in rule_sets(registered):
            noted = [_what_matters(Asked(_in_force(registered, rules), rules, case)) for case in cases]
            parameters = {name for noting in noted for name in noting.parameters}
            for rule_set in (rules, *_changed(rules, parameters)):
                clause = _in_force(registered, rule_set)
                question = clause.function, *(value for noting in noted for value in noting.told_by(rule_set))
                if registered.guard.holds(rule_set) and question not in asked_before:
                    asked_before.add(question)
                    yield from (Asked(clause, rule_set, case) for case in cases)


def _in_force(registered: Clause, rules: Rules) -> Clause:
    """A clause as it is in force under some rules; what no rules are made of is asked as it stands."""
    return next((clause for clause in rules.in_force if clause.name == registered.name), registered)


def rule_sets(clause: Clause) -> Iterator[Rules]:
    """Rules under which a clause exists, one for each way to make it so, with lemmas and without."""
    document = clause.document if clause.document in DOCUMENTS else Rules().document
    for literal, alternative in product((False, True), clause.guard.alternatives):
        names = [name for name, _ in alternative]
        for values in product(*(sorted(values, key=str) for _, values in alternative)):
            yield _with(document, literal, tuple(zip(names, values, strict=True)))


@cache
def _with(document: str, literal: bool, values: tuple[tuple[str, Any], ...]) -> Rules:
    usual = replace(DOCUMENTS[document].usual, komi=KOMI, literal=literal)
    return usual.reading(dict(values))


def _changed(rules: Rules, names: set[str]) -> Iterator[Rules]:
    """Rules with one of some parameters and readings changed."""
    yield from (rules.reading({name: value}) for name in names for value in CHOICES[name].values)


class NotingRules:
    """Rules that note what a clause asks of them.

    Attributes:
        values: the parameters it asks about.
        decisions: the decisions of which it asks for the clauses, with the phase.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.values: set[str] = set()
        self.decisions: dict[tuple[Any, ...], None] = {}

    def __getattr__(self, name: str) -> Any:
        if name in PARAMETERS:
            self.values.add(name)
        return getattr(self._rules, name)

    def deciding(self, *decision: Any) -> Any:
        """See `Rules.deciding`."""
        self.decisions[decision] = None
        return self._rules.deciding(*decision)

    def sole(self, *decision: Any) -> Any:
        """See `Rules.sole`."""
        self.decisions[decision] = None
        return self._rules.sole(*decision)

    @property
    def parameters(self) -> set[str]:
        """The parameters and readings by which what was asked for may be answered differently."""
        asked = {decision for decision, *_ in self.decisions}
        deciding = (clause for clause in clauses(self._rules.document) if clause.decides in asked)
        return self.values | {name for clause in deciding for name in guard_parameters(clause.guard)}

    def told_by(self, rules: Rules) -> Iterator[Any]:
        """What other rules answer to what was asked."""
        yield from (rules.parameter(name) for name in sorted(self.values))
        for decision in self.decisions:
            yield tuple(clause.function for clause in rules.deciding(*decision))


def _what_matters(asked: Asked) -> NotingRules:
    """What a clause asks of the rules."""
    noting = NotingRules(asked.rules)
    with suppress(NotCompiled):
        emitted(replace(asked, rules=cast(Rules, noting)), ANY_GRID, "any")
    return noting
