"""The commands that take turns, and take them back; and the random turns that the engine takes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...spec.algebra import Color
from ...spec.vocabulary import PASS, Pass, Turn, Unblock
from ..game_records import as_a_move
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
    """Take a random turn for a player (see `random_turn`), and answer with it; a point names an unblock action."""
    turn = random_turn(session, color(player))
    after = session.taking(color(player), turn)
    return replace(after, drawn=session.drawn + 1), _in_words(session, color(player), turn)


@question("reg_genmove COLOR")
def reg_genmove(session: Session, player: str) -> str:
    """The turn that `genmove` would take."""
    return _in_words(session, color(player), random_turn(session, color(player)))


def random_turn(session: Session, player: Color) -> Turn:
    """A turn drawn from a player's legal moves and the pass, each as likely; but a pass is answered by a pass.

    So a game ends as soon as the other player wishes, and soon after the board is full. Unblock actions are drawn too.

    Raises:
        ValueError: the game is over.
    """
    if session.game.over:
        raise ValueError(f"the game is over, by {session.ended_by}; undo a turn, or clear the board.")
    if isinstance(session.game.record.last, Pass):
        return PASS
    game = handed(session.game, player)
    turns: tuple[Turn, ...] = (PASS, *game.moves(), *game.unblocks())
    return Random(f"{session.seed} {session.drawn}").choice(turns)


def _in_words(session: Session, player: Color, turn: Turn) -> str:
    """A turn as GTP has it: an unblock action is named by the move that stands for it."""
    spoken = as_a_move(handed(session.game, player), turn) if isinstance(turn, Unblock) else turn
    return turn_text(session.grid, spoken)


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
