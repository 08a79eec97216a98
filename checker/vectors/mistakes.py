"""Mistakes: every clause that decides, in each of its ways, and the rules with the mistake that this way rules out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ...spec.documents import DOCUMENTS
from ...spec.registry import Clause, Decision, clauses
from ...spec.rules import Rules
from .near_misses_of_scores import NEAR_MISSES_OF_SCORES
from .near_misses_of_turns import NEAR_MISSES_OF_TURNS
from .way import Way
from .ways import WAYS

# No turn and no result depends on the ownership formula.
NOT_SEEN_WHEN_PLAYING = Decision.OWNERSHIP_SCORE

NEAR_MISSES: Mapping[str, tuple[Way, ...]] = {**NEAR_MISSES_OF_TURNS, **NEAR_MISSES_OF_SCORES}

UNSEEN: Mapping[tuple[str, str], str] = {
    ("aga/presupposed#counts-as-move", "counts"): "No AGA rule counts moves.",
    ("aga/presupposed#counts-as-move", "leaves-out"): "No AGA rule counts moves.",
    ("aga/8-illegal-kinds#earlier", "leaves-out"): "Every position counts as an earlier one.",
    ("katago-v2/main/state#occurrences-after-passes", "leaves-out"): "States after moves count by another clause.",
    ("katago-v2/main/end-all-pass-alive#second-phase", "adds"): (
        "Once every point is pass-alive, all stones left have independent life, so that none is paid for as new."
    ),
    ("katago-v2/cleanup/turn", "forbids"): "There are no turns of a further kind to forbid.",
    ("tromp-taylor/turn#counts-as-move", "counts"): "None of the ten rules counts moves.",
    ("tromp-taylor/turn#counts-as-move", "leaves-out"): "None of the ten rules counts moves.",
    ("tromp-taylor/turn#earlier", "leaves-out"): "Every coloring counts as an earlier one.",
}


@dataclass(frozen=True)
class Mistake:
    """A clause in one of its ways, to be got wrong.

    >>> some = next(mistakes("tromp-taylor"))
    >>> str(some), some.way.mistake
    ('tromp-taylor/start/starts', 'White starts')
    """

    clause: Clause
    way: Way

    def __str__(self) -> str:
        return f"{self.clause.name}/{self.way.name}"

    def can_be_made_in(self, rules: Rules) -> bool:
        """Whether some rules have the clause."""
        return any(found.name == self.clause.name for found in rules.in_force)

    def made_in(self, rules: Rules) -> Rules:
        """The rules with the mistake; they are made once, as it takes longer than to play a short game by them."""
        return _with_mistake(rules, self)


@cache
def _with_mistake(rules: Rules, mistake: Mistake) -> Rules:
    name = mistake.clause.name
    in_force = next(found for found in rules.in_force if found.name == name)
    return rules.replacing(name, mistake.way.mistaken(in_force), f"{mistake.way.mistake}.")


def ways_of(clause: Clause) -> tuple[Way, ...]:
    """The ways in which a clause can be seen to matter; none for a definition that decides nothing by itself."""
    if clause.decides in (None, NOT_SEEN_WHEN_PLAYING):
        return ()
    ways = (*WAYS[clause.decides], *NEAR_MISSES.get(clause.name, ()))
    return tuple(way for way in ways if (clause.name, way.name) not in UNSEEN)


def mistakes(*documents: str) -> Iterator[Mistake]:
    """Every mistake, in the order of the clauses of some documents, or of all that can be played."""
    for document in documents or DOCUMENTS:
        for clause in clauses(document):
            yield from (Mistake(clause, way) for way in ways_of(clause))


def mistakes_in(rules: Rules) -> Iterator[Mistake]:
    """Every mistake that can be made in some rules."""
    return (mistake for mistake in mistakes(rules.document) if mistake.can_be_made_in(rules))
