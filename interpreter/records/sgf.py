"""SGF: reading and writing game records; what can't be read is a `ValueError`, which says what to correct."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from itertools import islice, takewhile
from operator import or_
from typing import Any, NamedTuple, TypeVar

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.rules import Rules
from ...spec.vocabulary import AGREE, PASS, Agree, Move, Pass, Phase, Turn, Unblock
from ..notation import turn_text
from ..story import Start
from ..wording import shown
from .game_record import GameRecord, RecordedStatement
from .grammar import (
    NIHON_KI_IN,
    SMALL_LETTERS,
    Branch,
    Node,
    as_meant,
    composed,
    escaped,
    line_of,
    parse,
    text_of,
    unescaped,
    written,
)

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PASS_ON_SMALL_BOARDS = "tt"
LONGEST_SMALL_SIDE = 19
A_FILE = "The file"


def _single(node: Node, name: str) -> str:
    """The one value of a property, without space around it; "" if the node has no such property."""
    values = {line_of(value) for value in node.get(name, ())}
    if len(values) > 1:
        raise ValueError(f"The property {name} has several values; leave one of them.")
    return values.pop() if values else ""


def simple_text(node: Node, name: str) -> str:
    """The text of a property, with a space in place of every character that can't be printed."""
    return "".join(letter if letter.isprintable() else " " for letter in _single(node, name)).strip()


def number(node: Node, name: str) -> float | None:
    """The number of a property, which must be finite, or None if it has no value."""
    text = _single(node, name)
    try:
        value = float(text) if text else None
    except ValueError:
        value = math.nan
    if value is not None and not math.isfinite(value):
        raise ValueError(f"The value of {name} is a number, not {shown(text)}; correct it.")
    return None if value is None else value + 0.0  # a zero is written without a minus


def whole_number(node: Node, name: str, usual: int) -> int:
    """The whole number of a property, or the usual one if it has no value."""
    value = number(node, name)
    if value is None:
        return usual
    if value != int(value):
        raise ValueError(f"The value of {name} is a whole number, not {shown(_single(node, name))}; correct it.")
    return int(value)


def points(grid: Grid, node: Node, name: str) -> int:
    """The set of points that a property lists, as points or as rectangles given by two corners."""
    listed = 0
    for value in node.get(name, ()):
        corner, opposite = composed(value)
        first, last = (grid.place(_point(grid, name, text)) for text in (corner, opposite or corner))
        columns, rows = (range(min(pair), max(pair) + 1) for pair in zip(first, last, strict=True))
        listed |= sum(grid.point(column, row) for column in columns for row in rows)
    return listed


def turn(grid: Grid, node: Node, name: str) -> Turn:
    """The turn that a property records: a move, or a pass, which may also be a point just outside of the board."""
    return _turn_at(grid, name, _single(node, name))


@lru_cache(2048)
def _turn_at(grid: Grid, name: str, text: str) -> Turn:
    is_small = max(grid.width, grid.height) <= LONGEST_SMALL_SIDE
    just_outside = "".join(chr(ord("a") + side) for side in (grid.width, grid.height))
    if not text or text == just_outside or (text == PASS_ON_SMALL_BOARDS and is_small):
        return PASS
    return Move(_point(grid, name, text))


def _point(grid: Grid, name: str, text: str) -> int:
    place = [LETTERS.find(letter) for letter in text.strip()]
    if len(place) != len(("column", "row")) or not (0 <= place[0] < grid.width and 0 <= place[1] < grid.height):
        raise ValueError(f"The value {shown(text)} of {name} is no point of the {grid} board; correct it, or SZ.")
    return grid.point(*place)


def point_letters(grid: Grid, point: int) -> str:
    """A point as SGF writes it: the letters of its column and row, from the top left.

    >>> point_letters(Grid(5, 4), Grid(5, 4).point(4, 0))
    'ea'
    """
    column, row = grid.place(point)
    return LETTERS[column] + LETTERS[row]


