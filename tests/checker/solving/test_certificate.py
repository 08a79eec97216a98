"""Certificates hold for every kind of rules; and none holds in which anything was changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from math import inf
from random import Random
from typing import Any

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.certificate import graph_from_json, graph_to_json, kept_value, promises
from superko.checker.solving.certifying import TooLarge, graph_of
from superko.checker.solving.solution import Value, solver_of, value_of
from superko.checker.solving.verifier import (
    HISTORIES,
    Closed,
    Detail,
    NotKept,
    NotTold,
    PastOfNode,
    Promise,
    ProofGraph,
    Verifier,
)
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK
from superko.spec.vocabulary import Record, Tally

LINE = Game("tromp-taylor,suicide=no", "4x1")
RULES = [
    *(("tromp-taylor", board) for board in ("2x1", "4x1", "2x2", "3x2", "6x1")),
    *((f"ko={ko},suicide={suicide}", "3x2") for ko in ("SITUATIONAL", "SIMPLE") for suicide in ("yes", "no")),
    *((document, "2x2") for document in ("new-zealand", "french", "ikeda", "chinese-2002", "wmsg", "aga-area")),
    *((document, "3x1") for document in ("aga", "spight", "stone-scoring", "japanese-like", "tromp-taylor-ten")),
    ("japanese-1989", "2x1"),
    ("scoring=TERRITORY,ko=SIMPLE,tax=ALL", "2x1"),
]


def graphs_of(game: Game) -> tuple[Value, list[ProofGraph]]:
    """The value of a game, and the graphs that certify it, as they come out of a file."""
    solver = solver_of([game], Budget())
    value = value_of(solver, game)
    graphs = [graph_to_json(graph_of(solver, game, promise)) for promise in promises(value)]
    return value, [graph_from_json(graph) for graph in json.loads(json.dumps(graphs))]


@pytest.mark.parametrize(("rules", "board"), RULES)
def test_the_certificate_of_a_value_holds(rules: str, board: str) -> None:
    value, graphs = graphs_of(Game(rules, board))
    assert all(Verifier(Game(rules, board), graph).check() == len(graph.nodes) for graph in graphs)
    assert kept_value([graph.promise for graph in graphs]) == value


@pytest.mark.parametrize("rules", ["tromp-taylor", "ko=SIMPLE", "aga", "japanese-like"])
def test_the_value_of_a_game_that_has_begun_is_certified_with_its_past(rules: str) -> None:
    game = Game(rules, "3x1").play("A1", "pass", "C1")
    value, graphs = graphs_of(game)
    assert [Verifier(game, graph).check() for graph in graphs] == [len(graph.nodes) for graph in graphs]
    assert kept_value([graph.promise for graph in graphs]) == value


@pytest.mark.thorough
@pytest.mark.parametrize(("rules", "board"), [("ko=SIMPLE,suicide=no", "3x3"), ("japanese-like", "2x2")])
def test_a_player_who_may_go_round_goes_on_to_an_end(rules: str, board: str) -> None:
    game = Game(rules, board)
    value, graphs = graphs_of(game)
    assert kept_value([graph.promise for graph in graphs]) == value
    assert [Verifier(game, graph).check() for graph in graphs] == [len(graph.nodes) for graph in graphs]


def test_an_award_that_hangs_on_when_something_happened_is_not_certified_without_it() -> None:
    """Whoever has passed more often since a board first stood is given the win: White here, who trails in area."""
    awarded = Game("repeated-pass", "3x1").play("B1", "pass", "A1")
    counted = Game("repeated-pass,reading/repeated-pass-win=left-out", "3x1").play("B1", "pass", "A1")
    assert (value_of(solver_of([awarded], Budget()), awarded), graphs_of(counted)[0]) == (Value(-3, -3), Value(3, 3))
    for graph in graphs_of(counted)[1]:
        assert Verifier(counted, graph).check() == len(graph.nodes)
        with pytest.raises(NotKept, match="asks about the turn on which"):
            Verifier(awarded, graph).check()


def test_no_better_lead_is_certified_by_the_same_graph() -> None:
    _, graphs = graphs_of(LINE)
    for graph in graphs:
        better = graph.promise.lead + (1 if graph.promise.player is BLACK else -1)
        with pytest.raises(NotKept, match="the promise is not kept"):
            Verifier(LINE, graph._replace(promise=Promise(graph.promise.player, better))).check()


def with_less(graph: ProofGraph) -> Iterator[ProofGraph]:
    """The graph without one condition, one reply, or the answer of one node."""
    for number, (conditions, answer) in enumerate(graph.nodes):
        fewer = [tuple(other for other in conditions if other != one) for one in conditions]
        replies = answer if isinstance(answer, dict) else {}
        answers = [{text: to for text, to in replies.items() if text != one} for one in replies]
        for node in [*((left, answer) for left in fewer), *((conditions, left) for left in answers)]:
            yield graph._replace(nodes=[*graph.nodes[:number], node, *graph.nodes[number + 1 :]])


@pytest.mark.parametrize("game", [LINE, Game("ko=SIMPLE", "4x1"), Game("ko=SITUATIONAL", "3x1")])
def test_every_condition_and_every_reply_is_needed(game: Game) -> None:
    """A condition may be left out where its answer is asked about nowhere; that happens at no node of these graphs."""
    for graph in graphs_of(game)[1]:
        for less in with_less(graph):
            with pytest.raises(NotKept):
                Verifier(game, less).check()


def test_what_may_have_happened_on_another_way_to_a_node_is_not_told_by_the_order_of_the_nodes() -> None:
    """Where no turn to a node or to a later one makes it happen, it has not; everywhere else a condition says so."""
    with_conditions = [graph for graph in graphs_of(LINE)[1] if any(conditions for conditions, _ in graph.nodes)]
    assert with_conditions
    for graph in with_conditions:
        without = graph._replace(nodes=[((), answer) for _, answer in graph.nodes])
        with pytest.raises(NotKept, match=r"A clause asks about the past|no answer to"):
            Verifier(LINE, without).check()


def test_what_a_node_does_not_tell_is_asked_in_no_other_way() -> None:
    past = PastOfNode("earlier", lambda history, event, times: times <= 2)
    assert [past.times(7) >= 2, past.times(7) > 1, past.times(7) < 3, past.times(7) <= 2] == 4 * [True]
    looks: list[Callable[[Any], object]] = [hash, repr, bool, int, lambda it: it == 2, lambda it: it + 1 >= 2]
    looks += [lambda it: it.size, lambda it: {it: 1}, lambda it: it != 2, lambda it: -it < 2]
    for look in looks:
        with pytest.raises(NotKept):
            look(past.times(7))
        with pytest.raises(NotKept):
            look(Closed("captures"))


def with_one_change(graph: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The graph with a node that leads elsewhere, another turn, another condition, or another player's promise."""
    changed: dict[str, Any] = json.loads(json.dumps(graph))
    node = chance.choice(changed["nodes"])
    match chance.randrange(4), node[1]:
        case 0, dict() if node[1]:
            node[1][chance.choice(list(node[1]))] = chance.randrange(len(changed["nodes"]))
        case 1, list():
            node[1][0] = chance.choice(["A1", "B1", "C1", "D1", "pass"])
        case 2, _ if node[0]:
            node[0][0] = -node[0][0]
        case _:
            changed["player"] = "W" if changed["player"] == "B" else "B"
            changed["lead"] += 1 if changed["player"] == "B" else -1
    return changed


