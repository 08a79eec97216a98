"""The hard shapes: positions that engines get wrong, set up as diagrams and played out; and games at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...interpreter.game import Game
from ...interpreter.notation import parse_turns, turn_text
from ...interpreter.story import Start
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import PASS, Phase, Turn


@dataclass(frozen=True)
class PlayedShape:
    """A position, its rows from the top (`X` black, `O` white), what is played there, and what that shows."""

    sentence: str
    diagram: str
    turns: str
    player: Color = BLACK
    phase: Phase = Phase.MAIN
    handicap: int = 0

    @property
    def start(self) -> Start:
        """Where it starts."""
        return Start.at("/".join(self.diagram.split()), self.player, self.phase, self.handicap)

    @property
    def texts(self) -> tuple[str, ...]:
        """The turns, each as a text."""
        grid = self.start.grid
        return tuple(turn_text(grid, turn) for turn in parse_turns(grid, self.turns))


SHAPES: Mapping[str, PlayedShape] = {
    "ko": PlayedShape(
        "A ko is not taken back at once, but may be after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1 pass pass",
    ),
    "ko-at-once": PlayedShape("A ko taken back at once repeats the state a turn ago.", ".OX.", "A1 B1"),
    "snapback": PlayedShape(
        "One stone is captured where several are then captured: that is no ko, and always legal.",
        """
        OO.
        XXO
        ..O
        """,
        "A1 B1 A1 pass pass",
        WHITE,
    ),
    "capture-without-liberty": PlayedShape(
        "A move that has no liberty until it captures is no suicide.",
        """
        .XO
        XO.
        """,
        "A2 pass pass",
        WHITE,
    ),
    "sending-two-returning-one": PlayedShape(
        "Two stones are captured, then one, and the position comes back: each ko rule stops that at another turn.",
        """
        ....
        XXO.
        .O.O
        """,
        "A1 C1 B1 pass A1 C1 B1 pass",
        WHITE,
    ),
    "single-stone-suicide": PlayedShape(
        "A suicide of one stone leaves the board as it was.",
        """
        .O
        O.
        """,
        "A2",
    ),
    "multi-stone-suicide": PlayedShape(
        "A suicide of two stones is a move only where the rules allow it.",
        """
        XO.
        .O.
        """,
        "A1 A2 pass pass",
    ),
    "double-ko": PlayedShape(
        "Two kos, taken in turn: superko forbids coming back, and simple ko ends the phase at a repeated pass.",
        ".OX...X.X",
        "A1 H1 pass B1 J1 pass A1 H1 pass",
    ),
    "triple-ko": PlayedShape(
        "Three kos, taken in turn: superko forbids coming back, and simple ko ends the game without result.",
        ".OX.XO.O.X.X",
        "A1 L1 G1 B1 M1 F1 A1 L1 G1 B1 M1 F1",
    ),
    "seki": PlayedShape(
        "Neither player can take the other's stones: how the points inside count depends on the tax.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "seki-broken": PlayedShape(
        "Who fills the last shared liberty of a seki is captured.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "C2 A3 pass pass",
    ),
    "one-sided-dame": PlayedShape(
        "A point in seki that only one player can fill: under territory scoring it gains nothing.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "one-sided-dame-in-play": PlayedShape(
        "The same point filled in the main phase gains one under area scoring.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass pass pass pass pass pass",
    ),
    "dead-stone-captured": PlayedShape(
        "A dead stone is captured in the second cleanup phase: the moves made there cost nothing.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "C3 pass C1 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "dead-stone-left": PlayedShape(
        "A dead stone that is left on the board takes away what surrounds it.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "unblock": PlayedShape(
        "A ko taken in cleanup is blocked; an unblock action lets it be taken back a turn later.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked": PlayedShape(
        "A ko taken in cleanup is not taken back, even after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked-until-next-phase": PlayedShape(
        "The second cleanup phase starts without marks.",
        ".OX.",
        "A1 pass pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring": PlayedShape(
        "In cleanup a player takes a ko once with each coloring.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring-anew": PlayedShape(
        "With another coloring, a player may take the same ko in cleanup again.",
        ".OX..",
        "A1 unblock A1 pass B1 unblock B1 E1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "double-ko-in-cleanup": PlayedShape(
        "A double ko in cleanup does not go on forever, as each ko is taken once with each coloring.",
        ".OX...X.X",
        "A1 H1 unblock H1 unblock A1 J1 B1 unblock B1 unblock J1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "handicap": PlayedShape(
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
    "button": PlayedShape(
        "With the button, the first pass is not one of the two that end the phase.", "...", "B1 pass pass pass"
    ),
    "everything-pass-alive": PlayedShape(
        "Play that is not for people ends as soon as everything is pass-alive.", ".....", "B1 pass D1 pass pass"
    ),
}


_LIKELY_PASSES = (0.05, 0.2, 0.4)
_TURNS_PER_POINT = 2
_MOST_TURNS = 240
_T = TypeVar("_T")


def random_game(game: Game, chance: random.Random) -> Game:
    """A game played on at random: turns of every kind, more of them on a larger board, and then passes to its end."""
    likely_pass = _one_of(_LIKELY_PASSES, chance)
    grid = game.grid
    for _ in range(min(_MOST_TURNS, _TURNS_PER_POINT * grid.width * grid.height)):
        if not game.over:
            game = game.play(_turn(game, chance, likely_pass))
    ended = game.passed_out()
    return ended if ended.over else game


def _turn(game: Game, chance: random.Random, likely_pass: float) -> Turn:
    others: tuple[Turn, ...] = (*game.moves(), *game.unblocks())
    return _one_of(others, chance) if others and chance.random() >= likely_pass else PASS


def _one_of(choices: Sequence[_T], chance: random.Random) -> _T:
    # Only `random()` is sure to give the same numbers in every version of Python.
    return choices[int(chance.random() * len(choices))]
