"""Covering: the rule sets that bring every two choices together, for an engine that plays by parameters.

Presets are not enough to judge such an engine: none of them has the button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations, product
from operator import itemgetter
from typing import Any

from ...interpreter.rule_names import KEY_OF_PARAMETER, parse_rules, written_rules
from ...spec.guard import word
from ...spec.parameters import READINGS
from ...spec.registry import clauses
from ...spec.rules import Rules

Choice = tuple[str, str]
Pair = frozenset[Choice]

PARAMETERS = ("ko", "scoring", "tax", "suicide", "hasButton")
"""The keys that matter to any game; what White is given for a handicap matters to none that can be set up."""

READINGS_TOLD = tuple(
    dict.fromkeys(
        name
        for clause in clauses(Rules().document)
        for alternative in clause.guard.alternatives
        for name, _ in alternative
        if name in READINGS
    )
)
"""The readings that the clauses of these rules ask about."""

EVERYTHING_TOLD = (*PARAMETERS, "selfPlayOpts", *READINGS_TOLD)
"""All that can be told."""

_FIELDS = {key: field for field, key in KEY_OF_PARAMETER.items()}


def covering(told: Sequence[Rules], keys: Sequence[str] = PARAMETERS) -> list[str]:
    """The texts of further rule sets, so that with those given every two choices are met together.

    Each is put together choice by choice, so that it brings as many new pairs as it can.

    Args:
        told: the rule sets that an engine is judged by anyway.
        keys: the parameters that it can be told, and the ids of readings.

    >>> covering([Rules()], ["suicide", "hasButton"])[0]
    'tromp-taylor,hasButton=yes'
    """
    choices = {key: values_of(key) for key in keys}
    missing = {pair for one, other in combinations(choices, 2) for pair in _pairs_of(one, other, choices)}
    for rules in told:
        if rules.document == Rules().document:
            missing -= set(_pairs([(key, word(rules.parameter(field_of(key)))) for key in keys]))
    found = []
    while missing:
        chosen = _put_together(choices, missing)
        missing -= set(_pairs(chosen))
        found.append(written_rules(parse_rules(",".join(f"{key}={value}" for key, value in chosen))))
    return found


def field_of(key: str) -> str:
    """How rules call what a key of theirs is for: a parameter, or a reading by its id.

    >>> field_of("hasButton")
    'button'
    """
    return _FIELDS.get(key, key)


def values_of(key: str) -> tuple[str, ...]:
    """The values of a parameter or a reading, that of the usual rules first."""
    if key in READINGS:
        return READINGS[key].values
    value: Any = getattr(Rules(), _FIELDS[key])
    values = (False, True) if isinstance(value, bool) else tuple(type(value)) if isinstance(value, Enum) else (value,)
    return tuple(word(one) for one in sorted(values, key=lambda one: one != value))


def _pairs_of(one: str, other: str, choices: Mapping[str, tuple[str, ...]]) -> Iterator[Pair]:
    for some, others in product(choices[one], choices[other]):
        yield frozenset({(one, some), (other, others)})


def _pairs(chosen: Sequence[Choice]) -> Iterator[Pair]:
    yield from (frozenset(pair) for pair in combinations(chosen, 2))


def _put_together(choices: Mapping[str, tuple[str, ...]], missing: set[Pair]) -> list[Choice]:
    """One choice for each key: first the pair that is missing and comes first, then whatever brings most pairs."""
    order = [(key, value) for key, values in choices.items() for value in values]
    first = min(missing, key=lambda pair: sorted(map(order.index, pair)))
    chosen = {key: value for key, value in order if (key, value) in first}
    for key in (key for key in choices if key not in chosen):
        so_far = list(chosen.items())
        new = [(_new(missing, so_far, (key, value)), value) for value in choices[key]]
        chosen[key] = max(new, key=itemgetter(0))[1]
    return [(key, chosen[key]) for key in choices]


def _new(missing: set[Pair], so_far: list[Choice], choice: Choice) -> int:
    return sum(frozenset({choice, other}) in missing for other in so_far)
