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

    # Enum hashes by name, in Python code; positions are hashed far too often for that.
    __hash__ = object.__hash__


Color.BLACK.opponent = Color.WHITE
Color.WHITE.opponent = Color.BLACK

BLACK = Color.BLACK
WHITE = Color.WHITE
