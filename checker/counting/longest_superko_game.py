"""A longest game under superko, found by beam search, and how many moves no game exceeds, by an assignment.

A beam search (Lowerre, The HARPY Speech Recognition System, 1976) keeps, of all walks of one length, those that look
best: here those that leave the most states to walk to. What it finds is a game, so the longest is no shorter.

A game comes to every state at most once and leaves it at most once, for another. Drop that its steps hang together, and
what is left is an assignment: every state is given to the state before it, to itself if the game does not come to it,
and the start to the last state. The most steps of an assignment are no fewer than those of a game. On three points both
numbers are 14, as many as there are positions besides `...`.

Both go by the steps of a game under superko: from which state a move leads to which, as the clauses are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

import numpy as np

from ...spec.algebra import BLACK, Color, Grid
from ...spec.composition import state
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, State, Turn
from ..phase import machine
from ..phase import past as reading
from .one_phase import added_to, clause_names, forgets, games_of_one_phase, otherwise, pass_from, sole_question

BEFORE_ANY_STATE: State = ()


class SuperkoStep(NamedTuple):
    """A move, or a pass and then a move.

    Attributes:
        target: the number of the state that the move leads to; the step is legal unless that has stood before.
        passed: the number of the state that the pass before it adds to those that have stood; if there is no pass, or
            it adds none, of the state from which the step goes.
        mover: who makes the move.
        point: where.
    """

    target: int
    passed: int
    mover: Color
    point: int


class Standing(NamedTuple):
    """Where a step can start: the number of the state that stands, and who is to move."""

    state: int
    player: Color


class PlayedStep(NamedTuple):
    """How a step is played from a node of the machine: its turns, and the node that they lead to."""

    step: SuperkoStep
    turns: tuple[Turn, ...]
    after: int


@dataclass(frozen=True)
class StepTable:
    """All that the rules say about superko games on one grid, but that no state may be repeated by a move.

    Attributes:
        grid: the grid.
        states: the states that games reach; the first one is where they start, or nothing if that has not stood then.
        steps: for each state, the steps from it, wherever they have been before.
        played: for each node of the machine at which a step can start, how its steps are played from there; and for the
            start again, with the number of all nodes, if it may come back.
        places: for each of these, what stands there.
    """

    grid: Grid
    states: tuple[State, ...]
    steps: tuple[tuple[SuperkoStep, ...], ...]
    played: Mapping[int, tuple[PlayedStep, ...]] = field(default_factory=dict, repr=False)
    places: Mapping[int, Standing] = field(default_factory=dict, repr=False)

    def open_after(self, unvisited: int, step: SuperkoStep) -> int:
        """What has not stood yet once a step is taken, given what had not before; sets of numbers of states.

        >>> table = step_table(Rules(), Grid(2, 1))
        >>> bin(table.open_after(0b11110, table.steps[0][0]))
        '0b11100'
        """
        return unvisited & ~(1 << step.target | 1 << step.passed)

    def turns(self, walk: tuple[SuperkoStep, ...]) -> tuple[Turn, ...]:
        """The turns of the game that takes these steps and then ends with two passes.

        >>> table = step_table(Rules(), Grid(2, 1))
        >>> table.turns((table.steps[0][0],))
        (Move(point=1), Pass(), Pass())
        """
        turns: list[Turn] = []
        node = 0
        for step in walk:
            played = next(played for played in self.played[node] if played.step == step)
            turns += played.turns
            node = played.after
        return (*turns, PASS, PASS)


def step_table(rules: Rules, grid: Grid) -> StepTable:
    """The states and steps of games under superko from the empty grid.

    Raises:
        ValueError: a clause in force makes games something else than walks that come to no state twice; the message
            names it, or what it asks about.

    >>> [len(steps) for steps in step_table(Rules(), Grid(2, 1)).steps]
    [4, 2, 2, 2, 2]
    """
    games = games_of_one_phase(rules, grid, asked=frozenset({reading.RUN}))
    has_stood = _start_has_stood(games)
    numbers = {games.start.state if has_stood else BEFORE_ANY_STATE: 0}
    steps_from_state: dict[int, tuple[SuperkoStep, ...]] = {}
    played: dict[int, tuple[PlayedStep, ...]] = {}
    places: dict[int, Standing] = {}
    # Where the start may come back, that is another place than where games start.
    back_at_start = 0 if has_stood else len(games.nodes)
    waiting, seen = [0], {0}
    while waiting:
        place = waiting.pop()
        node = 0 if place == back_at_start else place
        position = games.nodes[node].position
        here = numbers[state(rules, position)] if place or has_stood else 0
        steps_from = _played_from(games, node, here, numbers)
        played[place] = tuple(
            played_step._replace(after=played_step.after or back_at_start) for played_step in steps_from
        )
        places[place] = Standing(here, position.player)
        for played_step in played[place]:
            if played_step.after not in seen:
                seen.add(played_step.after)
                waiting.append(played_step.after)
        steps = tuple(sorted((played_step.step for played_step in played[place]), key=_in_order))
        if steps_from_state.setdefault(here, steps) != steps:
            raise Refusal("These games can't be counted, as two positions with one state have different steps.")
    return StepTable(
        grid, tuple(numbers), tuple(steps_from_state.get(here, ()) for here in range(len(numbers))), played, places
    )


def _start_has_stood(games: machine.Machine) -> bool:
    """Whether no move may lead to where games start; it may under rules by which that has not stood."""
    return not any(
        in_bits.step.play
        and _remembered(in_bits.step) == games.start.state
        and machine.answer_and_bits(in_bits.forbidden_by, games.first_memory)[0] is None
        for steps in games.steps_in_bits
        for in_bits in steps
    )


def _in_order(step: SuperkoStep) -> tuple[int, int, bool, int]:
    return step.target, step.passed, step.mover is not BLACK, step.point


def _played_from(games: machine.Machine, node: int, here: int, numbers: dict[State, int]) -> Iterator[PlayedStep]:
    """The steps that start at a node, with the number of its state; states that are new get the next numbers."""
    passed = pass_from(games, node)
    if passed.ended_by is not None:
        raise Refusal(
            f"These games can't be counted, as {clause_names(passed.ended_by)} may end them with a single pass."
        )
    added = _remembered(passed)
    after_pass = here if added is None else numbers.setdefault(added, len(numbers))
    for start, stood, turns in ((node, here, ()), (passed.after, after_pass, (PASS,))):
        for step in games.steps[start]:
            if step.play:
                target = numbers.setdefault(_state_not_to_repeat(step), len(numbers))
                # What stands before a move has stood, and so has what stands before a pass before it.
                if target not in (here, stood):
                    taken = SuperkoStep(target, stood, step.play.player, step.play.point)
                    yield PlayedStep(taken, (*turns, Move(step.play.point)), step.after)


def _state_not_to_repeat(step: machine.Step) -> State:
    """The state that a move leads to, which is all that decides whether it is legal."""
    if step.ended_by is not None:
        raise Refusal(f"These games can't be counted, as {clause_names(step.ended_by)} may end them with a move.")
    question = sole_question(step.forbidden_by, "earlier")
    after = _remembered(step)
    if after is None:
        raise Refusal("These games can't be counted, as a state that a move leads to is not among the earlier ones.")
    if question is None or question.event != after or question.times != 1:
        raise Refusal(
            "These games can't be counted: a move must be forbidden just where it leads to an earlier state, and "
            f"{otherwise(step.forbidden_by)}."
        )
    return after


def _remembered(step: machine.Step) -> State | None:
    """The state that a turn adds to the earlier ones, if it does."""
    added = added_to("earlier", step)
    if forgets("earlier", step) or len(added) > 1:
        raise Refusal("These games can't be counted, as a turn changes more of the earlier states than one.")
    return cast(State | None, next(iter(added), None))


DEAD_END = 0.5
NEVER = -(1 << 20)


class _Walk(NamedTuple):
    """A walk: its last step, what came before, and the states that are still open to it."""

    before: _Walk | None
    step: SuperkoStep | None
    still_open: int

    @property
    def stands(self) -> int:
        """The number of the state that it has come to."""
        return self.step.target if self.step else 0

    @property
    def steps(self) -> tuple[SuperkoStep, ...]:
        """All its steps."""
        steps, walk = [], self
        while walk.before and walk.step:
            steps.append(walk.step)
            walk = walk.before
        return tuple(reversed(steps))


def long_walk(table: StepTable, width: int) -> tuple[SuperkoStep, ...]:
    """The steps of a long game; it may not be the longest, unless `width` is large enough to keep every walk.

    Args:
        table: the states and steps.
        width: the width of the beam: how many walks of each length to keep.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.longest_superko_game import step_table
    >>> len(long_walk(step_table(Rules(), Grid(3, 1)), width=10))
    14
    """
    beam = _Beam(table)
    walks = [_Walk(None, None, beam.reachable(0, (1 << len(table.states)) - 2))]
    while True:
        longer = {(walk.stands, walk.still_open): walk for before in walks for walk in beam.longer(before)}
        if not longer:
            return walks[0].steps
        walks = sorted(longer.values(), key=beam.closed)[:width]


class _Beam:
    """Carries walks on, and compares them, by the states that come after and before each state, as sets of numbers."""

    def __init__(self, table: StepTable) -> None:
        self._table = table
        self._onward = [sum({1 << step.target for step in steps}) for steps in table.steps]
        numbers = range(len(table.states))
        self._back = [sum(1 << start for start in numbers if self._onward[start] >> end & 1) for end in numbers]

    def longer(self, walk: _Walk) -> Iterator[_Walk]:
        """The walk with each step that can be taken next."""
        for step in self._table.steps[walk.stands]:
            if (walk.still_open & ~(1 << step.passed)) >> step.target & 1:
                rest = self._table.open_after(walk.still_open, step)
                yield _Walk(walk, step, self.reachable(step.target, rest))

    def reachable(self, start: int, within: int) -> int:
        """The members of a set that a walk inside it reaches from a state."""
        reached = growing = self._onward[start] & within
        while growing:
            onward = 0
            for number in _members(growing):
                onward |= self._onward[number]
            growing = onward & within & ~reached
            reached |= growing
        return reached

    def closed(self, walk: _Walk) -> float:
        """How little a walk leaves open; a state with no other one after it, or one before it, counts half as much."""
        here_or_open = walk.still_open | 1 << walk.stands
        last = sum(not self._onward[number] & walk.still_open for number in _members(walk.still_open))
        from_one = sum((self._back[number] & here_or_open).bit_count() == 1 for number in _members(walk.still_open))
        return DEAD_END * (last + from_one) - walk.still_open.bit_count()


def _members(numbers: int) -> Iterator[int]:
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least


def most_moves(table: StepTable) -> int:
    """A number of moves that no game exceeds.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.longest_superko_game import step_table
    >>> [most_moves(step_table(Rules(), Grid(*sides))) for sides in ((1, 1), (3, 1), (2, 2))]
    [0, 14, 48]
    """
    moves = np.full((len(table.states),) * 2, NEVER)
    np.fill_diagonal(moves, 0)
    for number, steps in enumerate(table.steps):
        moves[number, [step.target for step in steps]] = 1
    moves[:, 0] = 0
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 (it takes long to import)

    return int(moves[linear_sum_assignment(moves, maximize=True)].sum())
