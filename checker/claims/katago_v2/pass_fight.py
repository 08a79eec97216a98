"""What it is worth to be first to play in cleanup, when cleanup starts at its first phase or at its second.

Without two phases, the change of the ko rule and the point for each move would come at once: as if the second phase
followed the main phase. Best play is found on tiny boards, with full history.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Coloring, Grid
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.sweep import legal_chunks
from ...values.valuing import Valuing, starts_of
from .best_play import JAPANESE, lead_by_best_play

BUDGET = 10_000
SMALLEST = (Grid(1, 1), Grid(2, 1), Grid(3, 1))
NOTES = (
    "A position that is settled but for kos, where the new ko rule alone makes a move necessary, has more points than "
    "are looked at here."
)


class GainOfFirstMove(NamedTuple):
    """How much more Black leads by being first to play, if cleanup starts at its first or at its second phase."""

    split: float
    at_once: float


def worth_of_being_first(valuing: Valuing, rules: Rules, c: Coloring[int], phase: Phase) -> float | None:
    """How much more Black leads under best play if Black is first to play, not White; None if it can't be told."""
    first, second = (lead_by_best_play(valuing, Game.set_up(rules, c, player, phase)) for player in (BLACK, WHITE))
    return None if first is None or second is None else first - second


def worths(rules: Rules, grid: Grid, budget: int = BUDGET) -> Iterator[tuple[Coloring[int], GainOfFirstMove | None]]:
    """For every legal position of a board, what it is worth to be first; None if it can't be told."""
    valuings = {phase: Valuing(starts_of(rules, grid, phase), budget) for phase in CLEANUP}
    for found in legal_chunks(grid):
        for number in range(len(found.black)):
            c = as_integers(found, number)
            split, at_once = (worth_of_being_first(valuing, rules, c, phase) for phase, valuing in valuings.items())
            yield c, None if split is None or at_once is None else GainOfFirstMove(split, at_once)


def smallest_incentive(rules: Rules) -> Verdict:
    """Find the smallest position in which it is still worth something to be first, though cleanup has two phases."""
    positions = 0
    for grid in SMALLEST:
        for c, worth in worths(rules, grid):
            positions += 1
            if worth is not None and worth.split > 0:
                shows = (
                    f"To be first is worth {worth.split:g} at the start of the first phase, and {worth.at_once:g} if "
                    "the second one followed the main phase."
                )
                witness = Story.play(Game.set_up(rules, c, phase=Phase.FIRST_CLEANUP), (), shows)
                counts = {"positions": positions, "split": int(worth.split), "at_once": int(worth.at_once)}
                return Verdict(Outcome.REFUTED, str(grid), "search", counts, witness, minimal=True, notes=NOTES)
    return Verdict(Outcome.UNKNOWN, f"boards up to {SMALLEST[-1]}", "search", {"positions": positions})


def splitting_never_adds_to_it(rules: Rules, grid: Grid) -> Verdict:
    """Whether it is never worth more to be first than if the second phase followed the main phase at once."""
    counts = dict.fromkeys(("positions", "undecided", "none", "less", "the_same"), 0)
    more: list[Story] = []
    for c, worth in worths(rules, grid):
        counts["positions"] += 1
        if worth is None:
            counts["undecided"] += 1
        elif worth.split > worth.at_once:
            shows = f"To be first is worth {worth.split:g} in two phases, and {worth.at_once:g} in the second alone."
            more.append(Story.play(Game.set_up(rules, c, phase=Phase.FIRST_CLEANUP), (), shows))
        else:
            like = "none" if worth.at_once == 0 else "less" if worth.split < worth.at_once else "the_same"
            counts[like] += 1
    verdict = holds_unless(len(more), f"legal positions of {grid}", "search", **counts)
    if counts["undecided"] and not more:
        return Verdict(Outcome.UNKNOWN, verdict.scope, "search", verdict.counts, notes="The budget ran out.")
    witness = more[0] if more else None
    return if_it_acted(
        replace(verdict, witness=witness), counts["less"] + len(more), "made it worth less, or more, to be first"
    )


check("claim/two-phases-no-pass-fight", "smallest", "worth of being first", cost=0.5, under=(JAPANESE,))(
    smallest_incentive
)
check_boards(
    "claim/two-phases-no-pass-fight",
    splitting_never_adds_to_it,
    boards=[(3, 1)],
    standard=[(4, 1)],
    rules="never worth more",
    cost=lambda grid: 2,
    under=(JAPANESE,),
)
