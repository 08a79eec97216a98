"""Rules as a text that names them: the other way of `parse_rules`, for game records and whoever else takes names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from ..spec.documents import DOCUMENTS, parameters_of
from ..spec.presets import PRESETS
from ..spec.rules import Rules
from .rule_names import rules_to_json

WORDS_OF_SGF: Mapping[str, str] = {
    "japanese-like": "Japanese",
    "chinese-like": "Chinese",
    "new-zealand-like": "NZ",
    "aga": "AGA",
}
"""Presets that SGF, or the programs that write it, have a word for."""


def rules_text(rules: Rules) -> str:
    """The shortest text that names rules, whatever their komi, which a game record tells apart; "" for amended rules.

    >>> rules_text(PRESETS["japanese-like"]), rules_text(replace(PRESETS["aga-like"], komi=7.5))
    ('Japanese', 'aga-like')
    >>> rules_text(replace(PRESETS["aga-like"], button=True))
    'koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1'
    """
    if rules.amendments or rules.document not in DOCUMENTS:
        return ""
    plain = replace(rules, literal=False)
    for name, preset in PRESETS.items():
        if plain == replace(preset, komi=rules.komi):
            return WORDS_OF_SGF.get(name, name)
    if "ko" in parameters_of(rules) and not rules.readings and not rules.self_play_opts:
        return katago_text(rules)
    written = rules_to_json(plain)
    return json.dumps({key: value for key, value in written.items() if key != "komi"}, separators=(",", ":"))


def katago_text(rules: Rules) -> str:
    """The string in which KataGo writes rules, without what it does not know: readings and self-play options."""
    switches = {"sui": rules.suicide, "button": rules.button}
    told = "".join(f"{name}{int(value)}" for name, value in switches.items())
    ko, scoring, tax = rules.ko.value, rules.scoring.value, rules.tax.value
    return f"ko{ko}score{scoring}tax{tax}{told}whb{rules.handicap_bonus.value}"
