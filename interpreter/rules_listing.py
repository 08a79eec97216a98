"""What a rule set says: its parameters, its readings and the clauses in force; and how two rule sets differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from ..spec.documents import parameters_of
from ..spec.guard import ALWAYS, word
from ..spec.parameters import READINGS
from ..spec.registry import Clause, clauses
from ..spec.rules import Amendment, Rules, guard_parameters
from .wording import one_of, shown


@dataclass(frozen=True)
class RulesDifference:
    """How two rule sets differ.

    Attributes:
        parameters: the document, and each parameter and reading that differs: its two values, None where the document
            has no such parameter or reading.
        only_in_first: the clauses in force only in the first.
        only_in_second: the clauses in force only in the second.
        changed: the clauses in force in both that an amendment makes say different things, as each says it.
    """

    parameters: Mapping[str, tuple[str | None, str | None]]
    only_in_first: tuple[Clause, ...]
    only_in_second: tuple[Clause, ...]
    changed: tuple[tuple[Clause, Clause], ...] = ()

    @property
    def any(self) -> bool:
        """Whether they differ at all."""
        return bool(self.parameters or self.only_in_first or self.only_in_second or self.changed)


def parameters(rules: Rules) -> dict[str, str]:
    """The value of each parameter that the document of some rules has, as guards write it.

    >>> parameters(Rules(komi=6.5))["komi"], parameters(Rules())["suicide"]
    ('6.5', 'yes')
    """
    names = (field.name for field in fields(Rules) if field.name in parameters_of(rules))
    return {name: word(rules.parameter(name)) for name in names}


def readings(rules: Rules) -> dict[str, str]:
    """The answer that some rules give to each question that their document leaves open."""
    asked = frozenset[str]().union(*(guard_parameters(clause.guard) for clause in clauses(rules.document)))
    return {name: word(rules.parameter(name)) for name in READINGS if name in asked}


def section_of(clause: Clause) -> str:
    """The section of its document that a clause stands in.

    >>> section_of(next(clauses("katago-v2")))
    'params'
    """
    return clause.id.split("/")[1]


def by_section(listed: Iterable[Clause], section: str | None = None) -> dict[str, list[Clause]]:
    """Clauses by section, in the order of their document; or those of one section."""
    sections: dict[str, list[Clause]] = {}
    for clause in listed:
        if section in (None, section_of(clause)):
            sections.setdefault(section_of(clause), []).append(clause)
    return sections


def check_section(section: str, documents: Iterable[str]) -> None:
    """Make sure that one of the documents has a section.

    Raises:
        ValueError: none has.
    """
    sections = dict.fromkeys(section_of(clause) for document in documents for clause in clauses(document))
    if section not in sections:
        raise ValueError(f"There is no section {shown(section)}; choose {one_of(sections)}.")


def difference(first: Rules, second: Rules) -> RulesDifference:
    """How two rule sets differ.

    >>> from superko.spec.parameters import Ko
    >>> sorted(difference(Rules(), Rules(ko=Ko.SITUATIONAL)).parameters)
    ['ko']
    """
    one, other = ({"document": rules.document, **parameters(rules), **readings(rules)} for rules in (first, second))
    clauses_of_first, clauses_of_second = (
        {clause.name: clause for clause in rules.in_force} for rules in (first, second)
    )
    amended, otherwise = ({some.name: some.clause for some in rules.amendments} for rules in (first, second))
    return RulesDifference(
        {name: (one.get(name), other.get(name)) for name in one | other if one.get(name) != other.get(name)},
        tuple(clause for clause in first.in_force if clause.name not in clauses_of_second),
        tuple(clause for clause in second.in_force if clause.name not in clauses_of_first),
        tuple(
            (clause, clauses_of_second[name])
            for name, clause in clauses_of_first.items()
            if name in clauses_of_second and amended.get(name) != otherwise.get(name)
        ),
    )


def amended_clauses(rules: Rules) -> dict[str, Amendment]:
    """What was done last to each amended clause of some rules, by its name."""
    return {amendment.name: amendment for amendment in rules.amendments}


def guard_text(clause: Clause) -> str:
    """When a clause exists, in words."""
    return "always" if clause.guard == ALWAYS else str(clause.guard)
