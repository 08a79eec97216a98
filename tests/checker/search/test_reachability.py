"""The graph of situations says what games say, counts what is published, and notices broken rules."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from superko.checker.claims.facts.situations import by_clauses, number_of_turns, reachable_situations
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.situations import Situation, Situations
from superko.interpreter import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Position

from ...sampling import sample

SIMPLE_KO = "katago-v2/main/legal-simple-ko"
SUICIDE_BAN = "katago-v2/move/suicide-ban"


def simple_ko(suicide: bool = True) -> Rules:
    return Rules(ko=Ko.SIMPLE, suicide=suicide)


def graph_of(rules: Rules, grid: Grid) -> nx.DiGraph:
    return by_clauses(Situations(rules, grid))


@pytest.mark.clauses(SIMPLE_KO)
@pytest.mark.parametrize(
    ("grid", "situations", "without_suicide", "with_suicide"),
    [
        (Grid(3, 1), 30, 36, 42),
        (Grid(4, 1), 90, 128, 148),
        (Grid(2, 2), 114, 184, 192),
        (Grid(3, 2), 1002, 2236, 2344),
    ],
    ids=str,
)
def test_situations_and_moves_are_as_many_as_published_under_either_suicide_setting(
    grid: Grid, situations: int, without_suicide: int, with_suicide: int
) -> None:
    for suicide, moves in ((False, without_suicide), (True, with_suicide)):
        verdict = reachable_situations(simple_ko(suicide), grid)
        assert verdict.outcome is Outcome.HOLDS
        assert verdict.counts == {"situations": situations, "moves": moves, "acted": moves}


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


@pytest.mark.clauses(SIMPLE_KO)
def test_without_simple_ko_nothing_is_banned_and_the_published_numbers_are_refuted() -> None:
    rules = simple_ko().dropping(SIMPLE_KO)
    assert not any(situation.banned for situation in graph_of(rules, Grid(4, 1)))
    assert reachable_situations(rules, Grid(4, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses(SUICIDE_BAN)
def test_without_the_suicide_ban_the_graph_is_the_one_with_suicide_and_the_published_numbers_are_refuted() -> None:
    rules = simple_ko(suicide=False).dropping(SUICIDE_BAN)
    assert nx.utils.graphs_equal(graph_of(rules, Grid(2, 2)), graph_of(simple_ko(suicide=True), Grid(2, 2)))
    assert reachable_situations(rules, Grid(2, 2)).outcome is Outcome.REFUTED


@pytest.mark.clauses("katago-v2/move/no-null-change")
def test_moves_that_lead_where_a_pass_leads_are_counted_all_the_same() -> None:
    situations = Situations(simple_ko().dropping("katago-v2/move/no-null-change"), Grid(1, 1))
    graph = by_clauses(situations)
    [(_, _, turns)] = graph.edges(situations.first, data="turns")
    assert turns == (PASS, Move(1))
    assert number_of_turns(graph, Move) == 1
