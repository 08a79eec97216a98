"""Lemmas beside clauses: faster forms of them, and where they can forbid at all, with what each rests on.

A lemma is used as long as nothing that it rests on is amended (see `faster`), and never by `Rules.literally`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from .registry import Decision

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Lemma:
    """What makes a clause faster to ask, and is true of it as long as nothing that it rests on is amended.

    It is a form that is equal to the clause and faster, or says at which points the clause can forbid a move at all.

    Attributes:
        of: the name of the clause.
        function: the faster form, which takes what the clause takes; or, of a record, the points.
        claim: the id of the claim that it is so.
        rests_on: the decisions, and the names of the clauses, that this rests on besides.
    """

    of: str
    function: Callable[..., Any]
    claim: str
    rests_on: frozenset[Decision | str]

    def stands(self, amended: Collection[Decision | str]) -> bool:
        """Whether it is still true of the clause after these clauses, and clauses of these decisions, were amended."""
        return self.of not in amended and self.rests_on.isdisjoint(amended)


_lemmas: dict[str, Lemma] = {}
_places: dict[str, Lemma] = {}


def lemma(of: str, claim: str, rests_on: Iterable[Decision | str] = ()) -> Callable[[F], F]:
    """Register a function as an equal and faster form of a clause, to be used in its place; see `Lemma`.

    Raises:
        ValueError: the clause has such a form already.
    """
    return _registering_in(_lemmas, of, claim, rests_on)


def forbids_only_at(of: str, claim: str, rests_on: Iterable[Decision | str] = ()) -> Callable[[F], F]:
    """Register a function from records to the only points at which a clause can forbid a move; see `Lemma`.

    Where many moves are judged, only those at these points need be shown to the clause.

    Raises:
        ValueError: the clause has such a function already.
    """
    return _registering_in(_places, of, claim, rests_on)


def _registering_in(
    table: dict[str, Lemma], of: str, claim: str, rests_on: Iterable[Decision | str]
) -> Callable[[F], F]:
    def register(function: F) -> F:
        if of in table:
            raise ValueError(f"There is a lemma for {of} already.")
        table[of] = Lemma(of, function, claim, frozenset(rests_on))
        return function

    return register


def lemmas() -> tuple[Lemma, ...]:
    """The faster forms, in the order of their registration."""
    return tuple(_lemmas.values())


def lemmas_on_points() -> tuple[Lemma, ...]:
    """What `forbids_only_at` has registered, in the order of registration."""
    return tuple(_places.values())
