"""Vectors by rules of a user's: the same games as those rules tell them, and what amended clauses change in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...interpreter.rule_names import AMENDMENTS, rules_from_json
from ...spec.rules import Rules
from .vector import Vector


def told_by(vectors: Iterable[Vector], rules: Rules) -> tuple[Vector, ...]:
    """The games of all vectors of a document, told by rules of that document alone, where those have such a start."""
    documents = ((vector, {some.document for some in vector.rule_sets}) for vector in vectors)
    return tuple(
        replace(vector, rule_sets=(rules,))
        for vector, known in documents
        if rules.document in known and _can_start(vector, rules)
    )


def _can_start(vector: Vector, rules: Rules) -> bool:
    try:
        vector.start.game(rules)
    except ValueError:
        return False
    return True


def with_amendments(named: object, rules: Rules) -> Rules:
    """The rules that a vector names, with clauses amended as in others, whatever the vector says was amended.

    Raises:
        ValueError: there are no such rules.
    """
    if isinstance(named, Mapping):
        named = {key: value for key, value in named.items() if key != AMENDMENTS}
    return replace(rules_from_json(named), amendments=rules.amendments)


def expected_of(vector: Mapping[str, Any], rules: Rules) -> Mapping[str, Any] | None:
    """A vector, as a JSON object, with what is expected of rules of one document alone; None if nothing is.

    Raises:
        ValueError: the vector is not as the schema says.
    """
    try:
        kept = [
            {**expectation, "rules": named}
            for expectation in vector["expectations"]
            if (named := [some for some in expectation["rules"] if _document(some) == rules.document])
        ]
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"The vector {vector.get('id', 'without an id')} is not as the schema says.") from None
    return {**vector, "expectations": kept} if kept else None


def _document(named: Mapping[str, Any]) -> str:
    return str(named.get("document", Rules().document))
