"""Histories that the future can't tell apart: how many classes there are, how many games, and how long they are.

After `A1 pass` and after `B1 pass` different boards may not come back. Two histories of a board are of one class if
the same turns can follow, again and again, and the same clauses end them. Each class is found once: with it is kept
which events it hung on, so that a history in which these are as they were needs no look at what may follow.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.registry import Clause
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Turn
from ..phase.machine import NOWHERE, Machine, Memory, StepInBits, answer_and_bits, machine
from ..phase.symmetry import Permutation
from .layers import (
    GATHERED_AT_MOST,
    MOST_GAMES,
    WORD,
    GameLines,
    Keys,
    Numbers,
    Unions,
    WideSets,
    has,
    onward,
    reachable,
    sets_at,
    successors,
    symmetries,
    together,
    wide,
)
from .longest_superko_game import Standing, StepTable, SuperkoStep

Class: TypeAlias = int
Following: TypeAlias = tuple[Turn, Clause | None, Class]

ENDED: Class = -1
MOST_CLASSES = 2_000_000
FRAMES_OF_A_TURN = 3
MOST_TURNS = 20_000


@dataclass(frozen=True)
class HistoryClasses:
    """The classes of the histories of a phase, each told by what may follow.

    Attributes:
        following: for each class, every turn that may follow, the clause that then ends the phase or None, and the
            class of what it leads to, or `ENDED`. What follows stands before it.
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
            games.append(sum(1 if after == ENDED else games[after] for _, _, after in following))
        return games[-1]

    @property
    def longest(self) -> tuple[Turn, ...]:
        """The turns of a longest game, until the phase ends."""
        lengths = [0] * (len(self.following) + 1)  # The last one is that of `ENDED`.
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
    search = _Search(machine(Game.start(rules, grid.width, grid.height).record))
    with _deep_enough():
        search.class_of(0, search.machine.first_memory)
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
        number = self._numbered(node, following)
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
                following.append((step.turn, ended_by, ENDED))
            else:
                after, bits = self.class_of(step.after, in_bits.remembered(memory))
                hangs_on |= before(in_bits, bits)
                following.append((step.turn, None, after))
        return tuple(following), hangs_on

    def _numbered(self, node: int, following: tuple[Following, ...]) -> Class:
        position = self.machine.nodes[node].position
        board = (position.coloring, position.player, position.marks)
        self.boards.add(board)
        number = self._class_of.setdefault((board, following), len(self.following))
        if number == len(self.following):
            if number >= MOST_CLASSES:
                raise Refusal(f"There are more than {MOST_CLASSES:,} classes of histories here.")
            self.following.append(following)
        return number


@dataclass(frozen=True)
class SuperkoHistories:
    """How many classes of histories there are under superko.

    Attributes:
        classes: how many classes there are.
        games: how many games there are, from the start until the phase ends.
    """

    classes: int
    games: int


def superko_history_classes(table: StepTable) -> SuperkoHistories:
    """The number of classes of histories under superko, of many at once and without looking at what may follow them.

    Let the same stones stand after two histories, with the same player to move after as many passes. If a board is
    still open to one history alone, some turns come to it, and after the other history one of these turns is illegal;
    if the same boards are open to both, the same turns are legal ever after. So the classes are counted by what stands
    and what is open.

    Raises:
        ValueError: there are more games than 64 bits can count, or it matters in another way what a pass adds.

    >>> from superko.checker.counting.longest_superko_game import step_table
    >>> superko_history_classes(step_table(Rules(suicide=False), Grid(3, 1)))
    SuperkoHistories(classes=362, games=907)
    """
    return _ByWhatIsOpen(table).counted()


