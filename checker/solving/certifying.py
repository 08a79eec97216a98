"""How certificates are made: a search tells which turn keeps a promise, and each node is kept with what it asked.

That is done on games, from the start on, and each position only once for the same conditions on the past: where the
conditions of a node that is there are met, the game goes on with it.

A graph is made in passes, as only what follows on a turn shows how much it asks of the past: a pass takes the turns of
nodes that earlier ones made, and of those whose conditions are met the one with the fewest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
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
    happened_by,
)

MOST_NODES = 200_000
_SO, _NOT = 1, 2
Event: TypeAlias = tuple[str, str]
# Making a node takes some frames of Python for each turn of the line.
MOST_TURNS_OF_A_GAME = 200
_MOST_LOOKBACK = 3
_NODES_OF_FIRST_PASS = 1_000


class TooLarge(ValueError):
    """A graph that has too many nodes to be written down."""


class OnThePast(NamedTuple):
    """A question on the past: whether an event of one of the histories had happened so often."""

    history: str
    event: str
    times: int


class MadeNode(NamedTuple):
    """A node that was made.

    Attributes:
        number: its number.
        conditions: the conditions on its past, as a set of bits; see `_Maker`.
        answer: as in `ProofGraph`.
        arrivals: the nodes to which its turns lead, each with the events that happen on the way.
    """

    number: int
    conditions: int
    answer: Any
    arrivals: Sequence[tuple[int, Sequence[Event]]]


def graph_of(solver: Solver, game: Game, promise: Promise, most_nodes: int = MOST_NODES) -> ProofGraph:
    """The graph by which a player keeps a promise in a game.

    Nodes tell as little as the clauses ask: where one lacks what they ask, a graph is made anew whose nodes tell it.

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
    """Makes the graph of a promise; see `graph_of`.

    A set of conditions is a number in which each question has two bits: that it is so, and that it is not.
    """

    def __init__(self, solver: Solver, promise: Promise, detail: Detail) -> None:
        self._solver, self._promise, self._detail = solver, promise, detail
        self._questions: dict[OnThePast, int] = {}
        self._about: defaultdict[tuple[str, str], list[OnThePast]] = defaultdict(list)
        self._of_history: defaultdict[str, int] = defaultdict(int)
        self._nodes, self._kept = list[MadeNode](), dict[Hashable, list[MadeNode]]()
        self._most, self._sure_first = 0, True
        self._turns: defaultdict[Hashable, dict[int, Turn]] = defaultdict(dict)

    def smallest_graph(self, game: Game, most_nodes: int) -> ProofGraph:
        """The smallest graph that passes make, each of which may have three times the nodes of those before.

        What needs no search may be played first or not: to pass is simple, but the opponent may then go round for long.
        """
        limit = min(_NODES_OF_FIRST_PASS, most_nodes)
        while True:
            for sure_first in (True, False):
                try:
                    graph = self._graph(game, limit, sure_first)
                except TooLarge:
                    continue
                with suppress(TooLarge):
                    while len((again := self._graph(game, limit, sure_first)).nodes) < len(graph.nodes):
                        graph = again
                return graph
            if limit == most_nodes:
                raise TooLarge(f"a graph of more than {most_nodes:,} nodes is not written down.")
            limit = min(3 * limit, most_nodes)

    def _graph(self, game: Game, most_nodes: int, sure_first: bool) -> ProofGraph:
        """The graph from a game on that one pass makes.

        That something has not happened is left out where the order of the nodes tells it; see `Verifier`.
        """
        self._nodes, self._kept, self._most, self._sure_first = [], {}, most_nodes, sure_first
        root = self._node_of(game)
        events = defaultdict[int, set[Event]](set, {root.number: {*happened_by(game.record)}})
        not_so = _NOT * sum(_SO << place for place in self._questions.values())
        not_known = ~not_so | self._of_history[BOARD_BEFORE]
        nodes, used = list[Any](), dict[int, int]()
        for node in reversed(self._nodes):
            for event in events.pop(node.number, ()):
                not_known |= sum(_NOT << self._questions[question] for question in self._about.get(event, ()))
            for number, on_the_way in node.arrivals:
                events[number].update(on_the_way)
            conditions = _bits(node.conditions & not_known)
            signs = ((used.setdefault(bit // 2, len(used) + 1), 1 - bit % 2 * 2) for bit in conditions)
            nodes.append(([number * sign for number, sign in signs], node.answer))
        places = {place // 2: question for question, place in self._questions.items()}
        return ProofGraph(self._promise, self._detail, [places[place] for place in used], nodes[::-1])

    def _condition(self, question: OnThePast, is_so: bool) -> int:
        """The set of one condition."""
        place = self._questions.setdefault(question, 2 * len(self._questions))
        if place == 2 * len(self._questions) - 2 and question not in self._about[question[:2]]:
            self._about[question[:2]].append(question)
            self._of_history[question.history] |= (_SO | _NOT) << place
        return (_SO if is_so else _NOT) << place

    def _not_met(self, record: Record[int]) -> int:
        """All conditions that a record does not meet."""
        happened = self._happened(record)
        so = (1 << 2 * len(self._questions)) // 3 * _SO
        for event, times in happened.items():
            for question in self._about.get(event, ()):
                if times >= question.times:
                    so ^= (_SO | _NOT) << self._questions[question]
        return so

    def _happened(self, record: Record[int]) -> dict[Event, int]:
        board = self._detail.board_before(record)
        return {**happened_by(record), (BOARD_BEFORE, board): 1}

    def _node_of(self, game: Game, turns: int = 0) -> MadeNode:
        """The node by which the promise is kept in a game."""
        if node := self._known(game):
            return node
        if turns >= MOST_TURNS_OF_A_GAME:
            raise TooLarge(f"a pass makes no line of more than {MOST_TURNS_OF_A_GAME} turns.")
        happened, asked, conditions = self._happened(game.record), 0, 0
        arrivals = list[tuple[int, Sequence[Event]]]()

        def known(history: str, event: str, times: int) -> bool:
            nonlocal asked
            is_so = happened.get((history, event), 0) >= times
            asked |= self._condition(OnThePast(history, event, times), is_so)
            return is_so

        def follow(turn: Turn) -> int | None:
            nonlocal conditions
            later = after(record, turn)
            ended = ending(later)
            conditions |= asked
            if ended is not None and ended.result is not None:
                return None
            node = self._node_of(game.taking(turn), turns + 1)
            conditions_before, on_the_way = self._before(later if ended is None else ended.record, node.conditions)
            conditions |= conditions_before
            arrivals.append((node.number, on_the_way))
            return node.number

        record = self._detail.known_of(game.record, known)
        answer: Any
        if game.position.player is self._promise.player:
            turn = self._choice(game)
            judge(record, turn)
            answer = [turn_text(game.grid, turn), follow(turn)]
        else:
            answer = {}
            for turn in every_turn(record):
                asked = 0
                if judge(record, turn).legal:
                    asked = 0
                    answer[turn_text(game.grid, turn)] = follow(turn)
                else:
                    conditions |= asked
        if len(self._nodes) >= self._most:
            raise TooLarge(f"a pass makes no more than {self._most:,} nodes.")
        node, place = MadeNode(len(self._nodes), conditions, answer, arrivals), self._detail.of(game.record)
        self._nodes.append(node)
        self._kept.setdefault(place, []).append(node)
        if game.position.player is self._promise.player:
            self._turns[place].setdefault(conditions, turn)
        return node

    def _before(self, record: Record[int], conditions: int) -> tuple[int, Sequence[Event]]:
        """What conditions on a record ask of the past before the turn that led to it, and what happened by the turn."""
        pasts: list[PastOfNode] = [getattr(record, name) for name in HISTORIES]
        conditions &= ~self._of_history[BOARD_BEFORE]
        for past in pasts:
            if past.forgotten:
                conditions &= ~self._of_history[past.name]
            for event, times in Counter(past.added).items():
                # By the fewest times first, so that what is asked for fewer times is not asked for fewer once more.
                for question in () if past.forgotten else sorted(self._about.get((past.name, event), ())):
                    place = self._questions[question]
                    is_asked = conditions >> place & (_SO | _NOT)
                    conditions ^= is_asked << place
                    if is_asked and question.times > times:
                        conditions |= self._condition(question._replace(times=question.times - times), is_asked == _SO)
        return conditions, [(past.name, event) for past in pasts for event in past.added]

    def _known(self, game: Game) -> MadeNode | None:
        """A node that is there whose conditions are met."""
        nodes = self._kept.get(self._detail.of(game.record), ())
        not_met = self._not_met(game.record) if nodes else 0
        met = (node for node in nodes if not node.conditions & not_met)
        return min(met, key=lambda node: node.conditions.bit_count(), default=None)

    def _choice(self, game: Game) -> Turn:
        """A turn that keeps the promise: that of a node, one that ends the game, or else nearest to an end."""
        if made := self._turns.get(self._detail.of(game.record)):
            not_met = self._not_met(game.record)
            if met := [conditions for conditions in made if not conditions & not_met]:
                return made[min(met, key=int.bit_count)]
        following = {turn: game.taking(turn) for turn in game.turns()}
        for turn, later in following.items():
            if keeps(self._promise, self._solver, later) if later.over else self._known(later):
                return turn
        open_games = {turn: later for turn, later in following.items() if not later.over}
        self._solver.look_up([game, *(later for later in open_games.values() if later.phase is game.phase)])
        hinted, promise = self._solver.hinted(game, open_games), self._promise
        mode = BEST if promise.or_no_result is (promise.player is BLACK) else WORST

        def looks(turn: Turn) -> tuple[bool, int, bool]:
            is_sure = self._sure_first and turn == PASS and self._is_sure(open_games[turn])
            rounds = self._solver.rounds_left(open_games[turn], promise.lead, mode, promise.player)
            return not is_sure, rounds, turn != hinted

        for turn in sorted(open_games, key=looks):
            if keeps(promise, self._solver, open_games[turn]):
                return turn
        raise NotKept(f"{promise.player.name.capitalize()} can't keep the promise any more.")

    def _is_sure(self, game: Game) -> bool:
        """Whether the promise is kept by any play, or by play that needs no search."""
        promise = self._promise
        if promise.player is BLACK:
            return self._solver.bounds(game, BEST if promise.or_no_result else WORST)[0] >= promise.lead
        return self._solver.bounds(game, WORST if promise.or_no_result else BEST)[1] <= promise.lead


def _bits(number: int) -> Iterator[int]:
    """The places of the bits of a number."""
    while number:
        place = number.bit_length() - 1
        yield place
        number ^= 1 << place
