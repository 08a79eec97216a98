"""Games in a terminal, a board for each turn; and the commands that step through a game, or open it in the explorer."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ...interpreter.drawing import Picture
from ...interpreter.game import Game
from ...interpreter.notation import diagram, vertices
from ...interpreter.rule_names import AMENDMENTS, rules_from_json
from ...interpreter.rules_files import as_named, names_a_file
from ...interpreter.story import Story
from ...interpreter.wording import after_turn
from ...spec.registry import Decision
from ...spec.rules import Rules
from ..pages.explorer.addresses import Address, address_text
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
    """Print every board of some games, and the commands that show them in the explorer."""
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


def command_for(name: str, address: Address) -> str:
    """The command, `explore` or `show`, that shows a game, with options that let its address name files.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> command_for("show", read_address("#/aga/2x1/A1"))
    "superko show '#/aga/2x1/A1'"
    >>> command_for("explore", read_address("#/aga/2x1/?beside=my.py:RULES"))
    "superko explore '#/aga/2x1/?beside=my.py:RULES' --rules my.py:RULES"
    """
    files = filter(names_a_file, (address.rules, address.beside))
    return shlex.join(["superko", name, address_text(address), *(word for file in files for word in ("--rules", file))])


def name_of_rules(rules: Rules, named: str = "") -> str:
    """The text that names some rules, as the user named them if so; "" if none does, as clauses are amended.

    >>> name_of_rules(rules_from_json("tromp-taylor,ko=SITUATIONAL"), "tromp-taylor,ko=SITUATIONAL")
    'tromp-taylor,ko=SITUATIONAL'
    """
    if rules.amendments:
        return named if names_a_file(named) else ""
    return as_named(rules, named)


def show_opening(
    console: Console, games: Sequence[Game], names: Sequence[str], turns: Sequence[str] = (), at: int | None = None
) -> None:
    """Print the commands that show a game, in the terminal and in the explorer, under one rule set or beside another.

    Rules that have no name are not shown. After the turns of the game some more may stand that were not taken.
    """
    story = Story.of(games[0])
    first, *beside = (name_of_rules(game.rules, name) for game, name in zip(games, names, strict=True))
    if not (first and all(beside)):
        return
    address = Address(first, story.start, (*story.turns, *turns), "".join(beside), at)
    stepping, opening = (
        ("\nTo step through both", "Side by side") if beside else ("To step through it", "In the browser")
    )
    show_whole(console, f"{stepping}: {command_for('show', address)}")
    show_whole(console, f"{opening}: {command_for('explore', address)}")


def show_witness(console: Console, witness: Story, rules: Rules | None = None, named: str = "") -> None:
    """Print the last board of a witness, and the commands that show the game."""
    for line in diagram(witness.game(rules).position.coloring).splitlines():
        show_whole(console, f"    {line}")
    amended = AMENDMENTS in witness.rules
    text = named if amended else name_of_rules(rules_from_json(dict(witness.rules)), named)
    if text:
        address = Address(text, witness.start, witness.turns)
        for command in (command_for("show", address), command_for("explore", address)):
            show_whole(console, f"    {command}")
