"""Every number that is given of a graph is one of situations, whether one of each orbit was explored or all."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from superko.checker.claims.facts.situations import by_clauses, number_of_turns
from superko.checker.graph.as_networkx import situation_graph
from superko.checker.graph.graph import ExploredSoFar, explore
from superko.checker.phase.situations import Situation, Situations
from superko.checker.phase.turns import Turns
from superko.interpreter import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Position, Unblock

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


# The graph of situations says what games say, counts what is published, and notices broken rules.


SIMPLE_KO = "katago-v2/main/legal-simple-ko"


def simple_ko(suicide: bool = True) -> Rules:
    return Rules(ko=Ko.SIMPLE, suicide=suicide)


def graph_of(rules: Rules, grid: Grid) -> nx.DiGraph:
    return by_clauses(Situations(rules, grid))


def test_a_standing_board_has_as_many_situations_as_a_lying_one() -> None:
    standing, lying = graph_of(simple_ko(), Grid(1, 4)), graph_of(simple_ko(), Grid(4, 1))
    assert len(standing) == len(lying)
    assert number_of_turns(standing, Move) == number_of_turns(lying, Move)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", sample([Grid(4, 1), Grid(2, 2), Grid(3, 2)], lambda grid: grid.size == 4), ids=str)
def test_a_game_that_follows_the_graph_has_just_the_turns_of_each_situation(grid: Grid, suicide: bool) -> None:
    situations = Situations(simple_ko(suicide), grid)
    graph = by_clauses(situations)
    for situation, path in nx.single_source_shortest_path(graph, situations.first).items():
        game = Game(simple_ko(suicide), grid)
        for step in pairwise(path):
            game = game.play(graph.edges[step]["turns"][0])
        assert (game.position.coloring, game.position.player) == (situation.coloring, situation.player)
        turns = [turn for _, _, turns in graph.edges(situation, data="turns") for turn in turns]
        assert len(turns) == len(set(turns))
        assert set(turns) == set(game.turns())


@pytest.mark.clauses(SIMPLE_KO)
def test_taking_a_ko_bans_the_move_that_takes_it_back_and_a_pass_lifts_the_ban() -> None:
    situations = Situations(simple_ko(), Grid(4, 1))
    before = Situation(Position(parse_board(".XO."), BLACK))
    taken = dict(situations.after(before))[Move(0b1000)]
    assert taken == Situation(Position(parse_board(".X.X"), WHITE), banned=0b0100)
    assert str(taken) == ".X.X W without C1"
    assert dict(situations.after(taken)) == {PASS: Situation(Position(parse_board(".X.X"), BLACK))}


@pytest.mark.clauses("katago-v2/move/no-null-change")
def test_moves_that_lead_where_a_pass_leads_are_counted_all_the_same() -> None:
    situations = Situations(simple_ko().dropping("katago-v2/move/no-null-change"), Grid(1, 1))
    graph = by_clauses(situations)
    [(_, _, turns)] = graph.edges(situations.first, data="turns")
    assert turns == (PASS, Move(1))
    assert number_of_turns(graph, Move) == 1
