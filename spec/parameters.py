"""Choices: the parameters by which rule sets differ, and the readings of what a document leaves open."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import nan
from typing import Any, cast


class Ko(Enum):
    """Which repetitions are forbidden."""

    # Guards look it up by the thousand, and to hash its name takes several times as long.
    __hash__ = object.__hash__

    SIMPLE = "SIMPLE"
    POSITIONAL = "POSITIONAL"
    SITUATIONAL = "SITUATIONAL"


class Scoring(Enum):
    """What is counted once the game is over."""

    __hash__ = object.__hash__

    AREA = "AREA"
    TERRITORY = "TERRITORY"


class Tax(Enum):
    """Which surrounded empty points are not scored."""

    __hash__ = object.__hash__

    NONE = "NONE"
    SEKI = "SEKI"
    ALL = "ALL"


class HandicapBonus(Enum):
    """What White is given when Black starts with N stones."""

    __hash__ = object.__hash__

    ZERO = "0"
    N_MINUS_ONE = "N-1"
    N = "N"


GREATEST_KOMI = 1_000_000


@dataclass(frozen=True)
class Choice:
    """A choice by which rule sets of a document differ: a parameter, or a reading of what its text leaves open.

    Attributes:
        name: what rules and clauses call it; `reading/…` for a reading, which is permanent.
        question: what people call it; for a reading, the question that the text leaves open.
        values: its values, for a reading the default one first; none where it may be any number.
        called: what KataGo's JSON and the referee's protocol call it, if not by its name.
        katago: what stands before its value where KataGo writes rules as one word; "" if they are written without it.
        is_of_every_game: whether it may matter in any game that people play, however that starts.
    """

    name: str
    question: str
    values: tuple[Any, ...]
    called: str = ""
    katago: str = ""
    is_of_every_game: bool = True

    @property
    def key(self) -> str:
        """What KataGo's JSON and the referee's protocol call it."""
        return self.called or self.name

    @property
    def is_reading(self) -> bool:
        """Whether it is a reading of a text, not a parameter."""
        return "/" in self.name

    @property
    def kind(self) -> type:
        """The type of its values: an enumeration; bool, where it holds or does not; float, where it is any number."""
        return type(self.values[0]) if self.values else float

    @property
    def default(self) -> Any:
        """The answer of a reading that holds unless another is chosen."""
        return self.values[0]

    def why_not(self, value: object) -> str:
        """Why it can't have a value, in one sentence; "" if it can."""
        if self.values:
            if isinstance(value, self.kind) and value in self.values:
                return ""
            which = "reading" if self.is_reading else "parameter"
            return f"The {which} {self.name} is one of {', '.join(map(str, self.values))}, not {value!r}."
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else nan
        if abs(number) <= GREATEST_KOMI and number * 2 == int(number * 2):
            return ""
        return f"{self.question} is an integer or half-integer up to {GREATEST_KOMI}, not {value!r}."


_YES_OR_NO = (False, True)

PARAMETERS: Mapping[str, Choice] = {
    choice.name: choice
    for choice in (
        Choice("ko", "Ko", tuple(Ko), katago="ko"),
        Choice("scoring", "Scoring", tuple(Scoring), katago="score"),
        Choice("tax", "Tax", tuple(Tax), katago="tax"),
        Choice("suicide", "Suicide of several stones", _YES_OR_NO, katago="sui"),
        Choice("button", "Button", _YES_OR_NO, "hasButton", "button"),
        Choice("komi", "Komi", (), katago="komi"),
        Choice(
            "handicap_bonus",
            "White's handicap bonus",
            tuple(HandicapBonus),
            "whiteHandicapBonus",
            "whb",
            is_of_every_game=False,
        ),
        Choice("self_play_opts", "Self-play options", _YES_OR_NO, "selfPlayOpts", is_of_every_game=False),
    )
}
"""The choices that several documents have, in the order in which rules are written."""

READINGS: dict[str, Choice] = {}
"""Every reading of every document by its id, once the documents have registered theirs."""

CHOICES: Mapping[str, Choice] = ChainMap(READINGS, cast(dict[str, Choice], PARAMETERS))
"""Every parameter, and every reading."""


def register_readings(*choices: Choice) -> None:
    """Add the readings that are among the choices of a document; a `ValueError` if an id is taken."""
    for choice in choices:
        if choice.is_reading:
            if choice.name in READINGS:
                raise ValueError(f"The reading {choice.name} is registered twice.")
            READINGS[choice.name] = choice
