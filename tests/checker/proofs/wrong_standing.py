"""Wrong versions of the lemmas about moves: after a move something else stands than the move makes."""

from __future__ import annotations

from typing import Any

from superko.spec.algebra import BLACK
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play, Position

from .wrong_version import WrongVersion

STANDS = "katago-v2/main/start#alternation"
LEMMAS = {
    "lemma/play-keeps-legal": "",
    "lemma/capture-excludes-suicide": "",
    "lemma/stones-balance": "",
    "lemma/quiet-move": "",
    "lemma/simple-ko": "",
    "lemma/ko-move": "suicide=yes",
    "lemma/symmetry": "suicide=yes colors swapped",
}


def taken_off_again(position: Position, play: Play[Any]) -> Position:
    """After a move the opponent takes the turn, and the point that was played is empty."""
    return position.taken_on(play.after.emptied(play.point), position.player.opponent)


def filled_with_black(position: Position, play: Play[Any]) -> Position:
    """After a move the opponent takes the turn, and all empty points become black."""
    return position.taken_on(play.after.colored(play.after.empty, BLACK), position.player.opponent)


OTHERWISE = {
    "taken off again": Rules().replacing(STANDS, taken_off_again),
    "filled with black stones": Rules().replacing(STANDS, filled_with_black),
}

WRONG_STANDING = (
    *(
        WrongVersion(claim, fault, rules, label=label)
        for claim, label in LEMMAS.items()
        for fault, rules in OTHERWISE.items()
    ),
    WrongVersion("lemma/play-keeps-legal", "filled, on a small board", OTHERWISE["filled with black stones"], "3x2"),
)
