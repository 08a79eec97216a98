"""Games in a terminal, a board for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from ...interpreter.drawing import Picture
from ...interpreter.notation import diagram, vertices
from ...interpreter.wording import after_turn
from ...spec.registry import Decision
from ..pages.frames import Frame
from ..telling.report import Console, show_heading, show_line, show_whole

if TYPE_CHECKING:
    from ..pages.shown_games import ShownGame

_BOARD = "on #a67c3d"
_STONES = {"X": "bold #000000", "O": "bold #ffffff"}
_SPOKEN_OF = "on #3f7fe0"
STONES_THAT_ARE: Mapping[Decision | None, str] = {Decision.MOVE: "Stones captured", Decision.MARKS: "Stones marked"}
_MARGIN, WIDTH_OF_A_POINT = "    ", 3


def show_games(console: Console, games: Iterable[ShownGame], claim: str = "") -> None:
    """Print every board of some games, and the commands that show them in the explorer.

    Args:
        console: where to print.
        games: the games.
        claim: whether the claim is true that they bear on, in a sentence; "" if they bear on none.
    """
    for shown in games:
        show_heading(console, shown.heading)
        for sentence in filter(None, (claim, shown.story.shows)):
            show_line(console, sentence)
        for frame in shown.frames:
            show_frame(console, frame)
        if shown.loop is not None:
            show_line(console, comes_round(shown.loop, len(shown.frames) - 1))
        if shown.opened_by:
            show_whole(console, f"\nTo play on: {shown.opened_by}")


def comes_round(loop: int, last: int) -> str:
    """That a game goes on forever, in one sentence.

    >>> comes_round(2, 4)
    'Here stands again what stood after turn 2; turns 3 to 4 can be taken over and over.'
    """
    turns = f"turn {last}" if loop + 1 == last else f"turns {loop + 1} to {last}"
    return f"Here stands again what stood {after_turn(loop)}; {turns} can be taken over and over."


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
