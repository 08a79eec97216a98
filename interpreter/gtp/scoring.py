"""The commands that ask how the game comes out."""

from __future__ import annotations

from collections.abc import Iterator

from ...spec.algebra import Color, Coloring
from ..game import Game
from ..result import NoResult, after_removal, ended_game
from ..vertices import vertices
from .commands import question
from .session import Session
from .words import number_text


@question("final_score")
def final_score(session: Session) -> str:
    """The score, such as W+6.5, or 0 for a draw; of an unfinished game, as if both players only passed from here.

    Once the players have settled which stones are dead (`superko-dead`), it is the score without those.
    """
    settled = session.sitting and session.sitting.result
    result = settled or _ended(session).result
    if result is None or isinstance(result, NoResult):
        raise ValueError("cannot score: the game ended without result.")
    if result.winner is None:
        return "0"
    return f"{result.winner.value}+{number_text(abs(result.black - result.white))}"


@question("final_status_list STATUS")
def final_status_list(session: Session, status: str) -> str:
    """The stones of a status, a line for each string; of an unfinished game, as if both players only passed from here.

    Dead are those that the players have settled to be (`superko-dead`), and those that the rules remove before the
    score. The rules call none a seki.
    """
    sitting = session.sitting
    if sitting is not None and sitting.result is not None and sitting.coloring is not None:
        stones, left = sitting.game.position.coloring, sitting.coloring.emptied(sitting.dead)
    else:
        ended = ended_game(_ended(session).record)
        stones, left = ended.coloring, after_removal(ended).coloring
    points = {"alive": left.black | left.white, "dead": left.empty, "seki": 0}.get(status.lower())
    if points is None:
        raise ValueError("syntax error: the status is alive, dead or seki.")
    strings = (string for color in Color for string in _regions(stones, stones.of(color) & points))
    return "\n".join(" ".join(vertices(session.grid, string)) for string in strings)


def _regions(c: Coloring[int], points: int) -> Iterator[int]:
    while points:
        region = c.board.closure(points & -points, points)
        yield region
        points &= ~region


def _ended(session: Session) -> Game:
    ended = session.game.passed_out()
    if ended is None:
        raise ValueError("cannot score: passing does not end this game.")
    return ended
