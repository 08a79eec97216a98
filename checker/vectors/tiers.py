"""The vectors of each tier: shortest games that kill mutants or part presets, random games, and the hard shapes.

The games of the tiny tier are published and never change, so that they are kept; a game for a new mutant is searched
for by `python -m tests.checker.vectors.search`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ...interpreter.rule_names import rules_from_json
from ...interpreter.story import Start
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .mutants import Mutant, mutants
from .shapes import BOARDS, GAMES_EACH, PAIRS, RULES, SHAPES, vector_of_chance, vector_of_pair, vector_of_shape
from .vector import ID, Tier, Vector


class VectorGame(NamedTuple):
    """A game of a vector: the rules, where it starts, and the turns, of which the last may be one that they forbid."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]


_FILE = Path(__file__).with_name("tiny.json")


@cache
def kept_games() -> Mapping[str, VectorGame]:
    """For each mutant, by its name, the shortest game found that shows its mistake, as published."""
    kept: dict[str, VectorGame] = {}
    for game in json.loads(_FILE.read_text(encoding="ascii")):
        start = Start.from_json(game)
        played = VectorGame(rules_from_json(game["rules"]), start, start.turns(game["turns"]))
        kept |= dict.fromkeys(game["shows"], played)
    return kept


def vector_of(mutant: Mutant) -> Vector:
    """The vector that kills a mutant.

    Raises:
        KeyError: no such game is kept.

    >>> from .mutants import mutants
    >>> vector = vector_of(list(mutants("tromp-taylor"))[2])
    >>> vector.id, vector.sentence
    ('superko/vector/tromp-taylor/turn/allows', 'A turn that it allows: A turn is a pass or a move.')
    """
    rules, start, turns = kept_games()[str(mutant)]
    shows = mutant.mutation.shows
    sentence = f"{shows[0].upper()}{shows[1:]}: {mutant.clause.text}"
    return Vector(f"{ID}/{mutant}", Tier.TINY, sentence, start, turns, (rules,))


Recipe: TypeAlias = Callable[[], Vector | None]


def recipes(tier: Tier) -> list[Recipe]:
    """How the vectors of a tier are made, each by a call; a call may also give none."""
    by_tier: dict[Tier, list[Recipe]] = {
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
    return [recipe for other, made in by_tier.items() if tier.takes_in(other) for recipe in made]


def vectors(tier: Tier) -> tuple[Vector, ...]:
    """The vectors of a tier."""
    return merged(vector for recipe in recipes(tier) if (vector := recipe()) is not None)


def merged(unmerged: Iterable[Vector]) -> tuple[Vector, ...]:
    """Vectors of which those that are the same game have become one, which answers to the ids of all of them."""
    by_game: dict[Hashable, Vector] = {}
    for vector in unmerged:
        game = (vector.start, vector.turns, vector.rule_sets)
        known = by_game.get(game)
        by_game[game] = vector if known is None else replace(known, also=(*known.also, vector.id))
    return tuple(by_game.values())


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
