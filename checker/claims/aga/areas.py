"""The areas of AGA rules sum to the board less its neutral points, so that one player's count decides the game.

What decides is more than half of that sum. The document puts it as 180 on a board of 361 points, less half of the
neutral points; with an odd number of them that is half a point too low, and calls a draw a win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial, reduce
from itertools import product
from operator import add
from typing import Any

import numpy as np
import z3

from ....interpreter.game import Game
from ....interpreter.notation import parse_board
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.aga.counting import neutral_points
from ....spec.aga.presets import PRESETS
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended
from ...evidence.checks import EVERY_SIZE, Sides, check, check_boards
from ...evidence.queries import QueryKind, SolverAnswer
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...proofs.coverage import begin_queries, covering
from ...proofs.declarations import OF_AREAS
from ...proofs.left_open import InOrder, unknown_if_unreadable
from ...proofs.one_point import PointwiseBoard, Total
from ...proofs.solvers import Query, refuted
from ...proofs.stones_kept import of_any_komi, unknown_end
from ...sweeps.sweep import legal_chunks
from .counting import HANDICAPS

SWEPT: Sequence[Sides] = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3)]
SWEPT_DEEP: Sequence[Sides] = [(4, 3)]
FULL_SIZE = 361
AS_PRINTED = 180
# Two strings of 180 stones each, whose one liberty is the corner that they share.
DRAWN = ("." + "X" * 18, *["O" + "X" * 18] * 9, *["O" * 19] * 9)
_AGA = PRESETS["aga-area"]


def area(ended: Ended[Any], color: Color) -> Any:
    """A player's area, counted by the clauses in force without compensation."""
    return reduce(add, (clause.function(ended, color) for clause in ended.rules.deciding(Decision.SCORE)))


def position_counted(rules: Rules, c: Coloring[Any]) -> Ended[Any]:
    """A position to be counted as it stands, without prisoners."""
    nobody = dict.fromkeys(Color, 0)
    return Ended(rules, c, nobody, nobody, nobody, nobody, second_cleanup_start=c)


def areas_sum_to_board(rules: Rules) -> bool:
    """Whether z3 proves that what both players count and the neutral points make up the board, whatever its size.

    White's compensation is added to the board: komi, and a point for each handicap stone but the first.
    """
    if rules.deciding(Decision.REMOVAL):
        return False  # What is counted is not the position as it stands.
    for fewest, button in product(HANDICAPS, (None, *Color)):
        board = PointwiseBoard()
        stones: Any = board.at_least(fewest, "handicap") if fewest == max(HANDICAPS) else fewest
        ended = unknown_end(of_any_komi(rules), board, button, handicap=stones)
        c = ended.coloring
        compensation = ended.rules.komi + (stones - 1 if fewest else 0)
        total = Total(0, 0) + area(ended, BLACK) + area(ended, WHITE) + board.size(neutral_points(c))
        expected = board.size(board.everything) + compensation
        step = f"the sum of the areas with {fewest} handicap stones{' or more' if fewest == max(HANDICAPS) else ''}"
        if not board.proves(total.equals(expected), ~(c.black & c.white), step=step):
            return False
    return True


def one_count_decides() -> bool:
    """Whether z3 proves that more than half of the sum, compensation included, is more than the other player has."""
    black, white, points, neutral = z3.Ints("black white points neutral")
    compensation = z3.Real("compensation")
    decided = 2 * black > points - neutral + compensation
    wins = black > white + compensation
    return _proved("half of the sum decides", decided == wins, black + white == points - neutral)


def greater_total_wins(rules: Rules) -> bool:
    """Whether the greater of any two totals wins, and equal ones are a draw."""
    winner = rules.sole(Decision.WINNER).function
    greater, less = InOrder(1), InOrder(0)
    return (winner(greater, less), winner(less, greater), winner(less, less)) == (BLACK, WHITE, None)


