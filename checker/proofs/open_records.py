"""Records of which nothing is known, or only what is told: whoever looks at the rest is told off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from ...interpreter.history import first_record
from ...spec.algebra import Color
from ...spec.vocabulary import Phase, Position, Record, Tally
from .open_values import LeftOpen, Open


class Unread:
    """What may be one of a few things that are told apart by what they are, so that even to read it is to look."""

    def __init__(self, name: str) -> None:
        self.name = name


class OpenRecord(Record[Any]):
    """A record some parts of which must not be read."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        """The part with this name.

        Raises:
            LeftOpen: it is left open.
        """
        value = super().__getattribute__(name)
        if isinstance(value, Unread):
            raise LeftOpen(f"{value.name} is left open.")
        return value


def open_tally(first_passer: Color | None, phase: Phase) -> Tally:
    """A tally of which nothing is known but who was the first to pass; any two numbers in it may differ."""
    second_start: Any = Open("the coloring at the start of the second cleanup phase")
    known: dict[str, Any] = {
        "captures": {color: Open(f"the captures of {color.name}") for color in Color},
        "moves": {(color, some): Open(f"the moves of {color.name} in {some.name}") for color, some in _in_phases()},
        "first_passer": first_passer,
        "second_cleanup_start": second_start if phase is Phase.SECOND_CLEANUP else None,
        "placed": {color: Open(f"the stones placed by {color.name}") for color in Color},
        "handicap": Open("the number of handicap stones"),
    }
    return Tally(**known)


def _in_phases() -> Iterator[tuple[Color, Phase]]:
    return product(Color, Phase)


def opened(record: Record[Any], **told: Any) -> Record[Any]:
    """A record with its position and tally, of which nothing else is known but what is told."""
    known: dict[str, Any] = {
        "turn": Open("the number of turns"),
        "last": Unread("The last turn"),
        "previous": Unread("The record before the last turn"),
        "phase_turn": Open("the turn that the phase began with"),
        "earlier": Open("which states stood earlier"),
        "since_pass": Open("which states have stood since the last pass"),
        "passed_from": Open("from which states a player has passed"),
        "made": Open("which moves have been made"),
        "pass_run": Open("the passes in a row"),
        "passes": Open("the number of passes"),
    }
    parts = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    return OpenRecord(**{**parts, **known, **told})


def open_record(rules: Any, position: Position[Any], tally: Tally) -> Record[Any]:
    """A record of which nothing is known but the position and the tally."""
    start = first_record(rules, position, tally)
    return opened(replace(start, tally=tally))
