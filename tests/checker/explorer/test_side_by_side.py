"""Two rule sets on the same game, and the first turn at which they part."""

from __future__ import annotations

import pytest

from .conversation import shown


def parting(address: str) -> dict[str, object]:
    fields: dict[str, object] = shown(address)["parting"]
    return fields


def test_two_rule_sets_are_shown_on_the_same_game() -> None:
    sides = shown("#/tromp-taylor/3x1/A1?beside=japanese-like")["sides"]
    assert [side["rules"] for side in sides] == ["tromp-taylor", "japanese-like"]
    assert [side["board"] for side in sides] == ["X..", "X.."]


def test_rule_sets_that_say_the_same_do_not_part() -> None:
    assert parting("#/tromp-taylor/3x3/B2.A1?beside=tromp-taylor-ten")["after"] is None


@pytest.mark.parametrize(
    ("address", "after", "says"),
    [
        ("#/tromp-taylor/3x3/B2.pass.pass?beside=tromp-taylor,komi=7", 3, "the result"),
        ("#/tromp-taylor/3x3/B2.pass.pass?beside=japanese-like", 3, "when the game ends"),
        ("#/tromp-taylor/4x1/A1.B1.C1.D1.C1?beside=chinese-like", 3, "Only tromp-taylor allows A1."),
    ],
)
def test_the_first_turn_at_which_they_part_is_told(address: str, after: int, says: str) -> None:
    reply = parting(address)
    assert (reply["after"], says in str(reply["says"])) == (after, True)


def test_in_a_long_game_it_is_told_that_not_every_turn_was_compared() -> None:
    turns = [f"{column}{row}" for row in range(1, 9) for column in "ABCDEFGHJKLM"]
    short, long = (
        str(parting(f"#/tromp-taylor/19x19/{'.'.join(turns[:number])}?beside=new-zealand-like")["says"])
        for number in (1, len(turns))
    )
    assert "are compared only where it is shown." not in short
    assert long.endswith("are compared only where it is shown.")


def test_a_turn_that_only_one_of_them_takes_goes_on_there_alone() -> None:
    # Filling the last liberty removes its own stones under the one, and is forbidden under the other.
    tromp_taylor, other = shown("#/tromp-taylor/3x1/C1?board=XX.&beside=japanese-like")["sides"]
    assert (tromp_taylor["shown"], tromp_taylor["board"]) == (1, "...")
    assert (other["shown"], other["board"], other["stop"]["number"]) == (0, "XX.", 1)
