"""The steps of games under superko, read from the clauses: from which state a move leads to which, after a pass or not.

Such games have one phase, two passes in a row end it, and nothing but an earlier state forbids a move that may be made
otherwise. That this is so is asked of the clauses in force; other games are refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from ...interpreter.game import Game
from ...interpreter.history import first_record
from ...spec.algebra import BLACK, Color, Grid
from ...spec.composition import state
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Position, Record, State, Turn, Unblock
from ..phase.dependence import HISTORIES
from ..phase.machine import NOWHERE, Machine, Step, answer_and_bits, machine
from ..phase.past import RUN, Asks, Tree, Untold, answers

NOT_THE_POSITION = (*HISTORIES, "turn", "last", "previous", "phase_turn", "began", "pass_run", "passes", "tally")
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
        ValueError: a clause in force makes games something else than walks that visit no state twice; the message
            names it, or what it asks about.

    >>> [len(steps) for steps in step_table(Rules(), Grid(2, 1)).steps]
    [4, 2, 2, 2, 2]
    """
    games = _games_of_one_phase(rules, grid)
    has_stood = _start_has_stood(games)
    numbers = {games.start.state if has_stood else BEFORE_ANY_STATE: 0}
    steps_from_state: dict[int, tuple[SuperkoStep, ...]] = {}
    played: dict[int, tuple[PlayedStep, ...]] = {}
    # Where the start may come back, that is another place than where games start.
    back_at_start = 0 if has_stood else len(games.nodes)
    waiting, seen = [0], {0}
    while waiting:
        place = waiting.pop()
        node = 0 if place == back_at_start else place
        here = numbers[state(rules, games.nodes[node].position)] if place or has_stood else 0
        steps_from = _played_from(games, node, here, numbers)
        played[place] = tuple(
            played_step._replace(after=played_step.after or back_at_start) for played_step in steps_from
        )
        for played_step in played[place]:
            if played_step.after not in seen:
                seen.add(played_step.after)
                waiting.append(played_step.after)
        steps = tuple(sorted((played_step.step for played_step in played[place]), key=_in_order))
        if steps_from_state.setdefault(here, steps) != steps:
            raise Refusal("These games can't be counted, as two positions with one state have different steps.")
    return StepTable(
        grid, tuple(numbers), tuple(steps_from_state.get(here, ()) for here in range(len(numbers))), played
    )


def _start_has_stood(games: Machine) -> bool:
    """Whether no move may lead to where games start; it may under rules by which that has not stood."""
    return not any(
        in_bits.step.play
        and _remembered(in_bits.step) == games.start.state
        and answer_and_bits(in_bits.forbidden_by, games.first_memory)[0] is None
        for steps in games.steps_in_bits
        for in_bits in steps
    )


def _in_order(step: SuperkoStep) -> tuple[int, int, bool, int]:
    return step.target, step.passed, step.mover is not BLACK, step.point


def _played_from(games: Machine, node: int, here: int, numbers: dict[State, int]) -> Iterator[PlayedStep]:
    """The steps that start at a node, with the number of its state; states that are new get the next numbers."""
    passed = _pass_from(games, node)
    if passed.ended_by is not None:
        raise Refusal(
            f"These games can't be counted, as {_clause_names(passed.ended_by)} may end them with a single pass."
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


def _state_not_to_repeat(step: Step) -> State:
    """The state that a move leads to, which is all that decides whether it is legal."""
    if step.ended_by is not None:
        raise Refusal(f"These games can't be counted, as {_clause_names(step.ended_by)} may end them with a move.")
    after = _remembered(step)
    match step.forbidden_by:
        case Asks(question=question, yes=Clause(), no=None) if question.history == "earlier" and after is not None:
            if question.event == after and question.times == 1:
                return after
    raise Refusal(
        "These games can't be counted: a move must be forbidden just where it leads to an earlier state, and "
        f"{_otherwise(step.forbidden_by)}."
    )


def _remembered(step: Step) -> State | None:
    """The state that a turn adds to the earlier ones, if it does."""
    change = next((change for change in step.changes if change.history == "earlier"), None)
    if change is None:
        return None
    if change.forgotten or len(change.added) > 1:
        raise Refusal("These games can't be counted, as a turn changes more of the earlier states than one.")
    return cast(State | None, next(iter(change.added), None))


def _games_of_one_phase(rules: Rules, grid: Grid) -> Machine:
    """The machine of the games from the empty grid, which end with their first phase, and with two passes in a row."""
    games = machine(Game(rules, grid).record)
    for subject in sorted(games.kept - {RUN}):
        raise Refusal(f"These games can't be counted, as a clause asks about {subject}.")
    for step in (step for steps in games.steps for step in steps):
        _refuse_a_further_phase(games, step)
    for number in _after_moves(games):
        passed = _pass_from(games, number)
        if passed.after == NOWHERE:
            raise Refusal(
                f"These games can't be counted, as {_clause_names(passed.ended_by)} ends them with a single pass."
            )
        again = _pass_from(games, passed.after)
        if again.after != NOWHERE:
            raise Refusal(
                f"These games can't be counted: two passes in a row must end them, and {_otherwise(again.ended_by)}."
            )
    return games


def _after_moves(games: Machine) -> Iterator[int]:
    """The nodes at which a game starts, or to which a move leads."""
    reached = {step.after for steps in games.steps for step in steps if step.play and step.after != NOWHERE}
    yield from sorted(reached | {0})


def _pass_from(games: Machine, number: int) -> Step:
    """The pass at a node, which must not be forbidden."""
    for step in games.steps[number]:
        if isinstance(step.turn, Pass):
            return step
    clauses = games.start.rules.deciding(Decision.TURN, games.start.position.phase)
    names = " or ".join(clause.name for clause in clauses)
    raise Refusal(f"These games can't be counted, as {names} forbids to pass.")


def _clause_names(tree: Tree[Clause | None]) -> str:
    """The names of the clauses that a tree may come to."""
    return " or ".join(sorted({clause.name for clause in answers(tree) if clause})) or "no clause"


def _otherwise(tree: Tree[Clause | None]) -> str:
    """Why a tree is not what it would have to be."""
    return "no clause asks for that" if tree is None else f"{_clause_names(tree)} asks for something else"


def _refuse_a_further_phase(games: Machine, step: Step) -> None:
    rules, phase = games.start.rules, games.start.position.phase
    if isinstance(step.turn, Unblock):
        allowing = rules.sole(Decision.UNBLOCK, phase).name
        raise Refusal(f"These games can't be counted, as {allowing} allows to unblock stones.")
    if step.position.phase is not phase:
        raise Refusal("These games can't be counted, as a turn leads to another phase by itself.")
    if any(clause and clause.decides is Decision.PHASE_ENDS for clause in answers(step.ended_by)):
        following = rules.sole(Decision.NEXT_PHASE, phase)
        if following.function(_known_by_its_position(rules, step.position)).phase is not Phase.OVER:
            raise Refusal(f"These games can't be counted, as {following.name} lets them go on after their first phase.")


def _known_by_its_position(rules: Rules, position: Position) -> Record:
    """A record of which nothing may be asked but what stands."""
    unknown: dict[str, Any] = {name: Untold(f"the game before the next phase ({name})") for name in NOT_THE_POSITION}
    return replace(first_record(rules, position), **unknown)
