"""Bent four in the corner: it is captured by force in cleanup, also where Black has a ko threat that can't be removed.

In the main phase the same threat saves it. That is shown by capture alone, with moves in the corner and at the threat;
how best play scores it is not decided here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ....interpreter.notation import parse_turn
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted, without_a_clause
from ...play.shapes import BENT_FOUR, BENT_FOUR_WITH_A_THREAT, Fight
from .best_play import JAPANESE

CORNER, THREAT = "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2", "L3 J4 K1"
ALONE = Fight(BENT_FOUR, WHITE, "B2", "C3", CORNER)
WITH_A_THREAT = Fight(BENT_FOUR_WITH_A_THREAT, WHITE, "B2", "C3 M3", f"{CORNER} {THREAT}")
THREATENED = Fight(BENT_FOUR_WITH_A_THREAT, BLACK, "M3", "", THREAT)
BLOCK = "katago-v2/cleanup/legal-unblocked"


def is_captured(fight: Fight, rules: Rules, phase: Phase, player: Color) -> Verdict:
    """Whether White can capture the surrounded group by force, without losing a group of her own for it."""
    found, shape = fight.attacked(rules, phase, player), fight.shape
    counts = {"turns_tried": found.tried}
    witness = Story.play(replace(shape, player=player).game(rules, phase), (), f"The shape: {shape.about}")
    notes = (
        "Every move in the corner and at the threat is tried. White must not lose a group before the capture, nor by "
        "the very next turn. Whether another course would score more is not looked at."
    )
    outcome = {True: Outcome.HOLDS, False: Outcome.REFUTED, None: Outcome.UNKNOWN}[found.by_force]
    verdict = Verdict(outcome, str(shape.grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, found.tried, "tried a turn")


def threat_stands(rules: Rules, phase: Phase, threatened: Fight = THREATENED) -> Verdict:
    """Whether White can't remove the threat: whatever she plays there, Black captures her group, and not otherwise."""
    shape = threatened.shape
    start = shape.game(rules, phase)
    legal = [text for text in threatened.within.split() if start.judge(parse_turn(shape.grid, text)).legal]
    found = [threatened.attacked(rules, phase, turns=text).by_force for text in legal]
    untouched = threatened.attacked(rules, phase, BLACK).by_force
    stands = bool(legal) and all(found) and untouched is False
    witness = Story.play(start, (), f"The shape: {shape.about}")
    outcome = Outcome.HOLDS if stands else Outcome.REFUTED
    verdict = Verdict(outcome, str(shape.grid), "search", {"moves": len(legal)}, witness)
    return if_it_acted(verdict, sum(map(bool, found)), "had a group captured by the threat")


for _phase in CLEANUP:
    for _player in Color:
        check(
            "claim/bent-four-dies",
            str(BENT_FOUR.grid),
            f"captured phase={_phase.value} first={_player.value}",
            cost=0.1,
            under=(JAPANESE,),
        )(partial(is_captured, ALONE, phase=_phase, player=_player))
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"captured phase={_phase.value} threat=can't-be-removed",
        cost=10,
        scope=Scope.STANDARD,
        under=(JAPANESE,),
    )(partial(is_captured, WITH_A_THREAT, phase=_phase, player=BLACK))
for _label, _rules, _phase in (
    ("without=cleanup", JAPANESE, Phase.MAIN),
    (f"without={BLOCK}", JAPANESE.dropping(BLOCK), Phase.FIRST_CLEANUP),
):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"{_label} threat=can't-be-removed",
        cost=10,
        scope=Scope.STANDARD,
        under=(_rules,),
    )(partial(without_a_clause(is_captured), WITH_A_THREAT, phase=_phase, player=WHITE))
for _phase in (Phase.MAIN, *CLEANUP):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"the threat can't be removed phase={_phase.value}",
        cost=0.1,
        under=(JAPANESE,),
    )(partial(threat_stands, phase=_phase))
