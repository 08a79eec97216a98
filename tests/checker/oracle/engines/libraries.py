"""Engines that are Python libraries: each is asked in its own way, and never judged here."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from importlib import import_module, metadata
from typing import Any

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
from superko.interpreter.notation import (
    BLACK_STONE,
    END_OF_ROW,
    NO_STONE,
    WHITE_STONE,
    parse_board,
    parse_turn,
    turn_text,
    vertices,
)
from superko.interpreter.wording import full_sentence
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.vocabulary import Move, Pass

OPEN_SPIEL_BOARD = re.compile(r"^ *[0-9]+ (?P<stones>[+XO]+)$", re.MULTILINE)
STONES = {1: BLACK_STONE, -1: WHITE_STONE, 0: NO_STONE}
LONGEST_GAME_OF_OPEN_SPIEL, LONGEST_GAME_OF_PGX = 100_000, 2_000
AREA_WITH_SUPERKO = ("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs")
PLAIN_GAME = frozenset({Aspect.OVER, Aspect.BOARD, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER})
# What libraries for learning have in common: who wins is told, and not by how much.
FOR_LEARNING = Introduction(
    "",
    "",
    PLAIN_GAME,
    AREA_WITH_SUPERKO,
    smallest=2,
    largest=19,
    square=True,
    deviations=("repeat-ends", "simple-ko-only"),
)


def library(module: str) -> Any:
    """A module of a library.

    Raises:
        Unsupported: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise Unsupported(f"{error.name or module} is not installed.") from error


