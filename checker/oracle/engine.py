"""Engines: what the oracle asks of a program that it judges, and how such a program can fail to answer.

An adapter is a class with the five methods of `Engine`. It says in its introduction what the program can be asked; it
never judges. What it can't be asked is skipped and listed, and never counted as agreement.

Aspects are what an engine can be asked about a game at the start of a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Protocol, TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import board_text, vertices
from ...interpreter.result import Score
from ...interpreter.story import Start
from ...spec.algebra import Color, Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, Turn, Unblock

Value: TypeAlias = "str | bool | float | tuple[float, ...] | frozenset[str] | None"


class Aspect(Enum):
    """One thing that an engine may know about a game, in words as it is asked, and in short as it is compared.

    Two observations are compared in this order.
    """

    wording: str
    noun: str

    ANSWER = "answer", "whether it answers", ""
    OVER = "over", "whether the game is over", "ends of games"
    PHASE = "phase", "the phase", "phases"
    BOARD = "board", "what stands on the board", "boards"
    CAPTURES = "captures", "how many points of each color have been emptied", "captures"
    PLAYER = "player", "who takes the next turn", "players"
    BLOCKED = "blocked", "which points are marked as blocked", "blocked points"
    LEGAL = "legal", "which moves are legal", "legal moves"
    UNBLOCK = "unblock", "which stones may be unblocked", "stones to unblock"
    PASS_ENDS_PHASE = "passEndsPhase", "whether a pass would end the phase", "passes that end a phase"
    ENDING = "ending", "whether the game ended with a score or without result", "games without result"
    SCORES = "scores", "what each player scored", "scores"
    MARGIN = "margin", "by how much Black won", "margins"
    WINNER = "winner", "who won", "winners"

    def __new__(cls, name: str, wording: str, noun: str) -> Aspect:
        """An aspect, whose value is what the referee's protocol calls it."""
        aspect = object.__new__(cls)
        aspect._value_, aspect.wording, aspect.noun = name, wording, noun
        return aspect


Observation: TypeAlias = Mapping[Aspect, Value]
"""What is said of a game, in the terms of the referee's protocol; an aspect that is missing was not said."""

UNDO = "undo"
"""Takes back the last turn, where an engine says that it can."""

ASKED_OF_EVERY_GAME = frozenset({Aspect.OVER, Aspect.BOARD, Aspect.CAPTURES})
ASKED_AFTER_THE_END = frozenset({Aspect.ENDING, Aspect.WINNER, Aspect.MARGIN, Aspect.SCORES})
EVERYTHING = frozenset(Aspect) - {Aspect.ANSWER}


def observation(
    game: Game, aspects: Collection[Aspect] = EVERYTHING, turns: Sequence[Turn] | None = None
) -> Observation:
    """What the rules say of a game. The phase, the player and legal turns are not spoken of after the end.

    >>> from superko.spec.rules import Rules
    >>> said = observation(Game(Rules(), (2, 1)))
    >>> said[Aspect.PLAYER], sorted(said[Aspect.LEGAL]), Aspect.SCORES in said
    ('B', ['A1', 'B1'], False)
    """
    asked = ASKED_OF_EVERY_GAME | ASKED_AFTER_THE_END if game.over else EVERYTHING - ASKED_AFTER_THE_END
    wanted = [aspect for aspect in Aspect if aspect in asked and aspect in aspects]
    if turns is None and (Aspect.LEGAL in wanted or Aspect.UNBLOCK in wanted):
        turns = game.turns()
    return {aspect: _SAYS[aspect](game, turns or ()) for aspect in wanted}


def _where(game: Game, turns: Sequence[Turn], kind: type[Move | Unblock]) -> frozenset[str]:
    return frozenset(vertices(game.grid, sum(turn.point for turn in turns if isinstance(turn, kind))))


def _of_score(said: Callable[[Score], Value]) -> Callable[[Game, Sequence[Turn]], Value]:
    return lambda game, _: said(game.result) if isinstance(game.result, Score) else None


