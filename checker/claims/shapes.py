"""Shapes: small positions that players have a name for, as data; the searches about them are elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from ...interpreter.game import Game
from ...interpreter.notation import parse_board, parse_turn
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Turn
from ..play.cycles import DOUBLE_KO_SEKI, ETERNAL_LIFE, RING_OF_KOS, SENDING_TWO_RETURNING_ONE, TRIPLE_KO, CycleKind


@dataclass(frozen=True)
class Shape:
    """A position with a name of its own.

    Attributes:
        name: what players call it.
        about: what makes it so, in one sentence.
        rows: the rows of the board from the top: `X` is black, `O` white, `.` empty.
        cycle: the turns, as text, that lead from the position back to it; none where nothing repeats.
        player: who takes the first turn.

    >>> ko = Shape("ko", "Each stone that takes can be taken back.", ("XO..", ".XO."), ("C2", "B2"), Color.WHITE)
    >>> str(ko.grid), len(ko.turns)
    ('4x2', 2)
    """

    name: str
    about: str
    rows: tuple[str, ...]
    cycle: tuple[str, ...] = ()
    player: Color = BLACK

    @property
    def coloring(self) -> Coloring[int]:
        """The color of every point."""
        return parse_board("/".join(self.rows))

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.coloring.board.grid

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the cycle."""
        return tuple(parse_turn(self.grid, text) for text in self.cycle)

    def game(self, rules: Rules, phase: Phase = Phase.MAIN) -> Game:
        """A game that starts from the position.

        Raises:
            ValueError: the rules have no such phase, or a stone has no liberty.
        """
        return Game.set_up(rules, self.coloring, self.player, phase)


def smallest(kind: CycleKind, rows: tuple[str, ...], cycle: str) -> Shape:
    """The smallest shape of a kind, with the turns of its cycle."""
    return Shape(kind.name, kind.about, rows, tuple(cycle.split()))


REPETITIONS = {
    kind: smallest(kind, rows, cycle)
    for kind, rows, cycle in (
        (SENDING_TWO_RETURNING_ONE, (".X.",), "C1 A1 B1 pass"),
        (ETERNAL_LIFE, ("O.X.",), "D1 B1 C1 A1"),
        (RING_OF_KOS, ("XO.", ".XO", "XO."), "C1 A2 C3 B1 A3 C2 A1 B3"),
        (TRIPLE_KO, ("O.O.XO.O.OX.",), "G1 M1 B1 F1 L1 A1"),
        (DOUBLE_KO_SEKI, (".OOOO", "OX.OX", "XXXX."), "A3 E1 pass A2 E2 pass"),
    )
}
SEKI_WITHOUT_DAME = Shape(
    "double-ko seki without dame",
    "Each player has one eye and a ko; whoever takes a ko puts all in atari, until the opponent takes the other ko.",
    (
        "OO.OO",
        ".OOOO",
        "OXXOX",
        "XXXX.",
        "XX.XX",
    ),
    ("A4", "E2", "pass", "A3", "E3", "pass"),
)
FILLED_DOUBLE_KO = Shape(
    "double ko with the shared point filled",
    "There is no dame, and each player has a stone in atari; whoever moves first could capture all.",
    (
        ".OOOO",
        "OXXOX",
        "XXXX.",
    ),
)
BENT_FOUR = Shape(
    "bent four in the corner",
    "Black can't approach without being captured, and White can, whenever she likes, make a bent four that is a ko.",
    (
        "OOO.O.",
        "XXOOOO",
        ".XXXXO",
        "OOO.XO",
    ),
    player=WHITE,
)
THREE_POINTS_WITHOUT_CAPTURING = Shape(
    "three points without capturing",
    "Four black stones and one white stone in the corner are in atari at the same point, and neither gains by taking.",
    (
        ".XXO.O",
        "OXXOOO",
        "XOOO.O",
        "XXXOOO",
        "XXXXXX",
        ".X.XXX",
    ),
    player=WHITE,
)
BENT_FOUR_WITH_A_THREAT = Shape(
    "bent four in the corner, with a ko threat that can't be removed",
    "The corner is a bent four; elsewhere is a seki, in which Black can threaten to capture, and White can't move.",
    (
        "OOO.O.OX.XXX",
        "XXOOOOOXXX.O",
        ".XXXXOOXOOOO",
        "OOO.XOOXO.OO",
    ),
    player=WHITE,
)
DIRECT_KO = Shape(
    "direct ko with enough threats",
    "Black has taken a ko on which an eye depends, and could finish it at F2; elsewhere is a threat that stays.",
    (
        ".OOX.XOO.OX.XXX",
        "OOOXXXOOOOXXX.O",
        ".OXXX.XO.OXOOOO",
        "OOOX.XOOOOXO.OO",
    ),
    player=WHITE,
)
KO_WITH_AN_APPROACH = Shape(
    "ko that takes an approach move",
    "Before White can take the ko at F2 she must move at G1, so that Black has time to finish it then.",
    (
        ".OOX.XOO.",
        "OOOXXXOOO",
        ".OXXX.XO.",
        "OOOX.X.OO",
    ),
    player=WHITE,
)
