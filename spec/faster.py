"""Faster forms in the place of clauses: which of them still stand when a rules author has amended something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import FunctionType
from typing import Any

from .lemma import Lemma, lemmas, lemmas_on_points
from .registry import Clause, Decision, clause_named


def with_faster_forms(found: Mapping[str, Clause], amended: Iterable[Clause]) -> dict[str, Clause]:
    """Clauses with every lemma in the place of what it equals, but for those that an amendment takes the ground from.

    Args:
        found: clauses of the documents, by their names.
        amended: the clauses that were replaced, dropped or added, in both forms where they have two.
    """
    standing = _standing(lemmas(), amended)
    instead = {lemma.of: lemma.function for lemma in standing}
    named = tuple((_text(lemma), lemma.function) for lemma in standing)
    return {
        name: replace(clause, function=instead.get(name) or calling(clause.function, named))
        for name, clause in found.items()
    }


def points_of_bans(amended: Iterable[Clause]) -> dict[str, Callable[..., Any]]:
    """For each clause of which a lemma says at which points it can forbid a move: those points, of a record.

    Args:
        amended: as for `with_faster_forms`; lemmas that an amendment takes the ground from are left out.
    """
    return {lemma.of: lemma.function for lemma in _standing(lemmas_on_points(), amended)}


def _standing(some: Iterable[Lemma], amended: Iterable[Clause]) -> list[Lemma]:
    touched: set[Decision | str] = set()
    for clause in amended:
        touched |= {clause.name} if clause.decides is None else {clause.name, clause.decides}
    return [lemma for lemma in some if lemma.stands(touched)]


def _text(lemma: Lemma) -> Callable[..., Any]:
    return clause_named(lemma.of).function


def calling(function: Callable[..., Any], instead: Iterable[tuple[Callable[..., Any], Callable[..., Any]]]) -> Any:
    """The text of a function, with other functions in the place of some that it calls by name."""
    if not isinstance(function, FunctionType):
        return function
    called = function.__globals__
    renamed = {name: new for old, new in instead for name in function.__code__.co_names if called.get(name) is old}
    return reading(function, **renamed) if renamed else function


@lru_cache(1 << 10)
def reading(function: Callable[..., Any], **instead: Callable[..., Any]) -> Callable[..., Any]:
    """The text of a function, with other functions where it calls some by name.

    The text stays one: nothing is written again that could then come to say something else.

    >>> def greet():
    ...     return word()
    >>> reading(greet, word=lambda: "hello")()
    'hello'
    """
    assert isinstance(function, FunctionType), "a clause is a plain function"
    names = {**function.__globals__, **instead}
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
