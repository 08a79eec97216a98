"""The commands that take turns, and take them back; and the random turns that the engine takes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...spec.algebra import Color
from ...spec.vocabulary import PASS, Pass, Turn, Unblock
from ..vertices import parse_turn, parse_vertex, turn_text
from .commands import action, question
from .session import Session, handed
from .words import color, count


@action("play COLOR VERTEX")
def play(session: Session, player: str, turn: str) -> tuple[Session, str]:
    """Take a turn for a player."""
    return session.taking(color(player), parse_turn(session.grid, turn)), ""


@action("genmove COLOR")
def genmove(session: Session, player: str) -> tuple[Session, str]:
    """Take a random turn for a player (see `random_turn`), and answer with it."""
    turn = random_turn(session, color(player))
    after = session.taking(color(player), turn)
    return replace(after, drawn=session.drawn + 1), turn_text(session.grid, turn)


@question("reg_genmove COLOR")
def reg_genmove(session: Session, player: str) -> str:
    """The turn that `genmove` would take."""
    return turn_text(session.grid, random_turn(session, color(player)))


def random_turn(session: Session, player: Color) -> Turn:
    """A turn drawn from a player's legal moves and the pass, each as likely; but a pass is answered by a pass.

    So a game ends as soon as the other player wishes, and soon after the board is full. Stones are never unblocked: GTP
    has no word for that.

    Raises:
        ValueError: the game is over.
    """
    if session.game.over:
        raise ValueError(f"the game is over, by {session.ended_by}; undo a turn, or clear the board.")
    if isinstance(session.game.record.last, Pass):
        return PASS
    turns: tuple[Turn, ...] = (PASS, *handed(session.game, player).moves())
    return Random(f"{session.seed} {session.drawn}").choice(turns)


@action("set_random_seed SEED")
def set_random_seed(session: Session, seed: str) -> tuple[Session, str]:
    """Let the random turns from here depend on nothing but a number."""
    return replace(session, seed=count(seed), drawn=0), ""


@question("get_random_seed")
def random_seed(session: Session) -> str:
    """The number that the random turns depend on."""
    return str(session.seed)


@action("undo")
def undo(session: Session) -> tuple[Session, str]:
    """Take back the last turn."""
    return session.taking_back(), ""


@action("superko-unblock VERTEX")
def unblock(session: Session, stone: str) -> tuple[Session, str]:
    """Remove the mark of a stone, in a cleanup phase, for the player whose turn it is."""
    return session.taking(session.game.position.player, Unblock(parse_vertex(session.grid, stone))), ""
