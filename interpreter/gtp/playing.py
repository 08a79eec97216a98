"""The commands that take turns, and those that look at the game."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from ...spec.algebra import Color
from ...spec.documents import parameters_of
from ...spec.vocabulary import PASS, Move, Pass, Turn, Unblock
from ..explanations import explain
from ..notation import diagram, parse_turn, parse_vertex, turn_text, vertices
from ..records.game_record import as_a_move
from ..referee import state_report
from .protocol import action, color, color_name, count, number_text, question
from .session import GtpSession, handed


@action("play COLOR VERTEX")
def play(session: GtpSession, player: str, turn: str) -> tuple[GtpSession, str]:
    """Take a turn for a player."""
    return session.taking(color(player), parse_turn(session.grid, turn)), ""


@action("genmove COLOR")
def genmove(session: GtpSession, player: str) -> tuple[GtpSession, str]:
    """Take a random turn for a player (see `random_turn`), and answer with it; a point names an unblock action."""
    turn = random_turn(session, color(player))
    after = session.taking(color(player), turn)
    return replace(after, drawn=session.drawn + 1), _in_words(session, color(player), turn)


@question("reg_genmove COLOR")
def reg_genmove(session: GtpSession, player: str) -> str:
    """The turn that `genmove` would take."""
    return _in_words(session, color(player), random_turn(session, color(player)))


def random_turn(session: GtpSession, player: Color) -> Turn:
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


def _in_words(session: GtpSession, player: Color, turn: Turn) -> str:
    """A turn as GTP has it: an unblock action is named by the move that stands for it."""
    spoken = as_a_move(handed(session.game, player), turn) if isinstance(turn, Unblock) else turn
    return turn_text(session.grid, spoken)


@action("set_random_seed SEED")
def set_random_seed(session: GtpSession, seed: str) -> tuple[GtpSession, str]:
    """Let the random turns from here depend on nothing but a number."""
    return replace(session, seed=count(seed), drawn=0), ""


@question("get_random_seed")
def random_seed(session: GtpSession) -> str:
    """The number that the random turns depend on."""
    return str(session.seed)


@action("undo")
def undo(session: GtpSession) -> tuple[GtpSession, str]:
    """Take back the last turn."""
    return session.taking_back(), ""


@action("superko-unblock VERTEX")
def unblock(session: GtpSession, stone: str) -> tuple[GtpSession, str]:
    """Remove the mark of a stone, in a cleanup phase, for the player whose turn it is."""
    return session.taking(session.game.position.player, Unblock(parse_vertex(session.grid, stone))), ""


@question("showboard")
def showboard(session: GtpSession) -> str:
    """The board, with the last move and the marks; whose turn it is in which phase, and what ended the one before."""
    position, record = session.game.position, session.game.record
    captures = record.tally.captures
    last = record.last.point if isinstance(record.last, Move) else 0
    lines = [
        diagram(position.coloring, marked=position.marks, last=last),
        f"Player: {color_name(position.player)}. Phase: {position.phase.value}. Turns taken: {record.turn}.",
        f"Captured: {captures[Color.BLACK]} black, {captures[Color.WHITE]} white." + _komi(session),
    ]
    if session.ended_by is not None:
        lines.append(f"The last turn ended a phase, by {session.ended_by}.")
    return "\n".join(("", *lines))


def _komi(session: GtpSession) -> str:
    """The komi, where the rules have one."""
    rules = session.game.rules
    return f" Komi: {number_text(rules.komi)}." if "komi" in parameters_of(rules) else ""


@question("list_stones COLOR")
def list_stones(session: GtpSession, named: str) -> str:
    """The stones of a color."""
    return " ".join(vertices(session.grid, session.game.position.coloring.of(color(named))))


@question("captures COLOR")
def captures(session: GtpSession, player: str) -> str:
    """How many stones of the other color have been captured."""
    return str(session.game.record.tally.captures[color(player).opponent])


@question("last_move")
def last_move(session: GtpSession) -> str:
    """The last turn, with the player who took it."""
    if not session.past:
        raise ValueError("no turn has been taken.")
    return _turns(session)[-1]


@question("move_history")
def move_history(session: GtpSession) -> str:
    """The turns, the last one first, each with the player who took it."""
    return "\n".join(reversed(_turns(session)))


def _turns(session: GtpSession) -> list[str]:
    return [f"{color_name(player)} {turn_text(session.grid, turn)}" for player, turn in session.turns_taken]


@question("is_legal COLOR VERTEX")
def is_legal(session: GtpSession, player: str, turn: str) -> str:
    """1 if a player may take a turn now, otherwise 0."""
    named, wanted = color(player), parse_turn(session.grid, turn)
    return str(int(not session.game.over and session.judge(named, wanted).legal))


@question("all_legal COLOR")
def all_legal(session: GtpSession, player: str) -> str:
    """A player's legal moves."""
    moves = handed(session.game, color(player)).moves()
    return " ".join(vertices(session.grid, sum(move.point for move in moves)))


@question("superko-explain VERTEX")
def explanation(session: GtpSession, turn: str) -> str:
    """Whether the player may take a turn now, and otherwise the clause that forbids it, and how the turn breaks it."""
    judgement = session.judge(session.game.position.player, parse_turn(session.grid, turn))
    reason = explain(judgement, session.grid)
    return reason if judgement.clause is None else f"{judgement.clause.id}: {reason}"


@question("superko-state")
def state(session: GtpSession) -> str:
    """The state of the game as the referee's protocol has it."""
    return json.dumps(state_report(session.game))
