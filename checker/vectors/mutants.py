"""Mutants: rules in which one clause has a mistake, and which of them a game kills by coming out differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, zip_longest
from typing import Any

from ...interpreter.story import Start
from ...spec.documents import DOCUMENTS
from ...spec.registry import Clause, Decision, clauses
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .mistakes import NEAR_MISSES_OF_SCORES, NEAR_MISSES_OF_TURNS
from .mutations import MUTATIONS, Function, Mutation
from .replay import Answer, answers, seen

# No turn and no result depends on the ownership formula, nor on how game records name unblock actions.
NOT_SEEN_WHEN_PLAYING = (Decision.OWNERSHIP_SCORE, Decision.CHARGED_MOVES, Decision.UNBLOCK_PLACE)

NEAR_MISSES: Mapping[str, tuple[Mutation, ...]] = {**NEAR_MISSES_OF_TURNS, **NEAR_MISSES_OF_SCORES}

NO_TWO_ENDINGS = "No turn of a game ends play by clauses of two kinds."
# Mutants that no game can tell from the rules, by clause and mutation, with the reason.
EQUIVALENT: Mapping[tuple[str, str], str] = {
    ("aga/presupposed#counts-as-move", "counts"): "No AGA rule counts moves.",
    ("aga/presupposed#counts-as-move", "leaves-out"): "No AGA rule counts moves.",
    ("aga/12-territory#region-without-stones", "to-whom"): "It is a term of both players.",
    ("aga/11-last-move#equal-totals", "adds"): "As long as no illegal move stands, totals are equal once White moved.",
    ("aga/8-illegal-kinds#earlier", "leaves-out"): "Every position counts as an earlier one.",
    ("katago-v2/main/state#occurrences-after-passes", "leaves-out"): "States after moves count by another clause.",
    ("katago-v2/main/no-result#occurrences-after-passes", "leaves-out"): "States after moves count by another clause.",
    ("katago-v2/main/start#order", "orders"): NO_TWO_ENDINGS,
    ("katago-v2/cleanup/phases#states", "forgets"): "No clause of a cleanup phase asks which states are earlier ones.",
    ("katago-v2/cleanup/no-result#occurrences-after-passes", "leaves-out"): (
        "States after moves count by another clause."
    ),
    ("aga/9-end#order", "orders"): NO_TWO_ENDINGS,
    ("tromp-taylor/end#order", "orders"): NO_TWO_ENDINGS,
    ("katago-v2/main/end-all-pass-alive#second-phase", "adds"): (
        "Once every point is pass-alive, all stones left have independent life, so that none is paid for as new."
    ),
    ("katago-v2/cleanup/turn", "forbids"): "There are no turns of a further kind to forbid.",
    ("tromp-taylor/turn#counts-as-move", "counts"): "None of the ten rules counts moves.",
    ("tromp-taylor/turn#counts-as-move", "leaves-out"): "None of the ten rules counts moves.",
    ("tromp-taylor/turn#earlier", "leaves-out"): "Every coloring counts as an earlier one.",
}


@dataclass(frozen=True)
class Mutant:
    """A clause with a mistake, which rules can be given.

    >>> some = next(mutants("tromp-taylor"))
    >>> str(some), some.mutation.mistake
    ('tromp-taylor/start/starts', 'White starts')
    """

    clause: Clause
    mutation: Mutation

    def __str__(self) -> str:
        return f"{self.clause.name}/{self.mutation.name}"

    def can_be_made_in(self, rules: Rules) -> bool:
        """Whether the clause is in force in some rules."""
        return any(found.name == self.clause.name for found in rules.in_force)

    def made_in(self, rules: Rules) -> Rules:
        """The rules with the mistake; they are made once, as it takes longer than to play a short game by them."""
        return _mutated(rules, self)


@cache
def _mutated(rules: Rules, mutant: Mutant) -> Rules:
    name = mutant.clause.name
    in_force = next(found for found in rules.in_force if found.name == name)
    return rules.replacing(name, mutant.mutation.applied_to(in_force), f"{mutant.mutation.mistake}.")


def mutations_of(clause: Clause) -> tuple[Mutation, ...]:
    """The mutations of a clause that some game shows; none for a definition that decides nothing by itself."""
    if clause.decides in (None, *NOT_SEEN_WHEN_PLAYING):
        return ()
    mutations = (*MUTATIONS[clause.decides], *NEAR_MISSES.get(clause.name, ()))
    return tuple(some for some in mutations if (clause.name, some.name) not in EQUIVALENT)


def mutants(*documents: str) -> Iterator[Mutant]:
    """Every mutant, in the order of the clauses of some documents, or of all that can be played."""
    for document in documents or DOCUMENTS:
        for clause in clauses(document):
            yield from (Mutant(clause, mutation) for mutation in mutations_of(clause))


def mutants_in(rules: Rules) -> Iterator[Mutant]:
    """Every mutant that can be made of some rules."""
    return (mutant for mutant in mutants(rules.document) if mutant.can_be_made_in(rules))


def killed(rules: Rules, start: Start, turns: Sequence[Turn], told: Sequence[Answer]) -> list[Mutant]:
    """The mutants that a game kills, in the order of the clauses.

    Args:
        rules: the rules, without mistakes.
        start: where the game starts.
        turns: its turns.
        told: what the rules say of them.
    """
    return [mutant for mutant in weakly_killed(rules, start, turns) if kills(mutant, rules, start, turns, told)]


def kills(mutant: Mutant, rules: Rules, start: Start, turns: Sequence[Turn], told: Sequence[Answer]) -> bool:
    """Whether a game comes out differently under mutated rules, whichever clauses it is said to come from."""
    try:
        said = answers(start.game(mutant.made_in(rules)), turns)
        return any(seen(right) != seen(wrong) for right, wrong in zip_longest(told, said))
    except ValueError:
        return True


def weakly_killed(rules: Rules, start: Start, turns: Sequence[Turn]) -> list[Mutant]:
    """The mutants whose clause answers differently somewhere in a game; the game can kill no others.

    The game is played once by the right rules, and at each call of a clause its mutations are asked the same.
    """
    possible = list(mutants_in(rules))
    found: set[str] = set()
    # A mistake in what a faster form rests on brings back the text, which calls clauses that the other form does not.
    watched = literal = rules.literally()
    for _, group in groupby(possible, key=lambda mutant: mutant.clause.name):
        watched = _watched(watched, literal, list(group), found)
    for _ in answers(start.game(watched), turns):
        pass
    return [mutant for mutant in possible if str(mutant) in found]


def _watched(rules: Rules, right: Rules, some: list[Mutant], found: set[str]) -> Rules:
    clause = next(clause for clause in right.in_force if clause.name == some[0].clause.name)
    alive = {str(mutant): mutant.mutation.applied_to(clause) for mutant in some}

    def function(*asked: Any) -> Any:
        answer = clause.function(*asked)
        for name in [name for name, mutated in alive.items() if _differs(mutated, asked, answer)]:
            del alive[name]
            found.add(name)
        return answer

    return rules.replacing(clause.name, function, clause.text)


def _differs(mutated: Function, asked: tuple[Any, ...], answer: Any) -> bool:
    try:
        return bool(mutated(*asked) != answer)
    except ValueError:
        return True