class OpenStates:
    """Which states are open: those that turns can still come to.

    A pass may add a state to those that have stood: under situational superko, what stands with the other player to
    move. So what walks reach is not yet what is open. But a shortest walk that passes and later comes to what its pass
    has added ends there, or it could have gone on from the one as from the other, without coming back. A state is open,
    then, if a walk reaches it that does not pass just where this adds that state.
    """

    def __init__(self, table: StepTable, words: int) -> None:
        self._words = words
        self._onward = onward(table, words)
        self._by_moves_alone = Unions([_moves_alone(number, steps) for number, steps in enumerate(table.steps)], words)
        targets = {step.target for steps in table.steps for step in steps}
        self.added_at = {
            number: step.passed
            for number, steps in enumerate(table.steps)
            for step in steps
            if step.passed != number and step.passed in targets
        }
        self._without_adding: dict[int, Unions] = {}
        if self.added_at and len({place.state for place in table.places.values()}) < len(table.places):
            raise Refusal("These classes can't be counted by what is open, as one state stands for several positions.")
        for number, added in self.added_at.items():
            here, there = (successors(table.steps[state]) & ~(1 << number | 1 << added) for state in (number, added))
            if here != there:
                raise Refusal("These classes can't be counted by what is open, as after a pass other boards follow.")
            onward_from = [successors(steps) for steps in table.steps]
            onward_from[number] = _moves_alone(number, table.steps[number])
            self._without_adding[added] = Unions(onward_from, words)

    def reached(self, seeds: Iterable[int], within: WideSets) -> WideSets:
        """The members of each of some sets that a walk inside it reaches; all that are open are among them."""
        return reachable(self._onward, self._set(seeds), within)

    def among(self, reached: WideSets, seeds: Iterable[int], not_after: Mapping[int, Iterable[int]]) -> WideSets:
        """Those of the states that walks reach that are open.

        Args:
            reached: what walks reach.
            seeds: where they may start.
            not_after: for each state that a pass would add at once, where a walk to it may start: not after that pass.
        """
        if not self.added_at:
            return reached
        surely = reachable(self._by_moves_alone, self._set(seeds), reached)
        still_open = tuple(word.copy() for word in reached)
        for added, onward_from in self._without_adding.items():
            asked = has(reached, added) & (~has(surely, added) | (added in not_after))
            lines = np.flatnonzero(asked)
            if len(lines):
                starts = self._set(not_after.get(added, seeds))
                still_reached = has(reachable(onward_from, starts, sets_at(reached, lines)), added)
                word, bit = divmod(added, WORD)
                still_open[word][lines[~still_reached]] &= ~np.uint64(1 << bit)
        return still_open

    def _set(self, states: Iterable[int]) -> WideSets:
        return wide(sum(1 << state for state in states), self._words)


def _moves_alone(number: int, steps: Iterable[SuperkoStep]) -> int:
    return successors(step for step in steps if step.passed == number)


class _Reply(NamedTuple):
    """A move that can follow at a place: the state and the place that it leads to, and whether a pass is before it."""

    target: int
    after: int
    passes: bool


def _own(replies: Iterable[_Reply]) -> set[int]:
    """The states that moves of the player to move lead to."""
    return {reply.target for reply in replies if not reply.passes}


def _after_a_pass(replies: Iterable[_Reply]) -> set[int]:
    """The states that the other player's moves lead to; where a player has passed, only such a move can follow."""
    return {reply.target for reply in replies if reply.passes}


