"""Claimed rules: what an engine says of itself in its reply to a `rules` request of the referee's protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from ....interpreter.rule_names import rules_from_json, rules_to_json
from ....interpreter.wording import shown
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from .transcript import printable


@dataclass(frozen=True)
class ClaimedRules:
    """What an engine says of itself.

    Attributes:
        name: what it is called, or "".
        version: its version, or "".
        names: its name for each of the rules that it claims.
        deviations: the names of what it is known to do otherwise.
        notes: for each name that stands for rules that can't be understood, why.
    """

    name: str = ""
    version: str = ""
    names: Mapping[Rules, str] = field(default_factory=dict)
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The rules that it claims, as texts: a preset's name where they are that preset's."""
        return tuple(name if PRESETS.get(name) == rules else _text(rules) for rules, name in self.names.items())


def claimed_rules(reply: Mapping[str, object]) -> ClaimedRules:
    """What a reply to a `rules` request says; all of it may be missing.

    Raises:
        ValueError: a field is of the wrong kind; one sentence says which, and what it should be.

    >>> claimed_rules({"presets": {"mine": {"ko": "SIMPLE"}}, "version": "2"}).texts[0][:16]
    '{"ko": "SIMPLE",'
    """
    presets, deviations = reply.get("presets", {}), reply.get("deviations", [])
    if not isinstance(presets, dict):
        raise ValueError(f'"presets" is an object from names to rules, not {shown(presets)}.')
    if not isinstance(deviations, list) or not all(isinstance(name, str) for name in deviations):
        raise ValueError(f'"deviations" is a list of names, not {shown(deviations)}.')
    names: dict[Rules, str] = {}
    notes = []
    for name, rules in presets.items():
        try:
            names.setdefault(rules_from_json(rules), name)
        except ValueError as error:
            notes.append(f"Its rules {printable(shown(name))} can't be understood: {error}")
    return ClaimedRules(_string(reply, "name"), _string(reply, "version"), names, tuple(deviations), tuple(notes))


def _string(reply: Mapping[str, object], name: str) -> str:
    text = reply.get(name, "")
    if not isinstance(text, str):
        raise ValueError(f'"{name}" is a text, not {shown(text)}.')
    return text


def _text(rules: Rules) -> str:
    return json.dumps(rules_to_json(rules))
