"""Reading states: what an engine says of a game in a state of the referee's protocol, checked field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isfinite

from ....interpreter.boards import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE
from ....interpreter.vertices import parse_vertex, vertex, vertices
from ....interpreter.wording import one_of, shown
from ....spec.algebra import Color, Grid
from ....spec.vocabulary import Phase
from ..aspects import ASKED_AFTER_THE_END, ASKED_OF_EVERY_GAME, EVERYTHING, Aspect, Observation, Value

_COLORS = tuple(color.value for color in Color)
_ENDINGS = ("score", "no-result")
_ASKED_BEFORE_THE_END = EVERYTHING - ASKED_AFTER_THE_END
_SYMBOLS = {BLACK_STONE, WHITE_STONE, NO_STONE}


def observation_in(state: object, grid: Grid) -> Observation:
    """What a state of the referee's protocol says of a game; a field that is missing says nothing.

    Raises:
        ValueError: a field is not as the protocol has it; one sentence says which, and what it should be.

    >>> said = observation_in({"board": "X.", "phase": "main", "legal": ["B1"]}, Grid(2, 1))
    >>> said[Aspect.BOARD], said[Aspect.LEGAL], said[Aspect.OVER]
    ('X.', frozenset({'B1'}), False)
    """
    if not isinstance(state, dict):
        raise ValueError(f"A state is an object, not {shown(state)}.")
    said = {aspect: read(name, state[name], grid) for name, (aspect, read) in _FIELDS.items() if name in state}
    said |= _result(state.get("result"))
    if "phase" not in state and "result" not in state:
        return said
    over = state.get("phase") == Phase.OVER.value or state.get("result") is not None
    asked_now = ASKED_OF_EVERY_GAME | ASKED_AFTER_THE_END if over else _ASKED_BEFORE_THE_END
    return {Aspect.OVER: over} | {aspect: value for aspect, value in said.items() if aspect in asked_now}


def _result(result: object) -> dict[Aspect, Value]:
    if result is None:
        return {}
    if not isinstance(result, dict):
        raise ValueError(f'"result" is an object or null, not {shown(result)}.')
    said: dict[Aspect, Value] = {}
    if "kind" in result:
        said[Aspect.ENDING] = _chosen("kind", result["kind"], _ENDINGS)
    if "winner" in result:
        said[Aspect.WINNER] = _chosen("winner", result["winner"], (*_COLORS, "draw"))
    if all(color in result for color in _COLORS):
        black, white = (_number(color, result[color]) for color in _COLORS)
        said |= {Aspect.MARGIN: black - white, Aspect.SCORES: (black, white)}
    return said


def _board(name: str, value: object, grid: Grid) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{name}" is its rows from top to bottom joined by "/", such as "X./.O", not {shown(value)}.')
    rows = value.split(END_OF_ROW)
    if len(rows) != grid.height or any(len(row) != grid.width for row in rows):
        raise ValueError(f'"{name}" is {shown(value)}, which is not a board of {grid}.')
    if not set().union(*rows) <= _SYMBOLS:
        raise ValueError(f'"{name}" is {shown(value)}, which holds other characters than X, O and "." in its rows.')
    return value


def _points(name: str, value: object, grid: Grid) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f'"{name}" is a list of vertices such as "C3", not {shown(value)}.')
    points = frozenset(value)
    if not points <= _vertices_of(grid):
        points = frozenset(vertex(grid, parse_vertex(grid, text)) for text in value)
    if len(points) < len(value):
        raise ValueError(f'"{name}" names a point twice.')
    return points


@lru_cache(maxsize=64)
def _vertices_of(grid: Grid) -> frozenset[str]:
    return frozenset(vertices(grid, grid.everywhere))


def _captures(name: str, value: object, grid: Grid) -> tuple[float, ...]:
    if not isinstance(value, dict) or value.keys() != set(_COLORS):
        raise ValueError(f'"{name}" is an object such as {{"B": 0, "W": 0}}, not {shown(value)}.')
    return tuple(_number(color, value[color]) for color in _COLORS)


def _player(name: str, value: object, grid: Grid) -> str:
    return _chosen(name, value, _COLORS)


def _phase(name: str, value: object, grid: Grid) -> str:
    return _chosen(name, value, tuple(phase.value for phase in Phase))


def _switch(name: str, value: object, grid: Grid) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is true or false, not {shown(value)}.')
    return value


def _chosen(name: str, value: object, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f'"{name}" is {one_of(map(shown, choices))}, not {shown(value)}.')
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f'"{name}" is a number, not {shown(value)}.')
    return value


_FIELDS: Mapping[str, tuple[Aspect, Callable[[str, object, Grid], Value]]] = {
    "board": (Aspect.BOARD, _board),
    "captures": (Aspect.CAPTURES, _captures),
    "player": (Aspect.PLAYER, _player),
    "phase": (Aspect.PHASE, _phase),
    "blocked": (Aspect.BLOCKED, _points),
    "legal": (Aspect.LEGAL, _points),
    "unblock": (Aspect.UNBLOCK, _points),
    "passEndsPhase": (Aspect.PASS_ENDS_PHASE, _switch),
}
