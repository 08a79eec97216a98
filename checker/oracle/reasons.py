"""Reasons: which small changes of the rules explain what an engine does, and whether two disagreements share one.

That a clause is missing explains nothing once the engine was seen to follow it: where the clause forbade something, or
ended something, and the engine said the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from ...spec.rules import Rules
from .disagreement import Disagreement
from .naming import WITHOUT, Naming, changes, would_settle
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
    >>> found = Disagreement(Setting(rules, 1, 1), rules, (), Aspect.PLAYER, "W", "B", ("player",))
    >>> explains("ko=SIMPLE", found)
    False
    """
    changed = _changes_of(found.rules).get(words)
    if changed is None:
        return any(mistake == words for mistake, _ in mistaken_terms(found))
    return would_settle(found, changed)


def not_refuted(as_if: Iterable[str], followed: Collection[str]) -> tuple[str, ...]:
    """The changes that can still be it, where an engine was seen to follow some clauses.

    >>> not_refuted(["without katago-v2/main/legal-superko", "ko=SIMPLE"], {"katago-v2/main/legal-superko"})
    ('ko=SIMPLE',)
    """
    refuted = {WITHOUT + name for name in followed}
    return tuple(words for words in as_if if words not in refuted)


def reasons_of(named: Naming, followed: Collection[str]) -> Reasons:
    """The changes that explain a disagreement, as far as they can still be it."""
    return frozenset(not_refuted(named.as_if, followed))


def explained(found: Disagreement, reasons: Reasons) -> bool:
    """Whether one of the reasons of another disagreement explains this one too."""
    return any(explains(words, found) for words in reasons)


def have_one_in_common(found: Disagreement, reasons: Reasons, other: Disagreement, of_other: Reasons) -> bool:
    """Whether one change explains two disagreements; or none is known for either, so that they can't be told apart."""
    if not reasons and not of_other:
        return True
    return explained(other, reasons) or explained(found, of_other)
