"""What the solver finds of positions, against plain search through the game, which shares nothing with it but rules.

The solver works on tables of a phase, keeps proofs with what they asked of the past, and turns them by symmetries.
Plain search plays every line with its whole history, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf
from typing import Any

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import decides, varied
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...solving.budget import Budget
from ...solving.plain_play import FAILS, UNKNOWN, is_worth
from ...solving.solver import Solver
from ...solving.state import BEST, WORST
from ...values.valuing import starts_of


def solver_finds_what_plain_search_finds(
    *under: Rules, grid: Grid, most: int, each: int = 1, phase: Phase = Phase.MAIN
) -> Verdict:
    """Solve the positions of a board under each rule set, and ask plain search whether they are worth so much.

    Args:
        under: the rule sets.
        grid: the board.
        most: how many turns plain search may try for each question about a position.
        each: every position with such a number is asked about, the first one included.
        phase: the phase in which the positions stand.
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
    verdict = Verdict(
        Outcome.REFUTED if counts["differences"] else Outcome.HOLDS,
        _in_words(counts, grid, most, each, phase),
        "plain search",
        counts,
        witness,
        minimal=witness is not None and not counts["undecided"],
    )
    return if_it_acted(verdict, acted, "took more than passes to find what a position is worth")


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


_AREA, _TERRITORY = Scoring.AREA, Scoring.TERRITORY
_BOTH, _NO, _UNTAXED = (False, True), (False,), (Tax.NONE,)
_SUPERKO = (Ko.POSITIONAL, Ko.SITUATIONAL)
_AS_FAR_AS_POSSIBLE = 1_000_000
_IN_WORDS = "scoring=AREA ko={ko} suicide={suicide} tax=NONE button=no"


def _plain(under: Sequence[Rules], named: str, on: str, cost: float, most: int = 20_000, **arguments: Any) -> None:
    decides("fact/value-plain", tuple(under), named=named, on=on, cost=cost, most=most, **arguments)(
        solver_finds_what_plain_search_finds
    )


_plain(rule_sets(_AREA, tuple(Ko), _BOTH, _UNTAXED, _NO), "scoring=AREA tax=NONE", "2x1", 0.4)
_plain(rule_sets(_AREA, tuple(Ko), _BOTH, tuple(Tax), _BOTH), "scoring=AREA", "| 2x1 3x1", 20)
_plain(rule_sets(_TERRITORY, tuple(Ko), _NO, tuple(Tax), _BOTH), "scoring=TERRITORY suicide=no", "| 2x1", 20)
_cleanup = rule_sets(_TERRITORY, (Ko.SIMPLE,), _NO, tuple(Tax), _BOTH)
for _phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP):
    _plain(_cleanup, "scoring=TERRITORY ko=SIMPLE suicide=no phase={phase}", "| 2x1", 6, phase=_phase)
# Elsewhere too many lines are too long to be followed.
for _rules in varied(Rules(), ko=_SUPERKO, suicide=_BOTH):
    _plain([_rules], _IN_WORDS, f"| | 2x2 4x1 {'' if _rules.suicide else '5x1'}", 20, _AS_FAR_AS_POSSIBLE)
_plain([Rules(ko=Ko.SIMPLE, suicide=False)], _IN_WORDS, "| | 4x1 5x1", 20, _AS_FAR_AS_POSSIBLE)
_every = rule_sets(_AREA, _SUPERKO, _BOTH, tuple(Tax), _BOTH)
_plain(_every, "scoring=AREA superko", "| | 4x1 2x2", 300, _AS_FAR_AS_POSSIBLE)
_sampled = rule_sets(_AREA, _SUPERKO, _NO, _UNTAXED, _NO)
for _grid, _each in ((Grid(6, 1), 15), (Grid(3, 2), 25)):
    _on, _named = f"| | {_grid} one in {_each}", "scoring=AREA superko suicide=no tax=NONE button=no"
    _plain(_sampled, _named, _on, 60, grid=_grid, each=_each)
for _name in ("french", "ikeda", "chinese-2002"):
    _plain([PRESETS[_name]], _name, "| 4x1 | 5x1", 60, _AS_FAR_AS_POSSIBLE)
for _name in ("new-zealand", "spight"):
    _plain([PRESETS[_name]], _name, "| | 4x1", 120, _AS_FAR_AS_POSSIBLE)