def test_no_change_makes_a_certificate_of_anything_that_is_not_so() -> None:
    """What a changed graph still shows is another way to keep the same promise."""
    value, graphs = graphs_of(LINE)
    chance, refused = Random(0), 0
    for _ in range(300):
        changed = graph_from_json(with_one_change(graph_to_json(chance.choice(graphs)), chance))
        try:
            Verifier(LINE, changed).check()
        except NotKept:
            refused += 1
        else:
            least, most = value.worst, value.best
            assert changed.promise.lead <= least if changed.promise.player is BLACK else changed.promise.lead >= most
    assert refused > 200


@pytest.mark.parametrize("detail", [Detail(0, ()), Detail(1, ("moves",)), Detail(0, ("captures", "moves"))])
def test_nodes_that_tell_less_than_clauses_ask_show_nothing(detail: Detail) -> None:
    game = Game("japanese-like", "2x1")
    graphs = [graph for graph in graphs_of(game)[1] if graph.detail == Detail(1, ("captures", "moves"))]
    assert graphs
    for graph in graphs:
        with pytest.raises(NotKept, match="A clause asks about the"):
            Verifier(game, graph._replace(detail=detail)).check()


@pytest.mark.parametrize("lookback", range(3))
def test_a_clause_looks_back_as_far_as_nodes_tell_and_no_further(lookback: int) -> None:
    record: Any = Game("tromp-taylor", "2x2").play("A1", "B2", "pass", "A2").record
    known: Any = Detail(lookback, ()).known_of(record, lambda name, event, times: False)
    for _ in range(lookback):
        known, record = known.previous, record.previous
        assert known.position.player is record.position.player
    with pytest.raises(NotTold, match="turn before"):
        assert known.previous.position is None


def test_nodes_that_do_not_tell_where_they_are_show_nothing() -> None:
    for graph in graphs_of(LINE)[1]:
        with pytest.raises(NotKept, match="do not tell where they are"):
            Verifier(LINE, graph._replace(detail=Detail(-1, ()))).check()


def test_a_graph_that_goes_round_shows_nothing() -> None:
    """Under simple ko a player could promise to play on for ever: a node leads to one before it only."""
    for graph in graphs_of(LINE)[1]:
        nodes = [(conditions, answer) for conditions, answer in graph.nodes]
        conditions, answer = nodes[0]
        later = [answer[0], len(nodes) - 1] if isinstance(answer, list) else dict.fromkeys(answer, len(nodes) - 1)
        with pytest.raises(NotKept, match=r"no node before it|not kept"):
            Verifier(LINE, graph._replace(nodes=[(conditions, later), *nodes[1:]])).check()


def test_nodes_account_for_every_part_of_a_record_and_of_its_tally() -> None:
    """A part that nodes neither tell, nor close, nor ask about by conditions would let them show too much."""
    same = {"position", "state", "began", "last", "pass_run", "rules", "previous", "tally"}
    closed = {"turn", "phase_turn", "passes"}
    assert {part.name for part in fields(Record)} == same | closed | set(HISTORIES)
    kept = {"first_passer", "second_cleanup_start", "placed", "handicap", "uneven"}
    assert {part.name for part in fields(Tally)} == kept | {"captures", "moves"}


def test_one_graph_alone_leaves_the_value_open() -> None:
    with pytest.raises(NotKept, match="leave open"):
        kept_value([graphs_of(LINE)[1][0].promise])


def test_a_large_graph_is_not_written_down() -> None:
    with pytest.raises(TooLarge):
        graph_of(solver_of([LINE], Budget()), LINE, next(promises(Value(4, 4))), most_nodes=3)


def test_a_value_that_depends_on_no_result_takes_four_promises() -> None:
    kept = [(promise.player.value, promise.lead, promise.or_no_result) for promise in promises(Value(-1, 0))]
    assert kept == [("B", -1, False), ("W", 0, False), ("W", -1, True), ("B", 0, True)]
    assert len(list(promises(Value(-inf, inf)))) == 2
