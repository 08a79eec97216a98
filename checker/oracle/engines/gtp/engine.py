"""Engines that speak the Go Text Protocol, version 2: each is asked what it lists that it can be asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from .....interpreter.json_lines import parse_json
from .....interpreter.notation import vertices
from .....interpreter.rule_names import rules_to_json
from .....interpreter.wording import shown
from .....spec.algebra import Grid
from .....spec.documents import parameters_of
from .....spec.rules import Rules
from ...engine import Aspect, Introduction, Observation, Setting, TurnRefused, Unsupported
from ..answers import introduced
from ..process import SECONDS_TO_REPLY
from .dialogue import (
    CommandFailed,
    Dialogue,
    GameUnderWay,
    LegalMoves,
    asked_one_by_one,
    board_shown,
    captures,
    diagram,
    empty_points,
    listed,
    play_command,
    score_after_passes,
    shows_its_board,
    stones_by_color,
    tried_and_replayed,
    tried_and_undone,
)

_OURS = "selfPlayOpts"
_Look: TypeAlias = Callable[[Dialogue, GameUnderWay], Observation]
"""Finds out something about the game that stands."""


class GtpEngine:
    """A program that speaks GTP. A subclass knows a program better: what to ask it, and how it sets a position up.

    Attributes:
        dialogue: the program.
        standing: the game that is played to it.
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY, final_score: bool = False) -> None:
        """Start the program and try it on a tiny game.

        Args:
            command: the program and its arguments.
            timeout: the most seconds that it may take to reply; to the first command, six times as long.
            final_score: whether its `final_score` is by the rules, and no estimate.

        Raises:
            Unsupported: it can't be started, or plays no game that it was asked for.
            EngineBroke: it failed to answer.
        """
        self.dialogue = Dialogue(command, timeout)
        self.standing = GameUnderWay(Grid(1, 1), Rules())
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
            )
        except BaseException:
            self.close()
            raise

    def introduction(self) -> Introduction:
        """What it says of itself, and what it answered in the games that it was tried on."""
        return self._introduction

    def start(self, setting: Setting) -> None:
        """Start a game: clear the board, and tell the rules and the size unless it was told them before."""
        configuration, self._configuration = self._configuration, None
        if configuration == (setting.grid, setting.rules):
            self.dialogue.read("clear_board", str)
        else:
            tell_board(self.dialogue, setting.grid)
            tell_rules(self.dialogue, setting.rules)
        self._configuration = (setting.grid, setting.rules)
        if setting.is_set_up:
            self.set_up(setting)
        self.standing = GameUnderWay(setting.grid, setting.rules)

    def set_up(self, setting: Setting) -> None:
        """Set a position up, once the engine knows the board and the rules.

        Raises:
            Unsupported: it can't.
        """
        raise Unsupported("GTP has no command that sets up a position and whose turn it is.")

    def play(self, turns: Sequence[str]) -> None:
        """Play turns, one after the other."""
        for turn in turns:
            try:
                self.dialogue.ask(play_command(len(self.standing.turns), turn))
            except CommandFailed as failed:
                raise TurnRefused(turn, str(failed)) from None
            self.standing = self.standing.after(turn)

    def observe(self) -> Observation:
        """What it says of the game, in all that it can be asked."""
        answers = (look(self.dialogue, self.standing) for look in self._looks)
        return {aspect: value for said in answers for aspect, value in said.items()}

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self.dialogue.close()


def _looks(dialogue: Dialogue, final_score: bool) -> tuple[list[_Look], list[str]]:
    """What a program is asked by the commands that it lists, and why it is not asked the rest."""
    means: list[tuple[LegalMoves, tuple[str, ...]]] = [
        (listed, ("all_legal",)),
        (asked_one_by_one, ("is_legal",)),
        (tried_and_undone, ("undo",)),
        (tried_and_replayed, ()),
    ]
    legal_moves = next(asked for asked, needed in means if dialogue.offers(*needed))
    notes = []
    if legal_moves in (tried_and_undone, tried_and_replayed):
        notes.append("It lists no legal moves: a move is held legal when its `play` takes it.")
    board = stones_by_color if dialogue.offers("list_stones") else diagram if shows_its_board(dialogue) else None
    if board is None:
        notes.append("It does not list its stones, nor show its board as a diagram that can be read.")
    looks: list[_Look] = [_board_and_moves(board, legal_moves)]
    if dialogue.offers("captures"):
        looks.append(captures)
    else:
        notes.append("It does not tell how many stones were captured.")
    if final_score and dialogue.offers("final_score"):
        looks.append(score_after_passes)
    else:
        notes.append(
            'Its final_score may be an opinion, and is not compared; write "gtp+score:" where it is by the rules.'
        )
    return looks, notes


