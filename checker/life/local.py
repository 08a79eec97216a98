"""What a string is on a board of any size: asked within a region that stones close off which can't be captured.

Those stones live even if their owner always passes (Benson), so that nothing beyond them changes what can be forced in
the region. For article 7 it is cut out, with them around it, as a board that is small enough to be searched; beside
them an empty point is left at which nobody plays. In KataGo's cleanup both players make moves in the region alone, and
the whole board is scored, with half a point more for the string's owner if a stone of that player stands at the end on
one of its points. Leads are whole numbers there, so that nobody gives up a point for the string: each player does as
well as can be by the score, and then the owner tries to keep it, and the opponent to take it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...interpreter.game import Game
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.katago_v2.faster_forms import benson
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.vocabulary import Ended, Move, Phase, Turn, Unblock
from ..phase.codes import MOST_LOOSE
from ..phase.machine import at_points
from ..solving.budget import Budget, OutOfBudget
from ..solving.solution import best_line, value_of
from ..solving.solver import Solver
from .hypothetical import loose_points
from .statuses import MOST_NODES, WORD, Life, StringStatus, begins, searched

MOST_IN_CLEANUP = 8
"""How many points a region may have in which best play in cleanup is searched."""


@dataclass(frozen=True)
class ClosedOff:
    """A region with the stones around it, cut out of a whole board, the `grid`, of which it has a place as its corner.

    What stands, and the points of the region `within`, are those on the board that is cut out.
    """

    coloring: Coloring[int]
    within: int
    grid: Grid
    corner: tuple[int, int]

    @staticmethod
    def around(c: Coloring[int], stones: int, living: int) -> ClosedOff | None:
        """The region of some stones that others close off which live; None where these don't, or it is too large.

        >>> from superko.interpreter.notation import board_text, parse_board
        >>> c = parse_board("OX.X..../.XX.X.../XX......")
        >>> region = ClosedOff.around(c, 1, c.black)
        >>> board_text(region.coloring), region.back(1)
        ('OX./.X./X..', 1)
        """
        grid = c.board.grid
        region = c.board.closure(stones, c.board.everything & ~living)
        kept = region | c.border(region)
        columns, rows = zip(*map(grid.place, points_of(kept)), strict=True)
        left, top = max(0, min(columns) - 1), max(0, min(rows) - 1)
        cut = Grid(min(grid.width, max(columns) + 2) - left, min(grid.height, max(rows) + 2) - top)
        board = integer_board(cut.width, cut.height)
        closed = ClosedOff(Coloring(board, 0, 0), 0, grid, (left, top))
        closed = replace(closed, within=closed.cut(region))
        closed = replace(closed, coloring=Coloring(board, closed.cut(kept & c.black), closed.cut(kept & c.white)))
        is_closed = loose_points(closed.coloring, closed.within) == closed.within
        return closed if is_closed and cut.size <= WORD else None

    def cut(self, points: int) -> int:
        """Points of the whole board, on the one that is cut out."""
        left, top = self.corner
        places = map(self.grid.place, points_of(points))
        return sum(self.coloring.board.grid.point(column - left, row - top) for column, row in places)

    def back(self, points: int) -> int:
        """Points of the board that is cut out, on the whole one."""
        left, top = self.corner
        places = map(self.coloring.board.grid.place, points_of(points))
        return sum(self.grid.point(column + left, row + top) for column, row in places)

    def turn_back(self, turn: Turn) -> Turn:
        """A turn on the board that is cut out, on the whole one."""
        return replace(turn, point=self.back(turn.point)) if isinstance(turn, Move | Unblock) else turn


def living_stones(rules: Rules, c: Coloring[int]) -> int:
    """The stones that live even if their owner always passes."""
    return (c.black | c.white) & (benson(rules, c, Color.BLACK) | benson(rules, c, Color.WHITE))


def searched_locally(
    rules: Rules, c: Coloring[int], owner: Color, stones: int, living: int, most: int = MOST_NODES
) -> StringStatus:
    """The status of one string in a small region that living stones close off, by at most `most` nodes; else open."""
    if stones & living:
        return StringStatus(stones, owner, Life.KEPT, begins(rules, owner))
    region = ClosedOff.around(c, stones, living)
    if region is None or region.within.bit_count() > MOST_LOOSE:
        return StringStatus(stones, owner, Life.OPEN, begins(rules, owner))
    status = searched(rules, region.coloring, owner, region.cut(stones), region.within, most)
    return replace(status, stones=stones, line=tuple(map(region.turn_back, status.line)))


def half_a_point_for(rules: Rules, owner: Color, stones: int) -> Rules:
    """Rules by which half a point more goes to the owner of a string whose stone stands on it at the end."""

    def half_a_point(ended: Ended[int], color: Color) -> float:
        """The owner of a string scores half a point more if a stone of that player stands on one of its points."""
        c = ended.coloring
        return 0.5 if color is owner and c.meets(c.of(owner), c.board.everything & stones) else 0

    return rules.adding(make_clause(half_a_point, "ours/half-a-point", decides=Decision.SCORE))


def searched_in_cleanup(
    rules: Rules, c: Coloring[int], owner: Color, stones: int, living: int, first: Color, disputed: int
) -> StringStatus:
    """What becomes of one string by best play of KataGo's cleanup within its region.

    Who has the first turn of cleanup goes first there if no stones are in dispute elsewhere; else it is not known who
    does, and the string is left, or taken, only where it is whoever goes first.
    """
    region = c.board.closure(stones, c.board.everything & ~living)
    if stones & living:
        return StringStatus(stones, owner, Life.KEPT, first)
    if region.bit_count() > MOST_IN_CLEANUP or loose_points(c, region) != region:
        return StringStatus(stones, owner, Life.OPEN, first)
    staked = half_a_point_for(replace(rules, komi=0), owner, stones)
    players = (first, first.opponent) if disputed & ~region else (first,)
    games = [Game(staked, rows=c, to_play=player, phase=Phase.FIRST_CLEANUP) for player in players]
    solver = Solver(games, Budget(nodes=MOST_NODES), at_points(region))
    try:
        values = [value_of(solver, game) for game in games]
    except OutOfBudget:
        return StringStatus(stones, owner, Life.UNKNOWN, first)
    ends = {Life.TAKEN if value.best % 1 == 0 else Life.LEFT for value in values if value.worst == value.best}
    if len(ends) > 1 or any(value.worst != value.best for value in values):
        return StringStatus(stones, owner, Life.UNSETTLED, first)
    line, _ = best_line(solver, games[0], values[0], None)
    return StringStatus(stones, owner, ends.pop(), first, tuple(best.turn for best in line))
