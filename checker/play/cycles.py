"""Cycles of turns: the positions they go through, their kinds, and what stops them; and how long a phase can go on.

On `.OX.` in the first cleanup phase, with moves at the two points of the ko only, a phase lasts at most 7 turns: the ko
is taken and taken back as often as the clauses allow, and the players pass in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from itertools import cycle as forever
from typing import TypeAlias

import networkx as nx
import numpy as np

from ...interpreter.game import Game
from ...interpreter.history import counts_as_pass
from ...interpreter.notation import turn_text
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Turn
from ..phase.machine import Machine, Memory, Taken
from ..phase.many import Numbers, as_integers, colorings_at, each_point
from ..phase.symmetry import refuse_on_arrays
from ..sweeps.sweep import legal_chunks

Captures: TypeAlias = tuple[int | None, ...]
NO_POINT = np.uint64(0)


@dataclass(frozen=True)
class Cycle:
    """Turns that lead from a position back to it.

    Attributes:
        coloring: the coloring from which Black takes the first turn.
        captured: the points that each turn emptied.
    """

    coloring: Coloring[int]
    turns: tuple[Turn, ...]
    captured: tuple[int, ...]


@dataclass(frozen=True)
class _Walks:
    """Many walks at once: the colorings before each turn and now, and what each turn played and captured."""

    colorings: tuple[Coloring[Words], ...]
    points: tuple[Words, ...] = ()
    captured: tuple[Words, ...] = ()

    def __len__(self) -> int:
        return len(self.colorings[-1].black)

    def at(self, chosen: Numbers) -> _Walks:
        """Some of the walks."""
        return _Walks(
            tuple(colorings_at(c, chosen) for c in self.colorings),
            tuple(points[chosen] for points in self.points),
            tuple(points[chosen] for points in self.captured),
        )

    def longer(self, c: Coloring[Words], points: Words, captured: Words) -> _Walks:
        """The walks with one turn more."""
        return _Walks((*self.colorings, c), (*self.points, points), (*self.captured, captured))


def cycles(rules: Rules, grid: Grid, captures: Captures) -> Iterator[Cycle]:
    """Every cycle on a board whose turns capture these numbers of stones, None being a pass.

    No move of it is a suicide, and none restores the coloring before the turn before it, not even when the cycle is
    gone through again: under simple ko every one is legal.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.

    >>> from superko.interpreter.notation import board_text
    >>> [board_text(cycle.coloring) for cycle in cycles(Rules(), Grid(3, 1), (0, 2, 1, None))]
    ['.X.', '.X.']
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    for start in legal_chunks(grid):
        walks = _Walks((start,))
        for turn, number in enumerate(captures):
            nothing = np.full(len(walks), NO_POINT)
            walks = (
                walks.longer(walks.colorings[-1], nothing, nothing)
                if number is None
                else _moved(rules, walks, _player(turn), number)
            )
        first, second, *_, last_but_one, last = walks.colorings
        closed = np.asarray(last.same_as(first)) & ~np.asarray(second.same_as(last_but_one))
        for index in np.flatnonzero(closed).tolist():
            points = (int(points[index]) for points in walks.points)
            turns = tuple(Move(point) if point else PASS for point in points)
            yield Cycle(as_integers(first, index), turns, tuple(int(captured[index]) for captured in walks.captured))


def _player(turn: int) -> Color:
    return BLACK.opponent if turn % 2 else BLACK


def _moved(rules: Rules, walks: _Walks, player: Color, number: int) -> _Walks:
    """Each walk with every move that captures the number of stones, and does not restore what stood before."""
    before = walks.colorings[-1]
    near = before.board.neighbours(before.of(player.opponent)) if number else before.board.everything
    indices, points = each_point(before.empty & near, before.board.grid)
    play = move(rules, colorings_at(before, indices), player, points)
    wanted = np.asarray(pseudolegal(rules, play)) & (play.self_captured == 0)
    wanted &= np.bitwise_count(play.captured) == number
    if len(walks.colorings) > 1:
        wanted &= ~np.asarray(play.after.same_as(colorings_at(walks.colorings[-2], indices)))
    chosen = np.flatnonzero(wanted)
    return walks.at(indices[chosen]).longer(colorings_at(play.after, chosen), points[chosen], play.captured[chosen])


