"""How many positions are legal, and how many situations a phase can reach."""

from __future__ import annotations

import math
from collections.abc import Hashable

import networkx as nx

from ....interpreter.history import counts_as_pass
from ....spec.algebra import Color, Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase, Turn, Unblock
from ...evidence.verdict import Seen, answer, one_case
from ...graph.as_networkx import neighbourhood
from ...graph.graph import CHUNK, CodedGraph, explore
from ...phase.many import blocks
from ...phase.situations import Situation, Situations
from ...sweeps.sweep import legal_chunks, number_of_colorings

_PHASES = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
MOST_POINTS_TO_ASK_CLAUSES = 9
MOST_POINTS_WITHOUT_SYMMETRY = 10


@one_case(method="graph", acts="made a move")
def cleanup_situations(rules: Rules, grid: Grid) -> Seen:
    """Explore every situation of both cleanup phases, and count them anew by another engine where that can be done."""
    counts, second = (counted(explore(rules, grid, phase=phase)) for phase in _PHASES)
    starts = {"starts": len(Color) * sum(len(c.black) for c in legal_chunks(grid))}
    elsewhere, notes = _counts_from_elsewhere(rules, grid)
    for expected in (second, starts, elsewhere):
        if not expected.items() <= counts.items():
            return answer(False, counts, notes=f"These were expected: {expected}.")
    return answer(True, counts, notes=notes, acted=counts["moves"])


def _counts_from_elsewhere(rules: Rules, grid: Grid) -> tuple[dict[str, int], str]:
    """Some of the counts by another engine, and how it found them."""
    if grid.size <= MOST_POINTS_TO_ASK_CLAUSES:
        counts = counted_by_clauses(Situations(rules, grid, _PHASES[0]))
        return counts, "The clauses, one by one, give the same. Games that make no ko-move twice reach every situation."
    if grid.size <= MOST_POINTS_WITHOUT_SYMMETRY:
        counts = counted(explore(rules, grid, symmetry=False, phase=_PHASES[0]))
        del counts["orbits"]
        return counts, "An exploration without symmetry counts the same."
    return {}, "No other engine has counted them."


def counted(graph: CodedGraph) -> dict[str, int]:
    """The counts of a graph of arrays; on cycles is what can come back without a pass if ko-moves are made again."""
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
    for block in blocks(len(graph.nodes), CHUNK):
        moves = graph.turns.after(graph.nodes[block], {Move})[Move]
        once = graph.turns.only_once(graph.nodes[block], moves)
        number += int(graph.sizes[block][moves.indices[once]].sum())
    return number


def by_clauses(situations: Situations) -> nx.DiGraph:
    """Every situation that turns lead to from the start of a phase, one by one; edges have their `turns`."""
    return neighbourhood(situations, situations.first, math.inf)


def number_of_turns(graph: nx.DiGraph, kind: type[Turn]) -> int:
    """How many legal turns of a kind all situations have together."""
    return sum(isinstance(turn, kind) for _, _, turns in graph.edges(data="turns") for turn in turns)


def counted_by_clauses(situations: Situations) -> dict[str, int]:
    """The same counts by the clauses; of the situations, only those that games reach that make no ko-move twice."""
    graph, phase = by_clauses(situations), situations.first.position.phase
    without_passing = nx.DiGraph()
    ko_moves = 0
    for before, after, turns in graph.edges(data="turns"):
        ko_moves += sum(situations.only_once(before, turn) for turn in turns)
        if not all(counts_as_pass(situations.rules, phase, turn) for turn in turns):
            without_passing.add_edge(before, after)
    parts = nx.strongly_connected_components(without_passing)
    return {
        "situations": reached_by_games(situations, graph),
        "starts": sum(not situation.marks for situation in graph),
        "moves": number_of_turns(graph, Move),
        "ko_moves": ko_moves,
        "unblocks": number_of_turns(graph, Unblock),
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


LEGAL_POSITIONS = {
    (1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (6, 1): 313, (7, 1): 867, (8, 1): 2401,
    (9, 1): 6649, (10, 1): 18413,
    (2, 2): 57, (3, 2): 489, (4, 2): 4125, (5, 2): 35117, (6, 2): 299681,
    (3, 3): 12675, (4, 3): 321689, (5, 3): 8180343, (4, 4): 24318165,
}  # fmt: skip


@one_case(method="sweep", acts="told a coloring that is not legal")
def legal_positions(grid: Grid) -> Seen:
    """Count the legal colorings of a board, and compare with the published number."""
    legal = sum(len(c.black) for c in legal_chunks(grid))
    is_published, colorings = legal == LEGAL_POSITIONS[grid.width, grid.height], number_of_colorings(grid)
    return answer(is_published, {"colorings": colorings, "legal": legal}, acted=colorings - legal)


SITUATIONS = {(3, 1): 30, (4, 1): 90, (2, 2): 114, (3, 2): 1002, (3, 3): 26118}
MOVES_WITHOUT_SUICIDE = {(3, 1): 36, (4, 1): 128, (2, 2): 184, (3, 2): 2236, (3, 3): 84718}
MOVES_WITH_SUICIDE = {(3, 1): 42, (4, 1): 148, (2, 2): 192, (3, 2): 2344, (3, 3): 87720}


@one_case(method="graph", acts="made a move")
def reachable_situations(rules: Rules, grid: Grid) -> Seen:
    """Explore every situation from the empty board, passes included, and compare with the published numbers."""
    graph = by_clauses(Situations(rules, grid))
    counts = {"situations": len(graph), "moves": number_of_turns(graph, Move)}
    size = grid.width, grid.height
    moves = MOVES_WITH_SUICIDE if rules.suicide else MOVES_WITHOUT_SUICIDE
    published = {"situations": SITUATIONS[size], "moves": moves[size]}
    return answer(counts == published, counts, acted=counts["moves"])


MOST_POINTS_TO_CONFIRM = 12
LEMMA = "Captures are resolved by lemma/resolve-captures."


@one_case(method="graph", acts="made a move")
def situations_by_orbits(rules: Rules, grid: Grid) -> Seen:
    """Explore one situation of each orbit from the empty board, passes included, and count what they stand for."""
    graph = explore(rules, grid)
    numbers = graph.number_of_situations, graph.number_of_moves
    counts = {
        "situations": numbers[0],
        "moves": numbers[1],
        "on_cycles": int(graph.sizes[graph.on_cycles].sum()),
        "orbits": len(graph.nodes),
    }
    expected, source = _numbers_from_elsewhere(rules, grid)
    if expected is not None and expected != numbers:
        differs = f"{expected[0]} situations and {expected[1]} moves were expected."
        return answer(False, counts, notes=differs)
    return answer(True, counts, notes=f"{source} {LEMMA}", acted=counts["moves"])


def _numbers_from_elsewhere(rules: Rules, grid: Grid) -> tuple[tuple[int, int] | None, str]:
    """What the numbers of situations and of moves should be, if that is known, and how."""
    size = grid.width, grid.height
    if size in SITUATIONS:
        moves = MOVES_WITH_SUICIDE if rules.suicide else MOVES_WITHOUT_SUICIDE
        return (SITUATIONS[size], moves[size]), "The numbers of situations and moves are published."
    if grid.size <= MOST_POINTS_TO_CONFIRM:
        every = explore(rules, grid, symmetry=False)
        return (every.number_of_situations, every.number_of_moves), "An exploration without symmetry counts the same."
    return None, "No number is published, and no other engine has counted them."
