"""Control states: all that the dead-stone protocols ask about an adjudication, and the transitions between them.

There are few control states, so what can be repeated forever shows in their graph. What the rules add is that some
steps can be taken only so often, whatever the size of the board: something grows with every turn (see `phase_ends`).
That the interpreter takes no other transitions is compared with it, and is an assumption beyond the boards compared.

- Under superko a move leads to a state that has not stood.
- Under simple ko a pass is either one from a state from which that player has not passed, or it ends play. Between
  passes finitely many moves can be made before every state has stood twice, and the next one ends the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from itertools import compress, product
from operator import and_, or_, xor
from typing import Any

import networkx as nx

from ...interpreter.adjudication import Adjudication, Stage
from ...spec.dead_stones.protocols import Protocol, Sequel
from ...spec.dead_stones.statements import Statement, Statements
from ...spec.dead_stones.stops import Stop, both_have_passed
from ...spec.vocabulary import Record, Remembered
from ..phase.breadth_first import breadth_first
from ..phase.past import LeftOpen
from ..play.adjudications import Memory, at_once, earlier_states, repetitions
from .phase_ends import NEW_PASSES, NEW_STATES, Order


class StepKind(Enum):
    """What is done in a step."""

    MOVE = "a move"
    NEW_PASS = "a pass from a state from which that player has not passed"
    PASS_AGAIN = "a pass from a state from which that player has passed"
    SAY = "both players' answers, or a ruling"


@dataclass(frozen=True)
class ControlState:
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
_START = ControlState(Stage.PLAYING)
_OVER = ControlState(Stage.OVER)


@dataclass(frozen=True, eq=False)
class Limits:
    """What the rules say of how often a step can be taken.

    Attributes:
        memory: what of the history the rules in force depend on.
        order: what falls with every turn.
        history: what has happened once more after each step of the limited kind.
        limited: the kind of step that can be taken only so often in a game.
        limited_between_passes: the kind of step that can be taken only so often between passes, if there is one.
        passing_again_ends: whether passing again from the same state ends play.
    """

    memory: Memory
    order: Order
    history: Remembered
    limited: StepKind
    limited_between_passes: StepKind | None
    passing_again_ends: bool

    def taken(self, record: Record) -> int:
        """How many steps of the limited kind a game remembers."""
        return len(getattr(record, self.history.value))


SUPERKO = Limits(earlier_states, NEW_STATES, Remembered.STATES, StepKind.MOVE, None, passing_again_ends=False)
SIMPLE_KO = Limits(
    repetitions, NEW_PASSES, Remembered.PASSED_FROM, StepKind.NEW_PASS, StepKind.MOVE, passing_again_ends=True
)


def control_state_of(adjudication: Adjudication) -> ControlState:
    """The control state of an adjudication."""
    if adjudication.stage is Stage.OVER:
        return _OVER
    record = adjudication.playing.record
    since = record.turn if adjudication.resumed_at is None else record.turn - adjudication.resumed_at
    passes = min(record.pass_run, since) if adjudication.stage is Stage.PLAYING else 0
    return ControlState(
        adjudication.stage,
        adjudication.copy is not None,
        adjudication.resumed_at is not None,
        at_once(adjudication),
        passes,
    )


@cache
def foreseen(protocol: Protocol, limits: Limits, current: ControlState) -> frozenset[tuple[StepKind, ControlState]]:
    """What can be done in a control state, each with the one that it leads to, all at once."""
    return frozenset(transitions(protocol, limits, current))


def transitions(protocol: Protocol, limits: Limits, current: ControlState) -> Iterator[tuple[StepKind, ControlState]]:
    """What can be done in a control state, and the one that it leads to."""
    match current.stage:
        case Stage.PLAYING:
            yield StepKind.MOVE, replace(current, at_once=False, passes=0)
            yield StepKind.MOVE, _OVER
            ends = limits.passing_again_ends and not current.passes and not current.at_once
            for later in _after_pass(protocol, current):
                yield StepKind.NEW_PASS, later
                yield StepKind.PASS_AGAIN, _OVER if ends else later
        case Stage.AWAITING_STATEMENTS:
            yield from ((StepKind.SAY, _after_answers(current, sequel)) for sequel in sequels(protocol))
        case Stage.AWAITING_RULING:
            yield StepKind.SAY, _OVER
        case Stage.OVER:
            return


def _after_pass(protocol: Protocol, current: ControlState) -> Iterator[ControlState]:
    passes = current.passes + 1
    button_may_take_another = not current.resumed and passes == BUTTON_PASSES
    if not both_have_passed(passes) or button_may_take_another:
        yield replace(current, passes=passes)
    if both_have_passed(passes):
        at_last = current.on_copy or protocol.ends_at_once(Stop(current.resumed, current.at_once))
        yield _OVER if at_last else replace(current, stage=Stage.AWAITING_STATEMENTS, passes=0)


def _after_answers(current: ControlState, sequel: Sequel) -> ControlState:
    match sequel:
        case Sequel.END:
            return _OVER
        case Sequel.RULING:
            return replace(current, stage=Stage.AWAITING_RULING)
        case Sequel.RESUME | Sequel.COPY:
            return ControlState(Stage.PLAYING, on_copy=sequel is Sequel.COPY, resumed=True, at_once=True)


class SomeStones:
    """A set of stones of which it is known only which parts of two lists it holds.

    Two lists have three parts: the stones on the one only, on the other only, and on both. Each part may have any
    number of stones, if it has any, so it refuses to be asked how many there are.

    >>> black, white = SomeStones({"both", "black"}), SomeStones({"both"})
    >>> bool(black ^ white), black & white == white
    (True, True)
    """

    def __init__(self, parts: Iterable[str]) -> None:
        self._parts = frozenset(parts)

    @staticmethod
    def _joined(join: Callable[[Any, Any], Any]) -> Callable[[SomeStones, SomeStones], SomeStones]:
        return lambda one, other: SomeStones(join(one._parts, other._parts))

    __and__, __or__, __xor__ = map(_joined, (and_, or_, xor))

    def __bool__(self) -> bool:
        return bool(self._parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SomeStones):
            raise LeftOpen("Which stones are listed is left open.")
        return self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __getattr__(self, name: str) -> Any:
        raise LeftOpen(f"Of the stones listed it is left open what {name} says.")


_PARTS = ("black", "white", "both")


def statements() -> Iterator[Statements]:
    """What both players can say, whichever parts their lists have, and whether or not they are lists."""
    for parts, are_lists in product(product((False, True), repeat=3), product((False, True), repeat=2)):
        there = {*compress(_PARTS, parts)}
        answers: Any = (SomeStones(there & {own, "both"}) for own in ("black", "white"))
        yield Statements(*map(Statement, answers, are_lists))


@cache
def sequels(protocol: Protocol) -> frozenset[Sequel]:
    """What can follow the players' answers, with lists of any length.

    Raises:
        LeftOpen: the protocol asks which stones are listed, or how many.
    """
    return frozenset(protocol.sequel(both) for both in statements())


def control_graph(protocol: Protocol, limits: Limits) -> nx.MultiDiGraph:
    """Every control state that can be reached; each edge has the `kind` of its step."""
    graph = nx.MultiDiGraph()
    graph.add_node(_START)
    for current, kind, later in breadth_first(_START, partial(transitions, protocol, limits)):
        graph.add_edge(current, later, kind=kind)
    return graph


def unlimited_steps(graph: nx.MultiDiGraph, limits: Limits) -> list[StepKind]:
    """The kinds of steps that could be taken over and over, although the limited ones are not.

    Leave out the limited steps. If on every way around what is left all steps are of the kind that is limited between
    passes, none of them is a pass, so that they are limited too.
    """
    rest = nx.MultiDiGraph(edge for edge in graph.edges(data=True) if edge[2]["kind"] is not limits.limited)
    around = (rest.subgraph(states) for states in nx.strongly_connected_components(rest))
    kinds = (kind for component in around for *_, kind in component.edges(data="kind"))
    return [kind for kind in kinds if kind is not limits.limited_between_passes]
