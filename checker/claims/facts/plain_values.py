"""What the solver finds of positions, against plain search through the game, which shares nothing with it but rules.

The solver works on tables of a phase, keeps proofs with what they asked of the past, and turns them by symmetries.
Plain search plays every line with its whole history, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from ...evidence.checks import decides
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...solving.budget import Budget
from ...solving.plain_play import FAILS, UNKNOWN, is_worth
from ...solving.solver import Solver
from ...solving.state import BEST, WORST
from ...values.valuing import starts_of

_CLAIM = "fact/value-plain"


@dataclass(frozen=True)
class PositionsToCompare:
    """Of which positions plain search is asked, and for how long.

    Attributes:
        grid: the board.
        most: how many turns may be tried for each question about a position.
        each: every position with such a number is asked about, the first one included.
        phase: the phase in which the positions stand.
    """

    grid: Grid
    most: int
    each: int = 1
    phase: Phase = Phase.MAIN


@dataclass(frozen=True)
class PlainComparison:
    """What comparing came to.

    Attributes:
        positions: how many positions were compared, under one rule set or another.
        undecided: how many plain search would have taken too long for.
        played_out: how many are worth something else than what they are worth if both players pass.
        turns: how many turns plain search tried.
        first: the first position that is worth something else by plain search, if there is one.
        shows: what the solver says of it.
        otherwise: how many there are.
    """

    positions: int = 0
    undecided: int = 0
    played_out: int = 0
    turns: int = 0
    first: Game | None = None
    shows: str = ""
    otherwise: int = 0


def solver_finds_what_plain_search_finds(*under: Rules, asked: PositionsToCompare) -> Verdict:
    """Solve the positions of a board under each rule set, and ask plain search whether they are worth so much."""
    comparison = PlainComparison()
    for rules in under:
        for game, values in solved(rules, asked):
            comparison = compared(comparison, game, values, asked.most)
    verdict = holds_unless(
        comparison.otherwise,
        scope_of(comparison, len(under), asked),
        "plain search",
        positions=comparison.positions,
        undecided=comparison.undecided,
        rule_sets=len(under),
        turns=comparison.turns,
    )
    if comparison.first is not None:
        verdict = replace(
            verdict, witness=Story.play(comparison.first, (), comparison.shows), minimal=not comparison.undecided
        )
    return if_it_acted(verdict, comparison.played_out, "took more than passes to find what a position is worth")


def solved(rules: Rules, asked: PositionsToCompare) -> Iterator[tuple[Game, dict[int, float]]]:
    """The positions of a board, each with what the solver says; in two ways, where a game can end without result."""
    games = starts_of(rules, asked.grid, asked.phase)
    modes = (WORST, BEST) if any(rules.deciding(Decision.NO_RESULT, phase) for phase in Phase) else (WORST,)
    solver = Solver(games, Budget())
    return ((game, {mode: solver.value(game, mode) for mode in modes}) for game in games[:: asked.each])


def compared(before: PlainComparison, game: Game, values: dict[int, float], most: int) -> PlainComparison:
    """With one position more, of which the solver says so much."""
    answers = [is_worth(game, value, mode == BEST, most) for mode, value in values.items()]
    turns = before.turns + sum(answer.turns for answer in answers)
    outcomes = {answer.outcome for answer in answers}
    if FAILS in outcomes:
        shows = f"Plain search finds another value than the solver, which says {sorted(values.values())}."
        first, shown = (game, shows) if before.first is None else (before.first, before.shows)
        otherwise, positions = before.otherwise + 1, before.positions + 1
        return replace(before, turns=turns, positions=positions, otherwise=otherwise, first=first, shows=shown)
    if UNKNOWN in outcomes:
        return replace(before, turns=turns, undecided=before.undecided + 1)
    played_out = before.played_out + (set(values.values()) != {worth_by_passing(game)})
    return replace(before, turns=turns, positions=before.positions + 1, played_out=played_out)


def worth_by_passing(game: Game) -> float:
    """Black's lead if both players only pass from here; infinite if that comes to no score."""
    return float(getattr(game.passed_out().result, "lead", inf))


def scope_of(comparison: PlainComparison, rule_sets: int, asked: PositionsToCompare) -> str:
    """On which positions both were compared, in words."""
    positions = comparison.positions + comparison.undecided
    where = f"positions of {asked.grid}" + ("" if asked.phase is Phase.MAIN else f" in phase {asked.phase.value}")
    chosen = f"all {positions:,} {where}" if asked.each == 1 else f"{positions:,} {where} (one in {asked.each})"
    under = f" under {rule_sets} rule sets" if rule_sets > 1 else ""
    if not comparison.undecided:
        return chosen + under
    return (
        f"{comparison.positions:,} of {chosen}{under}; "
        f"a question about each other one takes more than {asked.most:,} turns"
    )


