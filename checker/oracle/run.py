"""A run of the oracle: an engine is tried with games of every source, and what differs is shrunk and named."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random

from ...interpreter.rule_names import parse_rules
from ...interpreter.rules_files import named_rules
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from .deviations import allowing_for, set_aside
from .disagreement import Disagreement, Kind
from .engine import EngineBroke, Introduction, Opener, Unsupported
from .findings import Coverage, Finding, Report, RuleSetReport
from .games.sharing import Sharer, in_turns
from .games.small_games import Played
from .games.sources import Judged, Met, all_small_games, games_drawn, random_games, recorded_games
from .naming import naming
from .nearest import nearest_rules
from .plan import Budget, Plan
from .shrinking import Amend, shrunk
from .trial import Seat


class Watch:
    """Whoever wants to know how a run goes; this one does not listen."""

    def introduced(self, introduction: Introduction) -> None:
        """The engine has said what it is."""

    def doing(self, what: str, spent: float) -> None:
        """What is being done, in words, and which part of the budget is spent, from 0 to 1."""

    def found(self, finding: Finding) -> None:
        """Something new was found."""


SHARE_OF_SMALL_GAMES = 0.4
SHARE_OF_GAMES_DRAWN = 0.1
SHARE_OF_RANDOM_GAMES = 0.5
SHARE_OF_NEAREST = 0.3
MOST_BREAKDOWNS = 8
USUAL_RULES = ("tromp-taylor",)


def judge_engine(opener: Opener, plan: Plan, watch: Watch | None = None) -> Report:
    """Try an engine, and report.

    Raises:
        ValueError: the plan names rules, or deviations, that there are none of.
    """
    begun = time.monotonic()
    with Seat(opener, plan.without) as seat:
        try:
            introduction = seat.introduction()
        except Unsupported as unsupported:
            return Report(plan.seed, skipped=str(unsupported))
        except EngineBroke as broke:
            return Report(plan.seed, broke=broke.reason, exchange=broke.exchange)
        watch = watch or Watch()
        watch.introduced(introduction)
        run = Run(seat, introduction, plan, watch)
        rule_sets = run.rule_sets()
        return Report(
            seed=plan.seed,
            introduction=introduction,
            deviations=run.deviations,
            compared=dict(seat.compared),
            without=plan.without,
            rule_sets=rule_sets,
            findings=tuple(run.findings.values()),
            seconds=time.monotonic() - begun,
        )


@dataclass
class Tried:
    """How far an engine was tried under a rule set; see `RuleSetReport`."""

    by: Judged
    skipped: str = ""
    games: int = 0
    turns: int = 0
    coverage: dict[Grid, Coverage] = field(default_factory=dict)
    found: dict[Kind, Disagreement] = field(default_factory=dict)


class Run:
    """A run under way.

    Attributes:
        deviations: the names of the deviations that are allowed for.
        findings: what was found so far.

    Raises:
        ValueError: the plan names rules, or deviations, that there are none of.
    """

    def __init__(self, seat: Seat, introduction: Introduction, plan: Plan, watch: Watch) -> None:
        self.deviations = tuple(dict.fromkeys((*introduction.deviations, *plan.deviations)))
        self.findings: dict[Kind, Finding] = {}
        # Only a user may name a file with rules; an engine that could would have it run.
        claimed = {name: parse_rules(name) for name in introduction.rules or USUAL_RULES}
        self._named = {name: named_rules(name) for name in plan.rules} or claimed
        self._amends = {name: amending(rules, self.deviations) for name, rules in self._named.items()}
        told = {name: replace(rules, amendments=()) for name, rules in self._named.items()}
        self._judged = [Judged(name, told[name], amend(told[name])) for name, amend in self._amends.items()]
        self._seat, self._introduction, self._plan, self._watch = seat, introduction, plan, watch
        self._chance = Random(plan.seed)

    def rule_sets(self) -> tuple[RuleSetReport, ...]:
        """Try the engine under every rule set, each for its part of the budget, and all of them little by little."""
        budget = Budget(self._plan.seconds)
        tried = [Tried(by) for by in self._judged]
        for some, met in in_turns(
            [Sharer(self._under(some, budget), number_of_phases(some.by.rules)) for some in tried]
        ):
            self._note(met, some, budget)
        return tuple(self._report(some) for some in tried)

    def _under(self, tried: Tried, budget: Budget) -> Iterator[tuple[Tried, Met]]:
        """Try the engine under one rule set."""
        met_here = self._met(tried.by, budget)
        try:
            while self._seat.breakdowns <= MOST_BREAKDOWNS:
                before = self._seat.turns
                met = next(met_here, None)
                tried.turns += self._seat.turns - before
                if met is None:
                    return
                yield tried, met
        except Unsupported as unsupported:
            tried.skipped = str(unsupported)

    def _note(self, met: Met, tried: Tried, budget: Budget) -> None:
        if isinstance(met, Played):
            tried.games += met.games
            self._watch.doing(f"{tried.by.name}: {met.what}", budget.spent)
        elif isinstance(met, Disagreement):
            if met.aspect in self._plan.without:
                return
            known = tried.found.get(met.kind)
            if known is None or met.on_a_smaller_board_than(known):
                with budget.stopped(), self._seat.uncounted():
                    tried.found[met.kind] = self._take(met, tried.by.name)
        else:
            grid, layer = met
            if not layer.complete:
                return
            games = tried.coverage[grid].games if grid in tried.coverage else 0
            tried.coverage[grid] = Coverage(str(grid), layer.turns, games + layer.games, layer.last)

    def _met(self, by: Judged, budget: Budget) -> Iterator[Met]:
        plan, seat, plays, go_on = self._plan, self._seat, self._introduction, budget.lasts
        most = plan.seconds / len(self._judged)
        random = random_games(seat, by, self._chance, plays, plan.boards, go_on)
        small = all_small_games(seat, by, plays, go_on, len(self._judged))
        drawn = games_drawn(seat, by, self._chance, plays, go_on)
        return chain(
            recorded_games(seat, by, plan.recorded, plays),
            in_turns(
                [
                    Sharer(small, SHARE_OF_SMALL_GAMES, SHARE_OF_SMALL_GAMES * most),
                    Sharer(first_games(random, plan.games), SHARE_OF_RANDOM_GAMES),
                    Sharer(drawn, SHARE_OF_GAMES_DRAWN, SHARE_OF_GAMES_DRAWN * most),
                ]
            ),
        )

    def _report(self, tried: Tried) -> RuleSetReport:
        by = tried.by
        time_left = Budget(self._plan.seconds * SHARE_OF_NEAREST / len(self._judged))
        with self._seat.uncounted():
            found = tuple(tried.found.values())
            nearest = nearest_rules(self._seat, by, found, self._chance, self._introduction, time_left.lasts)
        aside = set_aside(self._named[by.name], by.rules)
        covered = tuple(tried.coverage[grid] for grid in sorted(tried.coverage, key=lambda grid: grid.size))
        return RuleSetReport(by.name, by.told, aside, tried.skipped, tried.games, tried.turns, covered, nearest)

    def _take(self, met: Disagreement, name: str) -> Disagreement:
        """Shrink a disagreement, and keep it if it is new, or smaller than what was found before."""
        time_left = Budget(self._plan.shrinking)
        small, excluded = shrunk(self._seat, met, self._introduction, self._amends[name], time_left, self._chance)
        named = naming(small)
        key: Kind = (*small.kind[:2], *named.clauses)
        known = self.findings.get(key)
        new = Finding(small, named, excluded, (name,))
        if known is None:
            self.findings[key] = new
            self._watch.found(new)
        else:
            better, other = (new, known) if small.size < known.disagreement.size else (known, new)
            self.findings[key] = replace(better, under=tuple(dict.fromkeys((*better.under, *other.under))))
        return small


def amending(named: Rules, deviations: Iterable[str]) -> Amend:
    """What is made of rules that an engine is told: they get the amended clauses of the rules named, and deviations.

    An engine can't be told of amended clauses; it is told the rules without them, and judged by the rules with them.

    >>> amending(Rules().dropping("katago-v2/main/legal-superko"), ["no-suicide"])(Rules()).suicide
    False
    """
    deviating = allowing_for(deviations)

    def amend(told: Rules) -> Rules:
        same = told.document == named.document
        return deviating(replace(told, amendments=named.amendments) if same else told)

    return amend


def number_of_phases(rules: Rules) -> int:
    """How many phases a game has: the more there are, the more there is to try.

    >>> number_of_phases(Rules())
    1
    """
    return sum(bool(rules.deciding(Decision.NEXT_PHASE, phase)) for phase in Phase if phase is not Phase.OVER)


def first_games(met: Iterator[Met], games: int | None) -> Iterator[Met]:
    """What is met in the first games; in all of them for None."""
    played = 0
    for one in met:
        if played == games:
            return
        played += isinstance(one, Played)
        yield one
