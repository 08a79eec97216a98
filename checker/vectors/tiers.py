"""The vectors under presets: for each two of them the shortest game on which they part, and random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from ...interpreter.story import Start
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .clause_vectors import vector_of
from .mutants import EQUIVALENT, Mutant, mutants
from .shapes import BOARDS, GAMES_EACH, PAIRS, RULES, SHAPES, vector_of_chance, vector_of_pair, vector_of_shape
from .vector import Tier, Vector

Recipe: TypeAlias = Callable[[], Vector | None]


class VectorGame(NamedTuple):
    """A game of a vector: the rules, where it starts, and the turns, of which the last may be one that they forbid."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]


def recipes(tier: Tier) -> list[Recipe]:
    """How the vectors of a tier are made, each by a call; a call may also give none."""
    found: dict[Tier, list[Recipe]] = {
        Tier.TINY: [partial(vector_of, mutant) for mutant in mutants()],
        Tier.SMALL: [
            *(partial(vector_of_shape, name) for name in SHAPES),
            *(partial(vector_of_pair, *pair) for pair in PAIRS),
        ],
        Tier.STANDARD: [
            partial(vector_of_chance, rules, grid, number)
            for rules, grid, number in product(RULES, BOARDS, range(1, GAMES_EACH + 1))
        ],
    }
    return [recipe for some, made in found.items() if tier.takes_in(some) for recipe in made]


def vectors(tier: Tier) -> tuple[Vector, ...]:
    """The vectors of a tier."""
    return merged(vector for recipe in recipes(tier) if (vector := recipe()) is not None)


def merged(some: Iterable[Vector]) -> tuple[Vector, ...]:
    """Vectors of which those that are the same game have become one, which answers to the ids of all of them."""
    found: dict[Hashable, Vector] = {}
    for vector in some:
        game = (vector.start, vector.turns, vector.rule_sets)
        known = found.get(game)
        found[game] = vector if known is None else replace(known, also=(*known.also, vector.id))
    return tuple(found.values())


def games(tier: Tier) -> Iterator[VectorGame]:
    """Every game of a tier under every rule set that it is told under, each once, made as it is asked for.

    >>> rules, start, turns = next(games(Tier.TINY))
    >>> rules.document, str(start.grid), turns
    ('katago-v2', '3x1', (Pass(), Pass()))
    """
    known: set[VectorGame] = set()
    for recipe in recipes(tier):
        vector = recipe()
        if vector is None:
            continue
        for played in (VectorGame(rules, vector.start, vector.turns) for rules in vector.rule_sets):
            if played not in known:
                known.add(played)
                yield played


@dataclass(frozen=True)
class CoverageRow:
    """A mutation of a clause, in a table of what the vectors cover.

    Attributes:
        clause: the clause's name.
        mutation: the name of the mutation.
        mistake: what an engine does that makes this mistake, and that the vectors counted rule out.
        vectors: how many vectors of each tier kill the mutant; those of a tier hold those of the tiers before.
    """

    clause: str
    mutation: str
    mistake: str
    vectors: Mapping[Tier, int]


def coverage(some: Iterable[Mapping[str, Any]], tiers: Sequence[Tier]) -> list[CoverageRow]:
    """A row for every clause that decides, and each of its mutations.

    Args:
        some: vectors as JSON objects.
        tiers: the tiers to count in.
    """
    counts = Counter(
        (Tier(vector["tier"]), clause, mutation)
        for vector in some
        for clause, mutations in vector["clauses"].items()
        for mutation in mutations
    )

    def number(mutant: Mutant, tier: Tier) -> int:
        smaller = (other for other in Tier if tier.takes_in(other))
        return sum(counts[other, mutant.clause.name, mutant.mutation.name] for other in smaller)

    return [
        CoverageRow(
            mutant.clause.name,
            mutant.mutation.name,
            mutant.mutation.mistake,
            {tier: number(mutant, tier) for tier in tiers},
        )
        for mutant in mutants()
    ]


def coverage_as_json(rows: Iterable[CoverageRow]) -> dict[str, object]:
    """Rows as JSON values, and the mutants that no game can tell from the rules, with the reasons."""
    return {
        "clauses": [
            {
                "clause": row.clause,
                "mutation": row.mutation,
                "mistake": row.mistake,
                "vectors": {tier.value: number for tier, number in row.vectors.items()},
            }
            for row in rows
        ],
        "unseen": [
            {"clause": clause, "mutation": mutation, "reason": reason}
            for (clause, mutation), reason in EQUIVALENT.items()
        ],
    }