GO = 1
_PLAYERS = {"B": BLACK, "W": WHITE}
_CLEARED = "AE"
_SET_UP = {"AB": BLACK, "AW": WHITE, _CLEARED: None}
_TERRITORY = {"TB": BLACK, "TW": WHITE}
_TEXTS = {"PB": "black_name", "PW": "white_name", "DT": "date", "RU": "rules", "RE": "result"}
ABOUT_THE_GAME = ("KM", "HA", *_TEXTS)
AGREED = "AGREED"
SAID_BY = {BLACK: "DEADB", WHITE: "DEADW", None: "RULING"}
NO_LIST = "?"
HAS_SMALL_LETTERS = (
    "Names of properties have small letters, as old programs wrote them; if there are capitals, those count."
)
CUT_OFF = "The file ends in the middle of a game; what is whole of it is read."
_MARKS = frozenset((*_TERRITORY, *SAID_BY.values()))
SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
USUAL_SIZE = "19"
CAPTURED = re.compile(r"([0-9]{1,9}):([0-9]{1,9})")
NONE_CAPTURED = "0:0"
YES_OR_NO = {"yes": True, "no": False, "": False}
START_PHASES = {"": Phase.MAIN, **{phase.value: phase for phase in Phase if phase is not Phase.OVER}}
BUTTONS: Mapping[str, Color | None] = {"": None, **_PLAYERS, **{name.lower(): _PLAYERS[name] for name in _PLAYERS}}

V = TypeVar("V")

_Turns = tuple[tuple[Color, Turn], ...]


class _Stretch(NamedTuple):
    """Turns of a record from where they start, with who begins, if it says so, and how many turns come before."""

    start: Start
    turns: _Turns = ()
    player: Color | None = None
    turns_before: int = 0


@dataclass(frozen=True)
class _Marks:
    """What is marked as territory, or was and is not any more, and what was cleared or said to be dead."""

    territory: Mapping[Color, int] = field(default_factory=lambda: dict.fromkeys(Color, 0))
    marked_before: bool = False
    cleared: int = 0
    said: tuple[RecordedStatement, ...] = ()

    @property
    def any_territory(self) -> bool:
        """Whether any point is marked as territory."""
        return any(self.territory.values())


def read_sgf(data: bytes, name: str = A_FILE) -> GameRecord:
    """The main line of the first game of an SGF file, which an error names.

    >>> record = read_sgf(b"(;SZ[3:2]KM[0.5];B[ba];W[])")
    >>> record.start.width, record.start.height, record.komi, record.turns[0]
    (3, 2, 0.5, (<Color.BLACK: 'B'>, Move(point=2)))
    """
    return read_games(data, name)[0].record()


def record_of_line(nodes: Sequence[Node]) -> GameRecord:
    """The record of a line of a game: its nodes, from the root on."""
    root = nodes[0]
    # A later node may say what is of the game as a whole, where none before it does.
    said = {name: node[name] for node in reversed(nodes) for name in ABOUT_THE_GAME if name in node}
    if root.keys().isdisjoint(_PLAYERS):
        said |= {name: root[name] for name in ("AP", *NIHON_KI_IN) if name in root}
    about, notes = as_meant(said)
    if whole_number(root, "GM", GO) != GO:
        raise ValueError("This is the record of another game; choose a record of a game of Go.")
    handicap = whole_number(about, "HA", 0)
    earlier, stretch, marks = _played(_empty_start(root), nodes, handicap)
    button = _chosen(root, "BUTTON", BUTTONS, "names the player who passed first, B or W")
    passed = _chosen(root, "PASSED", YES_OR_NO, "is yes or no") or button is not None
    phase = _chosen(root, "PHASE", START_PHASES, "is main, cleanup1 or cleanup2")
    start = replace(stretch.start, phase=phase, passed=passed, button=button)
    texts: dict[str, Any] = {attribute: simple_text(about, name) for name, attribute in _TEXTS.items()}
    return replace(
        _of_stretch(stretch._replace(start=replace(start, handicap=_handicap(handicap, stretch)))),
        komi=number(about, "KM"),
        **texts,
        black_territory=marks.territory[BLACK],
        white_territory=marks.territory[WHITE],
        marked_only_before=marks.marked_before and not marks.any_territory,
        cleared=marks.cleared,
        said=marks.said,
        exporter=exporter_of(root),
        notes=notes,
        before=tuple(map(_of_stretch, earlier)),
    )


def _of_stretch(stretch: _Stretch) -> GameRecord:
    """Turns as a record of their own."""
    start, turns = stretch.start, stretch.turns
    usual = WHITE if start.handicap and start.coloring.black else turns[0][0] if turns and start.board else BLACK
    player = stretch.player or usual
    return GameRecord(replace(stretch.start, player=player), stretch.turns, turns_before=stretch.turns_before)


def exporter_of(root: Node) -> str:
    """The program that wrote a game, by its name alone; the last, where several wrote theirs.

    >>> exporter_of({"AP": ("GNU Go:3.8", "foxwq")}), exporter_of({"AP": ("CGoban:3",)})
    ('foxwq', 'CGoban')
    """
    return simple_text({"AP": root.get("AP", ())[-1:]}, "AP").partition(":")[0]


