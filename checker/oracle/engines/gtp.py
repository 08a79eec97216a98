"""Engines that speak the Go Text Protocol, version 2: each is asked what it lists that it can be asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NoReturn, TypeAlias, TypeVar

from ....interpreter.json_lines import parse_json
from ....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_board, vertices
from ....interpreter.rule_names import rules_to_json
from ....interpreter.wording import shown
from ....spec.algebra import Grid
from ....spec.documents import parameters_of
from ....spec.rules import Rules
from ..engine import (
    UNDO,
    Aspect,
    Breakage,
    EngineBroke,
    Introduction,
    Observation,
    Setting,
    TurnRefused,
    Unsupported,
    winner_by,
)
from .answers import introduced, points_named
from .process import SECONDS_TO_REPLY, LineProcess, printable

T = TypeVar("T")
_REPLY = re.compile(r"(?P<sign>[=?])(?P<number>[0-9]*)(?:[ \t](?P<text>.*))?", re.ASCII)
_IGNORED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LONGEST_REASON = 200
_NAMES = ("black", "white")
PASS = "pass"
_UNBLOCK = "unblock "


class CommandFailed(Exception):
    """The program answered a command by an error; says what it said, on one line."""


class Dialogue:
    """A program that is sent commands, each with a number that its reply repeats, and the game that stands there.

    Attributes:
        commands: the commands that it lists.
        name: what it is called.
        version: its version.
        grid: the board of the game.
        turns: the turns of the game, which the players take alternately, through all phases.
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY) -> None:
        """Start the program, and ask it what it is."""
        self._process = LineProcess(command, timeout)
        self._commands_sent = 0
        self.grid = Grid(1, 1)
        self.turns: tuple[str, ...] = ()
        try:
            self.commands = frozenset(self.read("list_commands", str).split())
            self.name = printable(self.read("name", str))
            self.version = printable(self.read("version", str))
        except BaseException:
            self.close()
            raise

    def offers(self, *commands: str) -> bool:
        """Whether it lists all of some commands."""
        return self.commands.issuperset(commands)

    @property
    def player(self) -> str:
        """Who takes the next turn, as GTP names the player."""
        return _NAMES[len(self.turns) % 2]

    def play(self, turn: str) -> None:
        """Play a turn, or take the last one back. A stone is unblocked by playing at it, as KataGo has it."""
        self.ask(UNDO if turn == UNDO else f"play {self.player} {turn.removeprefix(_UNBLOCK)}")
        self.turns = self.turns[:-1] if turn == UNDO else (*self.turns, turn)

    def ask(self, command: str) -> str:
        """The reply to a command, without what surrounds it; its lines are joined by line breaks.

        Raises:
            CommandFailed: the reply is an error.
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
        if reply["number"] and 0 < int(reply["number"][:_LONGEST_REASON]) < number:
            raise self._process.broke(Breakage.FLOODED, f"It replied to command {reply['number']} a second time.")
        if reply["number"] != str(number):
            self.fail(f"Its reply does not repeat the number of the command, {number}.")
        answer = "\n".join(lines).strip()
        if reply["sign"] == "?":
            raise CommandFailed(printable(" ".join(answer.split()) or "It does not say why.", _LONGEST_REASON))
        return answer

    def read(self, command: str, reading: Callable[[str], T]) -> T:
        """What a reading makes of the reply to a command that the program has to be able to answer."""
        try:
            return reading(self.ask(command))
        except CommandFailed as failed:
            self.fail(f"It answers {command} by an error: {failed}")
        except ValueError as error:
            self.fail(f"Its reply to {command} can't be understood: {error}")

    def fail(self, reason: str) -> NoReturn:
        """Give up on the program, which answered what can't be understood."""
        raise self._process.broke(Breakage.NONSENSE, reason)

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self._process.close("quit")

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


_LegalMoves: TypeAlias = Callable[[Dialogue, Sequence[str]], frozenset[str]]
"""Finds out which of some points are legal moves."""
_Look: TypeAlias = Callable[[Dialogue], Observation]
"""Finds out something about the game that stands."""

