"""Cycles of turns: the positions they go through, their kinds, and what stops them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from itertools import cycle as forever
from typing import TypeAlias

import numpy as np

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Turn
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
        turns: the turns; passes and moves that are no suicide.
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
            walks = _passed(walks) if number is None else _moved(rules, walks, _player(turn), number)
        yield from _cycles_among(walks)


def _player(turn: int) -> Color:
    return BLACK.opponent if turn % 2 else BLACK


def _passed(walks: _Walks) -> _Walks:
    nothing = np.full(len(walks), NO_POINT)
    return walks.longer(walks.colorings[-1], nothing, nothing)


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


def _cycles_among(walks: _Walks) -> Iterator[Cycle]:
    first, second, *_, last_but_one, last = walks.colorings
    closed = np.asarray(last.same_as(first)) & ~np.asarray(second.same_as(last_but_one))
    for index in np.flatnonzero(closed).tolist():
        points = (int(points[index]) for points in walks.points)
        yield Cycle(
            as_integers(first, index),
            tuple(Move(point) if point else PASS for point in points),
            tuple(int(captured[index]) for captured in walks.captured),
        )


def longest_walk(rules: Rules, grid: Grid, captures: int, limit: int) -> int:
    """How many moves can follow each other that capture so many stones each, none restoring the coloring before last.

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
            walks, turns = _without_past(_moved(rules, walks, _player(turns), captures)), turns + 1
        longest = max(longest, turns if len(walks) else 0)
    return longest


def _without_past(walks: _Walks) -> _Walks:
    """The walks with no more of their past than the ban on restoring asks about, those that are then alike once."""
    before, now = walks.colorings[-2:]
    fields = np.stack([before.black, before.white, now.black, now.white])
    _, chosen = np.unique(fields, axis=1, return_index=True)
    return _Walks((colorings_at(before, chosen), colorings_at(now, chosen)))


PLACES_OF_A_TRIPLE_KO = 3


def always(rules: Rules, cycle: Cycle) -> bool:
    """Nothing else is asked for."""
    return True


@dataclass(frozen=True)
class CycleKind:
    """A kind of repetition.

    Attributes:
        name: what players call it.
        about: what makes it so, in one sentence.
        captures: how many stones each turn captures, None being a pass.
        condition: what else must be true of the cycle.
    """

    name: str
    about: str
    captures: Captures
    condition: Callable[[Rules, Cycle], bool] = field(default=always)

    def found_on(self, rules: Rules, grid: Grid) -> Iterator[Cycle]:
        """Every cycle of this kind on a board that Black begins, in the order of the colorings."""
        return (cycle for cycle in cycles(rules, grid, self.captures) if self.condition(rules, cycle))


def kos(cycle: Cycle) -> int:
    """How many kos the captures of one stone are made in: a ko is the point played and the point emptied."""
    pairs = zip(cycle.turns, cycle.captured, strict=True)
    return len({turn.point | captured for turn, captured in pairs if isinstance(turn, Move)})


def is_in_three_kos(rules: Rules, cycle: Cycle) -> bool:
    """Whether the captures are made in three kos, each taken and taken back."""
    return kos(cycle) == PLACES_OF_A_TRIPLE_KO


def takes_nothing_back(rules: Rules, cycle: Cycle) -> bool:
    """Whether no ko is taken back: every capture is made in a ko of its own."""
    return kos(cycle) == len(cycle.turns)


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
    "triple ko", "The players take three kos in turn, and nobody ever passes.", (1,) * 6, is_in_three_kos
)
RING_OF_KOS = CycleKind(
    "ring of kos",
    "Every move takes one stone, each in a ko of its own, until all is as it was.",
    (1,) * 8,
    takes_nothing_back,
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
    """The end of a cycle.

    Attributes:
        clause: the name of the clause that forbids a turn of it, or ends the phase or the game.
        game: the game after the last turn that could be taken.
        forbidden: the turn that the clause forbids; None where it ends the phase or the game.
        turns: the turns taken.
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
    """What stops a cycle that is played over and over from a game on; None if nothing does within so many times.

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
