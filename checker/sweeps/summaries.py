"""Every way to score a position: each choice of what scoring depends on, by the text that names its rules.

What a position scores depends on the scoring rule, on the tax, on whether independent life must hold a stone of its own
where there is a tax, on whether pass-dead stones are removed, and, where they are, on whether suicide is allowed. With
territory scoring and a tax, they may be removed everywhere, or as the engine has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from operator import add
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...interpreter.rule_names import parse_rules
from ...spec.algebra.arrays import Words
from ...spec.parameters import Scoring, Tax
from ...spec.rules import Refusal
from .sweep import Lead

_LITERAL = "reading/ilr-own-stone=literal"
_ALWAYS = "reading/engine-always-pass-alive"


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        within_life = scoring is Scoring.TERRITORY and tax is not Tax.NONE
        answers = ["everywhere", *(["engine"] if within_life else [])]
        removals = [f"suicide={suicide},{_ALWAYS}={answer}" for answer, suicide in product(answers, ("yes", "no"))]
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", _LITERAL], ["", *removals]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every scoring, by the text that names its rules."""


_Pair: TypeAlias = tuple[int, int]

HALVES = 2


class Fairness(NamedTuple):
    """Whether scorings favour a color: with the colors swapped, the other player should lead by as much.

    Attributes:
        scored: how many positions were scored, one of each set of images.
        led: how many of their scores, by all scorings together, let somebody lead.
        unfair: for how many of these scores the lead is another one with the colors swapped.
    """

    scored: int = 0
    led: int = 0
    unfair: int = 0

    def joined(self, other: Fairness) -> Fairness:
        """That of two disjoint sets of positions together."""
        return Fairness(*map(add, self, other))


@dataclass(frozen=True)
class Summary:
    """What was found on some of the colorings of a board; summaries of disjoint ones add up.

    Attributes:
        positions: how many of the colorings are legal.
        leads: for each scoring, by number, and each lead of Black, in how many positions Black leads by that much.
        differing: for each two scorings, by number, in how many positions they differ; left out where in none.
        digest: the sum of the positions' hashes, modulo 2^64.
        fairness: what swapping the colors makes of the leads, where a sweep asks for that.

    >>> Summary(1, digest=2**64 - 1) + Summary(2, digest=3)
    Summary(positions=3, leads=Counter(), differing=Counter(), digest=2, fairness=Fairness(scored=0, led=0, unfair=0))
    """

    positions: int = 0
    leads: Counter[tuple[int, float]] = field(default_factory=Counter)
    differing: Counter[_Pair] = field(default_factory=Counter)
    digest: int = 0
    fairness: Fairness = field(default_factory=Fairness)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.positions + other.positions,
            self.leads + other.leads,
            self.differing + other.differing,
            (self.digest + other.digest) % 2**64,
            self.fairness.joined(other.fairness),
        )


def summary_of(indices: Words, origins: npt.NDArray[Any], leads: Sequence[Lead]) -> Summary:
    """What is found on positions that are images of others.

    Args:
        indices: those of the positions.
        origins: for each position, which of the others it is an image of, by its place.
        leads: for each scoring, by how much Black leads in each of the others.

    Raises:
        ValueError: a lead is no number of half points.
    """
    if not len(indices):
        return Summary()
    alike = np.bincount(origins)
    table = np.array([_in_halves(lead) for lead in leads]).reshape(-1, len(alike)).T
    hashed = leads_hashed(leads)
    kinds, kind = kinds_of(table, hashed)
    times = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(times, kind, alike)
    histogram: Counter[tuple[int, float]] = Counter()
    differing: Counter[_Pair] = Counter()
    for number, of_scoring in enumerate(kinds.T):
        for lead, positions in zip(of_scoring.tolist(), times.tolist(), strict=True):
            histogram[number, lead / HALVES] += positions
        apart = times @ (kinds[:, number + 1 :] != of_scoring[:, None])
        differing.update({(number, number + 1 + place): int(n) for place, n in enumerate(apart) if n})
    return Summary(len(indices), histogram, differing, digest(indices, hashed[origins]))


def kinds_of(table: npt.NDArray[np.int64], hashed: Words) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """The different rows of a table, and which of them each row is; told apart by a hash, and compared in full.

    >>> table = np.array([[1, 2], [3, 4], [1, 2]])
    >>> kinds_of(table, np.zeros(3, dtype=np.uint64))[1].tolist()
    [0, 1, 0]
    """
    _, first, kind = np.unique(hashed, return_index=True, return_inverse=True)
    if np.array_equal(table[first][kind], table):
        return table[first], kind
    kinds, kind = np.unique(table, axis=0, return_inverse=True)
    return kinds, kind.ravel()


def _in_halves(lead: Lead) -> npt.NDArray[np.int64]:
    halves = lead * HALVES
    others = lead[~np.isfinite(halves) | (halves != np.rint(halves))]
    if len(others):
        raise Refusal(f"Leads are counted in half points here, and one of {others[0]:g} is no number of them.")
    return halves.astype(np.int64)


def leads_hashed(leads: Sequence[Lead]) -> Words:
    """A hash of all that Black leads by in each position; two scorings that change places change it."""
    return reduce(lambda hashed, lead: _mixed(hashed) ^ lead, (_in_halves(lead).view(np.uint64) for lead in leads))


def digest(indices: Words, hashed: Words) -> int:
    """The sum, modulo 2^64, of a hash of each position's index and of all that Black leads by there."""
    return int(_mixed(_mixed(indices) ^ hashed).sum(dtype=np.uint64))


def _mixed(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """A step of the generator SplitMix64 (Steele, Lea and Flood, 2014): each bit depends on all bits of the word."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
