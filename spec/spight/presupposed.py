"""What the three texts presuppose alike: plays without suicide, passes, and what is counted."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Coloring, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..parameters import Scoring
from ..registry import Decision, clause
from ..vocabulary import EarlierState, Ended, Phase, Play, Record

DOCUMENTS = ("spight", "spight-two", "repeated-pass")
PRESUPPOSED = tuple(f"{document}/presupposed" for document in DOCUMENTS)
MAIN = (Phase.MAIN,)
BY_AREA, BY_TERRITORY = given(scoring=Scoring.AREA), given(scoring=Scoring.TERRITORY)


def presupposed(part: str) -> tuple[str, ...]:
    """What a clause that the three texts presuppose is called, in each."""
    return tuple(f"{clause_id}#{part}" for clause_id in PRESUPPOSED)


def stood_at(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the board stood so, if it has since the last pass."""
    turn = record.since_pass.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


usual.says(presupposed("start"), usual.start)("Black begins, on a board without stones.")
usual.says(presupposed("turn"), usual.passes_and_moves)("In turn a player makes a board play or a pass.")
usual.says(presupposed("alternation"), usual.players_alternate)("A board play hands the turn to the opponent.")
usual.says(presupposed("pass"), usual.after_pass)("So does a pass, and the whole board position stays.")
usual.says(presupposed("no-liberties"), usual.without_liberties)(
    "The stones of a color whose group has no liberties: no empty point touches it."
)
usual.says(presupposed("play"), usual.make_move)(
    "A board play sets a stone, and takes the opponent's groups without liberties."
)
usual.says(presupposed("empty"), usual.point_is_empty)("A stone is set where none stands.")
usual.says(presupposed("no-suicide"), usual.leaves_liberties)(
    "The group of the stone that is set has liberties after that."
)
usual.says(presupposed("taken"), usual.captured_of_the_opponent)(
    "What a board play takes are stones of the opponent; only where territory is counted do they matter."
)
usual.says(presupposed("counts-as-play"), usual.move_is_a_move)("A stone that is set is a board play.")
usual.says(presupposed("counts-as-pass"), usual.pass_is_a_pass)("A turn without one is a pass.")
usual.says(presupposed("order"), usual.order_of_endings)(
    "Only passes stop play; any other end that a rule adds is asked about first."
)


@clause(*PRESUPPOSED, part="enclosed")
def enclosed(c: Coloring[P], color: Color) -> P:
    """The empty points that touch stones of one color only, directly or through other empty points."""
    touching = c.regions(c.empty, where=lambda region: c.borders(region, color))
    shared: P = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return touching & ~shared


@clause("spight/presupposed", part="area", when=BY_AREA, decides=Decision.SCORE)
@clause("spight-two/presupposed", "repeated-pass/presupposed", part="area", decides=Decision.SCORE)
def area(ended: Ended[P], color: Color) -> Number:
    """A player's area is the points with their stones, and the empty ones that these alone enclose."""
    c = ended.coloring
    return c.size(c.of(color) | enclosed(c, color))


@clause("spight/presupposed", part="territory", when=BY_TERRITORY, decides=Decision.SCORE)
def territory(ended: Ended[P], color: Color) -> Number:
    """A player's territory is the empty points that their stones alone enclose."""
    return ended.coloring.size(enclosed(ended.coloring, color))


@clause("spight/presupposed", part="prisoners", when=BY_TERRITORY, decides=Decision.SCORE)
def prisoners(ended: Ended[P], color: Color) -> Number:
    """A player loses a point for every stone that was taken, and for every pass that costs one."""
    cost: Number = ended.captures[color] * -1
    return cost


usual.says(presupposed("komi"), usual.komi)("If there is komi, it is added to what White has.")
usual.says(presupposed("winner"), usual.winner)("More points win; it is a draw where both have the same number.")
