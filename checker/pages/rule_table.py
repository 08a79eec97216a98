"""The presets by their parameters, with a game for each value that tells how it differs from the usual one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...interpreter.rule_names import parameters, parse_rules, rules_to_json
from ...interpreter.story import Start, Story
from ...spec.presets import PRESETS
from ..vectors.shapes import SHAPES
from .explorer.addresses import Address, address_text
from .explorer.sides import Course, RecentCourses, parting_in_words, parting_of
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
        start: where the game starts.
        turns: its turns, as far as either rules may take them.
    """

    parameter: str
    value: str
    start: Start
    turns: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """What its page and its games are called after.

        >>> next(iter(contrasts().values())).anchor
        'scoring-territory'
        """
        return f"{self.parameter}-{self.value}".replace("_", "-").casefold()

    @property
    def page(self) -> str:
        """The path of the page with its games."""
        return f"rules/{self.anchor}.html"

    @property
    def rules(self) -> str:
        """The text that names the usual rules with the value."""
        return f"{USUAL},{self.parameter}={self.value}"

    @cached_property
    def says(self) -> str:
        """Where the two part, in plain sentences."""
        parting = parting_of(*self._courses, shown=0)
        return parting_in_words(parting, (USUAL, self.rules), self.start.grid)

    @cached_property
    def parts_after(self) -> int | None:
        """After how many turns the two part; None if they don't."""
        parting = parting_of(*self._courses, shown=0)
        return None if parting is None else parting.after

    @property
    def games(self) -> tuple[ShownGame, ...]:
        """The game under the usual rules, and under those with the value."""
        return tuple(
            shown_as_far_as_taken(
                f"{self.anchor}-{number}", Story(self.start, self.turns, rules_to_json(parse_rules(rules)))
            )
            for number, rules in enumerate((USUAL, self.rules), start=1)
        )

    @property
    def address(self) -> str:
        """Where the explorer shows both beside each other."""
        return address_text(Address(USUAL, self.start, self.turns, beside=self.rules, at=self.parts_after))

    @property
    def _courses(self) -> tuple[Course, Course]:
        recent = RecentCourses()
        usual, changed = (recent.course(parse_rules(rules), self.start, self.turns) for rules in (USUAL, self.rules))
        return usual, changed


def contrasts() -> dict[tuple[str, str], Contrast]:
    """What each value changes that a preset has in place of the usual one, by parameter and value."""
    return {key: Contrast(*key, SHAPES[name].start, SHAPES[name].texts) for key, name in GAMES.items()}


def table() -> dict[str, dict[str, str]]:
    """For each parameter its value under each preset that has it.

    >>> table()["ko"]["japanese-like"]
    'SIMPLE'
    """
    of_presets = {name: parameters(rules) for name, rules in PRESETS.items()}
    rows = dict.fromkeys(parameter for values in of_presets.values() for parameter in values)
    return {row: {name: values[row] for name, values in of_presets.items() if row in values} for row in rows}
