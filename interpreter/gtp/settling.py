"""The commands by which players say which stones are dead, and by which protocol that settles the game."""

from __future__ import annotations

from dataclasses import replace

from ...spec.vocabulary import Phase
from ..sitting import NAMES, Sitting, usual_protocol
from ..vertices import parse_vertex
from ..wording import one_of, shown
from .commands import action
from .session import Session
from .words import color

NO_LIST = "?"


@action("superko-protocol [NAME]")
def protocol(session: Session, name: str = "") -> tuple[Session, str]:
    """Choose the protocol by which dead stones are settled, or tell which holds."""
    if name and name.lower() not in NAMES:
        raise ValueError(f"unknown protocol {shown(name)}; the protocols are {one_of(NAMES)}.")
    if name and session.sitting is not None:
        raise ValueError("the players have begun to settle the game; undo a turn, or clear the board.")
    session = replace(session, protocol=name.lower() or session.protocol)
    return session, session.protocol or usual_protocol(session.game)


@action("superko-dead COLOR [VERTEX] ...")
def dead(session: Session, player: str, *words: str) -> tuple[Session, str]:
    """Let a player say which stones are dead, of either color; none if no vertex is named, and no list for a `?`.

    The answer tells what follows: that the other player is asked, that play goes on, or that the game is settled.
    """
    points = None if words == (NO_LIST,) else _points(session, words)
    later = session.seated(_sitting(session).say(color(player), points))
    return later, _what_follows(later)


@action("superko-ruling [VERTEX] ...")
def ruling(session: Session, *words: str) -> tuple[Session, str]:
    """Let a third party say which of the stones in dispute are dead."""
    later = session.seated(_sitting(session).rule(_points(session, words)))
    return later, _what_follows(later)


def _sitting(session: Session) -> Sitting:
    if session.sitting is not None:
        return session.sitting
    if session.game.position.phase is Phase.MAIN:
        raise ValueError("the players have not stopped to count; both pass first.")
    return Sitting.over(session.game, session.protocol)


def _points(session: Session, words: tuple[str, ...]) -> int:
    return sum({parse_vertex(session.grid, word) for word in words})


def _what_follows(session: Session) -> str:
    sitting = session.sitting
    assert sitting is not None, "somebody has just said something"
    if sitting.result is not None:
        return "settled"
    if sitting.resumed:
        return f"play goes on, with {sitting.game.position.player.name.lower()} to play"
    waiting = [player.name.lower() for player in type(sitting.game.position.player) if player not in sitting.heard]
    return f"{one_of(waiting)} is asked" if waiting else "a third party is asked"
