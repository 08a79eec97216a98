"""Which rules an engine is judged by: those that it is offered, and what is made of rules for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...interpreter.rule_names import parse_rules
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from .covering import PARAMETERS, covering
from .deviations import allowing_for
from .engine import Introduction
from .shrinking import Amend

RULES_OF_WHO_HEARS_NONE = ("tromp-taylor",)


def rules_offered(introduction: Introduction) -> tuple[str, ...]:
    """The rule sets that an engine is judged by, unless a user says others.

    Those that it names, with further ones where it plays by parameters; all of them, where it says nothing: what it
    then refuses is skipped. An engine that hears no rules is taken to play by those of Tromp and Taylor.
    """
    if introduction.rules:
        told = [parse_rules(name) for name in introduction.rules]
        further = covering(told, introduction.parameters) if introduction.parameters else []
        return tuple(dict.fromkeys((*introduction.rules, *further)))
    if not introduction.hears_rules:
        return RULES_OF_WHO_HEARS_NONE
    return (*PRESETS, *covering(list(PRESETS.values()), introduction.parameters or PARAMETERS))


def amending(named: Rules, deviations: Iterable[str]) -> Amend:
    """What is made of rules that an engine is told: they get the amended clauses of the rules named, and deviations.

    An engine can't be told of amended clauses; it is told the rules without them, and judged by the rules with them.

    >>> amending(Rules().dropping("katago-v2/main/legal-superko"), ["no-suicide"])(Rules()).suicide
    False
    """
    deviating = allowing_for(deviations)

    def amend(told: Rules) -> Rules:
        same = told.document == named.document
        return deviating(replace(told, amendments=named.amendments) if same else told)

    return amend
