"""Engines that are Python libraries: each is asked in its own way, and never judged here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module, metadata
from typing import Any, TypeAlias

from superko.checker.oracle.engine import (
    Aspect,
    Introduction,
    Observation,
    Setting,
    TurnRefused,
    Unsupported,
    Value,
    winner_by,
)
from superko.interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_board, parse_turn, vertex
from superko.interpreter.wording import full_sentence
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.vocabulary import Move, Pass

_Place: TypeAlias = tuple[int, int]


def library(module: str) -> Any:
    """A module of a library.

    Raises:
        Unsupported: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise Unsupported(f"{missing} is not installed.") from error


def version_of(distribution: str) -> str:
    """The version of what was installed under a name."""
    return metadata.version(distribution)


def demand(met: bool, otherwise: str) -> None:
    """See that something that the engine needs holds.

    Raises:
        Unsupported: it does not; says what is otherwise.
    """
    if not met:
        raise Unsupported(otherwise)


def demand_plain_area_scoring(setting: Setting, name: str) -> None:
    """See that what counts is the area, and nothing else.

    Raises:
        Unsupported: there is territory scoring, a tax, a button, or an early end.
    """
    rules = setting.rules
    plain = rules.scoring is Scoring.AREA and rules.tax is Tax.NONE and not rules.button and not rules.self_play_opts
    demand(plain, f"{name} counts the area, without tax, button or early end.")


def demand_square(setting: Setting, name: str) -> None:
    """See that the board has as many columns as rows.

    Raises:
        Unsupported: it has not.
    """
    demand(setting.width == setting.height, f"{name} plays on square boards only.")


def demand_empty_start(setting: Setting, name: str) -> None:
    """See that the game starts with an empty board and Black's turn.

    Raises:
        Unsupported: it does not.
    """
    demand(not setting.is_set_up, f"{name} starts from the empty board only.")


def demand_superko_by_area(setting: Setting, name: str) -> None:
    """See that it is a plain game: a square and empty board, area scoring, positional superko, and no suicide.

    Raises:
        Unsupported: it is not.
    """
    demand_square(setting, name)
    demand_empty_start(setting, name)
    demand_plain_area_scoring(setting, name)
    rules = setting.rules
    demand(rules.ko is Ko.POSITIONAL and not rules.suicide, f"{name} has positional superko and no suicide.")


def place_of(grid: Grid, turn: str) -> _Place | None:
    """Where a turn goes: a column and a row from the top; None for a pass.

    Raises:
        TurnRefused: it is neither a move nor a pass.
    """
    match parse_turn(grid, turn):
        case Pass():
            return None
        case Move(point):
            return grid.place(point)
    raise TurnRefused(turn, "it knows moves and passes only")


def action_of(grid: Grid, turn: str) -> int:
    """The number of a turn where points are counted row by row, and a pass comes last.

    Raises:
        TurnRefused: it is neither a move nor a pass.
    """
    place = place_of(grid, turn)
    return grid.size if place is None else place[1] * grid.width + place[0]


def vertices_at(grid: Grid, places: Iterable[_Place]) -> frozenset[str]:
    """The vertices of some places."""
    return frozenset(vertex(grid, grid.point(*place)) for place in places)


def _board_of(grid: Grid, color_at: Callable[[int, int], int]) -> str:
    """A board as text.

    Args:
        grid: the board.
        color_at: what stands at a column and a row from the top: 1 for black, -1 for white, 0 for nothing.
    """
    stones = {1: BLACK_STONE, -1: WHITE_STONE, 0: NO_STONE}
    rows = ("".join(stones[color_at(column, row)] for column in range(grid.width)) for row in range(grid.height))
    return END_OF_ROW.join(rows)


_COLORS = {"b": 1, "w": -1, None: 0}
_NAME_OF_SGFMILL = "sgfmill's board"


