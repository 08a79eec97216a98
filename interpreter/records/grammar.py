r"""The grammar of SGF (FF[4], red-bean.com/sgf): games as trees of nodes, read as programs write them, and written.

Read as well are property names in lower case (`b[aa]`) or with letters in lower case beside the two that count
(`AddBlack`, as FF[1] to FF[3] allow), a first node without a semicolon, and a file that ends in the middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Node: TypeAlias = Mapping[str, tuple[str, ...]]
"""The properties of a node: by each name its values, without their brackets, as they are escaped."""

_WIDTH = 79
_GAME = re.compile(r"\(\s*;|\A\s*\((?=\s*[A-Za-z]+\s*\[)")
_SMALL_LETTERS = re.compile(r"(?:(?<!\\)\]|\A\s*\()[\s;()]*[A-Z]*[a-z][A-Za-z]*\s*\[")
_VALUE = re.compile(r"\[([^\\\]]*(?:\\.[^\\\]]*)*)\]", re.DOTALL)
_TOKEN = re.compile(rf"\s*(?:([A-Za-z]+)((?:\s*{_VALUE.pattern})+)|([;()]))", re.DOTALL)
_HALF_A_PROPERTY = re.compile(r"\s*[A-Za-z]*\s*(\[([^\\\]]|\\.)*\\?)?", re.DOTALL)
_NEW_LINE = re.compile(r"\n\r|\r\n|\r")
_SPACE = re.compile(r"[\t\f\v]")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_PARTS = re.compile(r"((?:[^\\:]|\\.)*):", re.DOTALL)


@dataclass(frozen=True)
class Branch:
    """A part of a game: nodes one after the other, and what may follow the last of them.

    Attributes:
        nodes: its nodes, one at least.
        children: the parts of which one follows, the main line first.
    """

    nodes: tuple[Node, ...]
    children: tuple[Branch, ...] = ()

    def every_node(self) -> Iterator[Node]:
        """The nodes of this part and of all below it."""
        parts = [self]
        while parts:
            part = parts.pop()
            yield from part.nodes
            parts += part.children

    def ways(self) -> Iterator[Way]:
        """Every way from here to an end, the main line first, in time that is linear in the tree."""
        open_ways: list[Way] = [(self, None)]
        while open_ways:
            way = open_ways.pop()
            if not way[0].children:
                yield way
            open_ways += [(child, way) for child in reversed(way[0].children)]


Way: TypeAlias = "tuple[Branch, Way | None]"
"""A way through a game: the part that it leads to, and the way to the part before it."""


@dataclass(frozen=True)
class Collection:
    """The games of a file.

    Attributes:
        games: the first part of each game.
        cut_off: whether the file ends in the middle of the last, of which all is read that is whole.
        small_letters: whether the name of a property has small letters.
    """

    games: tuple[Branch, ...]
    cut_off: bool = False
    small_letters: bool = False


def parse(text: str) -> Collection:
    r"""The games of a text; what stands before, between and after them is skipped.

    Raises:
        ValueError: there is none, or one is not written as SGF is.

    >>> (game,) = parse("(;SZ[3];B[bb](;W[aa])(;W[cc]C[a\\]b]))").games
    >>> game.nodes[1], game.children[1].nodes[0]["C"], parse("(SZ[3];b[aa];AddWhite[bb").games[0].nodes
    ({'B': ('bb',)}, ('a\\]b',), ({'SZ': ('3',)}, {'B': ('aa',)}))
    """
    games: list[Branch] = []
    start = _GAME.search(text)
    while start:
        try:
            game, end = _parse_game(text, start.start())
        except ValueError as error:
            raise ValueError(f"in game {len(games) + 1} {error}") from None
        if game is None:
            break
        games.append(game)
        if end is None:
            break
        start = _GAME.search(text, end)
    if not games:
        raise ValueError("no game starts in it, with ( and ;" if start is None else "it ends before a node is whole")
    return Collection(tuple(games), cut_off=start is not None, small_letters=bool(_SMALL_LETTERS.search(text)))


_Open: TypeAlias = list[tuple[list[dict[str, tuple[str, ...]]], list[Branch]]]
"""The parts that have begun and not ended, each with its nodes and what may follow them as far as they are read."""


def _parse_game(text: str, place: int) -> tuple[Branch | None, int | None]:
    """The game that starts at a place, if a property of it is whole; and where it ends, unless the file ends before."""
    open_parts: _Open = []
    while token := _TOKEN.match(text, place):
        place = token.end()
        name, values, _, sign = token.groups()
        if name:
            node, name = _last_node(open_parts), _capitals(name)
            node[name] = (*node.get(name, ()), *_VALUE.findall(values))
        elif sign == ";":
            nodes, children = open_parts[-1]
            if children:
                raise ValueError("a node stands after variations")
            nodes.append({})
        elif sign == "(":
            if open_parts and not open_parts[-1][0]:
                raise ValueError("a variation stands before any node")
            open_parts.append(([], []))
        else:
            part = _ended(open_parts)
            if not open_parts:
                return part, place
            open_parts[-1][1].append(part)
    if not _HALF_A_PROPERTY.fullmatch(text, place):
        raise ValueError(f"{text[place:].strip()[:1]!r} stands where no property, node or variation begins")
    return _closed(open_parts), None


def _capitals(name: str) -> str:
    return "".join(filter(str.isupper, name)) or name.upper()


def _last_node(open_parts: _Open) -> dict[str, tuple[str, ...]]:
    """The node that a property is of; the first may have no semicolon."""
    nodes, children = open_parts[-1]
    if children or not (nodes or len(open_parts) == 1):
        raise ValueError("a property stands outside of a node")
    if not nodes:
        nodes.append({})
    return nodes[-1]


def _ended(open_parts: _Open) -> Branch:
    nodes, children = open_parts.pop()
    if not nodes:
        raise ValueError("a variation has no node")
    return Branch(tuple(nodes), tuple(children))


def _closed(open_parts: _Open) -> Branch | None:
    """A game that ends in the middle; its last node only if a property of it is whole."""
    below: Branch | None = None
    for nodes, children in reversed(open_parts):
        following = (*children, below) if below else tuple(children)
        whole = nodes if following or (nodes and nodes[-1]) else nodes[:-1]
        below = Branch(tuple(whole), following) if whole else below
    return below


def written(nodes: Iterable[Node], ends: Sequence[Node] = ()) -> str:
    r"""A game as SGF, in lines of about 79 letters, with several nodes in which it may end, if any are given.

    >>> written([{"SZ": ("3",)}, {"B": ("aa",), "C": ("Hello",)}])
    '(;SZ[3];B[aa]C[Hello])\n'
    """
    pieces = ["(", *(piece for node in nodes for piece in _pieces(node))]
    pieces += (piece for node in ends for piece in ("(", *_pieces(node), ")"))
    lines = [""]
    for piece in (*pieces, ")"):
        if len(lines[-1]) + len(piece) > _WIDTH:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines) + "\n"


def _pieces(node: Node) -> Iterator[str]:
    yield ";"
    # FF goes first, as an old program skips the first letters of a file.
    for name in sorted(node, key=lambda name: (name != "FF", name)):
        yield name + "".join(f"[{value}]" for value in node[name])


def escaped(text: str) -> str:
    r"""A text as a value holds it.

    >>> escaped("a]b\\c")
    'a\\]b\\\\c'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescaped(value: str) -> str:
    r"""The text that a value holds, with its lines.

    >>> unescaped("a\\]b\\\nc")
    'a]bc'
    """
    return _ESCAPE.sub(lambda escape: escape[1].strip("\n"), _SPACE.sub(" ", _NEW_LINE.sub("\n", value)))


def line_of(value: str) -> str:
    """The text that a value holds, in one line, without space around it."""
    return unescaped(value).replace("\n", " ").strip()


def composed(value: str) -> tuple[str, str]:
    """The two parts of a value with a colon between them; the second is "" where there is none.

    >>> composed("aa:cc"), composed("aa")
    (('aa', 'cc'), ('aa', ''))
    """
    parts = _PARTS.match(value)
    return (parts[1], value[parts.end() :]) if parts else (value, "")
