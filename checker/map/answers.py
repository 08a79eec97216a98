"""What the map asks of rule sets, and what it can answer of a class of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from ...interpreter.notation import turn_text
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.vocabulary import Turn
from .family import Family, FamilySetting, Names


class ClassOutcome(Enum):
    """What is known of a class of rule sets."""

    PROVED = "proved"
    HOLDS = "holds"
    REFUTED = "refuted"
    UNPLAYABLE = "unplayable"
    UNKNOWN = "unknown"


IS_SO = frozenset({ClassOutcome.PROVED, ClassOutcome.HOLDS})


@dataclass(frozen=True)
class ShownTurns:
    """A game that shows that a property does not hold, and what is to be seen; "" where the turns say it.

    Where it goes on forever, its turns are those up to where a loop comes round for the first time, which begins after
    `loop` of them.
    """

    start: Start
    turns: tuple[Turn, ...]
    loop: int | None = None
    says: str = ""

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.start.grid

    @property
    def texts(self) -> list[str]:
        """The turns as text."""
        return [turn_text(self.grid, turn) for turn in self.turns]


@dataclass(frozen=True)
class ClassVerdict:
    """What is known of a class, by what or what is in the way of finding out, and the game that shows it is not so."""

    answer: ClassOutcome
    why: str = ""
    shown: ShownTurns | None = None


class Deciding(Protocol):
    """What decides a property of the classes of a family, one after the other; what classes share is found once.

    `proofs` counts how often the cases of a turn were read, `searches` how often games or positions were.
    """

    family: Family
    proofs: int
    searches: int

    def decide(self, setting: FamilySetting, dropped: Names) -> ClassVerdict:
        """What is known of a setting without some clauses."""
        ...

    def since(self, setting: FamilySetting, dropped: Names) -> ClassVerdict | None:
        """That it is refuted, where it was not decided and a game was found since that shows it."""
        ...

    def smallest(self, setting: FamilySetting, dropped: Names) -> ShownTurns | None:
        """The smallest game that shows that the property does not hold, if one is found."""
        ...


@dataclass(frozen=True)
class MapProperty:
    """Something that rules can have or lack.

    Attributes:
        name: what the command line calls it.
        says: that it is so, as the beginning of a sentence.
        fails: that it is not so, as a sentence.
        reads: the decisions whose clauses matter to it.
        deciding: what decides it of a family.
        boards: on which boards it is decided; "" for every board.
    """

    name: str
    says: str
    fails: str
    reads: frozenset[Decision]
    deciding: Callable[[Family], Deciding]
    boards: str = ""

    @property
    def rules_are(self) -> str:
        """What rules are, so that it is found out: played, or only counted by."""
        return "played" if Decision.START in self.reads else "counted"