class SgfmillBoard:
    """sgfmill's board; its rows are counted from the bottom."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._boards = library("sgfmill.boards")
        self._grid = Grid(2, 2)
        self._player = "b"
        self._komi = 0.0
        self._board: Any = None

    def introduction(self) -> Introduction:
        """It tells what stands on the board, and the score."""
        return Introduction(
            name="sgfmill",
            version=version_of("sgfmill"),
            aspects=frozenset({Aspect.BOARD, Aspect.MARGIN}),
            rules=("tromp-taylor", "chinese-ogs-kgs"),
            set_up=True,
            smallest=2,
            square=True,
            notes=(
                "It leaves to the caller which moves are legal, whose turn it is and when a game ends.",
                "It does not count captured stones.",
                "Its score does not take komi into account, by its documentation: the adapter takes komi off.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Set the board up."""
        demand_square(setting, _NAME_OF_SGFMILL)
        demand_plain_area_scoring(setting, _NAME_OF_SGFMILL)
        demand(not setting.handicap, f"{_NAME_OF_SGFMILL} gives no points for handicap stones.")
        self._start_on(setting.grid, setting.player.value.lower(), setting.rules.komi)
        if setting.board:
            coloring = parse_board(setting.board)
            black, white = ([self._place_of(point) for point in points_of(coloring.of(color))] for color in Color)
            self._board.apply_setup(black, white, [])

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn for the player whose turn it is."""
        for turn in turns:
            place = place_of(self._grid, turn)
            if place is not None:
                row, column = self._row_and_column(place)
                try:
                    self._board.play(row, column, self._player)
                except ValueError as error:
                    raise TurnRefused(turn, "the point is not empty") from error
            self._player = "w" if self._player == "b" else "b"

    def observe(self) -> Observation:
        """What stands on the board, and by how much Black is ahead."""
        return {
            Aspect.BOARD: _board_of(self._grid, self._color_at),
            Aspect.MARGIN: self._board.area_score() - self._komi,
        }

    def close(self) -> None:
        """There is nothing to end."""

    def _start_on(self, grid: Grid, player: str, komi: float) -> None:
        self._grid, self._komi = grid, komi
        self._player = player
        self._board = self._boards.Board(grid.width)

    def _row_and_column(self, place: _Place) -> tuple[int, int]:
        column, row = place
        return self._grid.height - 1 - row, column

    def _place_of(self, point: int) -> tuple[int, int]:
        return self._row_and_column(self._grid.place(point))

    def _color_at(self, column: int, row: int) -> int:
        return _COLORS[self._board.get(*self._row_and_column((column, row)))]


_NAME_OF_OPEN_SPIEL = "OpenSpiel's Go"
_LONGEST_GAME_OF_OPEN_SPIEL = 100_000
_PASS = "PASS"
_ROW = re.compile(r"^ *(?P<number>[0-9]+) (?P<stones>[+XO]+)$", re.MULTILINE)


class OpenSpielGo:
    """OpenSpiel's Go."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._pyspiel = library("pyspiel")
        self._passes = 0

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but captures and numbers of points."""
        return Introduction(
            name="OpenSpiel",
            version=version_of("open_spiel"),
            aspects=frozenset({Aspect.OVER, Aspect.BOARD, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER}),
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            smallest=2,
            largest=19,
            square=True,
            deviations=("repeat-ends", "simple-ko-only"),
            notes=(
                "It does not tell captures.",
                "What players get is 1, 0 or -1: it does not tell by how much a game is won.",
                "A game that a repetition ends is not asked for its winner.",
                "It cuts games off, by default after twice as many turns as there are points: "
                "the adapter sets a length that no game reaches.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME_OF_OPEN_SPIEL)
        options = {
            "board_size": setting.width,
            "komi": float(setting.rules.komi),
            "max_game_length": _LONGEST_GAME_OF_OPEN_SPIEL,
        }
        try:
            game = self._pyspiel.load_game("go", options)
        except self._pyspiel.SpielError as error:
            raise Unsupported(full_sentence(f"{_NAME_OF_OPEN_SPIEL} does not start such a game: {error}")) from error
        self._state: Any = game.new_initial_state()
        self._passes = 0
        self._action_of = {self._turn_of(action): action for action in self._state.legal_actions()}

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that it lists as legal."""
        for turn in turns:
            action = self._action_of.get(turn)
            if action not in self._state.legal_actions():
                raise TurnRefused(turn, "it is not among its legal actions")
            self._state.apply_action(action)
            self._passes = self._passes + 1 if turn == "pass" else 0

    def observe(self) -> Observation:
        """What it says of the game."""
        state = self._state
        said: dict[Aspect, Value] = {Aspect.OVER: state.is_terminal(), Aspect.BOARD: self._board()}
        if not state.is_terminal():
            said[Aspect.PLAYER] = (BLACK, WHITE)[state.current_player()].value
            said[Aspect.LEGAL] = frozenset(map(self._turn_of, state.legal_actions())) - {"pass"}
        elif self._passes:
            black, white = state.returns()
            said[Aspect.WINNER] = winner_by(black - white)
        return said

    def close(self) -> None:
        """There is nothing to end."""

    def _turn_of(self, action: int) -> str:
        """The turn that an action is, by its name, such as "B a1" or "W PASS"."""
        name = self._state.action_to_string(action).partition(" ")[2]
        return "pass" if name == _PASS else str(name).upper()

    def _board(self) -> str:
        """The rows of the board that OpenSpiel prints, which are numbered from the bottom."""
        rows = {int(row["number"]): row["stones"].replace("+", ".") for row in _ROW.finditer(str(self._state))}
        return "/".join(rows[number] for number in sorted(rows, reverse=True))


