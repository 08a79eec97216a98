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


def test_an_address_holds_rules_board_and_turns() -> None:
    address = read_address("#/japanese-like/9x9/E5.E6.pass")
    assert address == Address("japanese-like", Start(9, 9), ("E5", "E6", "pass"))


def test_an_address_may_hold_a_set_up_a_second_rule_set_and_the_turn_that_is_shown() -> None:
    address = read_address("#/aga/3x1/A1?player=W&board=..X&beside=japanese,komi=6.5&at=0")
    assert address.start == Start.at("..X", WHITE)
    assert (address.beside, address.at, address.shown) == ("japanese,komi=6.5", 0, 0)


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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no address"),
        ("#/", "is no address"),
        ("#/aga", "is no address"),
        ("#/aga/9", "is no board"),
        ("#/aga/9x9/A1/B2", "is no address"),
        ("#/aga/0x9/", "sides of 1 to 52"),
        ("#/aga/99x1/", "sides of 1 to 52"),
        ("#/aga/2x2/C1", "off the board"),
        ("#/aga/2x2/swap", "is no vertex"),
        ("#/aga/2x2/A1..A2", "is no turn"),
        ("#/aga/2x2/?board", "can't be read"),
        ("#/aga/2x2/?hash=12", 'no field "hash"'),
        ("#/aga/2x2/?player=B&player=W", "stands twice"),
        ("#/aga/2x2/?at=-1", "at is such as 2"),
        ("#/aga/2x2/?player=X", "player is B or W"),
        ("#/aga/2x2/?phase=over", "phase is main"),
        ("#/aga/2x2/?passed=2", "passed is yes or no"),
        ("#/aga/2x2/?handicap=5", "no 5 handicap stones"),
        ("#/aga/2x2/?captures=3", "captures is such as 3,0"),
        ("#/aga/2x2/?board=X..", "is not 2x2"),
        (f"#/aga/2x2/{'.'.join(['pass'] * (MOST_TURNS + 1))}", f"up to {MOST_TURNS}"),
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_address(text)


def test_turns_are_case_insensitive() -> None:
    assert read_address("#/aga/3x3/a1.Pass.UNBLOCK-b2").turns == ("A1", "pass", "unblock B2")


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
    assert len(pairs) > 5
    assert all(stepped == opened for stepped, opened in pairs)


@pytest.mark.parametrize("address", PRINTED)
def test_every_address_that_a_command_prints_shows_its_game(address: str) -> None:
    reply = shown(address)
    assert reply["address"]["text"] == address
    stops = [side["stop"]["number"] for side in reply["sides"] if side["stop"]]
    assert set(stops) <= {len(reply["address"]["turns"])}