def rule_sets(
    scoring: Scoring, kos: Sequence[Ko], suicides: Sequence[bool], taxes: Sequence[Tax], buttons: Sequence[bool]
) -> tuple[Rules, ...]:
    """Every rule set by some parameters."""
    combinations = product(kos, suicides, taxes, buttons)
    return tuple(
        Rules(ko=ko, suicide=suicide, scoring=scoring, tax=tax, button=button)
        for ko, suicide, tax, button in combinations
    )


def _register(under: Sequence[Rules], label: str, asked: PositionsToCompare, cost: float, scope: str = "") -> None:
    """Register a comparison under some rule sets, which have in common what the label says."""
    chosen = "" if asked.each == 1 else f" one in {asked.each}"
    phase = "" if asked.phase is Phase.MAIN else f" phase={asked.phase.value}"
    decides(_CLAIM, tuple(under), named=f"{label}{phase}", on=f"{scope}{asked.grid}{chosen}", cost=cost, asked=asked)(
        solver_finds_what_plain_search_finds
    )


_AREA, _TERRITORY = Scoring.AREA, Scoring.TERRITORY
_BOTH, _NO, _UNTAXED = (False, True), (False,), (Tax.NONE,)
_FEW, _MANY = 20_000, 1_000_000
_register(
    rule_sets(_AREA, tuple(Ko), _BOTH, _UNTAXED, _NO),
    "scoring=AREA tax=NONE",
    PositionsToCompare(Grid(2, 1), _FEW),
    0.4,
)
for _grid, _cost in ((Grid(2, 1), 3), (Grid(3, 1), 20)):
    _every = rule_sets(_AREA, tuple(Ko), _BOTH, tuple(Tax), _BOTH)
    _register(_every, "scoring=AREA", PositionsToCompare(_grid, _FEW), _cost, "| ")
_territory = rule_sets(_TERRITORY, tuple(Ko), _NO, tuple(Tax), _BOTH)
_register(_territory, "scoring=TERRITORY suicide=no", PositionsToCompare(Grid(2, 1), _FEW), 20, "| ")
_cleanup = rule_sets(_TERRITORY, (Ko.SIMPLE,), _NO, tuple(Tax), _BOTH)
for _phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP):
    _register(
        _cleanup,
        "scoring=TERRITORY ko=SIMPLE suicide=no",
        PositionsToCompare(Grid(2, 1), _FEW, phase=_phase),
        6,
        "| ",
    )
# Elsewhere too many lines are too long to be followed.
for _grid, _ko, _suicide in product((Grid(2, 2), Grid(4, 1), Grid(5, 1)), Ko, _BOTH):
    if not (_suicide and (_ko is Ko.SIMPLE or _grid == Grid(5, 1))) and (_ko, _grid) != (Ko.SIMPLE, Grid(2, 2)):
        _one = rule_sets(_AREA, (_ko,), (_suicide,), _UNTAXED, _NO)
        _in_words = f"scoring=AREA ko={_ko.value} suicide={'yes' if _suicide else 'no'} tax=NONE button=no"
        _register(_one, _in_words, PositionsToCompare(_grid, _MANY), 20, "| | ")
_SUPERKO = (Ko.POSITIONAL, Ko.SITUATIONAL)
for _grid in (Grid(4, 1), Grid(2, 2)):
    _every = rule_sets(_AREA, _SUPERKO, _BOTH, tuple(Tax), _BOTH)
    _register(_every, "scoring=AREA superko", PositionsToCompare(_grid, _MANY), 300, "| | ")
for _grid, _each in ((Grid(6, 1), 15), (Grid(3, 2), 25)):
    _sampled = rule_sets(_AREA, _SUPERKO, _NO, _UNTAXED, _NO)
    _asked = PositionsToCompare(_grid, _FEW, each=_each)
    _register(_sampled, "scoring=AREA superko suicide=no tax=NONE button=no", _asked, 60, "| | ")
for _name in ("french", "ikeda", "chinese-2002"):
    for _grid, _scope, _cost in ((Grid(4, 1), "| ", 6), (Grid(5, 1), "| | ", 60)):
        _register([PRESETS[_name]], _name, PositionsToCompare(_grid, _MANY), _cost, _scope)
for _name in ("new-zealand", "spight"):
    _register([PRESETS[_name]], _name, PositionsToCompare(Grid(4, 1), _MANY), 120, "| | ")
