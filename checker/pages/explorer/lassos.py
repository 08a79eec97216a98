"""A lasso: the states of a game as a line of dots, and the turn that leads back to one of them as a loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from ....interpreter.drawing import BLACK_STONE, INK, LINE, SPOKEN_OF, WHITE_STONE, WOOD

MOST_ON_STEM, MOST_ON_LOOP = 3, 12
STEP, STEP_ON_LOOP, MARGIN, LEAST_RADIUS, DOT = 40, 52, 26, 34, 12
TAKEN = {"stroke": LINE, "stroke-width": "2"}
CLOSING = {"stroke": SPOKEN_OF, "stroke-width": "3", "stroke-dasharray": "6 4"}


class _Dot(NamedTuple):
    """A state where it is drawn: after how many turns it stood; None stands for several that are left out."""

    x: float
    y: float
    turns: int | None


def lasso(first: int, last: int, turn: str) -> str:
    """The cycle that a turn closes, as an SVG element; each dot is a state, with the number of turns before it.

    Args:
        first: after how many turns the state stood that the turn leads to; fewer than have been taken.
        last: how many turns have been taken by now.
        turn: the turn, such as `C3`.

    >>> "A3 leads back" in lasso(1, 4, "A3")
    True
    """
    stem, loop = _shortened(range(first), MOST_ON_STEM), _shortened(range(first, last + 1), MOST_ON_LOOP)
    radius = max(LEAST_RADIUS, STEP_ON_LOOP * len(loop) / (2 * pi))
    middle_x, middle_y = MARGIN + len(stem) * STEP + radius, MARGIN + radius
    width, height = round(middle_x + radius + MARGIN), round(2 * (radius + MARGIN))
    angles = [pi + 2 * pi * number / len(loop) for number in range(len(loop))]
    on_stem = [_Dot(MARGIN + number * STEP, middle_y, turns) for number, turns in enumerate(stem)]
    on_loop = [
        _Dot(middle_x + radius * cos(angle), middle_y + radius * sin(angle), turns)
        for angle, turns in zip(angles, loop, strict=True)
    ]
    drawn = Element("svg", _frame(width, height, lasso_in_words(first, last, turn)))
    SubElement(drawn, "rect", {"width": str(width), "height": str(height), "rx": "4", "fill": WOOD})
    for one, other in pairwise([*on_stem, on_loop[0]]):
        _line(drawn, f"M{one.x:.1f} {one.y:.1f}L{other.x:.1f} {other.y:.1f}", TAKEN)
    for one, other in pairwise([*on_loop, on_loop[0]]):
        arc = f"M{one.x:.1f} {one.y:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {other.x:.1f} {other.y:.1f}"
        _line(drawn, arc, CLOSING if one is on_loop[-1] else TAKEN)
    _write(drawn, middle_x, middle_y + 4, turn, INK)
    for dot in (*on_stem, *on_loop):
        _draw(drawn, dot, is_first=dot.turns == first, is_last=dot.turns == last)
    return tostring(drawn, encoding="unicode")


def lasso_in_words(first: int, last: int, turn: str) -> str:
    """What a lasso shows, in one sentence.

    >>> lasso_in_words(0, 4, "A3")
    'A3 leads back from the state after turn 4 to the one at the start: a cycle of 5 turns.'
    """
    back = f"after turn {first}" if first else "at the start"
    return f"{turn} leads back from the state after turn {last} to the one {back}: a cycle of {last - first + 1} turns."


def _shortened(turns: Sequence[int], most: int) -> list[int | None]:
    """The numbers, with one None in the place of those in the middle where they are too many."""
    if len(turns) <= most:
        return list(turns)
    half = most // 2
    return [*turns[:half], None, *turns[-(most - half - 1) :]]


def _frame(width: int, height: int, name: str) -> dict[str, str]:
    return {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "width": str(width),
        "height": str(height),
        "class": "lasso",
        "role": "img",
        "aria-label": name,
        "font-family": "sans-serif",
        "font-size": "12",
        "text-anchor": "middle",
    }


def _line(drawn: Element, path: str, how: Mapping[str, str]) -> None:
    SubElement(drawn, "path", {"d": path, "fill": "none", **how})


def _draw(drawn: Element, dot: _Dot, is_first: bool, is_last: bool) -> None:
    if dot.turns is None:
        SubElement(drawn, "circle", {"cx": f"{dot.x:.1f}", "cy": f"{dot.y:.1f}", "r": "9", "fill": WOOD})
        _write(drawn, dot.x, dot.y + 4, "…", INK)
        return
    fill, on = (BLACK_STONE, WHITE_STONE) if is_last else (WHITE_STONE, BLACK_STONE)
    place = {"cx": f"{dot.x:.1f}", "cy": f"{dot.y:.1f}", "r": str(DOT)}
    edge = {"stroke": SPOKEN_OF, "stroke-width": "4"} if is_first else {"stroke": BLACK_STONE}
    SubElement(drawn, "circle", place | {"fill": fill} | edge)
    _write(drawn, dot.x, dot.y + 4, str(dot.turns), on)


def _write(drawn: Element, x: float, y: float, text: str, fill: str) -> None:
    SubElement(drawn, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "fill": fill}).text = text
