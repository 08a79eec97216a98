"""Best play of whole games: the searches of their phases put together, and what was counted before added."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import count
from math import inf, isinf, nextafter

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import Record, Turn
from ..phase.ends import known, numbers_counted, worth
from ..phase.machine import Within
from ..phase.phases import Phases, phases_from
from ..phase.requirements import a_lead_wins, require
from ..phase.tables import HALF_POINTS, PlaceInPhase, Tables
from .bounds import Bounds
from .budget import Budget, OutOfBudget
from .search import PhaseSearch
from .state import BEST, WORST

MODES = (WORST, BEST)
_LEAST_DIFFERENCE = 0.5


class Solver:
    """Best play of some games and of all that follow on them, which remembers what it has found.

    The games are of one rule set, and of one phase, where they are not over. Turns may be taken `within` some, or all.

    Attributes:
        asked_in_games: why every position is searched in its own game, in a sentence; "" where that is not so, or is
            nothing that a rules author wrote.

    Raises:
        NoAccountKept: the rules ask or change what no machine keeps account of; the message says what.
        ValueError: the rules can't be read as machines, or have no values.
    """

    asked_in_games = ""

    def __init__(self, games: Sequence[Game], budget: Budget, within: Within | None = None) -> None:
        require([a_lead_wins(games[0].rules)])
        self.budget = budget
        self._games = [game for game in games if not game.over]
        self._within = within
        self._tally = games[0].record.tally
        self._starts: dict[Hashable, Bounds] = {}
        self._looked_up: dict[int, tuple[Game, PlaceInPhase]] = {}

        with suppress(OutOfBudget):
            _ = self._games and self._phases

    @cached_property
    def _phases(self) -> Phases:
        return phases_from([game.record for game in self._games], self._within, self.budget.read)

    @cached_property
    def _searches(self) -> tuple[PhaseSearch, ...]:
        later = (partial(self._succeeds_from, place) for place in count(1))
        return tuple(
            PhaseSearch(phase, self._phases.leads_both_ways, further, self.budget)
            for phase, further in zip(self._phases.tables, later, strict=False)
        )

    def _succeeds_from(self, place: int, start: Record, threshold: int, mode: int) -> bool:
        """Whether Black gets at least so much, in half points, from the start of a later phase; each is asked once."""
        search = self._searches[place]
        tally = replace(self._tally, second_cleanup_start=known(start.tally.second_cleanup_start, None))
        [standing] = search.phase.standings([replace(start, tally=tally)])
        bounds = self._starts.setdefault((place, search.key(standing), mode), Bounds())
        if bounds.least < threshold < bounds.less_than:
            if search.succeeds(standing, threshold, mode):
                bounds.least = threshold
            else:
                bounds.less_than = threshold
        return threshold <= bounds.least

    def _standing(self, game: Game) -> tuple[PhaseSearch, PlaceInPhase]:
        """The search of the phase in which a game stands, and where it stands there."""
        self._tally = game.record.tally
        search = self._search_of(game)
        looked_up = self._looked_up.get(id(game))
        return search, looked_up[1] if looked_up else search.phase.standings([game.record])[0]

    def _search_of(self, game: Game) -> PhaseSearch:
        phase = game.position.phase
        return next(search for search in self._searches if search.phase.phase is phase)

    def look_up(self, games: Sequence[Game]) -> None:
        """Find out where games of one phase stand, in a tenth of the time that it takes for each alone.

        It forgets those that were looked up before.

        Raises:
            OutOfBudget: there is no time left.
        """
        self.budget.go_on()
        going_on = [game for game in games if not game.over]
        places = self._search_of(going_on[0]).phase.standings([game.record for game in going_on]) if going_on else []
        self._looked_up = {id(game): (game, place) for game, place in zip(going_on, places, strict=True)}

    def turns(self, game: Game) -> list[Turn]:
        """The legal turns that may be taken."""
        return [turn for turn in game.turns() if self._within is None or self._within(turn)]

    def _before(self, game: Game) -> float:
        """What has been counted so far is worth, in points."""
        points: float = worth(numbers_counted(game.record.tally), self._phases.worths)
        return points

    def value(self, game: Game, mode: int) -> float:
        """Black's lead under best play, with no-result at its worst or its best for Black; infinite for no-result.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        if game.over:
            return lead(game, mode)
        search, standing = self._standing(game)
        return search.value(standing, mode) / HALF_POINTS + self._before(game)

    def succeeds(self, game: Game, least: float, mode: int) -> bool:
        """Whether Black gets at least so much; see `value`."""
        if game.over:
            return lead(game, mode) >= least
        search, standing = self._standing(game)
        threshold = (least - self._before(game)) * HALF_POINTS
        return search.succeeds(standing, threshold, mode)

    def bounds(self, game: Game, mode: int) -> tuple[float, float]:
        """The least and the greatest lead that the value can be, for all that is known."""
        if game.over:
            return lead(game, mode), lead(game, mode)
        try:
            search, standing = self._standing(game)
        except OutOfBudget:
            return -inf, inf
        before = self._before(game)
        least, most = (bound / HALF_POINTS + before for bound in search.known(standing, mode))
        return least, most

    def how_near(self, game: Game, lead: float, mode: int, player: Color) -> tuple[int, float]:
        """In how many rounds a player reaches a lead, if the past bans nothing; and the oldest proof that holds."""
        search, standing = self._standing(game)
        least = lead if player is BLACK else more_than(lead)
        needed, threshold = ((points - self._before(game)) * HALF_POINTS for points in (lead, least))
        rounds = search.rounds_left(standing, needed, mode, player)
        return rounds, search.oldest_proof(standing, threshold, mode, player is BLACK)

    @property
    def tables(self) -> tuple[Tables, ...]:
        """The tables of the phases, in order."""
        return tuple(phase.tables for phase in self._phases.tables)


def more_than(lead: float) -> float:
    """The least lead that is greater; where a lead is -inf, as of a lost game, one that is less than every score.

    >>> more_than(3), more_than(-inf) > -inf
    (3.5, True)
    """
    return nextafter(lead, inf) if isinf(lead) else lead + _LEAST_DIFFERENCE


def lead(game: Game, mode: int) -> float:
    """By how much Black leads in a game that is over; infinite where it is won without a count, or without result.

    It is infinite, too, where the lead does not decide who wins, and 0 for a draw then.

    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import PASS
    >>> lead(Game(Rules(komi=1), 2).play(PASS).play(PASS), WORST)
    -1.0
    """
    result = game.result
    if not isinstance(result, Score):
        return inf if mode == BEST else -inf
    if result.counted and not a_lead_wins(game.rules):
        return result.lead
    return {BLACK: inf, None: 0.0, WHITE: -inf}[result.winner]
