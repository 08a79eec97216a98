"""The graph of coded situations is the very graph that networkx holds, and notices broken rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from operator import attrgetter

import networkx as nx
import numpy as np
import pytest

from superko.checker.claims.facts.situations import (
    by_clauses,
    number_of_turns,
)
from superko.checker.graph import graph as coded_graph
from superko.checker.graph.as_networkx import situation_graph
from superko.checker.graph.edges import MANY, Edges
from superko.checker.graph.graph import CodedGraph, ExploredSoFar, explore
from superko.checker.phase.codes import SituationCodes
from superko.checker.phase.situations import Situation, Situations
from superko.checker.phase.symmetry import CodeSymmetries, board_symmetries
from superko.checker.phase.turns import Turns
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.algebra.arrays import Words
from superko.spec.composition import resulting_state
from superko.spec.parameters import Ko
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Play, Position, Record, Turn

from ...sampling import sample

SIMPLE_KO = "katago-v2/main/legal-simple-ko"
SUICIDE_BAN = "katago-v2/move/suicide-ban"
NO_BAN = Rules().dropping("katago-v2/main/legal-superko")
SMALL = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(1, 4), Grid(2, 2), Grid(3, 2)]


def simple_ko(suicide: bool = True) -> Rules:
    return Rules(ko=Ko.SIMPLE, suicide=suicide)


def numbers(graph: CodedGraph) -> tuple[int, int]:
    return graph.number_of_situations, graph.number_of_moves


def edges(graph: CodedGraph, kind: str) -> set[tuple[Situation, Situation]]:
    """The moves or the passes of a graph without symmetry, between situations."""
    held, named = getattr(graph, kind), [graph.turns.codes.situation(int(code)) for code in graph.nodes]
    return {(named[before], named[after]) for before, after in zip(held.origin, held.after, strict=True)}


def turns_between(graph: nx.DiGraph) -> dict[tuple[Situation, Situation], set[Turn]]:
    """The turns on each edge of a graph; every one stands there once."""
    edges = {(before, after): turns for before, after, turns in graph.edges(data="turns")}
    assert all(len(turns) == len(set(turns)) for turns in edges.values())
    return {edge: set(turns) for edge, turns in edges.items()}


@pytest.mark.clauses(SIMPLE_KO)
@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize(
    ("grid", "situations", "without_suicide", "with_suicide"),
    [
        (Grid(3, 1), 30, 36, 42),
        (Grid(4, 1), 90, 128, 148),
        (Grid(2, 2), 114, 184, 192),
        (Grid(3, 2), 1002, 2236, 2344),
        (Grid(3, 3), 26118, 84718, 87720),
    ],
    ids=str,
)
def test_situations_and_moves_are_as_many_as_published(
    grid: Grid, situations: int, without_suicide: int, with_suicide: int, symmetry: bool
) -> None:
    assert numbers(explore(simple_ko(suicide=False), grid, symmetry)) == (situations, without_suicide)
    assert numbers(explore(simple_ko(suicide=True), grid, symmetry)) == (situations, with_suicide)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_both_engines_find_the_same_situations_moves_and_passes(grid: Grid, suicide: bool) -> None:
    coded = explore(simple_ko(suicide), grid, symmetry=False)
    held = by_clauses(Situations(simple_ko(suicide), grid))
    assert turns_between(situation_graph(coded)) == turns_between(held)
    by_kind = [
        (before, after, isinstance(turn, Move)) for before, after, turns in held.edges(data="turns") for turn in turns
    ]
    assert edges(coded, "moves") == {(before, after) for before, after, is_move in by_kind if is_move}
    assert edges(coded, "passes") == {(before, after) for before, after, is_move in by_kind if not is_move}


@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_with_the_button_situations_tell_whether_anybody_has_passed(grid: Grid) -> None:
    rules = Rules(ko=Ko.SIMPLE, button=True)
    coded, held = explore(rules, grid), by_clauses(Situations(rules, grid))
    assert turns_between(situation_graph(coded)) == turns_between(held)
    assert {str(situation).endswith(" after a pass") for situation in held} == {False, True}
    assert numbers(coded) == (len(held), number_of_turns(held, Move))


@pytest.mark.every_case
@pytest.mark.parametrize(
    "rules", [simple_ko(True), Rules().dropping("katago-v2/main/legal-superko")], ids=["ko", "no ban"]
)
@pytest.mark.parametrize("grid", SMALL[:3], ids=str)
def test_both_engines_find_the_same_situations_on_cycles_of_moves(grid: Grid, rules: Rules) -> None:
    held = by_clauses(Situations(rules, grid))
    moves = nx.DiGraph((a, b) for a, b, turns in held.edges(data="turns") if any(isinstance(t, Move) for t in turns))
    on_cycles = sum(len(part) for part in nx.strongly_connected_components(moves) if len(part) > 1)
    for symmetry in (False, True):
        coded = explore(rules, grid, symmetry)
        assert int(coded.sizes[coded.on_cycles].sum()) == on_cycles


@pytest.mark.parametrize("symmetry", [False, True])
def test_what_is_explored_a_few_nodes_at_a_time_is_the_same(symmetry: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = explore(simple_ko(), Grid(3, 2), symmetry)
    monkeypatch.setattr(coded_graph, "CHUNK", 7)
    in_parts = explore(simple_ko(), Grid(3, 2), symmetry)
    edges_of = (f"{kind}.{part}" for kind in ("moves", "passes", "unblocks") for part in ("begins", "after"))
    for of_graph in map(attrgetter, ("nodes", "sizes", "on_cycles", *edges_of)):
        assert np.array_equal(of_graph(in_parts), of_graph(at_once)), of_graph
    assert numbers(in_parts) == numbers(at_once)


def test_simple_ko_leaves_no_cycle_of_moves_on_two_points_and_some_on_three() -> None:
    assert not explore(simple_ko(), Grid(2, 1)).on_cycles.any()
    assert explore(simple_ko(), Grid(3, 1)).on_cycles.any()


@pytest.mark.parametrize("seed", range(4))
def test_what_edges_lead_to_and_which_nodes_are_on_cycles_is_as_networkx_has_it(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random edges, doubled ones, loops and graphs with many small cycles among them; scipy is asked of some or all."""
    monkeypatch.setattr("superko.checker.graph.edges.MANY", MANY * (seed % 2))
    chance = np.random.default_rng(seed)
    for most in range(1, 60):
        origin, after = chance.integers(most, size=(2, chance.integers(2 * most)))
        drawn = Edges.of(most, origin, np.where(chance.random(len(after)) < 0.5, after, np.minimum(origin + 1, after)))
        held = nx.DiGraph(zip(drawn.origin.tolist(), drawn.after.tolist(), strict=True))
        held.add_nodes_from(range(most))
        strong = [part for part in nx.strongly_connected_components(held) if len(part) > 1]
        cyclic = {*nx.nodes_with_selfloops(held)}.union(*strong)
        assert {*np.flatnonzero(drawn.on_cycles).tolist()} == cyclic
        assert {*np.flatnonzero(drawn.reached(np.arange(most) == 0)).tolist()} == {0} | nx.descendants(held, 0)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", [Grid(4, 1), Grid(3, 2)], ids=str)
