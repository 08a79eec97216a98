"""Games by AGA rules that go on forever after a dispute, where some moves may repeat a position.

What has stood only grows, and there is only so much that can stand. So a game can go on forever exactly if turns that
are legal even where everything has stood before lead back to where they began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from ....interpreter.aga_procedure import Procedure
from ....interpreter.game import Game
from ....interpreter.history import first_record
from ....interpreter.judgement import objection
from ....interpreter.notation import turn_text
from ....interpreter.story import Story
from ....spec.aga.presets import PRESETS
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.algebra.integers import integer_board
from ....spec.composition import after_move, move, state
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Pass, Play, Position, Record
from ...evidence.checks import Sides, check
from ...evidence.verdict import Outcome, Verdict, without_a_clause
from ...proofs.left_open import AtLeast, LeftOpen, OpenHistory, opened

SEARCHED: Sequence[Sides] = [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)]
BAN = "aga/8-illegal-kinds#repetition"
KO_ONLY = {"reading/aga-repeating-moves": "ko-only"}


@dataclass(frozen=True)
class EndlessDispute:
    """A game that can go on forever after the players have disagreed.

    Attributes:
        opening: the turns before the first two passes.
        loop: the turns after the disagreement, which can be taken over and over.
    """

    opening: tuple[Pass | Move, ...]
    loop: tuple[Pass | Move, ...]


def situations(rules: Rules, grid: Grid) -> nx.DiGraph:
    """What can stand, and the turns between; `lasting` ones are legal even where everything has stood before."""
    start = rules.sole(Decision.START).function(Coloring(integer_board(grid.width, grid.height), 0, 0))
    graph = nx.DiGraph()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for turn, later, lasting in _turns(rules, position):
            if later not in graph:
                waiting.append(later)
            graph.add_edge(position, later, turn=turn, lasting=lasting)
    return graph


def _turns(rules: Rules, position: Position) -> Iterator[tuple[Pass | Move, Position, bool]]:
    record = first_record(rules, position)
    yield PASS, rules.sole(Decision.PASS).function(position), True
    for point in points_of(position.coloring.empty):
        play = move(rules, position.coloring, position.player, point)
        if objection(record, play) is None:
            later = after_move(rules, position, play)
            yield Move(point), later, _is_lasting(record, later, play)


def _is_lasting(record: Record, later: Position, play: Play) -> bool:
    """Whether a move is legal even where it leads to what has stood, however long the game has gone on."""
    known: Any = OpenHistory([(state(record.rules, later), AtLeast(1)), (record.state, AtLeast(1))])
    try:
        return objection(opened(record, earlier=known), play) is None
    except LeftOpen as error:
        error.settle()
        return False


def shortest_loop(graph: nx.DiGraph) -> list[Position] | None:
    """A shortest loop from a position with stones, a move first and then any lasting turns, if there is one."""
    lasting = nx.DiGraph((before, later) for before, later, lasts in graph.edges(data="lasting") if lasts)
    loops = [
        [before, *nx.shortest_path(lasting, later, before)]
        for before, later in lasting.edges
        if before.coloring != later.coloring
        and before.coloring.empty != before.coloring.board.everything
        and nx.has_path(lasting, later, before)
    ]
    return min(loops, key=len, default=None)


def endless_dispute(graph: nx.DiGraph) -> EndlessDispute | None:
    """A game that goes on forever after a dispute, if there is one on this board."""
    loop = shortest_loop(graph)
    if loop is None:
        return None
    opening = nx.shortest_path(graph, next(iter(graph)), loop[0])
    turns = [tuple(graph.edges[step]["turn"] for step in pairwise(walk)) for walk in (opening, loop)]
    return EndlessDispute(*turns)


def replay(rules: Rules, grid: Grid, endless: EndlessDispute) -> None:
    """Play the game with its dispute, and twice round the loop.

    Raises:
        AssertionError: a turn is illegal, or the loop leads elsewhere.
    """
    game = Procedure.start(rules, grid.width, grid.height)
    for turn in (*endless.opening, PASS, PASS):
        game = game.play(turn)
    c = game.record.position.coloring
    game = resumed = game.compare_dead_stones({Color.BLACK: c.black | c.white})
    for turn in endless.loop * 2:
        game = game.play(turn)
    assert game.record.position == resumed.record.position, "the loop leads back"
    assert not any(taken.illegal for taken in game.turns_back()), "every turn is legal"


def smallest_endless_dispute(rules: Rules) -> Verdict:
    """Find the smallest board on which a dispute can go on forever, and a shortest loop of turns on it."""
    counts = {"situations": 0}
    for width, height in SEARCHED:
        grid = Grid(width, height)
        graph = situations(rules, grid)
        counts["situations"] += len(graph)
        endless = endless_dispute(graph)
        if endless is not None:
            replay(rules, grid, endless)
            return _refuted(rules, grid, endless, counts | {"turns_of_loop": len(endless.loop)})
    return Verdict(Outcome.HOLDS, f"boards up to {Grid(*SEARCHED[-1])}", "graph", counts)


def _refuted(rules: Rules, grid: Grid, endless: EndlessDispute, counts: dict[str, int]) -> Verdict:
    """The verdict on an endless dispute; its witness, where the rules have a name, goes round the loop twice."""
    opening, loop = (", ".join(turn_text(grid, turn) for turn in turns) for turns in (endless.opening, endless.loop))
    shows = f"After {opening}, also after two passes and a disagreement, this can go on forever: {loop}."
    if rules.amendments:
        return Verdict(Outcome.REFUTED, str(grid), "graph", counts, notes=shows)
    witness = Story.play(Game.start(rules, grid.width, grid.height), endless.opening + endless.loop * 2, shows)
    return Verdict(Outcome.REFUTED, str(grid), "graph", counts, witness, minimal=True)


_AGA = PRESETS["aga"]

check(
    "claim/aga-dispute-terminates", "smallest", "reading/aga-repeating-moves=ko-only", under=(_AGA.reading(KO_ONLY),)
)(smallest_endless_dispute)
check("claim/aga-dispute-terminates", "smallest", f"without={BAN}", under=(_AGA.dropping(BAN),))(
    without_a_clause(smallest_endless_dispute)
)
