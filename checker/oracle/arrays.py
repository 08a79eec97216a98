"""What is said of many games at once: where it differs from what the rules say."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .aspects import ASKED_AFTER_THE_END, ASKED_OF_EVERY_GAME, Aspect
from .engines.batch_engine import Arrays

Flags = npt.NDArray[np.bool_]


class ComparedArrays(NamedTuple):
    """What an aspect comes to in many games.

    Attributes:
        asked: in which games it was compared.
        differs: in which of these it differs.
    """

    asked: Flags
    differs: Flags


def compared(said: Arrays, expected: Arrays, played: Flags) -> dict[Aspect, ComparedArrays]:
    """Where what an engine says of games differs from what the rules say, for each aspect where it is of account.

    Args:
        said: what the engine says.
        expected: what the rules say.
        played: which games are looked at, such as those in which a turn was taken.

    >>> one, other, both = np.array([[[0]], [[1]]]), np.array([[[0]], [[0]]]), np.ones(2, dtype=bool)
    >>> found = compared({Aspect.BOARD: one}, {Aspect.BOARD: other, Aspect.OVER: ~both, Aspect.ENDING: ~both}, both)
    >>> found[Aspect.BOARD].differs.tolist()
    [False, True]
    """
    over, without_result = expected[Aspect.OVER], expected[Aspect.ENDING]
    found = {}
    for aspect in said.keys() & expected.keys():
        differs = (np.asarray(said[aspect]) != expected[aspect]).reshape(len(played), -1).any(axis=1)
        if aspect in ASKED_OF_EVERY_GAME:
            asked = played
        elif aspect in ASKED_AFTER_THE_END:
            asked = played & over if aspect is Aspect.ENDING else played & over & ~without_result
        else:
            asked = played & ~over
        found[aspect] = ComparedArrays(asked, asked & differs)
    return found
