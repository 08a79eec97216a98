"""The family of rule sets that a document's clauses make, in classes that a property can't distinguish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from math import comb, prod
from typing import TypeAlias

from ...spec.composition import has_phase
from ...spec.documents import DOCUMENTS
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..proofs.rule_sets import clauses_in, parameters_of, rule_sets, values_of

Names: TypeAlias = frozenset[str]
# What only a clause on something else asks; how stones are played matters by itself only where games are played.
ASKED_BY = {Decision.PASS_ALIVE: Decision.GAME_ENDS}
ASKED_BY_WHAT_COUNTS = {Decision.MOVE: Decision.PASS_ALIVE, Decision.PSEUDOLEGAL: Decision.PASS_ALIVE}
NOTHING: Names = frozenset()
MOST_DROPPED = 2
MOST_CHOICES = 20_000


@dataclass(frozen=True)
class FamilySetting:
    """Values of parameters and readings that put the same clauses in force, of those that are read, in each phase.

    The rules under every one of the values are played by the text alone.
    """

    every: tuple[Rules, ...]
    in_force: dict[Phase, Names]

    @property
    def rules(self) -> Rules:
        """The rules under the first of the values."""
        return self.every[0]

    @property
    def names(self) -> Names:
        """The clauses that are read, in whatever phase."""
        return NOTHING.union(*self.in_force.values())

    def dropping(self, dropped: Names) -> Rules:
        """The rules without some clauses."""
        return reduce(Rules.dropping, sorted(dropped), self.rules)


@dataclass(frozen=True)
class Family:
    """All rule sets that the clauses of a document make by parameters and readings, and without a few clauses.

    A rule set is one choice of values and of clauses to drop. Which clauses that are not read are dropped, and which
    values choose among those, makes no difference: so the rule sets of a class are counted, and one of them is asked.

    Clauses are read on some decisions, and a few at most are dropped at once; the values may be those of certain rules
    only.
    """

    document: str
    reads: frozenset[Decision]
    most_dropped: int = MOST_DROPPED
    only: Rules | None = None

    @cached_property
    def usual(self) -> Rules:
        """The only rules, or else the document's usual ones, played by the text alone."""
        return (self.only or DOCUMENTS[self.document].usual).literally()

    @property
    def is_too_large(self) -> bool:
        """Whether there are too many values of parameters and readings to go through."""
        return self._choices(tuple(self.reads)) > MOST_CHOICES

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that can be dropped: those that take part in a decision."""
        return tuple(clause for clause in clauses_in(self.usual) if clause.decides is not None)

    @cached_property
    def settings(self) -> tuple[FamilySetting, ...]:
        """The values that the clauses that are read can distinguish."""
        together: dict[tuple[tuple[Phase, Names], ...], list[Rules]] = {}
        for rules in (self.usual,) if self.only else rule_sets(self.usual, self.reads):
            together.setdefault(tuple(self._in_force(rules).items()), []).append(rules)
        return tuple(FamilySetting(tuple(group), dict(in_force)) for in_force, group in together.items())

    def _in_force(self, rules: Rules) -> dict[Phase, Names]:
        # Some decisions are only asked by clauses on another.
        asked_by = ASKED_BY if Decision.START in self.reads else ASKED_BY | ASKED_BY_WHAT_COUNTS
        asked = {
            decision
            for decision in self.reads
            if decision not in asked_by or any(rules.deciding(asked_by[decision], phase) for phase in Phase)
        }
        read = [clause for clause in rules.in_force if clause.decides in asked]
        phases = (phase for phase in Phase if has_phase(rules, phase))
        return {phase: frozenset(clause.name for clause in read if phase in clause.during) for phase in phases}

    @property
    def classes(self) -> Iterator[tuple[FamilySetting, Names]]:
        """The classes: a setting, and what is dropped of it, the fewest clauses first."""
        for size in range(self.most_dropped + 1):
            for setting in self.settings:
                yield from ((setting, frozenset(names)) for names in combinations(sorted(setting.names), size))

    @property
    def number_of_classes(self) -> int:
        """How many classes there are."""
        sizes = range(self.most_dropped + 1)
        return sum(comb(len(setting.names), size) for setting in self.settings for size in sizes)

    def size_of(self, setting: FamilySetting, dropped: Names) -> int:
        """How many rule sets are of a class: the values that are not distinguished, and what else may be dropped."""
        others = len(self.clauses) - len(setting.names)
        further = sum(comb(others, size) for size in range(self.most_dropped - len(dropped) + 1))
        return len(setting.every) * self._not_told_apart * further

    @cached_property
    def _not_told_apart(self) -> int:
        return self._choices(tuple(Decision)) // self._choices(tuple(self.reads))

    def _choices(self, decisions: tuple[Decision, ...]) -> int:
        if self.only:
            return 1
        known = values_of(self.usual)
        return prod(len(known[name]) for name in parameters_of(self.usual, decisions))

    @property
    def size(self) -> int:
        """How many rule sets there are.

        >>> family = Family("tromp-taylor", frozenset({Decision.LEGAL}))
        >>> family.size, sum(family.size_of(*one) for one in family.classes), family.number_of_classes
        (191, 191, 2)
        """
        choices = self._choices(tuple(Decision))
        return choices * sum(comb(len(self.clauses), size) for size in range(self.most_dropped + 1))
