"""What of the rules was not tried: said first, so that nobody takes agreement for more than it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.rule_names import written_rules
from ...spec.guard import word
from ...spec.rules import Rules
from .covering import PARAMETERS, field_of, values_of
from .engine import Introduction
from .findings import RuleSetReport


def not_tried(introduction: Introduction, rule_sets: Sequence[RuleSetReport]) -> tuple[str, ...]:
    """What an engine was not tried with, in words: rule sets that it claims, and values that no rule set had.

    >>> not_tried(Introduction("some", "", frozenset()), [RuleSetReport("mine", Rules(), turns=1)])[0]
    'ko=SIMPLE'
    """
    tried = [rule_set for rule_set in rule_sets if rule_set.turns]
    names = {written_rules(rule_set.rules) for rule_set in tried} | {rule_set.name for rule_set in tried}
    claimed = [name for name in introduction.rules if name not in names]
    return (*claimed, *_values_not_tried([rule_set.rules for rule_set in tried]))


def _values_not_tried(tried: Sequence[Rules]) -> Iterator[str]:
    """The values of parameters that none of some rule sets had."""
    document = [rules for rules in tried if rules.document == Rules().document]
    for key in PARAMETERS if document else ():
        had = {word(rules.parameter(field_of(key))) for rules in document}
        yield from (f"{key}={value}" for value in values_of(key) if value not in had)
