"""The decisions that exactly one clause has to take, in each phase that a game can come to, and whether one does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from ...interpreter.clauses_of_authors import names_mentioned
from ...spec.registry import IN_EVERY_PHASE, IN_MAIN_PHASE, TAKEN_BY_ONE_CLAUSE, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Unblock
from .following import phases_led_to
from .one_turn import COLORING, POINT
from .rule_sets import Values, alike, rule_sets

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
    """The phases that a game can come to, and those in which it can be set up though no phase leads there."""
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
