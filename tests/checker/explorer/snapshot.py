"""A snapshot of the explorer as one SVG picture, for places without a server: a board, a turn, and what forbids it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from superko.checker.pages.explorer.addresses import RuleSets, read_address
from superko.checker.pages.explorer.sides import RecentCourses, side_report
from superko.interpreter.drawing import CROSSED, INK, SPOKEN_OF, picture_of, svg
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_vertex
from superko.spec.algebra.grid import points_of
from superko.spec.vocabulary import Move

PAPER, FAINT = "#fdfcf9", "#5a554a"
SVG = "http://www.w3.org/2000/svg"
WIDTH, MARGIN, BOARD, LINE_HEIGHT = 760, 20, 250, 22
LETTERS_A_LINE, LETTERS_BESIDE = 56, 28


def snapshot(address: str, vertex: str) -> str:
    """What the explorer shows at an address once a point is chosen, as an SVG element.

    Args:
        address: the address.
        vertex: the point; a move there leads back to a state that has stood.

    Raises:
        ValueError: the address can't be read, or the move there does not lead back.

    >>> "legal-superko" in snapshot("#/tromp-taylor/4x1/A1.B1.C1.D1", "C1")
    True
    """
    wanted = read_address(address)
    rules = RuleSets({}).named(wanted.rules)
    course = RecentCourses().course(rules, wanted.start, wanted.turns)
    report = side_report(wanted.rules, rules, course, wanted.shown)
    if vertex not in report["lassos"]:
        raise ValueError(f"A move at {vertex} leads back to no earlier state; choose one that does.")
    game = course.frames[report["shown"]].game
    drawn = picture_of(game.record, spoken_of=parse_vertex(wanted.grid, vertex))
    return _composed(report, vertex, svg(replace(drawn, crossed=forbidden_points(game))))


def forbidden_points(game: Game) -> int:
    """The empty points at which no move is legal."""
    empty = game.position.coloring.empty
    return sum(point for point in points_of(empty) if not game.judge(Move(point)).legal)


def _composed(report: Mapping[str, Any], vertex: str, board: str) -> str:
    choice, lasso = report["choices"][vertex], report["lassos"][vertex]
    lines = wrap(choice["says"], LETTERS_A_LINE)
    top = MARGIN + LINE_HEIGHT * (len(lines) + 3)
    height = max(BOARD + 4 * LINE_HEIGHT, top + _side(lasso["svg"], "height")) + 2 * MARGIN
    drawn = Element(
        "svg",
        {
            "xmlns": SVG,
            "viewBox": f"0 0 {WIDTH} {height}",
            "width": str(WIDTH),
            "height": str(height),
            "role": "img",
            "aria-label": f"The explorer under {report['rules']}. {choice['says']} {lasso['says']}",
            "font-family": "sans-serif",
            "font-size": "15",
        },
    )
    paper = {"width": str(WIDTH), "height": str(height), "rx": "8", "fill": PAPER, "stroke": FAINT}
    SubElement(drawn, "rect", paper)
    beside = 2 * MARGIN + BOARD
    _write(drawn, MARGIN, MARGIN + LINE_HEIGHT, report["rules"], {"font-weight": "bold", "font-size": "18"})
    _place(drawn, board, MARGIN, MARGIN + 2 * LINE_HEIGHT, BOARD)
    _write(drawn, MARGIN, height - MARGIN, report["status"], {"fill": FAINT})
    _write(drawn, beside, MARGIN + LINE_HEIGHT, f"{vertex} is illegal.", {"font-weight": "bold", "fill": CROSSED})
    for number, line in enumerate(lines, start=2):
        _write(drawn, beside, MARGIN + number * LINE_HEIGHT, line, {})
    clause = {"font-family": "monospace", "font-size": "14", "fill": SPOKEN_OF}
    _write(drawn, beside, MARGIN + (len(lines) + 2) * LINE_HEIGHT, choice["clause"], clause)
    loop = _side(lasso["svg"], "width")
    _place(drawn, lasso["svg"], beside, top, loop)
    for number, line in enumerate(wrap(lasso["says"], LETTERS_BESIDE), start=1):
        _write(drawn, beside + loop + MARGIN, top + number * LINE_HEIGHT, line, {})
    return tostring(drawn, encoding="unicode") + "\n"


def _side(picture: str, side: str) -> int:
    return int(fromstring(picture).get(side, "0"))


def _place(drawn: Element, picture: str, x: int, y: int, width: int) -> None:
    """Put a picture into another one, as wide as is wanted."""
    inner = fromstring(picture)
    for element in inner.iter():
        element.tag = element.tag.removeprefix(f"{{{SVG}}}")
    height = round(int(inner.get("height", "0")) * width / int(inner.get("width", "1")))
    inner.attrib.update({"x": str(x), "y": str(y), "width": str(width), "height": str(height)})
    drawn.append(inner)


def _write(drawn: Element, x: int, y: int, text: str, how: Mapping[str, str]) -> None:
    SubElement(drawn, "text", {"x": str(x), "y": str(y), "fill": INK, **how}).text = text
