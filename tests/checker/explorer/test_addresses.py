"""Addresses: what a link says, read and written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.pages.explorer.addresses import MOST_TURNS, Address, address_text, read_address
from superko.interpreter.story import Start
from superko.spec.algebra import BLACK, WHITE
from superko.spec.vocabulary import Phase

from .conversation import shown

RULES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)
TURNS = st.lists(st.sampled_from(["A1", "C3", "pass", "unblock B2"]), max_size=6).map(tuple)
STARTS = st.sampled_from(
    [
        Start(3, 3),
        Start.at("X../.O./...", WHITE),
        Start(3, 3, phase=Phase.FIRST_CLEANUP, captures=(2, 30)),
        Start(3, 3, handicap=2, passed=True, button=BLACK),
    ]
)


@given(RULES, TURNS, STARTS, st.none() | RULES, st.none() | st.integers(0, 9))
def test_what_is_written_is_read_again(
    rules: str, turns: tuple[str, ...], start: Start, beside: str | None, at: int | None
) -> None:
    address = Address(rules, start, turns, beside or "", at)
    assert read_address(address_text(address)) == address


def test_an_address_has_a_greatest_number_of_turns() -> None:
    with pytest.raises(ValueError, match=f"up to {MOST_TURNS}"):
        read_address(f"#/aga/2x2/{'.'.join(['pass'] * (MOST_TURNS + 1))}")


PRINTED = [
    address
    for file in sorted((Path(__file__).parents[2] / "golden" / "commands").glob("*.txt"))
    for address in re.findall(r"superko explore '([^']+)'$", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def test_what_opens_a_game_in_the_browser_stands_below_what_steps_through_it() -> None:
    outputs = [
        file.read_text(encoding="utf-8") for file in (Path(__file__).parents[2] / "golden" / "commands").glob("*.txt")
    ]
    pairs = [pair for text in outputs for pair in re.findall(r"superko show '(#.*)'\n.*superko explore '(#.*)'", text)]
    assert len(pairs) >= 5
    assert all(stepped == opened for stepped, opened in pairs)


@pytest.mark.parametrize("address", PRINTED)
def test_every_address_that_a_command_prints_shows_its_game(address: str) -> None:
    reply = shown(address)
    assert reply["address"]["text"] == address
    stops = [side["stop"]["number"] for side in reply["sides"] if side["stop"]]
    assert set(stops) <= {len(reply["address"]["turns"])}