class LibraryGo:
    """A library's Go on square boards, whose turns are numbers: points row by row from the top, and then the pass.

    Attributes:
        modules: the modules that are asked; what is imported of them is in `imported`.
        distribution: by what name it is installed.
        introduced: what it says of itself, but for its version.
        has_superko_only: whether it starts from empty boards, with positional superko and without suicide, only.
    """

    modules: tuple[str, ...]
    distribution: str
    introduced: Introduction
    has_superko_only = True

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self.imported = [library(module) for module in self.modules]
        self.grid, self.passes = Grid(2, 2), 0

    def introduction(self) -> Introduction:
        """What it can be asked, with the version that is installed."""
        return replace(self.introduced, version=metadata.version(self.distribution))

    def start(self, setting: Setting) -> None:
        """Start a game.

        Raises:
            Unsupported: it has no such game.
        """
        rules, name = setting.rules, f"{self.introduced.name}'s Go"
        area = rules.scoring is Scoring.AREA and rules.tax is Tax.NONE and not rules.button and not rules.self_play_opts
        superko = rules.ko is Ko.POSITIONAL and not rules.suicide
        demands = {
            f"{name} plays on square boards only.": setting.width == setting.height,
            f"{name} does not play on so small a board.": setting.width >= self.introduced.smallest,
            f"{name} starts from the empty board only.": not (self.has_superko_only and setting.is_set_up),
            f"{name} gives no points for handicap stones.": not setting.handicap,
            f"{name} counts the area, without tax, button or early end.": area,
            f"{name} has positional superko and no suicide.": superko or not self.has_superko_only,
        }
        for otherwise in (otherwise for otherwise, is_met in demands.items() if not is_met):
            raise Unsupported(otherwise)
        self.grid, self.passes = setting.grid, 0
        self.begin(setting)

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that it allows.

        Raises:
            TurnRefused: it allows no such turn.
        """
        for text in turns:
            turn = parse_turn(self.grid, text)
            if not isinstance(turn, Move | Pass):
                raise TurnRefused(text, "it knows moves and passes only")
            number = self.grid.size if isinstance(turn, Pass) else turn.point.bit_length() - 1
            if number not in self.allowed():
                raise TurnRefused(text, "it does not allow that turn")
            self.take(number)
            self.passes = self.passes + 1 if isinstance(turn, Pass) else 0

    def close(self) -> None:
        """There is nothing to end."""

    def begin(self, setting: Setting) -> None:
        """Begin a game that it has."""
        raise NotImplementedError

    def allowed(self) -> Collection[int]:
        """The numbers of the turns that it allows."""
        raise NotImplementedError

    def take(self, number: int) -> None:
        """Take a turn that it allows."""
        raise NotImplementedError

    def legal(self) -> frozenset[str]:
        """The vertices of the moves that it allows."""
        return frozenset(turn_text(self.grid, Move(1 << move)) for move in self.allowed() if move < self.grid.size)

    def board(self, color_at: Callable[[int, int], int]) -> str:
        """A board as text, of what stands at each row and column from the top: 1 for black, -1 for white, or 0."""
        across, down = range(self.grid.width), range(self.grid.height)
        return END_OF_ROW.join("".join(STONES[int(color_at(row, column))] for column in across) for row in down)


class SgfmillBoard(LibraryGo):
    """sgfmill's board; its rows are counted from the bottom."""

    modules, distribution, has_superko_only = ("sgfmill.boards",), "sgfmill", False
    introduced = Introduction(
        name="sgfmill",
        version="",
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

    def begin(self, setting: Setting) -> None:
        self.player, self.komi = setting.player, setting.rules.komi
        self.stands: Any = self.imported[0].Board(self.grid.width)
        if setting.board:
            coloring = parse_board(setting.board)
            stones = ([point.bit_length() - 1 for point in points_of(coloring.of(color))] for color in Color)
            black, white = ([*map(self._place, numbers)] for numbers in stones)
            self.stands.apply_setup(black, white, [])

    def allowed(self) -> Collection[int]:
        return [move for move in range(self.grid.size) if self.stands.get(*self._place(move)) is None] + [
            self.grid.size
        ]

    def take(self, number: int) -> None:
        if number < self.grid.size:
            self.stands.play(*self._place(number), self.player.value.lower())
        self.player = self.player.opponent

    def observe(self) -> Observation:
        """What stands on the board, and by how much Black is ahead."""
        colors = {"b": 1, "w": -1, None: 0}
        board = self.board(lambda row, column: colors[self.stands.get(self.grid.height - 1 - row, column)])
        return {Aspect.BOARD: board, Aspect.MARGIN: self.stands.area_score() - self.komi}

    def _place(self, number: int) -> tuple[int, int]:
        return self.grid.height - 1 - number // self.grid.width, number % self.grid.width


class OpenSpielGo(LibraryGo):
    """OpenSpiel's Go, whose numbers of turns are its own."""

    modules, distribution = ("pyspiel",), "open_spiel"
    introduced = replace(
        FOR_LEARNING,
        name="OpenSpiel",
        notes=(
            "It does not tell captures.",
            "What players get is 1, 0 or -1: it does not tell by how much a game is won.",
            "A game that a repetition ends is not asked for its winner.",
            "It cuts games off, by default after twice as many turns as there are points: "
            "the adapter sets a length that no game reaches.",
        ),
    )

    def begin(self, setting: Setting) -> None:
        [pyspiel] = self.imported
        options = {
            "board_size": setting.width,
            "komi": float(setting.rules.komi),
            "max_game_length": LONGEST_GAME_OF_OPEN_SPIEL,
        }
        try:
            self.state: Any = pyspiel.load_game("go", options).new_initial_state()
        except pyspiel.SpielError as error:
            raise Unsupported(full_sentence(f"OpenSpiel's Go does not start such a game: {error}")) from error
        named = {vertex: number for number, vertex in enumerate(vertices(self.grid, self.grid.everywhere))}
        # It calls a turn such as "B a1" or "W PASS".
        names = {
            action: self.state.action_to_string(action).partition(" ")[2].upper()
            for action in self.state.legal_actions()
        }
        self.numbers: Mapping[int, int] = {action: named.get(name, self.grid.size) for action, name in names.items()}

    def allowed(self) -> Collection[int]:
        return [self.numbers[action] for action in self.state.legal_actions()]

    def take(self, number: int) -> None:
        self.state.apply_action(next(action for action, own in self.numbers.items() if own == number))

    def observe(self) -> Observation:
        """What it says of the game; the rows of the board that it prints are numbered from the bottom."""
        rows = [row["stones"].replace("+", NO_STONE) for row in OPEN_SPIEL_BOARD.finditer(str(self.state))]
        said: dict[Aspect, Value] = {Aspect.OVER: self.state.is_terminal(), Aspect.BOARD: END_OF_ROW.join(rows)}
        if not self.state.is_terminal():
            said[Aspect.PLAYER] = (BLACK, WHITE)[self.state.current_player()].value
            said[Aspect.LEGAL] = self.legal()
        elif self.passes:
            black, white = self.state.returns()
            said[Aspect.WINNER] = winner_by(black - white)
        return said


class PettingZooGo(LibraryGo):
    """PettingZoo's Go; the board, captures and margin are read from the position inside the environment."""

    modules, distribution = ("pettingzoo.classic.go_v5",), "pettingzoo"
    introduced = Introduction(
        name="PettingZoo",
        version="",
        aspects=PLAIN_GAME | {Aspect.CAPTURES, Aspect.MARGIN},
        rules=AREA_WITH_SUPERKO,
        square=True,
        largest=19,
        deviations=("simple-ko-only",),
        notes=(
            "It does not tell how many points each player has, only the margin.",
            "Its source says that its positional superko is a crude approximation: only a ko is kept from being "
            "retaken at once.",
        ),
    )
    env: Any = None

    def begin(self, setting: Setting) -> None:
        self.env = self.imported[0].env(board_size=setting.width, komi=float(setting.rules.komi))
        self.env.reset()

    def allowed(self) -> Collection[int]:
        return {*self.seen()["action_mask"].nonzero()[0].tolist()}

    def take(self, number: int) -> None:
        self.env.step(number)

    def observe(self) -> Observation:
        """What it says of the game."""
        position, over = self.env.unwrapped._go, bool(self.env.terminations[self.env.agent_selection])
        black, white = map(int, position.caps)
        said: dict[Aspect, Value] = {
            Aspect.OVER: over,
            Aspect.BOARD: self.board(lambda row, column: position.board[row][column]),
            Aspect.CAPTURES: (white, black),
        }
        if over:
            margin = float(position.score())
            return said | {Aspect.WINNER: winner_by(self.env.rewards["black_0"]), Aspect.MARGIN: margin}
        return said | {Aspect.PLAYER: (WHITE, BLACK)[self.is_black()].value, Aspect.LEGAL: self.legal()}

    def close(self) -> None:
        """End the environment."""
        if self.env is not None:
            self.env.close()

    def is_black(self) -> bool:
        """Whether Black is to play."""
        return bool(self.env.agent_selection == "black_0")

    def seen(self) -> Any:
        """What the player to move observes."""
        return self.env.observe(self.env.agent_selection)


class PettingZooObservations(PettingZooGo):
    """PettingZoo's Go as players see it: only the board, as its documentation says that observations have it."""

    introduced = replace(PettingZooGo.introduced, name="PettingZoo's observations", aspects=frozenset({Aspect.BOARD}))

    def observe(self) -> Observation:
        """The first plane has the stones of the player who observes, the second those of the opponent."""
        planes, sign = self.seen()["observation"].astype(int), 1 if self.is_black() else -1
        return {Aspect.BOARD: self.board(lambda row, column: sign * (planes[row, column, 0] - planes[row, column, 1]))}


class PgxGo(LibraryGo):
    """Pgx's Go; boards are read from what players observe."""

    modules, distribution = ("jax", "pgx.go"), "pgx"
    introduced = replace(
        FOR_LEARNING,
        name="Pgx",
        notes=(
            "It does not tell captures.",
            "What players get is 1 or -1: it does not tell by how much a game is won.",
            "A player who repeats a position loses; the winner of such a game is not asked for.",
            "It cuts games off, by default after twice as many turns as there are points: "
            f"the adapter sets {LONGEST_GAME_OF_PGX} turns.",
            "On a board of 1x1 compiling it ends the whole process, so that it is not asked to play there.",
        ),
    )

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[tuple[int, float], tuple[Any, Callable[[Any, int], Any]]] = {}

    def begin(self, setting: Setting) -> None:
        jax, go = self.imported
        asked = setting.width, float(setting.rules.komi)
        if asked not in self.games:
            env = go.Go(size=asked[0], komi=asked[1], max_terminal_steps=LONGEST_GAME_OF_PGX)
            self.games[asked] = jax.jit(env.init)(jax.random.PRNGKey(0)), jax.jit(env.step)
        self.state, self.step = self.games[asked]
        self.black = int(self.state.current_player)

    def allowed(self) -> Collection[int]:
        return {*self.state.legal_action_mask.nonzero()[0].tolist()}

    def take(self, number: int) -> None:
        self.state = self.step(self.state, number)

    def observe(self) -> Observation:
        """What it says of the game; the first planes have the stones of the player who observes and of the other."""
        seen = self.imported[0].device_get(self.state).observation.astype(int)
        white_sees, over = bool(seen[0, 0, -1]), bool(self.state.terminated)
        sign = -1 if white_sees else 1
        board = self.board(lambda row, column: sign * (seen[row, column, 0] - seen[row, column, 1]))
        said: dict[Aspect, Value] = {Aspect.OVER: over, Aspect.BOARD: board}
        if not over:
            said |= {Aspect.PLAYER: (WHITE if white_sees else BLACK).value, Aspect.LEGAL: self.legal()}
        elif self.passes:
            said[Aspect.WINNER] = winner_by(float(self.state.rewards[self.black]))
        return said
