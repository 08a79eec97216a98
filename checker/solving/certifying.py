"""How certificates are made: a search says which turn keeps a promise, and each node is kept with what it asked.

That is done on games, from the start on, and each position only once for the same conditions on the past: where the
conditions of a node that is there are met, the game goes on with it.

A graph is made in passes, as only what follows on a turn shows how much it asks of the past: a pass takes the turns of
nodes that earlier ones made, and of those whose conditions are met the one with the fewest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from math import inf
from sys import getrecursionlimit, setrecursionlimit
from typing import Any, NamedTuple, TypeAlias

from ... import __version__
from ...interpreter.game import Game
from ...interpreter.history import after, ending
from ...interpreter.judgement import every_turn, judge
from ...interpreter.notation import turn_text
from ...spec.algebra import BLACK
from ...spec.vocabulary import PASS, Play, Record, Turn
from ..phase.requirements import a_lead_wins
from .certificate import graph_to_json, promises
from .solution import Value, keeps
from .solver import Solver
from .state import BEST, WORST
from .verifier import BOARD_BEFORE, COUNTED, HISTORIES, Detail, NotKept, NotTold, Promise, ProofGraph, happened_by

MOST_NODES = 200_000
Event: TypeAlias = tuple[str, str]
# That an event of a history has happened so often.
Fact: TypeAlias = tuple[Event, int]
# What must not be so, and what must be so.
Conditions: TypeAlias = tuple[set[Fact], set[Fact]]
# Making a node takes some frames of Python for each turn of the line.
_FRAMES_OF_A_TURN = 3
_MOST_LOOKBACK, _NODES_OF_FIRST_PASS, _MOST_NODES_IN_BOTH_WAYS = 3, 1_000, 5_000


class TooLarge(ValueError):
    """A graph that has too many nodes to be written down."""


class MadeNode(NamedTuple):
    """A node that was made.

    Attributes:
        number: its number.
        conditions: the conditions on its past.
        answer: as in `ProofGraph`.
        arrivals: the nodes to which its turns lead, each with the events that happen on the way.
    """

    number: int
    conditions: Conditions
    answer: Any
    arrivals: Sequence[tuple[int, Sequence[Event]]]


def graph_of(solver: Solver, game: Game, promise: Promise, most_nodes: int = MOST_NODES) -> ProofGraph:
    """The graph by which a player keeps a promise in a game.

    Nodes hold as little as the clauses ask: where one lacks what they ask, a graph is made anew whose nodes have it.

    Raises:
        TooLarge: it has more nodes than may be.
        NotKept: the promise can't be kept, or the clauses ask what no node tells.
        OutOfBudget: it takes too long to find.
    """
    promise = promise._replace(by_winner=a_lead_wins(game.rules) is not None)
    detail = Detail(0, ())
    while True:
        try:
            return _Maker(solver, promise, detail).smallest_graph(game, most_nodes)
        except NotTold as asked:
            if asked.what in COUNTED:
                detail = detail._replace(counted=(*detail.counted, asked.what))
            elif asked.what == "turn before" and detail.lookback < _MOST_LOOKBACK:
                detail = detail._replace(lookback=detail.lookback + 1)
            else:
                raise


def certified(solver: Solver, game: Game, value: Value) -> dict[str, Any]:
    """What certifies the value of a game: the version, the value, and a graph for each promise.

    Raises:
        TooLarge: a graph has too many nodes to be written down.
        OutOfBudget: one takes too long to find.
    """
    graphs = [graph_to_json(graph_of(solver, game, promise)) for promise in promises(value)]
    return {"version": __version__, "value": value.as_json(), "graphs": graphs}


class _Maker:
    """Makes the graph of a promise; see `graph_of`."""

    def __init__(self, solver: Solver, promise: Promise, detail: Detail) -> None:
        self._solver, self._promise, self._detail = solver, promise, detail
        self._nodes, self._kept = list[MadeNode](), dict[Hashable, list[MadeNode]]()
        self._most, self._passes_first = 0, True
        self._turns = defaultdict[Hashable, list[tuple[Conditions, Turn]]](list)

    def smallest_graph(self, game: Game, most_nodes: int) -> ProofGraph:
        """The smallest graph that passes make, each of which may have three times the nodes of those before.

        A pass that is sure to be enough goes first or not: it is simple, but the opponent may then go round for long.
        Of large graphs the first is kept, and what met more positions before goes first.
        """
        limit, ways = min(_NODES_OF_FIRST_PASS, most_nodes), [True, False]
        while True:
            graph, most, positions = None, limit, dict[bool, int]()
            for passes_first in ways:
                with suppress(TooLarge):
                    while True:
                        graph = self._graph(game, most, passes_first)
                        most = len(graph.nodes) - 1
                positions[passes_first] = len(self._kept)
                if graph and (limit > _MOST_NODES_IN_BOTH_WAYS or passes_first == ways[-1]):
                    return graph
            if limit == most_nodes:
                raise TooLarge(f"a graph of more than {most_nodes:,} nodes is not written down.")
            if limit > _MOST_NODES_IN_BOTH_WAYS:
                ways.sort(key=positions.__getitem__, reverse=True)
            limit = min(3 * limit, most_nodes)

    def _graph(self, game: Game, most_nodes: int, passes_first: bool) -> ProofGraph:
        """The graph from a game on that one pass makes.

        That something has not happened is left out where the order of the nodes shows it; see `Verifier`.
        """
        self._nodes, self._kept, self._most, self._passes_first = [], {}, most_nodes, passes_first
        events_so_far, usual = happened_by(game.record), getrecursionlimit()
        happened = {(event, often) for event, times in events_so_far.items() for often in range(1, times + 1)}
        happened.add(((BOARD_BEFORE, self._detail.board_before(game.record)), 1))
        setrecursionlimit(max(usual, _FRAMES_OF_A_TURN * most_nodes))
        try:
            root = self._node_of(game, happened)
        finally:
            setrecursionlimit(usual)
        events = defaultdict[int, set[Event]](set, {root.number: {*events_so_far}})
        possible, nodes, used = set[Event](), list[Any](), dict[tuple[str, str, int], int]()
        for node in reversed(self._nodes):
            possible |= events.pop(node.number, set())
            for number, on_the_way in node.arrivals:
                events[number].update(on_the_way)
            lacking = {fact for fact in node.conditions[False] if fact[0] in possible or fact[0][0] == BOARD_BEFORE}
            written = [
                used.setdefault((*event, times), len(used) + 1) * sign
                for sign, facts in ((-1, lacking), (1, node.conditions[True]))
                for event, times in sorted(facts)
            ]
            nodes.append((written, node.answer))
        return ProofGraph(self._promise, self._detail, [*used], nodes[::-1])

    def _node_of(self, game: Game, happened: set[Fact], turns: int = 0) -> MadeNode:
        """A new node by which the promise is kept in a game, in which so much has happened."""
        place = self._detail.of(game.record)
        if turns + len(self._nodes) >= self._most:
            raise TooLarge(f"a pass makes no more than {self._most:,} nodes.")
        conditions, asked = (set[Fact](), set[Fact]()), dict[Fact, bool]()
        arrivals = list[tuple[int, Sequence[Event]]]()

        def known(history: str, event: str, times: int) -> bool:
            fact = (history, event), times
            return asked.setdefault(fact, fact in happened)

        def rely_on_what_was_asked() -> None:
            for fact, is_so in asked.items():
                conditions[is_so].add(fact)

        def follow(turn: Turn, play: Play[int] | None) -> int | None:
            later = after(record, turn, play)
            ended = ending(later)
            rely_on_what_was_asked()
            if ended is not None and ended.result is not None:
                return None
            later = later if ended is None else ended.record
            by_then = self._happened(later, happened)
            node = self._known(self._detail.of(later), by_then) or self._node_of(game.taking(turn), by_then, turns + 1)
            for facts, then in zip(conditions, node.conditions, strict=True):
                facts.update(_before(later, then))
            arrivals.append((node.number, _changes(later)[0]))
            return node.number

        record = self._detail.known_of(game.record, known)
        answer: Any = {}
        if game.position.player is self._promise.player:
            turn = self._choice(game, place, record, happened)
            asked.clear()
            answer = [turn_text(game.grid, turn), follow(turn, judge(record, turn).play)]
            if all(taken != conditions for taken, _ in self._turns[place]):
                self._turns[place].append((conditions, turn))
        else:
            for turn in every_turn(record):
                asked.clear()
                if (judged := judge(record, turn)).legal:
                    asked.clear()
                    answer[turn_text(game.grid, turn)] = follow(turn, judged.play)
                else:
                    rely_on_what_was_asked()
        node = MadeNode(len(self._nodes), conditions, answer, arrivals)
        self._nodes.append(node)
        self._kept.setdefault(place, []).append(node)
        return node

    def _known(self, place: Hashable, happened: set[Fact]) -> MadeNode | None:
        """A node that is there whose conditions are met."""
        met = (node for node in self._kept.get(place, ()) if _are_met(node.conditions, happened))
        return min(met, key=lambda node: sum(map(len, node.conditions)), default=None)

    def _happened(self, record: Record[int], before: set[Fact]) -> set[Fact]:
        """What has happened after a turn from a node before which so much had."""
        added, forgotten = _changes(record)
        happened = {fact for fact in before if fact[0][0] not in forgotten}
        for event in added:
            happened.add((event, 1 + sum(fact[0] == event for fact in happened)))
        return happened | {((BOARD_BEFORE, self._detail.board_before(record)), 1)}

    def _choice(self, game: Game, place: Hashable, record: Record[int], happened: set[Fact]) -> Turn:
        """A turn that keeps the promise: that of a node, one that ends the game, or else nearest to an end."""
        if met := [taken for taken in self._turns[place] if _are_met(taken[0], happened)]:
            return min(met, key=lambda taken: sum(map(len, taken[0])))[1]
        promise, solver, is_black = self._promise, self._solver, self._promise.player is BLACK
        following = {turn: game.taking(turn) for turn in game.turns()}
        for turn, later in following.items():
            if keeps(promise, solver, later) if later.over else self._is_known(after(record, turn), happened):
                return turn
        open_games = {turn: later for turn, later in following.items() if not later.over}
        solver.look_up([game, *(later for later in open_games.values() if later.phase is game.phase)])
        mode = BEST if promise.or_no_result is is_black else WORST

        def looks(turn: Turn) -> tuple[object, ...]:
            least, most = solver.bounds(open_games[turn], mode)
            is_sure = least >= promise.lead if is_black else most <= promise.lead
            rounds, oldest = solver.how_near(open_games[turn], promise.lead, mode, promise.player)
            # What is proved already goes before turns nearer to the end: where the past bans those, search is long.
            return not (self._passes_first and is_sure and turn == PASS), oldest == inf and not is_sure, rounds, oldest

        for turn in sorted(open_games, key=looks):
            if keeps(promise, solver, open_games[turn]):
                return turn
        raise NotKept(f"{promise.player.name.capitalize()} can't keep the promise any more.")

    def _is_known(self, later: Record[int], before: set[Fact]) -> bool:
        """Whether a turn from a node leads to one that is there."""
        ended = ending(later)
        later = later if ended is None else ended.record
        return self._known(self._detail.of(later), self._happened(later, before)) is not None


def _changes(record: Record[int]) -> tuple[list[Event], set[str]]:
    """What has happened by a turn from a node, and the histories that it makes forgotten."""
    pasts = {name: getattr(record, name) for name in HISTORIES}
    added = [(name, event) for name, past in pasts.items() for event in past.added]
    return added, {BOARD_BEFORE, *(name for name, past in pasts.items() if past.forgotten)}


def _are_met(conditions: Conditions, happened: set[Fact]) -> bool:
    """Whether conditions are met where so much has happened."""
    return conditions[True] <= happened and conditions[False].isdisjoint(happened)


def _before(record: Record[int], facts: set[Fact]) -> set[Fact]:
    """What facts of a record ask of the past before the turn that led to it from a node."""
    added, forgotten = _changes(record)
    changed = {fact for fact in facts if fact[0] in added or fact[0][0] in forgotten}
    earlier = ((event, times - added.count(event)) for event, times in changed if event[0] not in forgotten)
    return facts - changed | {fact for fact in earlier if fact[1] > 0}
