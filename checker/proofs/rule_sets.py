"""Rule sets by the dozen: every combination of the parameters and readings that some decisions depend on.

A document stands for all of its rule sets; the amended rules of an author are one, with the author's values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, TypeAlias

from ...spec.guard import word
from ...spec.parameters import CHOICES
from ...spec.registry import Clause, Decision, clauses
from ...spec.rules import Rules, guard_parameters
from ...spec.vocabulary import Phase

Values: TypeAlias = Mapping[str, Collection[Any]]

_VALUES: Values = {name: choice.values for name, choice in CHOICES.items() if choice.values}


def clauses_in(rules: Rules) -> tuple[Clause, ...]:
    """All clauses of a document, whether or not they are in force, amended as the rules say."""
    by_name: Mapping[str, Clause | None] = {clause.name: clause for clause in clauses(rules.document)}
    by_name = {**by_name, **{amendment.name: amendment.clause for amendment in rules.amendments}}
    return tuple(clause for clause in by_name.values() if clause is not None)


def parameters_of(rules: Rules, decisions: Collection[Decision], phases: Collection[Phase] = tuple(Phase)) -> list[str]:
    """The parameters and readings by which the clauses of some decisions are chosen, amendments included."""
    amended = (amendment.clause for amendment in rules.amendments if amendment.clause is not None)
    taking_part: list[Clause] = [
        clause
        for clause in (*clauses(rules.document), *amended)
        if clause.decides in decisions and clause.during & set(phases)
    ]
    named = frozenset().union(*(guard_parameters(clause.guard) for clause in taking_part))
    return [name for name in values_of(rules) if name in named]


def values_of(rules: Rules) -> Values:
    """The values of every parameter and reading; of amended rules, those that their author gave.

    Komi is among them where a guard of an author speaks of it.
    """
    if not rules.amendments:
        return _VALUES
    spoken_of = frozenset().union(*(guard_parameters(clause.guard) for clause in clauses_in(rules)))
    names = (*_VALUES, *({"komi"} & spoken_of))
    return {name: (rules.parameter(name),) for name in names}


def values_taken(rules: Rules, chosen: Values) -> Values:
    """The values that a proof about rules takes: of some parameters the chosen ones, of all others every value.

    Where the one value of amended rules is among those that are chosen, it is taken alone.
    """
    known = values_of(rules)
    common = {name: tuple(value for value in values if value in known.get(name, ())) for name, values in chosen.items()}
    return {**known, **{name: common[name] or values for name, values in chosen.items()}}


def rule_sets(
    rules: Rules,
    decisions: Collection[Decision],
    chosen: Values = MappingProxyType({}),
    phases: Collection[Phase] = tuple(Phase),
) -> Iterator[Rules]:
    """The rules under every combination of the parameters and readings that some decisions depend on, in some phases.

    Amended rules have the values of their author alone, and chosen parameters the chosen values.
    """
    names = sorted({*parameters_of(rules, decisions, phases), *chosen})
    taken = values_taken(rules, chosen)
    for values in product(*(taken[name] for name in names)):
        yield rules.reading(dict(zip(names, values, strict=True)))


def alike(
    ungrouped: Iterable[Rules], decisions: Collection[Decision], phases: Collection[Phase] = tuple(Phase)
) -> list[list[Rules]]:
    """Rule sets in groups: within one, the very same clauses take part in each of the decisions, in these phases."""
    groups: dict[tuple[object, ...], list[Rules]] = {}
    for rules in ungrouped:
        clauses_in_force = tuple(
            (decision, phase, clause.name, clause.function)
            for decision in decisions
            for phase in phases
            for clause in rules.deciding(decision, phase)
        )
        groups.setdefault(clauses_in_force, []).append(rules)
    return list(groups.values())


def described(rules: Rules, names: Iterable[str]) -> str:
    """The values of some parameters and readings, as labels of checks write them."""
    return " ".join(f"{name}={word(rules.parameter(name))}" for name in names)
