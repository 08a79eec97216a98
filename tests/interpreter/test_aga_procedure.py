"""What no line of `conversations/aga-procedure.txt` can say: points that are none, and rules that are not the AGA's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from superko.interpreter.aga_procedure import Procedure
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move, Unblock


def agreeing() -> Procedure:
    """Four strings, and both have just passed: Black is to speak."""
    return Procedure(Game(PRESETS["aga"], rows="X.O.X.O").record).play(PASS).play(PASS)


Say = Callable[[Procedure], object]


@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda game: game.name(1 << 7), "Name one point of the 7x1 board"),
        (lambda game: game.name(-1), "Name one point"),
        (lambda game: game.name(0), "Name one point"),
        (lambda game: game.name(0b101), "Name one point"),
        (lambda game: game.dispute(1 << 9), "Name one point"),
        (lambda game: game.compare_dead_stones({BLACK: 1 << 8}), "Name points of the 7x1 board"),
        (lambda game: game.compare_dead_stones({WHITE: -1}), "Name points"),
        (lambda game: game.play(Move(0)), "Name one point"),
        (lambda game: game.play(Move(1 << 7)), "Name one point"),
        (lambda game: game.play(Unblock(1)), "a pass or a move"),
    ],
)
def test_what_cannot_be_said_gets_one_plain_sentence(say: Say, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        say(agreeing())


def test_the_procedure_is_that_of_aga_rules() -> None:
    with pytest.raises(ValueError, match="aga rules, not of katago-v2"):
        Procedure.start(PRESETS["chinese-like"], 3, 3)