_ROW = re.compile(r"\s*(?P<number>[1-9][0-9]?)(?P<points>[^0-9A-Za-z].*)", re.ASCII)
_POINT = re.compile(r"[XO.+]")
_EMPTY_FIXED_POINT = "+"
_CAPTURES = re.compile(r"[0-9]{1,9}", re.ASCII)
_SCORE = re.compile(r"(?P<winner>[BW])\+(?P<margin>[0-9]{1,4}(\.[0-9]{1,3})?)|0|Draw", re.ASCII)


def _points_listed(dialogue: Dialogue, command: str) -> frozenset[str]:
    """The vertices in the reply to a command; passing is not one."""

    def reading(text: str) -> frozenset[str]:
        words = [word for word in text.split() if word.lower() != PASS]
        return points_named(command.partition(" ")[0], words, dialogue.grid)

    return dialogue.read(command, reading)


def _asked_one_by_one(dialogue: Dialogue, points: Sequence[str]) -> frozenset[str]:
    def yes_or_no(text: str) -> bool:
        if text not in ("1", "0"):
            raise ValueError("it is neither 1 nor 0.")
        return text == "1"

    return frozenset(point for point in points if dialogue.read(f"is_legal {dialogue.player} {point}", yes_or_no))


def _tried(take_back: Callable[[Dialogue, Sequence[str]], None]) -> _LegalMoves:
    """By `play`, point by point; each move that is taken is taken back to the turns before."""

    def is_taken(dialogue: Dialogue, point: str) -> bool:
        before = dialogue.turns
        try:
            dialogue.play(point)
        except CommandFailed:
            return False
        take_back(dialogue, before)
        dialogue.turns = before
        return True

    def legal(dialogue: Dialogue, points: Sequence[str]) -> frozenset[str]:
        before = dialogue.turns
        taken = frozenset(point for point in points if is_taken(dialogue, point))
        if taken and take_back is not _replay:
            # What an engine loses by undo is not to follow it through the game.
            _replay(dialogue, before)
        return taken

    return legal


def _undo(dialogue: Dialogue, before: Sequence[str]) -> None:
    dialogue.read(UNDO, str)


def _replay(dialogue: Dialogue, before: Sequence[str]) -> None:
    dialogue.read("clear_board", str)
    dialogue.turns = ()
    try:
        for turn in before:
            dialogue.play(turn)
    except CommandFailed as failed:
        dialogue.fail(f"It refuses a turn that it took before: {failed}")


_LEGAL_MOVES: Sequence[tuple[tuple[str, ...], _LegalMoves, bool]] = (
    (("all_legal",), lambda dialogue, _: _points_listed(dialogue, f"all_legal {dialogue.player}"), True),
    (("is_legal",), _asked_one_by_one, True),
    ((UNDO,), _tried(_undo), False),
    ((), _tried(_replay), False),
)
"""How legal moves are found out, by the commands that this takes, and whether these are asked for: the best first."""


def _stones_by_color(dialogue: Dialogue) -> Observation:
    grid = dialogue.grid
    black, white = (_points_listed(dialogue, f"list_stones {color}") for color in _NAMES)
    if both := black & white:
        dialogue.fail(f"It lists {min(both)} as black and as white.")
    symbols = [
        BLACK_STONE if point in black else WHITE_STONE if point in white else NO_STONE
        for point in vertices(grid, grid.everywhere)
    ]
    rows = ("".join(symbols[start : start + grid.width]) for start in range(0, grid.size, grid.width))
    return {Aspect.BOARD: END_OF_ROW.join(rows)}


def _on_the_diagram(dialogue: Dialogue) -> Observation:
    return {Aspect.BOARD: dialogue.read("showboard", partial(board_shown, dialogue.grid))}


def board_shown(grid: Grid | None, text: str) -> str:
    r"""The board in a diagram: rows that start with their number, with X, O and a dot, or a cross at a fixed point.

    Raises:
        ValueError: there is no such diagram, or of a board of another size.

    >>> board_shown(Grid(2, 2), "   A B\n 2 X +  2\n 1 .(O) 1  WHITE (O) has captured 0 stones\n   A B")
    'X./.O'
    """
    lines = [row for row in map(_ROW.fullmatch, text.splitlines()) if row is not None]
    parts = (line["points"].partition(f" {line['number']} ")[0] for line in lines)
    rows = ["".join(_POINT.findall(part)).replace(_EMPTY_FIXED_POINT, NO_STONE) for part in parts]
    if not rows or [int(line["number"]) for line in lines] != [*range(len(rows), 0, -1)]:
        raise ValueError("it shows no board.")
    if grid is not None and (len(rows) != grid.height or any(len(row) != grid.width for row in rows)):
        raise ValueError(f"it shows no board of {grid}.")
    return END_OF_ROW.join(rows)


