"""A KataGo of cardboard: our own GTP engine, which answers as KataGo 1.17.2 does where that is not as other engines do.

It plays whatever is shown to it, tells legal turns by its policy alone, and a result by its game record alone. In
cleanup it unblocks a stone also where the blocked ko-move would be made.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace

from superko.interpreter.game import Game
from superko.interpreter.gtp import GtpSession, serve
from superko.interpreter.gtp.protocol import COMMANDS, action, question
from superko.interpreter.notation import COLUMNS, board_text, parse_turn, vertices
from superko.interpreter.records.game_record import result_text
from superko.interpreter.rule_names import rules_from_json, rules_to_json
from superko.spec.algebra import Color
from superko.spec.composition import move
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.katago_v2.moves import liberties
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Phase, Unblock

AS_THE_ENGINE = {"reading/engine-always-pass-alive": "engine"}
CLEANUP = {Phase.FIRST_CLEANUP: 1, Phase.SECOND_CLEANUP: 2}
KEYS = ("hasButton", "ko", "scoring", "suicide", "tax", "whiteHandicapBonus")
KEPT = """
    name version boardsize rectangular_boardsize clear_board komi undo set_position quit list_commands known_command
"""
for _name in COMMANDS.keys() - {*KEPT.split()}:
    del COMMANDS[_name]


@action("kata-set-rules RULES ...")
def set_rules(session: GtpSession, *words: str) -> tuple[GtpSession, str]:
    fields = json.loads(" ".join(words))
    if unknown := fields.keys() - {*KEYS, "friendlyPassOk"}:
        raise ValueError(f"Unknown rules option: {min(unknown)}")
    rules = replace(rules_from_json(fields), komi=session.game.rules.komi).reading(AS_THE_ENGINE)
    return session.starting(Game(rules, session.grid)), ""


@question("kata-get-rules")
def rules_told(session: GtpSession) -> str:
    written = rules_to_json(session.game.rules)
    return json.dumps({"friendlyPassOk": True} | {key: written[key] for key in KEYS})


@action("play COLOR VERTEX")
def play(session: GtpSession, player: str, vertex: str) -> tuple[GtpSession, str]:
    game, turn = session.game, parse_turn(session.grid, vertex)
    if isinstance(turn, Move):
        stands_for = unblock_points(game)
        if turn.point in stands_for:
            turn = Unblock(stands_for[turn.point])
        elif not turn.point & game.position.coloring.empty:
            raise ValueError("illegal move")
    return replace(session, game=game.taking(turn), past=(*session.past, (game, None))), ""


def unblock_points(game: Game) -> dict[int, int]:
    """Where a stone is unblocked: at the stone, and where taking it would be a ko-move."""
    position, points = game.position, {}
    for unblock in game.unblocks():
        points[unblock.point] = unblock.point
        capture = liberties(position.coloring, unblock.point)
        if is_ko_move(game.rules, move(game.rules, position.coloring, position.player, capture)):
            points[capture] = unblock.point
    return points


@question("kata-raw-nn SYMMETRY")
def raw_nn(session: GtpSession, symmetry: str) -> str:
    game, grid = session.game, session.grid
    legal = vertices(grid, sum(turn.point for turn in game.moves()) | sum(unblock_points(game)))
    policy = [
        " ".join("0.012345" if f"{column}{row}" in legal else "     NAN" for column in COLUMNS[: grid.width])
        for row in range(grid.height, 0, -1)
    ]
    ownership = ["0.0000000 " * grid.width] * grid.height
    values = ["symmetry 0", "whiteWin 0.500000", "noResult 0.000000", "varTimeLeft 1.000"]
    return "\n".join([*values, "policy", *policy, "policyPass     NAN", "whiteOwnership", *ownership])


@question("showboard")
def showboard(session: GtpSession) -> str:
    position, captures, grid = session.game.position, session.game.record.tally.captures, session.grid
    rows = board_text(position.coloring).split("/")
    numbered = (f"{grid.height - row:2d} {' '.join(points)}" for row, points in enumerate(rows))
    phase = [f"Game phase: {CLEANUP[position.phase]}"] if position.phase in CLEANUP else []
    below = [f"Next player: {position.player.name.capitalize()}", *phase, f"Rules: {rules_told(session)}"]
    below += [f"{color.value} stones captured: {captures[color]}" for color in Color]
    above = [f"MoveNum: {session.game.record.turn} HASH: 012345", f"   {' '.join(COLUMNS[: grid.width])}"]
    return "\n".join([*above, *numbered, *below])


@question("printsgf")
def printsgf(session: GtpSession) -> str:
    result = session.game.result
    outcome = "" if result is None else f"RE[{result_text(result)}]"
    return f"(;FF[4]GM[1]SZ[{session.grid.width}:{session.grid.height}]{outcome};B[aa])"


@question("final_score")
def estimate(session: GtpSession) -> str:
    return "B+361.0"


if __name__ == "__main__":
    serve(GtpSession(Game(Rules().reading(AS_THE_ENGINE), 19)), sys.stdin.buffer, sys.stdout.buffer)
