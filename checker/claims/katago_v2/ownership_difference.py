"""Stones are neither made nor lost, so each player's lead is the same by ownership as by territory.

Both are proved for boards of every size, by reading the clauses on one unspecified point (see `stones_kept`). With that
balance, a player's score by ownership is the one by territory less the captures of both colors.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add
from typing import Any

import z3

from ....interpreter.result import scored_by
from ....spec.algebra import Color
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Ended
from ...evidence.checks import EVERY_SIZE, check
from ...evidence.verdict import Outcome, Verdict
from ...proofs.coverage import covering
from ...proofs.declarations import OF_OWNERSHIP
from ...proofs.left_open import unknown_if_unreadable
from ...proofs.one_point import PointwiseBoard, Total, as_total
from ...proofs.rule_sets import Values, alike, rule_sets
from ...proofs.stones_kept import ProvedStatement, balance, is_kept, of_any_komi, stones_are_kept, unknown_end

IN_SCORES = (Decision.REMOVAL, Decision.LIFE, Decision.SCORE, Decision.OWNERSHIP_SCORE)
WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
NOTES = (
    "By ownership each player scores less than by territory, by the captures of both colors. This is proved for games "
    "without handicap stones in which unblock actions do not count as moves; and where the stones of a set-up position "
    "do not count as moves, for games from the empty board."
)


def scores_agree(rules: Rules) -> Iterator[ProvedStatement]:
    """That removing pass-dead stones keeps the balance, and how the two scores of a player then differ."""
    for button in (None, *Color):
        board = PointwiseBoard()
        ended = _any_end(rules, board, button)
        for clause in rules.deciding(Decision.REMOVAL):
            before, ended = ended, clause.function(ended)
            text = "the removal of pass-dead stones"
            yield ProvedStatement(text, is_kept(board, before, ended, step=text))
        captured = reduce(add, ended.captures.values(), Total(0, 0))
        equations = [
            (_total(Decision.OWNERSHIP_SCORE, ended, color) + captured).equals(
                _total(Decision.SCORE, ended, color) + balance(ended, color)
            )
            for color in Color
        ]
        text = f"the two scores under tax {rules.tax.value}"
        yield ProvedStatement(text, board.proves(z3.And(equations), step=text))


def _any_end(rules: Rules, board: PointwiseBoard, button: Color | None) -> Ended[Any]:
    """The end of any game, whichever groups are pass-alive and whatever komi is.

    Where the stones of a set-up position are not counted, it is a game from the empty grid, with none placed.
    """
    any_groups = rules.replacing(
        "katago-v2/extra/pass-alive-group",
        lambda rules, c, color: board.unknown(f"pass-alive {color}"),
        "Any points whatever are those of the pass-alive-groups.",
    )
    counted = rules.parameter("reading/initial-stones") == "as-moves"
    told = {} if counted else {"placed": dict.fromkeys(Color, 0)}
    return unknown_end(of_any_komi(any_groups), board, button, **told)


def _total(decision: Decision, ended: Ended[Any], color: Color) -> Total:
    points: Any = scored_by(ended, color, decision)
    return as_total(points)


@covering(OF_OWNERSHIP)
@unknown_if_unreadable
def leads_are_equal(rules: Rules) -> Verdict:
    """Prove that both formulas give each player the same lead, whatever else the rules are, on boards of every size."""
    scores = alike(rule_sets(rules.literally(), IN_SCORES, WITHOUT_HANDICAP), IN_SCORES)
    statements = [*stones_are_kept(rules)]
    statements += [statement for group in scores for statement in scores_agree(group[0])]
    not_proved = sorted({statement.text for statement in statements if not statement.proved})
    counts = {"statements": len(statements)}
    if not_proved:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts, notes=f"Not proved: {', '.join(not_proved)}.")
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=NOTES)


check(
    "claim/ownership-difference",
    EVERY_SIZE,
    "scoring=TERRITORY",
    cost=2,
    under=(Rules(scoring=Scoring.TERRITORY),),
    whatever_else=True,
)(leads_are_equal)