def _empty_start(root: Node) -> Start:
    size = _single(root, "SZ") or USUAL_SIZE
    sides = SIZE.fullmatch(size)
    if not sides:
        raise ValueError(f"SZ holds one or two numbers, as in SZ[19] or SZ[5:4], not {shown(size)}; correct it.")
    captured = CAPTURED.fullmatch(_single(root, "CAPTURED") or NONE_CAPTURED)
    if not captured:
        raise ValueError("CAPTURED holds two numbers, of black and of white stones, as in CAPTURED[2:0]; correct it.")
    grid = Grid(int(sides[1]), int(sides[2] or sides[1]))
    return replace(Start.on(grid), captures=(int(captured[1]), int(captured[2])))


def _played(start: Start, nodes: Sequence[Node], handicap: int) -> tuple[list[_Stretch], _Stretch, _Marks]:
    """The positions that the nodes set up, each with the turns from it; the last; and what the nodes mark and say.

    Where Black plays as many moves at first as there are handicap stones, these moves set them up. Stones that are
    cleared off the board after both have passed, for good, are dead: that sets up no other position.
    """
    grid, stretch = start.grid, _Stretch(start)
    turns: list[tuple[Color, Turn]] = []
    earlier: list[_Stretch] = []
    marks = _Marks()
    for number, node in enumerate(nodes):
        taken = [(_PLAYERS[name], turn(grid, node, name)) for name in node if name in _PLAYERS]
        if not node.keys().isdisjoint(_SET_UP) and not marks.cleared:
            stands = _played_out(stretch, turns)
            marks = replace(marks, cleared=_cleared(stands.start.coloring, [*turns, *taken], nodes[number:]))
            if not marks.cleared:
                earlier += [stretch._replace(turns=tuple(turns))] if turns else []
                stretch, turns, marks = stands._replace(start=_set_up(stands.start, node)), [], _Marks()
        if "PL" in node and not turns:
            named = _single(node, "PL").upper()
            if named[:1] not in _PLAYERS:
                raise ValueError(f"PL names the player to take the turn, B or W, not {shown(named)}; correct it.")
            stretch = stretch._replace(player=_PLAYERS[named[:1]])
        passes_on = bool(turns) and all(isinstance(each, Pass) for _, each in (*turns[-1:], *taken))
        if taken and marks.any_territory and not (passes_on and node.keys().isdisjoint(_TERRITORY)):
            marks = replace(marks, territory=dict.fromkeys(Color, 0), marked_before=True)
        turns.extend(taken)
        if len(turns) == handicap and not stretch.start.board and not stretch.turns_before:
            moves = {taken for color, taken in turns if color is BLACK and isinstance(taken, Move)}
            if 1 < handicap == len(moves):
                stretch, turns = _played_out(stretch, turns), []
        if AGREED in node:
            turns.append((turns[-1][0].opponent if turns else stretch.player or BLACK, AGREE))
        marks = _marked(grid, marks, node, len(turns))
    return earlier, stretch._replace(turns=tuple(turns)), marks


def _cleared(c: Coloring[int], turns: Sequence[tuple[Color, Turn]], rest: Sequence[Node]) -> int:
    """The stones that the rest of a line clears off the board, if both have passed, and it does nothing else there.

    None are if a part of a string is left, as that part can't be alive where the other is dead.
    """
    at_rest = {color for color, _ in takewhile(lambda taken: not isinstance(taken[1], Move), reversed(turns))}
    if at_rest != set(Color) or any(_changes_more(c.board.grid, node) for node in rest):
        return 0
    cleared = reduce(or_, (points(c.board.grid, node, _CLEARED) for node in rest)) & ~c.empty
    strings = (c.board.closure(cleared & stones, stones) for stones in (c.black, c.white))
    return cleared if reduce(or_, strings) == cleared else 0


def _changes_more(grid: Grid, node: Node) -> bool:
    """Whether a node puts a stone on the board, by a move or by setting it up."""
    sets_up = any(name in node for name, color in _SET_UP.items() if color)
    return sets_up or any(isinstance(turn(grid, node, name), Move) for name in _PLAYERS if name in node)


def _marked(grid: Grid, marks: _Marks, node: Node, turns: int) -> _Marks:
    """The marks with those of a node, which come after a number of turns."""
    if node.keys().isdisjoint(_MARKS):
        return marks
    territory = {
        color: marks.territory[color] | (_listed(grid, node, name) or 0) if name in node else marks.territory[color]
        for name, color in _TERRITORY.items()
    }
    said = [
        RecordedStatement(turns, color, _listed(grid, node, name)) for color, name in SAID_BY.items() if name in node
    ]
    return replace(marks, territory=territory, said=(*marks.said, *said))


