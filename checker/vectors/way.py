"""A way in which a clause matters, told by a mistake that a game rules out: with it, the game comes out differently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...spec.algebra import Color, Coloring
from ...spec.registry import Clause

Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Way:
    """A way in which a clause matters.

    Attributes:
        name: what the clause does, as the last part of a vector's id; permanent.
        shows: what a game shows that exercises it, to go after "This game shows".
        mistake: what an engine does that gets it wrong.
        mistaken: the clause's function with that mistake, made from the clause.
    """

    name: str
    shows: str
    mistake: str
    mistaken: Callable[[Clause], Function]


def always(value: object) -> Callable[[Clause], Function]:
    """A mistake after which a clause says the same whatever it is asked."""
    return lambda clause: lambda *asked: value


def instead(function: Function) -> Callable[[Clause], Function]:
    """A mistake that puts another function in the place of a clause."""
    return lambda clause: function


def without_liberties(c: Coloring[int], color: Color) -> int:
    """The stones of a color in regions without an empty point beside them."""
    return c.regions(c.of(color), where=lambda region: c.is_empty(c.border(region) & c.empty))
