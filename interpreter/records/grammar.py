r"""The grammar of SGF (FF[4], red-bean.com/sgf): games as trees of nodes, read as programs write them, and written.

What programs write otherwise is read as it is meant, some of it with a note:

| what | who writes it, and where that is said |
|---|---|
| `KM[375]` for 7.5, and the like | Fox (`AP[foxwq]`) and gokifu.com; KataGo's `cpp/dataio/sgf.cpp`, SabakiHQ/sgf#16 |
| `KM[3.75]`, `RE[B+1.25]`, 黑胜2又1/4子 | Chinese programs, which count zi: half of the difference in points |
| `KM[7,5]` | programs that write numbers as their users do |
| `(TE[...]RD[...]KO[6.5];B[pd]` | the Nihon Ki-in: no first semicolon; TE, RD and KO for event, date and komi |
| `b[aa]`, `AddBlack[aa]` | old programs: by FF[1] to FF[3] small letters may stand beside those that count |
| `B[jj]` on 9x9 for a pass | as `tt` on 19x19 (FF[3]): the point just outside of the board |
| a file that ends in the middle | downloads that broke off |
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

Node: TypeAlias = Mapping[str, tuple[str, ...]]
"""The properties of a node: by each name its values, without their brackets, as they are escaped."""

_WIDTH = 79
_GAME = re.compile(r"\(\s*;|\A\s*\((?=\s*[A-Za-z]+\s*\[)")
SMALL_LETTERS = re.compile(r"(?:(?<!\\)\]|\A\s*\()[\s;()]*[A-Z]*[a-z][A-Za-z]*\s*\[")
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


def parse(text: str) -> tuple[tuple[Branch, ...], bool]:
    r"""The games of a text, and whether it ends in the middle of the last, of which all is read that is whole.

    What stands before, between and after them is skipped.

    >>> (game,), _ = parse("(;SZ[3];B[bb](;W[aa])(;W[cc]C[a\\]b]))")
    >>> game.nodes[1], game.children[1].nodes[0]["C"], parse("(SZ[3];b[aa];AddWhite[bb")[0][0].nodes
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
    return tuple(games), start is not None


_Open: TypeAlias = list[tuple[list[dict[str, tuple[str, ...]]], list[Branch]]]
"""The parts that have begun and not ended, each with its nodes and what may follow them as far as they are read."""


def _parse_game(text: str, place: int) -> tuple[Branch | None, int | None]:
    """The game that starts at a place, if a property of it is whole; and where it ends, unless the file ends before."""
    open_parts: _Open = []
    while token := _TOKEN.match(text, place):
        place = token.end()
        name, values, _, sign = token.groups()
        if name:
            node, name = _last_node(open_parts), "".join(filter(str.isupper, name)) or name.upper()
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
            nodes, children = open_parts.pop()
            if not nodes:
                raise ValueError("a variation has no node")
            part = Branch(tuple(nodes), tuple(children))
            if not open_parts:
                return part, place
            open_parts[-1][1].append(part)
    if not _HALF_A_PROPERTY.fullmatch(text, place):
        raise ValueError(f"{text[place:].strip()[:1]!r} stands where no property, node or variation begins")
    return _closed(open_parts), None


def _last_node(open_parts: _Open) -> dict[str, tuple[str, ...]]:
    """The node that a property is of; the first may have no semicolon."""
    nodes, children = open_parts[-1]
    if children or not (nodes or len(open_parts) == 1):
        raise ValueError("a property stands outside of a node")
    if not nodes:
        nodes.append({})
    return nodes[-1]


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
    r"""A text as a value holds it."""
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


SYNTAX = b"(;)[:]\\\\"
CHARSET = re.compile(rb"[;\]]\s*CA\s*\[([^\]]{0,99})\]")