def longest_walk(rules: Rules, grid: Grid, captures: int, limit: int) -> int:
    """How many moves capturing `captures` stones each can follow each other, none restoring the coloring before last.

    No more than `limit` are followed, as they may go on forever.

    >>> longest_walk(Rules(), Grid(4, 1), 1, limit=9)
    2
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    longest = 0
    for start in legal_chunks(grid):
        walks, turns = _Walks((start,)), 0
        while len(walks) and turns < limit:
            longest = max(longest, turns)
            walks, turns = _moved(rules, walks, _player(turns), captures), turns + 1
            # No more of the past matters than the ban on restoring asks about; walks that are then alike are one.
            before, now = walks.colorings[-2:]
            _, chosen = np.unique([before.black, before.white, now.black, now.white], axis=1, return_index=True)
            walks = _Walks((colorings_at(before, chosen), colorings_at(now, chosen)))
        longest = max(longest, turns if len(walks) else 0)
    return longest


PLACES_OF_A_TRIPLE_KO = 3


@dataclass(frozen=True)
class CycleKind:
    """A kind of repetition: what makes it so, in one sentence, and how many stones each turn captures, None for a pass.

    A condition may have to be met by the cycle, besides.
    """

    name: str
    about: str
    captures: Captures
    condition: Callable[[Rules, Cycle], bool] = lambda rules, cycle: True

    def found_on(self, rules: Rules, grid: Grid) -> Iterator[Cycle]:
        """Every cycle of this kind on a board that Black begins, in the order of the colorings."""
        return (cycle for cycle in cycles(rules, grid, self.captures) if self.condition(rules, cycle))


def kos(cycle: Cycle) -> int:
    """How many kos the captures of one stone are made in: a ko is the point played and the point emptied."""
    pairs = zip(cycle.turns, cycle.captured, strict=True)
    return len({turn.point | captured for turn, captured in pairs if isinstance(turn, Move)})


def colorings(rules: Rules, cycle: Cycle) -> list[Coloring[int]]:
    """The coloring before the first turn of a cycle, and after each."""
    stood = [cycle.coloring]
    for turn, player in zip(cycle.turns, forever(Color), strict=False):
        before = stood[-1]
        stood.append(move(rules, before, player, turn.point).after if isinstance(turn, Move) else before)
    return stood


def threatens(rules: Rules, c: Coloring[int], player: Color, kos: int) -> bool:
    """Whether a player could capture stones by a move that is no ko-move, or that is not at the points of some kos."""
    plays = (move(rules, c, player, point) for point in points_of(c.empty))
    captures = (play for play in plays if play.captured and pseudolegal(rules, play))
    return any((play.point | play.captured) & ~kos or not rules.defined(is_ko_move)(rules, play) for play in captures)


def points_of_cycle(cycle: Cycle) -> int:
    """The points at which a cycle plays or captures."""
    points = 0
    for turn, captured in zip(cycle.turns, cycle.captured, strict=True):
        points |= captured | (turn.point if isinstance(turn, Move) else 0)
    return points


def is_attack_and_answer(rules: Rules, cycle: Cycle) -> bool:
    """Whether each first taking of a ko threatens more than a ko, and the next one leaves nothing to take but kos."""
    stood, kos = colorings(rules, cycle), points_of_cycle(cycle)
    for attacker, attack in ((BLACK, 1), (BLACK.opponent, 4)):
        if not threatens(rules, stood[attack], attacker, cycle.coloring.board.everything):
            return False
        at_rest = (stood[attack - 1], stood[attack + 1])
        if any(threatens(rules, c, color, kos) for c in at_rest for color in Color):
            return False
    return True


SENDING_TWO_RETURNING_ONE = CycleKind(
    "sending two, returning one",
    "A player makes a stone two, loses both, and takes one stone back; the opponent passes.",
    (0, 2, 1, None),
)
ETERNAL_LIFE = CycleKind(
    "eternal life",
    "Each player in turn makes a stone two and loses both, and nobody ever passes.",
    (0, 2, 2, 0),
)
TRIPLE_KO = CycleKind(
    "triple ko",
    "The players take three kos in turn, and nobody ever passes.",
    (1,) * 6,
    lambda rules, cycle: kos(cycle) == PLACES_OF_A_TRIPLE_KO,
)
RING_OF_KOS = CycleKind(
    "ring of kos",
    "Every move takes one stone, each in a ko of its own, until all is as it was.",
    (1,) * 8,
    lambda rules, cycle: kos(cycle) == len(cycle.turns),
)
DOUBLE_KO_SEKI = CycleKind(
    "double-ko seki",
    "Whoever takes the one ko threatens to take more; the opponent takes the other ko, and no more can be taken.",
    (1, 1, None, 1, 1, None),
    is_attack_and_answer,
)
KINDS = (SENDING_TWO_RETURNING_ONE, ETERNAL_LIFE, RING_OF_KOS, TRIPLE_KO, DOUBLE_KO_SEKI)
_MOST_TIMES = 9


@dataclass(frozen=True)
class CycleEnd:
    """The end of a cycle, by the name of a clause: the game after the last turn that could be taken.

    It forbids a turn, or where none is forbidden it ends the phase or the game.
    """

    clause: str
    game: Game
    forbidden: Turn | None
    turns: tuple[Turn, ...]

    @property
    def number(self) -> int:
        """The turn on which it stops, counted from 1."""
        return len(self.turns) + (self.forbidden is not None)

    def __str__(self) -> str:
        if self.forbidden is None:
            return f"Turn {self.number} is the last: {self.clause} ends the {'game' if self.game.over else 'phase'}."
        forbidden = turn_text(self.game.grid, self.forbidden)
        return f"Turn {self.number}, {forbidden}, is forbidden by {self.clause}."


def stopped(start: Game, cycle: Sequence[Turn], times: int = _MOST_TIMES) -> CycleEnd | None:
    """What stops a cycle that is played over and over from a game on; None if nothing does within a number of times.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Move
    >>> eternal_life = [Move(1 << point) for point in (3, 1, 2, 0)]
    >>> print(stopped(Game(Rules(), rows="O.X."), eternal_life))
    Turn 4, A1, is forbidden by katago-v2/main/legal-superko.
    """
    game = start
    taken: tuple[Turn, ...] = ()
    for turn in chain.from_iterable(repeat(cycle, times)):
        judgement = game.judge(turn)
        if judgement.clause is not None:
            return CycleEnd(judgement.clause.name, game, turn, taken)
        game, taken = game.play(turn), (*taken, turn)
        if game.ended_by is not None:
            return CycleEnd(game.ended_by, game, None, taken)
    return None


_History: TypeAlias = tuple[int, Memory]


def longest_phase(machine: Machine) -> tuple[tuple[Turn, ...] | None, int]:
    """The longest phase that a machine can go through, by going through everything that can have happened in it.

    Returns:
        turns: its turns, the last of which ends the phase or the game; None if the phase can go on forever.
        histories: how many nodes of the machine with what had happened were looked at.

    >>> from superko.checker.phase.machine import at_points, machine
    >>> from superko.interpreter.notation import parse_board
    >>> from superko.interpreter.game import Game
    >>> from superko.spec.presets import PRESETS
    >>> from superko.spec.vocabulary import Phase
    >>> ko = Game(PRESETS["japanese-like"], rows=".OX.", phase=Phase.FIRST_CLEANUP)
    >>> len(longest_phase(machine(ko.record, within=at_points(0b0011)))[0])
    7
    """
    start = (0, machine.first_memory)
    # What can follow at most: how many turns, the first of them, and what there is after it, if the phase goes on.
    ahead: dict[_History, tuple[int, Turn, _History | None]] = {}
    open_histories: dict[_History, list[Taken]] = {}
    waiting = [start]
    while waiting:
        history = waiting[-1]
        if history in ahead:
            waiting.pop()
        elif history in open_histories:
            choices: list[tuple[int, Turn, _History | None]] = []
            for step in open_histories.pop(history):
                after = (step.node, step.memory) if step.ended_by is None else None
                choices.append((1 + (ahead[after][0] if after else 0), step.step.turn, after))
            ahead[history] = max(choices, key=lambda choice: choice[0])
        else:
            taken = open_histories[history] = list(machine.taken(*history))
            onward = [(step.node, step.memory) for step in taken if step.ended_by is None]
            if any(after in open_histories for after in onward):
                return None, len(ahead)
            waiting += (after for after in onward if after not in ahead)
    turns, reached = list[Turn](), ahead[start]
    turns.append(reached[1])
    while reached[2] is not None:
        reached = ahead[reached[2]]
        turns.append(reached[1])
    return tuple(turns), len(ahead)


def shortest_cycle(machine: Machine) -> tuple[Turn, ...]:
    """The fewest turns without a pass that lead from the first position back to it; none if nothing does."""
    graph, rules, first = nx.DiGraph(), machine.start.rules, machine.nodes[0].position
    for node, steps in zip(machine.nodes, machine.steps, strict=True):
        graph.add_node(node.position)
        for step in steps:
            if step.after >= 0 and not counts_as_pass(rules, node.position.phase, step.turn):
                graph.add_edge(node.position, machine.nodes[step.after].position, turn=step.turn)
    leading_back = (reached for reached in graph[first] if nx.has_path(graph, reached, first))
    cycles = ([first, *nx.shortest_path(graph, reached, first)] for reached in leading_back)
    shortest = min(cycles, key=len, default=[first])
    return tuple(graph.edges[step]["turn"] for step in nx.utils.pairwise(shortest))
