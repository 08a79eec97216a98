"""A dialogue with an engine that speaks the Go Text Protocol, and the questions that it can be asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, TypeAlias, TypeVar

from .....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_vertex, vertex, vertices
from .....interpreter.wording import shown
from .....spec.algebra import Grid
from .....spec.rules import Rules
from ...engine import Aspect, Breakage, EngineBroke, Observation, winner_by
from ..process import SECONDS_TO_REPLY, LineProcess, printable

T = TypeVar("T")
_REPLY = re.compile(r"(?P<sign>[=?])(?P<number>[0-9]*)(?:[ \t](?P<text>.*))?", re.ASCII)
_IGNORED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LONGEST_REASON = 200


class CommandFailed(Exception):
    """The program answered a command by an error; says what it said, on one line."""


class Dialogue:
    """A program that is sent commands, each with a number that its reply repeats."""

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY) -> None:
        """Start the program, and ask it what it is.

        Raises:
            Unsupported: it can't be started.
            EngineBroke: it failed to answer.
        """
        self._process = LineProcess(command, timeout)
        self._commands_sent = 0
        try:
            self.commands = frozenset(self._asked_first("list_commands").split())
            self.name = printable(self._asked_first("name"))
            self.version = printable(self._asked_first("version"))
        except BaseException:
            self.close()
            raise

    def offers(self, *commands: str) -> bool:
        """Whether it lists all of some commands."""
        return self.commands.issuperset(commands)

    def ask(self, command: str) -> str:
        """The reply to a command, without what surrounds it; its lines are joined by line breaks.

        Raises:
            CommandFailed: the reply is an error.
            EngineBroke: there is no reply, or none that can be understood.
        """
        self._commands_sent = number = self._commands_sent + 1
        self._process.send(f"{number} {command}")
        text = self._process.receive()
        while not text.strip():
            text = self._process.receive()
        reply = _REPLY.fullmatch(_IGNORED.sub("", text))
        if reply is None:
            self.fail(f'A reply starts with "=" or "?", not with {shown(text)}.')
        lines = [reply["text"] or "", *self._other_lines()]
        self._see_that_it_is_the_reply(reply["number"], number)
        answer = "\n".join(lines).strip()
        if reply["sign"] == "?":
            raise CommandFailed(printable(" ".join(answer.split()) or "It does not say why.", _LONGEST_REASON))
        return answer

    def read(self, command: str, reading: Callable[[str], T]) -> T:
        """What a reading makes of the reply to a command that the program has to be able to answer.

        Args:
            command: the command.
            reading: raises ValueError where it can't be understood.

        Raises:
            EngineBroke: the reply is an error, or can't be understood, or there is none.
        """
        try:
            return reading(self.ask(command))
        except CommandFailed as failed:
            self.fail(f"It answers {command} by an error: {failed}")
        except ValueError as error:
            self.fail(f"Its reply to {command} can't be understood: {error}")

    def fail(self, reason: str) -> NoReturn:
        """Give up on the program, which answered what can't be understood.

        Raises:
            EngineBroke: always.
        """
        raise self._process.broke(Breakage.NONSENSE, reason)

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self._process.close("quit")

    def _asked_first(self, command: str) -> str:
        return self.read(command, str)

    def _other_lines(self) -> list[str]:
        lines = []
        try:
            while line := _IGNORED.sub("", self._process.receive()).rstrip():
                lines.append(line)
        except EngineBroke as broke:
            if broke.breakage is not Breakage.HUNG:
                raise
            reason = f"It did not end its reply by an empty line. {broke}"
            raise EngineBroke(Breakage.HUNG, reason, broke.exchange) from None
        return lines

    def _see_that_it_is_the_reply(self, number: str, expected: int) -> None:
        if number and 0 < int(number[:_LONGEST_REASON]) < expected:
            raise self._process.broke(Breakage.FLOODED, f"It replied to command {number} a second time.")
        if number != str(expected):
            self.fail(f"Its reply does not repeat the number of the command, {expected}.")


_NAMES = {"B": "black", "W": "white"}
_OTHER = {"B": "W", "W": "B"}
_STONES = {"B": BLACK_STONE, "W": WHITE_STONE}
PASS = "pass"
_UNBLOCK = "unblock "


@dataclass(frozen=True)
class GameUnderWay:
    """The game that is played to an engine: players take turns alternately, through all phases.

    Attributes:
        grid: the board.
        rules: the rules that the engine was told.
        turns: the turns so far.

    >>> GameUnderWay(Grid(2, 1), Rules(), ("A1", "pass")).commands[-1]
    'play white pass'
    """

    grid: Grid
    rules: Rules
    turns: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        """Who takes the next turn, "B" or "W"."""
        return "W" if len(self.turns) % 2 else "B"

    @property
    def mover(self) -> str:
        """Who takes the next turn, as GTP names the player."""
        return _NAMES[self.player]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that play its turns."""
        return tuple(play_command(number, turn) for number, turn in enumerate(self.turns))

    @property
    def next_command(self) -> str:
        """The start of a command that plays the next turn."""
        return f"play {self.mover}"

    @property
    def passed_out(self) -> bool:
        """Whether the last two turns were passes."""
        return self.turns[-2:] == (PASS, PASS)

    def after(self, turn: str) -> GameUnderWay:
        """The game after another turn."""
        return replace(self, turns=(*self.turns, turn))


