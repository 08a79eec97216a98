"""Games of one phase that two passes in a row end, read from the rules; other games are refused with a sentence.

On one point, say, there is nothing but to pass: the first pass lets the game go on, and the second one ends it. That
this is so after every move, on every board that is counted, is asked of the clauses in force and not taken for granted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

from ...interpreter.game import Game
from ...interpreter.history import first_record
from ...spec.algebra import Grid
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Pass, Phase, Position, Record, Unblock
from ..phase.dependence import HISTORIES
from ..phase.machine import NOWHERE, Machine, Step, machine
from ..phase.past import Asks, Question, Tree, Untold, answers

NOT_THE_POSITION = (*HISTORIES, "turn", "last", "previous", "phase_turn", "began", "pass_run", "passes", "tally")


def games_of_one_phase(rules: Rules, grid: Grid, asked: frozenset[str]) -> Machine:
    """The machine of the games from the empty grid, which end with their first phase, and with two passes in a row.

    Args:
        rules: the rules, amended or not.
        grid: the grid.
        asked: what clauses may ask about besides what stands and what has happened, named as in `Machine.kept`.

    Raises:
        ValueError: a clause asks about something else, there is a turn that is neither a pass nor a move, a pass is
            forbidden, two passes in a row may not end the phase, or the game goes on after it.
    """
    games = machine(Game.start(rules, grid.width, grid.height).record)
    for subject in sorted(games.kept - asked):
        raise Refusal(f"These games can't be counted, as a clause asks about {subject}.")
    for step in (step for steps in games.steps for step in steps):
        _refuse_a_further_phase(games, step)
    for number in after_moves(games):
        passed = pass_from(games, number)
        if passed.after == NOWHERE:
            raise Refusal(
                f"These games can't be counted, as {clause_names(passed.ended_by)} ends them with a single pass."
            )
        again = pass_from(games, passed.after)
        if again.after != NOWHERE:
            raise Refusal(
                f"These games can't be counted: two passes in a row must end them, and {otherwise(again.ended_by)}."
            )
    return games


def after_moves(games: Machine) -> Iterator[int]:
    """The nodes at which a game starts, or to which a move leads."""
    reached = {step.after for steps in games.steps for step in steps if step.play and step.after != NOWHERE}
    yield from sorted(reached | {0})


def pass_from(games: Machine, number: int) -> Step:
    """The pass at a node.

    Raises:
        ValueError: it is forbidden.
    """
    for step in games.steps[number]:
        if isinstance(step.turn, Pass):
            return step
    clauses = games.start.rules.deciding(Decision.TURN, games.start.position.phase)
    names = " or ".join(clause.name for clause in clauses)
    raise Refusal(f"These games can't be counted, as {names} forbids to pass.")


def sole_question(tree: Tree[Clause | None], history: str) -> Question | None:
    """The question of a tree that asks one thing of one history, and comes to a clause if it has happened so often.

    >>> sole_question(None, "earlier") is None
    True
    """
    match tree:
        case Asks(question=question, yes=Clause(), no=None) if question.history == history:
            return question
    return None


def added_to(history: str, step: Step) -> tuple[Hashable, ...]:
    """What a turn adds to a history."""
    return next((change.added for change in step.changes if change.history == history), ())


def forgets(history: str, step: Step) -> bool:
    """Whether a turn makes a history forget what was there before."""
    return any(change.forgotten for change in step.changes if change.history == history)


def clause_names(tree: Tree[Clause | None]) -> str:
    """The names of the clauses that a tree may come to."""
    return " or ".join(sorted({clause.name for clause in answers(tree) if clause})) or "no clause"


def otherwise(tree: Tree[Clause | None]) -> str:
    """Why a tree is not what it would have to be."""
    return "no clause asks for that" if tree is None else f"{clause_names(tree)} asks for something else"


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
