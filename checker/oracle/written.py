"""Writing rules down as people name them: a preset, or the nearest one with what is changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...interpreter.rule_names import rules_to_json
from ...spec.presets import PRESETS
from ...spec.rules import Rules

READINGS_KEY = "readings"


def written_rules(rules: Rules) -> str:
    """Rules as the command line takes them; clauses that were amended can't be written.

    >>> written_rules(Rules(komi=1)), written_rules(Rules().reading({"reading/ilr-own-stone": "literal"}))
    ('tromp-taylor,komi=1', 'tromp-taylor,reading/ilr-own-stone=literal')
    """
    wanted = _words(rules)
    known = {name: _words(preset) for name, preset in PRESETS.items() if preset.document == rules.document}
    name, words = min(known.items(), key=lambda one: len(wanted.items() ^ one[1].items()))
    usual = _words(Rules(document=rules.document))
    changed = {key: value for key, value in {**usual, **wanted}.items() if words.get(key, usual.get(key)) != value}
    return ",".join([name, *(f"{key}={value}" for key, value in changed.items())])


def _words(rules: Rules) -> Mapping[str, str]:
    return dict(_pairs(rules))


def _pairs(rules: Rules) -> Iterator[tuple[str, str]]:
    for key, value in rules_to_json(rules).items():
        if key == READINGS_KEY:
            yield from value.items()
        elif key != "document":
            yield key, ("yes" if value else "no") if isinstance(value, bool) else str(value)
