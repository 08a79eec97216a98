"""What can follow on a phase: which phases the clauses lead to, of how many states, and whether players can pass.

In each phase that a game can reach, exactly one clause has to take some decisions, and it is asked whether one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import z3

from ...interpreter.clauses_of_authors import names_mentioned
from ...interpreter.history import position_after
from ...spec.algebra import Color, Coloring
from ...spec.composition import move, state
from ...spec.registry import IN_EVERY_PHASE, IN_MAIN_PHASE, TAKEN_BY_ONE_CLAUSE, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Position, Unblock
from .left_open import UNREADABLE, FoundOnce, open_record, open_tally, without_parameters
from .one_point import PointwiseBoard
from .one_turn import COLORING, MARKS, POINT, RESULT, move_to_any_coloring, surely
from .rule_sets import Values, alike, rule_sets
from .unknown import Open


def unable_to_pass(rules: Rules, phase: Phase) -> str:
    """Why a player may be unable to pass in a phase, so that the game may stand still and is never over; or ""."""
    clauses = (clause for clause in rules.deciding(Decision.TURN, phase) if not surely(True, clause.function, PASS))
    clause = next(clauses, None)
    if clause is None:
        return ""
    return f"By {clause.name} a player may be unable to pass, and where no other turn is legal the game is never over."


IN_NEXT_PHASE = (Decision.NEXT_PHASE, Decision.AFTER_NO_RESULT)
_PHASES = list(Phase)
_PASSED: Any = Open("whether anybody has passed")


def stands_otherwise(rules: Rules) -> str:
    """The clause by which after some move another coloring stands than the move makes, or that can't be read; or ""."""
    for phase, player in product(_PHASES, Color):
        position = Position(COLORING, player, phase, MARKS, _PASSED)
        play = move_to_any_coloring(COLORING, player, POINT)
        for clause in rules.deciding(Decision.AFTER_MOVE, phase):
            try:
                if clause.function(position, play).coloring is not RESULT:
                    return clause.name
            except UNREADABLE:
                return clause.name
    return ""


def leads_on(rules: Rules, phase: Phase, chosen: Values) -> bool:
    """Whether a later phase, or the end of the game, always follows on a phase; it raises what `phases_after` does."""
    return all(_PHASES.index(phase) < _PHASES.index(follows) for follows in phases_after(rules, phase, chosen))


def phases_after(rules: Rules, phase: Phase, chosen: Values) -> frozenset[Phase]:
    """The phases that can follow on a phase, with its end or with an end without result, under any of some rule sets.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
        NoSoleClause: no clause says what follows, or several do.
    """
    groups = alike(rule_sets(rules, IN_NEXT_PHASE, chosen, [phase]), IN_NEXT_PHASE, [phase])
    for group in groups:
        group[0].sole(Decision.NEXT_PHASE, phase)
    return frozenset[Phase]().union(*(phases_led_to(group[0], phase) for group in groups))


def phases_led_to(rules: Rules, phase: Phase) -> frozenset[Phase]:
    """The phases that the clauses lead to from a phase, whoever takes the turn and whoever has passed.

    Raises:
        LeftOpen: which phase follows depends on something else.
    """
    asked = without_parameters(rules)
    leading = [clause.function for clause in rules.deciding(Decision.NEXT_PHASE, phase)]
    without_result = [clause.function for clause in rules.deciding(Decision.AFTER_NO_RESULT, phase)]
    phases: set[Phase] = set()
    for player, first_passer, passed in product(Color, (None, *Color), (False, True)):
        position = Position(COLORING, player, phase, MARKS, passed)
        record = open_record(asked, position, open_tally(first_passer, phase))
        phases.update(follows(record).phase for follows in leading)
        phases.update(follows(record, replace(position, phase=Phase.OVER)).phase for follows in without_result)
    return frozenset(phases)


def unbounded(groups: Iterable[Sequence[Rules]], phase: Phase) -> list[str]:
    """Why there may be endlessly many states in a phase, under the first rules of each group for which there may be."""
    once = FoundOnce[str]()
    return [*filter(None, (once.of(phase, group[0], lambda rules: endless_states(rules, phase)) for group in groups))]


def endless_states(rules: Rules, phase: Phase) -> str:
    """Why there may be endlessly many states in a phase, or what can't be read; "" if they are finitely many."""
    try:
        for position in positions_after(rules, phase):
            parts = (position.coloring, position.player, position.marks, position.passed)
            if not isinstance(position.phase, Phase) or not all(map(_is_of_finitely_many, parts)):
                return f"a turn of {phase.value} makes a position of something other than sets of points"
            if not all(map(_is_of_finitely_many, state(rules, position))):
                return f"the state of {phase.value} holds something other than colorings, sets, players and conditions"
    except UNREADABLE as error:
        return f"what a turn of {phase.value} leads to can't be read: {str(error).removesuffix('.')}"
    return ""