_NAME_OF_PETTING_ZOO = "PettingZoo's Go"
_AGENTS = {"black_0": BLACK, "white_0": WHITE}
_MOVER, _OPPONENT_OF_PETTING_ZOO = 0, 1


class PettingZooGo:
    """PettingZoo's Go; the board, captures and margin are read from the position inside the environment."""

    name = "PettingZoo"
    aspects = frozenset(
        {Aspect.OVER, Aspect.BOARD, Aspect.CAPTURES, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER, Aspect.MARGIN}
    )

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._go = library("pettingzoo.classic.go_v5")
        self._grid = Grid(2, 2)
        self._env: Any = None

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but the numbers of points."""
        return Introduction(
            name=self.name,
            version=version_of("pettingzoo"),
            aspects=self.aspects,
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            square=True,
            largest=19,
            deviations=("simple-ko-only",),
            notes=(
                "It does not tell how many points each player has, only the margin.",
                "Its source says that its positional superko is a crude approximation: only a ko is kept from being "
                "retaken at once.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME_OF_PETTING_ZOO)
        self._grid = setting.grid
        self._env = self._go.env(board_size=setting.width, komi=float(setting.rules.komi))
        self._env.reset()

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that its action mask allows."""
        for turn in turns:
            action = action_of(self._grid, turn)
            if not self._mask()[action]:
                raise TurnRefused(turn, "its action mask forbids it")
            self._env.step(action)

    def observe(self) -> Observation:
        """What it says of the game."""
        position = self._env.unwrapped._go
        black_captured, white_captured = map(int, position.caps)
        said: dict[Aspect, Value] = {
            Aspect.OVER: self._is_over(),
            Aspect.BOARD: _board_of(self._grid, lambda column, row: int(position.board[row][column])),
            Aspect.CAPTURES: (white_captured, black_captured),
        }
        if not self._is_over():
            return said | self._turn()
        margin = float(position.score())
        return said | {Aspect.WINNER: winner_by(self._env.rewards["black_0"]), Aspect.MARGIN: margin}

    def close(self) -> None:
        """End the environment."""
        if self._env is not None:
            self._env.close()

    def _turn(self) -> dict[Aspect, Value]:
        width, mask = self._grid.width, self._mask()
        legal = (divmod(action, width) for action in range(self._grid.size) if mask[action])
        return {
            Aspect.PLAYER: _AGENTS[self._env.agent_selection].value,
            Aspect.LEGAL: vertices_at(self._grid, ((column, row) for row, column in legal)),
        }

    def _is_over(self) -> bool:
        return bool(self._env.terminations[self._env.agent_selection])

    def _mask(self) -> Any:
        return self._env.observe(self._env.agent_selection)["action_mask"]


