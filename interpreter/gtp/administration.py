"""The commands about the engine itself, and those that the front end GoGui asks for."""

from __future__ import annotations

from dataclasses import replace

from ... import __version__
from ..notation import board_text, vertices
from ..result import NoResult
from .protocol import COMMANDS, action, color_name, number_text, question
from .session import GtpSession

PROTOCOL = "2"
NAME = "superko"


@question("protocol_version")
def protocol_version(session: GtpSession) -> str:
    """The version of GTP."""
    return PROTOCOL


@question("name")
def name(session: GtpSession) -> str:
    """What the engine is called."""
    return NAME


@question("version")
def own_version(session: GtpSession) -> str:
    """The version of superko."""
    return __version__


@question("known_command NAME")
def known_command(session: GtpSession, name: str) -> str:
    """Whether there is such a command."""
    return "true" if name in COMMANDS else "false"


@question("list_commands")
def list_commands(session: GtpSession) -> str:
    """Every command, one a line."""
    return "\n".join(sorted(COMMANDS))


@question("superko-usage NAME")
def usage(session: GtpSession, name: str) -> str:
    """How a command is written."""
    if name not in COMMANDS:
        raise ValueError("unknown command")
    return COMMANDS[name].usage


@question("echo ...")
def echo(session: GtpSession, *words: str) -> str:
    """The words themselves."""
    return " ".join(words)


@question("cputime")
def cputime(session: GtpSession) -> str:
    """The processor time that the engine has used, in seconds."""
    return f"{session.outside.processor_time():.3f}"


@question(
    "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES",
    "time_left COLOR TIME STONES",
    "kgs-time_settings SYSTEM ...",
)
def time(session: GtpSession, *words: str) -> str:
    """Nothing: the engine answers at once, whatever time it has."""
    return ""


@action("quit")
def quit_session(session: GtpSession) -> tuple[GtpSession, str]:
    """End the session."""
    return replace(session, ended=True), ""


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
def analyze_commands(session: GtpSession) -> str:
    """What GoGui's menu of analyses offers."""
    return "\n".join(ANALYSES)


@question("gogui-rules_game_id")
def game_id(session: GtpSession) -> str:
    """The name of the game."""
    return "Go"


@question("gogui-rules_board")
def board(session: GtpSession) -> str:
    """The rows of the board from the top: X is black, O white, and a dot empty."""
    return board_text(session.game.position.coloring).replace("/", "\n")


@question("gogui-rules_board_size")
def board_size(session: GtpSession) -> str:
    """The side of the board."""
    return str(max(session.grid.width, session.grid.height))


@question("gogui-rules_legal_moves")
def legal_moves(session: GtpSession) -> str:
    """The legal moves and the pass; nothing once the game is over."""
    if session.game.over:
        return ""
    return " ".join((*vertices(session.grid, sum(move.point for move in session.game.moves())), "pass"))


@question("gogui-rules_side_to_move")
def side_to_move(session: GtpSession) -> str:
    """Whose turn it is."""
    return color_name(session.game.position.player)


@question("gogui-rules_final_result")
def final_result(session: GtpSession) -> str:
    """How the game came out, in words; nothing before it is over."""
    result = session.game.result
    if result is None:
        return ""
    if isinstance(result, NoResult):
        return "The game ended without result."
    if result.winner is None:
        return "The game is a draw."
    return f"{color_name(result.winner).capitalize()} wins by {number_text(abs(result.black - result.white))}."