def _listed(grid: Grid, node: Node, name: str) -> int | None:
    """The points that a property lists, which may be empty; None where it says that there is no list."""
    values = tuple(value for value in node[name] if value.strip())
    return None if values == (NO_LIST,) else points(grid, {name: values}, name)


def _set_up(start: Start, node: Node) -> Start:
    c = start.coloring
    for name, color in _SET_UP.items():
        chosen = points(c.board.grid, node, name)
        c = c.emptied(chosen)
        c = c if color is None else c.colored(chosen, color)
    return start.with_stones(c)


def _played_out(stretch: _Stretch, turns: Sequence[tuple[Color, Turn]]) -> _Stretch:
    """What stands after turns, as any viewer would show it: a move replaces a stone that stands in its way."""
    if not turns:
        return stretch
    c, captures = stretch.start.coloring, dict(zip(Color, stretch.start.captures, strict=True))
    for color, taken in turns:
        if isinstance(taken, Move):
            play = move(Rules(), c.emptied(taken.point), color, taken.point)
            captures[color.opponent] += play.captured.bit_count()
            captures[color] += play.self_captured.bit_count()
            c = play.after
    start = replace(stretch.start.with_stones(c), captures=(captures[BLACK], captures[WHITE]))
    return _Stretch(start, (), turns[-1][0].opponent, stretch.turns_before + len(turns))


def _handicap(handicap: int, stretch: _Stretch) -> int:
    if not 0 <= handicap <= stretch.start.grid.size:
        raise ValueError(f"The board has no room for {shown(handicap)} handicap stones; correct HA.")
    return 0 if handicap == 1 and not stretch.start.coloring.black else handicap


def _chosen(root: Node, name: str, choices: Mapping[str, V], says: str) -> V:
    """What the value of a property stands for among some choices; "" is that of a root without it."""
    text = _single(root, name)
    if text not in choices:
        raise ValueError(f"{name} {says}, not {shown(text)}; correct it.")
    return choices[text]


def write_sgf(record: GameRecord, comment: str = "", disputed: Sequence[tuple[Color, Turn, str]] = ()) -> bytes:
    r"""A game record as an SGF file, from which `read_sgf` reads the same game.

    Args:
        record: the record.
        comment: what is said where it ends.
        disputed: turns that might follow there, each with who takes it and what is said of it: they are variations, and
            their points are crossed.

    >>> write_sgf(GameRecord(Start(3, 2), turns=((Color.BLACK, Move(1)),)))
    b'(;FF[4]AP[superko]CA[UTF-8]GM[1]PL[B]SZ[3:2];B[aa])\n'
    """
    grid = record.start.grid
    nodes = [dict(_root(record)), *(dict(_node(grid, color, turn)) for color, turn in record.turns)]
    for said in record.said:
        nodes[said.turn] |= _said(grid, said)
    if record.cleared:
        nodes.append(_lists(grid, AE=record.cleared))
    nodes[-1] |= _lists(grid, TB=record.black_territory, TW=record.white_territory)
    variations = [dict(_node(grid, color, turn)) for color, turn, _ in disputed]
    # The main line ends as the game does: what might follow stands beside a node without a turn.
    ends: list[dict[str, tuple[str, ...]]] = [{}, *variations] if variations else []
    last = ends[0] if ends else nodes[-1]
    if comment:
        last["C"] = ("\n".join((*last.get("C", ()), escaped(comment))),)
    for node, (_, turn, why) in zip(variations, disputed, strict=True):
        node["C"] = ("\n".join((*node.get("C", ()), escaped(why))),)
        if isinstance(turn, Move | Unblock):
            node["MA"] = _points_of(grid, turn.point)
            last["MA"] = (*last.get("MA", ()), *node["MA"])
    return written(nodes, ends).encode("utf-8")


def _points_of(grid: Grid, points: int) -> tuple[str, ...]:
    return tuple(point_letters(grid, point) for point in points_of(points))


