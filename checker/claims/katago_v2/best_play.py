"""What plain exhaustive search says of claims about best play: little, and only on the tiniest boards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ....interpreter.boards import board_text
from ....interpreter.endings import early_end
from ....interpreter.game import Game
from ....interpreter.result import Score
from ....spec.algebra import Color, Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Phase
from ...checks import check, check_boards
from ...search.best_play import solve
from ...solving.solution import Value
from ...values.valuing import Valuing
from ...verdict import Outcome, Verdict, if_it_acted
from ...witnesses import game_witness
from ..fights import points
from ..shapes import BENT_FOUR, THREE_POINTS_WITHOUT_CAPTURING, Shape
from .early_end import settled_positions

BUDGET, FEW_TURNS, MOST_NODES = 20_000, 2_000, 3_000_000
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


def not_solved(shape: Shape, rules: Rules, phase: Phase, budget: int = BUDGET, within: int | None = None) -> Verdict:
    """Try to solve a shape by plain search; what comes of it is told, but too little is played to decide the claim."""
    start = shape.game(rules, phase)
    found = solve(start, budget, within)
    counts = {"turns_tried": found.tried, "longest_game": found.depth}
    if found.lead is not None:
        counts["black_leads_by"] = int(found.lead)
    witness = game_witness(start, (), f"The shape: {shape.about}")
    notes = (
        f"Plain search with full history tried {found.tried:,} turns, in games of up to {found.depth} turns, in vain."
    )
    return Verdict(
        Outcome.UNKNOWN, str(shape.grid), "search", counts, witness, notes=notes if found.lead is None else ""
    )


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
_three = THREE_POINTS_WITHOUT_CAPTURING
for _claim in ("claim/torazu-sanmoku", "claim/summary-torazu"):
    check(_claim, str(_three.grid), "best play in the corner phase=cleanup1", cost=1, under=(JAPANESE,))(
        partial(
            not_solved,
            _three,
            phase=Phase.FIRST_CLEANUP,
            budget=FEW_TURNS,
            within=points(_three.grid, "A6 A5 B6 B5 C6 C5"),
        )
    )
check("claim/bent-four-dies", str(BENT_FOUR.grid), "best play phase=cleanup1", cost=2, under=(JAPANESE,))(
    partial(not_solved, BENT_FOUR, phase=Phase.FIRST_CLEANUP)
)