class PettingZooObservations(PettingZooGo):
    """PettingZoo's Go as players see it: only the board, as its documentation says that observations have it."""

    name = "PettingZoo's observations"
    aspects = frozenset({Aspect.BOARD})

    def observe(self) -> Observation:
        """The first plane has the stones of the player who observes, the second those of the opponent."""
        agent = self._env.agent_selection
        planes = self._env.observe(agent)["observation"]
        sign = 1 if _AGENTS[agent] is BLACK else -1

        def color_at(column: int, row: int) -> int:
            return sign * (int(planes[row, column, _MOVER]) - int(planes[row, column, _OPPONENT_OF_PETTING_ZOO]))

        return {Aspect.BOARD: _board_of(self._grid, color_at)}


_NAME_OF_PGX = "Pgx's Go"
_LONGEST_GAME_OF_PGX = 2_000
_OWN, _OPPONENT_OF_PGX, _COLOR = 0, 1, -1


class PgxGo:
    """Pgx's Go; actions are counted row by row, and boards are read from what players observe."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._jax = library("jax")
        self._go = library("pgx.go")
        self._steps: dict[tuple[int, float], tuple[Any, Callable[[Any, int], Any]]] = {}
        self._grid = Grid(2, 2)
        self._passes = 0
        self._state: Any = None

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but captures and numbers of points."""
        return Introduction(
            name="Pgx",
            version=version_of("pgx"),
            aspects=frozenset({Aspect.OVER, Aspect.BOARD, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER}),
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            smallest=2,
            largest=19,
            square=True,
            deviations=("repeat-ends", "simple-ko-only"),
            notes=(
                "It does not tell captures.",
                "What players get is 1 or -1: it does not tell by how much a game is won.",
                "A player who repeats a position loses; the winner of such a game is not asked for.",
                "It cuts games off, by default after twice as many turns as there are points: "
                f"the adapter sets {_LONGEST_GAME_OF_PGX} turns.",
                "On a board of 1x1 compiling it ends the whole process, so that it is not asked to play there.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME_OF_PGX)
        demand(setting.width > 1, f"{_NAME_OF_PGX} does not play on 1x1.")
        self._grid, self._passes = setting.grid, 0
        self._state, self._step = self._compiled(setting.width, float(setting.rules.komi))
        self._black = int(self._state.current_player)

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that its mask of legal actions allows."""
        for turn in turns:
            action = action_of(self._grid, turn)
            if not self._state.legal_action_mask[action]:
                raise TurnRefused(turn, "its mask of legal actions forbids it")
            self._state = self._step(self._state, action)
            self._passes = self._passes + 1 if turn == "pass" else 0

    def observe(self) -> Observation:
        """What it says of the game."""
        state = self._jax.device_get(self._state)
        seen = state.observation
        white_sees = bool(seen[0, 0, _COLOR])
        sign = -1 if white_sees else 1

        def color_at(column: int, row: int) -> int:
            return sign * (int(seen[row, column, _OWN]) - int(seen[row, column, _OPPONENT_OF_PGX]))

        over = bool(state.terminated)
        said: dict[Aspect, Value] = {Aspect.OVER: over, Aspect.BOARD: _board_of(self._grid, color_at)}
        if not over:
            said[Aspect.PLAYER] = (WHITE if white_sees else BLACK).value
            legal = (divmod(action, self._grid.width) for action in state.legal_action_mask[:-1].nonzero()[0])
            said[Aspect.LEGAL] = vertices_at(self._grid, ((int(column), int(row)) for row, column in legal))
        elif self._passes:
            said[Aspect.WINNER] = winner_by(float(state.rewards[self._black]))
        return said

    def close(self) -> None:
        """There is nothing to end."""

    def _compiled(self, size: int, komi: float) -> tuple[Any, Callable[[Any, int], Any]]:
        """The first state of a game, and what takes a step."""
        if (size, komi) not in self._steps:
            env = self._go.Go(size=size, komi=komi, max_terminal_steps=_LONGEST_GAME_OF_PGX)
            first = self._jax.jit(env.init)(self._jax.random.PRNGKey(0))
            self._steps[size, komi] = first, self._jax.jit(env.step)
        return self._steps[size, komi]
