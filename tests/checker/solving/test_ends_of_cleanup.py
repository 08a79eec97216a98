"""Ends of the second cleanup are scored when a search asks about one, as all are at once: by how that phase began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.phase import tables_arrays
from superko.checker.phase.past import CannotBeRead
from superko.checker.phase.phases import phases_from
from superko.checker.phase.tables import NOT_KNOWN, PhaseToSearch
from superko.checker.solving import search
from superko.checker.solving.search import PhaseSearch
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


def test_an_end_with_another_sum_than_the_swapped_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    phase, tallies = second_cleanup(RULES[0], 3, 1)
    numbers = range(phase.number_of_ends)
    monkeypatch.setattr(tables_arrays, "turned_tally", lambda symmetries, tally, symmetry: tally)
    refused = 0
    for tally in tallies:
        for number in numbers:
            try:
                phase.lead(number, tally)
            except CannotBeRead:
                refused += 1
    assert 0 < refused < len(numbers) * len(tallies)
    # The last of the starts tells the colors apart.
    with pytest.raises(CannotBeRead, match="which color is which"):
        phase.leads(tallies[-1])


def test_what_ends_are_worth_by_another_start_gives_wrong_values(monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(every_position(RULES[0], Grid(3, 1), Phase.SECOND_CLEANUP))[::5]
    right = [values([game]) for game in games]
    assert values(games) == [value for [value] in right]
    # As if no search went on for so long that all ends are scored at once.
    monkeypatch.setattr(search, "STEPS_FOR_EACH_NODE", 1e-9)
    assert values(games) == [value for [value] in right]
    monkeypatch.setattr(search, "know_no_end", lambda static, both_ways: None)
    assert values(games) != [value for [value] in right]


def test_a_search_scores_fewer_ends_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    find_out = PhaseSearch._find_out

    def noted(self: PhaseSearch, end: int, mode: int, least: int) -> None:
        if self.phase.scores_ask_how_it_began:
            asked.append(end)
        find_out(self, end, mode, least)

    monkeypatch.setattr(PhaseSearch, "_find_out", noted)
    game = Game(RULES[0], (3, 1))
    assert values([game])
    phase, tallies = second_cleanup(RULES[0], 3, 1)
    assert 0 < len(asked) < phase.number_of_ends * len(tallies)
