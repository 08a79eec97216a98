"""What becomes of the summary's own example of a long cycle, a double ko: it ends the phase, never without result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.rules import Rules
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ...play.capture import GameSearch, shortest_game
from ...play.cycles import DOUBLE_KO_SEKI
from ...play.shapes import REPETITIONS, SEKI_WITHOUT_DAME, Shape
from ..katago_v2.double_ko_seki import ko_points
from .long_cycles import ended_by_repeated_pass, has_no_result
from .repetition import SIMPLE


def fought_in(shape: Shape, rules: Rules, is_sought: Callable[[Game], bool]) -> GameSearch:
    """Every game from a shape with moves in its kos, in any order: the shortest that is sought, if there is one."""
    return shortest_game(shape.game(rules), ko_points(shape), is_sought)


def ends_the_phase(shape: Shape, rules: Rules) -> Verdict:
    """Show that taking the kos of a double ko in turn leads to a repeated pass, which ends the phase."""
    played = fought_in(shape, rules, ended_by_repeated_pass)
    counts = {"games": played.games}
    if played.found is None:
        return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, notes="No game ended so.")
    shows = "With both kos taken and taken back, a player passes where that player has passed: this ends the phase."
    witness = Story.play(shape.game(rules), played.found.turns_taken, shows)
    return Verdict(Outcome.WITNESSED, str(shape.grid), "search", counts, witness)


def has_a_result(shape: Shape, rules: Rules) -> Verdict:
    """Whether a double ko can end the game without result, with moves in the kos and passes in any order."""
    played = fought_in(shape, rules, has_no_result)
    counts = {"games": played.games}
    if played.found is not None:
        witness = Story.play(shape.game(rules), played.found.turns_taken, "The game ends without result.")
        return Verdict(Outcome.WITNESSED, str(shape.grid), "search", counts, witness)
    notes = (
        "Of a double ko alone the claim is only half so: every game with moves in its kos and passes has a result, as "
        "nobody can go on without passing, and passes begin the count anew."
    )
    return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, notes=notes)


for _shape in (REPETITIONS[DOUBLE_KO_SEKI], SEKI_WITHOUT_DAME):
    for _label, _decide in (("double ko, repeated pass", ends_the_phase), ("double ko, no result", has_a_result)):
        check("claim/summary-long-cycle", str(_shape.grid), _label, cost=0.1, under=(SIMPLE,))(partial(_decide, _shape))
