"""Whether a game by AGA rules, with all its disputes, ends: under the ban on repetition, every game does.

Every move that rule 8 allows leads to a new position, and the fourth pass in a row ends the game. So the positions that
have not stood, and then the passes left, are a rank that every turn lowers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import networkx as nx

from ....interpreter.aga_procedure import Procedure, Stage
from ....interpreter.history import after
from ....spec.aga.disputes import both_passed_twice
from ....spec.aga.presets import PRESETS
from ....spec.algebra import Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.composition import after_move, move, state
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Position, Record
from ...checks import EVERY_SIZE, check, check_boards
from ...proofs.open_values import OpenHistory
from ...proofs.pointwise import PointwiseBoard
from ...verdict import Outcome, Verdict
from .counting import unknown_game

PASSES_BEFORE_THE_LAST = 3
NOTES = (
    "Between two turns, each string is named and disputed once at most, and the players compare once. Illegal moves "
    "that nobody notes are left out, and so is going back to before one."
)


def rank(record: Record) -> tuple[int, int]:
    """The positions that have not stood, less how many there are on the board; and the passes left in a row."""
    stood: Any = record.earlier
    return -len(stood.happened), PASSES_BEFORE_THE_LAST - record.pass_run


def turns_lower_rank(rules: Rules) -> Verdict:
    """Show that every legal turn lowers the rank or ends the game, whatever the board and whatever has stood before."""
    cases = list(legal_turns(rules))
    lowering = sum(bool(both_passed_twice(later)) or _falls(rank(before), rank(later)) for before, later in cases)
    outcome = Outcome.PROVED if lowering == len(cases) else Outcome.UNKNOWN
    return Verdict(outcome, EVERY_SIZE, "rank", {"cases": len(cases), "lowering": lowering}, notes=NOTES)


def _falls(before: tuple[int, int], later: tuple[int, int]) -> bool:
    _, passes_left = later
    return later < before and passes_left >= 0


def legal_turns(rules: Rules) -> Iterator[tuple[Record, Record]]:
    """Each kind of legal turn on any board, as the records before and after; all that is known of the past matters."""
    for player, run, has_stood in product(Color, range(PASSES_BEFORE_THE_LAST + 1), (False, True)):
        board = PointwiseBoard()
        record, point = replace(unknown_game(rules, board, player), pass_run=run), board.point("point")
        play = move(rules, record.position.coloring, player, point)
        before = with_known_past(record, after_move(record.rules, record.position, play), has_stood)
        if all(clause.function(before, play) for clause in rules.deciding(Decision.LEGAL)):
            yield before, after(before, Move(point))
        passed = rules.sole(Decision.PASS).function(record.position)
        before = with_known_past(record, passed, has_stood)
        yield before, after(before, PASS)


def with_known_past(record: Record, position: Position, has_stood: bool) -> Record:
    """The record when it is known whether a position has stood, and nothing else of what has stood."""
    known: Any = OpenHistory({state(record.rules, position): int(has_stood), record.state: 1})
    return replace(record, earlier=known)


def every_game_ends(rules: Rules, grid: Grid) -> Verdict:
    """Follow every legal turn and every statement on a tiny board, and find the longest game."""
    start = Procedure.start(rules, grid.width, grid.height)
    graph = nx.DiGraph()
    found, waiting = {_future(start)}, [start]
    while waiting:
        game = waiting.pop()
        for later, turns in _continued(game):
            graph.add_edge(_future(game), _future(later), turns=turns)
            if _future(later) not in found:
                found.add(_future(later))
                waiting.append(later)
    counts = {"states": len(found)}
    if not nx.is_directed_acyclic_graph(graph):
        return Verdict(Outcome.REFUTED, f"every game on {grid}", "graph", counts)
    counts["turns_of_longest"] = nx.dag_longest_path_length(graph, weight="turns")
    return Verdict(Outcome.HOLDS, f"every game on {grid}", "graph", counts)


def _future(game: Procedure) -> tuple[Any, ...]:
    """What the rest of the game depends on."""
    record = game.record
    said = game.named, game.disputed, game.resumed
    return frozenset(record.earlier), record.position, record.pass_run, said


def _continued(game: Procedure) -> Iterator[tuple[Procedure, int]]:
    """The game after each legal turn, which counts as one, and after each statement, which does not."""
    if game.stage is Stage.OVER:
        return
    c = game.record.position.coloring
    legal = (game.play(Move(point)) for point in points_of(c.empty))
    yield from ((later, 1) for later in (game.play(PASS), *legal) if later.last and not later.last.illegal)
    if game.stage is Stage.AGREEING:
        stones = c.black | c.white
        yield from ((later, 0) for point in points_of(stones) for later in _said_of(game, point))
        yield from ((game.compare_dead_stones({Color.BLACK: held}), 0) for held in {0, stones})


def _said_of(game: Procedure, point: int) -> Iterator[Procedure]:
    for statement in (game.name, game.dispute):
        try:
            yield statement(point)
        except ValueError:
            continue


_AGA = PRESETS["aga"]

# When the player matters too, there are far more histories on 3x1 than can be followed.
for _reading, _deep in (("board", [(3, 1)]), ("board-and-player", [])):
    _rules = _AGA.reading({"reading/aga-repetition": _reading})
    _label = f"reading/aga-repetition={_reading}"
    check("claim/aga-dispute-terminates", EVERY_SIZE, _label, cost=0.5, under=(_rules,))(turns_lower_rank)
    check_boards(
        "claim/aga-dispute-terminates",
        every_game_ends,
        boards=[(1, 1), (2, 1)],
        deep=_deep,
        rules=_label,
        cost=lambda grid: 12 * 20.0 ** (grid.size - 3),
        under=(_rules,),
    )
