"""Drawing a position as SVG: for notebooks, for pages, and with its points as buttons.

Colors and widths stand in the drawing itself, on a board of its own color, so that it looks the same wherever it is
put; a stylesheet may say otherwise by the classes. What differs in color differs in shape too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from html import escape
from operator import or_
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from ..spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ..spec.algebra.grid import points_of
from ..spec.vocabulary import Move, Record, Unblock
from .notation import COLUMNS, vertex, vertices
from .wording import PLAYERS

CELL = 30
_MARGIN = 24
WOOD, LINE, INK, BLACK_STONE, WHITE_STONE = "#e3bd7d", "#6b4f27", "#33230c", "#111111", "#fbfbf6"
SPOKEN_OF, CROSSED = "#0b46b8", "#7d1a12"
LEAST_SIDE_WITH_STARS, LEAST_SIDE_WITH_WIDE_EDGE, LEAST_SIDE_WITH_NINE = 8, 12, 17


@dataclass(frozen=True)
class Picture:
    """What is drawn of a position.

    Attributes:
        coloring: what stands on the board.
        last: the point of the last move, drawn with a ring.
        marks: the points marked as ko-recapture-blocked, drawn with a triangle.
        spoken_of: the points that a clause speaks of, drawn with a square.
        crossed: the points that can't be played at, drawn with a small cross.
        said: what is said of a point after its vertex; what stands there, if it is left out.
        counted: the points that count for a player once the game is scored, drawn with a small square or diamond.
        labels: a short text to write at a point, such as the number of a turn.
        dead: the stones that are dead, drawn small and pale.
        assumed: the stones that players are only assumed to place before they count, drawn small with a broken edge.
    """

    coloring: Coloring[int]
    last: int = 0
    marks: int = 0
    spoken_of: int = 0
    crossed: int = 0
    said: Mapping[int, str] = field(default_factory=dict)
    counted: Mapping[Color, int] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    dead: int = 0
    assumed: int = 0

    @property
    def grid(self) -> Grid:
        """The grid that is drawn."""
        return self.coloring.board.grid

    @cached_property
    def said_of(self) -> Mapping[str, int]:
        """What is said of points besides what stands there, each with its points."""
        return {
            "last turn": self.last,
            "ko-recapture-blocked": self.marks,
            "spoken of": self.spoken_of,
            "dead": self.dead,
            "assumed to be filled": self.assumed,
            **{
                f"counted for {PLAYERS[color]}": points & ~self.coloring.of(color)
                for color, points in self.counted.items()
            },
        }


_STAND_AT = ("last turn", "ko-recapture-blocked")


def picture_of(record: Record[int], **further: Any) -> Picture:
    """The position of a game's record, with its last turn, its marks, and what else `Picture` has."""
    last = record.last.point if isinstance(record.last, Move | Unblock) else 0
    return Picture(record.position.coloring, last, record.position.marks, **further)


def in_words(picture: Picture) -> str:
    """A picture in one sentence, for those who hear it.

    >>> from superko.interpreter.notation import parse_board
    >>> in_words(Picture(parse_board(".XO"), last=0b10))
    'A board of 3 by 1 points: black at B1; white at C1; last turn at B1.'
    """
    c = picture.coloring
    kinds = {"black at": c.black, "white at": c.white}
    kinds |= {f"{name} at" if name in _STAND_AT else f"{name}:": points for name, points in picture.said_of.items()}
    parts = [f"{name} {', '.join(vertices(picture.grid, points))}" for name, points in kinds.items() if points]
    return f"A board of {picture.grid.width} by {picture.grid.height} points: {'; '.join(parts) or 'empty'}."


def point_in_words(picture: Picture, point: int) -> str:
    """What is said of a point: its vertex, and what stands there or what else is said of it.

    >>> from superko.interpreter.notation import parse_board
    >>> point_in_words(Picture(parse_board(".XO"), last=0b10, said={0b1: "illegal: suicide"}), 0b10)
    'B1, black, last turn'
    """
    if point in picture.said:
        return f"{vertex(picture.grid, point)}, {picture.said[point]}"
    c = picture.coloring
    stone = "black" if point & c.black else "white" if point & c.white else "empty"
    return ", ".join(
        [vertex(picture.grid, point), stone, *(name for name, points in picture.said_of.items() if points & point)]
    )


