"""The site in a real browser, from a folder: stepping, copying, choosing, in either scheme, on a narrow screen."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from superko.checker.pages.site import site, write
from tests.checker.browsing import faults, looking

from .books import a_book

NARROW = {"viewport": {"width": 390, "height": 800}}
CLAIM = "claim/no-result-not-s2r1.html"
CLAUSE = "katago-v2/main/legal-superko.html"


@pytest.fixture(scope="module")
def look(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Opens a page of a site that lies in a folder."""
    directory = tmp_path_factory.mktemp("site")
    write(site(a_book()), directory)

    def open_page(path: str, **kind: Any) -> AbstractContextManager[Any]:
        file, _, anchor = path.partition("#")
        address = Path(directory, file).as_uri() + (f"#{anchor}" if anchor else "")
        return looking(browser, address, **kind)

    return open_page


def game(page: Any, number: int = 0) -> Any:
    return page.get_by_role("region", name="The game").nth(number)


def captions(page: Any) -> list[str]:
    """What is to be read below the boards of the first game that are to be seen."""
    return [text.strip().partition(".")[0] for text in game(page).locator("figcaption:visible").all_inner_texts()]


@pytest.mark.thorough
def test_a_witness_is_stepped_through_by_buttons_and_by_keys_and_heard(look: Any) -> None:
    with look(CLAIM) as page:
        assert captions(page) == ["Turn 13: Black B1"]
        game(page).get_by_role("button", name="First").click()
        assert captions(page) == ["At the start"]
        game(page).get_by_role("button", name="Forward").click()
        assert captions(page)[0].startswith("Turn 1: Black ")
        page.keyboard.press("ArrowRight")
        assert captions(page)[0].startswith("Turn 2: White ")
        assert page.url.endswith("-2")
        page.keyboard.press("End")
        heard = game(page).locator("[aria-live]").inner_text()
        assert "The game is over, without result." in heard
        assert "katago-v2/main/no-result" in heard
        assert game(page).get_by_role("button", name="Forward").get_attribute("aria-disabled") == "true"
        board = game(page).get_by_role("img").and_(page.locator(":visible")).get_attribute("aria-label")
        assert board.startswith("Turn 13: Black B1. A board of 3 by 1 points: black at ")
        page.keyboard.press("ArrowLeft")
        page.reload()
        assert captions(page)[0].startswith("Turn 12: White ")


@pytest.mark.thorough
def test_arrow_keys_step_through_the_game_in_the_middle_of_the_screen(look: Any) -> None:
    with look(CLAIM) as page:
        second = game(page, 1)
        second.evaluate("game => game.scrollIntoView({ block: 'center' })")
        page.keyboard.press("ArrowLeft")
        assert second.get_by_text("12 of 13").is_visible()
        assert game(page).get_by_text("13 of 13").count() == 1


@pytest.mark.thorough
def test_an_illegal_turn_leads_to_the_state_that_it_would_repeat_and_to_its_clause(look: Any) -> None:
    with look(CLAUSE) as page:
        assert captions(page) == ["Turn 3: Black A1, illegal"]
        clause = game(page).get_by_role("link", name="katago-v2/main/legal-superko").and_(page.locator(":visible"))
        assert clause.get_attribute("href") == "../../katago-v2/main/legal-superko.html"
        page.get_by_role("link", name="See the state after turn 1").first.click()
        assert captions(page) == ["Turn 1: Black A1"]
        assert not clause.is_visible(), "what every move does is not said at each"


@pytest.mark.thorough
def test_what_can_be_copied_is_copied(look: Any) -> None:
    with look(CLAUSE, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.get_by_text("Copy legal-superko-acts").click()
        page.get_by_role("button", name="Copy the JSON").first.click()
        page.get_by_text("Copied.").wait_for()
        assert '"turns": ["A1", "B1", "A1"]' in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.thorough
def test_from_a_verdict_there_is_a_way_to_the_code_that_decides(look: Any) -> None:
    with look("claim/benson.html") as page:
        assert page.get_by_text("Compare Benson's algorithm with the definition in force").first.is_visible()
        text = page.locator("pre").filter(has_text="def benson_finds_pass_alive_groups")
        assert not text.is_visible()
        page.get_by_role("link", name="sweep").first.click()
        text.wait_for(state="visible")


def test_claims_are_chosen_by_what_is_said_of_them(look: Any) -> None:
    with look("search.html") as page:
        listed = page.get_by_role("main").get_by_role("listitem").filter(has=page.locator(".answer"))
        everything = listed.count()
        page.get_by_label("Answer").select_option("depends")
        chosen = listed.and_(page.locator(":visible")).all_inner_texts()
        assert 0 < len(chosen) < everything
        assert all("\ndepends: " in text for text in chosen)
        page.get_by_label("Document").select_option("aga")
        assert page.get_by_text("0 claims, 0 clauses, 0 words").is_visible()
        page.get_by_label("Answer").select_option("")
        page.get_by_label("Document").select_option("")
        page.get_by_role("searchbox", name="Search").fill("CAPTURES lemma")
        assert page.get_by_text("1 claim, 0 clauses, 0 words").is_visible()
        page.get_by_label("Document").select_option("tromp-taylor")
        page.get_by_role("searchbox", name="Search").fill("clearing")
        page.wait_for_url("**/search.html#?text=clearing&document=tromp-taylor")
        page.get_by_role("link", name="tromp-taylor/clear").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Clear"
        page.go_back()
        assert page.get_by_role("searchbox", name="Search").input_value() == "clearing"
        assert page.get_by_text("0 claims, 1 clause, 0 words", exact=True).is_visible()
        page.get_by_label("Document").select_option("")
        for words in ("Draw", "loop draw", "draws,  loops", "cycle result no"):
            page.get_by_role("searchbox", name="Search").fill(words)
            assert page.get_by_role("link", name="claim/no-result-not-s2r1").is_visible(), words
        page.get_by_role("searchbox", name="Search").fill("moonshine")
        page.get_by_role("link", name="Moonshine life").click()
        page.locator("#moonshine-life").get_by_text("12 of 12").wait_for()


@pytest.mark.thorough
def test_everything_can_be_read_without_javascript(look: Any) -> None:
    with look(CLAIM, java_script_enabled=False) as page:
        first = page.get_by_role("region", name="The game").first
        read = first.locator("figcaption:visible").all_inner_texts()
        assert read[0].startswith("At the start.")
        assert read[-1].startswith("Turn 13: Black B1.")
        assert len(read) == 14
        assert first.get_by_role("toolbar").count() == 0
    with look("search.html", java_script_enabled=False) as page:
        assert page.get_by_role("search").count() == 0
        assert page.get_by_role("link", name="claim/benson").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scheme", "path"),
    [
        ("light", "index.html"),
        ("dark", "search.html"),
        ("light", "rules/index.html"),
        ("dark", "claim/pass-alive-territory-flaw.html"),
        ("dark", CLAUSE),
        ("light", "engines/index.html"),
        ("dark", "engines/wgo.html"),
        ("light", "words/index.html"),
    ],
)
def test_a_page_is_sound_in_its_scheme_and_fits_a_narrow_screen(look: Any, scheme: str, path: str) -> None:
    with look(path, color_scheme=scheme, reduced_motion="reduce", **NARROW) as page:
        # The entries of a list are all alike, and axe looks long at each.
        page.locator(".entries > li:nth-child(n + 4)").evaluate_all("found => found.forEach(entry => entry.remove())")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
