"""A whole game as one picture: its boards beside each other, each with its turn, on paper of its own color."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from ..interpreter.drawing import svg
from .frames import Frame

NAMESPACE = "http://www.w3.org/2000/svg"
PAPER, INK = "#fdfcf9", "#1d1b16"
GAP, LINE, LETTER = 16, 18, 7.5
IN_A_ROW = 4
LEAST_WIDTH = 150


def strip(frames: Sequence[Frame], title: str) -> str:
    """A game as an SVG file: up to four boards in a row, and below each the turn and what the last one comes to.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> strip([Frame(0, Game.start(Rules(), 2, 1))], "Nothing yet.").count("<svg")
    2
    """
    register_namespace("", NAMESPACE)
    boards = [fromstring(svg(frame.picture, frame.heading)) for frame in frames]
    board_width, board_height = (int(boards[0].get(side, "0")) for side in ("width", "height"))
    column = max(board_width, LEAST_WIDTH) + GAP
    width = GAP + column * min(IN_A_ROW, len(frames))
    heading = wrap(title, int((width - 2 * GAP) / LETTER))
    top = GAP + LINE * len(heading)
    row = board_height + 2 * LINE + GAP
    last = wrap(_says(frames[-1]), int((width - 2 * GAP) / LETTER))
    below = top + row * -(-len(frames) // IN_A_ROW)
    drawn = _page(width, below + LINE * len(last) + GAP, title)
    _write(drawn, GAP, GAP, heading, "bold")
    for number, (frame, board) in enumerate(zip(frames, boards, strict=True)):
        x, y = GAP + column * (number % IN_A_ROW), top + row * (number // IN_A_ROW)
        board.set("x", str(x))
        board.set("y", str(y))
        drawn.append(board)
        _write(drawn, x, y + board_height + 2, [frame.heading])
    _write(drawn, GAP, below, last)
    return tostring(drawn, encoding="unicode") + "\n"


def _says(frame: Frame) -> str:
    return f"{frame.clause.name}: {frame.says} {frame.game.standing()}" if frame.clause else frame.game.standing()


def _page(width: int, height: int, title: str) -> Element:
    told = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height), "role": "img"}
    drawn = Element(
        f"{{{NAMESPACE}}}svg", {**told, "aria-label": title, "font-family": "sans-serif", "font-size": "14"}
    )
    SubElement(drawn, f"{{{NAMESPACE}}}rect", {"width": str(width), "height": str(height), "rx": "6", "fill": PAPER})
    return drawn


def _write(drawn: Element, x: int, y: int, lines: Sequence[str], weight: str = "normal") -> None:
    for number, line in enumerate(lines):
        place = {"x": str(x), "y": str(y + LINE * number + LINE - 4), "fill": INK, "font-weight": weight}
        SubElement(drawn, f"{{{NAMESPACE}}}text", place).text = line
