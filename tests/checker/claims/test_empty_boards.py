"""What empty boards are worth under texts with a ban of their own: as under another ban, up to some board."""

from __future__ import annotations

import pytest

from superko.checker.claims import french, ikeda, new_zealand
from superko.checker.claims.facts.values import empty_board_is_worth_the_same, nobody_moves
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.plain_play import SUCCEEDS, is_worth
from superko.checker.values.valuing import empty_board
from superko.spec.algebra import Grid
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

LIKE, NATURAL = new_zealand.LIKE, new_zealand.BANS["natural"]


NOBODY_MOVES = make_clause(nobody_moves, "ours/nobody-moves", decides=Decision.LEGAL, during=(Phase.MAIN,))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param(french.TEXT, french.SITUATIONAL, marks=pytest.mark.clauses("claim/french-empty-boards")),
        pytest.param(ikeda.TEXT, ikeda.SUPERKO, marks=pytest.mark.clauses("claim/ikeda-empty-boards")),
        pytest.param(new_zealand.TEXT, LIKE, marks=pytest.mark.clauses("claim/nz-empty-boards")),
        pytest.param(new_zealand.TEXT, NATURAL, marks=pytest.mark.clauses("claim/nz-empty-boards")),
    ],
    ids=["french", "ikeda", "nz-like", "nz-natural"],
)
def test_a_board_of_three_points_is_worth_the_same_unless_a_ban_forbids_every_move(text: Rules, other: Rules) -> None:
    verdict = empty_board_is_worth_the_same(text, other, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["acted"]
    assert empty_board_is_worth_the_same(text.adding(NOBODY_MOVES), other, Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.thorough
@pytest.mark.clauses("claim/ikeda-empty-boards")
def test_a_ban_on_captures_alone_gives_black_five_points_more_on_5x1() -> None:
    verdict = empty_board_is_worth_the_same(ikeda.TEXT, ikeda.SUPERKO, Grid(5, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.shows == "Best play: Black leads by 5. Under the other rules: Black leads by 0."
    for rules, lead in ((ikeda.TEXT, 5), (ikeda.SUPERKO, 0)):
        assert is_worth(empty_board(rules, Grid(5, 1)), lead, False, 300_000).outcome == SUCCEEDS
