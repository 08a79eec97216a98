"""The commands by which the front end GoGui shows what an engine can tell, and plays by an engine's rules."""

from __future__ import annotations

from ..boards import board_text
from ..result import NoResult
from ..vertices import vertices
from .commands import question
from .session import Session
from .words import color_name, number_text

ANALYSES = (
    "plist/Legal Moves/all_legal %c",
    "string/Explain a Turn/superko-explain %p",
    "string/Final Score/final_score",
    "string/Referee's State/superko-state",
    "string/Rules/kata-get-rules",
    "none/Change a Rule/kata-set-rule %s",
    "none/Unblock a Stone/superko-unblock %p",
)


@question("gogui-analyze_commands")
def analyze_commands(session: Session) -> str:
    """What GoGui's menu of analyses offers."""
    return "\n".join(ANALYSES)


@question("gogui-rules_game_id")
def game_id(session: Session) -> str:
    """The name of the game."""
    return "Go"


@question("gogui-rules_board")
def board(session: Session) -> str:
    """The rows of the board from the top: X is black, O white, and a dot empty."""
    return board_text(session.game.position.coloring).replace("/", "\n")


@question("gogui-rules_board_size")
def board_size(session: Session) -> str:
    """The side of the board."""
    return str(max(session.grid.width, session.grid.height))


@question("gogui-rules_legal_moves")
def legal_moves(session: Session) -> str:
    """The legal moves and the pass; nothing once the game is over."""
    if session.game.over:
        return ""
    return " ".join((*vertices(session.grid, sum(move.point for move in session.game.moves())), "pass"))


@question("gogui-rules_side_to_move")
def side_to_move(session: Session) -> str:
    """Whose turn it is."""
    return color_name(session.game.position.player)


@question("gogui-rules_final_result")
def final_result(session: Session) -> str:
    """How the game came out, in words; nothing before it is over."""
    result = session.game.result
    if result is None:
        return ""
    if isinstance(result, NoResult):
        return "The game ended without result."
    if result.winner is None:
        return "The game is a draw."
    return f"{color_name(result.winner).capitalize()} wins by {number_text(abs(result.black - result.white))}."
