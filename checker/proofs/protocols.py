"""Moments: all that the dead-stone protocols ask about an adjudication, and what can follow each.

There are few moments, so what can be repeated forever shows in their graph. What the rules add is that some steps can
be taken only so often, whatever the size of the board: a rank falls with every turn (see `ranks`).

- Under superko a move leads to a state that has not stood.
- Under simple ko a pass is either one from a state from which that player has not passed, or it ends play. Between
  passes only so many moves can be made before every state has stood twice, and the next one ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product

import networkx as nx

from ...interpreter.adjudication import Adjudication, Stage
from ...spec.dead_stones.protocols import Protocol, Sequel
from ...spec.dead_stones.statements import Statement, Statements
from ...spec.dead_stones.stops import Stop, both_have_passed
from ...spec.vocabulary import Record
from ..proofs.ranks import NEW_PASSES, NEW_STATES, Order
from ..search.adjudications import Memory, at_once, earlier_states, repetitions


class Kind(Enum):
    """What is done in a step."""

    MOVE = "a move"
    NEW_PASS = "a pass from a state from which that player has not passed"
    PASS_AGAIN = "a pass from a state from which that player has passed"
    SAY = "both players' answers, or a ruling"


@dataclass(frozen=True)
class Moment:
    """All that the protocols ask about an adjudication.

    Attributes:
        stage: what it waits for.
        on_copy: whether a dispute is being played out on a copy.
        resumed: whether play was resumed after a disagreement.
        at_once: whether no move has been made since.
        passes: how many passes have just been taken in a row, those before play was resumed not counted.
    """

    stage: Stage
    on_copy: bool = False
    resumed: bool = False
    at_once: bool = False
    passes: int = 0


# With the button, as many passes in a row need not stop play if the first pass of the game is among them.
BUTTON_PASSES = 2
START = Moment(Stage.PLAYING)
OVER = Moment(Stage.OVER)


@dataclass(frozen=True)
class Limits:
    """What the rules say of how often a step can be taken.

    Attributes:
        memory: what of the history the rules in force depend on.
        order: what falls with every turn.
        limited: the kind of step that can be taken only so often in a game.
        limited_between_passes: the kind of step that can be taken only so often between passes, if there is one.
        passing_again_ends: whether passing again from the same state ends play.
    """

    memory: Memory
    order: Order
    limited: Kind
    limited_between_passes: Kind | None
    passing_again_ends: bool

    def taken(self, record: Record) -> int:
        """How many steps of the limited kind a game remembers."""
        number: int = self.order.counts[0].of(record).known
        return number


SUPERKO = Limits(earlier_states, NEW_STATES, Kind.MOVE, None, passing_again_ends=False)
SIMPLE_KO = Limits(repetitions, NEW_PASSES, Kind.NEW_PASS, Kind.MOVE, passing_again_ends=True)


def moment_of(some: Adjudication) -> Moment:
    """The moment that an adjudication is at."""
    if some.stage is Stage.OVER:
        return OVER
    record = some.playing.record
    since = record.turn if some.resumed_at is None else record.turn - some.resumed_at
    passes = min(record.pass_run, since) if some.stage is Stage.PLAYING else 0
    return Moment(some.stage, some.copy is not None, some.resumed_at is not None, at_once(some), passes)


def moments_after(protocol: Protocol, limits: Limits, moment: Moment) -> Iterator[tuple[Kind, Moment]]:
    """What can be done at a moment, and the moment that it leads to."""
    match moment.stage:
        case Stage.PLAYING:
            yield Kind.MOVE, replace(moment, at_once=False, passes=0)
            yield Kind.MOVE, OVER
            ends = limits.passing_again_ends and not moment.passes and not moment.at_once
            for later in _after_pass(protocol, moment):
                yield Kind.NEW_PASS, later
                yield Kind.PASS_AGAIN, OVER if ends else later
        case Stage.AWAITING_STATEMENTS:
            yield from ((Kind.SAY, _after_answers(moment, sequel)) for sequel in sequels(protocol))
        case Stage.AWAITING_RULING:
            yield Kind.SAY, OVER
        case Stage.OVER:
            return


def _after_pass(protocol: Protocol, moment: Moment) -> Iterator[Moment]:
    passes = moment.passes + 1
    button_may_take_another = not moment.resumed and passes == BUTTON_PASSES
    if not both_have_passed(passes) or button_may_take_another:
        yield replace(moment, passes=passes)
    if both_have_passed(passes):
        at_last = moment.on_copy or protocol.ends_at_once(Stop(moment.resumed, moment.at_once))
        yield OVER if at_last else replace(moment, stage=Stage.AWAITING_STATEMENTS, passes=0)


def _after_answers(moment: Moment, sequel: Sequel) -> Moment:
    match sequel:
        case Sequel.END:
            return OVER
        case Sequel.RULING:
            return replace(moment, stage=Stage.AWAITING_RULING)
        case Sequel.RESUME | Sequel.COPY:
            return Moment(Stage.PLAYING, on_copy=sequel is Sequel.COPY, resumed=True, at_once=True)


def sequels(protocol: Protocol) -> frozenset[Sequel]:
    """What can follow the players' answers; two stones are enough for every way in which lists can differ."""
    answers = [Statement(stones, is_list) for stones, is_list in product(range(4), (False, True))]
    return frozenset(protocol.sequel(Statements(*both)) for both in product(answers, repeat=2))


def moment_graph(protocol: Protocol, limits: Limits) -> nx.MultiDiGraph:
    """Every moment that can come up; each edge has the `kind` of its step."""
    graph = nx.MultiDiGraph()
    waiting = [START]
    graph.add_node(START)
    while waiting:
        moment = waiting.pop()
        for kind, later in moments_after(protocol, limits, moment):
            if later not in graph:
                waiting.append(later)
            graph.add_edge(moment, later, kind=kind)
    return graph


def unlimited_steps(graph: nx.MultiDiGraph, limits: Limits) -> list[Kind]:
    """The kinds of steps that could be taken over and over, although the limited ones are not.

    Leave out the limited steps. If on every way around what is left all steps are of the kind that is limited between
    passes, none of them is a pass, so that they are limited too.
    """
    rest = nx.MultiDiGraph(edge for edge in graph.edges(data=True) if edge[2]["kind"] is not limits.limited)
    around = (rest.subgraph(moments) for moments in nx.strongly_connected_components(rest))
    kinds = (kind for some in around for *_, kind in some.edges(data="kind"))
    return [kind for kind in kinds if kind is not limits.limited_between_passes]
