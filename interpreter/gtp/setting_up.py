"""The commands about the engine itself, and those that begin a game or write it down.

These are board, first stones, handicap, komi, records, and what the front end GoGui asks for.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ... import __version__
from ...spec.algebra import BLACK, WHITE, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.rules import Rules
from ..game import Game
from ..notation import board_text, parse_vertex, vertices
from ..records.game_record import GameRecord, record_of
from ..records.sgf import read_sgf, write_sgf
from ..result import outcome_text
from ..rule_names import changed, note_on
from ..wording import points_text
from .playing import keeping_komi
from .protocol import COMMANDS, GtpSession, action, answers, changes, color, color_name, count, question


@question("superko-usage NAME")
def usage(session: GtpSession, name: str) -> str:
    """How a command is written."""
    if name not in COMMANDS:
        raise ValueError("unknown command")
    return COMMANDS[name].usage


ANALYSES = (
    "plist/Legal Moves/all_legal %c",
    "string/Explain a Turn/superko-explain %p",
    "string/Final Score/final_score",
    "string/Referee's State/superko-state",
    "string/Rules/kata-get-rules",
    "none/Change a Rule/kata-set-rule %s",
    "none/Unblock a Stone/superko-unblock %p",
)
answers(
    {
        "protocol_version": lambda session: "2",
        "name": lambda session: "superko",
        "version": lambda session: __version__,
        "known_command NAME": lambda session, name: "true" if name in COMMANDS else "false",
        "list_commands": lambda session: "\n".join(sorted(COMMANDS)),
        "echo ...": lambda session, *words: " ".join(words),
        "cputime": lambda session: f"{session.outside.processor_time():.3f}",
        # It answers at once, whatever time it has.
        "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES": lambda session, *words: "",
        "time_left COLOR TIME STONES": lambda session, *words: "",
        "kgs-time_settings SYSTEM ...": lambda session, *words: "",
        "query_boardsize": lambda session: " ".join(map(str, dict.fromkeys((session.grid.width, session.grid.height)))),
        "get_komi": lambda session: points_text(session.game.rules.komi),
        # What the front end GoGui asks for; its menu of analyses, and how it follows a game by other rules.
        "gogui-analyze_commands": lambda session: "\n".join(ANALYSES),
        "gogui-rules_game_id": lambda session: "Go",
        "gogui-rules_board": lambda session: board_text(session.game.position.coloring).replace("/", "\n"),
        "gogui-rules_board_size": lambda session: str(max(session.grid.width, session.grid.height)),
        "gogui-rules_side_to_move": lambda session: color_name(session.game.position.player),
        "gogui-rules_final_result": lambda session: (session.game.result and outcome_text(session.game.result)) or "",
    }
)
changes(
    {
        "boardsize SIZE": lambda session, size: _resized(session, count(size), count(size)),
        "rectangular_boardsize WIDTH HEIGHT": lambda session, width, height: _resized(
            session, count(width), count(height)
        ),
        "clear_board": lambda session: _resized(session, session.grid.width, session.grid.height),
        "komi KOMI": lambda session, points: session.under(changed(session.game.rules, [f"komi={points}"])),
        "quit": lambda session: replace(session, ended=True),
    }
)


@question("gogui-rules_legal_moves")
def legal_moves(session: GtpSession) -> str:
    """The legal moves and the pass; nothing once the game is over."""
    if session.game.over:
        return ""
    return " ".join((*vertices(session.grid, sum(move.point for move in session.game.moves())), "pass"))


SHORTEST_SIDE_WITH_FIXED_POINTS = 7
SHORTEST_SIDE_WITH_NINE_POINTS = 9
SHORTEST_SIDE_WITH_FOURTH_LINE = 13
FEWEST_HANDICAP_STONES = 2


def _resized(session: GtpSession, width: int, height: int) -> GtpSession:
    try:
        return session.starting(Game(session.game.rules, (width, height)))
    except ValueError as error:
        raise ValueError(f"unacceptable size: {error}") from None


@action("set_position [COLOR] [VERTEX] ...")
def set_position(session: GtpSession, *words: str) -> tuple[GtpSession, str]:
    """Begin a game, in which Black takes the first turn, from stones at any points."""
    if len(words) % 2:
        raise ValueError("syntax error: write a color and a vertex for each stone.")
    stones = {BLACK: 0, WHITE: 0}
    for name, vertex in zip(words[::2], words[1::2], strict=True):
        stones[color(name)] |= parse_vertex(session.grid, vertex)
    board = session.game.position.coloring.board
    return session.starting(Game(session.game.rules, rows=Coloring(board, stones[BLACK], stones[WHITE]))), ""


@action("fixed_handicap NUMBER")
def fixed_handicap(session: GtpSession, number: str) -> tuple[GtpSession, str]:
    """Place handicap stones at the points that GTP says."""
    return _with_handicap(session, fixed_points(session.grid, count(number)))


@action("place_free_handicap NUMBER")
def place_free_handicap(session: GtpSession, number: str) -> tuple[GtpSession, str]:
    """Place handicap stones at random points."""
    stones = count(number)
    if not FEWEST_HANDICAP_STONES <= stones < session.grid.size:
        raise ValueError(f"invalid number of stones: this board has room for 2 to {session.grid.size - 1}.")
    points = Random(f"{session.seed} {session.drawn}").sample(list(points_of(session.grid.everywhere)), stones)
    return _with_handicap(session, sum(points))


@action("set_free_handicap VERTEX VERTEX ...")
def set_free_handicap(session: GtpSession, *words: str) -> tuple[GtpSession, str]:
    """Place handicap stones at the points that the other side says."""
    points = [parse_vertex(session.grid, word) for word in words]
    if not len(set(points)) == len(points) < session.grid.size:
        raise ValueError("bad vertex list: name different points, and leave one of the board empty.")
    return _with_handicap(session, sum(points))[0], ""


def _with_handicap(session: GtpSession, points: int) -> tuple[GtpSession, str]:
    coloring = session.game.position.coloring
    if session.past or coloring.black | coloring.white:
        raise ValueError("board not empty: clear the board before handicap stones are placed.")
    coloring = coloring.colored(points, BLACK)
    game = Game(session.game.rules, rows=coloring, to_play=WHITE, handicap=points.bit_count())
    return session.starting(game), " ".join(vertices(session.grid, points))


def fixed_points(grid: Grid, number: int) -> int:
    """The points of fixed handicap stones: corners first, then sides, then the center if the number is odd.

    >>> vertices(Grid(9, 9), fixed_points(Grid(9, 9), 3))
    ['C7', 'G7', 'C3']
    """
    shorter = min(grid.width, grid.height)
    has_middle = grid.width % 2 == grid.height % 2 == 1 and shorter >= SHORTEST_SIDE_WITH_NINE_POINTS
    most = 0 if shorter < SHORTEST_SIDE_WITH_FIXED_POINTS else 9 if has_middle else 4
    if not FEWEST_HANDICAP_STONES <= number <= most:
        can_be = f"2 to {most} stones have fixed points on this board" if most else "this board has no fixed points"
        raise ValueError(f"invalid number of stones: {can_be}.")
    left, center, right = _lines(grid.width)
    top, middle, bottom = _lines(grid.height)
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    in_pairs = [*corners, (left, middle), (right, middle), (center, bottom), (center, top)]
    places = in_pairs[:number]
    if number > len(corners) and number % 2:
        places = [*in_pairs[: number - 1], (center, middle)]
    return sum(grid.point(*place) for place in places)


def _lines(side: int) -> tuple[int, int, int]:
    distance = 3 if side >= SHORTEST_SIDE_WITH_FOURTH_LINE else 2
    return distance, side // 2, side - 1 - distance


STANDARD_OUTPUT = "-"


@action("loadsgf FILE [MOVE]")
def loadsgf(session: GtpSession, name: str, move: str = "") -> tuple[GtpSession, str]:
    """Begin the game that a file records, and go to the end, or to before a move of it.

    The rules are those that the file names, or the present ones, where it names none or none that are known; the answer
    says so where it makes a difference.
    """
    before = count(move) if move else None
    if before == 0:
        raise ValueError("syntax error: moves are counted from 1.")
    try:
        record = read_sgf(session.outside.read(name))
        turns = record.turns if before is None else record.turns[: before - 1]
        rules, note = _told_by(record, session.game.rules)
        return session.starting(record.game(rules)).taking_all(turns), note
    except ValueError as error:
        raise ValueError(f"cannot load file: {error}") from None


def _told_by(record: GameRecord, present: Rules) -> tuple[Rules, str]:
    """The rules of a record, and what there is to say about them."""
    if not record.rules:
        return present, ""
    try:
        return keeping_komi(record.rules, present), note_on(record.rules)
    except ValueError as error:
        return present, f"The present rules stay, as the file names rules that are not known: {error}"


@question("printsgf [FILE]")
def printsgf(session: GtpSession, name: str = STANDARD_OUTPUT) -> str:
    """The game as SGF, or nothing if it is written to a file."""
    data = write_sgf(record_of(session.game))
    if name == STANDARD_OUTPUT:
        return data.decode().strip()
    try:
        session.outside.write(name, data)
    except ValueError as error:
        raise ValueError(f"cannot save file: {error}") from None
    return ""
