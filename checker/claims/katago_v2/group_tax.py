"""What tax All takes: from each living group, not from each string of stones, and no more than the group has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import as_set_up, score_text, scored_by
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import boards_of
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import Tax
from ....spec.rules import Rules
from ....spec.vocabulary import PASS
from ...evidence.cases import Seen, cases, every_case
from ...evidence.checks import check, check_boards, decides
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.sweep import Lead, as_floats, legal_chunks

TAX = 2
MOST_POINTS = 6
BY_STRINGS = "Were it paid for each string of stones, other positions would pay more."
LITERAL = {"reading/ilr-own-stone": "literal"}

Expected: TypeAlias = Callable[[Rules, Coloring[Words], Color], Lead]


def tax_paid(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a player scores less under tax All than under tax Seki, in each position."""
    scores = [as_floats(scored_by(as_set_up(replace(rules, tax=tax), c), color), c) for tax in (Tax.SEKI, Tax.ALL)]
    return scores[0] - scores[1]


def up_to_two(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a tax of up to two points for each region takes, if it takes no more empty points than a region has."""
    life = independent_life_regions(rules, c, color)
    has_one = c.regions(life, where=lambda region: c.meets(region, c.empty))
    has_two = c.regions(has_one, where=lambda region: c.no(c.is_single(region & c.empty)))
    return as_floats(c.number_of_regions(has_one), c) + as_floats(c.number_of_regions(has_two), c)


def two_for_each_string(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a tax of two points for each string of stones that has independent life would take."""
    life = independent_life_regions(rules, c, color)
    return as_floats(c.number_of_regions(life & c.of(color)), c) * TAX


def up_to_two_for_each_group(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a tax of up to two points would take of each group: living stones, joined by the eyes that they share."""
    life = independent_life_regions(rules, c, color)
    stones, eyes = life & c.of(color), life & c.empty
    groups = c.regions(stones | eyes, where=lambda group: c.meets(group, eyes))
    with_two = c.regions(groups, where=lambda group: c.no(c.is_single(group & eyes)))
    return as_floats(c.number_of_regions(groups), c) + as_floats(c.number_of_regions(with_two), c)


def takes_up_to_two(rules: Rules, grid: Grid) -> Verdict:
    """Compare the tax with one of up to two points for each region, in every legal position."""
    positions = differences = taxed = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        for color in Color:
            paid = tax_paid(rules, c, color)
            taxed += int(np.count_nonzero(paid))
            differences += int(np.count_nonzero(paid != up_to_two(rules, c, color)))
    verdict = holds_unless(differences, f"legal positions of {grid}", "sweep", positions=positions, taxed=taxed)
    return if_it_acted(verdict, taxed, "took anything")


def smallest_other_tax(rules: Rules, expected: Expected, instead: str) -> Verdict:
    """Find the smallest board, and the fewest stones on it, where the tax is not what is expected of it.

    Args:
        rules: the rules.
        expected: what the tax would take.
        instead: in words, what that is.
    """
    positions = 0
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        found: list[tuple[Coloring[int], Color, float]] = []
        for c in legal_chunks(grid):
            positions += len(c.black)
            for color in Color:
                would_be = expected(rules, c, color)
                other = np.flatnonzero(tax_paid(rules, c, color) != would_be).tolist()
                found += [(as_integers(c, index), color, float(would_be[index])) for index in other]
        if found:
            coloring, color, cost = min(found, key=_fewest_stones)
            start = Game.set_up(rules, coloring)
            untaxed = Game.set_up(replace(rules, tax=Tax.SEKI), coloring)
            taken, before = (game.play(PASS).play(PASS).result for game in (start, untaxed))
            player = color.name.capitalize()
            shows = (
                f"With tax All {score_text(taken)}, with tax Seki {score_text(before)}: "
                f"{instead} would cost {player} {cost:g}."
            )
            witness = Story.play(start, (PASS, PASS), shows)
            return Verdict(Outcome.REFUTED, str(grid), "sweep", {"positions": positions}, witness, minimal=True)
    scope = f"legal positions of boards of up to {MOST_POINTS} points"
    return Verdict(Outcome.HOLDS, scope, "sweep", {"positions": positions})


def _fewest_stones(found: tuple[Coloring[int], Any, Any]) -> int:
    c = found[0]
    return (c.black | c.white).bit_count()


_ALL = Rules(tax=Tax.ALL, suicide=False)
check_boards(
    "claim/tax-all-up-to-two",
    takes_up_to_two,
    boards=[(4, 1), (5, 1), (2, 2), (3, 2), (3, 3)],
    standard=[(5, 2), (4, 3)],
    rules="scoring=AREA tax=ALL",
    under=(_ALL,),
)
check(
    "claim/tax-all-up-to-two",
    "smallest",
    "scoring=AREA tax=ALL reading/ilr-own-stone=literal",
    cost=0.2,
    under=(_ALL.reading(LITERAL),),
)(partial(smallest_other_tax, expected=up_to_two, instead="no more than the region has"))


@decides("claim/tax-all-by-group", _ALL, quick="2x2 3x2 3x3", standard="5x2 4x3")
@every_case(method="sweep", acts="joined several strings by an eye", notes=BY_STRINGS)
def paid_once_for_each_group(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether each living group pays once, by the points it surrounds, however many strings of stones it has."""
    for c in legal_chunks(grid):
        for color in Color:
            paid, by_strings = tax_paid(rules, c, color), two_for_each_string(rules, c, color)
            differ = np.flatnonzero(paid != up_to_two_for_each_group(rules, c, color))
            acted = np.count_nonzero((paid > 0) & (paid != by_strings))
            shows = partial(_scored, rules, c, int(differ[0])) if len(differ) else None
            yield cases(len(differ), shows, int(acted), taxed=int(np.count_nonzero(paid)))


def _scored(rules: Rules, c: Coloring[Words], index: int) -> Story:
    start = Game.set_up(rules, as_integers(c, index))
    return Story.play(start, (PASS, PASS), "The tax is not what the groups come to.")
