"""Every number that is given of a graph is one of situations, whether one of each orbit was explored or all."""

from __future__ import annotations

import networkx as nx
import pytest

from superko.checker.claims.facts.situations import by_clauses, number_of_turns
from superko.checker.graph.as_networkx import situation_graph
from superko.checker.graph.graph import ExploredSoFar, explore
from superko.checker.phase.situations import Situations
from superko.checker.phase.turns import Turns
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Move, Phase, Unblock

from ...sampling import EXHAUSTIVE, sample
from .test_coded_graph import turns_between

BOARDS = [(width, height) for height in (1, 2, 3) for width in range(height, 4)] + [(4, 1), (5, 1)]
PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def taken() -> list[tuple[str, Phase]]:
    """One name for all presets, with simple ko or as they are, that a graph takes and that have the same turns."""
    explored: dict[object, tuple[str, Phase]] = {}
    for name in (*PRESETS, *(f"{preset},ko=SIMPLE" for preset in PRESETS)):
        for phase in PHASES:
            try:
                rules = parse_rules(name)
                Turns(rules, Grid(2, 1), phase)
            except ValueError:
                continue
            clauses = frozenset(clause.name for clause in rules.in_force if phase in clause.during and clause.decides)
            explored.setdefault((clauses, phase, rules.readings, rules.suicide), (name, phase))
    return [*explored.values()]


Report = tuple[int, int, int]


def watched(name: str, grid: Grid, symmetry: bool, phase: Phase) -> tuple[list[Report], dict[str, object]]:
    """What is reported before each turn, and all numbers in the end."""
    reports: list[ExploredSoFar] = []
    graph = explore(parse_rules(name), grid, symmetry, reports.append, phase)
    return [(covered.turns, covered.situations, covered.moves) for covered in reports], {
        "situations": graph.number_of_situations,
        "moves": graph.number_of_moves,
        "unblocks": graph.number_of_unblocks,
        "on cycles": int(graph.sizes[graph.on_cycles].sum()),
    }


@pytest.mark.parametrize(
    ("sides", "named"),
    sample(
        [(sides, named) for sides in BOARDS for named in taken()],
        lambda pair: pair[0] in ((2, 1), (2, 2)) or (pair[0] == (3, 2) and pair[1][0] in ("chinese-like", "ko=SIMPLE")),
        EXHAUSTIVE,
    ),
    ids=str,
)
def test_numbers_are_those_of_situations_with_symmetry_and_without_and_in_networkx(
    sides: tuple[int, int], named: tuple[str, Phase]
) -> None:
    (name, phase), grid = named, Grid(*sides)
    held = by_clauses(Situations(parse_rules(name), grid, phase))
    distances = nx.single_source_shortest_path_length(held, next(iter(held)))
    (reports, numbers), (reports_of_all, numbers_of_all) = (watched(name, grid, how, phase) for how in (True, False))
    assert reports == reports_of_all
    assert numbers == numbers_of_all
    within = [sum(distance <= turns for distance in distances.values()) for turns in range(max(distances.values()) + 1)]
    assert [situations for _, situations, _ in reports] == within
    assert [turns for turns, _, _ in reports] == list(range(len(within)))
    coded = situation_graph(explore(parse_rules(name), grid, symmetry=False, phase=phase))
    assert turns_between(coded) == turns_between(held)
    assert next(iter(coded)) == next(iter(held))
    assert (numbers["situations"], numbers["moves"]) == (len(held), number_of_turns(held, Move))
    assert numbers["unblocks"] == number_of_turns(held, Unblock)