_SAYS: Mapping[Aspect, Callable[[Game, Sequence[Turn]], Value]] = {
    Aspect.OVER: lambda game, _: game.over,
    Aspect.PHASE: lambda game, _: game.position.phase.value,
    Aspect.BOARD: lambda game, _: board_text(game.position.coloring),
    Aspect.CAPTURES: lambda game, _: tuple(game.record.tally.captures[color] for color in Color),
    Aspect.PLAYER: lambda game, _: game.position.player.value,
    Aspect.BLOCKED: lambda game, _: frozenset(vertices(game.grid, game.position.marks)),
    Aspect.LEGAL: lambda game, turns: _where(game, turns, Move),
    Aspect.UNBLOCK: lambda game, turns: _where(game, turns, Unblock),
    Aspect.PASS_ENDS_PHASE: lambda game, _: game.pass_ends_phase(),
    Aspect.ENDING: lambda game, _: "score" if isinstance(game.result, Score) else "no-result",
    Aspect.WINNER: _of_score(lambda score: score.winner.value if score.winner else "draw"),
    Aspect.MARGIN: _of_score(lambda score: score.lead),
    Aspect.SCORES: _of_score(lambda score: (score.black, score.white)),
}


def differing(said: Observation, expected: Observation) -> tuple[Aspect, ...]:
    """The aspects that both speak of and in which they differ; once one says that the game is over, only that.

    >>> differing({Aspect.PLAYER: "B"}, {Aspect.PLAYER: "W", Aspect.OVER: False})
    (<Aspect.PLAYER: 'player'>,)
    """
    aspects = tuple(
        aspect for aspect in Aspect if aspect in said and aspect in expected and said[aspect] != expected[aspect]
    )
    return (Aspect.OVER,) if Aspect.OVER in aspects else aspects


def number_of_phases(rules: Rules) -> int:
    """How many phases a game has: the more there are, the more there is to try.

    >>> number_of_phases(Rules())
    1
    """
    return sum(bool(rules.deciding(Decision.NEXT_PHASE, phase)) for phase in Phase if phase is not Phase.OVER)


def has_aspect(rules: Rules, aspect: Aspect) -> bool:
    """Whether an aspect is more than one and the same answer in every game by some rules.

    >>> has_aspect(Rules(), Aspect.BOARD), has_aspect(Rules(), Aspect.BLOCKED)
    (True, False)
    """
    if aspect is Aspect.PHASE:
        return number_of_phases(rules) > 1
    decision = _DECIDED_BY.get(aspect)
    return decision is None or any(clause.decides is decision for clause in rules.in_force)


_DECIDED_BY = {
    Aspect.BLOCKED: Decision.MARKS,
    Aspect.UNBLOCK: Decision.UNBLOCK,
    Aspect.ENDING: Decision.NO_RESULT,
}


def winner_by(margin: float) -> str:
    """Who won, from by how much Black did.

    >>> winner_by(-0.5), winner_by(0)
    ('W', 'draw')
    """
    return "draw" if margin == 0 else "B" if margin > 0 else "W"


@dataclass(frozen=True)
class Introduction:
    """What an engine says of itself.

    Attributes:
        name: what it is called.
        version: its version, or "".
        aspects: what it can be asked about a game.
        rules: the rules that it claims to play by, as texts such as "tromp-taylor" or "ko=SIMPLE,suicide=no".
        set_up: whether games may start from a position that is set up.
        smallest: the fewest columns and rows of a board.
        largest: the most columns and rows of a board.
        square: whether boards must have as many columns as rows.
        deviations: the names of what it is known to do otherwise than by those rules; see `changes`.
        notes: for each aspect that it can't be asked, why.
        parameters: the keys of rules that it can be set to, as "ko" or the id of a reading, where it plays by more than
            the rules that it names.
        hears_rules: whether it gets the rules of a game at all, so that it can refuse them.
        undoes: whether it also plays "undo", which takes back the last turn.
        tries: whether its legal moves are those that it takes, each of which is taken back by "undo".
    """

    name: str
    version: str
    aspects: frozenset[Aspect]
    rules: tuple[str, ...] = ()
    set_up: bool = False
    smallest: int = 1
    largest: int = 25
    square: bool = False
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    hears_rules: bool = True
    undoes: bool = False
    tries: bool = False

    def plays_on(self, grid: Grid) -> bool:
        """Whether it plays on a board.

        >>> Introduction("some engine", "", frozenset(), square=True).plays_on(Grid(3, 2))
        False
        """
        sides = (grid.width, grid.height)
        return self.smallest <= min(sides) and max(sides) <= self.largest and (not self.square or len({*sides}) == 1)


