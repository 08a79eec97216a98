"""Best play by plain search through every line: an AND/OR search, and what Black gets of whole games.

Of whole games every line is played with its whole history. No two games are ever taken for one, nothing is remembered,
no symmetry is used, and nothing is known of the rules but which turns are legal and how a game comes out. Only turns
that can't matter any more are left out: once a player has done as well as is asked, the other turns of that player are
not tried. Lines are followed to some length, then to a greater one, until there is an answer. That is slow, and good
for tiny boards only; it is a witness from outside for whoever finds values in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from numbers import Real
from typing import Generic, NamedTuple, TypeVar

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import BLACK

S = TypeVar("S")

FAILS, UNKNOWN, SUCCEEDS = range(3)
_FIRST_TURNS = 4
_FURTHER_TURNS = 4
_LEAST_DIFFERENCE = 0.5


@dataclass
class PlainSearch(Generic[S]):
    """A depth-first AND/OR search: one player wants a number to be great, and the other wants it to be small.

    Attributes:
        after_each: what each turn from a state is worth, in the order in which they are tried: a number where that is
            decided, and else the state that it leads to.
        wants_more: whether it is the turn of the player who wants the number to be great.
        least: whatever is no greater is as good as can be for the other player.
        most: whatever is no less is as good as can be for this one.
        beyond: what a line is worth that is cut off.
        key: what is the same for states with the same future only; if left out, or where lines are cut off, nothing is
            remembered.
        known: what states come to, by their keys.

    >>> PlainSearch(lambda word: [word[1:]] if len(word) > 1 else [3], lambda word: False).best("ko")
    3.0
    """

    after_each: Callable[[S], Iterable[S | float]]
    wants_more: Callable[[S], bool]
    least: float = FAILS
    most: float = SUCCEEDS
    beyond: float = UNKNOWN
    key: Callable[[S], Hashable] | None = None
    known: dict[Hashable, float] = field(default_factory=dict)

    def best(self, state: S, turns: float = inf) -> float:
        """The value of a state under best play, in lines of limited length; a player without any turn has lost."""
        key = self.key(state) if self.key and turns == inf else None
        if key is not None and key in self.known:
            return self.known[key]
        more, best = self.wants_more(state), None
        for after in self.after_each(state):
            if isinstance(after, float | Real):
                value = float(after)
            else:
                value = self.best(after, turns - 1) if turns > 1 else self.beyond
            best = value if best is None else max(best, value) if more else min(best, value)
            if best >= self.most if more else best <= self.least:
                break
        if best is None:
            best = self.least if more else self.most
        if key is not None:
            self.known[key] = best
        return best


class TooLong(Exception):
    """More turns would have to be tried than may be."""


@dataclass(frozen=True)
class Aim:
    """What is asked of a game: whether Black gets at least so much.

    Attributes:
        least: Black's lead, in points.
        no_result: whether a game without result is enough as well.
    """

    least: float
    no_result: bool

    def of_the_end(self, game: Game) -> int:
        """Whether a game that is over came out so."""
        succeeds = game.result.lead >= self.least if isinstance(game.result, Score) else self.no_result
        return SUCCEEDS if succeeds else FAILS


class PlainAnswer(NamedTuple):
    """What a search came to: whether Black gets so much, or that it is unknown, and how many turns were tried."""

    outcome: int
    turns: int


def within_turns(game: Game, aim: Aim, turns: int, most: int) -> PlainAnswer:
    """Follow every line of a game that is not over to a number of turns, by the interpreter.

    Raises:
        TooLong: more than `most` turns would have to be tried.

    >>> from superko.spec.rules import Rules
    >>> within_turns(Game(Rules(suicide=False), (3, 1)), Aim(3, False), 8, 1000)
    PlainAnswer(outcome=2, turns=11)
    """
    left = most

    def after_each(game: Game) -> Iterator[Game | float]:
        nonlocal left
        for turn in game.turns():
            if not left:
                raise TooLong
            left -= 1
            after = game.taking(turn)
            yield aim.of_the_end(after) if after.over else after

    search = PlainSearch(after_each, lambda game: game.position.player is BLACK)
    return PlainAnswer(int(search.best(game, turns)), most - left)


def answer(game: Game, aim: Aim, most: int) -> PlainAnswer:
    """Whether Black gets so much in a game that is not over; unknown if that takes too many turns.

    >>> from superko.spec.rules import Rules
    >>> answer(Game(Rules(suicide=False), (3, 1)), Aim(3.5, False), 1000).outcome == FAILS
    True
    """
    turns, tried = _FIRST_TURNS, 0
    try:
        while True:
            plain_answer = within_turns(game, aim, turns, most - tried)
            tried += plain_answer.turns
            if plain_answer.outcome != UNKNOWN:
                return PlainAnswer(plain_answer.outcome, tried)
            turns += _FURTHER_TURNS
    except TooLong:
        return PlainAnswer(UNKNOWN, most)


def is_worth(game: Game, lead: float, no_result: bool, most: int) -> PlainAnswer:
    """Whether a game that is not over is worth so much: Black gets that, and no more.

    Args:
        game: the game.
        lead: Black's lead; infinite if best play leads to no result.
        no_result: whether no-result counts as the best that can happen to Black, or as the worst.
        most: how many turns may be tried for each of the two questions.

    >>> from superko.spec.rules import Rules
    >>> is_worth(Game(Rules(suicide=False), (3, 1)), 3.0, False, 1000).outcome == SUCCEEDS
    True
    """
    asked = [(lead, SUCCEEDS)] if lead > -inf else []
    asked += [(lead + _LEAST_DIFFERENCE, FAILS)] if lead < inf else []
    tried = 0
    for least, expected in asked:
        outcome, turns = answer(game, Aim(least, no_result), most)
        tried += turns
        if outcome != expected:
            return PlainAnswer(UNKNOWN if outcome == UNKNOWN else FAILS, tried)
    return PlainAnswer(SUCCEEDS, tried)
