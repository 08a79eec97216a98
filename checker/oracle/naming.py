"""Which clause an engine goes against: the one without which, or with another parameter, the rules say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from ...interpreter.game import Game
from ...interpreter.rule_names import KEY_OF_PARAMETER
from ...interpreter.vertices import parse_turn
from ...spec.documents import parameters_of
from ...spec.parameters import READINGS
from ...spec.registry import Decision, statements_of
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass
from .aspects import Aspect, observation
from .deviations import set_aside
from .disagreement import ALLOWED, Disagreement

ENDS = (Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT)
SCORING = (Decision.COMPLETION, Decision.REMOVAL, Decision.SCORE)
MAY_BE_MISSING = frozenset(
    {
        Decision.PSEUDOLEGAL,
        Decision.LEGAL,
        Decision.MARKS,
        Decision.UNBLOCK,
        Decision.CAPTURES,
        Decision.PASS_STONES,
        Decision.COUNTS_AS_MOVE,
        Decision.LIFE,
        *ENDS,
        *SCORING,
    }
)
SCORES = (Aspect.WINNER, Aspect.MARGIN, Aspect.SCORES)
DECIDING: Mapping[Aspect, tuple[Decision, ...]] = {
    Aspect.OVER: ENDS,
    Aspect.PHASE: (*ENDS, Decision.NEXT_PHASE),
    Aspect.CAPTURES: (Decision.CAPTURES,),
    Aspect.BLOCKED: (Decision.MARKS,),
    Aspect.LEGAL: (Decision.PSEUDOLEGAL, Decision.LEGAL),
    Aspect.UNBLOCK: (Decision.UNBLOCK,),
    Aspect.PASS_ENDS_PHASE: (Decision.PHASE_ENDS,),
    Aspect.ENDING: (Decision.NO_RESULT,),
    Aspect.WINNER: (Decision.WINNER,),
    Aspect.MARGIN: SCORING,
    Aspect.SCORES: SCORING,
}


@dataclass(frozen=True)
class Naming:
    """What an engine seems to do.

    Attributes:
        clauses: the ids of the clauses that it goes against.
        as_if: changes of the rules under each of which they would say what the engine says, in words.
    """

    clauses: tuple[str, ...]
    as_if: tuple[str, ...] = ()


def naming(found: Disagreement) -> Naming:
    """The clauses that a disagreement is about, and which changes of the rules would settle it."""
    if found.aspect is Aspect.ANSWER:
        return Naming(())
    settling = [change for change in changes(found.rules) if _would_settle(found, change.rules)]
    as_if = tuple(change.words for change in settling)
    if ALLOWED in found.kind and found.aspect is Aspect.LEGAL:
        return Naming((found.kind[-1].partition("#")[0],), as_if)
    decisions = DECIDING.get(found.aspect, ())
    # A clause that decides the very thing is what is meant, rather than one that does so in a roundabout way.
    settling.sort(key=lambda change: change.drops is not None and change.drops not in decisions)
    return Naming(settling[0].clauses if settling else _clauses_that_decide(found), as_if)


@dataclass(frozen=True)
class Change:
    """A small change of rules.

    Attributes:
        words: the change, in words.
        rules: the changed rules.
        clauses: the ids of the clauses that it concerns.
        drops: if a clause is dropped, what it decides.
    """

    words: str
    rules: Rules
    clauses: tuple[str, ...]
    drops: Decision | None = None


def changes(rules: Rules) -> Iterator[Change]:
    """The rules without one of the clauses that may be missing, and with another value of a parameter or a reading."""
    for clause in rules.in_force:
        if clause.decides in MAY_BE_MISSING and statements_of(clause.name):
            yield Change(f"without {clause.name}", rules.dropping(clause.name), (clause.id,), clause.decides)
    for words, changed in other_parameters(rules):
        yield Change(words, changed, set_aside(rules, changed))


def other_parameters(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The rules with one parameter or one reading changed, each with the change in words.

    >>> [words for words, _ in other_parameters(Rules())][:2]
    ['ko=SIMPLE', 'ko=SITUATIONAL']
    """
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name not in parameters_of(rules) or not isinstance(value, bool | Enum):
            continue
        values: tuple[Any, ...] = (False, True) if isinstance(value, bool) else tuple(type(value))
        for other in values:
            if other != value:
                text = other.value if isinstance(other, Enum) else ("yes" if other else "no")
                changed: dict[str, Any] = {field.name: other}
                yield f"{KEY_OF_PARAMETER[field.name]}={text}", replace(rules, **changed)
    for name, reading in READINGS.items():
        for choice in reading.values:
            if choice != rules.parameter(name):
                yield f"{name}={choice}", rules.reading({name: choice})


def _would_settle(found: Disagreement, rules: Rules) -> bool:
    try:
        game = found.setting.game(rules)
        for turn in found.turns:
            if game.over:
                return found.aspect is Aspect.OVER and found.engine_said is True
            game = game.taking(parse_turn(found.setting.grid, turn))
        said = observation(game, (found.aspect,)).get(found.aspect)
    except (ValueError, KeyError):
        return False
    if isinstance(found.spec_says, frozenset) and isinstance(said, frozenset):
        return all((name in said) is (ALLOWED in found.kind) for name in found.about)
    if found.engine_said is not None and found.spec_says is None:
        return found.aspect is Aspect.LEGAL and not (found.about & _legal(game))
    return said == found.engine_said


def _legal(game: Game) -> frozenset[str]:
    legal = observation(game, (Aspect.LEGAL,)).get(Aspect.LEGAL)
    return legal if isinstance(legal, frozenset) else frozenset()


def _clauses_that_decide(found: Disagreement) -> tuple[str, ...]:
    game = found.game()
    if game.ended_by is not None and found.aspect not in SCORES:
        return (game.ended_by.partition("#")[0],)
    decisions = DECIDING.get(found.aspect) or _what_led_here(game)
    before = game.undo or game
    clauses = [clause for some in decisions for clause in found.rules.deciding(some, before.position.phase)]
    return tuple(dict.fromkeys(clause.id for clause in clauses))


def _what_led_here(game: Game) -> tuple[Decision, ...]:
    match game.record.last:
        case None:
            return (Decision.START,)
        case Move():
            return (Decision.MOVE,)
        case Pass():
            return (Decision.PASS,)
    return (Decision.UNBLOCK_ACTION,)
