"""What the worth of empty boards, and of positions, depends on, and what not."""

from __future__ import annotations

from functools import partial

from ....spec.algebra import Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ...evidence.checks import Scope, check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...values.valuing import PositionValue, Valuing, empty_board, starts_of, turns_judged_otherwise
from .changed_values import position_witness, told

SUPERKO = Rules(suicide=False)
SITUATIONAL = Rules(ko=Ko.SITUATIONAL, suicide=False)
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
TERRITORY = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.NONE, suicide=False)
BUTTON = Rules(ko=Ko.SIMPLE, button=True, suicide=False)
HALF = 0.5
MOST_NODES = 30_000_000


def empty_board_is_worth_the_same(first: Rules, second: Rules, grid: Grid) -> Verdict:
    """Solve the empty board under both rule sets."""
    one, other = (worth_of_empty_board(rules, grid) for rules in (first, second))
    counts = {"turns_judged_otherwise": turns_judged_otherwise(first, second, grid)}
    if one.value is None or other.value is None:
        notes = not_enough(one if one.value is None else other)
        return Verdict(Outcome.UNKNOWN, str(grid), "search", counts, notes=notes)
    verdict = holds_unless(one.value != other.value, str(grid), "search", **counts)
    return if_it_acted(verdict, counts["turns_judged_otherwise"], "judged a turn otherwise")


def no_result_does_not_matter(rules: Rules, grid: Grid) -> Verdict:
    """Solve the empty board with no-result at its worst and at its best for Black."""
    worth = worth_of_empty_board(rules, grid)
    if worth.value is None:
        return Verdict(Outcome.UNKNOWN, str(grid), "search", notes=not_enough(worth))
    verdict = holds_unless(worth.value.worst != worth.value.best, str(grid), "search", solved=2)
    matters = number_on_which_no_result_matters(rules, grid)
    return if_it_acted(verdict, matters, "mattered to what a position is worth")


def number_on_which_no_result_matters(rules: Rules, grid: Grid) -> int:
    """What number of positions of a board are worth something else with no-result at its worst and at its best."""
    games = starts_of(rules, grid)
    valuing = Valuing(games, MOST_NODES)
    values = (valuing.worth(game).value for game in games)
    return sum(1 for value in values if value is not None and value.worst != value.best)


def smallest_on_which_no_result_matters(rules: Rules, grids: tuple[Grid, ...]) -> Verdict:
    """Find the smallest position that is worth something else with no-result at its worst and at its best."""
    counts = {"positions": 0, "undecided": 0}
    for grid in grids:
        games = starts_of(rules, grid)
        valuing = Valuing(games, MOST_NODES)
        for game in games:
            value = valuing.worth(game).value
            counts["positions"] += 1
            counts["undecided"] += value is None
            if value is not None and value.worst != value.best:
                witness = position_witness(
                    game, f"{told(value)}, with no-result as the worst and as the best for Black."
                )
                minimal = not counts["undecided"]
                return Verdict(Outcome.WITNESSED, str(grid), "search", counts, witness, minimal)
    return Verdict(Outcome.UNKNOWN, f"positions up to {grids[-1]}", "search", counts)


def within_half_a_point(with_button: Rules, territory: Rules, grid: Grid) -> Verdict:
    """Solve the empty board by area with the button, and by territory: half a point at most lies between them."""
    area, other = (worth_of_empty_board(rules, grid) for rules in (with_button, territory))
    if area.value is None or other.value is None:
        return Verdict(Outcome.UNKNOWN, str(grid), "search", notes=not_enough(area if area.value is None else other))
    apart = max(abs(area.value.worst - other.value.worst), abs(area.value.best - other.value.best))
    outcome = Outcome.HOLDS if apart <= HALF else Outcome.REFUTED
    counts = {"half_points_apart": int(apart * 2)}
    notes = f"{told(area.value)} by area with the button, and {told(other.value)} by territory."
    witness = None if outcome is Outcome.HOLDS else position_witness(empty_board(with_button, grid), notes)
    verdict = Verdict(outcome, str(grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, 2, "solved a board")


def worth_of_empty_board(rules: Rules, grid: Grid) -> PositionValue:
    """What an empty board is worth, as far as the budget goes."""
    start = empty_board(rules, grid)
    return Valuing([start], MOST_NODES).worth(start)


def not_enough(worth: PositionValue) -> str:
    """What is known of a value that was not found, in one sentence."""
    return f"{MOST_NODES:,} nodes were not enough; Black's lead is between {worth.low:g} and {worth.high:g}."


for _suicide in (False, True):
    _both = tuple(Rules(ko=ko, suicide=_suicide) for ko in (Ko.POSITIONAL, Ko.SITUATIONAL))
    _label = f"suicide={'yes' if _suicide else 'no'}"
    check_boards(
        "fact/value-superko",
        empty_board_is_worth_the_same,
        boards=[(2, 1)],
        standard=[(3, 1), (4, 1), (2, 2), (5, 1), (6, 1), (3, 2), (7, 1), (8, 1), (4, 2)],
        deep=[(9, 1), (3, 3), (10, 1)],
        rules=_label,
        cost=lambda grid: 2.0**grid.size / 32,
        under=_both,
    )
check_boards(
    "fact/value-no-result",
    no_result_does_not_matter,
    boards=[],
    # On other boards of up to nine points no position at all is worth something else.
    standard=[(2, 2), (3, 3)],
    rules="ko=SIMPLE suicide=no",
    cost=lambda grid: 2.0**grid.size / 8,
    under=(SIMPLE,),
)
check("fact/value-no-result-positions", "smallest", "ko=SIMPLE suicide=no", 8, Scope.STANDARD, under=(SIMPLE,))(
    partial(smallest_on_which_no_result_matters, grids=(Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(4, 1), Grid(2, 2)))
)
check_boards(
    "fact/value-button",
    within_half_a_point,
    boards=[(2, 1)],
    standard=[(1, 1), (3, 1), (4, 1), (2, 2), (5, 1), (3, 2)],
    deep=[(6, 1), (4, 2)],
    rules="ko=SIMPLE tax=NONE suicide=no",
    cost=lambda grid: 2.0**grid.size / 8,
    under=(BUTTON, TERRITORY),
)
