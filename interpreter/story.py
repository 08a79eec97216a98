"""Where a game starts, and its turns: one value for the referee's requests, for vectors, witnesses, engines and pages.

A `Start` says what stands before the first turn; a `Story` is a start with turns, in the terms of the referee's
protocol, so that anybody can replay it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from typing import Any

from ..spec.algebra import BLACK, Color, Coloring, Grid
from ..spec.algebra.integers import integer_board
from ..spec.rules import Rules
from ..spec.vocabulary import Phase, Turn
from .drawing import picture_of, svg
from .game import Game
from .notation import board_text, parse_board, parse_turn, turn_text
from .rule_names import AMENDMENTS, rules_from_json, rules_to_json

_SET_UP = ("board", "player", "phase", "captures", "handicap")


@dataclass(frozen=True)
class Start:
    """Where a game starts, whatever its rules, in the terms of a `new` request.

    Attributes:
        width: the columns of the board.
        height: the rows of the board.
        board: what is set up, rows from the top joined by `/`; "" for the empty board.
        player: who takes the first turn.
        phase: the phase that the game starts in.
        captures: how many points of Black, and how many of White, were emptied before.
        handicap: how many of the stones are handicap stones.
        passed: whether a pass has occurred in the main phase.
        button: who was the first to pass, if that is known.

    >>> Start(2, 1, board="XO").is_set_up, Start(2, 1).is_set_up
    (True, False)
    """

    width: int
    height: int
    board: str = ""
    player: Color = BLACK
    phase: Phase = Phase.MAIN
    captures: tuple[int, int] = (0, 0)
    handicap: int = 0
    passed: bool = False
    button: Color | None = None

    @staticmethod
    def on(grid: Grid) -> Start:
        """The empty board."""
        return Start(grid.width, grid.height)

    @staticmethod
    def at(board: str, player: Color = BLACK, phase: Phase = Phase.MAIN, handicap: int = 0) -> Start:
        """A position, as its rows from the top."""
        c = parse_board(board)
        rows = board if c.black | c.white else ""
        return Start(c.board.grid.width, c.board.grid.height, rows, player, phase, handicap=handicap)

    @staticmethod
    def of(game: Game) -> Start:
        """Where a game started.

        >>> from superko.spec.vocabulary import PASS
        >>> Start.of(Game(Rules(), (2, 1)).play(PASS))
        Start(width=2, height=1, board='', player=<Color.BLACK: 'B'>, phase=<Phase.MAIN: 'main'>, captures=(0, 0), \
handicap=0, passed=False, button=None)
        """
        return Start.here(game.beginning)

    @staticmethod
    def here(game: Game) -> Start:
        """Where a game would start that goes on from here, with none of the turns that led here."""
        position, tally = game.position, game.record.tally
        c = position.coloring
        return Start(
            c.board.grid.width,
            c.board.grid.height,
            board_text(c) if c.black | c.white else "",
            position.player,
            position.phase,
            (tally.captures[Color.BLACK], tally.captures[Color.WHITE]),
            tally.handicap,
            position.passed is True and position.phase is Phase.MAIN,
            tally.first_passer,
        )

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.width, self.height)

    @cached_property
    def coloring(self) -> Coloring[int]:
        """What stands on it."""
        return parse_board(self.board) if self.board else Coloring(integer_board(self.width, self.height), 0, 0)

    def with_stones(self, c: Coloring[int]) -> Start:
        """The same with other stones on the board."""
        return replace(self, board=board_text(c) if c.black | c.white else "")

    @property
    def is_set_up(self) -> bool:
        """Whether the game starts otherwise than with the empty board and Black's turn in the main phase."""
        placed = self.board, self.player, self.phase, self.captures, self.handicap, self.passed, self.button
        return placed != ("", BLACK, Phase.MAIN, (0, 0), 0, False, None)

    def game(self, rules: Rules) -> Game:
        """The game that starts here under some rules; a `ValueError` if none can."""
        return Game(
            rules,
            self.grid,
            rows=self.board or None,
            to_play=self.player,
            phase=self.phase,
            captures=dict(zip(Color, self.captures, strict=True)),
            handicap=self.handicap,
            passed=self.passed,
            button=self.button,
        )

    def turns(self, texts: Iterable[str]) -> tuple[Turn, ...]:
        """The turns that some texts name on this board."""
        return tuple(parse_turn(self.grid, text) for text in texts)

    def fields(self) -> dict[str, Any]:
        """The fields of a `new` request that say where the game starts; what is usual is left out.

        >>> Start.at("X.", player=Color.WHITE).fields()
        {'width': 2, 'height': 1, 'board': 'X.', 'player': 'W', 'phase': 'main'}
        """
        fields: dict[str, Any] = {"width": self.width, "height": self.height}
        if self.board:
            fields["board"] = self.board
        if self.board or (self.player, self.phase) != (BLACK, Phase.MAIN):
            fields |= {"player": self.player.value, "phase": self.phase.value}
        if any(self.captures):
            fields["captures"] = self._captures()
        if self.handicap:
            fields["handicap"] = self.handicap
        if self.button is not None:
            fields["button"] = self.button.value
        elif self.passed:
            fields["passed"] = True
        return fields

    def request(self, rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The `new` request that starts the game, under rules that a request can name."""
        named = {} if rules is None else {"rules": dict(rules)}
        return {"cmd": "new", "width": self.width, "height": self.height, **named, **self.fields()}

    def as_json(self) -> dict[str, Any]:
        """The fields of a vector, and of a certificate, that say where a game starts."""
        board: dict[str, Any] = {"width": self.width, "height": self.height}
        if not self.is_set_up:
            return board
        set_up = {
            "board": self.board or "/".join(["." * self.width] * self.height),
            "player": self.player.value,
            "phase": self.phase.value,
            "captures": self._captures(),
            "handicap": self.handicap,
        }
        return {**board, "setup": set_up}

    @staticmethod
    def from_json(fields: Mapping[str, Any]) -> Start:
        """Where a game starts, read from what `as_json` gives; a `KeyError` or a `ValueError` if it is not that."""
        of_board = {name: fields[name] for name in ("width", "height")}
        if (set_up := fields.get("setup")) is None:
            return Start(**of_board)
        return Start.of_fields(of_board | {name: set_up[name] for name in _SET_UP})

    @staticmethod
    def of_fields(fields: Mapping[str, Any]) -> Start:
        """Where a game starts by the fields of a `new` request, each of which may be left out but the sides."""
        captures = fields.get("captures", {"B": 0, "W": 0})
        return Start(
            fields["width"],
            fields["height"],
            fields.get("board", ""),
            Color(fields.get("player", "B")),
            Phase(fields.get("phase", "main")),
            (captures["B"], captures["W"]),
            fields.get("handicap", 0),
            fields.get("passed", False),
            Color(fields["button"]) if "button" in fields else None,
        )

    def _captures(self) -> dict[str, int]:
        return {color.value: number for color, number in zip(Color, self.captures, strict=True)}


@dataclass(frozen=True)
class Story:
    """A game that shows something, in the terms of the referee's protocol.

    Attributes:
        start: where it starts.
        turns: its turns, as the `turns` of a `play` request.
        rules: the rules, as the `rules` of a `new` request; where clauses are amended, no request can name them.
        shows: what it shows, in one sentence.
    """

    start: Start
    turns: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    shows: str = ""

    @staticmethod
    def of(game: Game, shows: str = "") -> Story:
        """The story of a game."""
        start = Start.of(game)
        turns = tuple(turn_text(start.grid, turn) for turn in game.turns_taken)
        return Story(start, turns, rules_to_json(game.rules), shows)

    @staticmethod
    def play(start: Game, turns: Iterable[Turn], shows: str = "") -> Story:
        """The story of a game with some turns more; every turn is played, so that an illegal one is noticed."""
        return Story.of(reduce(Game.play, turns, start), shows)

    def first_game(self, rules: Rules | None = None) -> Game:
        """The game before its first turn, by the rules that the story names, or by those given if they are amended."""
        return self.start.game(rules or _rules(json.dumps(self.rules, sort_keys=True)))

    def turns_as_values(self) -> tuple[Turn, ...]:
        """The turns, as values."""
        return self.start.turns(self.turns)

    def game(self, rules: Rules | None = None) -> Game:
        """The game at its end; see `first_game`, and `Game.play` for what is raised.

        >>> print(Story(Start(2, 1), ("A1",), {"ko": "SIMPLE"}).game())
            A  B
         1 (X) .
        White to play, main phase. Captured: 0 black, 0 white.
        """
        return reduce(Game.play, self.turns_as_values(), self.first_game(rules))

    def requests(self) -> list[dict[str, Any]]:
        """The requests that replay it through `superko referee`; amended rules are named as the referee starts."""
        rules = None if AMENDMENTS in self.rules else self.rules
        return [self.start.request(rules), {"cmd": "play", "turns": list(self.turns)}]

    def as_json(self) -> dict[str, Any]:
        """The story as JSON values, as verdicts have it; what is empty is left out."""
        start = self.start
        values: dict[str, Any] = {"rules": dict(self.rules), "width": start.width, "height": start.height}
        values |= {
            "turns": list(self.turns),
            **start.fields(),
            "player": start.player.value,
            "phase": start.phase.value,
        }
        return {name: value for name, value in {**values, "shows": self.shows}.items() if value not in ("", [])}

    @staticmethod
    def from_json(fields: Mapping[str, Any]) -> Story:
        """The story that `as_json` gives."""
        turns = tuple(fields.get("turns", ()))
        return Story(Start.of_fields(fields), turns, fields["rules"], fields.get("shows", ""))

    def _repr_svg_(self) -> str:
        """The board at its end, as notebooks show it."""
        return svg(picture_of(self.game().record))


@lru_cache
def _rules(text: str) -> Rules:
    """The rules that an object as JSON names; kept, as what is in force under them takes a moment to find."""
    return rules_from_json(json.loads(text))
