"""Stepping through games in a terminal: a board at a time by keys, or all of them where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import click
from rich.text import Text

from ...interpreter.drawing import Picture
from ...interpreter.notation import diagram, vertices
from ...interpreter.wording import after_turn
from ...spec.registry import Decision
from ..pages.frames import Frame
from ..telling.report import Console, show_heading, show_line, show_whole

_BOARD = "on #a67c3d"
_STONES = {"X": "bold #000000", "O": "bold #ffffff"}
_SPOKEN_OF = "on #3f7fe0"
STONES_THAT_ARE: Mapping[Decision | None, str] = {Decision.MOVE: "Stones captured", Decision.MARKS: "Stones marked"}
_KEYS = "left and right: back and forward; up and down: other games; home and end: first and last; q: leave"
BACK, FORWARD = ("\x1b[D", "\x1bOD", "h", "b", "à\x4b"), ("\x1b[C", "\x1bOC", "l", "f", " ", "à\x4d")
_BEFORE, AFTER = ("\x1b[A", "\x1bOA", "k", "p"), ("\x1b[B", "\x1bOB", "j", "n")
_FIRST, _LAST = ("\x1b[H", "\x1bOH", "\x1b[1~", "0", "g"), ("\x1b[F", "\x1bOF", "\x1b[4~", "$", "G")
LEAVE = ("q", "Q", "\x1b", "\r", "\x04")
_MARGIN, WIDTH_OF_A_POINT = "    ", 3


@dataclass(frozen=True)
class SteppedGame:
    """A game to step through.

    Attributes:
        title: what it is called.
        shows: what it shows.
        frames: what is to be seen at the start and after each turn.
        loop: after how many turns there stood what stands at the end, if the game goes on from there forever.
        opened_by: the command that shows it in the explorer, or "".
        claim: whether the claim is true that it bears on, in a sentence; "" if it bears on none.
    """

    title: str
    shows: str
    frames: tuple[Frame, ...]
    loop: int | None = None
    opened_by: str = ""
    claim: str = ""

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    @property
    def after_last(self) -> int:
        """The number of the frame that follows on the last one: the loop comes round, if there is one."""
        return self.last if self.loop is None else self.loop + 1


@dataclass(frozen=True)
class Place:
    """Where one is among some games: the number of the game, and of the frame in it."""

    game: int
    frame: int

    def moved(self, key: str, games: Sequence[SteppedGame]) -> Place | None:
        """Where a key leads; None if it leaves.

        >>> Place(0, 0).moved("q", []) is None
        True
        """
        if key in LEAVE:
            return None
        if key in (*_BEFORE, *AFTER):
            step = 1 if key in AFTER else -1
            return Place(min(max(self.game + step, 0), len(games) - 1), 0)
        shown = games[self.game]
        forward = self.frame + 1 if self.frame < shown.last else shown.after_last
        leads = {**dict.fromkeys(BACK, max(self.frame - 1, 0)), **dict.fromkeys(FORWARD, forward)}
        leads |= {**dict.fromkeys(_FIRST, 0), **dict.fromkeys(_LAST, shown.last)}
        return Place(self.game, leads.get(key, self.frame))


def show_games(console: Console, games: Sequence[SteppedGame], stepping: bool = True) -> None:
    """Step through games by keys in a terminal, unless that is not wanted; print every board of them elsewhere."""
    if stepping and console.is_terminal and sys.stdin.isatty():
        step_through(console, games, click.getchar)
        return
    for shown in games:
        _show_title(console, shown)
        for frame in shown.frames:
            show_frame(console, frame)
        if shown.loop is not None:
            show_line(console, comes_round(shown.loop, shown.last))
        _show_opening(console, shown)


def step_through(console: Console, games: Sequence[SteppedGame], next_key: Callable[[], str]) -> None:
    """Show one board at a time, and go where the keys lead, until one of them leaves."""
    place: Place | None = Place(0, 0)
    while place is not None:
        shown = games[place.game]
        console.clear()
        _show_title(console, shown)
        show_frame(console, shown.frames[place.frame])
        if shown.loop is not None and place.frame == shown.last:
            show_line(console, comes_round(shown.loop, shown.last))
        where = f"turn {place.frame} of {shown.last}, game {place.game + 1} of {len(games)}"
        show_line(console, f"{where}; {_KEYS}", depth=0)
        place = place.moved(next_key(), games)
    _show_opening(console, shown)


def comes_round(loop: int, last: int) -> str:
    """That a game goes on forever, in one sentence.

    >>> comes_round(2, 4)
    'Here stands again what stood after turn 2; turns 3 to 4 can be taken over and over.'
    """
    turns = f"turn {last}" if loop + 1 == last else f"turns {loop + 1} to {last}"
    return f"Here stands again what stood {after_turn(loop)}; {turns} can be taken over and over."


def _show_opening(console: Console, shown: SteppedGame) -> None:
    if shown.opened_by:
        show_whole(console, f"\nTo play on: {shown.opened_by}")


def _show_title(console: Console, shown: SteppedGame) -> None:
    show_heading(console, shown.title)
    for sentence in filter(None, (shown.claim, shown.shows)):
        show_line(console, sentence)


def show_frame(console: Console, frame: Frame) -> None:
    """Print a board with its turn, whose turn it is, what was captured, the clause that speaks, and who wins."""
    console.print()
    show_line(console, frame.heading)
    console.print(_board_of(frame, console.is_terminal), soft_wrap=True)
    captured = f"Captured: {frame.captured}."
    marked = f" Ko-recapture-blocked: {frame.marked}." if frame.marked else ""
    show_line(console, f"{frame.game.standing()} {captured}{marked}")
    if frame.clause is not None:
        grid = frame.game.grid
        what = "" if frame.illegal else STONES_THAT_ARE.get(frame.clause.decides, "")
        points = f" {what}: {', '.join(vertices(grid, frame.spoken_of))}." if what and frame.spoken_of else ""
        show_line(console, f"{frame.says}{points}", f"{frame.clause.name}:", "bold")
    for name, black, white in frame.terms:
        show_line(console, f"{name}: Black {black:g}, White {white:g}", depth=2)
    if frame.outcome:
        show_line(console, frame.outcome)


def _board_of(frame: Frame, in_colors: bool) -> Text:
    """The board as a diagram; in colors, the points that the clause speaks of stand out too.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> print(_board_of(Frame(0, Game(Rules(), (2, 1))), in_colors=False))
            A  B
         1  .  .
    """
    picture = frame.picture
    heading, *rows = diagram(picture.coloring, picture.marks, picture.last).splitlines()
    if not in_colors:
        return Text("\n".join(_MARGIN + line for line in (heading, *rows)))
    return Text("\n").join([Text(_MARGIN + heading), *(_in_colors(picture, *row) for row in enumerate(rows))])


def _in_colors(picture: Picture, number: int, line: str) -> Text:
    start, width = len(_MARGIN) + WIDTH_OF_A_POINT, WIDTH_OF_A_POINT * picture.grid.width
    row = Text((_MARGIN + line).ljust(start + width))
    row.stylize(_BOARD, start)
    for column in range(picture.grid.width):
        cell = start + WIDTH_OF_A_POINT * column
        row.stylize(_STONES.get(row.plain[cell + 1], ""), cell, cell + WIDTH_OF_A_POINT)
        if picture.grid.point(column, number) & picture.spoken_of:
            row.stylize(_SPOKEN_OF, cell, cell + WIDTH_OF_A_POINT)
    return row
