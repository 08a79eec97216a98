"""Digests of the vectors of the small and the standard tier, so that none changes unnoticed.

`python -m tests.checker.vectors.vector_digests` writes them again; a vector that was published keeps its id and its
content.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from superko.checker.vectors.tiers import vectors
from superko.checker.vectors.vector import Tier, Vector

DIGESTS = Path(__file__).parents[2] / "vectors" / "digests.txt"
LENGTH = 16


def digests(vector: Vector) -> dict[str, str]:
    """The start of the SHA-256 of what a vector says, by each of its ids; not of the mistakes that it shows."""
    text = json.dumps(replace(vector, also=()).content())
    return dict.fromkeys((vector.id, *vector.also), hashlib.sha256(text.encode()).hexdigest()[:LENGTH])


def recorded() -> dict[str, str]:
    """The digests that were written down, by the ids of the vectors."""
    pairs = (line.split(" ") for line in DIGESTS.read_text(encoding="ascii").splitlines())
    return {name: digest for digest, name in pairs}


def write(published: Iterable[Vector]) -> None:
    """Write the digests of the vectors that are in no committed file."""
    pairs = [pair for vector in published if vector.tier is not Tier.TINY for pair in digests(vector).items()]
    lines = [f"{digest} {name}\n" for name, digest in pairs]
    DIGESTS.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    write(vectors(Tier.STANDARD))
