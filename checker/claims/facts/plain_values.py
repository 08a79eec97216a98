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
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import decides, each, row, varied
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


_AREA, _TERRITORY = Scoring.AREA, Scoring.TERRITORY
_BOTH, _NO, _UNTAXED = (False, True), (False,), (Tax.NONE,)
_SUPERKO = (Ko.POSITIONAL, Ko.SITUATIONAL)
_IN_WORDS = "scoring=AREA ko={ko} suicide={suicide} tax=NONE button=no"


_EVERY = rule_sets(_AREA, _SUPERKO, _BOTH, tuple(Tax), _BOTH)
_SAMPLED = rule_sets(_AREA, _SUPERKO, _NO, _UNTAXED, _NO)
_OF_TERRITORY = rule_sets(_TERRITORY, tuple(Ko), _NO, tuple(Tax), _BOTH)
_CLEANUP = rule_sets(_TERRITORY, (Ko.SIMPLE,), _NO, tuple(Tax), _BOTH)

decides(
    "fact/value-plain",
    row(rule_sets(_AREA, tuple(Ko), _BOTH, _UNTAXED, _NO), named="scoring=AREA tax=NONE", on="2x1", cost=0.4),
    row(rule_sets(_AREA, tuple(Ko), _BOTH, tuple(Tax), _BOTH), named="scoring=AREA", on="| 2x1 3x1", cost=20),
    row(_OF_TERRITORY, named="scoring=TERRITORY suicide=no", on="| 2x1", cost=20),
    row(
        _CLEANUP,
        named="scoring=TERRITORY ko=SIMPLE suicide=no phase={phase}",
        on="| 2x1",
        cost=6,
        phase=each(Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP),
    ),
    most=20_000,
)(solver_finds_what_plain_search_finds)
# Elsewhere too many lines are too long to be followed.
decides(
    "fact/value-plain",
    row(*varied(Rules(), ko=_SUPERKO, suicide=(False,)), named=_IN_WORDS, on="| | 2x2 4x1 5x1", cost=20),
    row(*varied(Rules(), ko=_SUPERKO, suicide=(True,)), named=_IN_WORDS, on="| | 2x2 4x1", cost=20),
    row(Rules(ko=Ko.SIMPLE, suicide=False), named=_IN_WORDS, on="| | 4x1 5x1", cost=20),
    row(_EVERY, named="scoring=AREA superko", on="| | 4x1 2x2", cost=300),
    *(row(PRESETS[name], named=name, on="| 4x1 | 5x1", cost=60) for name in ("french", "ikeda", "chinese-2002")),
    *(row(PRESETS[name], named=name, on="| | 4x1", cost=120) for name in ("new-zealand", "spight")),
    most=1_000_000,
)(solver_finds_what_plain_search_finds)
decides(
    "fact/value-plain",
    row(_SAMPLED, on="| | 6x1 one in 15", grid=Grid(6, 1), each=15),
    row(_SAMPLED, on="| | 3x2 one in 25", grid=Grid(3, 2), each=25),
    named="scoring=AREA superko suicide=no tax=NONE button=no",
    cost=60,
    most=20_000,
)(solver_finds_what_plain_search_finds)
