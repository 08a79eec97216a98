"""The short names of rules: that each stands for a combination of the parameters, and that the AGA's text is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from ....interpreter.known_names import KATAGO_NAMES
from ....interpreter.rule_names import parse_rules, plain
from ....spec.algebra import Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ...evidence.verdict import Seen, answer, case, every_case, one_case
from ...play.comparison import Parting, compare

SHORT_NAMES: Mapping[str, str] = {
    "chinese": "chinese-like",
    "japanese": "japanese-like",
    "tromp-taylor": "tromp-taylor",
    "new-zealand": "new-zealand-like",
    "aga": "aga-like",
}
"""The names that the summary gives, each with the preset whose parameters it stands for, as KataGo takes the name."""

_BOARD = Grid(1, 1)


def spellings(name: str) -> tuple[str, ...]:
    """A name in small letters, in capitals, and with a capital in front.

    >>> spellings("chinese")
    ('chinese', 'CHINESE', 'Chinese')
    """
    return name.lower(), name.upper(), name.capitalize()


@every_case(f"the names {', '.join(SHORT_NAMES)}", "names", acts="named rules")
def names_are_parameters(*presets: Rules) -> Iterator[Seen]:
    """Whether each short name, however it is spelt, stands for rules that the parameters alone make up."""
    presets = presets or tuple(PRESETS[preset] for preset in SHORT_NAMES.values())
    for name, rules in zip(SHORT_NAMES, presets, strict=True):
        for spelling in spellings(name):
            named = parse_rules(KATAGO_NAMES.get(plain(spelling), spelling))
            yield case(named == rules and not (named.amendments or named.readings), spellings=1)


def combinations(rules: Rules) -> Iterator[Rules]:
    """Every combination of the parameters that say how a game is played and scored."""
    for ko, scoring, tax, suicide, button in product(Ko, Scoring, Tax, (False, True), (False, True)):
        yield replace(rules, ko=ko, scoring=scoring, tax=tax, suicide=suicide, button=button)


@one_case(str(_BOARD), acts="parted from the text")
def no_combination_is_the_text(named: Rules, text: Rules) -> Seen:
    """Compare every combination of the parameters with the AGA's own text: do they part, and so the one called aga?"""
    partings: list[Parting | None] = [compare(rule_set, text, _BOARD).parting for rule_set in combinations(named)]
    parting = compare(named, text, _BOARD).parting
    counts = {"combinations": len(partings), "part": sum(parted is not None for parted in partings)}
    if parting is None or None in partings:
        return answer(None, counts, notes="Some combination plays as the text does.")
    notes = "superko says to a user who names aga that it means the AGA's own text."
    return answer(True, counts, parting.story, notes, counts["part"], is_minimal=True)
