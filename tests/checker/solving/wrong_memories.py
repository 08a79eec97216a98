"""Wrong ways to remember proofs, each a plausible mistake, put in the place of a part of the search.

Each must give a wrong value somewhere; what is right is known from plain search, or from the search as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from superko.checker.phase.tables import NO_EFFECT, Tables
from superko.checker.solving import conditions as facts
from superko.checker.solving import entries as proofs
from superko.checker.solving import kernel
from superko.checker.solving.bounds import StaticBounds
from superko.checker.solving.state import SUCCEEDS, UNKNOWN, Conditions, Entries, SearchState

Mistake: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def no_facts_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof is used again whatever has happened."""
    for keeping in ("keep_what_was_asked", "keep_whether_forbidden"):
        monkeypatch.setattr(kernel, keeping, lambda *_: None)


def what_must_not_have_happened_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the states which one's own moves lead to must not have stood is not kept."""
    _keeping(monkeypatch, lambda is_so: is_so)


def what_must_have_happened_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the states which excluded an answer must have stood is not kept."""
    _keeping(monkeypatch, lambda is_so: not is_so)


def facts_are_lost_on_the_way_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the last turn asked is kept."""

    def raise_conditions(tables: Tables, conditions: Conditions, begin: int, effect: int, back: int) -> None:
        if effect != NO_EFFECT:
            conditions.top[0] = begin

    monkeypatch.setattr(kernel, "raise_conditions", raise_conditions)


def facts_of_images_are_not_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof of an image is used with the facts of the original."""
    monkeypatch.setattr(proofs, "image_of_condition", lambda tables, number, symmetry: number)


def only_what_met_no_repetition_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was proved without coming upon a forbidden turn is used again anywhere; the rest is not kept."""

    def remember(tables: Tables, conditions: Conditions, entries: Entries, begin: int, *proved: int) -> None:
        top = conditions.top[0]
        if not any(facts.is_so(conditions.numbers[place]) for place in range(begin, top)):
            conditions.top[0] = begin
            right(tables, conditions, entries, begin, *proved)
            conditions.top[0] = top

    right = proofs.remember
    monkeypatch.setattr(kernel, "remember", remember)


def no_answer_is_remembered_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no answer was found within the turns, that counts as Black's failure."""

    def go_back(tables: Tables, static: StaticBounds, state: SearchState, result: int) -> None:
        right(tables, static, state, 1 - SUCCEEDS if result == UNKNOWN else result)

    right = kernel.go_back
    monkeypatch.setattr(kernel, "go_back", go_back)


def what_is_not_shown_counts_as_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answer that is sought was not found within the turns, the other one is taken to hold."""

    def go_back(tables: Tables, static: StaticBounds, state: SearchState, result: int) -> None:
        right(tables, static, state, 1 - state.sought[0] if result == UNKNOWN else result)

    right = kernel.go_back
    monkeypatch.setattr(kernel, "go_back", go_back)


def _keeping(monkeypatch: pytest.MonkeyPatch, kept: Callable[[bool], bool]) -> None:
    right = facts.keep

    def keep(conditions: Conditions, begin: int, number: int) -> None:
        if kept(facts.is_so(number)):
            right(conditions, begin, number)

    monkeypatch.setattr(facts, "keep", keep)


MISTAKES: tuple[Mistake, ...] = (
    no_facts_at_all,
    what_must_not_have_happened_is_forgotten,
    what_must_have_happened_is_forgotten,
    facts_are_lost_on_the_way_up,
    facts_of_images_are_not_turned,
    only_what_met_no_repetition_is_kept,
    no_answer_is_remembered_as_one,
    what_is_not_shown_counts_as_refuted,
)