def play_command(number: int, turn: str) -> str:
    """The command that plays a turn. A stone is unblocked by playing at it, as KataGo has it.

    >>> play_command(0, "unblock C3")
    'play black C3'
    """
    return f"play {'white' if number % 2 else 'black'} {turn.removeprefix(_UNBLOCK)}"


def points_named(grid: Grid, text: str) -> frozenset[str]:
    """The vertices in a reply.

    Raises:
        ValueError: something else is in it, or a vertex that is off the board, or one twice.

    >>> sorted(points_named(Grid(2, 2), "a1 B2"))
    ['A1', 'B2']
    """
    words = [word for word in text.split() if word.lower() != PASS]
    points = frozenset(vertex(grid, parse_vertex(grid, word)) for word in words)
    if len(points) < len(words):
        raise ValueError("it names a point twice.")
    return points


def rows_of(grid: Grid, symbols: str) -> str:
    """A board as text, from the symbols of its points.

    >>> rows_of(Grid(2, 2), "X..O")
    'X./.O'
    """
    return END_OF_ROW.join(symbols[start : start + grid.width] for start in range(0, grid.size, grid.width))


def empty_points(grid: Grid, board: str) -> list[str]:
    """The vertices at which a board, as text, has no stone.

    >>> empty_points(Grid(2, 2), "X./.O")
    ['B2', 'A1']
    """
    symbols = board.replace(END_OF_ROW, "")
    return [point for point, symbol in zip(vertices(grid, grid.everywhere), symbols, strict=True) if symbol == NO_STONE]


LegalMoves: TypeAlias = Callable[[Dialogue, GameUnderWay, Sequence[str]], frozenset[str]]
_ANSWERS = {"1": True, "0": False}
_ROW = re.compile(r"\s*(?P<number>[1-9][0-9]?)(?P<points>[^0-9A-Za-z].*)", re.ASCII)
_POINT = re.compile(r"[XO.+]")
_EMPTY_FIXED_POINT = "+"
_CAPTURES = re.compile(r"[0-9]{1,9}", re.ASCII)
_SCORE = re.compile(r"(?P<winner>[BW])\+(?P<margin>[0-9]{1,4}(\.[0-9]{1,3})?)|0|Draw", re.ASCII)


def listed(dialogue: Dialogue, standing: GameUnderWay, points: Sequence[str]) -> frozenset[str]:
    """By `all_legal`."""
    return dialogue.read(f"all_legal {standing.mover}", lambda text: points_named(standing.grid, text))


def asked_one_by_one(dialogue: Dialogue, standing: GameUnderWay, points: Sequence[str]) -> frozenset[str]:
    """By `is_legal`, point by point."""
    return frozenset(point for point in points if dialogue.read(f"is_legal {standing.mover} {point}", _yes_or_no))


def _yes_or_no(text: str) -> bool:
    if text not in _ANSWERS:
        raise ValueError("it is neither 1 nor 0.")
    return _ANSWERS[text]


def tried_and_undone(dialogue: Dialogue, standing: GameUnderWay, points: Sequence[str]) -> frozenset[str]:
    """By `play`, point by point, with `undo` after each move that is taken."""
    return frozenset(point for point in points if _is_taken(dialogue, standing, point, _undo))


def tried_and_replayed(dialogue: Dialogue, standing: GameUnderWay, points: Sequence[str]) -> frozenset[str]:
    """By `play`, point by point, with the game played again after each move that is taken."""
    return frozenset(point for point in points if _is_taken(dialogue, standing, point, _replay))


