"""How certificates are made: a search tells which turn keeps a promise, and each node is kept with what it asked.

That is done on games, from the start on, and each position only once for the same conditions on the past: where the
conditions of a node that is there are met, the game goes on with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ... import __version__
from ...interpreter.endings import ending
from ...interpreter.game import Game
from ...interpreter.history import after
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
    COUNTED,
    Detail,
    NotKept,
    NotTold,
    OnThePast,
    PastOfNode,
    Promise,
    ProofGraph,
    happened_by,
)

MOST_NODES = 200_000
# Making a node takes some frames of Python for each turn of the line.
MOST_TURNS_OF_A_GAME = 200
_MOST_LOOKBACK = 2


class TooLarge(ValueError):
    """A graph that has too many nodes to be written down."""


class KeptNode(NamedTuple):
    """A node that is kept: its number, and its conditions with what they answer."""

    number: int
    conditions: dict[OnThePast, bool]


def graph_of(solver: Solver, game: Game, promise: Promise, most_nodes: int = MOST_NODES) -> ProofGraph:
    """The graph by which a player keeps a promise in a game.

    Nodes tell as little as the clauses ask: where one lacks what they ask, a graph is made anew whose nodes tell it.

    Raises:
        TooLarge: it has more nodes than may be.
        NotKept: the promise can't be kept, or the clauses ask what no node tells.
        OutOfBudget: it takes too long to find.
    """
    promise = replace(promise, by_winner=a_lead_wins(game.rules) is not None)
    detail = Detail(0, ())
    while True:
        maker = _Maker(solver, promise, detail, most_nodes)
        try:
            maker.node_of(game)
        except NotTold as asked:
            if asked.what in COUNTED:
                detail = detail._replace(counted=(*detail.counted, asked.what))
            elif asked.what == "turn before" and detail.lookback < _MOST_LOOKBACK:
                detail = detail._replace(lookback=detail.lookback + 1)
            else:
                raise
        else:
            return ProofGraph(promise, detail, list(maker.questions), maker.nodes)


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

    def __init__(self, solver: Solver, promise: Promise, detail: Detail, most_nodes: int) -> None:
        self.questions: dict[OnThePast, int] = {}
        self.nodes: list[tuple[list[int], Any]] = []
        self._solver, self._promise, self._detail, self._most = solver, promise, detail, most_nodes
        self._kept: dict[Hashable, list[KeptNode]] = {}

    def node_of(self, game: Game, turns: int = 0) -> KeptNode:
        """The node by which the promise is kept in a game."""
        if node := self._known(game):
            return node
        if turns >= MOST_TURNS_OF_A_GAME:
            raise TooLarge(f"a line of more than {MOST_TURNS_OF_A_GAME} turns is not written down.")
        asked: dict[OnThePast, bool] = {}

        def known(*question: Any) -> bool:
            return asked.setdefault(OnThePast(*question), _is_so(happened, OnThePast(*question)))

        happened = happened_by(game.record)
        record, conditions = self._detail.known_of(game.record, known), dict[OnThePast, bool]()

        def follow(turn: Turn) -> int | None:
            later = after(record, turn)
            ended = ending(later)
            conditions.update(asked)
            if ended is not None and ended.result is not None:
                return None
            node = self.node_of(game.taking(turn), turns + 1)
            conditions.update(_before(later if ended is None else ended.record, node.conditions))
            return node.number

        grid = game.grid
        answer: Any
        if game.position.player is self._promise.player:
            turn = self._choice(game)
            judge(record, turn)
            answer = [turn_text(grid, turn), follow(turn)]
        else:
            answer = {}
            for turn in every_turn(record):
                asked.clear()
                if judge(record, turn).legal:
                    asked.clear()
                    answer[turn_text(grid, turn)] = follow(turn)
                else:
                    conditions.update(asked)
        return self._keep(game, conditions, answer)

    def _keep(self, game: Game, conditions: dict[OnThePast, bool], answer: Any) -> KeptNode:
        if len(self.nodes) >= self._most:
            raise TooLarge(f"a graph of more than {self._most:,} nodes is not written down.")
        numbers = [self.questions.setdefault(question, len(self.questions) + 1) for question in conditions]
        signed = [number if is_so else -number for number, is_so in zip(numbers, conditions.values(), strict=True)]
        node = KeptNode(len(self.nodes), conditions)
        self.nodes.append((signed, answer))
        self._kept.setdefault(self._detail.of(game.record), []).append(node)
        return node

    def _known(self, game: Game) -> KeptNode | None:
        """A node that is there whose conditions are met."""
        nodes = self._kept.get(self._detail.of(game.record), ())
        happened = happened_by(game.record) if nodes else {}
        for node in nodes:
            if all(_is_so(happened, question) is is_so for question, is_so in node.conditions.items()):
                return node
        return None

    def _choice(self, game: Game) -> Turn:
        """A turn that keeps the promise: one that ends the game, that leads to a node, or that looks best."""
        following = {turn: game.taking(turn) for turn in game.turns()}
        for turn, later in following.items():
            if keeps(self._promise, self._solver, later) if later.over else self._known(later):
                return turn
        open_games = {turn: later for turn, later in following.items() if not later.over}
        for turn in self._in_order(game, open_games):
            if keeps(self._promise, self._solver, open_games[turn]):
                return turn
        raise NotKept(f"{self._promise.player.name.capitalize()} can't keep the promise any more.")

    def _in_order(self, game: Game, following: dict[Turn, Game]) -> Iterator[Turn]:
        """The turns, those first that look best: a pass, where nothing is at stake, and what the search took last."""
        if PASS in following and self._is_sure(following[PASS]):
            yield PASS
        best = self._solver.hinted(game, following)
        yield from sorted(following, key=lambda turn: turn != best)

    def _is_sure(self, game: Game) -> bool:
        """Whether the promise is kept by any play, or by play that needs no search."""
        promise = self._promise
        if promise.player is BLACK:
            return self._solver.bounds(game, BEST if promise.or_no_result else WORST)[0] >= promise.lead
        return self._solver.bounds(game, WORST if promise.or_no_result else BEST)[1] <= promise.lead


def _is_so(happened: Mapping[tuple[str, str], int], question: OnThePast) -> bool:
    return happened.get(question[:2], 0) >= question.times


def _before(record: Record[int], conditions: dict[OnThePast, bool]) -> Iterator[tuple[OnThePast, bool]]:
    """What conditions on a record ask of the past before the turn that led to it."""
    for question, is_so in conditions.items():
        past: PastOfNode = getattr(record, question.history)
        times = question.times - past.added.count(question.event)
        if times > 0 and not past.forgotten:
            yield question._replace(times=times), is_so
