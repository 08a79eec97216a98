"""A wrong version: rules for which a proved claim is false, with a game that shows it where there is a short one."""

from __future__ import annotations

from dataclasses import dataclass, field

from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase


@dataclass(frozen=True)
class Endless:
    """Turns that can be taken over and over on a small board.

    Attributes:
        width: the columns of the board; it has one row.
        opening: the turns before the loop.
        loop: the turns that are repeated.
        phase: the phase that the game starts in.
    """

    width: int
    opening: str
    loop: str
    phase: Phase = Phase.MAIN

    def goes_on(self, rules: Rules, rounds: int = 12) -> bool:
        """Whether every turn is legal and the game comes back to this phase, however often the loop is taken."""
        game = Game(rules, (self.width, 1))
        if self.phase is not Phase.MAIN:
            game = Game(rules, rows=game.position.coloring, phase=self.phase)
        for text in (*self.opening.split(), *self.loop.split() * rounds):
            game = game.play(parse_turn(game.grid, text))
        return not game.over


@dataclass(frozen=True)
class WrongVersion:
    """Rules for which a claim is false.

    Attributes:
        claim: the id of the claim.
        what: what is wrong with the rules, in a few words.
        rules: the rules.
        board: on what the check is decided.
        label: the rules that the check names.
        endless: a game that shows it, if the claim is that something ends and a short game shows that it does not.
    """

    claim: str
    what: str
    rules: Rules = field(repr=False)
    board: str = "every size"
    label: str = ""
    endless: Endless | None = None

    @property
    def check(self) -> str:
        """The name of the check that must not be proved."""
        return " ".join(part for part in (self.claim, self.board, self.label) if part)

    def __str__(self) -> str:
        return f"{self.claim} {self.what}"
