"""A run of the oracle: an engine is tried with games of every source, and what differs is shrunk and named."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random

from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Grid
from .deviations import allowing_for, set_aside
from .disagreement import Disagreement, Kind
from .engine import EngineBroke, Introduction, Opener, Unsupported
from .findings import Coverage, Finding, Report, RuleSetReport
from .naming import naming
from .nearest import nearest_rules
from .plan import Budget, Plan
from .shrinking import shrunk
from .sources import Judged, Met, Tried, all_small_games, games_drawn, random_games, recorded_games
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
        self._amend = allowing_for(self.deviations)
        names = plan.rules or introduction.rules or USUAL_RULES
        self._judged = [Judged(name, told, self._amend(told)) for name, told in ((n, parse_rules(n)) for n in names)]
        self._seat, self._introduction, self._plan, self._watch = seat, introduction, plan, watch
        self._chance = Random(plan.seed)

    def rule_sets(self) -> tuple[RuleSetReport, ...]:
        """Try the engine under every rule set."""
        return tuple(self._under(by, number) for number, by in enumerate(self._judged))

    def _under(self, by: Judged, number: int) -> RuleSetReport:
        """Try the engine under one rule set, for its part of the budget."""
        budget = Budget(self._plan.seconds / len(self._judged))
        games, turns, skipped = 0, self._seat.turns, ""
        coverage: dict[Grid, Coverage] = {}
        here: dict[Kind, Disagreement] = {}
        try:
            for met in self._met(by, budget):
                if isinstance(met, Tried):
                    games += met.games
                    self._watch.doing(f"{by.name}: {met.what}", (number + budget.spent) / len(self._judged))
                elif isinstance(met, Disagreement):
                    if met.kind not in here:
                        with budget.stopped(), self._seat.uncounted():
                            here[met.kind] = self._take(met, by.name)
                else:
                    grid, layer = met
                    before = coverage[grid].games if grid in coverage else 0
                    coverage[grid] = Coverage(str(grid), layer.turns, before + layer.games, layer.last)
                if self._seat.breakdowns > MOST_BREAKDOWNS:
                    break
        except Unsupported as unsupported:
            skipped = str(unsupported)
        turns = self._seat.turns - turns
        with self._seat.uncounted():
            nearest = nearest_rules(self._seat, by, tuple(here.values()), self._chance, self._introduction)
        aside = set_aside(by.told, by.rules)
        return RuleSetReport(by.name, by.told, aside, skipped, games, turns, tuple(coverage.values()), nearest)

    def _met(self, by: Judged, budget: Budget) -> Iterator[Met]:
        plan, seat, plays = self._plan, self._seat, self._introduction
        small = Budget(budget.left * SHARE_OF_SMALL_GAMES)
        return chain(
            recorded_games(seat, by, plan.recorded, plays),
            all_small_games(seat, by, small, plays),
            games_drawn(seat, by, self._chance, budget, plays),
            first_games(random_games(seat, by, self._chance, plays, plan.boards, budget.lasts), plan.games),
        )

    def _take(self, met: Disagreement, name: str) -> Disagreement:
        """Shrink a disagreement of a kind that was not met under these rules before, and keep it if it is new."""
        time_left = Budget(self._plan.shrinking)
        small, excluded = shrunk(self._seat, met, self._introduction, self._amend, time_left.lasts, self._chance)
        named = naming(small)
        key: Kind = (*small.kind[:2], *named.clauses)
        known = self.findings.get(key)
        if known is None:
            self.findings[key] = Finding(small, named, excluded, (name,))
            self._watch.found(self.findings[key])
        elif name not in known.under:
            better = min((known.disagreement, small), key=lambda one: one.size)
            kept = known if better is known.disagreement else Finding(small, named, excluded, known.under)
            self.findings[key] = replace(kept, under=(*known.under, name))
        return small


def first_games(met: Iterator[Met], games: int | None) -> Iterator[Met]:
    """What is met in the first games; in all of them for None."""
    played = 0
    for one in met:
        if played == games:
            return
        played += isinstance(one, Tried)
        yield one
