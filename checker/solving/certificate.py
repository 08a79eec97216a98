"""Certificates: strategies by which each player makes sure of a value, checked by playing them against every reply.

Whoever checks one need not trust the search, nor the machine that it works on: only the interpreter is asked, which
turns are legal and how each game comes out. A strategy has one answer to every turn of the opponent, so it holds few of
all games; still it grows with the board, and is written down for small ones only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf, isinf
from random import Random
from typing import Any, TypeAlias

import numpy as np

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, turn_text
from ...interpreter.result import Score
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import Turn
from ..phase.tables import Tables
from .solution import LEAST_DIFFERENCE, Value
from .solver import Solver
from .state import BEST, WORST

MOST_TURNS = 50_000

# The owner's turn and what follows, or what follows on each turn of the opponent; None where the game is over.
Strategy: TypeAlias = Any


class TooLarge(ValueError):
    """A strategy that has too many turns to be written down."""


class NotKept(ValueError):
    """A strategy that does not keep its promise."""


@dataclass(frozen=True)
class Promise:
    """What a player makes sure of.

    Attributes:
        player: who does.
        lead: Black's lead: at least so much if Black makes sure of it, at most so much if White does.
        or_no_result: whether the game may end without result instead.
    """

    player: Color
    lead: float
    or_no_result: bool = False

    def is_kept_by(self, game: Game) -> bool:
        """Whether a game that is over came out as promised.

        >>> from superko.spec.rules import Rules
        >>> from superko.spec.vocabulary import PASS
        >>> over = Game.start(Rules(komi=1), 2, 1).play(PASS).play(PASS)
        >>> Promise(WHITE, -1).is_kept_by(over), Promise(BLACK, 0).is_kept_by(over)
        (True, False)
        """
        if not isinstance(game.result, Score):
            return self.or_no_result
        return game.result.lead >= self.lead if self.player is BLACK else game.result.lead <= self.lead

    def can_be_kept_after(self, solver: Solver, after: Game) -> bool:
        """Whether the player can still make sure of it."""
        mode = BEST if self.or_no_result is (self.player is BLACK) else WORST
        if self.player is BLACK:
            return solver.succeeds(after, self.lead, mode)
        return not solver.succeeds(after, self.lead + LEAST_DIFFERENCE, mode)


def promises(value: Value) -> Iterator[Promise]:
    """What the players make sure of in a game of some value; together they say that it is no other.

    >>> list(promises(Value(3, 3)))
    [Promise(player=<Color.BLACK: 'B'>, lead=3, or_no_result=False), Promise(player=<Color.WHITE: 'W'>, lead=3, \
or_no_result=False)]
    """
    if value.worst > -inf:
        yield Promise(BLACK, value.worst)
    if value.best < inf:
        yield Promise(WHITE, value.best)
    if value.worst < value.best:
        yield Promise(WHITE, value.worst, or_no_result=True)
        yield Promise(BLACK, value.best, or_no_result=True)


def strategy(solver: Solver, game: Game, promise: Promise, most_turns: int = MOST_TURNS) -> Strategy:
    """A strategy by which a player keeps a promise, as a value that goes into a file.

    Raises:
        TooLarge: it has more turns than may be.
        OutOfBudget: it takes too long to find.
    """
    left = [most_turns]

    def from_here(game: Game) -> Strategy:
        if game.over:
            return None
        left[0] -= 1
        if left[0] < 0:
            raise TooLarge(f"A strategy of more than {most_turns:,} turns is not written down.")
        grid = game.position.coloring.board.grid
        if game.position.player is not promise.player:
            return {turn_text(grid, turn): from_here(game.taking(turn)) for turn in game.turns()}
        after = ((turn, game.taking(turn)) for turn in game.turns())
        turn, following = next(some for some in after if promise.can_be_kept_after(solver, some[1]))
        return [turn_text(grid, turn), from_here(following)]

    return from_here(game)


def games_played(game: Game, promise: Promise, told: Strategy) -> int:
    """How many games a strategy was played through, against every reply; each came out as promised.

    Raises:
        NotKept: a game does not, a reply has no answer, or a turn is not legal; the message says which.
    """
    grid = game.position.coloring.board.grid
    if game.over:
        if not promise.is_kept_by(game):
            raise NotKept(f"{promise.player.name.capitalize()} does not keep the promise.")
        return 1
    if game.position.player is promise.player:
        if not isinstance(told, list):
            raise NotKept("There is a turn of the player to which the strategy has no answer.")
        turn = parse_turn(grid, told[0])
        if not game.judge(turn).legal:
            raise NotKept(f"{told[0]} is not legal.")
        return games_played(game.play(turn), promise, told[1])
    replies = {turn_text(grid, turn): turn for turn in game.turns()}
    if not isinstance(told, Mapping) or set(replies) != set(told):
        raise NotKept("There is a reply of the opponent to which the strategy has no answer.")
    return sum(games_played(game.play(turn), promise, told[text]) for text, turn in replies.items())


def certificate(solver: Solver, game: Game, value: Value) -> list[dict[str, Any]]:
    """The strategies that certify a value, each with its promise, as they go into a file.

    Raises:
        TooLarge: one has too many turns to be written down.
        OutOfBudget: one takes too long to find.
    """
    return [
        {
            "player": some.player.value,
            "lead": None if isinf(some.lead) else some.lead,
            "or_no_result": some.or_no_result,
            "strategy": strategy(solver, game, some),
        }
        for some in promises(value)
    ]


def check_certificate(game: Game, told: list[dict[str, Any]]) -> tuple[Value, int]:
    """The value that a certificate says and its strategies keep, and how many games they were played through.

    Raises:
        NotKept: a strategy does not keep its promise, or one is missing.
        KeyError: something is missing.
    """
    kept: list[Promise] = []
    games = 0
    for some in told:
        player, or_no_result = Color(some["player"]), bool(some["or_no_result"])
        promise = Promise(player, lead_promised(player, or_no_result, some["lead"]), or_no_result)
        games += games_played(game, promise, some["strategy"])
        kept.append(promise)
    return kept_value(kept), games


def lead_promised(player: Color, or_no_result: bool, lead: float | None) -> float:
    """A lead as it stands in a file, where None is one that no score comes to.

    >>> lead_promised(WHITE, True, None), lead_promised(BLACK, False, 2)
    (-inf, 2.0)
    """
    if lead is not None:
        return float(lead)
    return -inf if or_no_result is (player is WHITE) else inf


def kept_value(promised: Sequence[Promise]) -> Value:
    """The value of a game in which all these promises are kept.

    Raises:
        NotKept: they leave open what it is.

    >>> kept_value([Promise(BLACK, 3), Promise(WHITE, 3)])
    Value(worst=3, best=3)
    """
    kept = {(some.player, some.or_no_result): some.lead for some in promised}
    worst, best = kept.get((BLACK, False), -inf), kept.get((WHITE, False), inf)
    if worst != best and (kept.get((WHITE, True)), kept.get((BLACK, True))) != (worst, best):
        raise NotKept("The strategies leave open what the value is.")
    return Value(worst, best)


# The turn that a strategy takes in a game in which it is its player's turn.
Answer: TypeAlias = Callable[[Game], Turn]


def digest_of(tables: Iterable[Tables]) -> str:
    """What the tables of some phases come to: the same on every machine, and another one if a number differs.

    >>> len(digest_of([]))
    64
    """
    digest = sha256()
    for some in tables:
        for name, numbers in some._asdict().items():
            array = np.ascontiguousarray(numbers, dtype="<i8")
            digest.update(f"{name} {array.shape} ".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()


def by_search(solver: Solver, promise: Promise) -> Answer:
    """The strategy that takes the first turn after which a promise can still be kept."""

    def answer(game: Game) -> Turn:
        kept = (turn for turn in game.turns() if promise.can_be_kept_after(solver, game.taking(turn)))
        found = next(kept, None)
        if found is None:
            raise NotKept(f"{promise.player.name.capitalize()} can't keep the promise any more.")
        return found

    return answer


def play_at_random(game: Game, promise: Promise, answer: Answer, games: int, seed: int) -> int:
    """Play a strategy through so many games, against replies drawn at random; each came out as promised.

    Returns:
        How many turns were taken in all of them.

    Raises:
        NotKept: a game does not come out as promised, or a turn of the strategy is not legal.
    """
    chance = Random(seed)
    return sum(_turns_of_one(game, promise, answer, chance) for _ in range(games))


def _turns_of_one(game: Game, promise: Promise, answer: Answer, chance: Random) -> int:
    turns = 0
    while not game.over:
        mine = game.position.player is promise.player
        turn = answer(game) if mine else chance.choice(game.turns())
        if not game.judge(turn).legal:
            raise NotKept(f"{turn_text(game.position.coloring.board.grid, turn)} is not legal.")
        game = game.play(turn)
        turns += 1
    if not promise.is_kept_by(game):
        raise NotKept(f"{promise.player.name.capitalize()} does not keep the promise.")
    return turns
