"""Whether a thousand-year ko and a double-ko death are what they are called; how best play comes out is left open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce

from ....interpreter.game import Game
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...checks import check
from ...search.capturing import Captured, can_be_captured
from ...verdict import Outcome, Verdict
from ...witnesses import game_witness
from ..facts.repetitions import SIMPLE, TERRITORY
from ..shapes import DOUBLE_KO_DEATH, THOUSAND_YEAR_KO, KoShape, Line

BUDGET = 10_000


def followed(ko_shape: KoShape, line: Line, rules: Rules, phase: Phase, budget: int = BUDGET) -> Captured:
    """Whether the attack succeeds after the turns of a line, each of which must be legal, with moves but in the eyes.

    Raises:
        IllegalTurn: a turn is illegal.
    """
    game = reduce(Game.play, ko_shape.turns(line.turns), ko_shape.shape.game(rules, phase))
    defended, own = ko_shape.group(line.attacker.opponent), ko_shape.group(line.attacker)
    points = ko_shape.shape.grid.everywhere & ~ko_shape.points(ko_shape.eyes)
    return can_be_captured(game, line.attacker, defended, own, points, budget)


def is_what_it_is_called(ko_shape: KoShape, rules: Rules, phase: Phase, budget: int = BUDGET) -> Verdict:
    """Search after every line of a shape whether the attack succeeds; one that comes out otherwise refutes the name."""
    shape = ko_shape.shape
    counts = dict.fromkeys(("attacks", "undecided", "turns_tried"), 0)
    for line in ko_shape.lines_in(phase):
        found = followed(ko_shape, line, rules, phase, budget)
        counts["attacks"] += 1
        counts["turns_tried"] += found.tried
        counts["undecided"] += found.by_force is None
        if found.by_force is not None and found.by_force is not line.succeeds:
            witness = game_witness(
                shape.game(rules, phase), ko_shape.turns(line.turns), f"This is not so: {line.means}"
            )
            return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, witness)
    witness = game_witness(shape.game(rules, phase), (), f"The shape: {shape.about}")
    return Verdict(Outcome.UNKNOWN, str(shape.grid), "search", counts, witness, notes=" ".join(_notes(ko_shape, phase)))


def _notes(ko_shape: KoShape, phase: Phase) -> Iterator[str]:
    yield from (line.means for line in ko_shape.lines_in(phase))
    yield "Every move but those in the eyes outside is tried, until a group falls; if the attacker's does, it fails."
    yield "How best play scores the shape, and what threats elsewhere do, is not decided."


for _claim, _shape in (
    ("claim/thousand-year-ko", THOUSAND_YEAR_KO),
    ("claim/double-ko-death", DOUBLE_KO_DEATH),
):
    for _ko in Ko:
        _rules = replace(SIMPLE, ko=_ko)
        check(_claim, str(_shape.shape.grid), f"named rightly ko={_ko.value}", cost=0.2, under=(_rules,))(
            partial(is_what_it_is_called, _shape, phase=Phase.MAIN)
        )
    for _phase in CLEANUP:
        check(_claim, str(_shape.shape.grid), f"named rightly phase={_phase.value}", cost=0.2, under=(TERRITORY,))(
            partial(is_what_it_is_called, _shape, phase=_phase)
        )
