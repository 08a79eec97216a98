"""Shapes that players have a name for, as data, and fights about their groups, in any phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

from ...interpreter.game import Game
from ...interpreter.notation import parse_board, parse_turn, parse_turns
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, Turn
from ..play.capture import Captured, can_be_captured
from ..play.cycles import (
    DOUBLE_KO_SEKI,
    ETERNAL_LIFE,
    KINDS,
    RING_OF_KOS,
    SENDING_TWO_RETURNING_ONE,
    TRIPLE_KO,
    CycleKind,
)


@dataclass(frozen=True)
class Shape:
    """A position with a name of its own.

    Attributes:
        about: what makes it so, in one sentence.
        rows: the rows of the board from the top: `X` is black, `O` white, `.` empty.
        cycle: the turns, as text, that lead from the position back to it; none where nothing repeats.

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
        return Game(rules, rows=self.coloring, to_play=self.player, phase=phase)

    def shown(self, rules: Rules, phase: Phase = Phase.MAIN) -> Story:
        """The position, with what makes it so."""
        return Story.play(self.game(rules, phase), (), f"The shape: {self.about}")


def smallest(kind: CycleKind, rows: tuple[str, ...], cycle: str) -> Shape:
    """The smallest shape of a kind, with the turns of its cycle."""
    return Shape(kind.name, kind.about, rows, tuple(cycle.split()))


TWO_SENT = smallest(SENDING_TWO_RETURNING_ONE, (".X.",), "C1 A1 B1 pass")
ETERNAL = smallest(ETERNAL_LIFE, ("O.X.",), "D1 B1 C1 A1")
RING = smallest(RING_OF_KOS, ("XO.", ".XO", "XO."), "C1 A2 C3 B1 A3 C2 A1 B3")
THREE_KOS = smallest(TRIPLE_KO, ("O.O.XO.O.OX.",), "G1 M1 B1 F1 L1 A1")
TWO_KOS = smallest(DOUBLE_KO_SEKI, (".OOOO", "OX.OX", "XXXX."), "A3 E1 pass A2 E2 pass")
REPETITIONS = dict(zip(KINDS, (TWO_SENT, ETERNAL, RING, THREE_KOS, TWO_KOS), strict=True))
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
MOONSHINE_LIFE = Shape(
    "moonshine life",
    "Black's life below depends on a ko, and the double-ko seki above is a threat as often as it is needed.",
    (
        ".OOOOOOOO",
        "OXXXXX.OX",
        "XXXXXXXX.",
        "XXXXXXXXX",
        "OOOOOOOOO",
        ".OOXXXOO.",
        "OOOX.XOOO",
        ".OXXX.XO.",
        "OOOX.XOOO",
    ),
    ("F2", "A9", "J7", "G2", "A8", "J8"),
    WHITE,
)
_BUDGET = 60_000


def points(grid: Grid, texts: str) -> int:
    """The points with these names."""
    return sum(turn.point for turn in parse_turns(grid, texts) if isinstance(turn, Move))


def groups_at(c: Coloring[int], stones: int) -> int:
    """The whole groups of some stones.

    >>> from superko.interpreter.notation import parse_board
    >>> groups_at(parse_board("XX.O"), 0b0001)
    3
    """
    return sum(c.regions(c.of(color), where=lambda region: bool(region & stones)) for color in Color)


@dataclass(frozen=True)
class KoLine:
    """Turns from a shape, whether who then attacks captures, if the shape is what it is called, and what that says.

    A pass stands for a turn taken elsewhere. In cleanup no ko can be taken from a mark, so not all is said of it.
    """

    turns: str
    attacker: Color
    succeeds: bool
    means: str
    in_cleanup: bool = True


@dataclass(frozen=True)
class Fight:
    """A shape with groups that are fought about.

    Attributes:
        groups: by their owner, a stone of each of the groups.
        eyes: the points of eyes that are left alone.
        moves: where moves are made; everywhere but in those eyes, if not said.
        lines: what must be true of it to be called so, where it has a name of its own.

    >>> fight = Fight(Shape("", "", (".OX.",)), {Color.WHITE: "B1"})
    >>> fight.attacked(Rules(), Phase.MAIN, attacker=Color.BLACK).by_force
    True
    """

    shape: Shape
    groups: Mapping[Color, str]
    eyes: str = ""
    moves: str = ""
    lines: tuple[KoLine, ...] = ()

    @property
    def stones(self) -> int:
        """The stones of the groups."""
        return groups_at(self.shape.coloring, points(self.shape.grid, " ".join(self.groups.values())))

    @property
    def within(self) -> int:
        """The points where moves are made."""
        grid = self.shape.grid
        return points(grid, self.moves) or grid.everywhere & ~points(grid, self.eyes)

    def attacked(
        self,
        rules: Rules,
        phase: Phase,
        first: Color | None = None,
        turns: str = "",
        attacker: Color = WHITE,
        budget: int = _BUDGET,
    ) -> Captured:
        """Whether a player captures the opponent's group by force in a phase, without losing one, after some turns.

        The shape says who takes the first turn, if nothing else does.

        Raises:
            IllegalTurn: a turn is illegal.
        """
        grid, (group, own) = self.shape.grid, (self.groups.get(color, "") for color in (attacker.opponent, attacker))
        start = replace(self.shape, player=first or self.shape.player).game(rules, phase)
        game = reduce(Game.play, parse_turns(grid, turns), start)
        return can_be_captured(game, attacker, points(grid, group), points(grid, own), self.within, budget)


THOUSAND_YEAR_KO = Fight(
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
    lines=(
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
DOUBLE_KO_DEATH = Fight(
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
    lines=(
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
