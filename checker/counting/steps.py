"""The steps of a game under superko: from which state a move leads to which, by the clauses in force.

Under superko a pass changes nothing but whose turn it is, and two of them end the game. So a game is a walk whose steps
are a move, or a pass and then a move of the other player; and wherever a walk stands, one game ends there with two
passes. To count games is to count walks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import after_move, move, pseudolegal, state
from ...spec.parameters import Ko
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, State, Turn

AS_WRITTEN = (
    Decision.AFTER_MOVE,
    Decision.PASS,
    Decision.TURN,
    Decision.COUNTS_AS_PASS,
    Decision.REMEMBERED,
    Decision.LEGAL,
    Decision.PHASE_ENDS,
    Decision.NO_RESULT,
    Decision.GAME_ENDS,
    Decision.NEXT_PHASE,
)
HISTORY = "reading/history-includes-passes"


class Step(NamedTuple):
    """A move, or a pass and then a move of the other player.

    Attributes:
        target: the number of the state that the move leads to; the step is legal unless that has stood before.
        passed: the number of the state that the pass before it leads to; where it starts, if there is no pass.
        mover: who makes the move.
        point: where.
    """

    target: int
    passed: int
    mover: Color
    point: int


@dataclass(frozen=True)
class StepTable:
    """All that the rules say about superko games on one grid, but that no state may be repeated by a move.

    Attributes:
        grid: the grid.
        states: the states that games reach; the first one is where they start.
        steps: for each state, the steps from it, wherever they have been before.
    """

    grid: Grid
    states: tuple[State, ...]
    steps: tuple[tuple[Step, ...], ...]

    def open_after(self, unvisited: int, step: Step) -> int:
        """What has not stood yet once a step is taken, given what had not before; sets of numbers of states.

        >>> table = step_table(Rules(), Grid(2, 1))
        >>> bin(table.open_after(0b11110, table.steps[0][0]))
        '0b11100'
        """
        return unvisited & ~(1 << step.target | 1 << step.passed)

    def turns(self, walk: tuple[Step, ...]) -> tuple[Turn, ...]:
        """The turns of the game that takes these steps and then ends with two passes.

        >>> table = step_table(Rules(), Grid(2, 1))
        >>> table.turns((table.steps[0][0],))
        (Move(point=1), Pass(), Pass())
        """
        player = BLACK
        turns: list[Turn] = []
        for step in walk:
            turns += [Move(step.point)] if step.mover is player else [PASS, Move(step.point)]
            player = step.mover.opponent
        return (*turns, PASS, PASS)


def step_table(rules: Rules, grid: Grid) -> StepTable:
    """The states and steps of games under superko from the empty grid.

    Raises:
        ValueError: there is no superko, a clause on passes, repetition or endings is not the document's, there is more
            to a game than one phase, or players of one state have different steps.

    >>> [len(steps) for steps in step_table(Rules(), Grid(2, 1)).steps]
    [4, 2, 2, 2, 2]
    """
    _check_that_games_are_walks(rules)
    remembered = any(clause.function(PASS) for clause in rules.deciding(Decision.REMEMBERED))
    start: Position = rules.sole(Decision.START).function(Coloring(integer_board(grid.width, grid.height), 0, 0))
    numbers = {state(rules, start): 0}

    def number(position: Position) -> int:
        return numbers.setdefault(state(rules, position), len(numbers))

    found: dict[int, list[Step]] = {}
    waiting, seen = [start], {start}
    while waiting:
        position = waiting.pop()
        here = number(position)
        passed = _after_pass(rules, position)
        steps = []
        for before, stood in ((position, here), (passed, number(passed) if remembered else here)):
            for point, after in _moves(rules, before):
                # What stands before a move has stood, so a move that changes nothing repeats it.
                if number(after) != stood:
                    steps.append(Step(number(after), stood, before.player, point))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        steps.sort(key=lambda step: (step.target, step.passed, step.mover is not BLACK, step.point))
        if found.setdefault(here, steps) != steps:
            raise ValueError("Here the players of one state have different steps, so its games can't be counted alike.")
    return StepTable(grid, tuple(numbers), tuple(tuple(found.get(here, ())) for here in range(len(numbers))))


def _check_that_games_are_walks(rules: Rules) -> None:
    known = replace(Rules(ko=rules.ko), readings=rules.readings)
    for decision in AS_WRITTEN:
        functions = [clause.function for clause in rules.deciding(decision, Phase.MAIN)]
        if rules.ko is Ko.SIMPLE or functions != [clause.function for clause in known.deciding(decision, Phase.MAIN)]:
            raise ValueError("Only games of one phase under superko, which end with two passes, are counted as walks.")


def _after_pass(rules: Rules, position: Position) -> Position:
    # That a pass has occurred is asked under the button only, which is excluded.
    passed: Position = rules.sole(Decision.PASS).function(position)
    return replace(passed, passed=position.passed)


def _moves(rules: Rules, position: Position) -> Iterator[tuple[int, Position]]:
    for point in points_of(position.coloring.empty):
        play = move(rules, position.coloring, position.player, point)
        if pseudolegal(rules, play):
            yield point, after_move(rules, position, play)
