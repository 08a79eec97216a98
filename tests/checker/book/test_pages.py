"""The pages about engines, values, words and rule sets: what each leads to."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from html import escape, unescape

import pytest
from click import Context

from superko.checker.command_line import main
from superko.checker.pages.live import HOME, MENU, RULES
from superko.checker.pages.measured import known_engines
from superko.checker.pages.prose import TERMS
from superko.checker.pages.site import BOARDS, SEARCH, WORDS
from superko.checker.pages.text_table import games_that_differ

from .books import small_site


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    """The files of a small site with the explorer in it."""
    return small_site("explorer/")


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
    assert files[SEARCH].count('data-kind="word"') == len(TERMS)
    assert 'href="words/index.html#moonshine-life"' in files[SEARCH]
    assert files[WORDS].count('class="game"') == len(TERMS)


def test_claims_are_found_by_the_words_of_topics_too(files: Mapping[str, str]) -> None:
    entry = re.search(r'data-topics="([^"]*)">\s*<a[^>]*>claim/no-result-not-s2r1</a>', files[SEARCH])
    assert entry is not None
    assert {"draw", "loop"} <= set(entry[1].split())


def test_a_value_of_a_rule_set_leads_to_the_games_that_show_it(files: Mapping[str, str]) -> None:
    for (_, value), address in games_that_differ().items():
        assert f'explorer/{escape(address)}" target="explorer">{value.capitalize()}</a>' in files[RULES]


def test_headings_say_settings_in_words(files: Mapping[str, str]) -> None:
    heading = re.compile(r"<(h[1-4]|title|th)\b[^>]*>(.*?)</\1>", re.DOTALL)
    headings = [(path, text) for path, page in files.items() for _, text in heading.findall(page)]
    assert any("situational superko" in text for _, text in headings)
    assert [(path, text) for path, text in headings if re.search(r"\w=\w", re.sub("<[^>]*>", "", text))] == []


@pytest.mark.thorough
def test_every_page_has_a_menu_of_six_and_play_leads_to_a_board(files: Mapping[str, str]) -> None:
    for page in (text for path, text in files.items() if path.endswith(".html")):
        menu = re.findall(r'<li><a href="([^"]*)"[^>]*>([^<]*)</a></li>', page.partition("</nav>")[0])
        assert [name for _, name in menu] == [*MENU, "Play"]
        assert menu[-1][0].endswith("explorer/#/tromp-taylor/9x9")
    without = small_site()
    assert f'<a href="{BOARDS}">Play</a>' in without[HOME]
    assert "superko explore" in without[BOARDS]


def test_no_page_has_styles_or_scripts_of_its_own_as_the_server_of_the_explorer_forbids_them(
    files: Mapping[str, str],
) -> None:
    own = re.compile(r"""<[a-z][^<>]*\s(?:style|on[a-z]+)=["']|<style|<script(?![^>]* src=)""")
    assert own.search('<ol class="frames" style="--columns: 3">')
    assert [path for path, page in files.items() if path.endswith(".html") and own.search(page)] == []


def test_every_command_on_a_page_is_one_that_there_is(files: Mapping[str, str]) -> None:
    pages = " ".join(text for path, text in files.items() if path.endswith(".html"))
    commands = [shlex.split(unescape(words)) for words in set(re.findall("<code>superko (.*?)</code>", pages))]
    assert len(commands) > len(known_engines())
    for name, *words in commands:
        command = main.get_command(Context(main), name)
        assert command is not None, name
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options, words


def test_the_first_page_says_what_it_is_before_anything_can_be_filled_in(files: Mapping[str, str]) -> None:
    content = files[HOME].partition("<main")[2]
    assert content.index("<h1>superko</h1>") < content.index('<p class="lead">The rules of Go')
    assert not re.search("<(input|select|form)", content)
