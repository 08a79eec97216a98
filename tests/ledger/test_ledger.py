"""Every id of the documents is accounted for, and the account is up to date."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pkgutil import resolve_name

from .account import CLAIM, ELSEWHERE, LEDGER, Status, account, inventory, registered
from .write import text


def test_every_id_stands_in_the_inventory_once() -> None:
    repeated = [name for name, times in Counter(inventory()).items() if times > 1]
    assert repeated == []


def test_every_id_that_the_code_knows_is_in_the_inventory() -> None:
    unknown = registered() - set(inventory())
    assert unknown == set(), "add them to tests/ledger/inventory.txt, where they belong"


def test_every_id_of_the_inventory_is_implemented_or_undecided_for_a_reason() -> None:
    missing = [entry.id for entry in account() if entry.status is Status.MISSING or not entry.detail]
    assert missing == []


def test_every_implemented_clause_parameter_preset_and_reading_is_named_by_a_test() -> None:
    untested = [entry.id for entry in account() if not entry.tests and not CLAIM.match(entry.id)]
    assert untested == []


def test_what_is_implemented_elsewhere_is_there() -> None:
    for place in chain.from_iterable(ELSEWHERE.values()):
        assert resolve_name(f"superko.{place}") is not None, place


def test_the_ledger_is_up_to_date() -> None:
    stands = LEDGER.read_text(encoding="utf-8")
    assert stands == text(), "run `python -m tests.ledger.write` and commit tests/ledger/ledger.txt"
