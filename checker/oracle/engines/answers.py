"""What engines answer: checked before it is compared, with a sentence that says why it is nonsense, and found out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import isfinite
from numbers import Real

from ....interpreter.notation import (
    BLACK_STONE,
    END_OF_ROW,
    LONGEST_SIDE_IN_GTP,
    NO_STONE,
    WHITE_STONE,
    parse_vertex,
    vertex,
    vertices,
)
from ....interpreter.rule_names import parse_rules
from ....interpreter.wording import one_of, shown
from ....spec.algebra import Color, Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ..changes import allowing_for
from ..coverage import CAN_BE_TOLD
from ..engine import Aspect, Engine, Introduction, Observation, Setting, TurnRefused, Unsupported, Value
from .process import printable

COLORS = tuple(color.value for color in Color)
_SYMBOLS = {BLACK_STONE, WHITE_STONE, NO_STONE}


def _quoted(value: object) -> str:
    """A value as a message quotes it: as JSON, or by its type where JSON has no such values."""
    try:
        return shown(value)
    except (TypeError, ValueError, RecursionError):
        return f"a {printable(type(value).__name__)}"


def _board(name: str, value: object, grid: Grid) -> str:
    if not isinstance(value, str):
        usual = 'its rows from top to bottom joined by "/", such as "X./.O"'
        raise ValueError(f'"{name}" is {usual}, not {_quoted(value)}.')
    rows = value.split(END_OF_ROW)
    if len(rows) != grid.height or any(len(row) != grid.width for row in rows):
        raise ValueError(f'"{name}" is {shown(value)}, which is not a board of {grid}.')
    if not set().union(*rows) <= _SYMBOLS:
        raise ValueError(f'"{name}" is {shown(value)}, which holds other characters than X, O and "." in its rows.')
    return value


def points_named(name: str, value: Collection[str], grid: Grid) -> frozenset[str]:
    """Points by their vertices, as we write them.

    Raises:
        ValueError: one is off the board, or no vertex, or a point is named twice.
    """
    points = frozenset(value)
    if not points <= _vertices_of(grid):
        points = frozenset(vertex(grid, parse_vertex(grid, text)) for text in value)
    if len(points) < len(value):
        raise ValueError(f'"{name}" names a point twice.')
    return points


@lru_cache(maxsize=64)
def _vertices_of(grid: Grid) -> frozenset[str]:
    return frozenset(vertices(grid, grid.everywhere))


def _points(name: str, value: object, grid: Grid) -> frozenset[str]:
    if not isinstance(value, list | Set) or not all(isinstance(text, str) for text in value):
        raise ValueError(f'"{name}" is a set of vertices such as "C3", not {_quoted(value)}.')
    return points_named(name, value, grid)


def _switch(name: str, value: object, _: Grid) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is true or false, not {_quoted(value)}.')
    return value


def _is_number(value: object) -> bool:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:
        return False


def _number(name: str, value: object, _: Grid) -> float:
    if not _is_number(value):
        raise ValueError(f'"{name}" is a number, not {_quoted(value)}.')
    return value if isinstance(value, int) else float(value)  # type: ignore[arg-type]


def _pair(name: str, value: object, grid: Grid) -> tuple[float, ...]:
    if isinstance(value, dict) and value.keys() == set(COLORS):
        numbers: object = tuple(value[color] for color in COLORS)
    else:
        numbers = value
    if not isinstance(numbers, tuple) or len(numbers) != len(COLORS) or not all(map(_is_number, numbers)):
        usual = 'two numbers, Black\'s first, such as (0, 0) or {"B": 0, "W": 0}'
        raise ValueError(f'"{name}" is {usual}, not {_quoted(value)}.')
    return tuple(_number(name, number, grid) for number in numbers)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{name}" is a text, not {_quoted(value)}.')
    return value


def _one_chosen(name: str, value: object, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f'"{name}" is {one_of(map(shown, choices))}, not {_quoted(value)}.')
    return value


def _names(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise ValueError(f'"{name}" is a list of names, not {_quoted(value)}.')
    return tuple(value)


_Check = Callable[[str, object, Grid], Value]


def _among(*choices: str) -> _Check:
    return lambda name, value, _: _one_chosen(name, value, choices)


def _if_any(check: _Check) -> _Check:
    """The same check, where None says that there is nothing of the sort, as after a game without result."""
    return lambda name, value, grid: None if value is None else check(name, value, grid)


_CHECKS: Mapping[Aspect, _Check] = {
    Aspect.OVER: _switch,
    Aspect.PHASE: _among(*(phase.value for phase in Phase)),
    Aspect.BOARD: _board,
    Aspect.CAPTURES: _pair,
    Aspect.PLAYER: _among(*COLORS),
    Aspect.BLOCKED: _points,
    Aspect.LEGAL: _points,
    Aspect.UNBLOCK: _points,
    Aspect.PASS_ENDS_PHASE: _switch,
    Aspect.ENDING: _among("score", "no-result"),
    Aspect.SCORES: _if_any(_pair),
    Aspect.MARGIN: _if_any(_number),
    Aspect.WINNER: _if_any(_among(*COLORS, "draw")),
}


def checked_observation(said: object, grid: Grid) -> Observation:
    """What an engine says of a game on a board, with values as JSON or as Python has them.

    Raises:
        ValueError: a value is not as it should be; one sentence says which, and what it should be.

    >>> sorted(checked_observation({Aspect.LEGAL: {"a1", "B1"}}, Grid(2, 1))[Aspect.LEGAL])
    ['A1', 'B1']
    >>> checked_observation({Aspect.OVER: 0}, Grid(2, 1))
    Traceback (most recent call last):
    ValueError: "over" is true or false, not 0.
    """
    if not isinstance(said, Mapping) or not all(aspect in _CHECKS for aspect in said):
        raise ValueError(f"It observed no mapping from aspects, but {_quoted(said)}.")
    return {aspect: _CHECKS[aspect](aspect.value, value, grid) for aspect, value in said.items()}


def checked_introduction(introduction: Introduction) -> Introduction:
    """What an engine says of itself, as far as anything is made of it.

    Raises:
        ValueError: a field is not as it should be; one sentence says which, and what it should be.
    """
    aspects: object = introduction.aspects
    if not isinstance(aspects, Set) or not all(aspect in _CHECKS for aspect in aspects):
        raise ValueError(f'"aspects" is a frozenset of aspects, not {_quoted(aspects)}.')
    rules = _names("rules", introduction.rules)
    deviations = _names("deviations", introduction.deviations)
    parameters = _names("parameters", introduction.parameters)
    for name in rules:
        parse_rules(name)
    allowing_for(deviations)
    for name in parameters:
        _one_chosen("parameters", name, CAN_BE_TOLD)
    return replace(
        introduction,
        name=_text("name", introduction.name),
        version=_text("version", introduction.version),
        aspects=frozenset(aspects),
        rules=rules,
        deviations=deviations,
        parameters=parameters,
        undoes=_switch("undoes", introduction.undoes, Grid(1, 1)),
    )


_SIDES_TO_TRY_ON = (2, 3, 5, 9, 13, 19)
_MOST_PASSES = 8
_LONGEST_NAME = 60


def introduced(engine: Engine, name: str, version: str, candidates: Sequence[Rules]) -> Introduction:
    """What an engine turned out to answer in games that it was tried on, as an introduction that claims no rules.

    These are one that is passed out, one that is set up, and one on boards of many sizes, by the first of the
    candidates that it starts a game under.

    Raises:
        Unsupported: it starts none of them; says why, for the last of them.
    """
    refused = "It claims no rules."
    for side, rules in product(_SIDES_TO_TRY_ON, candidates):
        if not (refused := _refused(engine, Setting(side, side, rules=rules))):
            break
    if refused:
        raise Unsupported(refused)
    aspects = _seen_while_passing(engine)
    square = bool(_refused(engine, Setting(side + 1, side, rules=rules)))
    return Introduction(
        printable(name, _LONGEST_NAME),
        printable(version, _LONGEST_NAME),
        aspects,
        set_up=_sets_up(engine, rules, side),
        smallest=_first_side(engine, rules, range(1, side), square) or side,
        largest=_first_side(engine, rules, range(LONGEST_SIDE_IN_GTP, side, -1), square) or side,
        square=square,
    )


def _refused(engine: Engine, setting: Setting) -> str:
    """Why an engine does not start a game; "" where it does, and it has."""
    try:
        engine.start(setting)
    except Unsupported as unsupported:
        return str(unsupported) or type(unsupported).__name__
    return ""


def _first_side(engine: Engine, rules: Rules, sides: Iterable[int], square: bool) -> int | None:
    """The first of some sides that boards may have: an engine may play on 2x1 and yet not on 1x1."""
    for side in sides:
        longer = () if square else (min(side + 1, LONGEST_SIDE_IN_GTP),)
        if not all(_refused(engine, Setting(width, side, rules=rules)) for width in (side, *longer)):
            return side
    return None


def _seen_while_passing(engine: Engine) -> frozenset[Aspect]:
    seen = set(engine.observe())
    try:
        for _ in range(_MOST_PASSES):
            if engine.observe().get(Aspect.OVER):
                break
            engine.play(["pass"])
            seen |= engine.observe().keys()
    except TurnRefused:
        # Whether it should have been played is for the comparison to say.
        pass
    return frozenset(seen)


def _sets_up(engine: Engine, rules: Rules, side: int) -> bool:
    """Whether it sets up a stone with either player to move; what else it may not, it says when it is asked."""
    rows = [BLACK_STONE + NO_STONE * (side - 1)] + [NO_STONE * side] * (side - 1)
    for player in Color:
        setting = Setting(side, side, board=END_OF_ROW.join(rows), player=player, rules=rules)
        if not _refused(engine, setting) and engine.observe().get(Aspect.BOARD) == setting.board:
            return True
    return False