def with_pictures(text: str, *drawings: str) -> str:
    """A text with drawings below it, as HTML for notebooks; the text is a paragraph a line.

    >>> with_pictures("A < B", "<svg></svg>")
    '<p>A &lt; B</p><svg></svg>'
    """
    return "".join([*(f"<p>{escape(line)}</p>" for line in text.splitlines()), *drawings])


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML, for notebooks."""
    lines = [("th", heads), *(("td", row) for row in rows)]
    cells = ("".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in line) for kind, line in lines)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in cells)}</table>"


def svg(picture: Picture, name: str = "", buttons: bool = False) -> str:
    """A picture as an SVG element.

    Args:
        picture: what to draw.
        name: what it is called for those who hear it; a sentence on what stands where, if it is left out.
        buttons: whether each point is a button, named by what is said of it, with its vertex as `data-vertex`; the
            first can be reached by the tabulator, and the others are for a page to lead to by arrow keys.

    >>> from superko.interpreter.notation import parse_board
    >>> drawn = svg(Picture(parse_board(".X")), buttons=True)
    >>> 'aria-label="A1, empty"' in drawn, 'data-vertex="B1"' in drawn
    (True, True)
    """
    grid = picture.grid
    width, height = (side * CELL + _MARGIN for side in (grid.width, grid.height))
    role, label = "group" if buttons else "img", escape(name or in_words(picture))
    c, drawn = picture.coloring, (getattr(picture, name) for name in ("last", "marks", "spoken_of", "crossed"))
    drawn_at = reduce(or_, (c.black, c.white, *drawn, *picture.counted.values(), *picture.labels))
    at_points = (
        _at_point(picture, point, "0" if buttons and number == 0 else "-1" if buttons else None)
        for number, point in enumerate(points_of(grid.everywhere if buttons else drawn_at))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'class="goban" role="{role}" aria-label="{label}" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle">{_board_text(grid)}{"".join(at_points)}</svg>'
    )


@lru_cache(maxsize=64)
def _board_text(grid: Grid) -> str:
    """Everything on a board but what stands at its points."""
    width, height = (str(side * CELL + _MARGIN) for side in (grid.width, grid.height))
    drawn = Element("svg")
    SubElement(drawn, "rect", {"class": "wood", "width": width, "height": height, "rx": "4", "fill": WOOD})
    _draw_lines(drawn, grid)
    return "".join(tostring(part, encoding="unicode") for part in drawn)


def _center(grid: Grid, point: int) -> tuple[int, int]:
    column, row = grid.place(point)
    return _MARGIN + column * CELL + CELL // 2, row * CELL + CELL // 2


def _draw_lines(drawn: Element, grid: Grid) -> None:
    """The lines in one path, then the letters of the columns below and the numbers of the rows on the left."""
    left, top = _center(grid, 1)
    right, bottom = left + (grid.width - 1) * CELL, top + (grid.height - 1) * CELL
    across = [f"M{left} {top + row * CELL}H{right}" for row in range(grid.height)]
    down = [f"M{left + column * CELL} {top}V{bottom}" for column in range(grid.width)]
    SubElement(drawn, "path", {"class": "lines", "d": "".join(across + down), "stroke": LINE, "fill": "none"})
    for column, row in star_points(grid):
        SubElement(drawn, "circle", {"class": "star", **_at(left + column * CELL, top + row * CELL, 3), "fill": LINE})
    names = SubElement(drawn, "g", {"class": "coordinates", "fill": INK, "aria-hidden": "true"})
    for column in range(grid.width):
        _write(names, left + column * CELL, bottom + CELL // 2 + 14, COLUMNS[column])
    for row in range(grid.height):
        _write(names, _MARGIN // 2, top + row * CELL + 4, str(grid.height - row))


def star_points(grid: Grid) -> list[tuple[int, int]]:
    """The columns and rows that are marked by a dot, so that one finds one's way on a large board.

    >>> star_points(Grid(9, 9)), len(star_points(Grid(13, 13))), len(star_points(Grid(19, 19)))
    ([(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)], 5, 9)
    """
    columns, rows = (_marked(side) for side in (grid.width, grid.height))
    whole = min(grid.width, grid.height) >= LEAST_SIDE_WITH_NINE
    return [
        (column, row)
        for row in rows
        for column in columns
        if whole or (2 * column == grid.width - 1) == (2 * row == grid.height - 1)
    ]


def _marked(side: int) -> list[int]:
    """Where dots stand along a side: so far from both edges, and in the middle."""
    if side < LEAST_SIDE_WITH_STARS:
        return []
    edge = 2 if side < LEAST_SIDE_WITH_WIDE_EDGE else 3
    return [edge, *([side // 2] if side % 2 else []), side - 1 - edge]


def _write(parent: Element, x: int, y: int, text: str, **attributes: str) -> None:
    SubElement(parent, "text", {"x": str(x), "y": str(y), **attributes}).text = text


_DRAWN = ("dead", "assumed", "last", "marks", "spoken_of", "crossed")


def _at_point(picture: Picture, point: int, tab: str | None) -> str:
    c = picture.coloring
    return _point_text(
        picture.grid,
        point,
        point_in_words(picture, point),
        tab,
        stone=BLACK if point & c.black else WHITE if point & c.white else None,
        drawn=frozenset(name for name in _DRAWN if point & getattr(picture, name)),
        counted=tuple(color for color, points in picture.counted.items() if point & points & ~c.of(color)),
        label=picture.labels.get(point),
    )


@lru_cache(maxsize=8192)
def _point_text(
    grid: Grid,
    point: int,
    said: str,
    tab: str | None,
    stone: Color | None,
    drawn: frozenset[str],
    counted: tuple[Color, ...],
    label: str | None,
) -> str:
    """The drawing of a point, by all that it depends on; most points look as they did a turn before."""
    x, y = _center(grid, point)
    group = Element("g", {"class": "point"})
    SubElement(group, "title").text = said
    if tab is not None:
        name = vertex(grid, point)
        group.attrib |= {"role": "button", "tabindex": tab, "aria-label": said, "data-vertex": name}
        area = {"x": str(x - CELL // 2), "y": str(y - CELL // 2), "width": str(CELL), "height": str(CELL)}
        SubElement(group, "rect", {"class": "area", **area, "fill": "#fff", "fill-opacity": "0"})
    on = _draw_stone(group, stone, drawn, x, y)
    if "last" in drawn:
        SubElement(
            group, "circle", {"class": "last", **_at(x, y, 6), "fill": "none", "stroke": on, "stroke-width": "2"}
        )
    if "marks" in drawn:
        corners = f"M{x} {y - 8}L{x + 7} {y + 4}H{x - 7}Z"
        SubElement(group, "path", {"class": "mark", "d": corners, "fill": "none", "stroke": on, "stroke-width": "2"})
    if "spoken_of" in drawn:
        frame = {"x": str(x - 14), "y": str(y - 14), "width": "28", "height": "28", "fill": "none"}
        SubElement(group, "rect", {"class": "spoken", **frame, "stroke": SPOKEN_OF, "stroke-width": "3"})
    if "crossed" in drawn:
        arms = f"M{x - 4} {y - 4}l8 8m0 -8l-8 8"
        SubElement(group, "path", {"class": "crossed", "d": arms, "stroke": CROSSED, "stroke-width": "2"})
    for color in counted:
        SubElement(group, "path", _counted_for(color, x, y))
    if label is not None:
        _write(group, x, y + 4, label, fill=on)
    return tostring(group, encoding="unicode")


def _draw_stone(group: Element, stone: Color | None, drawn: frozenset[str], x: int, y: int) -> str:
    """Draw the stone at a point, if there is one; what is drawn on it is drawn in the color that this returns."""
    if stone is None:
        return INK
    name, fill, on = ("black", BLACK_STONE, "#fff") if stone is BLACK else ("white", WHITE_STONE, "#000")
    how = {"class": f"stone {name}", **_at(x, y, 13), "fill": fill, "stroke": BLACK_STONE}
    if "dead" in drawn:
        how |= {"class": f"stone {name} dead", "r": "9", "opacity": "0.6"}
    if "assumed" in drawn:
        broken = {"stroke": SPOKEN_OF, "stroke-width": "2", "stroke-dasharray": "3 3"}
        how |= {"class": f"stone {name} assumed", "r": "9", "fill-opacity": "0.4", **broken}
    SubElement(group, "circle", how)
    return on


def _counted_for(color: Color, x: int, y: int) -> dict[str, str]:
    """A square for Black and a diamond for White, so that they differ in more than color."""
    if color is BLACK:
        path, fill, edge = f"M{x - 5} {y - 5}h10v10h-10Z", BLACK_STONE, WHITE_STONE
    else:
        path, fill, edge = f"M{x} {y - 7}l7 7l-7 7l-7 -7Z", WHITE_STONE, BLACK_STONE
    return {"class": f"counted-{color.name.lower()}", "d": path, "fill": fill, "stroke": edge}


def _at(x: int, y: int, radius: int) -> dict[str, str]:
    return {"cx": str(x), "cy": str(y), "r": str(radius)}
