"""The lattice of what is dropped, drawn: from all clauses in force to the fewest that may not be dropped together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from .answers import ClassOutcome, MapProperty
from .family import NOTHING, Names
from .telling import Needed, ordered, short

SIGNS: Mapping[ClassOutcome, tuple[str, str]] = {
    ClassOutcome.PROVED: ("∎", "#2e7d32"),
    ClassOutcome.HOLDS: ("✓", "#2e7d32"),
    ClassOutcome.REFUTED: ("✗", "#b71c1c"),
    ClassOutcome.UNKNOWN: ("?", "#616161"),
}
COLUMN, LINE, MARGIN, LETTER = 300, 22, 12, 8


@dataclass(frozen=True)
class Drop:
    """A set of clauses that is dropped, and what is known without it."""

    dropped: Names
    answer: ClassOutcome

    @property
    def text(self) -> str:
        """What it is called in the drawing."""
        sign, _ = SIGNS[self.answer]
        return (
            f"{sign} {'without ' + ' and '.join(sorted(map(short, self.dropped))) if self.dropped else 'all in force'}"
        )


def drops(needed: Needed, is_so: ClassOutcome) -> list[Drop]:
    """The nodes: nothing dropped, the sets without which it is not so or nothing is known, and those in between."""
    answers = {NOTHING: is_so}
    for answer, sets in ((ClassOutcome.UNKNOWN, needed.unknown), (ClassOutcome.REFUTED, needed.to_hold)):
        for names in sets:
            answers |= {frozenset({name}): is_so for name in names if frozenset({name}) not in answers}
            answers[names] = answer
    return [Drop(dropped, answers[dropped]) for dropped in ordered(answers)]


def drawn(lattices: Iterable[tuple[str, Needed]], asked: MapProperty) -> str:
    """Lattices with their headings as one SVG, one below the other; each line leads to one more clause dropped."""
    is_so = ClassOutcome.HOLDS if asked.boards else ClassOutcome.PROVED
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", "font-size": "13"})
    top = width = MARGIN
    for heading, needed in lattices:
        _text(root, MARGIN, top + LINE, heading, "#000000", bold=True)
        height, wide = _lattice(root, drops(needed, is_so), top + LINE)
        top, width = top + height + 2 * LINE, max(width, wide)
    root.attrib |= {"width": str(width), "height": str(top), "viewBox": f"0 0 {width} {top}", "role": "img"}
    root.set("aria-label", f"Without which clauses this is not so: {asked.says}")
    return tostring(root, encoding="unicode") + "\n"


def _lattice(root: Element, nodes: list[Drop], top: int) -> tuple[int, int]:
    """Draw nodes in columns by how many clauses are dropped; how high and how wide that is."""
    by_size = [[node for node in nodes if len(node.dropped) == size] for size in range(3)]
    places = {
        node.dropped: (MARGIN + column * COLUMN, top + LINE * (line + 1))
        for column, same_size in enumerate(by_size)
        for line, node in enumerate(same_size)
    }
    for less, more in _lines(node.dropped for node in nodes):
        (x1, y1), (x2, y2) = places[less], places[more]
        ends = {"x1": x1 + COLUMN - 3 * LINE, "y1": y1 - 4, "x2": x2 - 4, "y2": y2 - 4}
        SubElement(root, "line", {**{key: str(at) for key, at in ends.items()}, "stroke": "#bbbbbb"})
    for node in nodes:
        _text(root, *places[node.dropped], node.text, SIGNS[node.answer][1])
    wide = max(places[node.dropped][0] + LETTER * len(node.text) for node in nodes)
    return LINE * max(map(len, by_size)), wide + MARGIN


def _lines(sets: Iterable[Names]) -> Iterator[tuple[Names, Names]]:
    every = list(sets)
    yield from ((less, more) for more in every for less in every if less < more and len(more) == len(less) + 1)


def _text(root: Element, x: int, y: int, text: str, color: str, bold: bool = False) -> None:
    style = {"font-weight": "bold"} if bold else {}
    SubElement(root, "text", {"x": str(x), "y": str(y), "fill": color, **style}).text = text
