"""Engines that speak the Go Text Protocol, version 2: each is asked what it lists that it can be asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .....interpreter.json_lines import parse_json
from .....interpreter.rule_names import rules_to_json
from .....interpreter.wording import shown
from .....spec.algebra import Grid
from .....spec.documents import parameters_of
from .....spec.presets import PRESETS
from .....spec.rules import Rules
from ...engine import Introduction, Observation, Setting, TurnRefused, Unsupported
from ..process import SECONDS_TO_REPLY, introduced
from . import katago
from .dialects import GNU_GO, Dialect, gnu_go_dialect, our_own_dialect, plain_dialect
from .dialogue import CommandFailed, Dialogue, GameUnderWay, board_shown, is_unblock, play_command

_OURS = "selfPlayOpts"


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


_OUR_STATE, _OUR_UNBLOCKING = "superko-state", "superko-unblock"


class GtpEngine:
    """A program that speaks GTP. Where its rules depend on its command line, one is started for each rule set."""

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
        self._command, self._timeout = command, timeout
        self._dialogue = Dialogue(command, timeout)
        self._dialogues = {command: self._dialogue}
        self._configurations: dict[str, tuple[Grid, Rules]] = {}
        self._standing = GameUnderWay(Grid(1, 1), Rules())
        try:
            self._dialect = _dialect(self._dialogue, command, final_score)
            self._introduction = self._introduce()
        except BaseException:
            self.close()
            raise

    def introduction(self) -> Introduction:
        """What it says of itself, and what it answered in the games that it was tried on."""
        return self._introduction

    def start(self, setting: Setting) -> None:
        """Start a game, in a process that plays by its rules."""
        command = self._dialect.command(self._command, setting.rules)
        if command not in self._dialogues:
            self._dialogues[command] = Dialogue(command, self._timeout)
        self._dialogue = self._dialogues[command]
        self._tell(command, setting)
        if setting.is_set_up:
            self._dialect.set_up(self._dialogue, setting)
        self._standing = GameUnderWay(setting.grid, setting.rules)

    def play(self, turns: Sequence[str]) -> None:
        """Play turns, one after the other."""
        for turn in turns:
            command = play_command(len(self._standing.turns), turn)
            if is_unblock(turn) and self._dialogue.offers(_OUR_UNBLOCKING):
                command = f"{_OUR_UNBLOCKING} {turn.split()[-1]}"
            try:
                self._dialogue.ask(command)
            except CommandFailed as failed:
                raise TurnRefused(turn, str(failed)) from None
            self._standing = self._standing.after(turn)

    def observe(self) -> Observation:
        """What it says of the game, in all that it can be asked."""
        return self._dialect.look(self._dialogue, self._standing)

    def close(self) -> None:
        """Ask it to quit, and end it."""
        for dialogue in self._dialogues.values():
            dialogue.close()

    def _tell(self, command: str, setting: Setting) -> None:
        """Clear the board, and tell the rules and the size unless it was told them before."""
        configuration = (setting.grid, setting.rules)
        if self._configurations.pop(command, None) == configuration:
            self._dialogue.read("clear_board", str)
        else:
            tell_board(self._dialogue, setting.grid)
            tell_rules(self._dialogue, setting.rules)
        self._configurations[command] = configuration

    def _introduce(self) -> Introduction:
        dialect = self._dialect
        candidates = tuple(PRESETS[text] for text in dialect.rules if text in PRESETS) or (Rules(),)
        return replace(
            introduced(self, self._dialogue.name or self._command, self._dialogue.version, candidates),
            rules=dialect.rules,
            deviations=dialect.deviations,
            notes=dialect.notes,
            parameters=dialect.parameters,
            hears_rules=dialect.hears_rules,
        )


def _dialect(dialogue: Dialogue, command: str, final_score: bool) -> Dialect:
    if dialogue.offers(_OUR_STATE):
        return our_own_dialect()
    if dialogue.name == katago.NAME and dialogue.offers(*katago.NEEDED):
        return katago.katago_dialect()
    if dialogue.name == GNU_GO:
        return gnu_go_dialect(dialogue, command, final_score)
    return plain_dialect(dialogue, final_score)
