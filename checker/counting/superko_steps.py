"""The steps of games under superko, read from the clauses: from which state a move leads to which, after a pass or not.

Such games have one phase, two passes in a row end it, and nothing but an earlier state forbids a move that may be made
otherwise. That this is so is asked of the clauses in force; other games are refused with a sentence.

A longest game lies between a long one, which a beam search finds, and how many moves no game exceeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from ...interpreter.game import Game
from ...interpreter.history import first_record
from ...spec.algebra import BLACK, Color, Grid
from ...spec.composition import state
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, State, Turn, Unblock
from ..phase.dependence import HISTORIES
from ..phase.machine import NOWHERE, Machine, Step, answer_and_bits, machine
from ..phase.past import RUN, Asks, Tree, Untold, answers

NOT_THE_POSITION = (*HISTORIES, "turn", "last", "previous", "phase_turn", "began", "pass_run", "passes", "tally")
BEFORE_ANY_STATE: State = ()


class SuperkoStep(NamedTuple):
    """A move, or a pass and then a move; it is legal unless the state with the number of its target has stood before.

    The state that the pass adds to those that have stood is `passed`; where none is added, the one from which it goes.
    """

    target: int
    passed: int
    mover: Color
    point: int


PlayedStep: TypeAlias = tuple[SuperkoStep, tuple[Turn, ...], int]


@dataclass(frozen=True)
class StepTable:
    """All that the rules say about superko games on one grid, but that no state may be repeated by a move.

    Attributes:
        states: the states that games reach; the first one is where they start, or nothing if that has not stood then.
        played: for each node of the machine at which a step can start, its steps, with the turns by which each is
            played, and the node that they lead to; and for the start again, with the number of all nodes, if it may
            come back.
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
        turns, node = list[Turn](), 0
        for step in walk:
            _, played, node = next(played for played in self.played[node] if played[0] == step)
            turns += played
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
        played[place] = tuple((step, turns, after or back_at_start) for step, turns, after in steps_from)
        for _, _, after in played[place]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        in_order = sorted(played[place], key=lambda step: (*step[0][:2], step[0].mover is not BLACK, step[0].point))
        steps = tuple(step for step, _, _ in in_order)
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
                    yield taken, (*turns, Move(step.play.point)), step.after


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
    after_moves = {step.after for steps in games.steps for step in steps if step.play and step.after != NOWHERE}
    for number in sorted(after_moves | {0}):
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


def _pass_from(games: Machine, number: int) -> Step:
    """The pass at a node, which must not be forbidden."""
    for step in games.steps[number]:
        if isinstance(step.turn, Pass):
            return step
    clauses = games.start.rules.deciding(Decision.TURN, games.start.position.phase)
    names = " or ".join(clause.name for clause in clauses)
    raise Refusal(f"These games can't be counted, as {names} forbids to pass.")


def _clause_names(tree: Tree[Clause | None]) -> str:
    """The names of the clauses that may be the result of a tree."""
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
        unknown: dict[str, Any] = {
            name: Untold(f"the game before the next phase ({name})") for name in NOT_THE_POSITION
        }
        if following.function(replace(first_record(rules, step.position), **unknown)).phase is not Phase.OVER:
            raise Refusal(f"These games can't be counted, as {following.name} lets them go on after their first phase.")


DEAD_END = 0.5
_NEVER = -(1 << 20)


def successors(steps: Iterable[SuperkoStep]) -> int:
    """The set of the states that steps lead to."""
    return sum({1 << step.target for step in steps})


def long_walk(table: StepTable, width: int) -> tuple[SuperkoStep, ...]:
    """The steps of a long game; it may not be the longest, unless `width` is large enough to keep every walk.

    By beam search (Lowerre, The HARPY Speech Recognition System, 1976): of all walks of one length, `width` are kept
    that look best, which are those that leave the most states to walk to.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> len(long_walk(step_table(Rules(), Grid(3, 1)), width=10))
    14
    """
    numbers, leads_to = range(len(table.states)), [successors(steps) for steps in table.steps]
    back = [sum(1 << start for start in numbers if leads_to[start] >> end & 1) for end in numbers]

    def reachable(start: int, within: int) -> int:
        """The members of a set that a walk inside it reaches from a state."""
        reached = growing = leads_to[start] & within
        while growing:
            onward = 0
            for number in _members(growing):
                onward |= leads_to[number]
            growing = onward & within & ~reached
            reached |= growing
        return reached

    def closed(walk: tuple[int, int]) -> float:
        """How little a walk leaves open; a state with no other one after it, or one before it, counts half as much."""
        stands, still_open = walk
        last = sum(not leads_to[number] & still_open for number in _members(still_open))
        from_one = sum((back[number] & (still_open | 1 << stands)).bit_count() == 1 for number in _members(still_open))
        return DEAD_END * (last + from_one) - still_open.bit_count()

    # The steps of a walk to each state, which leaves those states open.
    walks: dict[tuple[int, int], tuple[SuperkoStep, ...]] = {(0, reachable(0, (1 << len(table.states)) - 2)): ()}
    while True:
        longer: dict[tuple[int, int], tuple[SuperkoStep, ...]] = {}
        for (stands, still_open), taken in walks.items():
            for step in table.steps[stands]:
                if (still_open & ~(1 << step.passed)) >> step.target & 1:
                    rest = reachable(step.target, table.open_after(still_open, step))
                    longer[step.target, rest] = (*taken, step)
        if not longer:
            return next(iter(walks.values()))
        walks = {walk: longer[walk] for walk in sorted(longer, key=closed)[:width]}


def _members(numbers: int) -> Iterator[int]:
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least


def most_moves(table: StepTable) -> int:
    """A number of moves that no game exceeds, by an assignment.

    A game reaches every state at most once and leaves it at most once, for another. Drop that its steps hang together,
    and what is left is an assignment: every state is given to the state before it, to itself if the game does not reach
    it, and the start to the last state. The most steps of an assignment are no fewer than those of a game. On three
    points no game has more than 14, the number of positions besides `...`, and one has.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> [most_moves(step_table(Rules(), Grid(*sides))) for sides in ((1, 1), (3, 1), (2, 2))]
    [0, 14, 48]
    """
    moves = np.full((len(table.states),) * 2, _NEVER)
    np.fill_diagonal(moves, 0)
    for number, steps in enumerate(table.steps):
        moves[number, [step.target for step in steps]] = 1
    moves[:, 0] = 0
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 (it takes long to import)

    return int(moves[linear_sum_assignment(moves, maximize=True)].sum())