class Unsupported(Exception):
    """The engine can't be asked that: it lacks the rules, the board, the set-up; or it is not installed. Says why."""


class TurnRefused(Exception):
    """The engine does not take a turn, and says so, in one line; it stands as before the turn."""

    def __init__(self, turn: str, said: str) -> None:
        super().__init__(f"It refused {turn}: {said}")
        self.turn = turn
        self.said = said


class Breakage(Enum):
    """In which way an engine failed to answer."""

    CRASHED = "it ended"
    HUNG = "it did not answer in time"
    NONSENSE = "it answered what can't be understood"
    FLOODED = "it answered more than it was asked"


class EngineBroke(Exception):
    """The engine failed to answer, in which way and why in one sentence; it must be started again.

    The last lines that were exchanged come oldest first, each with "> " (sent), "< " (received) or "! " (its error
    output) before it.
    """

    def __init__(self, breakage: Breakage, reason: str, exchange: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.breakage = breakage
        self.reason = reason
        self.exchange = tuple(exchange)


class Engine(Protocol):
    """A program that plays by the rules, and can be asked about a game.

    Every method may raise `EngineBroke`.
    """

    def introduction(self) -> Introduction:
        """What it is and what it can be asked."""
        ...

    def start(self, setting: Setting) -> None:
        """Start a game, dropping the last one.

        Raises:
            Unsupported: it can't play such games.
        """
        ...

    def play(self, turns: Sequence[str]) -> None:
        """Play turns such as "C3", "pass" or "unblock C3", in order; also "undo", where it says that it can.

        Raises:
            TurnRefused: it does not take one of them; those before it were played.
        """
        ...

    def observe(self) -> Observation:
        """What it says of the game at the start of the next turn, in every aspect that it can be asked about now.

        Returns:
            OVER, PASS_ENDS_PHASE: True or False.
            PHASE: "main", "cleanup1" or "cleanup2".
            BOARD: rows from the top joined by "/", as in "X./.O".
            CAPTURES: how many points of each color have been emptied; as SCORES, a pair of numbers, Black's first.
            PLAYER: "B" or "W".
            BLOCKED, LEGAL, UNBLOCK: a frozenset of vertices, as frozenset({"A1", "C3"}); passing is not listed.
            ENDING: "score" or "no-result".
            WINNER: "B", "W" or "draw".
            MARGIN: Black's score less White's.
        """
        ...

    def close(self) -> None:
        """End it, and leave no process behind; it never raises."""
        ...


Opener: TypeAlias = Callable[[], Engine]
"""Starts an engine. Raises `Unsupported` where it can't be had, with how to get it, and `EngineBroke`."""


_TROMP_TAYLOR = Rules()


@dataclass(frozen=True)
class Setting(Start):
    """Where a game starts, with the rules that the engine gets; see `Start`.

    >>> Setting(2, 1, board="XO", rules=Rules()).is_set_up
    True
    """

    rules: Rules = _TROMP_TAYLOR

    @staticmethod
    def from_start(start: Start, rules: Rules) -> Setting:
        """A start, with the rules that an engine gets there.

        >>> Setting.from_start(Start.at("X."), Rules()).board
        'X.'
        """
        return Setting(**{field.name: getattr(start, field.name) for field in fields(Start)}, rules=rules)

    def game(self, rules: Rules | None = None) -> Game:
        """The game at its start, by these rules or, where an engine's deviations are allowed for, by others."""
        return super().game(self.rules if rules is None else rules)