def _root(record: GameRecord) -> Node:
    start, c = record.start, record.start.coloring
    texts = {
        **{"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "superko"},
        "SZ": str(start.width) if start.width == start.height else f"{start.width}:{start.height}",
        "PL": start.player.value,
        "KM": "" if record.komi is None else f"{record.komi:g}",
        "HA": str(start.handicap or ""),
        **{name: escaped(getattr(record, attribute)) for name, attribute in _TEXTS.items()},
        "PHASE": "" if start.phase is Phase.MAIN else start.phase.value,
        "CAPTURED": ":".join(map(str, start.captures)) if any(start.captures) else "",
        "BUTTON": start.button.value if start.button else "",
        "PASSED": "yes" if start.passed and not start.button else "",
    }
    return {name: (text,) for name, text in texts.items() if text} | _lists(start.grid, AB=c.black, AW=c.white)


def _lists(grid: Grid, **lists: int) -> dict[str, tuple[str, ...]]:
    """Properties that list points, but for those that would list none."""
    return {name: _points_of(grid, points) for name, points in lists.items() if points}


def _said(grid: Grid, said: RecordedStatement) -> Node:
    name = SAID_BY[said.speaker]
    if said.points is None:
        return {name: (NO_LIST,)}
    return {name: _points_of(grid, said.points) or ("",)}


def _node(grid: Grid, color: Color, turn: Turn) -> Node:
    match turn:
        case Pass():
            return {color.value: ("",)}
        case Move(point):
            return {color.value: (point_letters(grid, point),)}
        case Agree():
            return {AGREED: ("",)}
        case Unblock(stone):
            return {color.value: (point_letters(grid, stone),), "C": (turn_text(grid, turn),)}


_Line = tuple[Node, ...]


@dataclass(frozen=True)
class GameTree:
    """A game of a file: its main line, which is variation 1, and the others in the order of the file.

    Attributes:
        assumed_charset: the charset in which the file was taken to be written, if it names none that is known; else "".
        notes: what else was read otherwise than it is written, each in one sentence.

    >>> (game,) = read_games(b"(;SZ[3];B[bb](;W[aa])(;W[cc];B[aa]))")
    >>> game.number_of_variations, len(game.record().turns), len(game.record(2).turns), game.parts_at(2)
    (2, 2, 3, 2)
    """

    tree: Branch
    assumed_charset: str
    notes: tuple[str, ...]

    @property
    def number_of_variations(self) -> int:
        """How many ways the tree goes, the main line counted."""
        return sum(1 for _ in self.tree.ways())

    def line(self, variation: int = 1) -> _Line:
        """The nodes of a variation, counted from 1, from the root on."""
        way = next(islice(self.tree.ways(), variation - 1, None), None) if variation > 0 else None
        if way is None:
            raise ValueError(f"There is no variation {variation}; the record has {self.number_of_variations}.")
        parts = []
        while way is not None:
            part, way = way
            parts.append(part)
        return tuple(node for part in reversed(parts) for node in part.nodes)

    def record(self, variation: int = 1) -> GameRecord:
        """The record that a variation has."""
        record = record_of_line(self.line(variation))
        return replace(record, assumed_charset=self.assumed_charset, notes=(*self.notes, *record.notes))

    def comments(self, variation: int = 1) -> dict[int, str]:
        """The comments on a variation, by after how many of its turns each stands; those before a set-up are left out.

        >>> (game,) = read_games(b"(;SZ[3]C[Hello.];B[bb];W[aa]C[Why?])")
        >>> game.comments()
        {0: 'Hello.', 2: 'Why?'}
        """
        comments: dict[int, str] = {}
        turns = -self.record(variation).turns_before
        for node in self.line(variation):
            turns += sum(name in _PLAYERS or name == AGREED for name in node)
            text = "\n".join(unescaped(value).strip() for value in node.get("C", ()))
            if text and turns >= 0:
                comments[turns] = f"{comments[turns]}\n{text}" if turns in comments else text
        return comments

    def parts_at(self, variation: int) -> int:
        """With which turn a variation leaves the main line, counted from 1 at the start of its replay.

        It is less than 1 where that is among turns before the position that the variation sets up.

        >>> (game,) = read_games(b"(;SZ[3]HA[2];B[aa];B[bb];W[cc](;B[ca])(;B[ac]))")
        >>> game.parts_at(2)
        2
        """
        pairs = zip(self.line(), self.line(variation), strict=False)
        common = takewhile(lambda pair: pair[0] is pair[1], pairs)
        turns = sum(name in _PLAYERS or name == AGREED for node, _ in common for name in node)
        return turns + 1 - self.record(variation).turns_before


def read_games(data: bytes, name: str = A_FILE) -> tuple[GameTree, ...]:
    """The games of an SGF file, which an error names, in their order."""
    text, assumed = text_of(data)
    try:
        games, is_cut_off = parse(text)
    except ValueError as error:
        raise ValueError(f"{name} is no game record in SGF: {error if data else 'it is empty'}.") from None
    notes = {CUT_OFF: is_cut_off, HAS_SMALL_LETTERS: SMALL_LETTERS.search(text)}
    held = tuple(note for note, holds in notes.items() if holds)
    return tuple(GameTree(game, assumed, held) for game in games)
