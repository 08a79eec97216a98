"""The steps of a game under superko: from which state a move leads to which, as the clauses in force are read.

Where a pass ends nothing unless it follows a pass, a game is a walk whose steps are a move, or a pass and then a move;
and wherever a walk stands, one game ends there with two passes. To count games is to count walks. On two points, Black
starts with `X.` or `.X`, or passes, and White starts with `O.` or `.O`: these are the four steps from the empty grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from ...spec.algebra import BLACK, Color, Grid
from ...spec.composition import state
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, State, Turn
from ..phase import machine
from ..phase import past as reading
from .one_phase import added_to, forgets, games_of_one_phase, otherwise, pass_from, sole_question, told


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
        states: the states that games reach; the first one is where they start.
        steps: for each state, the steps from it, wherever they have been before.
        played: for each node of the machine at which a step can start, how its steps are played from there.
    """

    grid: Grid
    states: tuple[State, ...]
    steps: tuple[tuple[SuperkoStep, ...], ...]
    played: Mapping[int, tuple[PlayedStep, ...]] = field(default_factory=dict, repr=False)

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
    numbers = {games.start.state: 0}
    found: dict[int, tuple[SuperkoStep, ...]] = {}
    played: dict[int, tuple[PlayedStep, ...]] = {}
    waiting, seen = [0], {0}
    while waiting:
        node = waiting.pop()
        played[node] = tuple(_played_from(games, node, numbers))
        for some in played[node]:
            if some.after not in seen:
                seen.add(some.after)
                waiting.append(some.after)
        here = numbers[state(rules, games.nodes[node].position)]
        steps = tuple(sorted((some.step for some in played[node]), key=_in_order))
        if found.setdefault(here, steps) != steps:
            raise ValueError("These games can't be counted, as two positions with one state have different steps.")
    return StepTable(grid, tuple(numbers), tuple(found.get(here, ()) for here in range(len(numbers))), played)


def _in_order(step: SuperkoStep) -> tuple[int, int, bool, int]:
    return step.target, step.passed, step.mover is not BLACK, step.point


def _played_from(games: machine.Machine, node: int, numbers: dict[State, int]) -> Iterator[PlayedStep]:
    """The steps that start at a node; states that are new get the next numbers."""
    here = numbers[state(games.start.rules, games.nodes[node].position)]
    passed = pass_from(games, node)
    if passed.ended_by is not None:
        raise ValueError(f"These games can't be counted, as {told(passed.ended_by)} may end them with a single pass.")
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
        raise ValueError(f"These games can't be counted, as {told(step.ended_by)} may end them with a move.")
    question = sole_question(step.forbidden_by, "earlier")
    after = _remembered(step)
    if after is None:
        raise ValueError("These games can't be counted, as a state that a move leads to is not among the earlier ones.")
    if question is None or question.event != after or question.times != 1:
        raise ValueError(
            "These games can't be counted: a move must be forbidden just where it leads to an earlier state, and "
            f"{otherwise(step.forbidden_by)}."
        )
    return after


def _remembered(step: machine.Step) -> State | None:
    """The state that a turn adds to the earlier ones, if it does."""
    added = added_to("earlier", step)
    if forgets("earlier", step) or len(added) > 1:
        raise ValueError("These games can't be counted, as a turn changes more of the earlier states than one.")
    return cast(State | None, next(iter(added), None))


def games_of_each_length(table: StepTable) -> list[int]:
    """How many games there are of each number of moves, from none up, found by walking all of them, one by one.

    >>> games_of_each_length(step_table(Rules(), Grid(2, 1)))
    [1, 4, 4]
    """
    games: Counter[int] = Counter()

    def walk(number: int, unvisited: int, moves: int) -> None:
        games[moves] += 1
        for step in table.steps[number]:
            if (unvisited & ~(1 << step.passed)) >> step.target & 1:
                walk(step.target, table.open_after(unvisited, step), moves + 1)

    walk(0, (1 << len(table.states)) - 2, 0)
    return [games[moves] for moves in range(len(games))]
