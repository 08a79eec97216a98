"""The graph of situations says what games say, counts what is published, and notices broken rules."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from superko.checker.claims.facts.situations import by_clauses, number_of_turns
from superko.checker.phase.situations import Situation, Situations
from superko.interpreter import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Position

from ...sampling import sample

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