def positions_after(rules: Rules, phase: Phase) -> Iterator[Position[Any]]:
    """What stands after each kind of turn that there is, from a position of which nothing is known."""
    asked: Any = without_parameters(rules)
    for player, first_passer, passed in product(Color, (None, *Color), (False, True)):
        board = PointwiseBoard()
        c = Coloring(board, board.unknown("black"), board.unknown("white"))
        position = Position(c, player, phase, board.unknown("marks"), passed)
        point: Any = board.point("point")
        record = open_record(asked, position, open_tally(first_passer, phase))
        for turn in (Pass(), Move(point), Unblock(point)):
            if not all(clause.function(turn) for clause in rules.deciding(Decision.TURN, phase)):
                continue
            if isinstance(turn, Unblock) and not rules.deciding(Decision.UNBLOCK, phase):
                continue
            play = move(asked, c, player, point) if isinstance(turn, Move) else None
            yield position_after(record, turn, play)


def _is_of_finitely_many(value: object) -> bool:
    if isinstance(value, Coloring):
        return all(isinstance(points, z3.BoolRef) for points in (value.black, value.white))
    return isinstance(value, z3.BoolRef | Color | bool)


FOR_UNBLOCKING = (Decision.UNBLOCK, Decision.UNBLOCK_ACTION)
# Clauses with other decisions say whether and where these are asked for.
ASKING = (Decision.TURN, Decision.NEXT_PHASE, Decision.PHASE_ENDS, Decision.AFTER_NO_RESULT, Decision.LEGAL)
SOLE = (*TAKEN_BY_ONE_CLAUSE, *FOR_UNBLOCKING, Decision.MADE, Decision.PASS_ALIVE)


def undecided(rules: Rules) -> tuple[str, ...]:
    """The decisions that no clause takes, or several do, though a game asks for one; a sentence each.

    Raises:
        LeftOpen: which phase follows on another depends on something that a game does.

    >>> undecided(Rules()), undecided(Rules().dropping("katago-v2/main/pass"))
    ((), ('No clause decides PASS in phase main.',))
    """
    asked = ((decision, phase, rules.deciding(decision, phase)) for decision, phase in asked_of_one_clause(rules))
    return tuple(
        f"{' and '.join(clause.name for clause in taking) or 'No clause'} "
        f"{'decide' if taking else 'decides'} {decision.name} in phase {phase.value}."
        for decision, phase, taking in asked
        if len(taking) != 1
    )


def undecided_in_any(rules: Rules, chosen: Values) -> str:
    """The same of every rule set that a proof takes in, in one text; "" where everything is decided.

    Raises:
        LeftOpen: which phase follows on another depends on something that a game does.
    """
    decisions = (*SOLE, *ASKING)
    groups = alike(rule_sets(rules, decisions, chosen), decisions)
    return " ".join(dict.fromkeys(sentence for group in groups for sentence in undecided(group[0])))


def asked_of_one_clause(rules: Rules) -> Iterator[tuple[Decision, Phase]]:
    """The decisions that one clause has to take, and the phases in which it has to."""
    yield from ((decision, Phase.MAIN) for decision in IN_MAIN_PHASE)
    if any(mentions(clause.function, Decision.PASS_ALIVE) for clause in rules.in_force if clause.decides):
        yield Decision.PASS_ALIVE, Phase.MAIN
    for phase in phases_of_games(rules):
        yield from ((decision, phase) for decision in IN_EVERY_PHASE)
        # Confirmation of dead stones, which a protocol sets up, leads nowhere.
        if phase is Phase.MAIN or rules.deciding(Decision.PHASE_ENDS, phase):
            yield Decision.NEXT_PHASE, phase
        if all(clause.function(Unblock(POINT)) for clause in rules.deciding(Decision.TURN, phase)):
            yield from ((decision, phase) for decision in FOR_UNBLOCKING)
        bans = rules.deciding(Decision.LEGAL, phase)
        if rules.deciding(Decision.MADE, phase) or any(mentions(ban.function, Decision.MADE) for ban in bans):
            yield Decision.MADE, phase


def phases_of_games(rules: Rules) -> tuple[Phase, ...]:
    """The phases that a game can reach, and those in which it can be set up though no phase leads there."""
    reached = [clause.function(COLORING).phase for clause in rules.deciding(Decision.START)]
    reached += [
        phase
        for phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
        if rules.deciding(Decision.AFTER_NO_RESULT, phase) and not rules.deciding(Decision.NEXT_PHASE, phase)
    ]
    for phase in reached:
        reached += sorted(phases_led_to(rules, phase) - {Phase.OVER, *reached}, key=lambda one: one.value)
    return tuple(reached)


@cache
def mentions(function: Callable[..., Any], decision: Decision) -> bool:
    """Whether a function, or what it calls, names a decision."""
    return decision.name in names_mentioned([function])
