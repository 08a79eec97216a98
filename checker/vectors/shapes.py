"""The hard shapes: positions that engines get wrong, set up as diagrams and played out under every preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import Phase
from .preset_vectors import rule_sets
from .start import Start
from .vector import ID, Tier, Vector


@dataclass(frozen=True)
class Shape:
    """A position and what is played there.

    Attributes:
        sentence: what it shows.
        diagram: the rows of the board from the top, `X` black, `O` white, `.` empty.
        turns: the turns.
        player: who takes the first of them.
        phase: the phase that they start in.
        handicap: how many of the stones are handicap stones.
    """

    sentence: str
    diagram: str
    turns: str
    player: Color = BLACK
    phase: Phase = Phase.MAIN
    handicap: int = 0

    @property
    def start(self) -> Start:
        """Where it starts."""
        board = "/".join(self.diagram.split())
        plain = Start.at(board, self.player, self.phase, self.handicap)
        is_empty = not set(board) & set("XO") and (self.player, self.phase) == (BLACK, Phase.MAIN)
        return Start(plain.grid) if is_empty else plain


SHAPES: Mapping[str, Shape] = {
    "ko": Shape(
        "A ko is not taken back at once, but may be after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1 pass pass",
    ),
    "ko-at-once": Shape("A ko taken back at once repeats the state a turn ago.", ".OX.", "A1 B1"),
    "snapback": Shape(
        "One stone is captured where several are then captured: that is no ko, and always legal.",
        """
        OO.
        XXO
        ..O
        """,
        "A1 B1 A1 pass pass",
        WHITE,
    ),
    "capture-without-liberty": Shape(
        "A move that has no liberty until it captures is no suicide.",
        """
        .XO
        XO.
        """,
        "A2 pass pass",
        WHITE,
    ),
    "sending-two-returning-one": Shape(
        "Two stones are captured, then one, and the position comes back: each ko rule stops that at another turn.",
        """
        ....
        XXO.
        .O.O
        """,
        "A1 C1 B1 pass A1 C1 B1 pass",
        WHITE,
    ),
    "single-stone-suicide": Shape(
        "A suicide of one stone leaves the board as it was.",
        """
        .O
        O.
        """,
        "A2",
    ),
    "multi-stone-suicide": Shape(
        "A suicide of two stones is a move only where the rules allow it.",
        """
        XO.
        .O.
        """,
        "A1 A2 pass pass",
    ),
    "double-ko": Shape(
        "Two kos, taken in turn: superko forbids coming back, and simple ko ends the phase at a repeated pass.",
        ".OX...X.X",
        "A1 H1 pass B1 J1 pass A1 H1 pass",
    ),
    "triple-ko": Shape(
        "Three kos, taken in turn: superko forbids coming back, and simple ko ends the game without result.",
        ".OX.XO.O.X.X",
        "A1 L1 G1 B1 M1 F1 A1 L1 G1 B1 M1 F1",
    ),
    "seki": Shape(
        "Neither player can take the other's stones: how the points inside count depends on the tax.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "seki-broken": Shape(
        "Who fills the last shared liberty of a seki is captured.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "C2 A3 pass pass",
    ),
    "one-sided-dame": Shape(
        "A point in seki that only one player can fill: under territory scoring it gains nothing.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "one-sided-dame-in-play": Shape(
        "The same point filled in the main phase gains one under area scoring.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass pass pass pass pass pass",
    ),
    "dead-stone-captured": Shape(
        "A dead stone is captured in the second cleanup phase: the moves made there cost nothing.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "C3 pass C1 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "dead-stone-left": Shape(
        "A dead stone that is left on the board takes away what surrounds it.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "unblock": Shape(
        "A ko taken in cleanup is blocked; an unblock action lets it be taken back a turn later.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked": Shape(
        "A ko taken in cleanup is not taken back, even after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked-until-next-phase": Shape(
        "The second cleanup phase starts without marks.",
        ".OX.",
        "A1 pass pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring": Shape(
        "In cleanup a player takes a ko once with each coloring.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring-anew": Shape(
        "With another coloring, a player may take the same ko in cleanup again.",
        ".OX..",
        "A1 unblock A1 pass B1 unblock B1 E1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "double-ko-in-cleanup": Shape(
        "A double ko in cleanup does not go on forever, as each ko is taken once with each coloring.",
        ".OX...X.X",
        "A1 H1 unblock H1 unblock A1 J1 B1 unblock B1 unblock J1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "handicap": Shape(
        "White is given points for Black's handicap stones where the rules say so.",
        """
        ...
        X.X
        ...
        """,
        "B2 pass pass pass pass pass pass",
        WHITE,
        handicap=2,
    ),
    "button": Shape(
        "With the button, the first pass is not one of the two that end the phase.", "...", "B1 pass pass pass"
    ),
    "everything-pass-alive": Shape(
        "Play that is not for people ends as soon as everything is pass-alive.", ".....", "B1 pass D1 pass pass"
    ),
}


def vector_of_shape(name: str) -> Vector:
    """The vector of a shape.

    >>> vector_of_shape("snapback").sentence
    'One stone is captured where several are then captured: that is no ko, and always legal.'
    """
    shape = SHAPES[name]
    start = shape.start
    turns = start.turns(_texts(shape.turns))
    return Vector(f"{ID}/shape/{name}", Tier.SMALL, shape.sentence, start, turns, rule_sets(start))


def _texts(turns: str) -> list[str]:
    return [text.replace("unblock_", "unblock ") for text in turns.replace("unblock ", "unblock_").split()]
