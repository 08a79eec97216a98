"""Reading SGF: the game record that the bytes of a file hold.

What is read is a line of a game: `read_sgf` reads the main line of the first, and `sgf_games` has all of them. What has
no place in a `GameRecord` (comments, times, other marks) is left out. Decisions that the format leaves to its reader:

- A file is decoded before it is parsed, as `CA` says, or else as UTF-8 or Latin-1: some charsets use the bytes of
  brackets within a letter.
- Stones set up after some turns start the game again: the turns before are played out without asking whether they
  were legal, and the record starts from the position that results, with the captures made so far.
- The first turn is taken by the player whom `PL` names; or else by White, if there are handicap stones; or else, from
  stones set up, by the player who took it. A `PL` between turns is no turn, and is ignored.
- `HA[1]` without a black stone is how servers say that Black plays first at little komi: no stone is counted.
- Territory (`TB`, `TW`) counts where no turn follows it; before, it is somebody's estimate.
- Some properties are ours, for games that SGF can't tell of: `PHASE[cleanup1]` is the phase of the first turn, and
  `CAPTURED[2:0]` says how many black and white stones were captured before it. `DEADB` and `DEADW` are the stones that
  Black and White hold dead, said after the turns so far, `DEADB[]` that all are alive, and `DEADB[?]` no list at all;
  `RULING` are the stones that a third party rules dead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ..spec.algebra.integers import integer_board
from ..spec.composition import move
from ..spec.rules import Rules
from ..spec.vocabulary import Move, Phase, Turn
from .game_records import GameRecord, Said
from .sgf_values import Node, main_line, number, points, simple_text, single, turn, whole_number
from .wording import shown

GO = 1
PLAYERS = {"B": BLACK, "W": WHITE}
SET_UP = {"AB": BLACK, "AW": WHITE, "AE": None}
TERRITORY = {"TB": BLACK, "TW": WHITE}
SPEAKERS = {"DEADB": BLACK, "DEADW": WHITE, "RULING": None}
NO_LIST = b"?"
SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
USUAL_SIZE = "19"
CAPTURED = re.compile(r"([0-9]{1,9}):([0-9]{1,9})")
NONE_CAPTURED = "0:0"
START_PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)

Turns = tuple[tuple[Color, Turn], ...]


@dataclass(frozen=True)
class _Start:
    """A position that turns start from, and how many turns were taken before it was set up."""

    coloring: Coloring[int]
    captures: Mapping[Color, int]
    player: Color | None = None
    turns_before: int = 0


@dataclass(frozen=True)
class _Marks:
    """What is marked as territory when the turns are over, and what was said of dead stones."""

    territory: Mapping[Color, int] = field(default_factory=lambda: dict.fromkeys(Color, 0))
    said: tuple[Said, ...] = ()


def read_sgf(data: bytes) -> GameRecord:
    """The main line of the first game of an SGF file.

    Raises:
        ValueError: the bytes hold no game of Go, or something in it can't be understood.

    >>> record = read_sgf(b"(;SZ[3:2]KM[0.5];B[ba];W[])")
    >>> record.width, record.height, record.komi, record.turns[0]
    (3, 2, 0.5, (<Color.BLACK: 'B'>, Move(point=2)))
    """
    return record_of_line(main_line(data))


def record_of_line(nodes: Sequence[Node]) -> GameRecord:
    """The record of a line of a game: its nodes, from the root on.

    Raises:
        ValueError: it is no game of Go, or something in it can't be understood.
    """
    root = nodes[0]
    if whole_number(root, "GM", GO) != GO:
        raise ValueError("This is the record of another game; choose a record of a game of Go.")
    start, turns, marks = _played(_empty_start(root), nodes)
    handicap = _handicap(root, start)
    grid = start.coloring.board.grid
    return GameRecord(
        width=grid.width,
        height=grid.height,
        black=start.coloring.black,
        white=start.coloring.white,
        first_player=start.player or _usual_first_player(start, turns, handicap),
        turns=turns,
        komi=number(root, "KM"),
        handicap=handicap,
        black_name=simple_text(root, "PB"),
        white_name=simple_text(root, "PW"),
        phase=_phase(root),
        captured_black=start.captures[BLACK],
        captured_white=start.captures[WHITE],
        turns_before=start.turns_before,
        rules=simple_text(root, "RU"),
        result=simple_text(root, "RE"),
        black_territory=marks.territory[BLACK],
        white_territory=marks.territory[WHITE],
        said=marks.said,
    )


def _empty_start(root: Node) -> _Start:
    size = single(root, "SZ") or USUAL_SIZE
    sides = SIZE.fullmatch(size)
    if not sides:
        raise ValueError(f"SZ holds one or two numbers, as in SZ[19] or SZ[5:4], not {shown(size)}; correct it.")
    captured = CAPTURED.fullmatch(single(root, "CAPTURED") or NONE_CAPTURED)
    if not captured:
        raise ValueError("CAPTURED holds two numbers, of black and of white stones, as in CAPTURED[2:0]; correct it.")
    board = integer_board(int(sides[1]), int(sides[2] or sides[1]))
    return _Start(Coloring(board, 0, 0), {BLACK: int(captured[1]), WHITE: int(captured[2])})


def _played(start: _Start, nodes: Iterable[Node]) -> tuple[_Start, Turns, _Marks]:
    """The last position that the nodes set up, the turns taken from it, and what the nodes mark and say."""
    grid = start.coloring.board.grid
    turns: list[tuple[Color, Turn]] = []
    marks = _Marks()
    for node in nodes:
        if not node.keys().isdisjoint(SET_UP):
            start, turns, marks = _set_up(_played_out(start, turns), node), [], _Marks()
        if "PL" in node and not turns:
            start = replace(start, player=_player(node))
        taken = [(PLAYERS[name], turn(grid, node, name)) for name in node if name in PLAYERS]
        turns.extend(taken)
        marks = _marked(grid, _Marks(said=marks.said) if taken else marks, node, len(turns))
    return start, tuple(turns), marks


def _marked(grid: Grid, marks: _Marks, node: Node, turns: int) -> _Marks:
    """The marks with those of a node, which come after so many turns."""
    territory = {
        color: marks.territory[color] | (_listed(grid, node, name) or 0) if name in node else marks.territory[color]
        for name, color in TERRITORY.items()
    }
    said = [Said(turns, color, _listed(grid, node, name)) for name, color in SPEAKERS.items() if name in node]
    return _Marks(territory, (*marks.said, *said))


def _listed(grid: Grid, node: Node, name: str) -> int | None:
    """The points that a property lists, which may be empty; None where it says that there is no list."""
    values = [value for value in node[name] if value.strip()]
    return None if values == [NO_LIST] else points(grid, {name: values}, name)


def _set_up(start: _Start, node: Node) -> _Start:
    c = start.coloring
    for name, color in SET_UP.items():
        chosen = points(c.board.grid, node, name)
        c = c.emptied(chosen)
        c = c if color is None else c.colored(chosen, color)
    return replace(start, coloring=c)


def _played_out(start: _Start, turns: Sequence[tuple[Color, Turn]]) -> _Start:
    """What stands after turns, as any viewer would show it: a move replaces a stone that stands in its way."""
    if not turns:
        return start
    c, captures = start.coloring, dict(start.captures)
    for color, taken in turns:
        if isinstance(taken, Move):
            play = move(Rules(), c.emptied(taken.point), color, taken.point)
            captures[color.opponent] += play.captured.bit_count()
            captures[color] += play.self_captured.bit_count()
            c = play.after
    return _Start(c, captures, turns[-1][0].opponent, start.turns_before + len(turns))


def _usual_first_player(start: _Start, turns: Turns, handicap: int) -> Color:
    if handicap and start.coloring.black:
        return WHITE
    if turns and start.coloring.black | start.coloring.white:
        return turns[0][0]
    return BLACK


def _player(node: Node) -> Color:
    named = single(node, "PL").upper()
    if named[:1] not in PLAYERS:
        raise ValueError(f"PL names the player to take the turn, B or W, not {shown(named)}; correct it.")
    return PLAYERS[named[:1]]


def _handicap(root: Node, start: _Start) -> int:
    handicap = whole_number(root, "HA", 0)
    if not 0 <= handicap <= start.coloring.board.grid.size:
        raise ValueError(f"The board has no room for {shown(handicap)} handicap stones; correct HA.")
    return 0 if handicap == 1 and not start.coloring.black else handicap


def _phase(root: Node) -> Phase:
    named = single(root, "PHASE") or Phase.MAIN.value
    for phase in START_PHASES:
        if phase.value == named:
            return phase
    raise ValueError(f"PHASE is main, cleanup1 or cleanup2, not {shown(named)}; correct it.")