def printed_count_decides(neutral_is_even: bool) -> bool:
    """Whether z3 proves that on 361 points, more than 180 less half of the neutral ones is more than the other has."""
    black, white, neutral = z3.Ints("black white neutral")
    parity = neutral % 2 == (0 if neutral_is_even else 1)
    decided = black > AS_PRINTED - z3.ToReal(neutral) / 2
    step = f"{AS_PRINTED} decides if the number of neutral points is {'even' if neutral_is_even else 'odd'}"
    expected = SolverAnswer.UNSAT if neutral_is_even else SolverAnswer.SAT
    sum_is_left = black + white == FULL_SIZE - neutral
    return _proved(step, decided == (black > white), parity, neutral >= 0, sum_is_left, expected=expected)


def _proved(step: str, statement: Any, *assumptions: Any, expected: SolverAnswer = SolverAnswer.UNSAT) -> bool:
    begin_queries()
    return refuted(Query(QueryKind.COUNTING, (*assumptions, z3.Not(statement)), step, expected))


@covering(OF_AREAS)
@unknown_if_unreadable
def areas_decide(rules: Rules) -> Verdict:
    """Prove that the areas sum to the board less its neutral points, and that one player's count then decides."""
    rules = rules.literally()
    proved = areas_sum_to_board(rules) and one_count_decides() and greater_total_wins(rules)
    notes = (
        "Compensation that White adds, for handicap stones too, is added to the sum."
        if proved
        else "It was not proved that the areas have that sum, and that the greater total wins."
    )
    return Verdict(Outcome.PROVED if proved else Outcome.UNKNOWN, EVERY_SIZE, "z3", notes=notes)


def printed_threshold(rules: Rules) -> Verdict:
    """Decide whether more than 180, less half of the neutral points, wins on a board of 361 points."""
    even, odd = printed_count_decides(neutral_is_even=True), printed_count_decides(neutral_is_even=False)
    if even and odd:
        return Verdict(Outcome.PROVED, "19x19", "z3")
    start = Game.set_up(rules, parse_board("/".join(DRAWN)))
    result = start.play(PASS).play(PASS).result
    shows = f"With one neutral point {score_text(result)}, each more than 180 less a half, but nobody wins."
    notes = "It holds when the number of neutral points is even, and if their half is rounded down." if even else ""
    return Verdict(Outcome.REFUTED, "19x19", "z3", witness=Story.play(start, (PASS, PASS), shows), notes=notes)


def positions_decided(rules: Rules, grid: Grid) -> Verdict:
    """Count the positions in which having more than half of the sum is not the same as having more than the other."""
    counts = Counter[str]()
    acted = 0
    for c in legal_chunks(grid):
        ended = position_counted(rules, c)
        black, white = area(ended, BLACK), area(ended, WHITE)
        won_by_black = _won_by_black(rules, black, white)
        neutral: Any = c.size(neutral_points(c))
        sum_of_areas = grid.size - neutral
        counts["positions"] += len(c.black)
        counts["draws"] += int(np.sum(black == white))
        acted += int(np.sum((black != white) | (neutral > 0)))
        counts["wrong"] += int(np.sum((2 * black > sum_of_areas) != won_by_black))
        if grid.size % 2:
            counts["decided_wrongly_as_printed"] += int(np.sum((2 * black > sum_of_areas - 1) != won_by_black))
    verdict = holds_unless(counts.pop("wrong"), f"legal positions of {grid}", "sweep", **counts)
    return if_it_acted(verdict, acted, "had a winner, or a neutral point")


def _won_by_black(rules: Rules, black: Any, white: Any) -> Any:
    """Whether Black wins with each of many pairs of totals."""
    winner = rules.sole(Decision.WINNER).function
    pairs, which = np.unique(np.stack((black, white), axis=1), axis=0, return_inverse=True)
    return np.array([winner(*pair) is BLACK for pair in pairs.tolist()], dtype=bool)[which.reshape(-1)]


check("claim/aga-area-sum", EVERY_SIZE, cost=0.5, under=(_AGA,))(areas_decide)
check(
    "claim/aga-area-sum",
    "19x19",
    "threshold=as-printed",
    cost=0.5,
    not_asked="It is about a number that the document prints, for areas that sum to the board less its neutral points.",
)(partial(printed_threshold, _AGA))
check_boards("claim/aga-area-sum", positions_decided, boards=SWEPT, deep=SWEPT_DEEP, under=(_AGA,))
