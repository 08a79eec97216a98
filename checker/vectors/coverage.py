"""Coverage: which clauses, in which of their ways, the vectors of each tier exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .mistakes import UNSEEN, Mistake, mistakes
from .vector import Tier


@dataclass(frozen=True)
class Row:
    """A clause in one of its ways.

    Attributes:
        clause: the clause's name.
        way: the way.
        mistake: what an engine does that gets it wrong, and that the vectors counted rule out.
        vectors: how many vectors of each tier exercise it so; those of a tier hold those of the tiers before.
    """

    clause: str
    way: str
    mistake: str
    vectors: Mapping[Tier, int]


def coverage(some: Iterable[Mapping[str, Any]], tiers: Sequence[Tier]) -> list[Row]:
    """A row for every clause that decides, in each of its ways.

    Args:
        some: vectors as JSON objects.
        tiers: the tiers to count in.
    """
    counts = Counter(
        (Tier(vector["tier"]), clause, way)
        for vector in some
        for clause, ways in vector["clauses"].items()
        for way in ways
    )

    def number(mistake: Mistake, tier: Tier) -> int:
        smaller = (other for other in Tier if tier.takes_in(other))
        return sum(counts[other, mistake.clause.name, mistake.way.name] for other in smaller)

    return [
        Row(
            mistake.clause.name,
            mistake.way.name,
            mistake.way.mistake,
            {tier: number(mistake, tier) for tier in tiers},
        )
        for mistake in mistakes()
    ]


def coverage_as_json(rows: Iterable[Row]) -> dict[str, object]:
    """Rows as JSON values, and the ways in which a clause can't be seen to matter, with the reasons."""
    return {
        "clauses": [
            {
                "clause": row.clause,
                "way": row.way,
                "mistake": row.mistake,
                "vectors": {tier.value: number for tier, number in row.vectors.items()},
            }
            for row in rows
        ],
        "unseen": [{"clause": clause, "way": way, "reason": reason} for (clause, way), reason in UNSEEN.items()],
    }
