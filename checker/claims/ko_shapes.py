"""Shapes with kos, each with what must be true of it to be called so, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...interpreter.notation import parse_turn
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import Move, Phase, Turn
from .shapes import Shape


@dataclass(frozen=True)
class KoLine:
    """Turns from a shape, and what follows on them.

    Attributes:
        turns: the turns, as text; a pass stands for a turn taken elsewhere.
        attacker: who then tries to capture.
        succeeds: whether it succeeds, if the shape is what it is called.
        means: what this says, in one sentence.
        in_cleanup: whether it is said of cleanup phases too, in which no ko can be taken from a mark.
    """

    turns: str
    attacker: Color
    succeeds: bool
    means: str
    in_cleanup: bool = True


@dataclass(frozen=True)
class KoShape:
    """A shape with the groups that are fought about.

    Attributes:
        shape: the shape.
        groups: a stone of each player's group that can be attacked.
        eyes: the points of eyes that are left alone, as text.
        lines: what must be true of it to be called so.
    """

    shape: Shape
    groups: Mapping[Color, str]
    eyes: str
    lines: tuple[KoLine, ...]

    def lines_in(self, phase: Phase) -> tuple[KoLine, ...]:
        """The lines that are said of a phase."""
        return tuple(line for line in self.lines if line.in_cleanup or phase is Phase.MAIN)

    def points(self, texts: str) -> int:
        """The points with these names."""
        return sum(turn.point for turn in self.turns(texts) if isinstance(turn, Move))

    def turns(self, texts: str) -> tuple[Turn, ...]:
        """The turns of a text."""
        return tuple(parse_turn(self.shape.grid, text) for text in texts.split())

    def group(self, color: Color) -> int:
        """The stone that stands for a player's group; no point if the player has none that can be attacked."""
        return self.points(self.groups.get(color, ""))


THOUSAND_YEAR_KO = KoShape(
    Shape(
        "thousand-year ko",
        "Black can fill the ko and make a seki; White can take it and fight, but then Black takes first.",
        (
            ".XOX.XO.",
            "XXOOXXOO",
            ".XO.XOO.",
            "XXO.XOOO",
        ),
        player=WHITE,
    ),
    {BLACK: "E3", WHITE: "C3"},
    "A4 A2 H4 H2",
    (
        KoLine("", WHITE, False, "White can't capture by moving first."),
        KoLine("pass", BLACK, False, "Nor can Black."),
        KoLine("pass E4", WHITE, False, "When Black has filled the ko, White can't capture by moving first."),
        KoLine("pass E4 pass", BLACK, False, "Nor can Black: it is a seki."),
        KoLine("E4", BLACK, False, "When White has taken the ko, Black can't capture by moving first."),
        KoLine("E4 pass", WHITE, False, "Nor can White, if Black moves elsewhere.", in_cleanup=False),
        KoLine("E4 pass D2 D4", BLACK, True, "When White then approaches, Black takes first, and captures.", False),
        KoLine("E4 pass D2 pass", WHITE, True, "If Black does not take, White captures: it is a direct ko.", False),
    ),
)
DOUBLE_KO_DEATH = KoShape(
    Shape(
        "double-ko death",
        "Black has one eye, and must win both kos for another; when he takes one, White takes the other.",
        (
            ".OOX.XOO.",
            "OOOXXXOOO",
            ".OX.XO.O.",
            "OOOX.XOOO",
        ),
    ),
    {BLACK: "E3"},
    "A4 A2 J4 J2",
    (
        KoLine("", WHITE, True, "White captures, though Black moves first."),
        KoLine("pass", WHITE, True, "White captures by moving first."),
        KoLine("G2 D2", WHITE, True, "When Black takes one ko, White takes the other, and captures."),
        KoLine("pass D2 G2", WHITE, True, "When White has taken the one, and Black takes the other, White captures."),
        KoLine(
            "G2 pass D2 F2", WHITE, True, "When Black has filled one ko, White takes the other, and captures.", False
        ),
        KoLine("G2 pass D2 pass F2", WHITE, False, "If Black wins both, White can't capture by moving first."),
    ),
)
DOUBLE_KO_DEATH_WITH_A_THREAT = Shape(
    "double-ko death, with a ko threat that can't be removed",
    "The one group is a double-ko death; elsewhere is a seki, in which Black can threaten to capture.",
    (
        ".OOX.XOO.OX.XXX",
        "OOOXXXOOOOXXX.O",
        ".OX.XO.O.OXOOOO",
        "OOOX.XOOOOXO.OO",
    ),
)
