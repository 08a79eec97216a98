"""The pages about engines, values, words and rule sets: what each leads to."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from superko.checker.pages.glossary import TERMS
from superko.checker.pages.rule_table import GAMES
from superko.checker.pages.site import RULES, WORDS, site

from .books import a_book


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    """The files of a small site with the explorer in it."""
    return site(a_book(), "explorer/")


@pytest.mark.thorough
def test_a_page_of_an_engine_leads_to_the_clause_and_on_in_the_explorer(files: Mapping[str, str]) -> None:
    page = files["engines/goban.html"]
    assert 'href="../katago-v2/main/legal-superko.html"' in page
    assert "#/new-zealand-like/3x1/B1.A1" in page
    assert "Play on from here" in page


@pytest.mark.thorough
def test_each_cell_is_a_link_to_its_game(files: Mapping[str, str]) -> None:
    assert 'href="values/japanese-like.html#japanese-like-4x1"' in files["values.html"]
    assert files["values/japanese-like.html"].count('class="game"') == 5


def test_words_are_searched_with_the_rest(files: Mapping[str, str]) -> None:
    assert files["index.html"].count('data-kind="word"') == len(TERMS)
    assert 'href="words/index.html#moonshine-life"' in files["index.html"]
    assert files[WORDS].count('class="game"') == len(TERMS)


def test_claims_are_found_by_the_words_of_topics_too(files: Mapping[str, str]) -> None:
    entry = re.search(r'data-topics="([^"]*)">\s*<a[^>]*>claim/no-result-not-s2r1</a>', files["index.html"])
    assert entry is not None
    assert {"draw", "loop"} <= set(entry[1].split("|"))


def test_the_cells_are_links_and_both_games_stand_below(files: Mapping[str, str]) -> None:
    page = files[RULES]
    assert page.count('<a href="#ko-simple">SIMPLE</a>') == 3
    assert page.count('class="game"') == 2 * len(GAMES)
    assert "beside=tromp-taylor,ko=SITUATIONAL" in page
