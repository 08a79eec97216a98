"""Sekis as best play finds them: the smallest one, and that superko and counting by territory make more of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ....spec.algebra import Grid
from ....spec.algebra.grid import boards_by_size
from ....spec.rules import Rules
from ...evidence.verdict import Outcome, Seen, cases, count, smallest_case
from ...values.sekis import SekiSearch, filled, sekis_of

UP_TO_SIX = boards_by_size(6)


@lru_cache(16)
def searched(rules: Rules, grid: Grid) -> SekiSearch:
    """The sekis of a board."""
    return sekis_of(rules, grid)


@smallest_case(Outcome.WITNESSED, UP_TO_SIX)
def smallest_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest seki."""
    yield count(positions=searched(rules, grid).positions)
    yield from (cases(1, partial(filled, seki)) for seki in searched(rules, grid).sekis)


@smallest_case(Outcome.WITNESSED, UP_TO_SIX)
def smallest_that_is_none_otherwise(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest seki that is none under other rules."""
    search, search_otherwise = searched(rules, grid), searched(otherwise, grid)
    yield count(positions=search.positions)
    elsewhere = {seki.game.position for seki in search_otherwise.sekis}
    yield from (cases(1, partial(filled, seki)) for seki in search.sekis if seki.game.position not in elsewhere)
