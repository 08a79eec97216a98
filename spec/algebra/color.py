"""The two colors of stones, which are also the two players."""

from __future__ import annotations

from enum import Enum


class Color(Enum):
    """A player, and the color of that player's stones.

    >>> Color.BLACK.opponent
    <Color.WHITE: 'W'>
    """

    BLACK = "B"
    WHITE = "W"

    opponent: Color

    def __hash__(self) -> int:
        # Enum hashes by name, in Python code; positions are hashed far too often for that.
        return id(self)


Color.BLACK.opponent = Color.WHITE
Color.WHITE.opponent = Color.BLACK

BLACK = Color.BLACK
WHITE = Color.WHITE