def test_looking_at_recaptures_alone_misses_no_ban(grid: Grid, suicide: bool) -> None:
    """Given rules to be played by the text alone, every empty point is tried, and no other move is found banned."""
    text, quick = (explore(rules, grid) for rules in (simple_ko(suicide).literally(), simple_ko(suicide)))
    for of_graph in map(attrgetter, ("nodes", "moves.begins", "moves.after")):
        assert np.array_equal(of_graph(text), of_graph(quick)), of_graph


class TestSymmetry:
    def test_a_square_has_eight_rotations_and_reflections_another_rectangle_four_and_a_line_two(self) -> None:
        assert [len(board_symmetries(Grid(*sides))) for sides in ((1, 1), (3, 1), (3, 2), (3, 3))] == [1, 2, 4, 8]

    @pytest.mark.parametrize("grid", [Grid(3, 2), Grid(2, 2)], ids=str)
    def test_every_situation_has_just_one_representative_and_orbits_add_up(self, grid: Grid) -> None:
        every, up_to_symmetry = explore(simple_ko(), grid, symmetry=False), explore(simple_ko(), grid)
        standing_for = Counter(up_to_symmetry.turns.codes.representatives(every.nodes).tolist())
        assert sorted(standing_for) == up_to_symmetry.nodes.tolist()
        assert [standing_for[node] for node in up_to_symmetry.nodes.tolist()] == up_to_symmetry.sizes.tolist()

    def test_an_image_has_the_board_turned_the_colors_swapped_and_the_ban_moved_along(self) -> None:
        codes = SituationCodes(Grid(4, 1), CodeSymmetries(Grid(4, 1)))
        taken = Situation(Position(parse_board(".X.X"), WHITE), banned=0b0100)
        code = np.array([codes.code(taken)], np.uint64)
        images = {codes.situation(int(image[0])) for image in codes.symmetries.images(code, codes.layout)}
        assert images == {
            taken,
            Situation(Position(parse_board("X.X."), WHITE), banned=0b0010),
            Situation(Position(parse_board(".O.O"), BLACK), banned=0b0100),
            Situation(Position(parse_board("O.O."), BLACK), banned=0b0010),
        }

    def test_moves_of_images_are_images_of_moves(self) -> None:
        turns = Turns(simple_ko(), Grid(3, 2))
        nodes = explore(simple_ko(), Grid(3, 2)).nodes

        def onward(codes: Words) -> list[tuple[int, int]]:
            moves = turns.after(codes)[Move]
            reached = turns.codes.representatives(moves.reached)
            return sorted(zip(moves.indices.tolist(), reached.tolist(), strict=True))

        images = turns.codes.symmetries.images(nodes, turns.codes.layout)
        assert all(onward(image) == onward(nodes) for image in images)

    def test_codes_name_situations_on_a_board_that_needs_several_tables(self) -> None:
        codes = SituationCodes(Grid(4, 4), CodeSymmetries(Grid(4, 4)))
        situation = Situation(Position(parse_board("X..O/..../..../O..X"), BLACK), banned=1 << 14)
        assert codes.situation(codes.code(situation)) == situation
        code = np.array([codes.code(situation)], np.uint64)
        assert codes.orbit_sizes(codes.representatives(code)).tolist() == [16]


