"""Guards: under which parameters and readings a clause exists, as data that can be listed and reasoned about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Parameterised(Protocol):
    """Anything that knows the value of each parameter and reading."""

    def parameter(self, name: str) -> object:
        """The value of a parameter, or of a reading by its id."""
        ...


Alternative = tuple[tuple[str, frozenset[object]], ...]


@dataclass(frozen=True)
class Guard:
    """A disjunction of alternatives; each names parameters and, for each, the values under which it holds.

    >>> str(given(scoring="TERRITORY") | given(tax=("SEKI", "ALL")))
    'scoring=TERRITORY, or tax=ALL/SEKI'
    """

    alternatives: tuple[Alternative, ...]

    def holds(self, rules: Parameterised) -> bool:
        """Whether the clause exists under these rules."""
        for alternative in self.alternatives:
            for name, values in alternative:
                if rules.parameter(name) not in values:
                    break
            else:
                return True
        return False

    def __or__(self, other: Guard) -> Guard:
        return Guard(self.alternatives + other.alternatives)

    def __str__(self) -> str:
        return ", or ".join(
            " and ".join(f"{name}={'/'.join(sorted(map(word, values)))}" for name, values in alternative)
            for alternative in self.alternatives
        )


def word(value: object) -> str:
    """The value of a parameter or reading, as guards write it.

    >>> word(True), word(6.5), word(7.0)
    ('yes', '6.5', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value.value) if isinstance(value, Enum) else str(value)


ALWAYS = Guard(alternatives=((),))


def given(readings: Mapping[str, str | tuple[str, ...]] | None = None, **parameters: object) -> Guard:
    """A guard that holds when each parameter or reading has the value given, or one of the values of a tuple."""
    required = {**parameters, **(readings or {})}
    return Guard(
        (
            tuple(
                (name, frozenset(value) if isinstance(value, tuple) else frozenset((value,)))
                for name, value in required.items()
            ),
        )
    )
