"""Best play by plain search through every line: one AND/OR search, and what Black gets of whole games by it.

`PlainSolver` finds values where a clause is played as Python or asks for more of the past than a phase has. Every line
is followed to some length, then to a greater one; what is beyond is the worst that can happen to Black, and then the
best, so that the value lies between the two, and is known once they agree.

Of whole games every line is played with its whole history. No two games are ever taken for one, nothing is remembered,
no symmetry is used, and nothing is known of the rules but which turns are legal and how a game comes out. Only turns
that can't matter any more are left out: once a player has done as well as is asked, the other turns of that player are
not tried. Lines are followed to some length, then to a greater one, until there is an answer. That is slow, and good
for tiny boards only; it is a witness from outside for whoever finds values in another way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf, nextafter
from numbers import Real
from typing import Generic, NamedTuple, TypeVar

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.rules_files import ClauseFailed
from ...spec.algebra import BLACK, Color
from ...spec.registry import Decision
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase
from ..phase.machine import Within
from ..phase.requirements import require, turns_are_taken_alone
from ..phase.tables import Tables
from .budget import Budget, OutOfBudget
from .solver import Solver, lead, more_than
from .state import BEST, WORST

S = TypeVar("S")

FAILS, UNKNOWN, SUCCEEDS = range(3)
_FIRST_TURNS = 4
_FURTHER_TURNS = 4
# This number of turns is taken before it is asked again whether there is time.
TURNS_AT_ONCE = 500
GAMES_ASKED_TWICE = 2_000
TWO_VALUES = (
    "Two searches of one game contradict each other, and no question that was asked twice had two answers; so it is "
    "not known whether a clause of these rules or superko is wrong."
)


@dataclass
class PlainSearch(Generic[S]):
    """A depth-first AND/OR search: one player wants a number to be great, and the other wants it to be small.

    >>> PlainSearch(lambda word: [word[1:]] if len(word) > 1 else [3], lambda word: False).best("ko")
    3.0
    """

    # What each turn from a state is worth, in the order in which they are tried: a number where that is decided, and
    # else the state that it leads to.
    after_each: Callable[[S], Iterable[S | float]]
    wants_more: Callable[[S], bool]  # whether it is the turn of the player who wants the number to be great
    least: float = FAILS  # whatever is no greater is as good as can be for the other player
    most: float = SUCCEEDS  # whatever is no less is as good as can be for this one
    beyond: float = UNKNOWN  # what a line is worth that is cut off
    # What is the same for states with the same future only; without it, or where lines are cut off, none is remembered.
    key: Callable[[S], Hashable] | None = None
    known: dict[Hashable, float] = field(default_factory=dict)  # the values of states, by their keys

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


class PlainAnswer(NamedTuple):
    """Whether Black gets a lead, or that it is unknown, and how many turns the search tried."""

    outcome: int
    turns: int


def answer(game: Game, least: float, mode: int, most: int) -> PlainAnswer:
    """Whether Black gets a lead in a game that is not over; unknown if more than `most` turns would have to be tried.

    Every line is followed to a number of turns, by the interpreter, and then to a greater one.

    >>> from superko.spec.rules import Rules
    >>> answer(Game(Rules(suicide=False), (3, 1)), 3.5, WORST, 1000)
    PlainAnswer(outcome=0, turns=70)
    """
    left = most

    def after_each(game: Game) -> Iterator[Game | float]:
        nonlocal left
        for turn in game.turns():
            if not left:
                raise OutOfBudget
            left -= 1
            after = game.taking(turn)
            yield (SUCCEEDS if lead(after, mode) >= least else FAILS) if after.over else after

    search = PlainSearch(after_each, lambda game: game.position.player is BLACK)
    try:
        outcomes = (int(search.best(game, turns)) for turns in count(_FIRST_TURNS, _FURTHER_TURNS))
        return PlainAnswer(next(outcome for outcome in outcomes if outcome != UNKNOWN), most - left)
    except OutOfBudget:
        return PlainAnswer(UNKNOWN, most)


def is_worth(game: Game, lead: float, no_result: bool, most: int) -> PlainAnswer:
    """Whether a game that is not over is worth a lead, which is infinite if best play leads to no result.

    That is asked as two questions, of which each may try `most` turns: whether Black gets it, and no more.

    >>> from superko.spec.rules import Rules
    >>> is_worth(Game(Rules(suicide=False), (3, 1)), 3.0, False, 1000).outcome == SUCCEEDS
    True
    """
    asked = [(lead, SUCCEEDS)] if lead > -inf else []
    asked += [(more_than(lead), FAILS)] if lead < inf else []
    tried = 0
    for least, expected in asked:
        outcome, turns = answer(game, least, BEST if no_result else WORST, most)
        tried += turns
        if outcome != expected:
            return PlainAnswer(UNKNOWN if outcome == UNKNOWN else FAILS, tried)
    return PlainAnswer(SUCCEEDS, tried)


def contradiction(game: Game) -> ValueError:
    """Why searches of a game contradict each other: the first question that has two answers, if one is found.

    Short games that follow on it are played twice each, and everything is asked of both.
    """
    games, asked = deque([(game, list[str]())]), 0
    while games and asked < GAMES_ASKED_TWICE:
        before, turns = games.popleft()
        for turn in before.turns():
            asked += 1
            one, other = before.taking(turn), before.taking(turn)
            after = [*turns, turn_text(game.grid, turn)]
            if _answers(one) != _answers(other):
                return ClauseFailed(
                    f"A clause of these rules does not answer alike: after {' '.join(after)} the same was asked twice, "
                    "and answered in two ways."
                )
            if not one.over:
                games.append((one, after))
    return Refusal(TWO_VALUES)


def _answers(game: Game) -> tuple[object, ...]:
    """What is said of a game: what stands, whether it is over, how it came out, and which turns are legal."""
    return game.position, game.over, game.result, () if game.over else game.turns()


@dataclass
class LeadBounds:
    """Between which leads the value of a game lies, for all that is known."""

    game: Game  # kept, so that it stays the same
    least: float = -inf
    most: float = inf
    turns: int = _FIRST_TURNS  # how long the lines are that are looked at, or will be next


class PlainSolver(Solver):
    """Best play of games, each searched by itself; see `Solver`.

    >>> from superko.spec.rules import Rules
    >>> game = Game(Rules(), (2, 1))
    >>> PlainSolver([game], Budget()).value(game, mode=0)
    0.0
    """

    def __init__(
        self, games: Sequence[Game], budget: Budget, within: Within | None = None, asked_in_games: str = ""
    ) -> None:
        require(turns_are_taken_alone(games[0].rules, phase) for phase in Phase)
        games[0].rules.sole(Decision.WINNER)
        self.budget = budget
        self.asked_in_games = asked_in_games
        self._within = within
        self._left = 0
        self._known: dict[tuple[int, int], LeadBounds] = {}

    @property
    def tables(self) -> tuple[Tables, ...]:
        """None are made."""
        return ()

    def look_up(self, games: Sequence[Game]) -> None:
        """Games stand nowhere here; each is played."""

    def how_near(self, game: Game, lead: float, mode: int, player: Color) -> tuple[int, float]:
        """Nothing is known."""
        return 0, 0

    def value(self, game: Game, mode: int) -> float:
        """Black's lead under best play; see `Solver.value`.

        Raises:
            OutOfBudget: it takes too long to say.
            ValueError: a player has no turn at all, or a clause does not answer alike twice.
        """
        return next(known.least for known in self._closer(game, mode) if known.least == known.most)

    def succeeds(self, game: Game, least: float, mode: int) -> bool:
        """Whether Black gets at least so much; see `value`."""
        closer = self._closer(game, mode)
        return next(known.least >= least for known in closer if known.least >= least or known.most < least)

    def bounds(self, game: Game, mode: int) -> tuple[float, float]:
        """The least and the greatest lead that the value can be, for all that is known."""
        known = self._of(game, mode)
        return known.least, known.most

    def _of(self, game: Game, mode: int) -> LeadBounds:
        return self._known.setdefault((id(game), mode), LeadBounds(game))

    def _closer(self, game: Game, mode: int) -> Iterator[LeadBounds]:
        """What is known of the value of a game, the longer the lines the more."""
        known = self._of(game, mode)
        if game.over:
            known.least = known.most = lead(game, mode)
        yield known
        # Where the effort ran out it is gone on from there: shorter lines know less than what is known by now.
        while True:
            known.least = self._in_lines(known, known.turns, mode, -inf)
            known.most = self._in_lines(known, known.turns, mode, inf)
            known.turns += _FURTHER_TURNS
            yield known

    def _in_lines(self, known: LeadBounds, turns: int, mode: int, beyond: float) -> float:
        """What best play is worth in lines of a number of turns, if what follows is worth `beyond`."""
        least, most = known.least, known.most
        guess = next((lead for lead in (least, most) if lead not in (-inf, inf)), 0.0)
        while least < most:
            threshold = guess if guess > least else nextafter(least, inf)
            guess = self._lead(known.game, turns, threshold, mode, beyond)
            if guess >= threshold:
                least = guess
            else:
                most = guess
        if least > most:
            raise contradiction(known.game)
        return least

    def _lead(self, game: Game, turns: int, threshold: float, mode: int, beyond: float) -> float:
        """A lead that Black gets at least, if it is no less than a threshold; else one that Black gets at most."""

        def after_each(game: Game) -> Iterator[Game | float]:
            turns = self.turns(game)
            if not turns:
                raise Refusal("A player has no turn at all, so that best play has no value.")
            for turn in turns:
                self._go_on()
                after = game.taking(turn)
                yield lead(after, mode) if after.over else after

        search = PlainSearch(
            after_each, lambda game: game.position.player is BLACK, nextafter(threshold, -inf), threshold, beyond
        )
        return search.best(game, turns)

    def _go_on(self) -> None:
        if not self._left:
            self._left = min(TURNS_AT_ONCE, self.budget.next_slice())
        self.budget.go_on()  # A clause of an author's may take long.
        self._left -= 1
        self.budget.spent += 1
