"""What engines answer, checked before it is compared: what is not as it should be is nonsense, and a sentence says why.

Each check takes what a value is called, and the value, which may be anything; a game's also takes the board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from numbers import Real

from ....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_vertex, vertex, vertices
from ....interpreter.rule_names import parse_rules
from ....interpreter.wording import one_of, shown
from ....spec.algebra import Color, Grid
from ....spec.vocabulary import Phase
from ..coverage import CAN_BE_TOLD
from ..deviations import allowing_for
from ..engine import Aspect, Introduction, Observation, Value
from .process import printable

COLORS = tuple(color.value for color in Color)
WINNERS = (*COLORS, "draw")
ENDINGS = ("score", "no-result")
_SYMBOLS = {BLACK_STONE, WHITE_STONE, NO_STONE}


def quoted(value: object) -> str:
    """A value as a message quotes it: as JSON, or by its type where JSON has no such values.

    >>> quoted(["A1"]), quoted({7})
    ('["A1"]', 'a set')
    """
    try:
        return shown(value)
    except (TypeError, ValueError, RecursionError):
        return f"a {printable(type(value).__name__)}"


def a_board(name: str, value: object, grid: Grid) -> str:
    """The rows of a board, from the top.

    Raises:
        ValueError: it is no board of that size.
    """
    if not isinstance(value, str):
        usual = 'its rows from top to bottom joined by "/", such as "X./.O"'
        raise ValueError(f'"{name}" is {usual}, not {quoted(value)}.')
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


def a_switch(name: str, value: object) -> bool:
    """Whether something is so.

    Raises:
        ValueError: it is neither true nor false.
    """
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is true or false, not {quoted(value)}.')
    return value


def one_chosen(name: str, value: object, choices: tuple[str, ...]) -> str:
    """One of some words.

    Raises:
        ValueError: it is none of them.
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f'"{name}" is {one_of(map(shown, choices))}, not {quoted(value)}.')
    return value


def a_phase(name: str, value: object) -> str:
    """The name of a phase.

    Raises:
        ValueError: there is none of that name.
    """
    return one_chosen(name, value, tuple(phase.value for phase in Phase))


def a_number(name: str, value: object) -> float:
    """A number.

    Raises:
        ValueError: it is none, or not finite, or too large for a float.
    """
    with suppress(OverflowError):
        if isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
            return value if isinstance(value, int) else float(value)
    raise ValueError(f'"{name}" is a number, not {quoted(value)}.')


def a_text(name: str, value: object) -> str:
    """A text.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, str):
        raise ValueError(f'"{name}" is a text, not {quoted(value)}.')
    return value


def _names(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise ValueError(f'"{name}" is a list of names, not {quoted(value)}.')
    return tuple(value)


def deviations_named(value: object) -> tuple[str, ...]:
    """The names of deviations.

    Raises:
        ValueError: it is no list of names, or there is no deviation of one of them.
    """
    names = _names("deviations", value)
    allowing_for(names)
    return names


def parameters_named(value: object) -> tuple[str, ...]:
    """The keys of rules that an engine can be told.

    Raises:
        ValueError: it is no list of names, or rules have no such key.
    """
    names = _names("parameters", value)
    for name in names:
        one_chosen("parameters", name, CAN_BE_TOLD)
    return names


def _rules_named(value: object) -> tuple[str, ...]:
    names = _names("rules", value)
    for name in names:
        parse_rules(name)
    return names


def checked_introduction(introduction: Introduction) -> Introduction:
    """What a Python object says of itself, as far as anything is made of it.

    Raises:
        ValueError: a field is not as it should be; one sentence says which, and what it should be.
    """
    aspects: object = introduction.aspects
    if not isinstance(aspects, Set) or not all(aspect in _CHECKS for aspect in aspects):
        raise ValueError(f'"aspects" is a frozenset of aspects, not {quoted(aspects)}.')
    return replace(
        introduction,
        name=a_text("name", introduction.name),
        version=a_text("version", introduction.version),
        aspects=frozenset(aspects),
        rules=_rules_named(introduction.rules),
        deviations=deviations_named(introduction.deviations),
        parameters=parameters_named(introduction.parameters),
    )


def checked_observation(said: object, grid: Grid) -> Observation:
    """What a Python object says of a game on a board.

    Raises:
        ValueError: a value is not as it should be; one sentence says which, and what it should be.

    >>> sorted(checked_observation({Aspect.LEGAL: {"a1", "B1"}}, Grid(2, 1))[Aspect.LEGAL])
    ['A1', 'B1']
    >>> checked_observation({Aspect.CAPTURES: [0, 0]}, Grid(2, 1))
    Traceback (most recent call last):
    ValueError: "captures" is a pair of numbers such as (0, 0), Black's first, not [0, 0].
    """
    if not isinstance(said, Mapping) or not all(aspect in _CHECKS for aspect in said):
        raise ValueError(f"It observed no mapping from aspects, but {quoted(said)}.")
    return {aspect: _CHECKS[aspect](aspect.value, value, grid) for aspect, value in said.items()}


def _set_of_points(name: str, value: object, grid: Grid) -> Value:
    if not isinstance(value, Set) or not all(isinstance(text, str) for text in value):
        raise ValueError(f'"{name}" is a frozenset of vertices such as "C3", not {quoted(value)}.')
    return points_named(name, value, grid)


def _pair(name: str, value: object, _: Grid) -> Value:
    if not isinstance(value, tuple) or len(value) != len(COLORS):
        raise ValueError(f'"{name}" is a pair of numbers such as (0, 0), Black\'s first, not {quoted(value)}.')
    return tuple(a_number(name, number) for number in value)


_Check = Callable[[str, object, Grid], Value]


def anywhere(check: Callable[[str, object], Value]) -> _Check:
    """A check for which the board does not matter."""
    return lambda name, value, _: check(name, value)


def among(*choices: str) -> _Check:
    """A check that a value is one of some words, on any board."""
    return lambda name, value, _: one_chosen(name, value, choices)


def _if_any(check: _Check) -> _Check:
    """The same check, where None says that there is nothing of the sort, as after a game without result."""
    return lambda name, value, grid: None if value is None else check(name, value, grid)


_CHECKS: Mapping[Aspect, _Check] = {
    Aspect.OVER: anywhere(a_switch),
    Aspect.PHASE: anywhere(a_phase),
    Aspect.BOARD: a_board,
    Aspect.CAPTURES: _pair,
    Aspect.PLAYER: among(*COLORS),
    Aspect.BLOCKED: _set_of_points,
    Aspect.LEGAL: _set_of_points,
    Aspect.UNBLOCK: _set_of_points,
    Aspect.PASS_ENDS_PHASE: anywhere(a_switch),
    Aspect.ENDING: among(*ENDINGS),
    Aspect.SCORES: _if_any(_pair),
    Aspect.MARGIN: _if_any(anywhere(a_number)),
    Aspect.WINNER: _if_any(among(*WINNERS)),
}
