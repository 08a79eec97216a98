"""Counting a game that is shown: dead stones by a click, the score under each rule set, and what explains a result."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from superko.interpreter.records.outcome import outcome_of
from superko.interpreter.records.sgf import read_sgf
from tests.checker.browsing import faults, looking

from .conversation import answered, explorer, shown
from .serving import serving

RECORDS = Path(__file__).parents[2] / "records"
GAME = "#/chinese-like,komi=7.5/7x7/D1.E1.D2.E2.D3.E3.E4.F4.E5.F5.E6.F6.E7.F7.G2.B5.pass.pass"


def record(name: str) -> bytes:
    return (RECORDS / f"{name}.sgf").read_bytes()


def text_of(name: str) -> str:
    text: str = answered({"address": "", "sgf": record(name).decode()})["address"]["text"]
    return text


def test_each_side_is_counted_by_its_own_rules() -> None:
    reply = shown(f"{GAME}?beside=japanese-like,komi=6.5&dead=B5,G2")
    area, territory = (side["counted"] for side in reply["sides"])
    assert [side["sentence"] for side in (area, territory)] == ["Black wins by 7.5.", "Black wins by 8.5."]
    assert "captures" not in {term["word"] for term in area["terms"]}
    assert next(term["B"] for term in territory["terms"] if term["word"] == "captures") == "1"
    assert 'aria-label="B5, white, dead, counted for Black"' in area["svg"]


def test_dame_that_players_are_only_assumed_to_fill_are_drawn_as_that() -> None:
    counted = shown(text_of("japanese-dame-left"))["sides"][0]["counted"]
    (filled,) = re.findall(r"fill dame in turn: (.*)\.", " ".join(counted["says"]))
    assumed = re.findall(r'aria-label="(\w+), \w+, assumed to be filled"', counted["svg"])
    assert sorted(assumed) == sorted(re.findall(r"[A-Z]\d", filled)) != []


def test_stones_that_a_record_clears_off_after_both_have_passed_are_dead() -> None:
    sgf = record("chinese-unmarked").decode().rstrip().removesuffix(")") + ";AE[bc][gf])"
    assert answered({"address": "", "sgf": sgf})["address"]["text"] == f"{GAME}?result=B+7.5&dead=B5,G2"


def test_a_record_opens_as_it_is_marked_and_is_saved_as_it_is_counted() -> None:
    address = text_of("japanese-marked")
    assert address.endswith("?result=B+8.5&dead=B5,G2")
    saved = answered({"address": address, "copies": "0"})["sgf"].encode()
    assert read_sgf(saved).result == "B+8.5"
    outcome, before = outcome_of(read_sgf(saved)), outcome_of(read_sgf(record("japanese-marked")))
    assert outcome.settled == before.settled


def test_the_dead_stones_that_make_a_result_true_are_links_that_make_it_so() -> None:
    reply = answered({"address": text_of("wrong-result"), "explain": "0"})
    assert "White's E3, E2, E1" in reply["says"][0]
    links = [address for address in reply["addresses"] if address]
    assert [shown(address)["sides"][0]["counted"]["sentence"] for address in links] == ["White wins by 3.5."] * 2


@pytest.mark.thorough
def test_variations_are_shown_with_the_comments_of_the_record(browser: Any) -> None:
    with serving(explorer()) as server, looking(browser, server.home) as page:
        page.locator("#record").set_input_files(RECORDS / "variations.sgf")
        page.get_by_role("link", name="Variation 2, from turn 7").click()
        page.get_by_text("too slow").wait_for(state="hidden")
        page.locator("#turns").get_by_text("B6").click()
        page.get_by_text("too slow").wait_for()
        assert faults(page) == []


def test_a_variation_that_can_not_be_read_is_left_out() -> None:
    reply = answered({"address": "", "sgf": "(;SZ[3]C[<b>];B[aa](;W[bb]C[why]))(;SZ[3])"})
    assert reply["record"][0]["comments"] == {0: "<b>", 2: "why"}
    (main,) = answered({"address": "", "sgf": "(;SZ[3](;B[aa])(;B[zz]))"})["record"]
    assert main["turns"] == ["A3"]


@pytest.mark.thorough
def test_a_record_is_settled_in_the_page(browser: Any) -> None:
    with serving(explorer()) as server, looking(browser, server.home) as page:
        page.locator("#record").set_input_files(RECORDS / "wrong-result.sgf")
        page.locator(".told").get_by_text("Black wins by 8.5.").wait_for()
        page.get_by_role("button", name="Find the dead stones that make it true").click()
        page.locator("#explained a").first.click()
        page.locator(".told").get_by_text("White wins by 3.5.").wait_for()
        page.locator('.goban [data-vertex="E2"]').click()
        page.locator(".told").get_by_text("No stone is removed as dead.").wait_for()
        page.get_by_label("Protocol").select_option("agreement")
        page.wait_for_url("**&protocol=agreement")
        page.get_by_label("Beside it").select_option("chinese-like")
        page.get_by_role("columnheader", name="chinese-like").wait_for()
        assert page.locator("#counted tbody tr").last.inner_text().split("\t")[0] == "sum"
        assert faults(page) == []
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as SGF").click()
        assert b"RE[W+6.5]" in Path(saved.value.path()).read_bytes()
        page.get_by_role("button", name="Stop counting").first.click()
        page.wait_for_url(lambda url: "dead=" not in url)
        assert page.url.endswith("&result=W+3.5")