def _shows(dialogue: Dialogue, grid: Grid | None) -> bool:
    """Whether it shows a board of a size; GTP knows square boards only, and an engine may overlook a second number."""
    try:
        board_shown(grid, dialogue.ask("showboard"))
    except (CommandFailed, ValueError):
        return False
    return True


def empty_points(grid: Grid, board: str) -> list[str]:
    """The vertices at which a board, as text, has no stone.

    >>> empty_points(Grid(2, 2), "X./.O")
    ['B2', 'A1']
    """
    return vertices(grid, parse_board(board).empty)


def _captures(dialogue: Dialogue) -> Observation:
    """How many points of each color were emptied: those that the other player is said to have captured."""

    def number_of_stones(text: str) -> float:
        if not _CAPTURES.fullmatch(text):
            raise ValueError("it is no number.")
        return int(text)

    numbers = (dialogue.read(f"captures {color}", number_of_stones) for color in reversed(_NAMES))
    return {Aspect.CAPTURES: tuple(numbers)}


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


class GtpEngine:
    """A program that speaks GTP. A subclass knows a program better: what to ask it, and how it sets a position up.

    Attributes:
        dialogue: the program, and the game that is played to it.
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY, final_score: bool = False) -> None:
        """Start the program and try it on a tiny game; a reply may take `timeout` seconds, the first six times that."""
        self.dialogue = Dialogue(command, timeout)
        self._configuration: tuple[Grid, Rules] | None = None
        try:
            self._looks, notes = _looks(self.dialogue, final_score)
            hears_rules = self.dialogue.offers("kata-set-rules") or self.dialogue.offers("kata-set-rule")
            if not hears_rules:
                notes.append(
                    "It can't be given the rules: it must have been started so that it plays by those it is judged by."
                )
            self._introduction = replace(
                introduced(self, self.dialogue.name or command, self.dialogue.version, (Rules(),)),
                notes=tuple(notes),
                hears_rules=hears_rules,
                undoes=self.dialogue.offers(UNDO),
                tries=self.dialogue.offers(UNDO) and not self.dialogue.commands & {"all_legal", "is_legal"},
            )
        except BaseException:
            self.close()
            raise

    def introduction(self) -> Introduction:
        """What it says of itself, and what it answered in the games that it was tried on."""
        return self._introduction

    def start(self, setting: Setting) -> None:
        """Start a game: clear the board, and send the rules and the size unless they were sent before."""
        configuration, self._configuration = self._configuration, None
        if configuration == (setting.grid, setting.rules):
            self.dialogue.read("clear_board", str)
        else:
            _tell_board(self.dialogue, setting.grid)
            _tell_rules(self.dialogue, setting.rules)
        self._configuration = (setting.grid, setting.rules)
        if setting.is_set_up:
            self.set_up(setting)
        self.dialogue.grid, self.dialogue.turns = setting.grid, ()

    def set_up(self, setting: Setting) -> None:
        """Set a position up, once the engine knows the board and the rules."""
        raise Unsupported("GTP has no command that sets up a position and whose turn it is.")

    def play(self, turns: Sequence[str]) -> None:
        """Play turns, one after the other."""
        for turn in turns:
            try:
                self.dialogue.play(turn)
            except CommandFailed as failed:
                raise TurnRefused(turn, str(failed)) from None

    def observe(self) -> Observation:
        """What it says of the game, in all that it can be asked."""
        answers = (look(self.dialogue) for look in self._looks)
        return {aspect: value for said in answers for aspect, value in said.items()}

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self.dialogue.close()


def _looks(dialogue: Dialogue, final_score: bool) -> tuple[list[_Look], list[str]]:
    """What a program is asked by the commands that it lists, and why it is not asked the rest."""
    legal_moves, asked_for = next((find, asked) for needed, find, asked in _LEGAL_MOVES if dialogue.offers(*needed))
    notes = [] if asked_for else ["It lists no legal moves: a move is held legal when its `play` takes it."]
    shows = dialogue.offers("showboard") and not dialogue.offers("list_stones") and _shows(dialogue, None)
    board = _stones_by_color if dialogue.offers("list_stones") else _on_the_diagram if shows else None
    if board is None:
        notes.append("It does not list its stones, nor show its board as a diagram that can be read.")
    looks: list[_Look] = []
    if dialogue.offers("captures"):
        looks.append(_captures)
    else:
        notes.append("It does not tell how many stones were captured.")
    if final_score and dialogue.offers("final_score"):
        # Who won by how much is said once two players passed in a row.
        looks.append(lambda it: it.read("final_score", score_said) if it.turns[-2:] == (PASS, PASS) else {})
    else:
        notes.append(
            'Its final_score may be an opinion, and is not compared; write "gtp+score:" where it is by the rules.'
        )
    # Last, as moves may have to be tried for it.
    return [*looks, _board_and_moves(board, legal_moves)], notes


def _board_and_moves(board: _Look | None, legal_moves: _LegalMoves) -> _Look:
    """What stands on the board, and which moves are legal at its empty points; at all points where it isn't shown."""

    def look(dialogue: Dialogue) -> Observation:
        said = {} if board is None else board(dialogue)
        text = said.get(Aspect.BOARD)
        grid = dialogue.grid
        points = empty_points(grid, text) if isinstance(text, str) else vertices(grid, grid.everywhere)
        return {**said, Aspect.LEGAL: legal_moves(dialogue, points)}

    return look


