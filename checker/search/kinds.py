"""The kinds of repetition that have a name: how much the turns of a cycle capture, and what else makes each of them.

A kind speaks of the rules' own words only: moves, captures, passes and ko-moves. Whether a player would do well to go
through the cycle is no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle as forever

from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.rules import Rules
from ...spec.vocabulary import Move
from .cycles import Captures, Cycle, cycles

PLACES_OF_A_TRIPLE_KO = 3


def always(rules: Rules, cycle: Cycle) -> bool:
    """Nothing else is asked for."""
    return True


@dataclass(frozen=True)
class Kind:
    """A kind of repetition.

    Attributes:
        name: what players call it.
        about: what makes it so, in one sentence.
        captures: how many stones each turn captures, None being a pass.
        condition: what else must be true of the cycle.
    """

    name: str
    about: str
    captures: Captures
    condition: Callable[[Rules, Cycle], bool] = field(default=always)

    def found_on(self, rules: Rules, grid: Grid) -> Iterator[Cycle]:
        """Every cycle of this kind on a board that Black begins, in the order of the colorings."""
        return (cycle for cycle in cycles(rules, grid, self.captures) if self.condition(rules, cycle))


def kos(cycle: Cycle) -> int:
    """How many kos the captures of one stone are made in: a ko is the point played and the point emptied."""
    pairs = zip(cycle.turns, cycle.captured, strict=True)
    return len({turn.point | captured for turn, captured in pairs if isinstance(turn, Move)})


def is_in_three_kos(rules: Rules, cycle: Cycle) -> bool:
    """Whether the captures are made in three kos, each taken and taken back."""
    return kos(cycle) == PLACES_OF_A_TRIPLE_KO


def takes_nothing_back(rules: Rules, cycle: Cycle) -> bool:
    """Whether no ko is taken back: every capture is made in a ko of its own."""
    return kos(cycle) == len(cycle.turns)


def colorings(rules: Rules, cycle: Cycle) -> list[Coloring[int]]:
    """The coloring before the first turn of a cycle, and after each."""
    stood = [cycle.coloring]
    for turn, player in zip(cycle.turns, forever(Color), strict=False):
        before = stood[-1]
        stood.append(move(rules, before, player, turn.point).after if isinstance(turn, Move) else before)
    return stood


def threatens(rules: Rules, c: Coloring[int], player: Color, kos: int) -> bool:
    """Whether a player could capture stones by a move that is no ko-move, or that is not at the points of some kos."""
    plays = (move(rules, c, player, point) for point in points_of(c.empty))
    captures = (play for play in plays if play.captured and pseudolegal(rules, play))
    return any((play.point | play.captured) & ~kos or not is_ko_move(rules, play) for play in captures)


def points_of_cycle(cycle: Cycle) -> int:
    """The points at which a cycle plays or captures."""
    points = 0
    for turn, captured in zip(cycle.turns, cycle.captured, strict=True):
        points |= captured | (turn.point if isinstance(turn, Move) else 0)
    return points


def is_attack_and_answer(rules: Rules, cycle: Cycle) -> bool:
    """Whether each first taking of a ko threatens more than a ko, and the next one leaves nothing to take but kos."""
    stood, kos = colorings(rules, cycle), points_of_cycle(cycle)
    for attacker, attack in ((BLACK, 1), (BLACK.opponent, 4)):
        if not threatens(rules, stood[attack], attacker, cycle.coloring.board.everything):
            return False
        at_rest = (stood[attack - 1], stood[attack + 1])
        if any(threatens(rules, c, color, kos) for c in at_rest for color in Color):
            return False
    return True


SENDING_TWO_RETURNING_ONE = Kind(
    "sending two, returning one",
    "A player makes a stone two, loses both, and takes one stone back; the opponent passes.",
    (0, 2, 1, None),
)
ETERNAL_LIFE = Kind(
    "eternal life",
    "Each player in turn makes a stone two and loses both, and nobody ever passes.",
    (0, 2, 2, 0),
)
TRIPLE_KO = Kind("triple ko", "The players take three kos in turn, and nobody ever passes.", (1,) * 6, is_in_three_kos)
RING_OF_KOS = Kind(
    "ring of kos",
    "Every move takes one stone, each in a ko of its own, until all is as it was.",
    (1,) * 8,
    takes_nothing_back,
)
DOUBLE_KO_SEKI = Kind(
    "double-ko seki",
    "Whoever takes the one ko threatens to take more; the opponent takes the other ko, and no more can be taken.",
    (1, 1, None, 1, 1, None),
    is_attack_and_answer,
)
KINDS = (SENDING_TWO_RETURNING_ONE, ETERNAL_LIFE, RING_OF_KOS, TRIPLE_KO, DOUBLE_KO_SEKI)
