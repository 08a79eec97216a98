"""Engines that speak the Go Text Protocol, version 2: each is asked what it lists that it can be asked."""

from __future__ import annotations

from collections.abc import Sequence

from ....spec.algebra import Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ..aspects import Observation
from ..engine import Introduction, TurnRefused
from ..setting import Setting
from .gtp import gnu_go, katago
from .gtp.dialects import Dialect, our_own_dialect, plain_dialect
from .gtp.dialogue import CommandFailed, Dialogue
from .gtp.standing import GameUnderWay, is_unblock, play_command
from .gtp.telling import tell_board, tell_rules
from .process import SECONDS_TO_REPLY
from .smoke_test import abilities
from .transcript import printable

_LONGEST_NAME = 60
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
        self._told: dict[str, tuple[Grid, Rules]] = {}
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
        told = (setting.grid, setting.rules)
        if self._told.pop(command, None) == told:
            self._dialogue.read("clear_board", str)
        else:
            tell_board(self._dialogue, setting.grid)
            tell_rules(self._dialogue, setting.rules)
        self._told[command] = told

    def _introduce(self) -> Introduction:
        dialect = self._dialect
        able = abilities(self, tuple(PRESETS[text] for text in dialect.rules if text in PRESETS) or (Rules(),))
        return Introduction(
            name=printable(self._dialogue.name or self._command, _LONGEST_NAME),
            version=printable(self._dialogue.version, _LONGEST_NAME),
            aspects=able.aspects,
            rules=dialect.rules,
            set_up=able.set_up,
            smallest=able.smallest,
            largest=able.largest,
            square=able.square,
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
    if dialogue.name == gnu_go.NAME:
        return gnu_go.gnu_go_dialect(dialogue, command, final_score)
    return plain_dialect(dialogue, final_score)
