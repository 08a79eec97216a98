"""The presets by their parameters, with a game for each value that tells how it differs from the usual one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...interpreter.rule_names import parameters, parse_rules, rules_to_json
from ...interpreter.story import Story
from ...spec.presets import PRESETS
from ..vectors.shapes import SHAPES
from .book import settings_in_words
from .explorer.addresses import Address, address_text
from .explorer.sides import RecentCourses, parting_in_words, parting_of
from .shown_games import ShownGame, shown_as_far_as_taken

USUAL = "tromp-taylor"
GAMES = {
    ("scoring", "TERRITORY"): "one-sided-dame-in-play",
    ("ko", "SIMPLE"): "double-ko",
    ("ko", "SITUATIONAL"): "sending-two-returning-one",
    ("tax", "SEKI"): "seki",
    ("tax", "ALL"): "seki",
    ("suicide", "no"): "multi-stone-suicide",
    ("handicap_bonus", "N"): "handicap",
    ("handicap_bonus", "N-1"): "handicap",
}
"""For each value that a preset has in place of the usual one: the shape that tells them apart."""


@dataclass(frozen=True)
class Contrast:
    """What a value of a parameter changes, as one game under the usual rules and under those with the value.

    Attributes:
        parameter: the parameter.
        value: its value.
        rules: the text that names the usual rules with the value.
        page: the path of the page with its games.
        says: where the two part, in plain sentences.
        parts_after: after how many turns they part; None if they don't.
        games: the game under the usual rules, and under those with the value, each as far as these take it.
        address: where the explorer shows both beside each other.
    """

    parameter: str
    value: str
    rules: str
    page: str
    says: str
    parts_after: int | None
    games: tuple[ShownGame, ...]
    address: str


@cache
def contrasts() -> dict[tuple[str, str], Contrast]:
    """What each value changes that a preset has in place of the usual one, by parameter and value.

    >>> contrasts()["scoring", "TERRITORY"].page
    'rules/scoring-territory.html'
    """
    return {key: _contrast(*key, shape) for key, shape in GAMES.items()}


def _contrast(parameter: str, value: str, shape: str) -> Contrast:
    start, turns = SHAPES[shape].start, SHAPES[shape].texts
    both = USUAL, f"{USUAL},{parameter}={value}"
    name = f"{parameter}-{value}".replace("_", "-").casefold()
    usual, changed = (RecentCourses().course(parse_rules(rules), start, turns) for rules in both)
    parting = parting_of(usual, changed, shown=0)
    after = None if parting is None else parting.after
    games = (
        shown_as_far_as_taken(f"{name}-{number}", Story(start, turns, rules_to_json(parse_rules(rules))))
        for number, rules in enumerate(both, start=1)
    )
    return Contrast(
        parameter,
        value,
        rules=both[1],
        page=f"rules/{name}.html",
        says=parting_in_words(parting, [*map(settings_in_words, both)], start.grid),
        parts_after=after,
        games=tuple(games),
        address=address_text(Address(USUAL, start, turns, beside=both[1], at=after)),
    )


def table() -> dict[str, dict[str, str]]:
    """For each parameter its value under each preset that has it.

    >>> table()["ko"]["japanese-like"]
    'SIMPLE'
    """
    of_presets = {name: parameters(rules) for name, rules in PRESETS.items()}
    rows = dict.fromkeys(parameter for values in of_presets.values() for parameter in values)
    return {row: {name: values[row] for name, values in of_presets.items() if row in values} for row in rows}