class TestBrokenRules:
    @pytest.mark.parametrize("symmetry", sample([False, True], lambda symmetry: symmetry))
    @pytest.mark.thorough
    def test_a_clause_that_says_the_same_in_other_words_changes_nothing(self, symmetry: bool) -> None:
        def as_it_was(record: Record, play: Play) -> bool:
            """A move does not lead back to the state before the opponent's turn."""
            before = record.previous
            return before is None or before.state != resulting_state(record, play)

        new, old = simple_ko().replacing(SIMPLE_KO, as_it_was), simple_ko()
        assert numbers(explore(new, Grid(3, 2), symmetry)) == numbers(explore(old, Grid(3, 2)))
        assert np.array_equal(explore(new, Grid(3, 2)).nodes, explore(old, Grid(3, 2), symmetry=False).nodes)

    def test_a_further_clause_on_ko_is_followed(self) -> None:
        def at_no_corner(record: Record, play: Play) -> Condition:
            """No move is legal at the left end after a move at the right end."""
            c, before = play.before, record.previous
            if before is None:
                return True
            filled = before.position.coloring.empty & ~record.position.coloring.empty
            return c.no(c.meets(filled, c.board.everything & 0b100) & c.meets(play.point, c.board.everything & 0b001))

        added = make_clause(at_no_corner, "test/ko/ends", decides=Decision.LEGAL)
        graph = explore(simple_ko().adding(added), Grid(3, 1))
        held = by_clauses(Situations(simple_ko().adding(added), Grid(3, 1)))
        assert {graph.turns.codes.situation(int(code)) for code in graph.nodes} == set(held)
        assert any(str(situation) == "..X W without A1" for situation in held)
        assert numbers(graph) != numbers(explore(simple_ko(), Grid(3, 1)))

    def test_rules_that_tell_the_colors_apart_are_explored_in_full(self) -> None:
        one_sided = simple_ko(suicide=False).replacing(
            SUICIDE_BAN, lambda play: play.before.is_empty(play.before.black), "No black stone is on the board."
        )
        graph = explore(one_sided, Grid(2, 1), symmetry=True)
        assert len(graph.nodes) == graph.number_of_situations


def test_an_exploration_tells_how_far_it_has_come_before_each_turn() -> None:
    reports: list[ExploredSoFar] = []
    graph = explore(simple_ko(), Grid(2, 2), watch=reports.append)
    assert reports[0] == ExploredSoFar(turns=0, situations=1, orbits=1, moves=0)
    assert [covered.turns for covered in reports] == list(range(len(reports)))
    assert all(earlier.situations < later.situations for earlier, later in pairwise(reports))
    assert reports[-1].situations == graph.number_of_situations


@pytest.mark.parametrize(
    ("rules", "grid", "message"),
    [
        (
            Rules(ko=Ko.POSITIONAL),
            Grid(2, 1),
            "no account of which states have stood, and katago-v2/main/legal-superko",
        ),
        (Rules(ko=Ko.SIMPLE), Grid(11, 2), "14,000,000,000 legal positions of 11x2 can follow"),
    ],
    ids=["superko", "board"],
)
def test_what_has_no_graph_is_refused_in_a_sentence(rules: Rules, grid: Grid, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        explore(rules, grid)
