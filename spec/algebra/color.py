"""The two colors of stones, which are also the two players."""

from __future__ import annotations

from enum import StrEnum


class Color(StrEnum):
    """A player, and the color of that player's stones; equal to its letter.

    >>> Color.BLACK == "B"
    True
    >>> Color.BLACK.opponent
    <Color.WHITE: 'W'>
    """

    BLACK = "B"
    WHITE = "W"

    opponent: Color


Color.BLACK.opponent = Color.WHITE
Color.WHITE.opponent = Color.BLACK

BLACK = Color.BLACK
WHITE = Color.WHITE