# By the text of SGF a file that names no charset is in Latin-1, but few programs keep to that.
MAY_BE_ASSUMED = ("latin-1", "gb18030", "cp932", "cp949", "big5hkscs")
WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}
VALUE = re.compile(rb"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_LISTED = re.compile(r"\s*([A-Za-z]{2}(:[A-Za-z]{2})?)?\s*")
NUMBER = re.compile(r"[-+0-9.,:\s]*")
OF_A_KIND = {
    **dict.fromkeys(("B", "W", "AB", "AW", "AE"), _LISTED),
    **dict.fromkeys(("SZ", "KM", "HA", "FF", "GM"), NUMBER),
}

OF_ONE_VALUE = ("C", "PB", "PW", "RU", "RE", "DT", "KM", "SZ", "B", "W")


def text_of(data: bytes) -> tuple[str, str]:
    """What a file says, and the charset in which it is taken to be written, if it names none that is known; else "".

    It is read in the charset that it names, or in one in which no letter takes in a bracket, or gives one.

    A letter of two bytes may have a bracket or a backslash as its second. Of all readings in which every byte is part
    of a letter, that is taken which has the most turns in all nodes; of several the first by the charset that is named,
    if that is one, or else the one with the most values.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), ""
    named = CHARSET.search(data)
    charset = _codec(named[1].decode("latin-1").strip()) if named else ""
    if charset in ("", "utf-8"):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8"), ""
    readings = [(_sound_values(text), text, assumed) for text, assumed in _readings(data, charset)]
    best = max(readings, key=lambda reading: reading[0])
    first, _, assumed = readings[0]
    return (readings[0] if not assumed and first[0] == best[0][0] >= 0 else best)[1:]


def _codec(charset: str) -> str:
    """The name by which Python knows a charset; "" where it is none that SGF can be written in."""
    for name in (charset, charset.casefold().removeprefix("x-")):
        with suppress(LookupError, ValueError):
            if name and SYNTAX.decode(name) == SYNTAX.decode("ascii"):
                return codecs.lookup(name).name
    return ""


def _readings(data: bytes, charset: str) -> Iterator[tuple[str, str]]:
    """A file in each charset that it may be in, the one that it names first; by its letters, and by its bytes."""
    for name in filter(None, (charset, WIDER.get(charset, ""))):
        with suppress(UnicodeDecodeError):
            yield _decoded(data, name), ""
        # Some programs escape the bytes of letters.
        with suppress(UnicodeDecodeError):
            yield VALUE.sub(partial(_value_in, name), data).decode("utf-8"), ""
    for name in ("utf-8", *MAY_BE_ASSUMED):
        with suppress(UnicodeDecodeError):
            yield _decoded(data, name), name


def _decoded(data: bytes, charset: str) -> str:
    """What bytes say in a charset; a letter that can't be written is a question mark."""
    return data.decode(charset).encode("utf-8", "replace").decode("utf-8")


def _value_in(charset: str, value: re.Match[bytes]) -> bytes:
    text = escaped(_decoded(ESCAPED.sub(rb"\1", value[1]), charset))
    return f"[{text}]".encode()


def _sound_values(text: str) -> tuple[int, int]:
    """How many turns a file has, and how many values, in all nodes; less than none where it is no file of games."""
    try:
        nodes = [node for game in parse(text)[0] for node in game.every_node()]
    except ValueError:
        return -1, -1
    of_a_kind = [
        (OF_A_KIND[name], value) for node in nodes for name in node if name in OF_A_KIND for value in node[name]
    ]
    several = any(len(node.get(name, ())) > 1 for node in nodes for name in OF_ONE_VALUE)
    if several or not all(kind.fullmatch(value) for kind, value in of_a_kind):
        return -1, 0
    return sum(kind is _LISTED for kind, _ in of_a_kind), sum(len(values) for node in nodes for values in node.values())


HUNDREDTHS = {
    **dict.fromkeys(("275", "550"), "5.5"),
    **dict.fromkeys(("325", "650"), "6.5"),
    **dict.fromkeys(("350", "700"), "7"),
    **dict.fromkeys(("375", "750"), "7.5"),
}
BY_FOX_ALONE = {"50": "0.5", "0": "0"}
FOX = "foxwq"
COMMA = re.compile(r"-?[0-9]+,[0-9]+")
QUARTERS = re.compile(r"-?[0-9]*\.[27]50*")
NIHON_KI_IN = {"KO": "KM", "RD": "DT", "TE": "EV"}
IN_CHINESE = re.compile(r"(?P<winner>[黑白])胜(?P<whole>\d+)?又?(?P<part>\d/\d)?(?P<unit>子|目)半?")
WON_IN_CHINESE = {"中盘胜": "R", "中押胜": "R", "超时胜": "T"}
_WINNERS = {"黑": "B", "白": "W"}


def as_meant(about: Node) -> tuple[Node, tuple[str, ...]]:
    """What a record says of the game as a whole, as SGF has it, and what was read otherwise than it is written.

    >>> meant, notes = as_meant({"AP": ("foxwq",), "KM": ("375",), "RE": ("黑中盘胜",)})
    >>> meant["KM"], meant["RE"], notes[0]
    (('7.5',), ('B+R',), 'KM[375] is read as 7.5: it is written in hundredths of points or zi.')
    """
    named = {sgf: name for name, sgf in NIHON_KI_IN.items() if name in about and sgf not in about}
    notes = [f"{name} is read as {sgf}, as the Nihon Ki-in writes it." for sgf, name in named.items()]
    meant = {**about, **{sgf: about[name] for sgf, name in named.items()}}
    for name, reading in (("KM", _komi), ("RE", _result)):
        values = meant.get(name, ())
        text = values[0].strip() if len(values) == 1 else ""
        read, why = reading(text, any(FOX in value for value in about.get("AP", ())))
        if why:
            meant[name] = (read,)
            notes.append(f"{name}[{text}] is read as {read}: {why}.")
    return meant, tuple(notes)


def _komi(text: str, by_fox: bool) -> tuple[str, str]:
    """A komi as it is meant, and why it is read so; "" where it is read as it is written."""
    in_points = (HUNDREDTHS | BY_FOX_ALONE if by_fox else HUNDREDTHS).get(text)
    if in_points is not None and in_points != text:
        return in_points, "it is written in hundredths of points or zi"
    if COMMA.fullmatch(text):
        return text.replace(",", "."), "it is written with a comma"
    if QUARTERS.fullmatch(text):
        return f"{2 * float(text):g}", "it counts zi, and a zi is two points"
    return text, ""


def _result(text: str, by_fox: bool) -> tuple[str, str]:
    """A result as it is meant, and why it is read so; "" where it is read as it is written."""
    winner, how = _WINNERS.get(text[:1], ""), WON_IN_CHINESE.get(text[1:], "")
    if winner and how:
        return f"{winner}+{how}", "it is written in Chinese"
    counted = IN_CHINESE.fullmatch(text)
    if counted and (counted["whole"] or counted["part"]):
        number = Fraction(counted["whole"] or 0) + Fraction(counted["part"] or 0)
        number += Fraction(1, 2) if text.endswith("半") else 0
        points = float(number * (2 if counted["unit"] == "子" else 1))
        return f"{winner}+{points:g}", "it is written in Chinese, and a zi is two points"
    sign, plus, number_text = text.partition("+")
    if plus and QUARTERS.fullmatch(number_text):
        return f"{sign}+{2 * float(number_text):g}", "it counts zi, and a zi is two points"
    return text, ""
