"""Ends of the second cleanup are scored when a search asks about one, as all are at once: by how that phase began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.phase.phases import phases_from
from superko.checker.phase.tables import NOT_KNOWN, PhaseToSearch
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Tally

from .every_position import every_position
from .test_readings import values

RULES = [Rules(scoring=Scoring.TERRITORY, suicide=False, tax=tax, komi=0.5) for tax in Tax]


def second_cleanup(rules: Rules, width: int, height: int) -> tuple[PhaseToSearch, list[Tally]]:
    """The second cleanup of games on a board, and the tallies with which it starts."""
    record = Game(rules, (width, height)).record
    first, second = phases_from([record]).tables[1:]
    starts = (first.further(number).tally.second_cleanup_start for number in range(first.number_of_ends))
    return second, [replace(record.tally, second_cleanup_start=start) for start in starts]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_an_end_is_worth_alone_what_it_is_among_all(rules: Rules) -> None:
    phase, tallies = second_cleanup(rules, 3, 1)
    assert phase.scores_ask_how_it_began
    leads = [list(phase.leads(tally)) for tally in tallies]
    assert len({tuple(of_start) for of_start in leads}) > 1
    for tally, of_start in zip(tallies, leads, strict=True):
        assert [phase.lead(number, tally) for number in range(phase.number_of_ends)] == of_start


def test_an_end_that_is_followed_is_worth_nothing_known() -> None:
    game = Game(RULES[0], (2, 1))
    first = phases_from([game.record]).tables[0]
    assert not first.scores_ask_how_it_began
    assert {first.lead(number, game.record.tally) for number in range(first.number_of_ends)} == {NOT_KNOWN}


def test_ends_are_worth_what_they_are_whichever_start_was_asked_about_before() -> None:
    games = list(every_position(RULES[0], Grid(3, 1), Phase.SECOND_CLEANUP))[::5]
    assert values(games) == [value for game in games for value in values([game])]
