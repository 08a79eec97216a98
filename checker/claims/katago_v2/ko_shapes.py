"""Whether a thousand-year ko and a double-ko death are what they are called.

What Go players call a shape is told by lines: after some turns, whether a player can capture a group by force. A
double-ko death can't be saved whoever moves first, though there are two kos to take, and however often the owner
threatens elsewhere. In a thousand-year ko neither player can capture by moving first; the one can make it a seki, the
other can make it a direct ko, and then is the second to take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import WHITE, Color
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...play.capture import Captured, can_be_captured
from ...play.shapes import DOUBLE_KO_DEATH, DOUBLE_KO_DEATH_WITH_A_THREAT, THOUSAND_YEAR_KO, Fight, KoLine, KoShape
from ..facts.repetitions import SIMPLE, TERRITORY

BUDGET = 10_000


KOS, THREAT = "D2 E1 G2 F2 E4 C2 H2 G1 F1", "O3 M4 N1"
THREATENED = Fight(DOUBLE_KO_DEATH_WITH_A_THREAT, WHITE, "E3", "C3 P3", f"{KOS} {THREAT}")


def followed(ko_shape: KoShape, line: KoLine, rules: Rules, phase: Phase, budget: int = BUDGET) -> Captured:
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
            witness = Story.play(shape.game(rules, phase), ko_shape.turns(line.turns), f"This is not so: {line.means}")
            return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, witness)
    witness = Story.play(shape.game(rules, phase), (), f"The shape: {shape.about}")
    outcome = Outcome.UNKNOWN if counts["undecided"] else Outcome.HOLDS
    notes = " ".join(_notes(ko_shape, phase))
    verdict = Verdict(outcome, str(shape.grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, counts["turns_tried"], "tried a turn")


def _notes(ko_shape: KoShape, phase: Phase) -> Iterator[str]:
    yield "It is called so because of this:"
    yield from (line.means for line in ko_shape.lines_in(phase))
    yield "Every move but those in the eyes outside is tried, until a group falls; if the attacker's does, it fails."
    yield "How best play scores the shape is another check."


def threats_do_not_save_it(rules: Rules, phase: Phase, fight: Fight = THREATENED) -> Verdict:
    """Whether White can capture the group by force whoever moves first, though a threat elsewhere stays."""
    found = [fight.attacked(rules, phase, first) for first in Color]
    counts = {"attacks": len(found), "turns_tried": sum(some.tried for some in found)}
    witness = Story.play(fight.shape.game(rules, phase), (), f"The shape: {fight.shape.about}")
    if None in (some.by_force for some in found):
        return Verdict(Outcome.UNKNOWN, str(fight.shape.grid), "search", counts, notes="The budget ran out.")
    outcome = Outcome.HOLDS if all(some.by_force for some in found) else Outcome.REFUTED
    notes = (
        "Every move at the kos and at the threat is tried, as often as it is legal. White must not lose a group before "
        "the capture, nor by the very next turn. Moves in eyes are left out."
    )
    verdict = Verdict(outcome, str(fight.shape.grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, counts["turns_tried"], "tried a turn")


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
for _ko in Ko:
    check(
        "claim/double-ko-death",
        str(THREATENED.shape.grid),
        f"captured ko={_ko.value} threat=can't-be-removed",
        cost=3,
        scope=Scope.STANDARD,
        under=(replace(SIMPLE, ko=_ko),),
    )(partial(threats_do_not_save_it, phase=Phase.MAIN))
