"""A KataGo of cardboard: a program that answers as KataGo 1.17.2 does, by the interpreter's rules.

It plays whatever is shown to it, tells legal turns by its policy alone, and a result by its game record alone. In
cleanup it unblocks a stone also where the blocked ko-move would be made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace

from superko.interpreter.game import Game
from superko.interpreter.notation import COLUMNS, board_text, parse_turn, vertices
from superko.interpreter.result import Score
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
SIDES = range(2, 20)


class Katago:
    """What it remembers, and a method for each command."""

    def __init__(self) -> None:
        self.game = Game(Rules().reading(AS_THE_ENGINE), 19)
        self.before: list[Game] = []

    @property
    def width(self) -> int:
        return self.game.grid.width

    @property
    def height(self) -> int:
        return self.game.grid.height

    def boardsize(self, *words: str) -> str:
        sides = [int(word) for word in words]
        if not all(side in SIDES for side in sides):
            raise ValueError("unacceptable size")
        self.game, self.before = Game(self.game.rules, (sides[0], sides[-1])), []
        return ""

    def clear_board(self) -> str:
        return self.boardsize(str(self.width), str(self.height))

    def komi(self, points: str) -> str:
        self.game = Game(replace(self.game.rules, komi=float(points)), (self.width, self.height))
        return ""

    def set_rules(self, *words: str) -> str:
        fields = json.loads(" ".join(words))
        if unknown := fields.keys() - {*KEYS, "friendlyPassOk"}:
            raise ValueError(f"Unknown rules option: {min(unknown)}")
        rules = replace(rules_from_json(fields), komi=self.game.rules.komi).reading(AS_THE_ENGINE)
        self.game = Game(rules, (self.width, self.height))
        return ""

    def rules(self) -> str:
        written = rules_to_json(self.game.rules)
        return json.dumps({"friendlyPassOk": True} | {key: written[key] for key in KEYS})

    def play(self, player: str, vertex: str) -> str:
        grid = self.game.grid
        turn = parse_turn(grid, vertex)
        if isinstance(turn, Move):
            stands_for = self.unblock_points()
            if turn.point in stands_for:
                turn = Unblock(stands_for[turn.point])
            elif not turn.point & self.game.position.coloring.empty:
                raise ValueError("illegal move")
        self.before.append(self.game)
        self.game = self.game.taking(turn)
        return ""

    def undo(self) -> str:
        self.game = self.before.pop()
        return ""

    def set_position(self, *words: str) -> str:
        marks = {
            vertex: "X" if color.lower() == "b" else "O" for color, vertex in zip(words[::2], words[1::2], strict=True)
        }
        rows = (
            "".join(marks.get(f"{column}{row}", ".") for column in COLUMNS[: self.width])
            for row in range(self.height, 0, -1)
        )
        self.game, self.before = Game(self.game.rules, rows="/".join(rows)), []
        return ""

    def unblock_points(self) -> dict[int, int]:
        """Where a stone is unblocked: at the stone, and where taking it would be a ko-move."""
        position, points = self.game.position, {}
        for action in self.game.unblocks():
            points[action.point] = action.point
            capture = liberties(position.coloring, action.point)
            if is_ko_move(self.game.rules, move(self.game.rules, position.coloring, position.player, capture)):
                points[capture] = action.point
        return points

    def raw_nn(self, symmetry: str) -> str:
        grid, game = self.game.grid, self.game
        legal = vertices(grid, sum(turn.point for turn in game.moves()) | sum(self.unblock_points()))
        policy = [
            " ".join("0.012345" if f"{column}{row}" in legal else "     NAN" for column in COLUMNS[: self.width])
            for row in range(self.height, 0, -1)
        ]
        ownership = ["0.0000000 " * self.width] * self.height
        values = ["symmetry 0", "whiteWin 0.500000", "noResult 0.000000", "varTimeLeft 1.000"]
        return "\n".join([*values, "policy", *policy, "policyPass     NAN", "whiteOwnership", *ownership])

    def showboard(self) -> str:
        position, captures = self.game.position, self.game.record.tally.captures
        rows = board_text(position.coloring).split("/")
        numbered = (f"{self.height - row:2d} {' '.join(points)}" for row, points in enumerate(rows))
        phase = [f"Game phase: {CLEANUP[position.phase]}"] if position.phase in CLEANUP else []
        below = [f"Next player: {position.player.name.capitalize()}", *phase, f"Rules: {self.rules()}"]
        below += [f"{color.value} stones captured: {captures[color]}" for color in Color]
        above = [f"MoveNum: {self.game.record.turn} HASH: 012345", f"   {' '.join(COLUMNS[: self.width])}"]
        return "\n".join([*above, *numbered, *below])

    def printsgf(self) -> str:
        return f"(;FF[4]GM[1]SZ[{self.width}:{self.height}]{self._result()};B[aa])"

    def _result(self) -> str:
        result = self.game.result
        if result is None:
            return ""
        if not isinstance(result, Score):
            return "RE[Void]"
        margin = result.black - result.white
        return "RE[0]" if margin == 0 else f"RE[{'B' if margin > 0 else 'W'}+{abs(margin):g}]"


def main() -> None:
    """Answer commands until one says to quit."""
    katago = Katago()
    answers: dict[str, Callable[..., str]] = {
        "name": lambda: "KataGo",
        "version": lambda: "1.0-cardboard",
        "boardsize": katago.boardsize,
        "rectangular_boardsize": katago.boardsize,
        "clear_board": katago.clear_board,
        "komi": katago.komi,
        "kata-set-rules": katago.set_rules,
        "kata-get-rules": katago.rules,
        "kata-raw-nn": katago.raw_nn,
        "play": katago.play,
        "undo": katago.undo,
        "set_position": katago.set_position,
        "showboard": katago.showboard,
        "printsgf": katago.printsgf,
        "final_score": lambda: "B+361.0",
        "quit": lambda: "",
    }
    answers["list_commands"] = lambda: "\n".join(answers)
    for line in sys.stdin:
        number, name, *words = line.split()
        try:
            print(f"={number} {answers[name](*words)}\n", flush=True)
        except ValueError as error:
            print(f"?{number} {error}\n", flush=True)
        if name == "quit":
            return


if __name__ == "__main__":
    main()
