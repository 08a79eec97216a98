"""Histories that the future can't distinguish: how many classes there are, how many games, and how long they are.

After `A1 pass` and after `B1 pass` different boards may not come back. Two histories of a board are of one class if
the same turns can follow, again and again, and the same clauses end them. Each class is found once: with it is kept
which events it hung on, so that a history in which these are as they were needs no look at what may follow.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.registry import Clause
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Turn
from ..phase.machine import NOWHERE, Machine, Memory, StepInBits, answer_and_bits, machine

Class: TypeAlias = int
Following: TypeAlias = tuple[Turn, Clause | None, Class]

_ENDED: Class = -1
MOST_CLASSES = 2_000_000
FRAMES_OF_A_TURN = 3
_MOST_TURNS = 20_000


@dataclass(frozen=True)
class HistoryClasses:
    """The classes of the histories of a phase, each known by what may follow.

    Attributes:
        following: for each class, every turn that may follow, the clause that then ends the phase or None, and the
            class of what it leads to, or `_ENDED`. What follows stands before it.
        boards: how many different boards and players to move there are.
        looked_up: how often a class was known without looking at what follows.
    """

    following: tuple[tuple[Following, ...], ...]
    boards: int
    looked_up: int

    @cached_property
    def games(self) -> int:
        """How many games there are, from the start until the phase ends; every turn counts, passes included."""
        games: list[int] = []
        for following in self.following:
            games.append(sum(1 if after == _ENDED else games[after] for _, _, after in following))
        return games[-1]

    @property
    def longest(self) -> tuple[Turn, ...]:
        """The turns of a longest game, until the phase ends."""
        lengths = [0] * (len(self.following) + 1)  # The last one is that of `_ENDED`.
        for number, following in enumerate(self.following):
            lengths[number] = max((1 + lengths[after] for _, _, after in following), default=0)
        turns, here = list[Turn](), len(self.following) - 1
        while lengths[here]:
            turn, _, here = next(after for after in self.following[here] if 1 + lengths[after[2]] == lengths[here])
            turns.append(turn)
        return tuple(turns)


def history_classes(rules: Rules, grid: Grid) -> HistoryClasses:
    """The classes of the histories from the empty board, until its phase ends.

    Raises:
        ValueError: a game can go on forever, there are too many classes, or a clause asks about what a machine keeps no
            account of.

    On one point, without suicide, the players can only pass: nobody has yet, or one of them has.

    >>> on_one_point = history_classes(Rules(suicide=False), Grid(1, 1))
    >>> len(on_one_point.following), on_one_point.games, len(on_one_point.longest)
    (2, 1, 2)
    >>> history_classes(Rules(), Grid(3, 1)).games
    907
    """
    search, usual = _Search(machine(Game(rules, grid).record)), sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, FRAMES_OF_A_TURN * _MOST_TURNS))
    try:
        search.class_of(0, search.machine.first_memory)
    finally:
        sys.setrecursionlimit(usual)
    return HistoryClasses(tuple(search.following), len(search.boards), search.looked_up)


class _Search:
    """Depth first, every node with every memory, but for those whose class is known."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.following, self.looked_up = machine, list[tuple[Following, ...]](), 0
        self.boards: set[Hashable] = set()
        self._known: list[dict[Memory, dict[Memory, Class]]] = [{} for _ in machine.nodes]
        self._class_of: dict[Hashable, Class] = {}
        self._above: set[tuple[int, Memory]] = set()

    def class_of(self, node: int, memory: Memory) -> tuple[Class, Memory]:
        """The class of the histories at a node with a memory, and the bits of the memory that it hangs on."""
        for bits, known in self._known[node].items():
            if (number := known.get(memory & bits)) is not None:
                self.looked_up += 1
                return number, bits
        if (node, memory) in self._above:
            raise Refusal("The number of games is not known, as a game can go on forever.")
        self._above.add((node, memory))
        following, bits = self._followed(node, memory)
        self._above.discard((node, memory))
        position = self.machine.nodes[node].position
        board = (position.coloring, position.player, position.marks)
        self.boards.add(board)
        number = self._class_of.setdefault((board, following), len(self.following))
        if number == len(self.following):
            if number >= MOST_CLASSES:
                raise Refusal(f"There are more than {MOST_CLASSES:,} classes of histories here.")
            self.following.append(following)
        self._known[node].setdefault(bits, {})[memory & bits] = number
        return number, bits

    def _followed(self, node: int, memory: Memory) -> tuple[tuple[Following, ...], Memory]:
        following, hangs_on = [], 0
        for in_bits in self.machine.steps_in_bits[node]:
            step = in_bits.step
            forbidden_by, bits = answer_and_bits(in_bits.forbidden_by, memory)
            hangs_on |= bits
            if forbidden_by is not None:
                continue
            ended_by, bits = answer_and_bits(in_bits.ended_by, memory)
            hangs_on |= bits
            if ended_by is not None or step.after == NOWHERE:
                following.append((step.turn, ended_by, _ENDED))
            else:
                after, bits = self.class_of(step.after, in_bits.remembered(memory))
                hangs_on |= before(in_bits, bits)
                following.append((step.turn, None, after))
        return tuple(following), hangs_on


def before(step: StepInBits, bits: Memory) -> Memory:
    """The bits before a step that some bits after it hang on: none that it forgets, or makes the same in any case."""
    for shift, mask, most in step.counted:
        if most == 1:
            bits &= ~(mask << shift)
    return bits & step.kept
