"""How many moves each clause forbids in the situations of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...spec.algebra.arrays import Flags
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import Position
from ..phase.codes import ManySituations
from ..phase.many import blocks, flags
from ..phase.past import ask
from ..phase.situations import Situation
from ..phase.turns import Turns
from .graph import CHUNK, CodedGraph


def moves_forbidden(graph: CodedGraph) -> dict[str, int]:
    """How many moves each clause forbids in all situations together, by its name; 0 for those that forbid none.

    A move that several clauses speak against is counted for the first of them, in the order of the document. A move
    that is forbidden because of the turn before is counted for the first clause that looks at that turn.

    >>> from superko.checker.graph.graph import explore
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> forbidden = moves_forbidden(explore(Rules(ko=Ko.SIMPLE), Grid(2, 1)))
    >>> forbidden["katago-v2/main/legal-simple-ko"], forbidden["katago-v2/move/no-null-change"]
    (4, 0)
    """
    clauses = _forbidding(graph.turns)
    numbers = dict.fromkeys((clause.name for clause in clauses), 0)
    for block in blocks(len(graph.nodes), CHUNK):
        for places, situations in graph.turns.read(graph.nodes[block]):
            sizes = graph.sizes[block][places]
            for point in points_of(graph.turns.moves_at):
                for clause, forbidden in _forbidden_at(graph.turns, situations, point, len(places)):
                    numbers[clause.name] += int(sizes[forbidden].sum())
    return numbers


def _forbidding(turns: Turns) -> tuple[Clause, ...]:
    rules = turns.rules
    return (*rules.deciding(Decision.PSEUDOLEGAL), *rules.deciding(Decision.LEGAL, turns.phase))


def _forbidden_at(
    turns: Turns, situations: ManySituations | Situation, point: int, many: int
) -> Iterator[tuple[Clause, Flags]]:
    """Each clause, with the situations in which it is the first to forbid a move at a point."""
    position: Position[Any] = situations.position
    play = move(turns.rules, position.coloring, position.player, point)
    alone = turns.legality.alone(position)
    allowed = np.ones(many, dtype=np.bool_)
    for clause in _forbidding(turns):
        if clause.decides is Decision.PSEUDOLEGAL:
            holds = flags(clause.function(play), many)
        elif clause in turns.legality.looking_back:
            holds = flags(ask(clause, alone.without, play), many) & flags((situations.banned & point) == 0, many)
        else:
            holds = flags(ask(clause, alone.whatever, play), many)
        yield clause, allowed & ~holds
        allowed &= holds
