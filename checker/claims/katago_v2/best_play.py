"""What best play says of positions that are settled, and of games: by how much Black leads in the end."""

from __future__ import annotations

from dataclasses import replace

from ....interpreter.endings import early_end
from ....interpreter.game import Game
from ....interpreter.notation import board_text
from ....interpreter.result import Score
from ....spec.algebra import Color, Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ....spec.vocabulary import PASS
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...solving.solution import Value
from ...values.valuing import Valuing
from .early_end import settled_positions

MOST_NODES = 3_000_000
SUPERKO = Rules(suicide=False)
JAPANESE = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)


def best_play_scores_as_the_early_end(rules: Rules, grid: Grid, budget: int = MOST_NODES) -> Verdict:
    """Solve every settled position of a board without the self-play options, from a fresh history.

    Best play must score what the early end scores, whatever a game without result is worth.
    """
    with_options = replace(rules, self_play_opts=True)
    counts = dict.fromkeys(("positions", "undecided", "nodes"), 0)
    settled = list(settled_positions(with_options, grid))
    valuing = Valuing([Game.set_up(rules, c, player) for c in settled for player in Color], budget)
    for c in settled:
        for player in Color:
            early = early_end(replace(Game.set_up(with_options, c, player).record, last=PASS))
            if early is None or not isinstance(early.result, Score):
                notes = f"There is no early end with a score in {board_text(c)}."
                return Verdict(Outcome.UNKNOWN, f"settled positions of {grid}", "search", counts, notes=notes)
            found = valuing.worth(Game.set_up(rules, c, player)).value
            counts["positions"] += 1
            counts["nodes"] = valuing.nodes
            counts["undecided"] += found is None
            if found is not None and found != Value(early.result.lead, early.result.lead):
                notes = f"Best play scores otherwise in {board_text(c)} with {player.name.lower()} to play."
                return Verdict(Outcome.REFUTED, str(grid), "search", counts, notes=notes)
    outcome = Outcome.UNKNOWN if counts["undecided"] else Outcome.HOLDS
    notes = "No history goes before, so nothing is said of superko histories."
    verdict = Verdict(outcome, f"settled positions of {grid}", "search", counts, notes=notes)
    return if_it_acted(verdict, counts["positions"], "solved a position")


def lead_by_best_play(valuing: Valuing, game: Game) -> float | None:
    """By how much Black leads under best play.

    None if the budget ran out, or if it matters what a game without result is worth.

    >>> game = Game.start(SUPERKO, 3, 1)
    >>> lead_by_best_play(Valuing([game]), game)
    3.0
    """
    value = valuing.worth(game).value
    return None if value is None else value.with_no_result_at(None)


AREAS = (
    (SUPERKO, "ko=POSITIONAL scoring=AREA suicide=no"),
    (replace(SUPERKO, suicide=True), "ko=POSITIONAL scoring=AREA suicide=yes"),
    (replace(SUPERKO, ko=Ko.SITUATIONAL), "ko=SITUATIONAL scoring=AREA suicide=no"),
)
SIMPLE_AREA = replace(SUPERKO, ko=Ko.SIMPLE), "ko=SIMPLE scoring=AREA suicide=no"
TERRITORY = JAPANESE, "ko=SIMPLE scoring=TERRITORY suicide=no"
for _rules, _label in (*AREAS, SIMPLE_AREA, TERRITORY):
    check_boards(
        "claim/self-play-opts-harmless",
        best_play_scores_as_the_early_end,
        boards=[(3, 1), (4, 1)],
        standard=[(5, 1), (2, 2)] if _rules is JAPANESE else [(5, 1), (2, 2), (6, 1), (3, 2)],
        rules=_label,
        cost=lambda grid: 2.0**grid.size / 32,
        under=(_rules,),
        whatever_else=True,
    )
