"""Why a direct ko should be finished although there are threats enough, and why a ko of more steps can be left open.

In the main phase threats keep an open ko; in cleanup they don't, as a ko that was taken is blocked. So whoever leaves a
direct ko open loses the group, and whoever has time for one more answer does not.
"""

from __future__ import annotations

from ....interpreter.story import Story
from ....spec.algebra import WHITE
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...play.shapes import DIRECT_KO, KO_WITH_AN_APPROACH, Fight
from .best_play import JAPANESE

LOCAL, THREAT = "E4 E1 F1 F2 G2 G1", "O3 M4 N1"
OPEN = Fight(DIRECT_KO, WHITE, "E3", "C3 P3", f"{LOCAL} {THREAT}")
OF_MORE_STEPS = Fight(KO_WITH_AN_APPROACH, WHITE, "E3", "C3", LOCAL)
LEFT_OPEN, FINISHED, APPROACHED = "", "pass F2", "G1 pass"
PHASES = (Phase.MAIN, *CLEANUP)
NOTES = (
    "Whether the group can be captured by force is what is looked at, with moves at the ko and at the threat, if there "
    "is one to be tried; what the move that finishes the ko costs is another check."
)


def _verdict(fight: Fight, rules: Rules, expected: dict[tuple[str, Phase], bool], turns: str) -> Verdict:
    """Whether each attack, after some turns in some phase, comes out as expected."""
    found = {(after, phase): fight.attacked(rules, phase, turns=after) for after, phase in expected}
    wrong = [key for key, captured in found.items() if captured.by_force is not expected[key]]
    counts = {"attacks": len(found), "turns_tried": sum(captured.tried for captured in found.values())}
    witness = Story.play(fight.shape.game(rules), (), f"The shape: {fight.shape.about}")
    grid = str(fight.shape.grid)
    if wrong:
        told = "; ".join(f"after {after or 'no turn'} in {phase.value}" for after, phase in wrong)
        return Verdict(Outcome.REFUTED, grid, "search", counts, witness, notes=f"It comes out otherwise {told}.")
    verdict = Verdict(Outcome.HOLDS, grid, "search", counts, witness, notes=f"{turns} {NOTES}")
    return if_it_acted(verdict, sum(captured.by_force is True for captured in found.values()), "captured the group")


def direct_ko_should_be_finished(rules: Rules) -> Verdict:
    """Whether a direct ko with enough threats can be left open in the main phase, but loses the group in cleanup."""
    expected = {(LEFT_OPEN, phase): phase is not Phase.MAIN for phase in PHASES}
    expected |= {(FINISHED, phase): False for phase in PHASES}
    return _verdict(OPEN, rules, expected, "Finished at F2, the group is safe in every phase.")


def ko_of_more_steps_can_be_left(rules: Rules) -> Verdict:
    """Whether a ko that takes an approach move can be left open in every phase, unless that move is not answered."""
    expected = {(LEFT_OPEN, phase): False for phase in PHASES}
    expected |= {(APPROACHED, phase): True for phase in PHASES}
    return _verdict(OF_MORE_STEPS, rules, expected, "Where White's move at G1 is not answered, it is a direct ko.")


for _shape, _label, _decide in (
    (DIRECT_KO, "left open, a direct ko is lost in cleanup", direct_ko_should_be_finished),
    (KO_WITH_AN_APPROACH, "left open, a ko of more steps is not", ko_of_more_steps_can_be_left),
):
    check("claim/finish-direct-ko", str(_shape.grid), _label, cost=2, under=(JAPANESE,))(_decide)