def _is_taken(
    dialogue: Dialogue, standing: GameUnderWay, point: str, take_back: Callable[[Dialogue, GameUnderWay], None]
) -> bool:
    try:
        dialogue.ask(f"{standing.next_command} {point}")
    except CommandFailed:
        return False
    take_back(dialogue, standing)
    return True


def _undo(dialogue: Dialogue, standing: GameUnderWay) -> None:
    dialogue.read("undo", str)


def _replay(dialogue: Dialogue, standing: GameUnderWay) -> None:
    dialogue.read("clear_board", str)
    try:
        for command in standing.commands:
            dialogue.ask(command)
    except CommandFailed as failed:
        dialogue.fail(f"It refuses a turn that it took before: {failed}")


def stones_by_color(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """The board, from the lists of the stones of each color."""
    grid = standing.grid
    stones = {
        color: dialogue.read(f"list_stones {_NAMES[color]}", lambda text: points_named(grid, text)) for color in _STONES
    }
    if both := stones["B"] & stones["W"]:
        dialogue.fail(f"It lists {min(both)} as black and as white.")
    symbols = (
        next((symbol for color, symbol in _STONES.items() if point in stones[color]), NO_STONE)
        for point in vertices(grid, grid.everywhere)
    )
    return {Aspect.BOARD: rows_of(grid, "".join(symbols))}


def diagram(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """The board, from the diagram that is meant for people."""
    return {Aspect.BOARD: dialogue.read("showboard", lambda text: board_shown(standing.grid, text))}


def board_shown(grid: Grid, text: str) -> str:
    r"""The board in a diagram: rows that start with their number, with X, O and a dot, or a cross at a fixed point.

    Raises:
        ValueError: there is no such diagram of a board of this size.

    >>> board_shown(Grid(2, 2), "   A B\n 2 X +  2\n 1 .(O) 1  WHITE (O) has captured 0 stones\n   A B")
    'X./.O'
    """
    rows = rows_shown(text)
    if len(rows) != grid.height or any(len(row) != grid.width for row in rows):
        raise ValueError(f"it shows no board of {grid}.")
    return END_OF_ROW.join(rows)


def rows_shown(text: str) -> list[str]:
    """The rows in a diagram of a board of any size.

    Raises:
        ValueError: no lines start with the numbers of its rows.
    """
    lines = [row for row in map(_ROW.fullmatch, text.splitlines()) if row is not None]
    parts = (line["points"].partition(f" {line['number']} ")[0] for line in lines)
    rows = ["".join(_POINT.findall(part)).replace(_EMPTY_FIXED_POINT, NO_STONE) for part in parts]
    if not rows or [int(line["number"]) for line in lines] != [*range(len(rows), 0, -1)]:
        raise ValueError("it shows no board.")
    return rows


def shows_its_board(dialogue: Dialogue) -> bool:
    """Whether it has a diagram that can be read."""
    if not dialogue.offers("showboard"):
        return False
    try:
        rows_shown(dialogue.ask("showboard"))
    except (CommandFailed, ValueError):
        return False
    return True


def captures(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """How many points of each color were emptied: those that the other player is said to have captured."""
    numbers = (dialogue.read(f"captures {_NAMES[_OTHER[color]]}", _number_of_stones) for color in _STONES)
    return {Aspect.CAPTURES: tuple(numbers)}


def _number_of_stones(text: str) -> float:
    if not _CAPTURES.fullmatch(text):
        raise ValueError("it is no number.")
    return int(text)


def score_after_passes(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """Who won by how much, once two players passed in a row, by `final_score`."""
    return dialogue.read("final_score", score_said) if standing.passed_out else {}


def score_said(text: str) -> Observation:
    """What a score such as `W+6.5` says; `0` and `Draw` are a draw.

    Raises:
        ValueError: it is none.

    >>> score_said("W+6.5")[Aspect.MARGIN]
    -6.5
    """
    score = _SCORE.fullmatch(text)
    if score is None:
        raise ValueError("it is no score such as W+6.5 or 0.")
    margin = 0.0 if score["winner"] is None else float(score["margin"]) * (1 if score["winner"] == "B" else -1)
    return {Aspect.ENDING: "score", Aspect.MARGIN: margin, Aspect.WINNER: winner_by(margin)}
