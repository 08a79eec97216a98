"""The explorer in a real browser, as a person meets it: by keyboard, by mouse, by link, and by ear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

import pytest

from tests.checker.browsing import faults, looking

from .conversation import explorer
from .serving import serving

Look: TypeAlias = "Any"
KO = "#/tromp-taylor/4x1/A1.B1.C1.D1"
NARROW = {"viewport": {"width": 390, "height": 800}}


@pytest.fixture(scope="module")
def look(browser: Any) -> Iterator[Any]:
    """Opens an address of the explorer, and waits until its board is there."""
    with serving(explorer("#/japanese-like/5x5/")) as server:

        def open_at(address: str, **kind: Any) -> AbstractContextManager[Any]:
            return looking(browser, server.door.home + address, **kind)

        yield open_at


def point(page: Any, vertex: str, board: int = 0) -> Any:
    return page.locator(".side .goban").nth(board).locator(f'[data-vertex="{vertex}"]')


def name_of(page: Any, vertex: str) -> str:
    return point(page, vertex).get_attribute("aria-label")


def hears(page: Any, text: str) -> None:
    """Wait until the page tells something to who hears it."""
    page.get_by_role("status").filter(has_text=text).wait_for(state="attached")


def test_a_game_is_played_by_keyboard_alone(look: Look) -> None:
    with look("") as page:
        hears(page, "Black to play in the main phase")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.vertex") == "A5"
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        hears(page, "Turn 1: Black A4. White to play")
        assert page.evaluate("document.activeElement.dataset.vertex") == "A4"
        page.keyboard.press("p")
        hears(page, "Turn 2: White passes. Black to play")
        page.keyboard.press("u")
        page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
        hears(page, "Turn 2: White B4. Black to play")
        assert page.url.endswith("#/japanese-like/5x5/A4.B4")
        assert name_of(page, "A4").startswith("A4, black")
        page.keyboard.press("Enter")
        hears(page, "but B4 is not")
        page.get_by_role("button", name="Pass", exact=True).focus()
        page.keyboard.press("Enter")
        hears(page, "Turn 3: Black passes.")
        assert page.evaluate("document.activeElement.textContent") == "Pass"


def test_an_illegal_turn_is_answered_with_the_clause_and_the_state_that_it_would_repeat(look: Look) -> None:
    with look(KO) as page:
        assert name_of(page, "C1") == (
            "C1, empty, illegal: A legal move does not result in any earlier state, "
            "but C1 would repeat the state after turn 3."
        )
        point(page, "C1").click()
        hears(page, "but C1 would repeat the state after turn 3.")
        told = page.locator(".side .told")
        assert "katago-v2/main/legal-superko" in told.inner_text()
        cycle = "C1 leads back from the state after turn 4 to the one after turn 3: a cycle of 2 turns."
        assert told.get_by_role("img", name=cycle).is_visible()
        told.get_by_role("link", name="Show the earlier state: after turn 3").click()
        hears(page, "Turn 3: Black C1")
        assert page.get_by_role("link", name="3 Black C1").get_attribute("aria-current") == "step"
        assert page.get_by_role("link", name="4 White D1").is_visible()


def test_the_stones_that_a_clause_speaks_of_are_highlighted(look: Look) -> None:
    with look("#/japanese-like/3x3/?board=X.O/OO./...") as page:
        point(page, "B3").click()
        hears(page, "but B3 would empty A3, B3")
        framed = page.locator("[data-vertex]:has(.highlighted)")
        assert [one.get_attribute("data-vertex") for one in framed.all()] == ["A3", "B3"]


def test_turns_are_typed_and_what_is_no_turn_is_told(look: Look) -> None:
    with look("#/japanese-like/4x1/A1?board=.OX.&phase=cleanup1") as page:
        field = page.get_by_label("Turn", exact=True)
        for text, heard in {"Z9": "off the board", "b1": "marked", "unblock a1": "White unblock A1"}.items():
            field.fill(text)
            field.press("Enter")
            hears(page, heard)
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Unblock A1", exact=True).click()
        hears(page, "White unblock A1")
        assert page.url.endswith("/A1.unblock-A1?board=.OX.&phase=cleanup1")


def test_a_link_shows_the_same_and_the_browser_goes_back_turn_by_turn(look: Look) -> None:
    with look("#/aga/3x3/B2.A1") as page:
        point(page, "C3").click()
        hears(page, "Turn 3: Black C3")
        link = page.evaluate("location.hash")
        page.go_back()
        hears(page, "Turn 2: White A1")
        page.get_by_role("link", name="start").click()
        hears(page, "No turn has been taken yet")
    with look(link) as other:
        hears(other, "Turn 3: Black C3")
        assert name_of(other, "C3").startswith("C3, black, last turn")


@pytest.mark.parametrize("rules", ["%3Cscript%3Ealert(1)%3C%2Fscript%3E", "no-such-rules"])
def test_a_link_that_can_t_be_shown_is_told_of_in_plain_text_and_the_first_game_is_shown(
    look: Look, rules: str
) -> None:
    with look(f"#/{rules}/3x3/") as page:
        hears(page, "There are no rules named")
        assert page.url.endswith("#/japanese-like/5x5/")
        assert point(page, "C3").is_visible()


def test_two_rule_sets_stand_side_by_side_with_where_they_part(look: Look) -> None:
    with look("#/tromp-taylor/3x1/?board=XX.") as page:
        page.get_by_label("Beside it").select_option("japanese-like")
        page.get_by_role("heading", name="japanese-like", exact=True).wait_for()
        point(page, "C1", board=1).click()
        hears(page, "but C1 would empty A1, B1, C1")
        point(page, "C1", board=0).click()
        hears(page, "japanese-like: Turn 1 is not taken.")
        parting = page.get_by_text("tromp-taylor and japanese-like part at the start")
        assert "Only tromp-taylor allows C1." in parting.inner_text()


def test_rules_board_and_stones_are_chosen(look: Look) -> None:
    with look("") as page:
        hears(page, "Black to play")
        page.get_by_label("Rule set").select_option("tromp-taylor")
        page.get_by_text("Parameters and readings of tromp-taylor").click()
        page.get_by_label("Komi").fill("7.5")
        page.get_by_label("Komi").press("Tab")
        page.get_by_role("heading", name="tromp-taylor,komi=7.5", exact=True).wait_for()
        page.get_by_label("Columns").fill("3")
        page.get_by_label("Rows").fill("2")
        page.get_by_role("button", name="New board").click()
        point(page, "C2").wait_for()
        page.get_by_label("sets a white stone up").check()
        point(page, "B1").click()
        page.wait_for_function("location.hash.includes('board=')")
        assert page.url.endswith("#/tromp-taylor,komi=7.5/3x2/?board=.../.O.")
        sum_of = page.get_by_role("row", name="sum")
        assert sum_of.get_by_role("cell").all_inner_texts()[:2] == ["0", "13.5"]


def test_best_play_is_found_on_small_boards(look: Look) -> None:
    with look("#/tromp-taylor/3x1/?board=XX.") as page:
        page.get_by_role("button", name="Best play").click()
        hears(page, "Black wins by 3 under best play.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(look: Look, scheme: str) -> None:
    with look(f"{KO}?beside=japanese-like", color_scheme=scheme, reduced_motion="reduce", **NARROW) as page:
        hears(page, "Turn 4")
        page.locator("summary").last.click()
        point(page, "C1").click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
