"""Stones without hope, which the ten rules leave on the board: what they are worth to who placed them."""

from __future__ import annotations

from ....interpreter.adjudication import Adjudication, Stage
from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE
from ....spec.dead_stones.protocols import PROTOCOLS
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import PASS
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ..katago_summary.scores import REMOVED, smallest_board_with_dead_stones

TROMP_TAYLOR = PRESETS["tromp-taylor"]


def smallest_that_pay(rules: Rules, removing: Rules) -> Verdict:
    """Find the smallest position with pass-dead stones that score otherwise than if both players agreed to remove them.

    Raises:
        ValueError: no board that was looked at has any.
    """
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    start = Game.set_up(rules, coloring)
    left = start.passed_out()
    lone = coloring.white if coloring.white.bit_count() < coloring.black.bit_count() else coloring.black
    asked = Adjudication.of(start, PROTOCOLS["agreement"]).play(PASS).play(PASS)
    removed = asked.state(BLACK, lone).state(WHITE, lone)
    outcome = Outcome.WITNESSED if removed.stage is Stage.OVER and left.result != removed.result else Outcome.UNKNOWN
    shows = f"Left there, {score_text(left.result)}; if both agree that they are dead, {score_text(removed.result)}."
    witness = Story.play(start, left.turns_taken, shows)
    return Verdict(outcome, str(coloring.board.grid), "sweep", {"positions": positions}, witness, minimal=True)


check(
    "claim/hopeless-stones-pay",
    "smallest",
    cost=0.2,
    under=(TROMP_TAYLOR, TROMP_TAYLOR.reading(REMOVED)),
)(smallest_that_pay)
