"""The catalogue names each mistake once, and each of them makes other rules."""

from __future__ import annotations

from collections import Counter

from superko.checker.vectors.mutants import mutants

from .catalogue import written_out


def test_each_mistake_has_one_name_and_each_name_one_mistake() -> None:
    of_each_name = {mistake.name: mistake.amendments for mistake in written_out()}
    assert {amended: names for amended, names in Counter(of_each_name.values()).items() if names > 1} == {}
    assert all(mistake.amendments == of_each_name[mistake.name] for mistake in written_out())
    assert of_each_name.keys().isdisjoint(map(str, mutants()))


def test_each_is_taken_once_by_whoever_takes_it() -> None:
    taken = Counter((mistake.taken_by, mistake.named, mistake.name) for mistake in written_out())
    assert [mistake for mistake, times in taken.items() if times > 1] == []


def test_each_amends_the_rules_that_it_is_made_in() -> None:
    assert [str(mistake) for mistake in written_out() if not mistake.rules.amendments] == []