class _ByWhatIsOpen:
    """Counts all classes with as many open states at once, from the start of the game to its end."""

    def __init__(self, table: StepTable) -> None:
        start = table.places[0]
        # Where the game starts it is one player's turn, and none of its boards comes again.
        nodes = {place: node for node, place in table.places.items() if place.state or place is start}
        self._places = tuple(nodes)
        self._numbers = {place: number for number, place in enumerate(nodes)}
        self._replies = [
            [
                _Reply(played.step.target, self._numbers[table.places[played.after]], len(played.turns) > 1)
                for played in table.played[node]
                if played.step.target
            ]
            for node in nodes.values()
        ]
        turnings = symmetries(table)
        moved = [tuple(self._image(place, *turning) for place in nodes) for turning in turnings.items()]
        self._states = len(table.states)
        self._keys = Keys(self._states, tuple(turnings), moved)
        self._open = OpenStates(table, self._keys.words)

    def _image(self, place: Standing, images: Permutation, swap: bool) -> int:
        if not place.state:
            return self._numbers[place]
        return self._numbers[Standing(images[place.state], place.player.opponent if swap else place.player)]

    def counted(self) -> SuperkoHistories:
        """How many classes and games there are."""
        lines, classes = _ByNumber(), (_ByNumber(), _ByNumber())
        everything = wide((1 << self._states) - 2, self._keys.words)
        lines.add(self._keys(everything, 0), everything, np.ones(1, dtype=np.int64))
        number_of_classes = 0
        for size in reversed(range(self._states)):
            for here in lines.taken(size):
                for place, reached, chosen in self._keys.by_place(here.keys):
                    self._tell_apart(place, reached, classes)
                    self._move(place, reached, here.games[chosen], lines)
            number_of_classes += sum(
                self._keys.stand_for(same.keys) for by_number in classes for same in by_number.taken(size)
            )
        return SuperkoHistories(number_of_classes, lines.games)

    def _tell_apart(self, place: int, reached: WideSets, classes: tuple[_ByNumber, _ByNumber]) -> None:
        """Add the classes of lines, and those after a pass."""
        own, others = _own(self._replies[place]), _after_a_pass(self._replies[place])
        added = self._open.added_at.get(self._places[place].state)
        still_open = self._open.among(reached, own | others, {} if added is None else {added: own})
        after = self._open.reached(others, _without(reached, added))
        open_after = self._open.among(after, others, {})
        for by_number, counted in zip(classes, (still_open, open_after), strict=True):
            by_number.add(self._keys(counted, place), counted, np.ones(len(counted[0]), dtype=np.int64))

    def _move(self, place: int, reached: WideSets, games: Numbers, lines: _ByNumber) -> None:
        """Add the lines after every move, wherever it is legal, with and without a pass before it."""
        added = self._open.added_at.get(self._places[place].state)
        for reply in self._replies[place]:
            unvisited = _without(reached, added) if reply.passes else reached
            legal = np.flatnonzero(has(unvisited, reply.target))
            rest = _without(sets_at(unvisited, legal), reply.target)
            still_reached = self._open.reached({other.target for other in self._replies[reply.after]}, rest)
            lines.add(self._keys(still_reached, reply.after), still_reached, games[legal])


def _without(sets: WideSets, member: int | None) -> WideSets:
    if member is None:
        return sets
    return tuple(word & ~bit for word, bit in zip(sets, wide(1 << member, len(sets)), strict=True))


class _ByNumber:
    """Lines by how many states are open to them; those of one number are taken when no more can come.

    Attributes:
        games: how many games they are, all that were added.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, list[GameLines]] = {}
        self.games = 0

    def add(self, keys: WideSets, still_open: WideSets, games: Numbers) -> None:
        """Add lines with the sets that are open to them.

        Raises:
            ValueError: there are more games than 64 bits can count.
        """
        self.games += int(games.sum())
        if self.games > MOST_GAMES:
            raise Refusal("There are more games here than 64 bits can count.")
        numbers = sum(np.bitwise_count(word).astype(np.int64) for word in still_open)
        for number in np.unique(numbers):
            chosen = np.flatnonzero(numbers == number)
            waiting = self._waiting.setdefault(int(number), [])
            waiting.append(GameLines(sets_at(keys, chosen), games[chosen]))
            if sum(len(lines.games) for lines in waiting[1:]) > GATHERED_AT_MOST:
                self._waiting[int(number)] = [together(waiting)]

    def taken(self, number: int) -> tuple[GameLines, ...]:
        """Those of a number together, if there are any."""
        waiting = self._waiting.pop(number, None)
        return (together(waiting),) if waiting else ()


def before(step: StepInBits, bits: Memory) -> Memory:
    """The bits before a step that some bits after it hang on: none that it forgets, or makes the same in any case."""
    for shift, mask, most in step.counted:
        if most == 1:
            bits &= ~(mask << shift)
    return bits & step.kept


@contextmanager
def _deep_enough() -> Iterator[None]:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, FRAMES_OF_A_TURN * MOST_TURNS))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
