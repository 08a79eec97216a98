"""Bent four in the corner: it is captured by force in cleanup, also where Black has a ko threat that can't be removed.

In the main phase the same threat saves it. That is shown by capture alone, with moves in the corner and at the threat;
how best play scores it is not decided here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ....interpreter.vertices import parse_turn
from ....spec.algebra import BLACK, WHITE, Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...checks import Scope, check
from ...search.capturing import Captured, can_be_captured
from ...verdict import Outcome, Verdict, without_a_clause
from ...witnesses import game_witness
from ..shapes import BENT_FOUR, BENT_FOUR_WITH_A_THREAT, Shape
from .best_play import JAPANESE

BUDGET = 60_000
CORNER, SURROUNDED, AROUND = "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2", "B2", "C3"
THREAT, THREATENED = "L3 J4 K1", "M3"
BLOCK = "katago-v2/cleanup/legal-unblocked"


def points(grid: Grid, texts: str) -> int:
    """The points with these names."""
    turns = (parse_turn(grid, text) for text in texts.split())
    return sum(turn.point for turn in turns if isinstance(turn, Move))


def attacked(shape: Shape, rules: Rules, phase: Phase, player: Color, budget: int = BUDGET) -> Captured:
    """Whether White can capture the surrounded group by force, without losing a group of her own for it."""
    grid = shape.grid
    has_threat = shape is BENT_FOUR_WITH_A_THREAT
    own = points(grid, f"{AROUND} {THREATENED}" if has_threat else AROUND)
    within = points(grid, f"{CORNER} {THREAT}" if has_threat else CORNER)
    start = replace(shape, player=player).game(rules, phase)
    return can_be_captured(start, WHITE, points(grid, SURROUNDED), own, within, budget)


def is_captured(shape: Shape, rules: Rules, phase: Phase, player: Color) -> Verdict:
    """Whether White can capture the group by force."""
    found = attacked(shape, rules, phase, player)
    counts = {"turns_tried": found.tried}
    witness = game_witness(replace(shape, player=player).game(rules, phase), (), f"The shape: {shape.about}")
    notes = (
        "Every move in the corner and at the threat is tried. White must not lose a group before the capture, nor by "
        "the very next turn. Whether another course would score more is not looked at."
    )
    outcome = {True: Outcome.HOLDS, False: Outcome.REFUTED, None: Outcome.UNKNOWN}[found.by_force]
    return Verdict(outcome, str(shape.grid), "search", counts, witness, notes=notes)


def threat_stands(rules: Rules, phase: Phase, shape: Shape = BENT_FOUR_WITH_A_THREAT) -> Verdict:
    """Whether White can't remove the threat: whatever she plays there, Black captures her group, and not otherwise."""
    grid = shape.grid
    group, within = points(grid, THREATENED), points(grid, THREAT)
    counts = {"moves": 0, "turns_tried": 0}
    start = shape.game(rules, phase)
    for point in points_of(within & start.position.coloring.empty):
        if start.judge(Move(point)).legal:
            found = can_be_captured(start.play(Move(point)), BLACK, group, 0, within, BUDGET)
            counts["moves"] += 1
            counts["turns_tried"] += found.tried
            if found.by_force is not True:
                return Verdict(Outcome.REFUTED, str(grid), "search", counts, game_witness(start, (Move(point),), ""))
    untouched = can_be_captured(replace(shape, player=BLACK).game(rules, phase), BLACK, group, 0, within, BUDGET)
    outcome = Outcome.REFUTED if untouched.by_force else Outcome.HOLDS
    witness = game_witness(start, (), f"The shape: {shape.about}")
    return Verdict(outcome, str(grid), "search", counts, witness)


for _phase in CLEANUP:
    for _player in Color:
        check(
            "claim/bent-four-dies",
            str(BENT_FOUR.grid),
            f"captured phase={_phase.value} first={_player.value}",
            cost=0.1,
            under=(JAPANESE,),
        )(partial(is_captured, BENT_FOUR, phase=_phase, player=_player))
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"captured phase={_phase.value} threat=can't-be-removed",
        cost=10,
        scope=Scope.STANDARD,
        under=(JAPANESE,),
    )(partial(is_captured, BENT_FOUR_WITH_A_THREAT, phase=_phase, player=BLACK))
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
    )(partial(without_a_clause(is_captured), BENT_FOUR_WITH_A_THREAT, phase=_phase, player=WHITE))
for _phase in (Phase.MAIN, *CLEANUP):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"the threat can't be removed phase={_phase.value}",
        cost=0.1,
        under=(JAPANESE,),
    )(partial(threat_stands, phase=_phase))