def _board_and_moves(board: _Look | None, legal_moves: LegalMoves) -> _Look:
    """What stands on the board, and which moves are legal at its empty points; at all points where it isn't shown."""

    def look(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
        said = {} if board is None else board(dialogue, standing)
        text = said.get(Aspect.BOARD)
        grid = standing.grid
        points = empty_points(grid, text) if isinstance(text, str) else vertices(grid, grid.everywhere)
        return {**said, Aspect.LEGAL: legal_moves(dialogue, standing, points)}

    return look


def tell_board(dialogue: Dialogue, grid: Grid) -> None:
    """Begin on an empty board of a size.

    Raises:
        Unsupported: it has no such boards.
        EngineBroke: it failed to answer.
    """
    is_square = grid.width == grid.height
    knows_others = dialogue.offers("rectangular_boardsize")
    command = "rectangular_boardsize" if knows_others and not is_square else "boardsize"
    size = f"{command} {grid.width}" if is_square else f"{command} {grid.width} {grid.height}"
    _must(dialogue, size, f"It plays on no board of {grid}")
    _must(dialogue, "clear_board", "It can't clear the board")
    if not (is_square or knows_others or _shows(dialogue, grid)):
        raise Unsupported(f"It takes {size}, and then shows no board of {grid}.")


def _shows(dialogue: Dialogue, grid: Grid) -> bool:
    """Whether it shows a board of a size; GTP knows square boards only, and an engine may overlook a second number."""
    try:
        board_shown(grid, dialogue.ask("showboard"))
    except (CommandFailed, ValueError):
        return False
    return True


def tell_rules(dialogue: Dialogue, rules: Rules) -> None:
    """Tell an engine the rules as far as it can be told; where it repeats them, see that it took them.

    Raises:
        Unsupported: it takes no such rules.
        EngineBroke: it failed to answer.
    """
    if dialogue.offers("kata-set-rules"):
        _must(dialogue, f"kata-set-rules {json.dumps(_written(rules))}", "It takes no such rules")
    elif dialogue.offers("kata-set-rule"):
        for key, value in _written(rules).items():
            word = value if isinstance(value, str) else json.dumps(value)
            _must(dialogue, f"kata-set-rule {key} {word}", f"It takes no rule {key}={word}")
    if dialogue.offers("kata-get-rules"):
        _see_that_it_took(rules, dialogue.read("kata-get-rules", _rules_told))
    if "komi" in parameters_of(rules):
        if dialogue.offers("komi"):
            _must(dialogue, f"komi {rules.komi}", f"It takes no komi of {rules.komi}")
        elif rules.komi:
            raise Unsupported("It can't be given the komi.")


def _written(rules: Rules) -> Mapping[str, object]:
    """The rules as an object, without the komi, which has a command of its own, and a key of ours where it says no.

    Raises:
        Unsupported: they can't be written so.
    """
    try:
        written = rules_to_json(rules)
    except ValueError as error:
        raise Unsupported(str(error)) from None
    return {key: value for key, value in written.items() if key != "komi" and (key != _OURS or value)}


def _rules_told(text: str) -> Mapping[str, object]:
    rules = parse_json(text)
    if not isinstance(rules, dict):
        raise ValueError("rules are a JSON object.")
    return rules


def _see_that_it_took(rules: Rules, took: Mapping[str, object]) -> None:
    for key, value in _written(rules).items():
        if key in took and took[key] != value:
            raise Unsupported(f"It was given {key}={shown(value)}, and took {key}={shown(took[key])}.")


def _must(dialogue: Dialogue, command: str, otherwise: str) -> None:
    try:
        dialogue.ask(command)
    except CommandFailed as failed:
        raise Unsupported(f"{otherwise}: {failed}") from None
