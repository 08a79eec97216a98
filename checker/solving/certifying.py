"""How certificates are made: a search says which turn keeps a promise, and each node is kept with what it asked.

That is done on games, from the start on, and each position only once for the same conditions on the past: where the
conditions of a node that is there are met, the game goes on with it.

A graph is made in passes, as only what follows on a turn shows how much it asks of the past: a pass takes the turns of
nodes that earlier ones made, and of those whose conditions are met the one with the fewest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
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
from ...spec.vocabulary import PASS, Record, Turn
from ..phase.requirements import a_lead_wins
from .certificate import graph_to_json, promises
from .solution import Value, keeps
from .solver import Solver
from .state import BEST, WORST
from .verifier import (
    BOARD_BEFORE,
    COUNTED,
    HISTORIES,
    Detail,
    NotKept,
    NotTold,
    PastOfNode,
    Promise,
    ProofGraph,
    Question,
    happened_by,
)

MOST_NODES = 200_000
Event: TypeAlias = tuple[str, str]
# Whether an event of a history had happened so often.
Conditions: TypeAlias = Mapping[tuple[Event, int], bool]
# Making a node takes some frames of Python for each turn of the line.
_FRAMES_OF_A_TURN = 3
_MOST_LOOKBACK = 3
_NODES_OF_FIRST_PASS, _MOST_NODES_IN_BOTH_WAYS = 1_000, 5_000


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
        maker = _Maker(solver, promise, detail)
        try:
            return maker.smallest_graph(game, most_nodes)
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
        self._turns = defaultdict[Hashable, dict[frozenset[Any], Turn]](dict)

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
        happened, usual = happened_by(game.record), getrecursionlimit()
        happened[BOARD_BEFORE, self._detail.board_before(game.record)] = 1
        setrecursionlimit(max(usual, _FRAMES_OF_A_TURN * most_nodes))
        try:
            root = self._node_of(game, happened)
        finally:
            setrecursionlimit(usual)
        events = defaultdict[int, set[Event]](set, {root.number: {*happened}})
        may_have_happened, nodes, used = set[Event](), list[Any](), dict[Question, int]()
        for node in reversed(self._nodes):
            may_have_happened |= events.pop(node.number, set())
            for number, on_the_way in node.arrivals:
                events[number].update(on_the_way)
            written = [
                used.setdefault((*event, times), len(used) + 1) * (1 if is_so else -1)
                for (event, times), is_so in node.conditions.items()
                if is_so or event in may_have_happened or event[0] == BOARD_BEFORE
            ]
            nodes.append((written, node.answer))
        return ProofGraph(self._promise, self._detail, [*used], nodes[::-1])

    def _node_of(self, game: Game, happened: Mapping[Event, int], turns: int = 0) -> MadeNode:
        """The node by which the promise is kept in a game, in which so much has happened."""
        place = self._detail.of(game.record)
        if node := self._known(place, happened):
            return node
        if turns + len(self._nodes) >= self._most:
            raise TooLarge(f"a pass makes no more than {self._most:,} nodes.")
        conditions, asked = dict[tuple[Event, int], bool](), dict[tuple[Event, int], bool]()
        arrivals = list[tuple[int, Sequence[Event]]]()

        def known(history: str, event: str, times: int) -> bool:
            asked[(history, event), times] = is_so = happened.get((history, event), 0) >= times
            return is_so

        def follow(turn: Turn) -> int | None:
            later = after(record, turn)
            ended = ending(later)
            conditions.update(asked)
            if ended is not None and ended.result is not None:
                return None
            later = later if ended is None else ended.record
            node = self._node_of(game.taking(turn), self._happened(later, happened), turns + 1)
            conditions.update(_before(later, node.conditions))
            arrivals.append((node.number, _added(later)))
            return node.number

        record = self._detail.known_of(game.record, known)
        answer: Any
        if game.position.player is self._promise.player:
            turn = self._choice(game, place, record, happened)
            asked.clear()
            judge(record, turn)
            answer = [turn_text(game.grid, turn), follow(turn)]
            self._turns[place].setdefault(frozenset(conditions.items()), turn)
        else:
            answer = {}
            for turn in every_turn(record):
                asked.clear()
                if judge(record, turn).legal:
                    asked.clear()
                    answer[turn_text(game.grid, turn)] = follow(turn)
                else:
                    conditions.update(asked)
        node = MadeNode(len(self._nodes), conditions, answer, arrivals)
        self._nodes.append(node)
        self._kept.setdefault(place, []).append(node)
        return node

    def _known(self, place: Hashable, happened: Mapping[Event, int]) -> MadeNode | None:
        """A node that is there whose conditions are met."""
        met = (node for node in self._kept.get(place, ()) if _are_met(node.conditions.items(), happened))
        return min(met, key=lambda node: len(node.conditions), default=None)

    def _happened(self, record: Record[int], before: Mapping[Event, int]) -> dict[Event, int]:
        """How often what has happened, after a turn from a node before which so much had."""
        forgotten = {BOARD_BEFORE, *(name for name in HISTORIES if getattr(record, name).forgotten)}
        happened = {event: times for event, times in before.items() if event[0] not in forgotten}
        for event in _added(record):
            happened[event] = happened.get(event, 0) + 1
        happened[BOARD_BEFORE, self._detail.board_before(record)] = 1
        return happened

    def _choice(self, game: Game, place: Hashable, record: Record[int], happened: Mapping[Event, int]) -> Turn:
        """A turn that keeps the promise: that of a node, one that ends the game, or else nearest to an end."""
        taken = self._turns[place]
        if met := [conditions for conditions in taken if _are_met(conditions, happened)]:
            return taken[min(met, key=len)]
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

    def _is_known(self, later: Record[int], before: Mapping[Event, int]) -> bool:
        """Whether a turn from a node leads to one that is there."""
        ended = ending(later)
        later = later if ended is None else ended.record
        place = self._detail.of(later)
        return place in self._kept and self._known(place, self._happened(later, before)) is not None


def _added(record: Record[int]) -> list[Event]:
    """What has happened by a turn from a node."""
    return [(name, event) for name in HISTORIES for event in getattr(record, name).added]


def _are_met(conditions: Iterable[tuple[tuple[Event, int], bool]], happened: Mapping[Event, int]) -> bool:
    """Whether conditions are met where so much has happened."""
    return all((happened.get(event, 0) >= times) is is_so for (event, times), is_so in conditions)


def _before(record: Record[int], conditions: Conditions) -> Iterator[tuple[tuple[Event, int], bool]]:
    """What conditions on a record ask of the past before the turn that led to it from a node."""
    pasts: dict[str, PastOfNode] = {name: getattr(record, name) for name in HISTORIES}
    for ((history, event), times), is_so in conditions.items():
        if history != BOARD_BEFORE and not (past := pasts[history]).forgotten:
            left = times - past.added.count(event)
            if left > 0:
                yield ((history, event), left), is_so
