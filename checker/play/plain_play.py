"""Best play by plain search through the game: whether Black gets at least so much, asked turn by turn.

Every line is played with its whole history. No two games are ever taken for one, nothing is remembered, no symmetry is
used, and nothing is known of the rules but which turns are legal and how a game comes out. Only turns that can't matter
any more are left out: once a player has done as well as is asked, the other turns of that player are not tried. Lines
are followed to so many turns, then to some more, until there is an answer. That is slow, and good for tiny boards only;
it is a witness from outside for whoever finds values in another way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeAlias

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import BLACK

FAILS, SUCCEEDS, UNKNOWN = range(3)
FIRST_TURNS = 4
FURTHER_TURNS = 4
LEAST_DIFFERENCE = 0.5


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
        return int(game.result.lead >= self.least if isinstance(game.result, Score) else self.no_result)


class PlainAnswer(NamedTuple):
    """What a search came to: whether Black gets so much, or that it is unknown, and how many turns were tried."""

    outcome: int
    turns: int


# Given a game, an aim, how many turns the lines may have, and how many may be tried; raises TooLong.
Within: TypeAlias = Callable[[Game, Aim, int, int], PlainAnswer]


def within_turns(game: Game, aim: Aim, turns: int, most: int) -> PlainAnswer:
    """Follow every line of a game that is not over to so many turns, by the interpreter.

    Raises:
        TooLong: more than `most` turns would have to be tried.

    >>> from superko.spec.rules import Rules
    >>> within_turns(Game.start(Rules(suicide=False), 3, 1), Aim(3, False), 8, 1000)
    PlainAnswer(outcome=1, turns=11)
    """
    left = most

    def outcome_later(game: Game, turns: int) -> int:
        return outcome_from(game, turns) if turns else UNKNOWN

    def outcome_from(game: Game, turns: int) -> int:
        nonlocal left
        wins, open_yet = int(game.position.player is BLACK), False
        for turn in game.turns():
            if not left:
                raise TooLong
            left -= 1
            after = game.taking(turn)
            outcome = aim.of_the_end(after) if after.over else outcome_later(after, turns - 1)
            if outcome == wins:
                return outcome
            open_yet = open_yet or outcome == UNKNOWN
        return UNKNOWN if open_yet else 1 - wins

    return PlainAnswer(outcome_from(game, turns), most - left)


def answer(game: Game, aim: Aim, most: int, within: Within = within_turns) -> PlainAnswer:
    """Whether Black gets so much in a game that is not over; unknown if that takes too many turns.

    >>> from superko.spec.rules import Rules
    >>> answer(Game.start(Rules(suicide=False), 3, 1), Aim(3.5, False), 1000).outcome == FAILS
    True
    """
    turns, tried = FIRST_TURNS, 0
    try:
        while True:
            plain_answer = within(game, aim, turns, most - tried)
            tried += plain_answer.turns
            if plain_answer.outcome != UNKNOWN:
                return PlainAnswer(plain_answer.outcome, tried)
            turns += FURTHER_TURNS
    except TooLong:
        return PlainAnswer(UNKNOWN, most)


def is_worth(game: Game, lead: float, no_result: bool, most: int, within: Within = within_turns) -> PlainAnswer:
    """Whether a game that is not over is worth so much: Black gets that, and no more.

    Args:
        game: the game.
        lead: Black's lead; infinite if best play leads to no result.
        no_result: whether no-result counts as the best that can happen to Black, or as the worst.
        most: how many turns may be tried for each of the two questions.
        within: how lines are followed.

    >>> from superko.spec.rules import Rules
    >>> is_worth(Game.start(Rules(suicide=False), 3, 1), 3.0, False, 1000).outcome == SUCCEEDS
    True
    """
    asked = [(lead, SUCCEEDS)] if lead > -inf else []
    asked += [(lead + LEAST_DIFFERENCE, FAILS)] if lead < inf else []
    tried = 0
    for least, expected in asked:
        outcome, turns = answer(game, Aim(least, no_result), most, within)
        tried += turns
        if outcome != expected:
            return PlainAnswer(UNKNOWN if outcome == UNKNOWN else FAILS, tried)
    return PlainAnswer(SUCCEEDS, tried)
