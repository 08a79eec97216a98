"""Every id of the documents is accounted for, and the account is up to date."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pkgutil import resolve_name

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.spec.registry import FORMERLY, clause_named, id_now
from superko.spec.rules import Rules

from .account import CLAIM, ELSEWHERE, LEDGER, Status, account, inventory, names, names_now, registered
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


def test_every_name_that_ever_stood_stands_or_leads_to_one_that_does() -> None:
    lost = [name for name in names() if id_now(name) not in names_now()]
    assert lost == [], "say in registry.FORMERLY what took their place"


def test_every_name_of_today_is_among_those_that_ever_stood() -> None:
    assert set(names_now()) - set(names()) == set(), "run `python -m tests.ledger.write` and commit names.txt"


def test_an_id_that_went_is_given_to_nothing_else() -> None:
    assert FORMERLY.keys() & {*registered(), *names_now()} == set()
    assert FORMERLY.keys() <= {*inventory(), *names()}


@pytest.mark.parametrize("former", FORMERLY)
def test_an_id_that_went_leads_commands_to_what_took_its_place(former: str) -> None:
    standing = FORMERLY[former]
    asked, said = (CliRunner().invoke(main, ["show", name]) for name in (former, standing))
    assert (asked.exit_code, asked.stdout) == (said.exit_code, said.stdout)
    assert asked.stderr == f"{standing} took the place of {former}.\n{said.stderr}"


@pytest.mark.parametrize("former", [former for former in FORMERLY if not CLAIM.match(former)])
def test_a_clause_that_went_leads_rules_to_what_took_its_place(former: str) -> None:
    standing = FORMERLY[former]
    rules = Rules(document=clause_named(former).document)
    with pytest.warns(FutureWarning, match=f"The clause {former} is called {standing} now; write that."):
        amended = rules.dropping(former)
    assert amended == rules.dropping(standing)
