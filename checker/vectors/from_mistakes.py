"""The vectors of single clauses: for each way in which a clause matters, the shortest game found that shows it."""

from __future__ import annotations

from .mistakes import Mistake
from .places import places
from .search import shortest_game
from .vector import ID, Tier, Vector


def vector_of(mistake: Mistake) -> Vector:
    """The vector that rules a mistake out, from the first place where there is a game that shows it.

    Raises:
        LookupError: no such game was found.

    >>> from .mistakes import mistakes
    >>> vector = vector_of(list(mistakes("tromp-taylor"))[1])
    >>> vector.id, vector.sentence
    ('superko/vector/tromp-taylor/turn/allows', 'A turn that it allows: A turn is a pass or a move.')
    """
    for place in places(mistake):
        right, wrong = (place.start.game(rules) for rules in (place.rules, mistake.made_in(place.rules)))
        turns = shortest_game(right, wrong, place.most_pairs)
        if turns is not None:
            sentence = f"{mistake.way.shows[0].upper()}{mistake.way.shows[1:]}: {mistake.clause.text}"
            return Vector(f"{ID}/{mistake}", Tier.TINY, sentence, place.start, turns, (place.rules,))
    raise LookupError(f"No game was found that shows {mistake}: {mistake.way.mistake}.")
