"""What a clause might get hold of that says one thing when it is read, and another when it is asked."""

from __future__ import annotations

from types import MappingProxyType, ModuleType
from typing import Any

from superko.spec import composition
from superko.spec.algebra import BLACK, WHITE


class AnyNumber(int):
    """A number that is smaller than any."""

    def __lt__(self, other: object) -> bool:
        return isinstance(other, int)


class EqualToAll:
    """It equals everything, and says what it likes when it is called."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(any)

    def __call__(self, *about: object) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return self


class LikeAll(type):
    def __eq__(cls, other: object) -> bool:
        return True

    __hash__ = type.__hash__


class Likeness(metaclass=LikeAll):
    """A class that equals every class."""


class Counting(dict):  # type: ignore[type-arg]
    """A dictionary that says another thing each time."""

    asked = 0

    def __getitem__(self, key: object) -> Any:
        Counting.asked += 1
        return Counting.asked


LATER_CHANGED = {BLACK: 0, WHITE: 0}
OVER_A_TABLE, OVER_A_CLASS = MappingProxyType(LATER_CHANGED), MappingProxyType(Counting(LATER_CHANGED))
ANY_NUMBER, EQUAL_TO_ALL, LIKENESS, TENTH = AnyNumber(3), EqualToAll(), Likeness(), 0.1


def is_asked_in_a_game(record: Any, play: object) -> bool:
    """What no proof may look at."""
    return type(record.turn) is int


A_MODULE = ModuleType(composition.__name__)
A_MODULE.__file__ = composition.__file__
A_MODULE.resulting_state = is_asked_in_a_game  # type: ignore[attr-defined]


def compiled_as_a_document() -> Any:
    """A function of an author that says of itself that it stands in a file of the documents."""
    names: dict[str, Any] = {"__name__": composition.__name__}
    text = "def resulting_state(record, play):\n    return type(record.turn) is int\n"
    exec(compile(text, composition.__file__ or "", "exec"), names)
    return names["resulting_state"]


COMPILED_AS_A_DOCUMENT = compiled_as_a_document()
