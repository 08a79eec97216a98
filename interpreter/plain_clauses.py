"""Clauses that are played as Python: each answers for one case at a time, and nothing of the case is left open.

Python can inspect a value without our noticing. Where a clause does so, it may say one thing of a position, and
another of the array that stands for many of them. So whoever asks it of many at once is told that it can't be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Any

from ..spec.algebra import Coloring
from ..spec.algebra.integers import IntegerBoard
from ..spec.rules import Refusal, Rules
from ..spec.vocabulary import Agree, Ended, Move, Pass, Play, Position, Record, Tally, Unblock

NOT_OF_MANY = "The clause can only be asked about one position at a time, and here it would be asked about many."


@dataclass(frozen=True)
class AskedOfOne:
    """The function of a clause that is outside of the language, which answers for one case at a time.

    Attributes:
        function: the function.
        obstacle: why it can't be read, in a sentence or two.
        asks_otherwise: whether that is because it asks a container what that does not answer.

    >>> asked = AskedOfOne(lambda black, white: black > white, "It is so.")
    >>> asked(2, 1)
    True
    """

    function: Callable[..., Any]
    obstacle: str
    asks_otherwise: bool = False

    def __call__(self, *about: Any) -> Any:
        """What the clause says.

        Raises:
            Refusal: it is asked of many cases at once, or of one of which something is left open.
        """
        if not all(map(is_one_case, about)):
            raise Refusal(f"{self.obstacle} {NOT_OF_MANY}")
        return self.function(*about)


def is_one_case(value: object) -> bool:  # noqa: PLR0911
    """Whether something that a clause is asked about is of one game: no array, and nothing left open.

    >>> from numpy import array
    >>> is_one_case(7), is_one_case(array([7]))
    (True, False)
    """
    match value:
        case Coloring(board=within):
            return is_one_case(within)
        case Record(position=within) | Position(coloring=within) | Ended(coloring=within) | Play(before=within):
            return is_one_case(within)
        case Move(point=number) | Unblock(point=number):
            return type(number) is int
        case Tally(captures=captures):
            return is_one_case(captures)
        case Mapping():
            return all(map(is_one_case, value.values()))
        case tuple() | list() | set() | frozenset():
            return all(map(is_one_case, value))
    return type(value) in (int, float, bool, str, NoneType) or isinstance(
        value, IntegerBoard | Pass | Agree | Enum | Rules
    )
