"""What is always, sometimes or eventually so of situations, and the turns that decide it, against networkx."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import networkx as nx
import numpy as np
import pytest

from superko.checker.claims.facts.situations import by_clauses
from superko.checker.graph.graph import CodedGraph, explore
from superko.checker.graph.properties import (
    Property,
    always,
    eventually,
    replayed,
    sometimes,
)
from superko.checker.phase.codes import ManySituations
from superko.checker.phase.situations import Situation, Situations
from superko.interpreter.game import Game, IllegalTurn
from superko.interpreter.notation import board_text, parse_board
from superko.spec.algebra import WHITE, Grid
from superko.spec.algebra.arrays import Flags
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Turn

RULES = Rules(ko=Ko.SIMPLE)
GRID = Grid(3, 2)


def has_a_ban(many: ManySituations) -> Flags:
    return np.not_equal(many.banned, 0)


def white_to_play_with_a_black_stone_at_the_top_left(many: ManySituations) -> Flags:
    """A property that tells images of a situation apart."""
    holds: Flags = np.not_equal(many.coloring.black & np.uint64(1), 0) & (many.player is WHITE)
    return holds


def has_a_white_stone(many: ManySituations) -> Flags:
    return np.not_equal(many.coloring.white, 0)


def nothing_at_all(many: ManySituations) -> Flags:
    return np.zeros(len(many.banned), dtype=np.bool_)


PROPERTIES: dict[Property, Callable[[Situation], bool]] = {
    has_a_ban: lambda situation: situation.banned != 0,
    white_to_play_with_a_black_stone_at_the_top_left: lambda situation: (
        bool(situation.coloring.black & 1) and situation.player is WHITE
    ),
    has_a_white_stone: lambda situation: situation.coloring.white != 0,
}


@pytest.fixture(scope="module")
def held() -> nx.DiGraph:
    return by_clauses(Situations(RULES, GRID))


@pytest.fixture(scope="module", params=[False, True], ids=["every situation", "one of each orbit"])
def graph(request: pytest.FixtureRequest) -> CodedGraph:
    return explore(RULES, GRID, symmetry=request.param)


def after(turns: tuple[Turn, ...], grid: Grid = GRID) -> Situation:
    """The situation to which turns lead from the start of the game, by the graph that people hold."""
    situations = Situations(RULES, grid)
    return reduce(lambda situation, turn: dict(situations.after(situation))[turn], turns, situations.first)


class TestSometimes:
    @pytest.mark.parametrize("having", PROPERTIES)
    def test_counts_every_situation_and_leads_to_a_nearest_one(
        self, graph: CodedGraph, held: nx.DiGraph, having: Property
    ) -> None:
        distances = nx.single_source_shortest_path_length(held, next(iter(held)))
        expected = [distances[situation] for situation in held if PROPERTIES[having](situation)]
        answer = sometimes(graph, having)
        assert answer.turns is not None
        assert (answer.holds, answer.situations, len(answer.turns)) == (True, len(expected), min(expected))
        assert PROPERTIES[having](after(answer.turns))

    def test_has_no_turns_for_what_never_is(self, graph: CodedGraph) -> None:
        answer = sometimes(graph, nothing_at_all)
        assert (answer.holds, answer.situations, answer.turns) == (False, 0, None)

    def test_needs_no_turn_for_the_start_of_the_game(self, graph: CodedGraph) -> None:
        assert sometimes(graph, lambda many: ~has_a_white_stone(many)).turns == ()

    def test_counts_the_number_of_turns_to_white_to_play_on_the_empty_board_as_one(self, graph: CodedGraph) -> None:
        answer = sometimes(graph, lambda many: np.equal(many.coloring.empty, 0b111111) & (many.player is WHITE))
        assert answer.turns == (PASS,)


class TestAlways:
    def test_leads_to_a_nearest_exception(self, graph: CodedGraph, held: nx.DiGraph) -> None:
        answer = always(graph, lambda many: ~has_a_ban(many))
        assert answer.turns is not None
        assert (answer.holds, answer.situations) == (False, sum(situation.banned != 0 for situation in held))
        assert after(answer.turns).banned

    def test_holds_where_there_is_none(self, graph: CodedGraph) -> None:
        assert always(graph, lambda many: np.equal(many.coloring.black & many.coloring.white, 0)).holds

    def test_without_simple_ko_no_move_is_ever_banned(self) -> None:
        def unbanned(many: ManySituations) -> Flags:
            return ~has_a_ban(many)

        assert not always(explore(RULES, GRID), unbanned).holds
        assert always(explore(RULES.dropping("katago-v2/main/legal-simple-ko"), GRID), unbanned).holds


class TestEventually:
    @pytest.mark.thorough
    @pytest.mark.parametrize("having", PROPERTIES)
    @pytest.mark.parametrize("grid", [Grid(2, 1), Grid(3, 1), Grid(2, 2), GRID], ids=str)
    def test_speak_against_it_the_cycles_and_dead_ends_that_come_first(self, grid: Grid, having: Property) -> None:
        held = by_clauses(Situations(RULES, grid))
        first = next(iter(held))
        moves = nx.DiGraph(
            (a, b) for a, b, turns in held.edges(data="turns") if any(isinstance(t, Move) for t in turns)
        )
        moves.add_nodes_from(held)
        before = moves.subgraph(situation for situation in held if not PROPERTIES[having](situation))
        reached = {first, *nx.descendants(before, first)} if first in before else set()
        parts = (part for part in nx.strongly_connected_components(before) if len(part) > 1)
        against = reached & ({node for part in parts for node in part} | {node for node in before if not moves[node]})

        answer = eventually(explore(RULES, grid, symmetry=False), having)
        assert (answer.holds, answer.situations) == (not against, len(against))
        if answer.turns is not None:
            *_, end = (after(answer.turns[:number], grid) for number in range(len(answer.turns) + 1))
            assert end in against
            assert PASS not in answer.turns
            assert moves.out_degree(end) == 0 or end in [
                after(answer.turns[:number], grid) for number in range(len(answer.turns))
            ]

    def test_a_first_move_puts_a_black_stone_on_the_board(self) -> None:
        answer = eventually(explore(RULES, Grid(3, 1), symmetry=False), lambda many: many.coloring.black != 0)
        assert (answer.holds, answer.situations, answer.turns) == (True, 0, None)

    def test_is_asked_without_symmetry(self) -> None:
        with pytest.raises(ValueError, match="explored without symmetry"):
            eventually(explore(RULES, Grid(2, 1)), has_a_ban)


class TestWays:
    def test_are_replayed_through_the_interpreter_before_they_are_shown(self, graph: CodedGraph) -> None:
        turns = always(graph, lambda many: ~has_a_ban(many)).turns
        assert turns is not None
        witness = replayed(graph, turns, "A move is banned.")
        assert (witness.start.width, witness.start.height, len(witness.turns)) == (3, 2, len(turns))
        with pytest.raises(IllegalTurn):
            replayed(graph, (Move(1), Move(1)), "Nothing.")

    def test_lead_where_a_game_leads(self, graph: CodedGraph) -> None:
        target = parse_board("XO./..X")
        answer = sometimes(
            graph,
            lambda many: np.equal(many.coloring.black, target.black) & np.equal(many.coloring.white, target.white),
        )
        assert answer.turns is not None
        game = reduce(Game.play, answer.turns, Game(RULES, (3, 2)))
        assert board_text(game.position.coloring) == "XO./..X"
