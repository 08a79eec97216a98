"""An engine written without superko, to be checked as the page on vectors says: area scoring, any ko rule, no cleanup.

It knows only the text of the wire format, and plays on rows of characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"B": "W", "W": "B"}
STONES = {"B": "X", "W": "O"}

Rows = tuple[str, ...]
Point = tuple[int, int]
JsonObject = dict[str, Any]


class PlainEngine:
    """A game of area scoring without taxes. `forgets` names mistakes to make, so that a check of it can fail."""

    def __init__(
        self, rules: JsonObject, rows: Rows, player: str, captures: JsonObject, forgets: frozenset[str]
    ) -> None:
        self.rules, self.rows, self.player, self.forgets = rules, rows, player, forgets
        self.captures = dict(captures)
        self.passes = 0
        self.over = self.no_result = False
        self.states = [self._state(rows, player)]
        self.since_pass = [self._state(rows, player)]
        self.passed_from: set[object] = set()

    def _state(self, rows: Rows, player: str) -> object:
        return rows if self.rules["ko"] == "POSITIONAL" else (rows, player)

    def neighbours(self, point: Point) -> Iterator[Point]:
        x, y = point
        for column, row in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= column < len(self.rows[0]) and 0 <= row < len(self.rows):
                yield column, row

    def region(self, rows: Rows, point: Point) -> tuple[set[Point], set[str]]:
        """The points of one color connected to a point, and the colors beside them."""
        color, inside, beside, waiting = rows[point[1]][point[0]], {point}, set(), [point]
        while waiting:
            for x, y in self.neighbours(waiting.pop()):
                if rows[y][x] != color:
                    beside.add(rows[y][x])
                elif (x, y) not in inside:
                    inside.add((x, y))
                    waiting.append((x, y))
        return inside, beside

    def points(self) -> list[Point]:
        return [(x, y) for y in range(len(self.rows)) for x in range(len(self.rows[0]))]

    def emptied(self, rows: Rows, stone: str) -> tuple[Rows, int]:
        """The rows without the stones of a color that have no liberty, and how many those were."""
        dead = {p for p in self.points() if rows[p[1]][p[0]] == stone and "." not in self.region(rows, p)[1]}
        left = tuple(
            "".join("." if (x, y) in dead else mark for x, mark in enumerate(row)) for y, row in enumerate(rows)
        )
        return left, len(dead)

    def after(self, point: Point) -> tuple[Rows, int, int] | None:
        """The rows after a move with what it captured of the opponent's and of its own; None if it is not legal."""
        x, y = point
        if self.rows[y][x] != ".":
            return None
        stone, other = STONES[self.player], STONES[OTHER[self.player]]
        rows = tuple(row if at != y else row[:x] + stone + row[x + 1 :] for at, row in enumerate(self.rows))
        rows, captured = self.emptied(rows, other)
        rows, own = self.emptied(rows, stone)
        if rows == self.rows or (own and not self.rules["suicide"] and "suicide" not in self.forgets):
            return None
        state = self._state(rows, OTHER[self.player])
        banned = self.states[-2:-1] if self.rules["ko"] == "SIMPLE" or "superko" in self.forgets else self.states
        return None if state in banned and "ko" not in self.forgets else (rows, captured, own)

    def play(self, turn: str) -> bool:
        """Take a turn, and tell whether it was legal."""
        if turn.startswith("unblock"):
            return False
        before = self.states[-1] if self.rules["ko"] != "POSITIONAL" else (self.rows, self.player)
        if turn == "pass":
            self.passes += 1
            repeated = self.rules["ko"] == "SIMPLE" and before in self.passed_from
            self.over = self.passes == 2 or (repeated and "repeated pass" not in self.forgets)
            self.passed_from.add(before)
            self.since_pass = []
        else:
            after_move = self.after((LETTERS.index(turn[0]), len(self.rows) - int(turn[1:])))
            if after_move is None:
                return False
            self.rows, captured, own = after_move
            self.captures[OTHER[self.player]] += captured
            self.captures[self.player] += own
            self.passes = 0
        self.player = OTHER[self.player]
        state = self._state(self.rows, self.player)
        self.states.append(state)
        self.since_pass.append(state)
        if self.rules["ko"] == "SIMPLE" and not self.over and "no result" not in self.forgets:
            self.over = self.no_result = self.since_pass.count(state) > 2
        return True

    def legal(self) -> list[str]:
        """The legal moves, row by row from the top left."""
        if self.over:
            return []
        return [f"{LETTERS[x]}{len(self.rows) - y}" for x, y in self.points() if self.after((x, y)) is not None]

    def result(self) -> JsonObject | None:
        """How the game came out, without komi and handicap, which the caller adds."""
        if not self.over:
            return None
        if self.no_result:
            return {"kind": "no-result"}
        area = {color: sum(row.count(stone) for row in self.rows) for color, stone in STONES.items()}
        for x, y in self.points():
            if self.rows[y][x] == ".":
                beside = self.region(self.rows, (x, y))[1]
                for color, stone in STONES.items():
                    area[color] += stone in beside if "dame" in self.forgets else beside == {stone}
        return {"kind": "score", **area}

    def state(self) -> JsonObject:
        """What it says of the game, in the fields that it knows."""
        fields = {"board": "/".join(self.rows), "player": self.player, "legal": self.legal(), "captures": self.captures}
        return {**fields, "phase": "over" if self.over else "main", "result": self.result()}
