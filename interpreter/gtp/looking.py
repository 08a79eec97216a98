"""The commands that ask what stands on the board, what was played, and what may be played."""

from __future__ import annotations

import json

from ...spec.algebra import Color
from ...spec.documents import parameters_of
from ...spec.vocabulary import Move
from ..boards import diagram
from ..explanations import explain
from ..state_report import state_report
from ..vertices import parse_turn, turn_text, vertices
from .commands import question
from .session import Session, handed
from .words import color, color_name, number_text


@question("showboard")
def showboard(session: Session) -> str:
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


def _komi(session: Session) -> str:
    """The komi, where the rules have one."""
    rules = session.game.rules
    return f" Komi: {number_text(rules.komi)}." if "komi" in parameters_of(rules) else ""


@question("list_stones COLOR")
def list_stones(session: Session, named: str) -> str:
    """The stones of a color."""
    return " ".join(vertices(session.grid, session.game.position.coloring.of(color(named))))


@question("captures COLOR")
def captures(session: Session, player: str) -> str:
    """How many stones of the other color have been captured."""
    return str(session.game.record.tally.captures[color(player).opponent])


@question("last_move")
def last_move(session: Session) -> str:
    """The last turn, with the player who took it."""
    if not session.past:
        raise ValueError("no turn has been taken.")
    return _turns(session)[-1]


@question("move_history")
def move_history(session: Session) -> str:
    """The turns, the last one first, each with the player who took it."""
    return "\n".join(reversed(_turns(session)))


def _turns(session: Session) -> list[str]:
    return [f"{color_name(player)} {turn_text(session.grid, turn)}" for player, turn in session.turns_taken]


@question("is_legal COLOR VERTEX")
def is_legal(session: Session, player: str, turn: str) -> str:
    """1 if a player may take a turn now, otherwise 0."""
    named, wanted = color(player), parse_turn(session.grid, turn)
    return str(int(not session.game.over and session.judge(named, wanted).legal))


@question("all_legal COLOR")
def all_legal(session: Session, player: str) -> str:
    """A player's legal moves."""
    moves = handed(session.game, color(player)).moves()
    return " ".join(vertices(session.grid, sum(move.point for move in moves)))


@question("superko-explain VERTEX")
def explanation(session: Session, turn: str) -> str:
    """Whether the player may take a turn now, and otherwise the clause that forbids it, and how the turn breaks it."""
    judgement = session.judge(session.game.position.player, parse_turn(session.grid, turn))
    reason = explain(judgement, session.grid)
    return reason if judgement.clause is None else f"{judgement.clause.id}: {reason}"


@question("superko-state")
def state(session: Session) -> str:
    """The state of the game as the referee's protocol has it."""
    return json.dumps(state_report(session.game))
