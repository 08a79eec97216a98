"""Reasons: which small changes of the rules explain what an engine does, and whether two disagreements share one.

A change explains nothing once the engine was seen to do otherwise: that a clause is missing, where the clause forbade
something or ended something, and the engine said the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from ...interpreter.game import Game
from ...interpreter.story import Start
from ...spec.rules import Rules
from .aspects import Aspect, observation
from .disagreement import Disagreement
from .naming import changes, would_settle
from .suspects import mistaken_terms

Reasons = frozenset[str]


@lru_cache(maxsize=256)
def _changes_of(rules: Rules) -> Mapping[str, Rules]:
    return {change.words: change.rules for change in changes(rules)}


def explains(words: str, found: Disagreement) -> bool:
    """Whether the rules, changed as some words say, would say what the engine says.

    >>> from superko.checker.oracle.aspects import Aspect
    >>> from superko.checker.oracle.setting import Setting
    >>> rules = Rules()
    >>> found = Disagreement(Setting(1, 1, rules=rules), rules, (), Aspect.PLAYER, "W", "B", ("player",))
    >>> explains("ko=SIMPLE", found)
    False
    """
    changed = _changes_of(found.rules).get(words)
    if changed is None:
        return any(mistake == words for mistake, _ in mistaken_terms(found))
    return would_settle(found, changed)


def refuted(words: str, rules: Rules, agreed: Iterable[Game], asked: Collection[Aspect]) -> bool:
    """Whether rules, changed as some words say, would say otherwise in games that an engine agreed in."""
    changed = _changes_of(rules).get(words)
    return changed is not None and any(says_otherwise(changed, game, asked) for game in agreed)


def says_otherwise(changed: Rules, game: Game, asked: Collection[Aspect]) -> bool:
    """Whether other rules say otherwise of a game, or end it before, or can't be played by."""
    try:
        other = Start.of(game).game(changed)
        for turn in game.turns_taken:
            if other.over:
                return True
            other = other.taking(turn)
        return observation(other, asked) != observation(game, asked)
    except (ValueError, KeyError):
        return True


def explained(found: Disagreement, reasons: Reasons) -> bool:
    """Whether one of the reasons of another disagreement explains this one too."""
    return any(explains(words, found) for words in reasons)


def have_one_in_common(found: Disagreement, reasons: Reasons, other: Disagreement, of_other: Reasons) -> bool:
    """Whether one change explains two disagreements; or none is known for either, so that they can't be told apart."""
    if not reasons and not of_other:
        return True
    return explained(other, reasons) or explained(found, of_other)
