"""Best play from what is shown: it is what `superko solve` says, or a sentence."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import Any

import pytest

from superko.checker.pages.explorer import best_play
from superko.checker.pages.explorer.addresses import address_text, read_address
from superko.checker.pages.explorer.best_play import can_be_asked, solved

from .conversation import answered, shown


def asked(address: str, side: str = "0") -> str:
    says: str = answered({"address": address, "bestPlay": side})["says"]
    return says


def test_best_play_is_told_from_what_is_shown() -> None:
    assert asked("#/tromp-taylor/3x1/pass.A1?board=XX.&at=1").startswith("Black wins by 3 under best play.")


@pytest.mark.parametrize(
    "address",
    ["#/aga/4x3/", "#/tromp-taylor/1x1/pass.pass", "#/tromp-taylor/2x2/?handicap=2", "#/tromp-taylor/2x2/?passed=yes"],
)
def test_it_is_offered_only_where_it_can_be_asked_for(address: str) -> None:
    assert shown(address)["sides"][0]["canBeSolved"] is False
    with pytest.raises(ValueError, match="small boards"):
        asked(address)


def test_what_can_t_be_solved_is_told_in_the_words_of_the_solver() -> None:
    with pytest.raises(ValueError, match="no rules named"):
        solved(read_address("#/aga/2x2/"), "nothing-known", 0)


def test_a_search_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_play, "SECONDS_IN_ALL", 0.01)
    with pytest.raises(ValueError, match=r"Best play is not found within 0\.01 seconds"):
        asked("#/tromp-taylor/2x2/")


def test_one_search_goes_on_at_a_time() -> None:
    with best_play._searching, pytest.raises(ValueError, match="already"):
        asked("#/tromp-taylor/2x2/")


def test_turns_that_are_a_loop_can_be_stepped_round() -> None:
    turns = "#/tromp-taylor,ko=SIMPLE/3x1/A1.C1.B1.C1.A1.B1.A1"
    loop = shown(f"{turns}?loop=1&at=1")
    assert (loop["address"]["loop"], loop["address"]["shown"]) == (1, 1)
    assert loop["note"].startswith("A loop: after turn 7 there stands again what stood after turn 1")
    wrong = shown(f"{turns}?loop=2&at=2")
    assert wrong["note"].startswith("These turns are no loop")


def test_no_loop_begins_after_the_last_turn() -> None:
    with pytest.raises(ValueError, match="No turn comes after turn 1"):
        shown("#/tromp-taylor/2x1/A1?loop=1")


@pytest.mark.parametrize("best_play", [None, [], "1", 0, "both"])
def test_a_side_that_is_not_there_has_no_best_play(best_play: Any) -> None:
    with pytest.raises(ValueError, match="There is no side"):
        answered({"address": "#/aga/2x2/", "bestPlay": best_play})


def test_where_no_program_can_be_started_that_the_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*words: object, **options: object) -> None:
        raise OSError("emscripten does not support processes.")

    monkeypatch.setattr(subprocess, "run", unsupported)
    with pytest.raises(ValueError, match="installed program: superko solve 2x2 --"):
        asked("#/tromp-taylor/2x2/")


def test_a_long_board_is_small_as_well() -> None:
    assert can_be_asked(read_address("#/aga/9x1/"), over=False)


STOPPED = "#/japanese-1989/3x2/B2.C1.pass.pass"


def life_and_death(address: str, side: str = "0") -> dict[str, Any]:
    return answered({"address": address, "lifeAndDeath": side})


class TestLifeAndDeath:
    def test_of_each_string_is_told_with_the_play_that_shows_it(self) -> None:
        reply = life_and_death(STOPPED)
        assert [says.partition(":")[0] for says in reply["says"]] == ["Black's B2", "White's C1"]
        for address in reply["addresses"]:
            line = read_address(address)
            assert shown(address)["sides"][0]["phase"] == "cleanup1"
            assert shown(address_text(replace(line, at=len(line.turns))))["sides"][0]["stop"] is None

    def test_leads_to_the_count_without_what_is_dead(self) -> None:
        side = shown(life_and_death(STOPPED)["dead"])["sides"][0]
        assert side["counted"]["sentence"] == "The game is a draw."
        assert any("B2" in says and "C1" in says for says in side["counted"]["says"])

    def test_of_stones_that_live_no_play_is_told(self) -> None:
        reply = life_and_death("#/japanese-1989/5x1/pass.pass?board=.X.X.")
        assert {says.partition(": ")[2].partition(":")[0] for says in reply["says"]} == {"alive"}
        assert shown(reply["dead"])["sides"][0]["counted"]["says"] == ["No stone is removed as dead."]

    @pytest.mark.parametrize(
        "address", ["#/japanese-1989/3x2/", "#/japanese-1989/5x5/pass.pass", "#/aga/3x2/pass.pass"]
    )
    def test_is_offered_only_where_article_7_can_be_asked(self, address: str) -> None:
        assert shown(address)["sides"][0]["canBeConfirmed"] is False
        with pytest.raises(ValueError, match="where play has stopped under article 7"):
            life_and_death(address)

    def test_where_no_program_can_be_started_the_command_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unsupported(*words: object, **options: object) -> None:
            raise OSError("emscripten does not support processes.")

        monkeypatch.setattr(subprocess, "run", unsupported)
        with pytest.raises(ValueError, match="Life and death are found by the installed program: superko replay"):
            life_and_death(STOPPED)

    def test_a_search_that_takes_too_long_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(best_play, "SECONDS_IN_ALL", 0.01)
        with pytest.raises(ValueError, match=r"Life and death are not found within 0\.01 seconds"):
            life_and_death(STOPPED)
