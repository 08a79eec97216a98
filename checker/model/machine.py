"""A phase of a game as a machine: what stands by number, and what has happened as one whole number.

The clauses in force are run once for each position and turn, with histories that ask back (see `asking`). What comes
out is a finite machine: from each node the turns, on which questions it depends whether a turn is legal and what it
ends, what it leads to, and what it adds to the memory. The memory keeps what some clause asks about, and no more: how
often a state has stood, up to the greatest number that is asked for, and the like. Searches walk on the machine and
know no rule.

On `.OX.`, say, in a cleanup phase, Black takes the white stone with a ko-move. That this was done is one bit of the
memory, since a clause asks whether it was done before; that stones were placed elsewhere is not remembered.

How a machine is read from a record is in `reading`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from ...spec.registry import Clause
from ...spec.vocabulary import Play, Position, Record, Tally, Turn
from .asking import Asks, Question, Tree, questions
from .dependence import HISTORIES

Memory: TypeAlias = int

NOWHERE = -1


class Node(NamedTuple):
    """What a machine tells apart besides its memory.

    Attributes:
        position: what stands.
        run: how many passes there have just been in a row, up to a greatest number; 0 where no clause asks.
        other_passes: whether there were passes in the phase before those; False where no clause asks.
        before: what stood before the last turn; None at the start, or where no clause asks.
        last: the last turn; None at the start, or where no clause asks.
    """

    position: Position
    run: int = 0
    other_passes: bool = False
    before: Position | None = None
    last: Turn | None = None


@dataclass(frozen=True)
class Change:
    """What a turn adds to one history, and whether it makes it forget what was there before."""

    history: str
    forgotten: bool
    added: tuple[Hashable, ...]


@dataclass(frozen=True)
class Step:
    """A turn from a node, as far as it may be legal.

    Attributes:
        turn: the turn.
        play: the move, if it is one.
        forbidden_by: the clause that forbids it, or None, by what has happened before it.
        ended_by: the clause by which it ends the phase or the game, or None, by what has happened before it.
        position: what stands after it.
        after: the number of the node that it leads to; NOWHERE if it surely ends the phase.
        changes: what it adds to the histories.
        tally: what has been counted after it, told by what had been counted before; see `counted`.
    """

    turn: Turn
    play: Play[int] | None
    forbidden_by: Tree[Clause | None]
    ended_by: Tree[Clause | None]
    position: Position
    after: int
    changes: tuple[Change, ...]
    tally: Tally


class Taken(NamedTuple):
    """A legal turn with a memory: the step, the clause by which it ends the phase or the game, and what follows."""

    step: Step
    ended_by: Clause | None
    node: int
    memory: Memory


@dataclass(frozen=True)
class Machine:
    """The machine of a phase, from one record on.

    Attributes:
        start: the record where it starts.
        nodes: what each node is; the first one is where it starts, and the next ones are its further starts, if any.
        steps: for each node, the turns that can be legal there.
        kept: which optional things the clauses ask about.
    """

    start: Record
    nodes: tuple[Node, ...]
    steps: tuple[tuple[Step, ...], ...]
    kept: frozenset[str]

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of the past: each event of each history with the greatest number of times asked for."""
        most: dict[tuple[str, Hashable], int] = {}
        for step in (step for steps in self.steps for step in steps):
            for tree in (step.forbidden_by, step.ended_by):
                for history, event, times in questions(tree):
                    most[history, event] = max(times, most.get((history, event), 0))
        return tuple(Question(history, event, times) for (history, event), times in most.items())

    @cached_property
    def fields(self) -> Mapping[tuple[str, Hashable], tuple[int, int]]:
        """Where in the memory the number of times of each event is, and the greatest number that is kept."""
        fields, shift = {}, 0
        for history, event, times in self.questions:
            fields[history, event] = shift, times
            shift += times.bit_length()
        return fields

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """The bits of each history."""
        masks = dict.fromkeys(HISTORIES, 0)
        for (history, _), (shift, most) in self.fields.items():
            masks[history] |= _mask(most) << shift
        return masks

    @cached_property
    def first_memory(self) -> Memory:
        """What had happened at the start."""
        memory = 0
        for (history, event), (shift, most) in self.fields.items():
            memory |= min(most, int(getattr(self.start, history).times(event))) << shift
        return memory

    @cached_property
    def _compiled(self) -> tuple[tuple[_Compiled, ...], ...]:
        return tuple(tuple(_Compiled(self, step) for step in steps) for steps in self.steps)

    def taken(self, node: int, memory: Memory) -> Iterator[Taken]:
        """Every legal turn from a node with a memory."""
        for compiled in self._compiled[node]:
            if _answer(compiled.forbidden_by, memory) is None:
                step = compiled.step
                yield Taken(step, _answer(compiled.ended_by, memory), step.after, compiled.remembered(memory))


class _Compiled:
    """A step with its trees and changes told in bits of the memory."""

    def __init__(self, machine: Machine, step: Step) -> None:
        fields, bits = machine.fields, machine.bits
        self.step = step
        self.forbidden_by = _in_bits(step.forbidden_by, fields)
        self.ended_by = _in_bits(step.ended_by, fields)
        self._kept = ~sum(bits[change.history] for change in step.changes if change.forgotten)
        added = ((change.history, event) for change in step.changes for event in change.added)
        self._added = [(shift, _mask(most), most) for shift, most in (fields[some] for some in added if some in fields)]

    def remembered(self, memory: Memory) -> Memory:
        """The memory after the step."""
        memory &= self._kept
        for shift, mask, most in self._added:
            if memory >> shift & mask < most:
                memory += 1 << shift
        return memory


def _in_bits(tree: Tree[Clause | None], fields: Mapping[tuple[str, Hashable], tuple[int, int]]) -> Any:
    """A tree whose questions are told as where in the memory to look, and how much must be there."""
    if not isinstance(tree, Asks):
        return tree
    history, event, times = tree.question
    shift, most = fields[history, event]
    return shift, _mask(most), times, _in_bits(tree.yes, fields), _in_bits(tree.no, fields)


def _answer(tree: Any, memory: Memory) -> Clause | None:
    while type(tree) is tuple:
        shift, mask, times, yes, no = tree
        tree = yes if memory >> shift & mask >= times else no
    found: Clause | None = tree
    return found


def _mask(most: int) -> int:
    return (1 << most.bit_length()) - 1
