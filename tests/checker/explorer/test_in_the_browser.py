"""The explorer in a real browser, as a person meets it: by keyboard, by mouse, by link, and by ear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

import pytest

from superko.checker.pages.live import MENU
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
            return looking(browser, server.home + address, **kind)

        yield open_at


def point(page: Any, vertex: str, board: int = 0) -> Any:
    return page.locator(".side .goban").nth(board).locator(f'[data-vertex="{vertex}"]')


def name_of(page: Any, vertex: str) -> str:
    name: str = point(page, vertex).get_attribute("aria-label")
    return name


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
        hears(page, "but B4 is occupied")
        page.get_by_role("button", name="Pass", exact=True).focus()
        page.keyboard.press("Enter")
        hears(page, "Turn 3: Black passes.")
        assert page.evaluate("document.activeElement.textContent") == "Pass"


@pytest.mark.thorough
def test_an_illegal_turn_is_answered_with_the_clause_and_the_state_that_it_would_repeat(look: Look) -> None:
    with look(KO) as page:
        assert name_of(page, "C1") == (
            "C1, empty, illegal: A legal move does not result in any earlier state, "
            "but C1 would repeat the state after turn 3."
        )
        point(page, "C1").click()
        hears(page, "but C1 would repeat the state after turn 3.")
        answer = page.locator(".side .told")
        assert "katago-v2/main/legal-superko" in answer.inner_text()
        onward = page.locator("#findings").get_by_role("listitem").filter(has_text="C1, illegal: show that state")
        assert onward.get_by_role("link").get_attribute("href").endswith("/A1.B1.C1.D1?at=3")
        answer.get_by_role("link", name="Show the earlier state: after turn 3").click()
        hears(page, "Turn 3: Black C1")
        assert page.get_by_role("link", name="3 Black C1").get_attribute("aria-current") == "step"
        assert page.get_by_role("link", name="4 White D1").is_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
@pytest.mark.parametrize("address", [KO, "#/tromp-taylor/9x9/A1", "#/aga/13x13/A1", "#/tromp-taylor/19x19/A1"])
def test_board_turn_pass_undo_and_answer_are_on_one_screen(look: Look, width: int, height: int, address: str) -> None:
    with look(address, viewport={"width": width, "height": height}) as page:
        hears(page, "to play in the main phase")
        point(page, "A1").click()
        answer = page.locator(".side .told p").first
        answer.get_by_text("Illegal.").wait_for()
        page.locator("#findings .side").first.wait_for()
        parts = [page.locator(".side .goban").first, page.locator(".status"), answer]
        parts += [page.get_by_role("button", name=name, exact=True) for name in ("Pass", "Undo")]
        assert page.evaluate("scrollY") == 0
        for box in (part.bounding_box() for part in parts):
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width


@pytest.mark.thorough
@pytest.mark.parametrize("address", ["#/tromp-taylor/4x3/B2", "#/tromp-taylor/9x9/", "#/tromp-taylor/5x5/?beside=aga"])
def test_on_a_wide_screen_the_boards_fill_the_left_and_everything_else_stands_beside_them(
    look: Look, address: str
) -> None:
    with look(address, viewport={"width": 1280, "height": 900}) as page:
        page.locator("#findings .side").first.wait_for()
        boards = [board.bounding_box() for board in page.locator(".side > .goban").all()]
        assert sum(board["width"] for board in boards) > 800
        right = max(board["x"] + board["width"] for board in boards)
        panels = [panel.bounding_box() for panel in page.locator("#beside > *").all() if panel.is_visible()]
        assert len(panels) > 4
        assert all(panel["x"] >= right for panel in panels)


@pytest.mark.thorough
def test_an_answer_leads_to_the_page_of_its_clause_in_the_book(look: Look) -> None:
    with look(KO) as page:
        point(page, "C1").click()
        with page.context.expect_page(timeout=60_000) as opened:
            page.locator(".side .told").get_by_role("link", name="katago-v2/main/legal-superko").click()
        book = opened.value
        book.get_by_role("heading", name="Legal superko", level=1).wait_for()
        assert book.locator(".stepped .goban:visible").first.bounding_box()["width"] > 200
        book.get_by_role("link", name="Play", exact=True).click()
        book.locator(".side .goban").wait_for()


def test_the_menu_of_the_book_stands_above_the_board(look: Look) -> None:
    with look(KO) as page:
        links = page.get_by_role("navigation").get_by_role("link").all()
        assert [link.inner_text() for link in links] == [*MENU]
        assert [link.get_attribute("href") for link in links] == [f"book/{page}" for page in MENU.values()]


@pytest.mark.thorough
def test_the_earlier_state_is_shown_beside_the_answer_that_speaks_of_it(look: Look) -> None:
    with look(KO) as page:
        point(page, "C1").click()
        state = page.locator(".side .told").get_by_role("img", name="The state after turn 3.")
        assert state.get_attribute("aria-label") == (
            "The state after turn 3. A board of 4 by 1 points: black at C1; white at B1; last turn at C1."
        )


def test_at_the_end_the_points_that_count_are_drawn_and_told_term_by_term(look: Look) -> None:
    with look("#/tromp-taylor,komi=0.5/3x3/B2.pass.pass") as page:
        assert name_of(page, "A1") == "A1, empty, counted for Black"
        assert page.locator(".goban .counted-black").count() == 8
        text = page.locator(".side .told").inner_text()
        assert "Black: 1 stones, 8 territory; 9 in all." in text
        assert "White: 0.5 komi; 0.5 in all." in text
        assert "Black wins by 8.5." in page.locator(".status").inner_text()


@pytest.mark.thorough
def test_a_game_is_taken_along_as_a_link_as_sgf_and_as_commands(look: Look) -> None:
    with look("#/tromp-taylor/3x1/?board=X..", permissions=["clipboard-read", "clipboard-write"]) as page:
        point(page, "C1").click()
        hears(page, "Turn 1: Black C1")
        copied = {}
        for name in ("Copy link", "Copy as SGF", "Copy as commands"):
            page.get_by_role("button", name=name).click()
            hears(page, "It is copied.")
            copied[name] = page.evaluate("navigator.clipboard.readText()")
            page.get_by_label("Turn", exact=True).fill("")
            page.evaluate("document.getElementById('message').textContent = ''")
        assert copied["Copy link"] == page.url
        assert copied["Copy as SGF"].startswith("(;FF[4]")
        assert "superko explore '#/tromp-taylor/3x1/C1?board=X..'" in copied["Copy as commands"]


@pytest.mark.thorough
def test_the_stones_that_a_clause_speaks_of_are_highlighted(look: Look) -> None:
    with look("#/japanese-like/3x3/?board=X.O/OO./...") as page:
        point(page, "B3").click()
        hears(page, "but B3 would empty A3, B3")
        framed = page.locator("[data-vertex]:has(.highlighted)")
        assert [element.get_attribute("data-vertex") for element in framed.all()] == ["A3", "B3"]


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["%3Cscript%3Ealert(1)%3C%2Fscript%3E", "no-such-rules"])
def test_a_link_that_can_t_be_shown_is_told_of_in_plain_text_and_the_first_game_is_shown(
    look: Look, rules: str
) -> None:
    with look(f"#/{rules}/3x3/") as page:
        hears(page, "There are no rules named")
        assert page.url.endswith("#/japanese-like/5x5/")
        assert point(page, "C3").is_visible()


@pytest.mark.thorough
def test_two_rule_sets_stand_side_by_side_with_where_they_part(look: Look) -> None:
    with look("#/tromp-taylor/3x1/?board=XX.") as page:
        page.get_by_label("Beside it").select_option("japanese-like")
        page.get_by_role("heading", name="japanese-like", exact=True).wait_for()
        point(page, "C1", board=1).click()
        hears(page, "but C1 would empty A1, B1, C1")
        point(page, "C1", board=0).click()
        hears(page, "japanese-like: Turn 1 is not taken.")
        parting = page.get_by_text("tromp-taylor and japanese-like differ at the start")
        assert "Only tromp-taylor allows C1." in parting.inner_text()


@pytest.mark.thorough
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
        page.get_by_label("places a white stone").check()
        point(page, "B1").click()
        page.wait_for_url(re.compile("board="))
        assert page.url.endswith("#/tromp-taylor,komi=7.5/3x2/?board=.../.O.")
        page.locator("#findings .side").first.wait_for()
        sum_of = page.get_by_role("row", name="sum")
        assert sum_of.get_by_role("cell").all_inner_texts()[:2] == ["0", "13.5"]


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(look: Look, scheme: str) -> None:
    with look(f"{KO}?beside=japanese-like", color_scheme=scheme, reduced_motion="reduce", **NARROW) as page:
        hears(page, "Turn 4")
        page.locator("summary").last.click()
        point(page, "C1").click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
