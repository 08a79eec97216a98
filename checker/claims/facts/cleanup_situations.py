"""How many situations the cleanup phases have, with the moves and unblock actions in them, by two engines.

One explores situations on arrays, up to symmetry; the other asks the clauses about each of them.
No number is published but that of legal positions: a phase can start from each, with either player.
"""

from __future__ import annotations

from collections.abc import Hashable

import networkx as nx

from ....spec.algebra import Color, Grid
from ....spec.parameters import Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...graph.graph import CodedGraph, chunks, explore
from ...graph.reachability import number_of_moves, number_of_unblocks, situation_graph
from ...phase.situations import Situation, Situations
from ...sweeps.sweep import legal_chunks

PHASES = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
MOST_POINTS_TO_ASK_CLAUSES = 9
MOST_POINTS_WITHOUT_SYMMETRY = 10


def cleanup_situations(rules: Rules, grid: Grid) -> Verdict:
    """Explore every situation of both cleanup phases, and count them anew by another engine where that can be done."""
    counts, second = (counted(explore(rules, grid, phase=phase)) for phase in PHASES)
    starts = {"starts": len(Color) * sum(len(c.black) for c in legal_chunks(grid))}
    elsewhere, notes = _counts_from_elsewhere(rules, grid)
    for expected in (second, starts, elsewhere):
        if not expected.items() <= counts.items():
            return Verdict(Outcome.REFUTED, str(grid), "graph", counts, notes=f"These were expected: {expected}.")
    verdict = Verdict(Outcome.HOLDS, str(grid), "graph", counts, notes=notes)
    return if_it_acted(verdict, counts["moves"], "made a move")


def _counts_from_elsewhere(rules: Rules, grid: Grid) -> tuple[dict[str, int], str]:
    """Some of the counts by another engine, and how it came to them."""
    if grid.size <= MOST_POINTS_TO_ASK_CLAUSES:
        found = counted_by_clauses(Situations(rules, grid, PHASES[0]))
        return found, "The clauses, one by one, give the same. Games that make no ko-move twice reach every situation."
    if grid.size <= MOST_POINTS_WITHOUT_SYMMETRY:
        found = counted(explore(rules, grid, symmetry=False, phase=PHASES[0]))
        del found["orbits"]
        return found, "An exploration without symmetry counts the same."
    return {}, "No other engine has counted them."


def counted(graph: CodedGraph) -> dict[str, int]:
    """The counts of a graph of arrays.

    They are those of situations, of those that the phase can start from, of their moves and unblock actions, of the
    situations that can come back without a pass if ko-moves are made again, and of the orbits.
    """
    unmarked = graph.turns.codes.without_marks(graph.nodes) == graph.nodes
    return {
        "situations": graph.number_of_situations,
        "starts": int(graph.sizes[unmarked].sum()),
        "moves": graph.number_of_moves,
        "ko_moves": _number_of_ko_moves(graph),
        "unblocks": graph.number_of_unblocks,
        "on_cycles": int(graph.sizes[graph.on_cycles].sum()),
        "orbits": len(graph.nodes),
    }


def _number_of_ko_moves(graph: CodedGraph) -> int:
    number = 0
    for start, chunk in chunks(graph.nodes):
        moves = graph.turns.moves(chunk)
        number += int(graph.sizes[start + moves.indices[graph.turns.only_once(chunk, moves)]].sum())
    return number


def counted_by_clauses(situations: Situations) -> dict[str, int]:
    """The same counts by the clauses; of the situations, only those that games reach that make no ko-move twice."""
    graph = situation_graph(situations)
    without_passing = nx.DiGraph()
    ko_moves = 0
    for before, after, turns in graph.edges(data="turns"):
        ko_moves += sum(situations.only_once(before, turn) for turn in turns)
        if not all(map(situations.passes, turns)):
            without_passing.add_edge(before, after)
    parts = nx.strongly_connected_components(without_passing)
    return {
        "situations": reached_by_games(situations, graph),
        "starts": sum(not situation.marks for situation in graph),
        "moves": number_of_moves(graph),
        "ko_moves": ko_moves,
        "unblocks": number_of_unblocks(graph),
        "on_cycles": sum(len(part) for part in parts if len(part) > 1),
    }


def reached_by_games(situations: Situations, graph: nx.DiGraph) -> int:
    """How many situations are reached from a start of the phase by turns among which no ko-move is made twice.

    In none of these series of turns a situation comes twice. So no pass in it ends the phase, and each is a game.
    """
    ko_moves: dict[Situation, frozenset[Hashable]] = {start: frozenset() for start in graph if not start.marks}
    to_go_on = list(ko_moves)
    for before in to_go_on:
        for _, after, turns in graph.edges(before, data="turns"):
            for turn in turns:
                ko_move = (before.coloring, before.player, turn) if situations.only_once(before, turn) else None
                if after not in ko_moves and ko_move not in ko_moves[before]:
                    ko_moves[after] = ko_moves[before] if ko_move is None else ko_moves[before] | {ko_move}
                    to_go_on.append(after)
    return len(ko_moves)


for _suicide in (False, True):
    check_boards(
        "fact/cleanup-situations",
        cleanup_situations,
        boards=[(2, 1), (3, 1), (4, 1), (2, 2), (5, 1), (3, 2)],
        deep=[(6, 1), (7, 1), (4, 2), (8, 1), (3, 3), (9, 1), (5, 2), (4, 3)],
        rules=f"scoring=TERRITORY suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 4.0**grid.size / 4000,
        under=(Rules(scoring=Scoring.TERRITORY, suicide=_suicide),),
    )
