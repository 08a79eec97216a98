"""What empty boards are worth under texts with a ban of their own: as under another ban, up to some board."""

from __future__ import annotations

import pytest

from superko.checker.claims import bans
from superko.checker.claims.facts.values import empty_board_is_worth_the_same
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.plain_play import SUCCEEDS, is_worth
from superko.interpreter.game import Game
from superko.spec.algebra import Grid


@pytest.mark.thorough
@pytest.mark.clauses("claim/ikeda-empty-boards")
def test_a_ban_on_captures_alone_gives_black_five_points_more_on_5x1() -> None:
    verdict = empty_board_is_worth_the_same(bans.IKEDA, bans.IKEDA_SUPERKO, Grid(5, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.shows == "Best play: Black leads by 5. Under the other rules: Black leads by 0."
    for rules, lead in ((bans.IKEDA, 5), (bans.IKEDA_SUPERKO, 0)):
        assert is_worth(Game(rules, Grid(5, 1)), lead, False, 300_000).outcome == SUCCEEDS