_OURS = "selfPlayOpts"


def _tell_board(dialogue: Dialogue, grid: Grid) -> None:
    is_square = grid.width == grid.height
    knows_others = dialogue.offers("rectangular_boardsize")
    command = "rectangular_boardsize" if knows_others and not is_square else "boardsize"
    size = f"{command} {grid.width}" if is_square else f"{command} {grid.width} {grid.height}"
    _must(dialogue, size, f"It plays on no board of {grid}")
    _must(dialogue, "clear_board", "It can't clear the board")
    if not (is_square or knows_others or _shows(dialogue, grid)):
        raise Unsupported(f"It takes {size}, and then shows no board of {grid}.")


def _tell_rules(dialogue: Dialogue, rules: Rules) -> None:
    """Set an engine to the rules as far as it can be; where it repeats them, see that it took them."""
    if dialogue.offers("kata-set-rules"):
        _must(dialogue, f"kata-set-rules {json.dumps(_written(rules))}", "It takes no such rules")
    elif dialogue.offers("kata-set-rule"):
        for key, value in _written(rules).items():
            word = value if isinstance(value, str) else json.dumps(value)
            _must(dialogue, f"kata-set-rule {key} {word}", f"It takes no rule {key}={word}")
    if dialogue.offers("kata-get-rules"):
        took = dialogue.read("kata-get-rules", parse_json)
        if not isinstance(took, dict):
            dialogue.fail("Its reply to kata-get-rules can't be understood: rules are a JSON object.")
        for key, value in _written(rules).items():
            if key in took and took[key] != value:
                raise Unsupported(f"It was given {key}={shown(value)}, and took {key}={shown(took[key])}.")
    if "komi" in parameters_of(rules):
        if dialogue.offers("komi"):
            _must(dialogue, f"komi {rules.komi}", f"It takes no komi of {rules.komi}")
        elif rules.komi:
            raise Unsupported("It can't be given the komi.")


def _written(rules: Rules) -> Mapping[str, object]:
    """The rules as an object, without the komi, which has a command of its own, and a key of ours where it says no."""
    try:
        written = rules_to_json(rules)
    except ValueError as error:
        raise Unsupported(str(error)) from None
    return {key: value for key, value in written.items() if key != "komi" and (key != _OURS or value)}


def _must(dialogue: Dialogue, command: str, otherwise: str) -> None:
    try:
        dialogue.ask(command)
    except CommandFailed as failed:
        raise Unsupported(f"{otherwise}: {failed}") from None
