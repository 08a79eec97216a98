"""What the solver finds of positions, against plain search through the game, which shares nothing with it but rules.

The solver works on tables of a phase, keeps proofs with what they asked of the past, and turns them by symmetries.
Plain search plays every line with its whole history, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.verdict import Seen, answer, one_case
from ...solving.budget import Budget
from ...solving.plain_play import FAILS, UNKNOWN, is_worth
from ...solving.solver import Solver
from ...solving.state import BEST, WORST
from ...values.valuing import starts_of


@one_case(method="plain search", acts="took more than passes to find what a position is worth")
def solver_finds_what_plain_search_finds(
    *under: Rules, grid: Grid, most: int, each: int = 1, phase: Phase = Phase.MAIN
) -> Seen:
    """Solve the positions of a board under each rule set, and ask plain search whether that is their worth.

    Every position with a number that `each` divides is asked about; plain search may try `most` turns for each.
    """
    counts = dict.fromkeys(("positions", "undecided", "rule_sets", "turns", "differences"), 0)
    counts["rule_sets"], acted, witness = len(under), 0, None
    for game, values in (position for rules in under for position in solved(rules, grid, each, phase)):
        answers = [is_worth(game, value, mode == BEST, most) for mode, value in values.items()]
        outcomes = {answer.outcome for answer in answers}
        counts["turns"] += sum(answer.turns for answer in answers)
        counts["undecided" if UNKNOWN in outcomes and FAILS not in outcomes else "positions"] += 1
        if FAILS in outcomes:
            counts["differences"] += 1
            shows = f"Plain search finds another value than the solver, which says {sorted(values.values())}."
            witness = witness or Story.play(game, (), shows)
        elif UNKNOWN not in outcomes:
            acted += set(values.values()) != {worth_by_passing(game)}
    is_minimal = witness is not None and not counts["undecided"]
    scope = _in_words(counts, grid, most, each, phase)
    return answer(not counts["differences"], counts, witness, acted=acted, scope=scope, is_minimal=is_minimal)


def solved(rules: Rules, grid: Grid, each: int, phase: Phase) -> Iterator[tuple[Game, dict[int, float]]]:
    """The positions of a board, each with what the solver says; in two ways, where a game can end without result."""
    games = starts_of(rules, grid, phase)
    modes = (WORST, BEST) if any(rules.deciding(Decision.NO_RESULT, phase) for phase in Phase) else (WORST,)
    solver = Solver(games, Budget())
    return ((game, {mode: solver.value(game, mode) for mode in modes}) for game in games[::each])


def worth_by_passing(game: Game) -> float:
    """Black's lead if both players only pass from here; infinite if that comes to no score."""
    return float(getattr(game.passed_out().result, "lead", inf))


def _in_words(counts: Mapping[str, int], grid: Grid, most: int, each: int, phase: Phase) -> str:
    """On which positions both were compared."""
    where = f"positions of {grid}" + ("" if phase is Phase.MAIN else f" in phase {phase.value}")
    under = f" under {counts['rule_sets']} rule sets" if counts["rule_sets"] > 1 else ""
    number = f"{counts['positions'] + counts['undecided']:,}"
    chosen = (f"all {number} {where}" if each == 1 else f"{number} {where} (one in {each})") + under
    if not counts["undecided"]:
        return chosen
    left_open = f"a question about each other one takes more than {most:,} turns"
    return f"{counts['positions']:,} of {chosen}; {left_open}"


def rule_sets(
    scoring: Scoring, kos: Sequence[Ko], suicides: Sequence[bool], taxes: Sequence[Tax], buttons: Sequence[bool]
) -> tuple[Rules, ...]:
    """Every rule set by some parameters."""
    combinations = product(kos, suicides, taxes, buttons)
    return tuple(
        Rules(ko=ko, suicide=suicide, scoring=scoring, tax=tax, button=button)
        for ko, suicide, tax, button in combinations
    )
