"""Wrong versions of lemmas about definitions, which no rules can amend: what they state is said otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from superko.checker.claims.bans import SAME_LEADS, territory_of_one_alone
from superko.checker.proofs import steps
from superko.checker.proofs.situation import BoardLemma, Implication, LemmaSituation
from superko.spec.algebra import Color, Coloring
from superko.spec.katago_v2.faster_forms import IN_EVERY_TEXT, stones_with_liberty
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.tromp_taylor.rules import cleared

StoneFinder = Callable[[Coloring[Any], Color], Any]


def none(c: Coloring[Any], color: Color) -> Any:
    return c.board.nothing


def all_of_them(c: Coloring[Any], color: Color) -> Any:
    return c.of(color)


def not_beside_empty_points(c: Coloring[Any], color: Color) -> Any:
    return c.of(color) & ~c.board.neighbours(c.empty)


def those_with_liberty(c: Coloring[Any], color: Color) -> Any:
    return stones_with_liberty(c, color)


def of_the_opponent(c: Coloring[Any], color: Color) -> Any:
    return resolve_captures(c, color.opponent)


def single_ones(c: Coloring[Any], color: Color) -> Any:
    return c.regions(resolve_captures(c, color), where=c.is_single)


def beside_the_opponent(c: Coloring[Any], color: Color) -> Any:
    return c.of(color) & c.board.neighbours(c.of(color.opponent))


INSTEAD: tuple[StoneFinder, ...] = (
    none,
    all_of_them,
    not_beside_empty_points,
    those_with_liberty,
    of_the_opponent,
    single_ones,
    beside_the_opponent,
)


def saying_that(lemma: BoardLemma, resolved: StoneFinder, instead: StoneFinder) -> BoardLemma:
    """A lemma that says of two ways to find stones that they find the same."""

    def statement(s: LemmaSituation[Any]) -> Implication:
        return Implication(True, resolved(s.coloring, s.player) == instead(s.coloring, s.player))

    return BoardLemma(lemma.claim, statement, lemma.moves)


DEFINED: tuple[tuple[BoardLemma, StoneFinder], ...] = (
    (steps.RESOLVE_CAPTURES, resolve_captures),
    (steps.CLEARED, cleared),
    (SAME_LEADS, territory_of_one_alone),
)


def of_a_text(instead: StoneFinder) -> BoardLemma:
    """The lemma that a text has the fast form, of a text that defines something else as captured."""
    return BoardLemma(IN_EVERY_TEXT, partial(steps.a_definition_has_that_form, instead), moves=0)


WRONG_DEFINITIONS: Mapping[str, BoardLemma] = {
    f"{lemma.claim} {instead.__name__}": saying_that(lemma, resolved, instead)
    for lemma, resolved in DEFINED
    for instead in INSTEAD
} | {f"{IN_EVERY_TEXT} {instead.__name__}": of_a_text(instead) for instead in INSTEAD}
