"""The parameters that tell one rule set from another, and the readings that a document leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Ko(Enum):
    """Which repetitions are forbidden."""

    SIMPLE = "SIMPLE"
    POSITIONAL = "POSITIONAL"
    SITUATIONAL = "SITUATIONAL"


class Scoring(Enum):
    """What is counted once the game is over."""

    AREA = "AREA"
    TERRITORY = "TERRITORY"


class Tax(Enum):
    """Which surrounded empty points are not scored."""

    NONE = "NONE"
    SEKI = "SEKI"
    ALL = "ALL"


class HandicapBonus(Enum):
    """What White is given when Black starts with N stones."""

    ZERO = "0"
    N_MINUS_ONE = "N-1"
    N = "N"


@dataclass(frozen=True)
class Parameter:
    """A parameter that tells one rule set from another, and what it is called where.

    Attributes:
        name: what rules and clauses call it.
        title: what people call it.
        kind: the enumeration of its values; bool, where it holds or does not; float, where it is any number.
        key: what KataGo's JSON and the referee's protocol call it.
        katago: what stands before its value where KataGo writes rules as one word; "" if they are written without it.
        is_extra: whether plain rules do without it, so that its usual value is to give, to take and to end nothing.
        is_of_every_game: whether it may matter in any game that people play, however that starts.
    """

    name: str
    title: str
    kind: type
    key: str
    katago: str = ""
    is_extra: bool = False
    is_of_every_game: bool = True

    @property
    def values(self) -> tuple[Any, ...]:
        """Its values; none where it may be any number."""
        if issubclass(self.kind, Enum):
            return tuple(self.kind)
        return (False, True) if self.kind is bool else ()


PARAMETERS: Mapping[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter("ko", "Ko", Ko, "ko", "ko"),
        Parameter("scoring", "Scoring", Scoring, "scoring", "score"),
        Parameter("tax", "Tax", Tax, "tax", "tax", is_extra=True),
        Parameter("suicide", "Suicide of several stones", bool, "suicide", "sui"),
        Parameter("button", "Button", bool, "hasButton", "button", is_extra=True),
        Parameter("komi", "Komi", float, "komi", "komi", is_extra=True),
        Parameter(
            "handicap_bonus",
            "White's handicap bonus",
            HandicapBonus,
            "whiteHandicapBonus",
            "whb",
            is_extra=True,
            is_of_every_game=False,
        ),
        Parameter("self_play_opts", "Self-play options", bool, "selfPlayOpts", is_extra=True, is_of_every_game=False),
    )
}
"""Every parameter, in the order in which rules are written."""


@dataclass(frozen=True)
class Reading:
    """A question that a document leaves open: its permanent id, and the answers, the default one first."""

    id: str
    question: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The answer that holds unless another is chosen."""
        return self.values[0]


READINGS: dict[str, Reading] = {}
"""Every reading of every document by its id, once the documents have registered theirs."""


def register_readings(*readings: Reading) -> None:
    """Add the readings of a document.

    Raises:
        ValueError: an id is taken.
    """
    for reading in readings:
        if reading.id in READINGS:
            raise ValueError(f"The reading {reading.id} is registered twice.")
        READINGS[reading.id] = reading
