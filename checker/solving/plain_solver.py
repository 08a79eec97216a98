"""Best play where a clause is played as Python or asks for more of the past than a phase tells: each in its own game.

Of a clause outside of the language of clauses nobody can tell what it looks at; of how many turns there were, or stones
captured, a phase keeps no account; and one that remembers the one before it can't be told alone. What else a machine
has no account of shows as it is read. So no two games are taken for one, no symmetry is used, nothing is left open, and
no table is made. Every line is followed to so many turns
by the interpreter, then to some more; what is beyond is the worst that can happen to Black, and then the best, so that
the value lies between what the two come to. It is known once they agree, which takes long on all but tiny boards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, nextafter

from ...interpreter.game import Game
from ...interpreter.language import played_as_python
from ...interpreter.notation import turn_text
from ...interpreter.rules_files import ClauseFailed
from ...spec.algebra import BLACK
from ...spec.composition import has_phase
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase
from ..phase.machine import Within
from ..phase.past import NoAccountKept
from ..phase.requirements import (
    ends_are_read,
    no_game_is_won,
    no_own_turn_is_asked,
    nothing_is_counted,
    obstacle,
    past_is_forgotten,
    require,
    turns_are_taken_alone,
)
from ..phase.tables import Tables
from .budget import Budget
from .plain_play import PlainSearch
from .solver import Solver, lead, refuse_games_without_a_value

_FIRST_TURNS = 4
_FURTHER_TURNS = 4
# So many turns are taken before it is asked again whether there is time.
TURNS_AT_ONCE = 500
_SMALLEST = (2, 1)
SEARCHED_IN_GAMES = "So every position is searched in its own game, and nothing is shared."
GAMES_ASKED_TWICE = 2_000
TWO_VALUES = (
    "Two searches of one game contradict each other, and no question that was asked twice had two answers; so it is "
    "not known whether a clause of these rules or superko is wrong."
)


def solver_of(games: Sequence[Game], budget: Budget, within: Within | None = None, each_game: bool = True) -> Solver:
    """What finds best play of some games, all of one phase and one rule set, and not over; see `Solver`.

    Args:
        games: the games.
        budget: how long it may take.
        within: which turns may be taken; every turn that is legal, if left out.
        each_game: whether each game is searched by itself where a machine shows to have no account of what is asked, as
            it is read; else that is refused, as by those who ask about more than tiny boards.

    Raises:
        TooManySituations: there are more than can be kept.
        ValueError: the rules can't be solved; the message says why.
    """
    rules = games[0].rules
    why = why_asked_in_games(rules)
    if why or obstacle(rules, games[0].position.phase, past_is_forgotten, no_own_turn_is_asked):
        return PlainSolver(games, budget, within, why)
    try:
        return Solver(games, budget, within)
    except NoAccountKept as reason:
        if not each_game:
            raise
        return PlainSolver(games, budget, within, f"{reason} {SEARCHED_IN_GAMES}")


def how_searched(rules: Rules) -> str:
    """Why every position is searched in its own game, as far as it shows on the smallest board with a neighbour.

    >>> how_searched(Rules())
    ''
    """
    if not rules.amendments:
        return why_asked_in_games(rules)
    # What fails, or is refused, is told as it is searched.
    with suppress(Exception):
        return solver_of([Game(rules, _SMALLEST)], Budget()).asked_in_games
    return ""


def why_asked_in_games(rules: Rules) -> str:
    """Why every position is searched in its own game for what a rules author wrote, as far as the clauses tell; or "".

    >>> why_asked_in_games(Rules())
    ''
    """
    not_counted = (nothing_is_counted(rules, phase) for phase in Phase if has_phase(rules, phase))
    counts = ends_are_read(rules, Phase.MAIN) or next(filter(None, not_counted), None)
    return played_as_python(rules) or (f"{counts} {SEARCHED_IN_GAMES}" if counts else "")


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
    """Between which leads the value of a game lies, for all that is known; the game is kept, so that it stays the same.

    Attributes:
        game: the game.
        least: the least.
        most: the greatest.
        turns: how long the lines are that are looked at, or will be next.
    """

    game: Game = field(repr=False)
    least: float = -inf
    most: float = inf
    turns: int = _FIRST_TURNS


class PlainSolver(Solver):
    """Best play of games, each searched by itself.

    Args:
        games: the games; see `Solver`.
        budget: how long it may take.
        within: which turns may be taken; every turn that is legal, if left out.
        asked_in_games: why each is searched by itself, in a sentence; "" if that is not what a rules author wrote.

    >>> from superko.spec.rules import Rules
    >>> game = Game(Rules(), (2, 1))
    >>> PlainSolver([game], Budget()).value(game, mode=0)
    0.0
    """

    def __init__(
        self, games: Sequence[Game], budget: Budget, within: Within | None = None, asked_in_games: str = ""
    ) -> None:
        refuse_games_without_a_value(games)
        for phase in Phase:
            require(games[0].rules, phase, no_game_is_won, turns_are_taken_alone)
        self.budget = budget
        self.asked_in_games = asked_in_games
        self._may_be_taken = within or (lambda turn: True)
        self._left = 0
        self._known: dict[tuple[int, int], LeadBounds] = {}

    @property
    def tables(self) -> tuple[Tables, ...]:
        """None are made."""
        return ()

    def look_up(self, games: Sequence[Game]) -> None:
        """Games stand nowhere here; each is played."""

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
        """What best play comes to in lines of so many turns, if what is beyond them is worth so much to Black.

        One threshold after the other is asked until the least and the greatest that it can be meet.
        """
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
            turns = [turn for turn in game.turns() if self._may_be_taken(turn)]
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
