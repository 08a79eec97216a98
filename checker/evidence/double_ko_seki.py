"""Whether a double-ko seki is one: in a cleanup phase, nobody can be made to lose more than stones in its kos."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from itertools import product

from ...interpreter.boards import board_text
from ...interpreter.game import Game
from ...spec.algebra import Color
from ...spec.katago_v2.cleanup import CLEANUP
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..checks import check
from ..shapes.attack import can_be_forced
from ..shapes.kinds import DOUBLE_KO_SEKI
from ..shapes.local_phase import local_phase
from ..shapes.repetitions import REPETITIONS
from ..shapes.shape import Shape
from ..verdict import Outcome, Verdict
from ..witnesses import game_witness
from .prolongation import ko_points
from .repetitions import TERRITORY

TURNS_TO_TAKE_BOTH = 2


def nobody_can_be_captured(shape: Shape, rules: Rules, phase: Phase) -> Verdict:
    """Let each player attack, from the shape and with the kos taken the other way, whoever takes the first turn.

    All points are empty or kos, or belong to the stones that are attacked, so that no move is left out.
    """
    kos = ko_points(shape)
    taken = reduce(Game.taking, shape.turns[:TURNS_TO_TAKE_BOTH], shape.game(rules, phase)).position.coloring
    counts = dict.fromkeys(("attacks", "histories"), 0)
    for c, player, attacker in product((shape.coloring, taken), Color, Color):
        start = replace(shape, rows=tuple(board_text(c).split("/")), player=player).game(rules, phase)
        succeeds, histories = can_be_forced(local_phase(start, kos | c.empty), attacker, kos)
        counts["attacks"] += 1
        counts["histories"] += histories
        if succeeds:
            shows = f"{attacker.name.capitalize()} can capture more than stones in the kos."
            return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, game_witness(start, (), shows))
    notes = (
        "Every move is tried until more is captured. A phase that ends while the attacker threatens to capture more "
        "counts as a success, and still none succeeds. Whether a player would rather give stones up is not looked at."
    )
    witness = game_witness(shape.game(rules, phase), (), f"The shape: {shape.about}")
    return Verdict(Outcome.HOLDS, str(shape.grid), "search", counts, witness, notes=notes)


for _phase in CLEANUP:
    _shape = REPETITIONS[DOUBLE_KO_SEKI]
    check("claim/double-ko-seki", str(_shape.grid), f"nobody is captured phase={_phase.value}", cost=0.5)(
        partial(nobody_can_be_captured, _shape, TERRITORY, _phase)
    )
