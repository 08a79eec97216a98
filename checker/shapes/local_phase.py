"""A cleanup phase played out at a few points only: its positions, its turns, and how long it can go on.

The positions and turns are those that the interpreter gives by the clauses that ask about no history. What those of
the others that end or forbid do is written once more here, for integers, and tests hold it to the interpreter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

from ...interpreter.game import Game
from ...spec.algebra import Color, Coloring
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.katago_v2.moves import captured_points
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Position, Turn

LEGAL_ONCE = "katago-v2/cleanup/legal-once"
TWO_PASSES = "katago-v2/cleanup/end-two-passes"
REPEATED_PASS = "katago-v2/cleanup/end-repeated-pass"
NO_RESULT = "katago-v2/cleanup/no-result"
ABOUT_HISTORY = (LEGAL_ONCE, TWO_PASSES, REPEATED_PASS, NO_RESULT)


@dataclass(frozen=True)
class Step:
    """A turn from a position.

    Attributes:
        turn: the turn.
        reached: the number of the position that it leads to.
        once: a set of one, if the rule of one ko-move for each coloring speaks of the turn; or else 0.
        is_pass: whether it counts as a pass.
        captured: the points that it emptied.
    """

    turn: Turn
    reached: int
    once: int
    is_pass: bool
    captured: int = 0


@dataclass(frozen=True)
class LocalPhase:
    """A cleanup phase in which moves are made at some points only.

    Attributes:
        rules: the rules in force.
        positions: what stands in each position, by its number; position 0 is the first.
        steps: for each position, by its number, the turns that can be taken.
        ko_moves: how many ko-moves there are, one for each player, point and coloring.
    """

    rules: Rules
    positions: tuple[Position, ...]
    steps: tuple[tuple[Step, ...], ...]
    ko_moves: int

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Which position turns other than passes lead to from which; an edge has its `turn`."""
        graph = nx.DiGraph()
        graph.add_nodes_from(range(len(self.steps)))
        for number, steps in enumerate(self.steps):
            graph.add_edges_from((number, step.reached, {"turn": step.turn}) for step in steps if not step.is_pass)
        return graph

    def shortest_cycle(self) -> tuple[Turn, ...]:
        """The fewest turns without a pass that lead from the first position back to it; none if nothing does."""
        ways = (
            [0, *nx.shortest_path(self.graph, reached, 0)]
            for reached in self.graph[0]
            if nx.has_path(self.graph, reached, 0)
        )
        shortest = min(ways, key=len, default=[0])
        return tuple(self.graph.edges[step]["turn"] for step in nx.utils.pairwise(shortest))


def local_phase(start: Game, points: int) -> LocalPhase:
    """The positions that turns lead to from the start of a cleanup phase, with all moves made at some points."""
    rules = without_history(start.rules)
    first = Game.set_up(rules, start.position.coloring, start.position.player, start.position.phase)
    numbers = {first.position: 0}
    waiting = deque([first])
    found = []
    ko_moves: dict[tuple[Color, int, Coloring[int]], int] = {}
    while waiting:
        game = waiting.popleft()
        steps = []
        for turn in _turns_at(game, points):
            after = game.taking(turn)
            if after.position not in numbers:
                numbers[after.position] = len(numbers)
                waiting.append(after)
            once, captured = _once(game, turn, ko_moves), _captured(game, turn)
            steps.append(Step(turn, numbers[after.position], once, _is_pass(game, turn), captured))
        found.append(tuple(steps))
    return LocalPhase(start.rules, tuple(numbers), tuple(found), len(ko_moves))


def without_history(rules: Rules) -> Rules:
    """The same rules without the clauses that ask about the history of a cleanup phase."""
    for name in ABOUT_HISTORY:
        rules = rules.dropping(name)
    return rules


def _turns_at(game: Game, points: int) -> Iterator[Turn]:
    moves = (Move(point) for point in points_of(game.position.coloring.empty & points))
    yield PASS
    yield from (turn for turn in moves if game.judge(turn).legal)
    yield from game.unblocks()


def _once(game: Game, turn: Turn, ko_moves: dict[tuple[Color, int, Coloring[int]], int]) -> int:
    position = game.position
    if not isinstance(turn, Move):
        return 0
    if not is_ko_move(game.rules, move(game.rules, position.coloring, position.player, turn.point)):
        return 0
    made = position.player, turn.point, position.coloring
    return 1 << ko_moves.setdefault(made, len(ko_moves))


def _captured(game: Game, turn: Turn) -> int:
    position = game.position
    if not isinstance(turn, Move):
        return 0
    return captured_points(move(game.rules, position.coloring, position.player, turn.point))


def _is_pass(game: Game, turn: Turn) -> bool:
    clauses = game.rules.deciding(Decision.COUNTS_AS_PASS, game.position.phase)
    return any(clause.function(turn) for clause in clauses)
