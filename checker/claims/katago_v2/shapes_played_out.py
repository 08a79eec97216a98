"""What best play comes to where a group is fought about: bent four, double-ko death and seki, thousand-year ko.

All is tried until a group that is fought about is captured; from there on the game is scored as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.cases import Decide
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...play.cycles import DOUBLE_KO_SEKI
from ...play.shapes import BENT_FOUR, DOUBLE_KO_DEATH, REPETITIONS, THOUSAND_YEAR_KO, Shape, points
from ...solving.budget import OutOfBudget
from ...solving.solution import Value
from ..local_play import (
    MOST_NODES,
    PlayedOut,
    groups_at,
    lead_without,
    left_out,
    played_out,
    settled,
    turns_that_lose,
    until_a_group_falls,
)
from .best_play import JAPANESE

AREA = Rules(ko=Ko.SIMPLE, suicide=False)


@dataclass(frozen=True)
class Fought:
    """A shape with the groups that are fought about.

    Attributes:
        shape: the shape.
        groups: a stone of each group, as text.
        untouched: the points where no move is made, as text.
    """

    shape: Shape
    groups: str
    untouched: str = ""

    @property
    def stones(self) -> int:
        """The stones of the groups."""
        return groups_at(self.shape.coloring, points(self.shape.grid, self.groups))

    @property
    def within(self) -> int:
        """The points where moves are made."""
        return self.shape.grid.everywhere & ~points(self.shape.grid, self.untouched)

    def played_out(self, rules: Rules, phase: Phase, nodes: int) -> PlayedOut:
        """What best play comes to, as far as the capture of a group.

        Raises:
            OutOfBudget: it takes more nodes.
        """
        return played_out(self.shape, self._until_then(rules), phase, self.within, nodes)

    def turns_that_lose(self, rules: Rules, phase: Phase, nodes: int) -> int:
        """How many first turns come to less than best play does, for whoever takes them.

        Raises:
            OutOfBudget: it takes more nodes.
        """
        return turns_that_lose(self.shape, self._until_then(rules), phase, self.within, nodes)

    def _until_then(self, rules: Rules) -> Rules:
        return until_a_group_falls(rules, self.shape.coloring, self.stones)


def comes_out_as_a_death(rules: Rules, fought: Fought, phase: Phase, nodes: int = MOST_NODES) -> Verdict:
    """Whether best play comes to as much as if Black's stones were taken off the board, whoever moves first."""
    c = fought.shape.coloring
    alone = settled(rules, c)
    dead = lead_without(rules, c, c.black & ~alone, phase)

    def is_so(found: PlayedOut) -> bool:
        return set(found.values.values()) == {Value(dead, dead)}

    means = f"With Black's stones taken off the board, Black leads by {dead:g}."
    means = f"{means} {left_out(c.board.grid, fought.within | fought.stones, alone)}"
    return _decided(rules, fought, phase, nodes, is_so, means)


def comes_out_as_a_seki(rules: Rules, fought: Fought, phase: Phase, nodes: int = MOST_NODES) -> Verdict:
    """Whether best play comes to less than a group more or less than leaving all alone, whoever moves first."""
    c = fought.shape.coloring
    smaller = min((c.of(color) & fought.stones).bit_count() for color in Color)

    def is_so(found: PlayedOut) -> bool:
        leads = [lead for value in found.values.values() for lead in (value.worst, value.best)]
        return all(abs(lead - found.left_alone) < smaller for lead in leads)

    means = f"Compared is with leaving it alone; the smaller of the groups that are fought about has {smaller} stones."
    means = f"{means} {left_out(c.board.grid, fought.within | fought.stones, settled(rules, c))}"
    return _decided(rules, fought, phase, nodes, is_so, means)


def _decided(
    rules: Rules, fought: Fought, phase: Phase, nodes: int, is_so: Callable[[PlayedOut], bool], means: str
) -> Verdict:
    shape = fought.shape
    try:
        found = fought.played_out(rules, phase, nodes)
        moved = sum(value != Value(found.left_alone, found.left_alone) for value in found.values.values())
        acted = moved or fought.turns_that_lose(rules, phase, nodes)
    except OutOfBudget:
        return Verdict(Outcome.UNKNOWN, str(shape.grid), "search", notes=f"{nodes:,} nodes were not enough.")
    witness = Story.play(shape.game(rules, phase), found.line, found.told)
    notes = (
        "Every turn is tried until a group that is fought about is captured; from there on the game is scored as it "
        f"stands. {means}"
    )
    outcome = Outcome.HOLDS if is_so(found) else Outcome.REFUTED
    verdict = Verdict(outcome, str(shape.grid), "search", found.counts, witness, notes=notes)
    return if_it_acted(verdict, acted, "mattered which turn is taken")


BENT = Fought(BENT_FOUR, "B2 C3")
DEATH = Fought(DOUBLE_KO_DEATH.shape, DOUBLE_KO_DEATH.groups[BLACK], DOUBLE_KO_DEATH.eyes)
DOUBLE_KO = Fought(REPETITIONS[DOUBLE_KO_SEKI], "A1 B3")
SEKI = Fought(THOUSAND_YEAR_KO.shape, " ".join(THOUSAND_YEAR_KO.groups.values()), THOUSAND_YEAR_KO.eyes)


def _check(claim: str, decide: Decide, fought: Fought, rules: Rules, phase: Phase, cost: float) -> None:
    where = f"phase={phase.value}" if rules is JAPANESE else f"ko={rules.ko.value} scoring=AREA"
    scope = Scope.QUICK if cost < 1 else Scope.STANDARD
    check(claim, str(fought.shape.grid), f"best play {where}", cost, scope, under=(rules,))(
        partial(decide, fought=fought, phase=phase)
    )


for _phase, _costs in zip(CLEANUP, ((5, 40, 1), (1, 8, 0.1)), strict=True):
    _check("claim/bent-four-dies", comes_out_as_a_death, BENT, JAPANESE, _phase, _costs[0])
    _check("claim/double-ko-death", comes_out_as_a_death, DEATH, JAPANESE, _phase, _costs[1])
    _check("claim/thousand-year-ko", comes_out_as_a_seki, SEKI, JAPANESE, _phase, _costs[2])
    _check("claim/double-ko-seki", comes_out_as_a_seki, DOUBLE_KO, JAPANESE, _phase, 2 * _costs[2])
for _ko in Ko:
    _rules = replace(AREA, ko=_ko)
    _check("claim/double-ko-death", comes_out_as_a_death, DEATH, _rules, Phase.MAIN, 3)
    _check("claim/thousand-year-ko", comes_out_as_a_seki, SEKI, _rules, Phase.MAIN, 0.1)
    _check("claim/double-ko-seki", comes_out_as_a_seki, DOUBLE_KO, _rules, Phase.MAIN, 0.1)
