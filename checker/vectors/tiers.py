"""The vectors of each tier, made one by one, always the same and in the same order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .from_mistakes import vector_of
from .mistakes import mistakes
from .partings import PAIRS, vector_of_pair
from .random_games import BOARDS, GAMES_EACH, RULES, vector_of_chance
from .shapes import SHAPES, vector_of_shape
from .start import Start
from .vector import Tier, Vector

Recipe: TypeAlias = Callable[[], Vector | None]


class Played(NamedTuple):
    """A game of a vector: the rules, where it starts, and the turns, of which the last may be one that they forbid."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]


def recipes(tier: Tier) -> list[Recipe]:
    """How the vectors of a tier are made, each by a call; a call may also give none."""
    found: dict[Tier, list[Recipe]] = {
        Tier.TINY: [partial(vector_of, mistake) for mistake in mistakes()],
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


def games(tier: Tier) -> Iterator[Played]:
    """Every game of a tier under every rule set that it is told under, each once, made as it is asked for.

    >>> rules, start, turns = next(games(Tier.TINY))
    >>> rules.document, str(start.grid), turns
    ('katago-v2', '3x1', (Pass(), Pass()))
    """
    known: set[Played] = set()
    for recipe in recipes(tier):
        vector = recipe()
        if vector is None:
            continue
        for played in (Played(rules, vector.start, vector.turns) for rules in vector.rule_sets):
            if played not in known:
                known.add(played)
                yield played
