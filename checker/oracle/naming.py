"""Which clause an engine goes against: the one without which, or with another parameter, the rules say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.rule_names import KEY_OF_PARAMETER
from ...spec.documents import parameters_of
from ...spec.parameters import READINGS
from ...spec.registry import Decision, statements_of
from ...spec.rules import Rules
from .aspects import Aspect, Observation, observation
from .deviations import set_aside
from .disagreement import ALLOWED, Disagreement
from .suspects import SUSPECTED, mistaken_terms, stands_again, suspects

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
        Decision.GAME_ENDS,
        Decision.PHASE_ENDS,
        Decision.NO_RESULT,
        Decision.COMPLETION,
        Decision.REMOVAL,
        Decision.SCORE,
    }
)
ENDINGS = (Aspect.OVER, Aspect.PHASE, Aspect.ENDING)
LONGEST_GAME_TO_RETRACE = 60


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
    settling = _closest(found, [change for change in changes(found.rules) if would_settle(found, change.rules)])
    mistakes = () if settling else tuple(mistaken_terms(found))
    as_if = tuple(change.words for change in settling) or tuple(words for words, _ in mistakes)
    if ALLOWED in found.kind and found.aspect is Aspect.LEGAL:
        return Naming((_id(found.kind[-1]),), as_if)
    if settling and not stands_again(found):
        return Naming(_concerned(_most_direct(settling, found), found), as_if)
    return Naming(tuple(dict.fromkeys(_id(name) for _, name in mistakes[:1])) or suspects(found), as_if)


def _most_direct(settling: list[RulesChange], found: Disagreement) -> RulesChange:
    """Of the changes that would settle it, the first that concerns a clause under suspicion, not what that rests on."""
    suspected = set(suspects(found))
    return next((change for change in settling if suspected.intersection(change.clauses)), settling[0])


def _concerned(change: RulesChange, found: Disagreement) -> tuple[str, ...]:
    """Of the clauses that a change concerns, those under suspicion anyway, or else those that decide such things."""
    suspected = tuple(clause for clause in suspects(found) if clause in change.clauses)
    decisions = SUSPECTED.get(found.aspect, frozenset())
    in_force = [*found.rules.in_force, *change.rules.in_force]
    deciding = [clause.id for clause in in_force if clause.decides in decisions and clause.id in change.clauses]
    return suspected or tuple(dict.fromkeys(deciding)) or change.clauses


def _id(name: str) -> str:
    return name.partition("#")[0]


@dataclass(frozen=True)
class RulesChange:
    """A small change of rules.

    Attributes:
        words: the change, in words.
        rules: the changed rules.
        clauses: the ids of the clauses that it concerns.
        decisions: what those decide.
    """

    words: str
    rules: Rules
    clauses: tuple[str, ...]
    decisions: frozenset[Decision]


def changes(rules: Rules) -> Iterator[RulesChange]:
    """The rules without one of the clauses that may be missing, and with another value of a parameter or a reading."""
    for clause in rules.in_force:
        if clause.decides in MAY_BE_MISSING and statements_of(clause.name):
            decided = frozenset({clause.decides})
            yield RulesChange(f"without {clause.name}", rules.dropping(clause.name), (clause.id,), decided)
    for words, changed in other_parameters(rules):
        ids = set_aside(rules, changed)
        decided = frozenset(
            clause.decides
            for some in (rules, changed)
            for clause in some.in_force
            if clause.id in ids and clause.decides is not None
        )
        yield RulesChange(words, changed, ids, decided)


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


def would_settle(found: Disagreement, rules: Rules) -> bool:
    """Whether other rules say, at the end of the game, what the engine says."""
    try:
        game = _played(found, rules)
        if game is None:
            return found.aspect is Aspect.OVER and found.engine_said is True
        said = observation(game, (found.aspect, Aspect.LEGAL)).get(found.aspect)
    except (ValueError, KeyError):
        return False
    if isinstance(found.spec_says, frozenset) and isinstance(said, frozenset):
        return all((name in said) is (ALLOWED in found.kind) for name in found.about)
    if found.engine_said is not None and found.spec_says is None:
        return found.aspect is Aspect.LEGAL and not (found.about & _legal(game))
    return said == found.engine_said


def _played(found: Disagreement, rules: Rules) -> Game | None:
    """The same turns by other rules; None if the game is over before."""
    game = found.setting.game(rules)
    for turn in found.turns:
        if game.over:
            return None
        game = game.taking(parse_turn(found.setting.grid, turn))
    return game


def _legal(game: Game) -> frozenset[str]:
    legal = observation(game, (Aspect.LEGAL,)).get(Aspect.LEGAL)
    return legal if isinstance(legal, frozenset) else frozenset()


def _closest(found: Disagreement, settling: list[RulesChange]) -> list[RulesChange]:
    """Those that decide what is differed in and change nothing else that was agreed on; of these, the least changes."""
    decisions = SUSPECTED.get(found.aspect, frozenset())
    settling = [one for one in settling if one.decisions & decisions]
    if not settling or len(found.turns) > LONGEST_GAME_TO_RETRACE:
        return settling
    agreed = _course(found, found.rules)
    effects = [_effects(found.aspect, agreed, _course(found, one.rules)) for one in settling]
    least = min((effect for effect in effects if effect is not None), default=None)
    return [one for one, effect in zip(settling, effects, strict=True) if effect is not None and effect == least]


def _course(found: Disagreement, rules: Rules) -> list[Observation]:
    """What the rules say at the start of every turn, the last one first, of all that the engine told."""
    game: Game | None = _played(found, rules)
    course: list[Observation] = []
    while game is not None:
        course.append(observation(game, {*found.compared, found.aspect}))
        game = game.undo
    return course


def _effects(disputed: Aspect, agreed: list[Observation], course: list[Observation]) -> int | None:
    """How much else two courses say otherwise at the end; None if they differ in what was agreed on."""
    goes_with_it = {disputed, Aspect.PASS_ENDS_PHASE} if disputed in ENDINGS else {disputed}
    order = list(Aspect)
    for number, (one, other) in enumerate(zip(agreed, course, strict=False)):
        differing = {some for some in one.keys() & other.keys() if one[some] != other[some]} - goes_with_it
        if number == 0:
            following = {some for some in differing if order.index(some) > order.index(disputed)}
            if differing - following:
                return None
            effects = len(following)
        elif differing:
            return None
    return effects if course else 0
